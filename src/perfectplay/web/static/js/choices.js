// The options of a position, best first, with their costs; and the places on the table they are about.
import { html, useState } from "../vendor/htm-preact.js";
import { costWords, digitsFor, worth } from "./format.js";
import { Chip } from "./marks.js";
import { keysOf } from "./touch.js";
import { valueFor } from "./values.js";

const SHOWN = 6;
const MOST = 16;  // the most shown while the best is hidden; others are chosen by their pieces

/**
 * An order that does not give away the best: numbers by size, words as in a list.
 * @param {Api.EdgeFacts} one
 * @param {Api.EdgeFacts} other
 */
const inOrder = (one, other) => one.words.localeCompare(other.words, "en", { numeric: true });

/**
 * @param {{
 *   facts: Api.SolutionFacts, here: Api.PositionFacts, keys: string[], hidden: boolean, seat: number, label: string,
 *   take: (edge: Api.EdgeFacts) => void, tell: (label: string) => void,
 * }} props
 */
export function Choices({ facts, here, keys, hidden, seat, label, take, tell }) {
  const [all, setAll] = useState(false);
  const edges = hidden ? here.edges.toSorted(inOrder) : here.edges;
  const fit = edges.filter((edge) => keys.every((key) => keysOf(edge).includes(key)));
  const shown = all || (hidden && fit.length <= MOST) ? fit : fit.slice(0, hidden ? 0 : SHOWN);
  const digits = digitsFor(facts, edges.map((edge) => edge.value), facts.percent ? 1 : 2);
  return html`<section class="panel" aria-labelledby="options-title">
    <div class="take heads" aria-hidden="true"><h2 id="options-title" class="words">What to do</h2>
      ${!hidden && html`<span class="number">${facts.both === 1 ? "chance to win" : "value"}</span>
      <span class="number cost">costs</span>`}</div>
    <ol class="options">
      ${shown.map((edge) => html`<li key=${edge.label} class=${edge.best && !hidden ? "best" : ""}>
        <div class="row"><button type="button" class="take" data-option=${edge.label} onClick=${() => take(edge)}>
          <span class="words">${edge.words}</span>
          ${!hidden && html`<span class="number">${worth(facts, valueFor(facts, edge.value, seat), digits)}</span>
          <span class="number cost"><${Chip} facts=${facts} cost=${edge.cost ?? 0}
            words=${edge.best ? "best" : costWords(facts, edge.cost ?? 0, digits)} /></span>`}
        </button>
        ${!hidden && html`<button type="button" class="why-button" aria-pressed=${String(edge.label === label)}
          aria-label=${`Why ${edge.words}?`} onClick=${() => tell(edge.label)}>?</button>`}</div></li>`)}
    </ol>
    ${hidden && shown.length < fit.length && html`<p class="soft">Tap what it is about, on the table.</p>`}
    ${fit.length === 0 && html`<p class="soft">No option is about all that is chosen.</p>`}
    ${shown.length < fit.length && html`<button type="button" onClick=${() => setAll(true)}>
      Show all ${fit.length}</button>`}
  </section>`;
}
