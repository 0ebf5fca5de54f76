// Training: the advice is hidden until you have chosen; then you see what your choice cost.
import { html } from "../vendor/htm-preact.js";
import { optionWords } from "./format.js";
import { Chip } from "./marks.js";
import { Why } from "./options.js";

/**
 * The choice made, and the alternatives.
 * @typedef {object} Chosen
 * @property {import("./options.js").Facts} facts
 * @property {import("./options.js").Ranking} advice
 * @property {import("./options.js").Option} chosen
 * @property {string} [title]
 */

/**
 * The available boxes, in card order, without any advice.
 * @param {{
 *   card: Api.CardFacts, advice: import("./options.js").Ranking, take: import("./options.js").Take,
 * }} props
 */
export function Boxes({ card, advice, take }) {
  const order = card.boxes.map((box) => box.name);
  const offered = [...advice.options].sort((a, b) => order.indexOf(a.label) - order.indexOf(b.label));
  return html`<section class="panel" aria-labelledby="options-title">
    <h2 id="options-title">Which box?</h2>
    <div class="bar">${offered.map((option) => html`<button key=${option.label} type="button"
      data-option=${option.label} onClick=${(event) => take(option, event)}>${optionWords(option)}${" "}
      <span class="soft">${option.points}${option.extra ? `+${option.extra}` : ""}</span></button>`)}</div>
  </section>`;
}

/**
 * The cost of the last choice, and what spoke for it and for the best.
 * @param {{ lesson: Chosen, open?: boolean }} props
 */
export function Lesson({ lesson, open = false }) {
  const { facts, advice, chosen, title = "Your last choice" } = lesson;
  const best = advice.options[0];
  const told = chosen.best ? [best] : [best, chosen];
  return html`<section class="panel" aria-labelledby="lesson-title">
    <h2 id="lesson-title">${title}: ${optionWords(chosen)} <${Chip} facts=${facts} cost=${chosen.cost} /></h2>
    <p role="status">${chosen.best ? "That was the best." : html`Best was <strong>${optionWords(best)}</strong>.`}</p>
    ${!facts.alone && html`<details open=${open}><summary>Why</summary>
      ${told.map((option) => html`<div key=${option.label}><h3>${optionWords(option)}</h3>
        <${Why} option=${option} advice=${advice} facts=${facts} rank=${-1} /></div>`)}
    </details>`}
  </section>`;
}
