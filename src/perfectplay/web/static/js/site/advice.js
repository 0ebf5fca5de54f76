// What to do with the dice on the table, as a server would tell it: see `messages.Advice` in the library.
import { write } from "../format.js";
import { readRoll, readSheet } from "./sheet.js";
import { Turn } from "./turn.js";

const REMEMBERED = 8;
const turns = new Map();  // those asked about lately, the latest last

function turnAt(table, odds, place) {
  const name = JSON.stringify([table.solution.id, Boolean(odds), place]);
  const turn = turns.get(name) ?? new Turn(table, odds, place);
  turns.delete(name);
  turns.set(name, turn);
  if (turns.size > REMEMBERED) turns.delete(turns.keys().next().value);
  return turn;
}

export function advise(table, odds, question) {
  const { card } = table.solution;
  const { place, totals, score } = readSheet(table, question.card ?? {});
  const turn = turnAt(table, odds, place);
  const open = card.boxes.filter((_, box) => !((place.mask >> box) & 1)).map((box) => box.name);
  const roll = rollOf(table, question, open);
  const rerolls = question.rerolls ?? card.rerolls;
  const chances = odds?.bonus ? turn.chances(turn.row) : null;
  const worth = (value) => value + (score ?? 0);
  const value = roll === null ? turn.value : turn.values.rolled[rerolls][roll];
  return {
    moment: roll !== null ? (rerolls ? "keep" : "place") : open.length ? "roll" : "over",
    open,
    score,
    value: worth(value),
    bonuses: card.bonuses.map(({ name, at, points }, number) => ({ name, total: totals.get(name), at, points, chance: chances && chances[number] })),
    options: roll === null ? [] : ranked(turn, (rerolls ? keepOptions : boxOptions)(turn, roll, rerolls, question), worth),
  };
}

// The number of the roll that the dice show, if there are any.
function rollOf(table, { dice, rerolls }, open) {
  const { card, name } = table.solution;
  if (dice === undefined || dice === null) {
    if (rerolls !== undefined && rerolls !== null) throw new Error("rerolls go with dice");
    return null;
  }
  const faces = readRoll(card, dice);
  const left = rerolls ?? card.rerolls;
  if (!(left >= 0 && left <= card.rerolls)) {
    const told = `${left} reroll${left === 1 ? "" : "s"}`;
    throw new Error(`${told} cannot be left; ${name} has 0 to ${card.rerolls}`);
  }
  if (!open.length) throw new Error("all boxes are filled: the game is over");
  table.numbers ??= new Map(table.keeps.slice(0, table.rolls).map((keep, number) => [keep.join(), number]));
  return table.numbers.get(faces.join());
}

// Best first; equally good ones stay in the order of the game.
function ranked(turn, options, worth) {
  const best = Math.max(...options.map((each) => each.value));
  const told = options.map((option) => {
    const ties = turn.ties(option.value, best);
    return { ...option, value: worth(option.value), cost: ties ? 0 : best - option.value, best: ties };
  });
  return told.sort((one, other) => one.cost - other.cost);
}

// All dice first, which is to be done with rolling, and then those with fewer.
function keepOptions(turn, roll, rerolls, question) {
  const { table, values, hopes } = turn;
  const option = (keep, left, value, row) => ({
    label: table.labels[keep],
    words: table.words[keep],
    value,
    points: null,
    extra: null,
    later: null,
    then: { dice: write(table.keeps[keep], table.solution.card.sides), rerolls: left, card: { ...question.card } },
    bonus: turn.odds?.bonus ? named(turn, row.subarray(3 * turn.count)) : null,
    aims: aims(turn, row),
  });
  const row = (from, at) => from.subarray(at * hopes.width, (at + 1) * hopes.width);
  return [
    option(roll, 0, values.rolled[0][roll], row(hopes.placed, roll)),
    ...Array.from(turn.keeps(roll), (keep) => option(keep, rerolls - 1, values.kept[rerolls - 1][keep], row(hopes.kept[rerolls - 1], keep))),
  ];
}

function boxOptions(turn, roll, _, question) {
  const { card } = turn.table.solution;
  return turn.boxes(roll).map(({ box, points, extra, row, value }) => ({
    label: card.boxes[box].name,
    words: card.boxes[box].name,
    value,
    points,
    extra,
    later: value - points - extra,
    then: { dice: "", rerolls: null, card: filled(card, question.card, card.boxes[box].name, points, extra) },
    bonus: turn.odds?.bonus ? named(turn, turn.chances(row)) : null,
    aims: null,
  }));
}

// The card with one box more; totals that were told go on.
function filled(card, before, name, points, extra) {
  const found = { ...before, [name]: points };
  if (extra) found.repeat = (found.repeat ?? 0) + extra;
  for (const bonus of card.bonuses) {
    if (Object.hasOwn(found, bonus.name) && bonus.boxes.includes(name)) found[bonus.name] += points;
  }
  return found;
}

const named = (turn, chances) => Object.fromEntries(turn.table.solution.card.bonuses.map(({ name }, place) => [name, chances[place]]));

// Where the turn may end, the likeliest box first.
function aims(turn, row) {
  const { count } = turn;
  const found = turn.table.solution.card.boxes
    .map(({ name }, box) => ({ box, name, made: row[box], filled: row[count + box], points: row[2 * count + box] }))
    .filter(({ box }) => !((turn.place.mask >> box) & 1));
  found.sort((one, other) => other.filled - one.filled || other.made - one.made);
  return found.map(({ name, made, filled: used, points }) => ({ box: name, made, filled: used, points: used > 0 ? points / used : 0 }));
}
