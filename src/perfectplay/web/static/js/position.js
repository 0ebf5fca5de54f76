// A position of any game: what it is worth, and what may follow.
import { html } from "../vendor/htm-preact.js";
import { costWords, digitsFor, percent, pointsWords, worth } from "./format.js";
import { Graph } from "./graph.js";
import { Chip } from "./marks.js";

const KINDS = { choice: "you choose", chance: "chance decides", final: "the game is over" };

// How a game names what it is worth, above a column.
const worthName = (/** @type {Api.SolutionFacts} */ facts) =>
  facts.meaning === "expected score" ? "average points" : facts.meaning;

/** @param {{ facts: Api.SolutionFacts, here: Api.PositionFacts, go: (edge: Api.EdgeFacts) => void }} props */
export function Position({ facts, here, go }) {
  const { edges, left_out: leftOut } = here;
  const kind = here.kind === "choice" && here.player === 1 ? "the second player chooses" : KINDS[here.kind];
  const chance = here.kind === "chance";
  const least = facts.percent || facts.meaning === "expected score" ? 2 : 4;
  const digits = digitsFor(facts, [here.value, ...edges.map((edge) => edge.value)], least);
  const costDigits = digitsFor(facts, chance ? [] : edges.map((edge) => edge.cost ?? 0), least);
  const score = facts.tracked ? `; ${pointsWords(here.score)} so far` : "";
  return html`<div class="columns">
    <section class="panel" aria-labelledby="here-title">
      <h2 id="here-title">${here.words}</h2>
      <p><span class="value">${worth(facts, here.value, digits)}</span>${" "}
        <span class="soft">${facts.meaning}; ${kind}${score}</span></p>
      ${edges.length > 0 && html`<div class="take heads" aria-hidden="true">
        <span class="words">${chance ? "what may come" : "option"}</span>
        <span class="number">${worthName(facts)}</span>
        <span class="number cost">${chance ? "chance" : "costs"}</span></div>`}
      <ol class="options">
        ${edges.map((edge, place) => html`<li key=${place} class=${edge.best ? "best" : ""}>
          <button type="button" class="take" disabled=${edge.at === null} onClick=${() => go(edge)}>
            <${Way} facts=${facts} edge=${edge} chance=${chance} digits=${digits} costDigits=${costDigits} />
          </button></li>`)}
      </ol>
      ${leftOut > 0 && html`<p class="soft">
        ${leftOut} more ${leftOut === 1 ? "outcome is" : "outcomes are"} not shown.</p>`}
    </section>
    ${edges.length > 0 && html`<section class="panel" aria-labelledby="graph-title">
      <h2 id="graph-title">From here</h2><${Graph} facts=${facts} here=${here} digits=${digits} /></section>`}
  </div>`;
}

/**
 * An option or an outcome: its words, what it is worth, and what it costs or how likely it is.
 * @param {{ facts: Api.SolutionFacts, edge: Api.EdgeFacts, chance: boolean, digits: number, costDigits: number }} props
 */
function Way({ facts, edge, chance, digits, costDigits }) {
  const cost = edge.cost ?? 0;
  const unit = Math.abs(edge.points) === 1 ? "point" : "points";
  const brings = edge.points ? `${edge.points > 0 ? "+" : ""}${edge.points} ${unit}` : "";
  return html`
    <span class="words">${chance ? edge.words : edge.label}
      ${brings && html` <span class="soft">${brings}</span>`}
      ${edge.at === null && !chance ? html` <span class="soft">${edge.words}</span>` : ""}</span>
    <span class="number"><span class="hidden">${worthName(facts)} </span>${worth(facts, edge.value, digits)}</span>
    <span class="number cost">${chance
      ? html`<span class="hidden">chance </span>${percent(edge.probability ?? 0, 2)}`
      : html`<${Chip} facts=${facts} cost=${cost} words=${edge.best ? "best" : costWords(facts, cost, costDigits)} />`}
    </span>`;
}
