// One exercise: what lies on the table or where a game stands, what to do, and what that cost.
import { html, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";
import { hashOf } from "./address.js";
import { useFound } from "./answer.js";
import { ask } from "./api.js";
import { rowTitle } from "./card.js";
import { DiceRow, heldOption, Keep } from "./dice.js";
import { read, rerollsWords, sum, titled } from "./format.js";
import { Trouble } from "./job.js";
import { named } from "./rules.js";
import { tableWords } from "./table.js";
import { Boxes, Lesson } from "./training.js";

/** @typedef {import("./options.js").Option} Option */
/** @typedef {import("./options.js").Ranking & { words?: string, bonuses?: Api.BonusStanding[] }} Advice */

/**
 * @param {{
 *   title: string, last: boolean, moved: { current: boolean }, facts: Api.SolutionFacts,
 *   chosen: import("./rules.js").Chosen, exercise: Api.ExerciseFacts, asking: boolean, told: string | null,
 *   choose: (label: string, cost: number) => void, act: (act: import("./practice.js").Act) => void,
 * }} props
 */
export function Exercise({ title, last, moved, facts, chosen, exercise, asking, told, choose, act }) {
  const { table, at, score } = exercise;
  const { card } = facts;
  const path = `solutions/${facts.id}`;
  /** @type {import("./answer.js").Answer<Advice>} */
  const { found: advice, error } = useFound(at, (signal) => (table
    ? ask(`${path}/advice`, { body: { ...table, explain: 40 }, signal })
    : ask(`${path}/position`, { body: { at, score }, signal }).then(asAdvice)));
  const [held, setHeld] = useState(/** @type {number[]} */ ([]));
  const head = useRef(/** @type {HTMLElement | null} */ (null));
  const next = useRef(/** @type {HTMLElement | null} */ (null));
  const option = (advice && !asking && advice.options.find((each) => each.label === told)) || null;
  useLayoutEffect(() => {
    if (moved.current) (asking ? head : next).current?.focus();
    moved.current = true;
  }, [asking, option !== null]);
  const take = (/** @type {Option} */ each) => choose(each.label, each.cost);
  const holding = table !== null && (table.rerolls ?? 0) > 0;
  const dice = table && card && { dice: read(table.dice, card.sides), held, kept: [] };
  return html`<div class=${table ? "columns" : ""}>
    <div>
      <section class="panel" aria-labelledby="exercise-title">
        <h2 id="exercise-title" tabindex="-1" ref=${head}>${title}</h2>
        ${dice && card
          ? html`<p>${holding
                ? `${rerollsWords(table.rerolls ?? 0)} left: what do you keep?`
                : "No rerolls left: which box?"}</p>
              <${DiceRow} table=${dice} card=${card} holding=${asking && holding} shown=${!asking || !holding}
                set=${(/** @type {{ held: number[] }} */ more) => setHeld(more.held)} />
              ${asking && holding && html`<${Keep} option=${advice && heldOption(advice, dice, card)} take=${take} />`}`
          : html`<p>${advice?.words ? titled(advice.words) : "…"}</p>`}
        ${option && html`<div class="bar">
          <button type="button" class="main" ref=${next} onClick=${() => act({ what: "next" })}>
            ${last ? "The result" : "Next"}</button>
          ${!option.best && html`<button type="button" onClick=${() => act({ what: "again" })}>Try it again</button>
            <span class="soft">Your first choice counts.</span>`}</div>`}
      </section>
      <${Trouble} error=${error} />
      ${asking && advice && table && !holding && html`<${Boxes} card=${card} advice=${advice} take=${take} />`}
      ${asking && advice && !table && html`<${Choices} advice=${advice} take=${take} />`}
      ${option && html`<${Lesson} open lesson=${{ facts: table ? facts : { ...facts, alone: facts }, advice,
        chosen: option, title: "Your choice" }} />`}
    </div>
    ${table && html`<${CardShown} card=${card} chosen=${chosen} table=${table} advice=${advice} />`}
  </div>`;
}

/**
 * A position of any game as advice has it: the options without what speaks for them.
 * @param {Api.PositionFacts} here
 */
const asAdvice = (here) => ({
  words: here.words,
  options: here.edges.map(({ label, cost, best }) => ({ label, words: label, cost, best })),
});

/**
 * An order that does not tell the best: numbers by their size, words as in a list.
 * @param {Option} a
 * @param {Option} b
 */
const bySize = (a, b) => a.label.localeCompare(b.label, "en", { numeric: true });

/** @param {{ advice: Advice, take: (option: Option) => void }} props */
function Choices({ advice, take }) {
  return html`<section class="panel" aria-labelledby="options-title"><h2 id="options-title">What do you do?</h2>
    <div class="bar">${[...advice.options].sort(bySize).map((option) => html`<button key=${option.label} type="button"
      data-option=${option.label} onClick=${() => take(option)}>${option.words}</button>`)}</div></section>`;
}

/**
 * @param {{
 *   card: Api.CardFacts, chosen: import("./rules.js").Chosen, table: Api.TableFacts, advice: Advice | null,
 * }} props
 */
function CardShown({ card, chosen, table, advice }) {
  const filled = (/** @type {string} */ name) => Object.hasOwn(table.card, name);
  const rows = [...card.boxes.map((box) => box.name), ...(filled("repeat") ? ["repeat"] : [])];
  const told = tableWords(card, { ...table, dice: read(table.dice, card.sides) });
  const score = sum(Object.values(table.card).map((each) => each ?? 0));
  return html`<section class="panel card shown" aria-labelledby="card-title"><h2 id="card-title">The card</h2>
    <table><tbody>${rows.map((name) => html`<tr key=${name} class=${filled(name) ? "filled" : ""}>
        <th scope="row">${rowTitle(name)}</th>
        <td class="right">${filled(name) ? table.card[name] : html`<span class="soft">open</span>`}</td></tr>`)}</tbody>
      <tfoot><tr><th scope="row" class="soft">points so far</th>
        <td class="right"><strong class="big">${score}</strong></td></tr></tfoot></table>
    ${advice?.bonuses?.map((bonus) => html`<p key=${bonus.name}>
      ${titled(bonus.name)} bonus: <strong>${bonus.total}</strong> of ${bonus.at}</p>`)}
    <p><a href=${hashOf("table", { ...named(chosen), ...told })}>Open it on the table</a>${" "}
      <span class="soft">(it tells the best)</span></p>
  </section>`;
}
