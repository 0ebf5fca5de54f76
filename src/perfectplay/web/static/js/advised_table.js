// The advisor's table: the dice and cards, what to do, and what has been done.
import { html, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";
import { useKept } from "./address.js";
import { useAnswer } from "./answer.js";
import { ask, SERVED } from "./api.js";
import { ByCard } from "./by_card.js";
import { Card, troubleAt } from "./card.js";
import { DiceEntry, DiceRow, heldOption } from "./dice.js";
import { ranked, useDuel } from "./duel.js";
import { Tick } from "./fields.js";
import { optionWords, read, sum, write } from "./format.js";
import { History } from "./history.js";
import { Trouble } from "./job.js";
import { momentWords, nextStep } from "./moment.js";
import { Options } from "./options.js";
import { recordOf } from "./record.js";
import { named } from "./rules.js";
import { Spread } from "./spread.js";
import { Standing, Standings } from "./standings.js";
import { recall, remember } from "./storage.js";
import { strangeIn, tableOf, tableWords, turn } from "./table.js";
import { Thumb } from "./thumb.js";
import { Boxes, Lesson } from "./training.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./options.js").Option} Option */
/** @typedef {{ facts: import("./options.js").Facts, advice: import("./options.js").Ranking }} Shown */

/** @param {Api.CardFacts} card @param {string | null} trouble */
const atBox = (card, trouble) =>
  [...card.boxes.map((box) => box.name), "repeat"].some((name) => troubleAt(name, trouble));

/**
 * @param {{
 *   facts: Api.SolutionFacts & { card: Api.CardFacts }, address: import("./address.js").Address,
 *   chosen: import("./rules.js").Chosen,
 * }} props
 */
export function AdvisedTable({ facts, address, chosen }) {
  const { card } = facts;
  const strange = address.state ? [] : strangeIn(card, address.words);
  /** @param {import("./table.js").State} state */
  const say = (state) => ({ ...named(chosen), ...tableWords(card, state.table) });
  const [state, act] = useKept("table", address, (words) => tableOf(card, words), turn, say);
  const { table } = state;
  const decisions = state.past.map((each) => each.decision);
  const full = table.dice.length === card.dice;
  const rerolls = table.rerolls ?? card.rerolls;
  const holding = full && rerolls > 0;
  const [own, other] = table.theirs ? [table.other, table.card] : [table.card, table.other];
  const dice = full ? { dice: write(table.dice, card.sides), rerolls } : {};
  const question = { card: own, ...dice, explain: 40 };
  const { advice, error, pending } = useAdvice(facts, question);
  const duel = useDuel(facts.id, table.two && SERVED, question, other);
  const [training, train] = useTraining();
  const [lesson, setLesson] = useState(/** @type {import("./training.js").Chosen & { step: number } | null} */ (null));
  const focus = useFocus(state.step);
  const set = (/** @type {Partial<Table>} */ more) => act({ what: "set", table: more });
  const asked = JSON.stringify(question);
  const [unrolled, setUnrolled] = useState({ asked: "", error: "" });
  const roll = async () => {
    const keep = write(full ? [] : table.kept, card.sides);
    try {
      const found = await ask(`solutions/${facts.id}/roll`, { body: { keep } });
      set({ dice: read(found.dice, card.sides) });
    } catch (trouble) {
      setUnrolled({ asked, error: /** @type {Error} */ (trouble).message });
    }
  };
  const trouble = unrolled.asked === asked && unrolled.error ? unrolled.error : error;
  /** @type {Shown | null} */
  const shown = advice && (table.two && duel.found ? ranked(facts, advice, duel.found) : { facts, advice });
  const inPercent = (shown ?? { facts }).facts.percent;
  /** @type {import("./options.js").Take} */
  const take = (option, event) => {
    if (!shown) return;
    focus.byKeyboard.current = event?.detail === 0;
    setLesson({ ...shown, chosen: option, step: state.step + 1 });
    act({ what: "take", ...taken(card, table, rerolls, shown, option) });
  };
  const lost = sum(decisions.map((each) => each.cost));
  const midway = !full && decisions.length > 0 && !decisions[decisions.length - 1].placed ? table.expected : undefined;
  const kept = midway && midway.percent === inPercent ? midway.value : null;
  const current = midway ? midway.value : advice && !pending ? advice.value : null;
  const luck = current === null ? null : current + lost - facts.value;
  const aim = facts.percent ? facts.meaning : "points";
  const fresh = shown && !pending && !duel.pending && full === shown.advice.options.length > 0 ? shown : null;
  const choices = fresh && fresh.advice.options.length > 0;
  const choosing = holding && (training || table.held.length > 0);
  const held = fresh && choosing ? heldOption(fresh.advice, table, card) : undefined;
  const next = nextStep({
    advice, table, full, held, best: choices && !training ? fresh.advice.options[0] : undefined,
    roll, take, restart: () => act({ what: "restart" }),
  });
  return html`
    <${Trouble} error=${strange.length > 0 && `In this link ${strange.join(", ")} cannot be read.`} />
    <div class="columns">
      <div>
        <section class="panel" aria-labelledby="dice-title" onFocusIn=${focus.entered}>
          <div class="bar spread">
            <h2 id="dice-title">The dice</h2>
            <p class="soft">${momentWords(advice, table, card, full, rerolls)}</p>
            <${Tick} id="training" label="hide the advice until I have chosen" on=${training} change=${train} />
          </div>
          <${DiceRow} table=${table} card=${card} set=${set} holding=${holding} />
          <${DiceEntry} table=${table} card=${card} set=${set} full=${full} rerolls=${rerolls} />
        </section>
        <${Thumb} next=${next} undo=${decisions.length ? () => act({ what: "undo" }) : undefined} />
        <${Trouble} error=${atBox(card, trouble) ? null : trouble} />
        ${table.two && !atBox(card, duel.error) && html`<${Standings} card=${card} table=${table} duel=${duel}
          aim=${aim} kept=${inPercent ? kept : null} />`}
        ${advice && (!table.two || !duel.found) && html`<${Standing} facts=${facts} advice=${advice} filled=${own}
          value=${kept ?? advice.value} />`}
        ${choices && !training && html`<${Options} facts=${fresh.facts} advice=${fresh.advice} take=${take} key=${asked}
          aim=${table.two && !duel.found ? aim : ""} />`}
        ${fresh && training && fresh.advice.moment === "place" && html`<${Boxes} card=${card} advice=${fresh.advice}
          take=${take} />`}
        ${training && lesson && lesson.step === state.step && html`<${Lesson} lesson=${lesson} />`}
        <p class="hidden" role="status">
          ${choices && !training ? `Best: ${optionWords(fresh.advice.options[0])}` : ""}</p>
      </div>
      <div>
        <${Card} facts=${facts} table=${table} set=${set} wrong=${trouble} otherWrong=${duel.error} />
        ${!table.two && html`<${ByCard} facts=${facts} game=${chosen.toml ? "" : chosen.game}
          question=${question} advice=${fresh ? advice : null} hidden=${training} />`}
        <${History} facts=${facts} decisions=${decisions} luck=${luck} lost=${lost} act=${act}
          review=${{ ...named(chosen), record: recordOf(card, state.past) }} />
        <${Spread} facts=${facts} />
      </div>
    </div>
  `;
}

/**
 * What to do at the table; the chances of the bonuses arrive slightly later than the rest.
 * @param {Api.SolutionFacts} facts
 * @param {Api.TableQuestion} question
 */
function useAdvice(facts, question) {
  /** @type {import("./answer.js").Answer<Api.AdviceFacts>} */
  const { found, error, pending } = useAnswer(`solutions/${facts.id}/advice`, question, (answer) =>
    !answer.error && answer.found !== null && answer.found.bonuses.some((bonus) => bonus.chance === null));
  return { advice: error ? null : found, error, pending };
}

/** @returns {[boolean, (on: boolean) => void]} whether the advice is hidden, as the browser remembers it */
function useTraining() {
  const [training, setTraining] = useState(recall("localStorage", "training") === "on");
  return [training, (on) => {
    remember("localStorage", "training", on ? "on" : "off");
    setTraining(on);
  }];
}

/**
 * The chosen option has disappeared: move the keyboard focus to where dice are entered.
 * @param {number} step
 */
function useFocus(step) {
  const last = useRef(/** @type {HTMLElement | null} */ (null));
  const byKeyboard = useRef(false);
  useLayoutEffect(() => {
    if (byKeyboard.current) (last.current ?? document.getElementById("dice-text"))?.focus();
    byKeyboard.current = false;
  }, [step]);
  const entered = (/** @type {FocusEvent} */ event) => {
    last.current = /** @type {HTMLElement} */ (event.target);
  };
  return { byKeyboard, entered };
}

/**
 * The table after an option, and the decision made.
 * @param {Api.CardFacts} card
 * @param {Table} table
 * @param {number} rerolls
 * @param {Shown} shown
 * @param {Option} option
 * @returns {{ table: Table, decision: import("./table.js").Decision }}
 */
function taken(card, table, rerolls, { facts, advice }, option) {
  const { then, value, cost } = option;
  const { percent } = facts;
  const kept = read(then.dice, card.sides);
  const placed = option.points !== null;
  const next = {
    ...table,
    dice: kept,
    held: [],
    kept: kept.length < card.dice ? kept : [],
    rerolls: then.rerolls,
    [table.theirs ? "other" : "card"]: then.card,
    theirs: table.two && placed ? !table.theirs : table.theirs,
    expected: { value, percent },
  };
  const who = table.two ? (table.theirs ? "they" : "you") : "";
  const words = { option: option.label, words: optionWords(option), best: optionWords(advice.options[0]) };
  return { table: next, decision: { who, percent, dice: table.dice, rerolls, kept, cost, placed, ...words } };
}
