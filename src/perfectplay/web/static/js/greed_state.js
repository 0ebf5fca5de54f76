// A state of Greed: where the best roll may land, and all numbers of dice side by side.
import { html } from "../vendor/htm-preact.js";
import { percent, sum } from "./format.js";
import { Legend } from "./marks.js";

/** @type {[Api.LandingFacts["meaning"], string][]} */
const MEANINGS = [["behind", "behind"], ["tie", "tie"], ["win", "ahead"], ["bust", "bust"]];
const HEADS = ["rating", "costs", "win", "tie", "bust"];
const SHOWN = 8;

/** @param {{ state: Api.TurnFacts, limit: number }} props */
export function State({ state, limit }) {
  const best = state.options[0];
  return html`<section class="panel" aria-labelledby="state-title">
    <h2 id="state-title">${state.mine} against ${state.theirs}: ${best.words}</h2>
    <p><span class="value">${state.rating.toFixed(4)}</span>${" "}
      <span class="soft">rating: the chance to win, and half that of a tie</span></p>
    <${Landings} state=${state} limit=${limit} />
    <div class="scroll" tabindex="0" role="region" aria-label="Numbers of dice"><table>
      <thead><tr><th scope="col">roll</th>
        ${HEADS.map((head) => html`<th scope="col" class="right">${head}</th>`)}</tr></thead>
      <tbody>${state.options.slice(0, SHOWN).map((each) => html`<tr key=${each.dice}><th scope="row">${each.words}</th>
        <td class="right">${each.rating.toFixed(4)}</td>
        <td class="right">${each.best ? html`<span class="chip none">best</span>` : each.cost.toFixed(4)}</td>
        ${[each.win, each.tie, each.bust].map((chance) => html`<td class="right">${percent(chance)}</td>`)}</tr>`)}
      </tbody>
    </table></div>
  </section>`;
}

/** @param {{ state: Api.TurnFacts, limit: number }} props */
function Landings({ state: { landings, options, theirs }, limit }) {
  const top = Math.max(...landings.map((each) => each.chance));
  const low = Math.min(...landings.map((each) => each.score), theirs) - 1;
  const high = Math.max(...landings.map((each) => each.score), limit) + 1;
  const wide = 400 / (high - low + 1);
  const marks = MEANINGS.map(([kind, words]) => {
    const chance = sum(landings.filter((each) => each.meaning === kind).map((each) => each.chance));
    return { kind: `fill-${kind}`, words: `${words} ${percent(chance)}` };
  });
  const middle = (/** @type {number} */ score) => Math.min(388, Math.max(14, (score - low + 0.5) * wide));
  return html`<svg class="chart" viewBox="0 0 400 150" role="img" aria-label=${`Where ${options[0].words} may land`}>
      ${landings.map((each) => html`<rect key=${each.score} class=${`fill-${each.meaning}`} width=${wide * 0.84}
        x=${(each.score - low) * wide + wide * 0.08} y=${128 - (122 * each.chance) / top}
        height=${(122 * each.chance) / top} />`)}
      <line class="stroke" x1="0" x2="400" y1="128.5" y2="128.5" />
      ${[theirs, limit].map((score, place) => html`<text key=${place} class="fill-ink" font-size="12"
        text-anchor="middle" x=${middle(score)} y="145">${score}</text>`)}
    </svg>
    <${Legend} marks=${marks} />`;
}
