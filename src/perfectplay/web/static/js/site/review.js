// A game that was played, looked back on, as a server would tell it: see `messages.ReviewFacts` in the library.
import { write } from "../format.js";
import { advise } from "./advice.js";
import { meant, readTurn, turnsIn } from "./record.js";

const WORST = 3;

export function lookBack(table, { record }) {
  const turns = [];
  let card = {};
  for (const [number, words] of turnsIn(record)) {
    try {
      turns.push(reviewed(table, card, words, turns.length + 1));
    } catch (error) {
      throw new Error(`line ${number}: ${error.message}`, { cause: error });
    }
    card = turns.at(-1).then;
  }
  const last = advise(table, null, { card });
  const over = last.moment === "over";
  const bonuses = over ? last.bonuses.map(({ name, total, at, points }) => ({ name, points: total >= at ? points : 0 })) : [];
  const sum = (each) => turns.reduce((total, turn) => total + each(turn), 0);
  const decisions = turns.flatMap((turn) => turn.decisions);
  return {
    value: table.solution.value,
    luck: sum((turn) => turn.luck),
    lost: sum((turn) => turn.lost),
    final: last.value,
    score: sum((turn) => turn.points + turn.extra) + bonuses.reduce((total, bonus) => total + bonus.points, 0),
    over,
    turns: turns.map(({ decisions: _, then, ...turn }) => turn),
    bonuses,
    worst: decisions.filter((each) => each.lost > 0).sort((one, other) => other.lost - one.lost).slice(0, WORST),
  };
}

// A turn from a card on: what was luck, what was lost, and the card after it.
function reviewed(table, card, words, number) {
  const { card: facts } = table.solution;
  const start = advise(table, null, { card });
  if (start.moment === "over") throw new Error(`the game is over: all ${facts.boxes.length} boxes are filled`);
  if (words[0] === "game") throw new Error("the game is named once, in the first line");
  const { rolls, keeps, rest } = readTurn(facts, words);
  if (!rest.length) throw new Error(`the box is missing; open are: ${start.open.join(", ")}`);
  const shown = [...rolls, ...(keeps.length === rolls.length ? [rolls.at(-1)] : [])];
  const decisions = [];
  let [luck, before] = [0, start.value];
  let placed = null;
  shown.forEach((roll, thrown) => {
    const placing = thrown === shown.length - 1;
    const rerolls = placing ? 0 : facts.rerolls - thrown;
    const advice = advise(table, null, { card, dice: write(roll, facts.sides), rerolls });
    const chosen = placing ? boxNamed(facts, advice, roll, rest) : advice.options.find((option) => option.then.dice === write(keeps[thrown], facts.sides));
    luck += advice.value - before;
    before = chosen.value;
    if (placing) placed = chosen;
    decisions.push({ turn: number, dice: roll, rerolls, open: advice.open, lost: chosen.cost, chosen: reason(chosen), best: reason(advice.options[0]) });
  });
  const dice = (faces) => write(faces, facts.sides) || "-";
  const lost = decisions.reduce((total, each) => total + each.lost, 0);
  return { box: placed.label, points: placed.points, extra: placed.extra, rolls: rolls.map(dice), keeps: keeps.map(dice), luck, lost, decisions, then: placed.then.card };
}

// The option for the box that the last word of a turn names.
function boxNamed({ boxes }, { open, options }, roll, [word, next]) {
  const [typed, told] = word.split("=");
  const names = meant(typed, boxes.map((box) => box.name));
  if (names.length !== 1) throw new Error(`'${typed}' is not a box; open are: ${open.join(", ")}`);
  const [box] = names;
  if (!open.includes(box)) throw new Error(`${box} is filled already; open are: ${open.join(", ")}`);
  const option = options.find((each) => each.label === box);
  if (!option) throw new Error(`${roll.join(" ")} may not go to ${box}, but to: ${options.map((each) => each.label).join(", ")}`);
  if (told !== undefined && Number(told) !== option.points) throw new Error(`${roll.join(" ")} scores ${option.points} in ${box}, not ${told}`);
  if (next !== undefined) throw new Error(`${box} ends the turn, but '${next}' follows; each turn has its own line`);
  return option;
}

const reason = ({ words, value, points, extra, later, aims }) => ({ words, value, points: points === null ? null : points + extra, later, aims: aims ?? [] });
