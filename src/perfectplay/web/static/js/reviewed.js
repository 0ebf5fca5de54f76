// The results of a review: the summary, the course of the game, the turns, and the costliest decisions.
import { html } from "../vendor/htm-preact.js";
import { Face } from "./dice.js";
import { optionWords, pointsWords, rerollsWords, signed, ticks, titled, worth } from "./format.js";
import { Chip, Legend } from "./marks.js";
import { Aims } from "./options.js";

/** @typedef {{ facts: Api.SolutionFacts, found: Api.ReviewFacts }} Props */

const COLOURS = [
  { kind: "fill-win", words: "good luck" },
  { kind: "fill-behind", words: "bad luck" },
  { kind: "fill-bust", words: "lost by decisions" },
];

/** @param {Props} props */
export function Account({ facts, found }) {
  const rows = [
    ["worth at the start", worth(facts, found.value)],
    ["luck of the dice", signed(facts, found.luck)],
    ["lost by decisions", signed(facts, -found.lost)],
    [found.over ? "it came to" : `${facts.meaning} now`, worth(facts, found.final)],
  ];
  return html`<section class="panel" aria-labelledby="sum-title">
    <h2 id="sum-title">${pointsWords(found.score)}${found.over ? "" : " so far"}</h2>
    <table><tbody>${rows.map(([name, value]) => html`<tr key=${name}><th scope="row">${name}</th>
      <td class="right">${value}</td></tr>`)}</tbody></table></section>`;
}

/**
 * Bars around a middle line: the luck of each turn, up or down, next to the losses.
 * @param {Props} props
 */
export function Course({ facts, found }) {
  const [wide, high, left] = [420, 170, 46];
  const top = Math.max(0, ...found.turns.map((turn) => turn.luck));
  const low = Math.min(0, ...found.turns.map((turn) => Math.min(turn.luck, -turn.lost)));
  const y = (/** @type {number} */ value) => 8 + ((high - 16) * (top - value)) / (top - low || 1);
  const step = (wide - left) / found.turns.length;
  /** @param {string} key @param {string} kind @param {number} value @param {number} x */
  const bar = (key, kind, value, x) => html`<rect key=${key} class=${kind} x=${x} width=${step * 0.38}
    y=${Math.min(y(0), y(value))} height=${Math.abs(y(value) - y(0))} />`;
  const axis = facts.percent ? [low, 0, top] : ticks(low, top);
  const label = "The luck of each turn, and what its decisions lost; the table below has the numbers";
  return html`<svg class="chart" viewBox=${`0 0 ${wide} ${high + 18}`} role="img" aria-label=${label}>
      ${axis.map((value) => html`<g key=${value}>
        <line class="grid" x1=${left} x2=${wide} y1=${y(value)} y2=${y(value)} />
        <text class="fill-ink" font-size="11" text-anchor="end" x=${left - 5} y=${y(value) + 4}>
          ${signed(facts, value, 0)}</text></g>`)}
      ${found.turns.map((turn, place) => [
        bar(`luck ${place}`, turn.luck < 0 ? "fill-behind" : "fill-win", turn.luck, left + step * (place + 0.1)),
        bar(`lost ${place}`, "fill-bust", -turn.lost, left + step * (place + 0.52)),
        html`<text key=${place} class="fill-ink" font-size="11" text-anchor="middle" x=${left + step * (place + 0.5)}
          y=${high + 13}>${place + 1}</text>`,
      ])}
      <line class="stroke" x1=${left} x2=${wide} y1=${y(0)} y2=${y(0)} />
    </svg>
    <${Legend} marks=${COLOURS} />`;
}

/**
 * The rows add up: points to the score, luck and losses to those of the game.
 * @param {Props} props
 */
export function Turns({ facts, found }) {
  return html`<section class="panel" aria-labelledby="turns-title"><h2 id="turns-title">The turns</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="All turns"><table>
    <thead><tr><th scope="col">turn</th><th scope="col">rolls (kept)</th><th scope="col">box</th>
      ${["points", "luck", "lost"].map((name) => html`<th scope="col" class="right">${name}</th>`)}</tr></thead>
    <tbody>${found.turns.map((turn, place) => html`<${Turn} key=${place} facts=${facts} turn=${turn}
        number=${place + 1} />`)}
      ${found.bonuses.map((bonus) => html`<tr key=${bonus.name}>
        <th scope="row" colspan="3">${titled(bonus.name)} bonus</th>
        <td class="right">${bonus.points}</td><td></td><td></td></tr>`)}</tbody>
    <tfoot><tr><th scope="row" colspan="3"><strong>together</strong></th>
      ${[found.score, signed(facts, found.luck), signed(facts, -found.lost)].map((each) =>
        html`<td class="right"><strong>${each}</strong></td>`)}</tr></tfoot>
  </table></div></section>`;
}

/** @param {{ facts: Api.SolutionFacts, turn: Api.TurnRow, number: number }} props */
function Turn({ facts, turn, number }) {
  const kept = (/** @type {number} */ at) => (at < turn.rolls.length - 1 ? ` (${turn.keeps[at]})` : "");
  return html`<tr><th scope="row">${number}</th>
    <td>${turn.rolls.map((roll, at) => html`<span class="whole" key=${at}>${roll}${kept(at)}</span> `)}</td>
    <td>${titled(turn.box)}</td><td class="right">${turn.points}${turn.extra ? `+${turn.extra}` : ""}</td>
    <td class="right">${signed(facts, turn.luck)}</td>
    <td class="right"><${Chip} facts=${facts} cost=${turn.lost} /></td></tr>`;
}

/** @param {Props} props */
export function Worst({ facts, found }) {
  return html`<section class="panel" aria-labelledby="worst-title">
    <h2 id="worst-title">${found.worst.length ? "What cost most" : "Every decision was a best one"}</h2>
    ${found.worst.map((each, place) => html`<${Mistake} key=${place} facts=${facts} each=${each} />`)}
  </section>`;
}

/** @param {{ facts: Api.SolutionFacts, each: Api.MistakeFacts }} props */
function Mistake({ facts, each }) {
  const { dice, rerolls, chosen, best } = each;
  return html`<article class="mistake">
    <h3>Turn ${each.turn}: ${optionWords(chosen)} <${Chip} facts=${facts} cost=${each.lost} /></h3>
    <div class="dice small" role="img" aria-label=${`The dice were ${dice.join(" ")}`}>
      ${dice.map((face, at) => html`<span class="die" key=${at}><${Face} face=${face} /></span>`)}</div>
    <p>${rerolls ? `${rerollsWords(rerolls)} left. ` : ""}Best was <strong>${optionWords(best)}</strong>:
      ${" "}${worth(facts, best.value)} instead of ${worth(facts, chosen.value)}.</p>
    <details><summary>Why</summary>
      ${[best, chosen].map((reason) => html`<${Reason} key=${reason.words} facts=${facts} reason=${reason} />`)}
    </details>
  </article>`;
}

/** @param {{ facts: Api.SolutionFacts, reason: Api.ReasonFacts }} props */
function Reason({ facts, reason }) {
  const later = reason.later === null ? "" : `, and leaves ${worth(facts, reason.later)} to come`;
  return html`<div><h4>${optionWords(reason)}</h4>
    ${reason.points !== null && html`<p>Brings ${reason.points} now${later}.</p>`}
    ${reason.aims.length > 0 && html`<${Aims} aims=${reason.aims} of=${optionWords(reason)} />`}</div>`;
}
