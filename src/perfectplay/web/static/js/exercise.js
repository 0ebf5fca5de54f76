// An exercise on a scorecard: the table, what to do, and what that cost.
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
/** @typedef {import("./options.js").Ranking & { bonuses?: Api.BonusStanding[] }} Advice */

/**
 * @typedef {object} Asking an exercise, and what is made of an answer to it
 * @property {string} title
 * @property {boolean} last
 * @property {{ current: boolean }} moved
 * @property {Api.SolutionFacts} facts
 * @property {import("./rules.js").Chosen} chosen
 * @property {Api.ExerciseFacts} exercise
 * @property {boolean} asking
 * @property {string | null} told the option that was chosen
 * @property {(label: string, cost: number) => void} choose
 * @property {(act: import("./practice.js").Act) => void} act
 */

/** @param {Asking & { exercise: { table: Api.TableFacts }, facts: { card: Api.CardFacts } }} props */
export function CardExercise({ facts, chosen, exercise, choose, ...asked }) {
  const { table, at } = exercise;
  const { card } = facts;
  const { asking, told } = asked;
  /** @type {import("./answer.js").Answer<Advice>} */
  const { found: advice, error } = useFound(at, (signal) =>
    ask(`solutions/${facts.id}/advice`, { body: { ...table, explain: 40 }, signal }));
  const [held, setHeld] = useState(/** @type {number[]} */ ([]));
  const option = (advice && !asking && advice.options.find((each) => each.label === told)) || null;
  const take = (/** @type {Option} */ each) => choose(each.label, each.cost);
  const holding = (table.rerolls ?? 0) > 0;
  const dice = { dice: read(table.dice, card.sides), held, kept: [] };
  return html`<div class="columns">
    <div>
      <${Question} ...${asked} option=${option}>
        <p>${holding
          ? `${rerollsWords(table.rerolls ?? 0)} left: what do you keep?`
          : "No rerolls left: which box?"}</p>
        <${DiceRow} table=${dice} card=${card} holding=${asking && holding} shown=${!asking || !holding}
          set=${(/** @type {{ held: number[] }} */ more) => setHeld(more.held)} />
        ${asking && holding && html`<${Keep} option=${advice && heldOption(advice, dice, card)} take=${take} />`}
      <//>
      <${Trouble} error=${error} />
      ${asking && advice && !holding && html`<${Boxes} card=${card} advice=${advice} take=${take} />`}
      ${option && html`<${Lesson} open lesson=${{ facts, advice, chosen: option, title: "Your choice" }} />`}
    </div>
    <${CardShown} card=${card} chosen=${chosen} table=${table} advice=${advice} />
  </div>`;
}

/**
 * The header of an exercise: its title, the question, and how to continue once it is answered.
 * @param {Pick<Asking, "title" | "last" | "moved" | "asking" | "act"> & {
 *   option: { best: boolean } | null, children: import("../vendor/htm-preact.js").Content,
 * }} props
 */
export function Question({ title, last, moved, asking, act, option, children }) {
  const head = useRef(/** @type {HTMLElement | null} */ (null));
  const next = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (moved.current) (asking ? head : next).current?.focus();
    moved.current = true;
  }, [asking, option !== null]);
  return html`<section class="panel" aria-labelledby="exercise-title">
    <h2 id="exercise-title" tabindex="-1" ref=${head}>${title}</h2>
    ${children}
    ${option && html`<div class="bar">
      <button type="button" class="main" ref=${next} onClick=${() => act({ what: "next" })}>
        ${last ? "The result" : "Next"}</button>
      ${!option.best && html`<button type="button" onClick=${() => act({ what: "again" })}>Try it again</button>
        <span class="soft">Your first choice counts.</span>`}</div>`}
  </section>`;
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
      <span class="soft">(this shows the best)</span></p>
  </section>`;
}
