// A game review, as a server would give it: see `messages.ReviewFacts` in the library.
import { sum, write } from "../format.js";
import { advise } from "./advice.js";
import { readTurn, turnsIn } from "./record.js";

/** @typedef {import("./data.js").Table} Table */

const WORST = 3;

/**
 * @param {Table} table
 * @param {{ record: string }} question
 */
export function lookBack(table, { record }) {
  const turns = [];
  /** @type {Api.TableFacts["card"]} */
  let card = {};
  for (const { number, words } of turnsIn(record)) {
    try {
      const turn = reviewed(table, card, words, turns.length + 1);
      turns.push(turn);
      card = turn.then;
    } catch (error) {
      throw new Error(`line ${number}: ${/** @type {Error} */ (error).message}`, { cause: error });
    }
  }
  const last = advise(table, null, { card });
  const over = last.moment === "over";
  const bonuses = last.bonuses.map(({ name, total, at, points }) => ({ name, points: total >= at ? points : 0 }));
  const brought = over ? bonuses : [];
  const decisions = turns.flatMap((turn) => turn.decisions);
  return {
    value: table.solution.value,
    luck: sum(turns.map((turn) => turn.luck)),
    lost: sum(turns.map((turn) => turn.lost)),
    final: last.value,
    score: sum([...turns.map((turn) => turn.points + turn.extra), ...brought.map((bonus) => bonus.points)]),
    over,
    turns: turns.map(({ decisions: _, then, ...turn }) => turn),
    bonuses: brought,
    worst: decisions.filter((each) => each.lost > 0).sort((one, other) => other.lost - one.lost).slice(0, WORST),
  };
}

/**
 * A turn that starts with a card: its luck, its losses, and the card after it.
 * @param {Table} table
 * @param {Api.TableFacts["card"]} card
 * @param {string[]} words
 * @param {number} turn
 */
function reviewed(table, card, words, turn) {
  const { card: facts } = table.solution;
  const start = advise(table, null, { card });
  /** @param {number[]} roll @param {number} rerolls */
  const at = (roll, rerolls) => advise(table, null, { card, dice: write(roll, facts.sides), rerolls });
  const { rolls, keeps, box } = readTurn(facts, start.open, (roll) => placements(facts, at(roll, 0)), words);
  let [luck, before] = [0, start.value];
  /**
   * The decision made with a roll on the table, as one of the options.
   * @param {number[]} roll
   * @param {number} rerolls
   * @param {(option: Api.OptionFacts) => boolean} taken
   */
  const decided = (roll, rerolls, taken) => {
    const { value, open, options } = at(roll, rerolls);
    const chosen = /** @type {Api.OptionFacts} */ (options.find(taken));
    luck += value - before;
    before = chosen.value;
    const reasons = { chosen: reason(chosen), best: reason(options[0]) };
    return { option: chosen, told: { turn, dice: roll, rerolls, open, lost: chosen.cost, ...reasons } };
  };
  const kept = keeps.map((keep, thrown) =>
    decided(rolls[thrown], facts.rerolls - thrown, ({ then }) => then.dice === write(keep, facts.sides)).told);
  const placed = decided(rolls[rolls.length - 1], 0, ({ label }) => label === box);
  const decisions = [...kept, placed.told];
  const dice = (/** @type {number[]} */ faces) => write(faces, facts.sides) || "-";
  return {
    box,
    points: placed.option.points ?? 0,
    extra: placed.option.extra ?? 0,
    rolls: rolls.map(dice),
    keeps: keeps.map(dice),
    luck,
    lost: sum(decisions.map((each) => each.lost)),
    decisions,
    then: placed.option.then.card,
  };
}

/**
 * Where a roll may go, in card order.
 * @param {Api.CardFacts} card
 * @param {{ options: Api.OptionFacts[] }} advice
 */
const placements = ({ boxes }, { options }) =>
  boxes.flatMap(({ name }) => options.filter((option) => option.label === name))
    .map(({ label, points, extra }) => ({ name: label, points: points ?? 0, extra: extra ?? 0 }));

/** @param {Api.OptionFacts} option */
const reason = ({ words, value, points, extra, later, aims }) => ({
  words,
  value,
  points: points === null ? null : points + (extra ?? 0),
  later,
  aims: aims ?? [],
});
