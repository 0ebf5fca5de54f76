// Light or dark, as the page around an embedded table is.

const system = matchMedia("(prefers-color-scheme: dark)");

/** Jupyter, VS Code and Material say it at the body; elsewhere it is as the system has it. */
function isDark() {
  const { jpThemeLight, vscodeThemeKind, mdColorScheme } = document.body.dataset;
  const said = jpThemeLight ?? vscodeThemeKind ?? mdColorScheme;
  return said === undefined ? system.matches : ["false", "vscode-dark", "vscode-high-contrast", "slate"].includes(said);
}

/**
 * Keep the colours of an element like those around it; returns what ends that.
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
