// What stands above every page: the pages there are, and the colours.
import { html } from "../vendor/htm-preact.js";
import { ThemeButton } from "./theme.js";

export const TITLES = { advisor: "Advisor", practice: "Practice", review: "Review", greed: "Greed", walk: "Small games", own: "Your own scorecard" };

export function Top({ page, theme, turn }) {
  const link = (name, address, words) => html`<a key=${name} href=${address} aria-current=${name === page ? "page" : undefined}>${words}</a>`;
  return html`<header class="top">
    <a class="brand" href="./#/advisor"><img src="icon.svg" alt="" />perfectplay</a>
    <nav aria-label="Pages">
      ${Object.entries(TITLES).map(([name, words]) => link(name, `./#/${name}`, words))}
      ${link("api", "api.html", "API")}
    </nav>
    <${ThemeButton} theme=${theme} turn=${turn} />
  </header>`;
}
