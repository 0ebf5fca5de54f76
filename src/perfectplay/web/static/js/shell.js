// The header of every page: the available pages, and the colours.
import { html, useLayoutEffect, useRef } from "../vendor/htm-preact.js";
import { hasPage, SERVED } from "./api.js";
import { ThemeButton } from "./theme.js";

/** @type {Record<string, string>} */
export const TITLES = {
  table: "Table",
  practice: "Practice",
  review: "Review",
  greed: "Greed",
  own: "Your own scorecard",
};
export const HERE = Object.keys(TITLES).filter(hasPage);

/** @param {{ page: string, theme: import("./theme.js").Theme, turn: () => void }} props */
export function Top({ page, theme, turn }) {
  /** @param {string} name @param {string} address @param {string} words */
  const link = (name, address, words) =>
    html`<a key=${name} href=${address} aria-current=${name === page ? "page" : undefined}>${words}</a>`;
  const pages = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {  // on a phone, the list of pages scrolls sideways
    pages.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [page]);
  const home = SERVED ? "./" : "";  // on a memory stick, a folder does not open its index page
  return html`<header class="top">
    <a class="brand" href=${`${home}#/table`}><img src="icon.svg" alt="" />perfectplay</a>
    <nav aria-label="Pages" ref=${pages}>
      ${HERE.map((name) => link(name, `${home}#/${name}`, TITLES[name]))}
      ${SERVED && link("api", "api.html", "API")}
    </nav>
    <${ThemeButton} theme=${theme} turn=${turn} />
  </header>`;
}
