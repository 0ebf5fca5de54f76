// What lies on the table: the dice, the cards, whose turn it is, and what was decided on the way here.
import { read, write } from "./format.js";

const EMPTY = { dice: [], held: [], kept: [], rerolls: null, card: {}, two: false, other: {}, theirs: false };

// Every change is a new state, so that undo is going back to an old one. A `step` is what Back takes back.
export function turn(state, act) {
  const step = state.step + 1;
  switch (act.what) {
    case "set":
      return { ...state, table: { ...state.table, held: act.table.dice ? [] : state.table.held, ...act.table } };
    case "take":
      return { table: act.table, past: [...state.past, { table: state.table, decision: act.decision }], step };
    case "undo":
      return { table: state.past.at(-1).table, past: state.past.slice(0, -1), step };
    case "restart":
      return { table: { ...EMPTY, two: state.table.two }, past: [], step };
    default:
      return state;
  }
}

const isFace = (card, face) => face >= 1 && face <= card.sides;
const isLeft = (card, text) => /^\d$/.test(text ?? "") && Number(text) <= card.rerolls;
const isBox = (part) => /^[^=]+(=\d{0,7})?$/.test(part);
const partsOf = (text = "") => text.split(" ").filter(Boolean);

// What a link says of a table and nobody can read.
export const strangeIn = (card, words) => [
  ...(read(words.dice || "", card.sides).every((face) => isFace(card, face)) ? [] : [`dice=${words.dice}`]),
  ...(words.rerolls === undefined || isLeft(card, words.rerolls) ? [] : [`rerolls=${words.rerolls}`]),
  ...[words.filled, words.theirs].flatMap((text) => partsOf(text).filter((part) => !isBox(part))),
];

// The table that a link tells of, as far as it can be read.
export function tableOf(card, words) {
  const two = words.players === "2";
  const table = {
    ...EMPTY,
    dice: read(words.dice || "", card.sides).filter((face) => isFace(card, face)).slice(0, card.dice),
    rerolls: isLeft(card, words.rerolls) ? Number(words.rerolls) : null,
    card: readCard(words.filled),
    two,
    other: readCard(words.theirs),
    theirs: two && words.turn === "theirs",
  };
  return { table, past: [], step: 0 };
}

// What a link tells of a table.
export function tableWords(card, table) {
  return {
    dice: write(table.dice, card.sides),
    rerolls: table.dice.length === card.dice ? (table.rerolls ?? card.rerolls) : undefined,
    filled: cardWords(table.card),
    ...(table.two ? { players: 2, theirs: cardWords(table.other), turn: table.theirs ? "theirs" : undefined } : {}),
  };
}

function readCard(text) {
  const boxes = partsOf(text).filter(isBox).map((part) => part.split("="));
  return Object.fromEntries(
    boxes.map(([name, held]) => [name, held === undefined || held === "" ? null : Number(held)]),
  );
}

const cardWords = (card) =>
  Object.entries(card).map(([name, held]) => (held === null ? name : `${name}=${held}`)).join(" ");
