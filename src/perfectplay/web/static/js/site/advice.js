// Advice for the dice on the table, as a server would give it: see `messages.Advice` in the library.
import { rerollsWords, write } from "../format.js";
import { readRoll, readSheet } from "./sheet.js";
import { Turn } from "./turn.js";

/** @typedef {import("./data.js").Table} Table */
/** @typedef {import("./data.js").Odds} Odds */
/** @typedef {Pick<Api.TableQuestion, "dice" | "rerolls" | "card">} Question */
/** @typedef {Omit<Api.OptionFacts, "cost" | "best">} Option */

const REMEMBERED = 8;
/** @type {Map<string, Turn>} */
const turns = new Map();  // recently used, the latest last

/**
 * @param {Table} table
 * @param {Odds | null} odds
 * @param {import("./sheet.js").Place} place
 */
function turnAt(table, odds, place) {
  const name = JSON.stringify([table.solution.id, Boolean(odds), place]);
  const turn = turns.get(name) ?? new Turn(table, odds, place);
  turns.delete(name);
  turns.set(name, turn);
  if (turns.size > REMEMBERED) turns.delete([...turns.keys()][0]);
  return turn;
}

/**
 * @param {Table} table
 * @param {Odds | null} odds
 * @param {Question} question
 * @returns {Omit<Api.AdviceFacts, "position">}
 */
export function advise(table, odds, question) {
  const { card } = table.solution;
  const filled = question.card ?? {};
  const { place, totals, score } = readSheet(table, filled);
  const turn = turnAt(table, odds, place);
  const open = card.boxes.filter((_, box) => !((place.mask >> box) & 1)).map((box) => box.name);
  const roll = rollOf(table, question, place);
  const rerolls = question.rerolls ?? card.rerolls;
  const chances = turn.odds?.bonus ? turn.chances(turn.row) : null;
  const worth = (/** @type {number} */ value) => value + (score ?? 0);
  const bonuses = card.bonuses.map(({ name, at, points }, number) =>
    ({ name, total: totals[number], at, points, chance: chances && chances[number] }));
  if (roll === null) {
    return { moment: open.length ? "roll" : "over", open, score, value: worth(turn.value), bonuses, options: [] };
  }
  const options = rerolls ? keepOptions(turn, roll, rerolls, filled) : boxOptions(turn, roll, filled);
  return {
    moment: rerolls ? "keep" : "place",
    open,
    score,
    value: worth(turn.values.rolled[rerolls][roll]),
    bonuses,
    options: ranked(turn, options, worth),
  };
}

/**
 * The number of the roll on the table, if any.
 * @param {Table} table
 * @param {Question} question
 * @param {import("./sheet.js").Place} place
 */
export function rollOf(table, { dice = null, rerolls = null }, { mask }) {
  const { card, name } = table.solution;
  if (dice === null) {
    if (rerolls !== null) throw new Error("--rerolls needs --dice");
    return null;
  }
  const faces = readRoll(card, dice);
  const left = rerolls ?? card.rerolls;
  if (!(left >= 0 && left <= card.rerolls)) {
    throw new Error(`${rerollsWords(left)} cannot be left; ${name} has 0 to ${card.rerolls}`);
  }
  if (mask + 1 === 1 << card.boxes.length) throw new Error("all boxes are filled: the game is over");
  table.numbers ??= new Map(table.keeps.slice(0, table.rolls).map((keep, number) => [keep.join(), number]));
  return table.numbers.get(faces.join()) ?? null;
}

/**
 * Best first; ties stay in the order of the game.
 * @param {Turn} turn
 * @param {Option[]} options
 * @param {(value: number) => number} worth
 */
function ranked(turn, options, worth) {
  const best = Math.max(...options.map((each) => each.value));
  const told = options.map((option) => {
    const ties = turn.ties(option.value, best);
    return { ...option, value: worth(option.value), cost: ties ? 0 : best - option.value, best: ties };
  });
  return told.sort((one, other) => one.cost - other.cost);
}

/**
 * All dice first, which ends the rolling, then fewer and fewer.
 * @param {Turn} turn
 * @param {number} roll
 * @param {number} rerolls
 * @param {Api.TableFacts["card"]} filled
 */
function keepOptions(turn, roll, rerolls, filled) {
  const { table, values, hopes } = turn;
  /**
   * @param {number} keep
   * @param {number} left
   * @param {number} value
   * @param {Float64Array} row
   * @returns {Option}
   */
  const option = (keep, left, value, row) => ({
    label: table.labels[keep],
    words: table.words[keep],
    value,
    points: null,
    extra: null,
    later: null,
    then: { dice: write(table.keeps[keep], table.solution.card.sides), rerolls: left, card: { ...filled } },
    bonus: turn.odds?.bonus ? named(turn, row.subarray(3 * turn.count)) : null,
    aims: aims(turn, row),
  });
  /** @param {Float64Array} from @param {number} at */
  const row = (from, at) => from.subarray(at * hopes.width, (at + 1) * hopes.width);
  const left = rerolls - 1;
  return [
    option(roll, 0, values.rolled[0][roll], row(hopes.placed, roll)),
    ...Array.from(turn.keeps(roll), (keep) => option(keep, left, values.kept[left][keep], row(hopes.kept[left], keep))),
  ];
}

/**
 * @param {Turn} turn
 * @param {number} roll
 * @param {Api.TableFacts["card"]} before
 * @returns {Option[]}
 */
function boxOptions(turn, roll, before) {
  const { card } = turn.table.solution;
  return turn.boxes(roll).map(({ box, points, extra, row, value }) => ({
    label: card.boxes[box].name,
    words: card.boxes[box].name,
    value,
    points,
    extra,
    later: value - points - extra,
    then: { dice: "", rerolls: null, card: withBox(card, before, card.boxes[box].name, points, extra) },
    bonus: turn.odds?.bonus ? named(turn, turn.chances(row)) : null,
    aims: null,
  }));
}

/**
 * The card with one more box filled; totals that were given are continued.
 * @param {Api.CardFacts} card
 * @param {Api.TableFacts["card"]} before
 * @param {string} name
 * @param {number} points
 * @param {number} extra
 */
function withBox(card, before, name, points, extra) {
  const found = { ...before, [name]: points };
  if (extra) found.repeat = (found.repeat ?? 0) + extra;
  for (const bonus of card.bonuses) {
    const told = Object.hasOwn(found, bonus.name) ? found[bonus.name] : null;
    if (told !== null && bonus.boxes.includes(name)) found[bonus.name] = told + points;
  }
  return found;
}

/**
 * The bonuses with their chances.
 * @param {Turn} turn
 * @param {ArrayLike<number>} chances
 */
const named = (turn, chances) =>
  Object.fromEntries(turn.table.solution.card.bonuses.map(({ name }, place) => [name, chances[place]]));

/**
 * How the turn may end, the likeliest box first.
 * @param {Turn} turn
 * @param {Float64Array} row
 * @returns {Api.AimFacts[]}
 */
function aims(turn, row) {
  const { count } = turn;
  const found = turn.table.solution.card.boxes.map(({ name }, box) => {
    const filled = row[count + box];
    return { box: name, made: row[box], filled, points: filled > 0 ? row[2 * count + box] / filled : 0 };
  });
  return found
    .filter((_, box) => !((turn.place.mask >> box) & 1))
    .sort((one, other) => other.filled - one.filled || other.made - one.made);
}
