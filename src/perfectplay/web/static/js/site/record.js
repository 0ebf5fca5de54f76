// A game as players jot it down, one line a turn, as `perfectplay review` reads it: a roll, then `keep`, the dice
// kept and what all dice show next, as often as dice were rolled again; at the end the box.
import { read } from "../format.js";

const SHORT = { aces: "ones", "2k": "pair", "3k": "three-of-a-kind", "4k": "four-of-a-kind", "5k": "five-of-a-kind" };

// The lines that tell a turn, each with its number, as words; comments and the line that names the game are left out.
export function turnsIn(text) {
  const lines = text.split("\n").map((line, place) => [place + 1, line.split("#")[0].split(/\s+/).filter(Boolean)]).filter(([, words]) => words.length);
  if (lines.length && lines[0][1][0] === "game") lines.shift();
  if (!lines.length) throw new Error("no turn is written down; write one a line: ROLL BOX, or ROLL keep DICE ROLL BOX");
  return lines;
}

// A turn: its rolls, what was kept of them, and the word for the box.
export function readTurn(card, words) {
  const said = joined(card, words);
  const rolls = [readRoll(card, said.shift(), [])];
  const keeps = [];
  while (said.length > 1 && said[0].toLowerCase() === "keep") {
    if (keeps.length === card.rerolls) throw new Error(`one keep is too many; ${card.name} has ${card.rerolls || "no"} reroll${card.rerolls === 1 ? "" : "s"} a turn`);
    const word = said[1];
    const keep = word === "-" ? [] : readDice(card, word);
    if (!within(keep, rolls.at(-1))) throw new Error(`${keep.join(" ")} cannot be kept of ${rolls.at(-1).join(" ")}`);
    keeps.push(keep);
    said.splice(0, 2);
    if (keep.length === card.dice) break;
    if (!said.length) throw new Error(`the roll after keep ${word} is missing`);
    rolls.push(readRoll(card, said.shift(), keep));
  }
  if (keeps.length < Math.min(rolls.length, card.rerolls)) keeps.push(rolls.at(-1));
  return { rolls, keeps, rest: said };
}

// Dice that stand apart put together: 1 3 3 5 6 is 13356.
function joined(card, words) {
  if (card.sides > 9) return [...words];
  const found = [];
  let run = "";
  const end = () => {
    const kept = found.length && found.at(-1).toLowerCase() === "keep" ? Math.max(0, run.length - card.dice) : 0;
    found.push(...[run.slice(0, kept), run.slice(kept)].filter(Boolean));
    run = "";
  };
  for (const word of words) {
    if (/^\d$/.test(word)) run += word;
    else {
      end();
      found.push(word);
    }
  }
  end();
  return found;
}

function readDice({ sides }, word) {
  const faces = read(word, word.includes(",") ? 10 : sides);
  if (!faces.length || !faces.every((face) => face >= 1 && face <= sides)) throw new Error(`'${word}' stands where dice should be; they have ${sides} sides`);
  return faces.sort((one, other) => one - other);
}

function readRoll(card, word, kept) {
  const roll = readDice(card, word);
  const dice = (count) => `${count} ${count === 1 ? "die" : "dice"}`;
  if (roll.length !== card.dice) throw new Error(`${word} shows ${dice(roll.length)}; ${card.name} is played with ${dice(card.dice)}`);
  if (!within(kept, roll)) throw new Error(`${word} does not contain the kept ${kept.join(" ")}`);
  return roll;
}

const within = (some, dice) => {
  const count = (faces, face) => faces.filter((each) => each === face).length;
  return some.every((face) => count(some, face) <= count(dice, face));
};

// The names that a word can stand for: in any case, by a short name, by initials, or by a beginning.
export function meant(word, names) {
  if (names.includes(word)) return [word];
  const plain = word.toLowerCase().replaceAll("_", "-");
  const initials = (name) => name.split("-").map((part) => part.charAt(0)).join("");
  const ways = [
    (name) => name === plain,
    (name) => name === SHORT[plain],
    (name) => name.includes("-") && initials(name) === plain,
    (name) => plain !== "" && name.startsWith(plain),
  ];
  return ways.map((way) => names.filter((name) => way(name.toLowerCase()))).find((found) => found.length) ?? [];
}
