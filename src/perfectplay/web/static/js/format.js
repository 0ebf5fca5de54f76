// Numbers for people.

export const points = (value, digits = 2) => value.toFixed(digits);
export const percent = (chance, digits = 1) => `${(100 * chance).toFixed(digits)} %`;

export function worth(facts, value, digits) {
  return facts.percent ? percent(value, digits ?? 2) : points(value, digits ?? 2);
}

// What was gained or lost, with its sign.
export const signed = (facts, value, digits) => `${value < 0 ? "−" : value > 0 ? "+" : ""}${worth(facts, Math.abs(value), digits)}`;

// A name as people write it at the head of something: three-of-a-kind is Three of a kind.
export const titled = (name) => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll("-", " ")}`;

// An option as people write it: a box by its name, a keep in words.
export const optionWords = (option) => (option.points === null || option.points === undefined ? option.words : titled(option.words));

export const pointsWords = (number) => `${number} ${Number(number) === 1 ? "point" : "points"}`;
export const diceWords = (dice) => `${dice} ${dice === 1 ? "die" : "dice"}`;

// How large an error is, in a word: what a share of the value, or points, makes of it.
export function size(facts, cost) {
  const steps = facts.percent ? [0.005, 0.02] : [0.5, 2];
  if (cost <= 0) return "none";
  if (cost < steps[0]) return "small";
  return cost < steps[1] ? "medium" : "large";
}

export const costWords = (facts, cost, digits = cost < 0.005 ? 4 : 2) =>
  cost <= 0 ? "best" : `−${worth(facts, cost, digits)}`;

// As many digits, from some on, as tell values apart that differ.
export function digitsFor(facts, values, least) {
  const told = (digits) => new Set(values.map((value) => worth(facts, value, digits))).size;
  let digits = least;
  while (digits < 6 && told(digits) < told(6)) digits += 1;
  return digits;
}

// Dice as text, as the API writes them, and back.
export const write = (dice, sides) => dice.join(sides > 9 ? "," : "");
export function read(text, sides) {
  const parts = sides > 9 ? text.split(/[\s,]+/) : [...text.replace(/[\s,]/g, "")];
  return parts.filter((part) => part !== "").map(Number);
}

// About five round numbers from low to high, for an axis.
export function ticks(low, high) {
  const rough = (high - low) / 5 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, power * [1, 2, 5, 10].find((each) => each * power >= rough));
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) found.push(at);
  return found;
}
