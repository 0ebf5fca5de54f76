// Numbers for people.

export const points = (value, digits = 2) => value.toFixed(digits);
export const percent = (chance, digits = 1) => `${(100 * chance).toFixed(digits)} %`;

export function worth(facts, value, digits) {
  return facts.percent ? percent(value, digits ?? 2) : points(value, digits ?? 2);
}

// How large an error is, in a word: what a share of the value, or points, makes of it.
export function size(facts, cost) {
  const steps = facts.percent ? [0.005, 0.02] : [0.5, 2];
  if (cost <= 0) return "none";
  if (cost < steps[0]) return "small";
  return cost < steps[1] ? "medium" : "large";
}

export const costWords = (facts, cost) =>
  cost <= 0 ? "best" : `−${worth(facts, cost, cost < 0.005 ? 4 : 2)}`;

// Dice as text, as the API writes them, and back.
export const write = (dice, sides) => dice.join(sides > 9 ? "," : "");
export function read(text, sides) {
  const parts = sides > 9 ? text.split(/[\s,]+/) : [...text.replace(/[\s,]/g, "")];
  return parts.filter((part) => part !== "").map(Number);
}
