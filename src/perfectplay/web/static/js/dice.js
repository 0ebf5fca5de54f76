// A die, drawn.
import { html } from "../vendor/htm-preact.js";

const PIPS = {
  1: [[50, 50]],
  2: [[28, 28], [72, 72]],
  3: [[26, 26], [50, 50], [74, 74]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[27, 27], [73, 27], [50, 50], [27, 73], [73, 73]],
  6: [[28, 24], [72, 24], [28, 50], [72, 50], [28, 76], [72, 76]],
};

export function Face({ face }) {
  const pips = PIPS[face];
  return html`<svg viewBox="0 0 100 100" aria-hidden="true" focusable="false">
    <rect x="4" y="4" width="92" height="92" rx="18" />
    ${pips
      ? pips.map(([x, y]) => html`<circle cx=${x} cy=${y} r="9.5" />`)
      : html`<text x="50" y="66" text-anchor="middle" font-size="46">${face}</text>`}
  </svg>`;
}
