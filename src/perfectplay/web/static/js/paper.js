// A scorecard as on paper: the sums of its boxes, with each bonus below the boxes that count towards it.
import { sum } from "./format.js";

/** @typedef {import("./table.js").Filled} Filled */
/** @typedef {Api.CardFacts["bonuses"][number]} Bonus */

/**
 * The points in a box, whatever its name: even `constructor` could be a box.
 * @param {Filled} filled
 * @param {string} name
 */
export const held = (filled, name) => (Object.hasOwn(filled, name) ? filled[name] : undefined);

/**
 * The total towards a bonus; null if the points of a box are unknown.
 * @param {Bonus} bonus
 * @param {Filled} filled
 */
export function totalOf(bonus, filled) {
  const points = bonus.boxes.map((name) => held(filled, name));
  return points.includes(null) ? null : sum(points.map((each) => each ?? 0));
}

/**
 * The points of a bonus once certain: earned, or out of reach with all its boxes filled.
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
 * The score so far including bonuses already earned; null if the points of a box are unknown.
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
 * The box below which a bonus is written: the last that counts if these are adjacent, else the last of all.
 * @param {Api.CardFacts} card
 * @param {Bonus} bonus
 */
export function boxAbove(card, bonus) {
  const names = card.boxes.map((box) => box.name);
  const places = bonus.boxes.map((name) => names.indexOf(name)).sort((a, b) => a - b);
  const together = places[places.length - 1] - places[0] === places.length - 1;
  return names[together ? places[places.length - 1] : names.length - 1];
}
