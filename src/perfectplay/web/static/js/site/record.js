// A game as players note it down, parsed as in the library: see `model/scorecard/record.py` there. A turn is a
// roll; then, for each reroll, `keep`, the dice kept and what all dice show next; and finally the box.
import { diceWords, rerollsWords, write } from "../format.js";
import { didYouMean, meant, several } from "./naming.js";
import { isFace } from "./sheet.js";
import { beginning, partition, shortened, spaced, spelled, trimmed, wordsOf } from "./spelling.js";

const GAME = "game";
const KEEP = "keep";
const NOTHING = "-";
const DIGITS = 9;  // the most sides for which a face is one digit

/** @typedef {{ name: string, points: number, extra: number }} Placement a box that a roll may go to */

/**
 * The lines that contain turns, as words with line numbers; without comments and the line that names the game.
 * @param {string} text
 */
export function turnsIn(text) {
  const lines = text.split("\n")
    .map((line, place) => ({ number: place + 1, words: wordsOf(line.split("#")[0]) }))
    .filter(({ words }) => words.length);
  const named = lines.length > 0 && lines[0].words[0] === GAME;
  if (named && lines[0].words.length === 1) {
    throw new Error(`line ${lines[0].number}: which game? write it like: game yahtzee`);
  }
  const turns = named ? lines.slice(1) : lines;
  if (!turns.length) {
    throw new Error("there are no turns; write one per line: ROLL BOX, or ROLL keep DICE ROLL BOX");
  }
  return turns;
}

/**
 * A turn: its rolls, what was kept of them, and the box. `placements(roll)` lists where a roll may go, what it
 * scores there and what it earns besides.
 * @param {Api.CardFacts} card
 * @param {string[]} open
 * @param {(roll: number[]) => Placement[]} placements
 * @param {string[]} words
 */
export function readTurn(card, open, placements, words) {
  if (!open.length) throw new Error(`the game is over: all ${card.boxes.length} boxes are filled`);
  if (words[0] === GAME) throw new Error("the game is named once, in the first line");
  const { rolls, keeps, rest } = readRolls(card, joined(card, words));
  if (!rest.length) throw new Error(`the box is missing; open are: ${open.join(", ")}`);
  const whole = rest.join(" ");
  const named = meant(partition(whole, "=")[0], namesOf(card)).length > 0;  // possibly several words
  const roll = rolls[rolls.length - 1];
  const box = readBox(card, open, placements(roll), roll, named ? whole : rest[0]);
  if (!named && rest.length > 1) {
    throw new Error(`${box} ends the turn, but ${spelled(rest[1])} follows; each turn has its own line`);
  }
  if (keeps.length < Math.min(rolls.length, card.rerolls)) keeps.push(roll);
  return { rolls, keeps, box };
}

const namesOf = (/** @type {Api.CardFacts} */ card) => card.boxes.map((box) => box.name);

/**
 * Dice written apart joined together: 1 3 3 5 6 is 13356.
 * @param {Api.CardFacts} card
 * @param {string[]} words
 */
function joined(card, words) {
  if (card.sides > DIGITS) return [...words];
  /** @type {string[]} */
  const found = [];
  let run = "";
  const end = () => {
    const kept = found.at(-1)?.toLowerCase() === KEEP ? Math.max(0, run.length - card.dice) : 0;
    found.push(...[run.slice(0, kept), run.slice(kept)].filter(Boolean));
    run = "";
  };
  for (const word of words) {
    if (/^\p{Nd}$/u.test(word)) run += word;
    else {
      end();
      found.push(word);
    }
  }
  end();
  return found;
}

/** @param {Api.CardFacts} card @param {string[]} words */
function readRolls(card, words) {
  let roll = readRoll(card, words[0], []);
  const rolls = [roll];
  /** @type {number[][]} */
  const keeps = [];
  let rest = words.slice(1);
  while (rest.length > 1 && rest[0].toLowerCase() === KEEP) {
    if (keeps.length === card.rerolls) {
      throw new Error(`one keep is too many; ${card.name} has ${rerollsWords(card.rerolls || "no")} a turn`);
    }
    const keep = readKeep(card, roll, rest[1]);
    keeps.push(keep);
    if (keep.length === card.dice) return { rolls, keeps, rest: rest.slice(2) };
    if (rest.length === 2) throw new Error(`the roll after ${KEEP} ${rest[1]} is missing`);
    roll = readRoll(card, rest[2], keep);
    rolls.push(roll);
    rest = rest.slice(3);
  }
  return { rolls, keeps, rest };
}

/** @param {Api.CardFacts} card @param {string} word @param {number[]} kept */
function readRoll(card, word, kept) {
  const roll = readDice(card, word);
  if (roll.length !== card.dice) {
    const shows = `${shortened(word)} shows ${diceWords(roll.length)}`;
    throw new Error(`${shows}; ${card.name} is played with ${diceWords(card.dice)}`);
  }
  if (!within(kept, roll)) throw new Error(`${word} does not contain the kept ${spaced(kept)}`);
  return roll;
}

/** @param {Api.CardFacts} card @param {number[]} roll @param {string} word */
function readKeep(card, roll, word) {
  const keep = word === NOTHING ? [] : readDice(card, word);
  if (!within(keep, roll)) throw new Error(`${shortened(spaced(keep))} cannot be kept from ${spaced(roll)}`);
  return keep;
}

/** @param {number[]} some @param {number[]} dice */
const within = (some, dice) => {
  /** @param {number[]} faces @param {number} face */
  const count = (faces, face) => faces.filter((each) => each === face).length;
  return some.every((face) => count(some, face) <= count(dice, face));
};

/** @param {Api.CardFacts} card @param {string} word */
function readDice(card, word) {
  if (!isDice(card, word)) {
    const example = write(Array(card.dice).fill(card.sides), card.sides);
    const stands = `${spelled(word)} is not a set of dice`;
    throw new Error(`${stands}; they have ${card.sides} sides and are written like ${example}`);
  }
  return partsOf(card, word).map(Number).sort((one, other) => one - other);
}

/** @param {Api.CardFacts} card @param {string} word */
const isDice = (card, word) => word !== "" && partsOf(card, word).every((part) => isFace(part, card.sides));

/** @param {Api.CardFacts} card @param {string} word */
const partsOf = ({ sides }, word) => (word.includes(",") || sides > DIGITS ? word.split(",") : [...word]);

/**
 * The box that a roll went to; the points may be given.
 * @param {Api.CardFacts} card
 * @param {string[]} open
 * @param {Placement[]} allowed
 * @param {number[]} roll
 * @param {string} word
 */
function readBox(card, open, allowed, roll, word) {
  const [before, after] = partition(word, "=");
  const typed = trimmed(before);
  const number = after === null ? null : trimmed(after);
  const offered = meant(typed, allowed.map((each) => each.name));
  const names = offered.length ? offered : meant(typed, namesOf(card));
  if (names.length > 1) throw new Error(several(typed, names));
  const name = names.length ? names[0] : typed;
  const placed = allowed.find((each) => each.name === name);
  if (!placed) throw new Error(refusal(card, open, allowed, roll, name));
  if (number !== null && number !== String(placed.points)) {
    const beside = placed.extra ? `, with ${placed.extra} for the repeat beside it` : "";
    throw new Error(`${spaced(roll)} scores ${placed.points} in ${name}${beside}, not ${spelled(number)}`);
  }
  return name;
}

/**
 * Why a roll cannot go into a box of this name.
 * @param {Api.CardFacts} card
 * @param {string[]} open
 * @param {Placement[]} allowed
 * @param {number[]} roll
 * @param {string} name
 */
function refusal(card, open, allowed, roll, name) {
  if (open.includes(name)) {
    const rule = card.in_order ? "boxes are filled in order" : "it is a joker";
    return `${spaced(roll)} cannot go to ${name}: ${rule}, which leaves ${allowed.map((each) => each.name).join(", ")}`;
  }
  if (namesOf(card).includes(name)) return `${name} is filled already; open are: ${open.join(", ")}`;
  if (name === KEEP) {
    return "keep stands where the box should be: its dice are missing, or all dice were kept before";
  }
  if (isDice(card, name)) {
    const again = "dice are rolled again only after keep with some of them";
    return `${shortened(name)} stands where the box should be; ${again}`;
  }
  return `${card.name} has no box ${spelled(name)}; ${didYouMean(beginning(name), [KEEP, ...namesOf(card)])}`;
}
