// The table, parsed as in the library: see `model/scorecard/sheet.py` and `table.py` there.
import { diceWords, sum } from "../format.js";
import { didYouMean, meant, several } from "./naming.js";
import { partition, pattern, trimmed } from "./spelling.js";

/** @typedef {import("./data.js").Table} Table */
/** @typedef {Map<string, number | null>} Words what stands on a card, each word with its number if it has one */
/**
 * A place between turns: the mask of the filled boxes, whether a repeat counts, the total of each section.
 * @typedef {{ mask: number, flag: number, totals: number[] }} Place
 */

const SHOWN = 12;
const REPEAT = "repeat";
const DIGITS = 9;  // the most sides for which a face is one digit
const AROUND_EQUALS = pattern("\\s*=\\s*");
const BETWEEN_WORDS = pattern("(?:\\s|[,;])+");
const BETWEEN_FACES = pattern("(?:\\s|,)+");

/**
 * The place between turns that a card shows, the totals towards its bonuses, and the score so far if known.
 * @param {Table} table
 * @param {Record<string, number | null>} card
 */
export function readSheet(table, card) {
  const facts = table.solution.card;
  const { name: title, bonuses, in_order: inOrder } = facts;
  const names = facts.boxes.map((box) => box.name);
  const words = readWords(facts, names, card);
  const filled = names.filter((name) => words.has(name));
  for (const name of filled) requirePoints(name, words.get(name) ?? null, table.possible[name]);
  if (inOrder && filled.some((name, place) => names[place] !== name)) {
    const missing = names.find((name) => !filled.includes(name));
    throw new Error(`${title} is filled in order; ${filled[0]} comes after ${missing}`);
  }
  const totals = bonuses.map((bonus) => totalOf(table, bonus, filled, words));
  const earned = repeatPoints(table, filled, words);
  const place = {
    mask: names.reduce((mask, name, box) => (words.has(name) ? mask | (1 << box) : mask), 0),
    flag: holdsRepeat(table, filled, words, earned) ? 1 : 0,
    totals: sectionTotals(table, totals),
  };
  const unknown = filled.some((name) => words.get(name) === null);
  const score = unknown ? null : earned + sum(filled.map((name) => words.get(name) ?? 0));
  return { place, totals, score };
}

/**
 * The total of each section, from the totals towards each bonus.
 * @param {Table} table
 * @param {number[]} totals
 */
function sectionTotals({ solution, sections }, totals) {
  const { bonuses } = solution.card;
  return sections.map((section) => {
    const own = bonuses.map(({ name, at }, number) => ({ name, at, total: totals[number] }))
      .filter(({ name }) => section.bonuses.includes(name));
    const total = Math.max(...own.map((each) => each.total));
    if (own.some((each) => each.total !== Math.min(total, each.at))) {
      throw new Error("the totals of the bonuses do not go together");
    }
    return total;
  });
}

/**
 * The words of a card, each with its points if it has any.
 * @param {Api.CardFacts} facts
 * @param {string[]} names
 * @param {Record<string, number | null>} card
 */
function readWords({ name: title, bonuses, repeat }, names, card) {
  const known = [...names, ...bonuses.map((bonus) => bonus.name), ...(repeat ? [REPEAT] : [])];
  const text = Object.entries(card).map(([name, held]) => (held === null ? name : `${name}=${held}`)).join(" ");
  const joined = trimmed(text).replace(AROUND_EQUALS, "=");
  /** @type {Words} */
  const words = new Map();
  for (const word of joined ? joined.split(BETWEEN_WORDS) : []) {
    const [typed, number] = partition(word, "=");
    const name = readName(title, typed, known);
    if (words.has(name)) throw new Error(`${name} is given twice on the card`);
    if (number === null ? !names.includes(name) : !/^[0-9]{1,7}$/.test(number)) {
      throw new Error(`'${word}' on the card is not understood; write ${name}=POINTS`);
    }
    words.set(name, number === null ? null : Number(number));
  }
  return words;
}

/** @param {string} title @param {string} typed @param {string[]} known */
function readName(title, typed, known) {
  const names = meant(typed, known);
  if (!names.length) throw new Error(`${title} has no box '${typed}'; ${didYouMean(typed, known)}`);
  if (names.length > 1) throw new Error(several(typed, names));
  return names[0];
}

/** @param {string} name @param {number | null} points @param {number[]} possible */
function requirePoints(name, points, possible) {
  if (points === null || possible.includes(points)) return;
  const many = possible.length > SHOWN;
  const shown = many ? [...possible.slice(0, SHOWN - 1), "...", possible.at(-1)] : possible;
  throw new Error(`${name}=${points} is impossible; ${name} can hold ${shown.join(", ")}`);
}

/**
 * The total towards a bonus: from the boxes, or as given.
 * @param {Table} table
 * @param {Api.BonusFacts} bonus
 * @param {string[]} filled
 * @param {Words} words
 */
function totalOf(table, bonus, filled, words) {
  const counted = filled.filter((name) => bonus.boxes.includes(name));
  const unknown = counted.filter((name) => words.get(name) === null);
  const known = sum(counted.map((name) => words.get(name) ?? 0));
  const told = words.get(bonus.name) ?? null;
  if (told === null) {
    if (unknown.length && bonus.points) {
      const [first] = unknown;
      const write = `write ${first}=POINTS, or the total as ${bonus.name}=POINTS`;
      throw new Error(`the points of ${first} count towards the bonus ${bonus.name}; ${write}`);
    }
    return Math.min(known, bonus.at);
  }
  /** @param {Set<number>} sums @param {string} name */
  const add = (sums, name) =>
    new Set([...sums].flatMap((each) => table.possible[name].map((points) => each + points)));
  if (!unknown.reduce(add, new Set([known])).has(told)) {
    const hold = unknown.length ? "" : `; they hold ${known}`;
    throw new Error(`${bonus.name}=${told} is impossible with ${counted.join(", ") || "no box"} filled${hold}`);
  }
  return Math.min(told, bonus.at);
}

/** @param {Table} table @param {string[]} filled @param {Words} words */
function repeatPoints({ solution, repeat_points: each }, filled, words) {
  const { repeat } = solution.card;
  const earned = words.get(REPEAT) ?? 0;
  if (!earned || !repeat) return 0;
  const holds = filled.includes(repeat) && words.get(repeat) !== 0;
  if (earned % each || !holds || earned / each >= filled.length) {
    const most = `the bonus is ${each} for each of the other filled boxes at most`;
    throw new Error(`${REPEAT}=${earned} is impossible: ${most}, and only once ${repeat} holds points`);
  }
  return earned;
}

/** @param {Table} table @param {string[]} filled @param {Words} words @param {number} earned */
function holdsRepeat({ solution, possible }, filled, words, earned) {
  const { repeat } = solution.card;
  if (!repeat || !filled.includes(repeat)) return false;
  const points = words.get(repeat) ?? null;
  if (points === null && !earned) {
    throw new Error(`it matters what ${repeat} holds; write ${repeat}=0 or ${repeat}=${Math.max(...possible[repeat])}`);
  }
  return points === null || points > 0;
}

/**
 * Some dice, in ascending order: 66633, or 6 6 6 3 3, or 6,6,6,3,3.
 * @param {Api.CardFacts} card
 * @param {string} text
 */
export function readFaces({ sides }, text) {
  const parts = trimmed(text).split(BETWEEN_FACES);
  const found = parts.length === 1 && sides <= DIGITS ? [...parts[0]] : parts;
  for (const part of found) {
    if (!isFace(part, sides)) {
      const write = "write the faces like 66633 or 6 6 6 3 3";
      throw new Error(`'${part}' in '${text}' is not on a die with ${sides} sides; ${write}`);
    }
  }
  return found.map(Number).sort((one, other) => one - other);
}

/** @param {string} part @param {number} sides */
export const isFace = (part, sides) => /^[1-9][0-9]?$/.test(part) && Number(part) <= sides;

/**
 * All dice of a roll.
 * @param {Api.CardFacts} card
 * @param {string} text
 */
export function readRoll(card, text) {
  const faces = readFaces(card, text);
  if (faces.length !== card.dice) {
    throw new Error(`'${text}' shows ${diceWords(faces.length)}; ${card.name} is played with ${diceWords(card.dice)}`);
  }
  return faces;
}
