// The table: the dice, the cards, whose turn it is, and the decisions made so far.
import { read, write } from "./format.js";

/** @typedef {Record<string, number | null>} Filled the boxes of a card that are filled, with their points if told */
/**
 * @typedef {object} Table
 * @property {number[]} dice
 * @property {number[]} held the places of the dice that are held
 * @property {number[]} kept the dice that were kept before others are rolled
 * @property {number | null} rerolls
 * @property {Filled} card
 * @property {boolean} two
 * @property {Filled} other
 * @property {boolean} theirs whether it is the other player's turn
 * @property {{ value: number, percent: boolean }} [expected] by the option that was taken last
 */
/**
 * @typedef {object} Decision
 * @property {"" | "you" | "they"} who
 * @property {boolean} percent
 * @property {number[]} dice
 * @property {number} rerolls
 * @property {string} option
 * @property {number[]} kept
 * @property {string} words
 * @property {number} cost
 * @property {string} best
 * @property {boolean} placed whether a box was filled
 */
/** @typedef {{ table: Table, decision: Decision }[]} Past each decision, with the table that it was made at */
/** @typedef {{ table: Table, past: Past, step: number }} State */
/**
 * @typedef {{ what: "set", table: Partial<Table> } | { what: "take", table: Table, decision: Decision }
 *   | { what: "undo" } | { what: "restart" }} Act
 */

/** @type {Table} */
const EMPTY = { dice: [], held: [], kept: [], rerolls: null, card: {}, two: false, other: {}, theirs: false };

/**
 * Every change makes a new state, so undo returns to an old one. Back undoes a `step`.
 * @param {State} state
 * @param {Act} act
 * @returns {State}
 */
export function turn(state, act) {
  const { table, past } = state;
  const step = state.step + 1;
  switch (act.what) {
    case "set":
      return { ...state, table: { ...table, held: act.table.dice ? [] : table.held, ...act.table } };
    case "take":
      return { table: act.table, past: [...past, { table, decision: act.decision }], step };
    case "undo":
      return { table: past[past.length - 1].table, past: past.slice(0, -1), step };
    case "restart":
      return { table: { ...EMPTY, two: table.two }, past: [], step };
    default:
      return state;
  }
}

/** @param {Api.CardFacts} card */
const isFaceOf = (card) => (/** @type {number} */ face) => face >= 1 && face <= card.sides;
/** @param {Api.CardFacts} card @param {string | undefined} text */
const isLeft = (card, text) => /^\d$/.test(text ?? "") && Number(text) <= card.rerolls;
const isBox = (/** @type {string} */ part) => /^[^=]+(=\d{0,7})?$/.test(part);
const partsOf = (text = "") => text.split(" ").filter(Boolean);

/**
 * The unreadable parts of a link to a table.
 * @param {Api.CardFacts} card
 * @param {import("./address.js").Words} words
 */
export const strangeIn = (card, words) => [
  ...(read(words.dice || "", card.sides).every(isFaceOf(card)) ? [] : [`dice=${words.dice}`]),
  ...(words.rerolls === undefined || isLeft(card, words.rerolls) ? [] : [`rerolls=${words.rerolls}`]),
  ...[words.filled, words.theirs].flatMap((text) => partsOf(text).filter((part) => !isBox(part))),
];

/**
 * The table described by a link, as far as it can be read.
 * @param {Api.CardFacts} card
 * @param {import("./address.js").Words} words
 * @returns {State}
 */
export function tableOf(card, words) {
  const two = words.players === "2";
  const table = {
    ...EMPTY,
    dice: read(words.dice || "", card.sides).filter(isFaceOf(card)).slice(0, card.dice),
    rerolls: isLeft(card, words.rerolls) ? Number(words.rerolls) : null,
    card: readCard(words.filled),
    two,
    other: readCard(words.theirs),
    theirs: two && words.turn === "theirs",
  };
  return { table, past: [], step: 0 };
}

/**
 * The link to a table.
 * @param {Api.CardFacts} card
 * @param {Pick<Table, "dice" | "rerolls" | "card"> & Partial<Table>} table
 * @returns {import("./address.js").Said}
 */
export function tableWords(card, { dice, rerolls, card: filled, two, other = {}, theirs }) {
  return {
    dice: write(dice, card.sides),
    rerolls: dice.length === card.dice ? (rerolls ?? card.rerolls) : undefined,
    filled: cardWords(filled),
    ...(two ? { players: 2, theirs: cardWords(other), turn: theirs ? "theirs" : undefined } : {}),
  };
}

/**
 * @param {string | undefined} text
 * @returns {Filled}
 */
function readCard(text) {
  const boxes = partsOf(text).filter(isBox).map((part) => part.split("="));
  return Object.fromEntries(
    boxes.map(([name, held]) => [name, held === undefined || held === "" ? null : Number(held)]),
  );
}

/** @param {Filled} card */
const cardWords = (card) =>
  Object.entries(card).map(([name, held]) => (held === null ? name : `${name}=${held}`)).join(" ");
