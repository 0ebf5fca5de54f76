// The shell: which page is shown, and the colours.
import { html, render, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { readAddress } from "./address.js";
import { ask } from "./api.js";
import { Advisor } from "./advisor.js";
import { Greed } from "./greed.js";
import { Own } from "./own.js";
import { Walker } from "./walker.js";
import { useTheme, ThemeButton } from "./theme.js";
import { Trouble } from "./job.js";

const PAGES = {
  advisor: ["Advisor", Advisor],
  greed: ["Greed", Greed],
  walk: ["Small games", Walker],
  own: ["Your own scorecard", Own],
};

function App() {
  const [address, setAddress] = useState(readAddress());
  const [games, setGames] = useState(null);
  const [error, setError] = useState(null);
  const [theme, turn] = useTheme();
  const main = useRef();
  useEffect(() => {
    const changed = () => setAddress(readAddress());
    addEventListener("hashchange", changed);
    ask("games").then(setGames, (trouble) => setError(trouble.message));
    return () => removeEventListener("hashchange", changed);
  }, []);
  const page = Object.hasOwn(PAGES, address.page) ? address.page : "advisor";
  const [title, Page] = PAGES[page];
  useEffect(() => {
    document.title = `${title} · perfectplay`;
  }, [title]);
  return html`
    <header class="top">
      <a class="brand" href="#/advisor"><img src="icon.svg" alt="" />perfectplay</a>
      <nav aria-label="Pages">
        ${Object.entries(PAGES).map(
          ([name, [words]]) => html`<a href=${`#/${name}`} aria-current=${name === page ? "page" : undefined}>${words}</a>`,
        )}
        <a href="api.html">API</a>
      </nav>
      <${ThemeButton} theme=${theme} turn=${turn} />
    </header>
    <main id="content" tabindex="-1" ref=${main}>
      <${Trouble} error=${error} />
      ${games && html`<${Page} key=${page} games=${games} words=${address.words} theme=${theme} />`}
    </main>
    <footer>Exact optimal play; everything is worked out on this machine, and nothing leaves it.</footer>
  `;
}

const place = document.getElementById("app");
place.replaceChildren();
render(html`<${App} />`, place);
