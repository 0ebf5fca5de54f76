// Light or dark, following the page around an embedded table.

const system = matchMedia("(prefers-color-scheme: dark)");

/** Jupyter, VS Code and Material mark it on the body; elsewhere the system's setting applies. */
function isDark() {
  const { jpThemeLight, vscodeThemeKind, mdColorScheme } = document.body.dataset;
  const said = jpThemeLight ?? vscodeThemeKind ?? mdColorScheme;
  return said === undefined ? system.matches : ["false", "vscode-dark", "vscode-high-contrast", "slate"].includes(said);
}

/**
 * Keep an element's colours in step with its surroundings; returns a function that stops that.
 * @param {HTMLElement} host
 */
export function followColours(host) {
  const follow = () => {
    host.dataset.theme = isDark() ? "dark" : "light";
  };
  const watch = new MutationObserver(follow);
  watch.observe(document.body, { attributes: true });
  system.addEventListener("change", follow);
  follow();
  return () => {
    watch.disconnect();
    system.removeEventListener("change", follow);
  };
}
