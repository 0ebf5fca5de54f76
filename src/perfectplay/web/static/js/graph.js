// A position and what follows it, drawn.
import { html } from "../vendor/htm-preact.js";
import { percent } from "./format.js";

const MOST = 14;
const APART = 46;
const LONGEST = 22;

/**
 * Where the ways lead: what each is called stands on its line, on a ground of its own.
 * @param {{ facts: Api.SolutionFacts, here: Api.PositionFacts, digits: number }} props
 */
export function Graph({ facts, here, digits }) {
  const edges = here.edges.slice(0, MOST);
  const needed = APART * edges.length + 20;
  const high = Math.max(120, needed);
  const middle = high / 2;
  const y = (/** @type {number} */ place) => 33 + APART * place + (high - needed) / 2;
  const short = (/** @type {number} */ value) =>
    facts.percent ? `${(100 * value).toFixed(digits)}%` : value.toFixed(digits);
  const name = (/** @type {Api.EdgeFacts} */ edge) =>
    clipped(here.kind === "chance" ? percent(edge.probability ?? 0, 1) : edge.label);
  return html`<svg class="chart" viewBox=${`0 0 420 ${high}`} role="img"
      aria-label=${`${here.words}, and what follows`}>
      ${edges.map((edge, place) => html`<line key=${place} class=${edge.best ? "stroke-best" : "stroke"}
        x1="60" y1=${middle} x2="340" y2=${y(place)} />`)}
      ${edges.map((edge, place) => html`<g key=${place}>
        <text class="on-line" font-size="13" text-anchor="end" x="296"
          y=${y(place) + 4 + (middle - y(place)) * 0.13}>${name(edge)}</text>
        <${Node} kind=${edge.kind} x=${360} y=${y(place)} text=${short(edge.value)} /></g>`)}
      <${Node} kind=${here.kind} x=${60} y=${middle} text=${short(here.value)} />
    </svg>
    ${here.edges.length > MOST && html`<p class="soft">The first ${MOST} of ${here.edges.length} are drawn.</p>`}
    <ul class="legend">
      <li><${Swatch}><rect class="node-choice" width="10" height="10" /><//>choice</li>
      <li><${Swatch}><circle class="node-chance" cx="5" cy="5" r="5" /><//>chance</li>
      <li><${Swatch}><rect class="node-final" x="1" y="1" width="8" height="8" /><//>over</li></ul>`;
}

const clipped = (/** @type {string} */ text) =>
  text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;

/** @param {{ children: import("../vendor/htm-preact.js").Content }} props */
const Swatch = ({ children }) =>
  html`<svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">${children}</svg>`;

/** @param {{ kind: string, x: number, y: number, text: string }} props */
function Node({ kind, x, y, text }) {
  const half = Math.max(26, 4 * text.length + 4);
  const shape = kind === "chance"
    ? html`<ellipse class="node-chance" cx=${x} cy=${y} rx=${half} ry="19" />`
    : html`<rect class=${`node-${kind}`} x=${x - half} y=${y - 16} width=${2 * half} height="32"
        rx=${kind === "final" ? 8 : 2} />`;
  return html`<g>${shape}
    <text class=${`on-${kind}`} font-size="13" text-anchor="middle" x=${x} y=${y + 4.5}>${text}</text></g>`;
}
