// Numbers for people.

/** @typedef {{ percent: boolean }} Scale whether values are chances, and not points */

export const points = (/** @type {number} */ value, digits = 2) => value.toFixed(digits).replace("-", "−");
export const percent = (/** @type {number} */ chance, digits = 1) => `${(100 * chance).toFixed(digits)} %`;

/**
 * @param {Scale} facts
 * @param {number} value
 * @param {number} [digits]
 */
export const worth = (facts, value, digits = 2) => (facts.percent ? percent(value, digits) : points(value, digits));

/**
 * A gain or loss, with its sign.
 * @param {Scale} facts
 * @param {number} value
 * @param {number} [digits]
 */
export const signed = (facts, value, digits) =>
  `${value < 0 ? "−" : value > 0 ? "+" : ""}${worth(facts, Math.abs(value), digits)}`;

// A name as a heading: three-of-a-kind becomes Three of a kind.
export const titled = (/** @type {string} */ name) =>
  `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll("-", " ")}`;

/**
 * An option as people write it: a box by its name, a keep in words.
 * @param {{ words: string, points?: number | null }} option
 */
export const optionWords = ({ words, points: brought }) =>
  brought === null || brought === undefined ? words : titled(words);

/** @param {number | string | null} number */
export const pointsWords = (number) => `${number} ${Number(number) === 1 ? "point" : "points"}`;
export const diceWords = (/** @type {number} */ dice) => `${dice} ${dice === 1 ? "die" : "dice"}`;
export const rerollsWords = (/** @type {number | string} */ left) => `${left} reroll${left === 1 ? "" : "s"}`;

/**
 * The size of an error in a word, judged by the share of the value, or by points.
 * @param {Scale} facts
 * @param {number} cost
 */
export function size(facts, cost) {
  const steps = facts.percent ? [0.005, 0.02] : [0.5, 2];
  if (cost <= 0) return "none";
  if (cost < steps[0]) return "small";
  return cost < steps[1] ? "medium" : "large";
}

/**
 * @param {Scale} facts
 * @param {number} cost
 * @param {number} [digits]
 */
export const costWords = (facts, cost, digits = cost < 0.005 ? 4 : 2) =>
  cost <= 0 ? "best" : `−${worth(facts, cost, digits)}`;

/**
 * The fewest digits, from a minimum on, that distinguish values that differ.
 * @param {Scale} facts
 * @param {number[]} values
 * @param {number} least
 */
export function digitsFor(facts, values, least) {
  const told = (/** @type {number} */ digits) => new Set(values.map((value) => worth(facts, value, digits))).size;
  let digits = least;
  while (digits < 6 && told(digits) < told(6)) digits += 1;
  return digits;
}

/** @param {number[]} numbers */
export const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);

/**
 * Dice as text, as in the API.
 * @param {number[]} dice
 * @param {number} sides
 */
export const write = (dice, sides) => dice.join(sides > 9 ? "," : "");

/**
 * The reverse.
 * @param {string} text
 * @param {number} sides
 */
export function read(text, sides) {
  const parts = sides > 9 ? text.split(/[\s,]+/) : [...text.replace(/[\s,]/g, "")];
  return parts.filter((part) => part !== "").map(Number);
}

/**
 * About five round numbers from low to high, for an axis.
 * @param {number} low
 * @param {number} high
 */
export function ticks(low, high) {
  const rough = (high - low) / 5 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const round = [1, 2, 5].find((each) => each * power >= rough) ?? 10;
  const step = Math.max(1, power * round);
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) found.push(at);
  return found;
}
