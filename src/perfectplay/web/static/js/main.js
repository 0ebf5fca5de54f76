// The shell: the current page, and the colours.
import { html, render, useEffect, useErrorBoundary, useRef, useState } from "../vendor/htm-preact.js";
import { readAddress } from "./address.js";
import { useAnswer } from "./answer.js";
import { SERVED } from "./api.js";
import { Greed } from "./greed.js";
import { Trouble } from "./job.js";
import { Own } from "./own.js";
import { Practice } from "./practice.js";
import { Review } from "./review.js";
import { HERE, TITLES, Top } from "./shell.js";
import { TablePage } from "./table_page.js";
import { useTheme } from "./theme.js";

/** @type {Record<string, Function>} */
const PAGES = { table: TablePage, practice: Practice, review: Review, greed: Greed, own: Own };

function App() {
  const [address, setAddress] = useState(readAddress);
  /** @type {import("./answer.js").Answer<Api.GameFacts[]>} */
  const { found: games, error } = useAnswer("games");
  const [theme, turn] = useTheme();
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  const [broken, mend] = useErrorBoundary();  // by an invalid link
  useEffect(() => mend(), [address]);
  useEffect(() => {
    const changed = () => setAddress(readAddress());
    addEventListener("hashchange", changed);
    addEventListener("popstate", changed);
    return () => {
      removeEventListener("hashchange", changed);
      removeEventListener("popstate", changed);
    };
  }, []);
  const page = HERE.includes(address.page) ? address.page : "table";
  const [title, Page] = [TITLES[page], PAGES[page]];
  useEffect(() => {
    document.title = `${title} · perfectplay`;
  }, [title]);
  const skip = (/** @type {Event} */ event) => {
    event.preventDefault();
    main.current?.focus();
  };
  const elsewhere = TITLES[address.page] && page !== address.page
    ? `${TITLES[address.page]} needs perfectplay serve; it is not on this site.`
    : null;
  return html`
    <a class="skip" href="#content" onClick=${skip}>Skip to the content</a>
    <${Top} page=${page} theme=${theme} turn=${turn} />
    <main id="content" tabindex="-1" ref=${main}>
      <${Trouble} error=${error ?? elsewhere} />
      ${broken && html`<${Trouble} error="What this address says cannot be shown." />
        <p><a class="button" href=${`#/${page}?anew=yes`}>Begin anew</a></p>`}
      ${games && !broken && html`<${Page} key=${page} games=${games} address=${address} theme=${theme} />`}
    </main>
    <footer>Exact optimal play; everything is worked out on this machine, and nothing leaves it.
      ${!SERVED && html`<br />Studies and games of your own need${" "}
        <code>perfectplay serve</code>.`}
    </footer>
  `;
}

const place = /** @type {HTMLElement} */ (document.getElementById("app"));
place.replaceChildren();
render(html`<${App} />`, place);
