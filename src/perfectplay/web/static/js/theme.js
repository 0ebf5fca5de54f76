// Light or dark: following the system, or the user's choice.
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { recall, remember } from "./storage.js";

/** @typedef {"light" | "dark"} Theme */

const system = matchMedia("(prefers-color-scheme: dark)");

/** @returns {[Theme, () => void]} the colours, and what turns them */
export function useTheme() {
  const [said, setSaid] = useState(/** @type {Theme | null} */ (recall("localStorage", "theme")));
  const [dark, setDark] = useState(system.matches);
  useEffect(() => {
    const changed = () => setDark(system.matches);
    system.addEventListener("change", changed);
    return () => system.removeEventListener("change", changed);
  }, []);
  const theme = said || (dark ? "dark" : "light");
  document.documentElement.dataset.theme = theme;
  const turn = () => {
    const other = theme === "dark" ? "light" : "dark";
    remember("localStorage", "theme", other);
    setSaid(other);
  };
  return [theme, turn];
}

/** @param {{ theme: Theme, turn: () => void }} props */
export function ThemeButton({ theme, turn }) {
  const [other, sign] = theme === "dark" ? ["light", "☀"] : ["dark", "☾"];
  return html`<button type="button" onClick=${turn} aria-label=${`Use ${other} colours`}>${sign}</button>`;
}
