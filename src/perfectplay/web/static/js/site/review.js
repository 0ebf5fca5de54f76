// A game that was played, looked back on, as a server would tell it: see `messages.ReviewFacts` in the library.
import { write } from "../format.js";
import { advise } from "./advice.js";
import { readTurn, turnsIn } from "./record.js";

const WORST = 3;

export function lookBack(table, { record }) {
  const turns = [];
  let card = {};
  for (const { number, words } of turnsIn(record)) {
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
  const at = (roll, rerolls) => advise(table, null, { card, dice: write(roll, facts.sides), rerolls });
  const { rolls, keeps, box } = readTurn(facts, start.open, (roll) => placements(facts, at(roll, 0)), words);
  const shown = [...rolls, ...(keeps.length === rolls.length ? [rolls.at(-1)] : [])];
  const decisions = [];
  let [luck, before] = [0, start.value];
  let placed = null;
  shown.forEach((roll, thrown) => {
    const placing = thrown === shown.length - 1;
    const rerolls = placing ? 0 : facts.rerolls - thrown;
    const advice = at(roll, rerolls);
    const taken = placing
      ? (option) => option.label === box
      : (option) => option.then.dice === write(keeps[thrown], facts.sides);
    const chosen = advice.options.find(taken);
    luck += advice.value - before;
    before = chosen.value;
    if (placing) placed = chosen;
    const reasons = { chosen: reason(chosen), best: reason(advice.options[0]) };
    decisions.push({ turn: number, dice: roll, rerolls, open: advice.open, lost: chosen.cost, ...reasons });
  });
  const dice = (faces) => write(faces, facts.sides) || "-";
  return {
    box,
    points: placed.points,
    extra: placed.extra,
    rolls: rolls.map(dice),
    keeps: keeps.map(dice),
    luck,
    lost: decisions.reduce((total, each) => total + each.lost, 0),
    decisions,
    then: placed.then.card,
  };
}

// Where a roll may go, in the order of the card.
function placements({ boxes }, { options }) {
  const found = boxes.map(({ name }) => options.find((option) => option.label === name)).filter(Boolean);
  return found.map(({ label, points, extra }) => ({ name: label, points, extra }));
}

const reason = ({ words, value, points, extra, later, aims }) => ({
  words,
  value,
  points: points === null ? null : points + extra,
  later,
  aims: aims ?? [],
});
