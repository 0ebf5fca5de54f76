// A scorecard as it is on paper: what its boxes add up to, and the bonuses below the boxes that bring them.
import { sum } from "./format.js";

/** @typedef {import("./table.js").Filled} Filled */
/** @typedef {Api.CardFacts["bonuses"][number]} Bonus */

/**
 * What a box holds, whatever it is called: `constructor` too is the name of a box.
 * @param {Filled} filled
 * @param {string} name
 */
export const held = (filled, name) => (Object.hasOwn(filled, name) ? filled[name] : undefined);

/**
 * What counts towards a bonus; null where the points of a box were not told.
 * @param {Bonus} bonus
 * @param {Filled} filled
 */
export function totalOf(bonus, filled) {
  const points = bonus.boxes.map((name) => held(filled, name));
  return points.includes(null) ? null : sum(points.map((each) => each ?? 0));
}

/**
 * The points of a bonus once it is known: earned, or out of reach with all its boxes filled.
 * @param {Bonus} bonus
 * @param {Filled} filled
 */
export function bonusOf(bonus, filled) {
  const total = totalOf(bonus, filled);
  if (total === null) return null;
  if (total >= bonus.at) return bonus.points;
  return bonus.boxes.every((name) => Object.hasOwn(filled, name)) ? 0 : null;
}

/**
 * The score so far with the bonuses that are earned; null where the points of a box were not told.
 * @param {Api.CardFacts} card
 * @param {Filled} filled
 */
export function scoreOf(card, filled) {
  const points = [...card.boxes.map((box) => box.name), "repeat"].map((name) => held(filled, name));
  return points.includes(null)
    ? null
    : sum([...points.map((each) => each ?? 0), ...card.bonuses.map((bonus) => bonusOf(bonus, filled) ?? 0)]);
}

/**
 * After which box a bonus is written: the last of those that count, where they follow each other, else the last of all.
 * @param {Api.CardFacts} card
 * @param {Bonus} bonus
 */
export function boxAbove(card, bonus) {
  const names = card.boxes.map((box) => box.name);
  const places = bonus.boxes.map((name) => names.indexOf(name)).sort((a, b) => a - b);
  const together = places[places.length - 1] - places[0] === places.length - 1;
  return names[together ? places[places.length - 1] : names.length - 1];
}
