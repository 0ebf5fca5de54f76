// A game as it was played, one line per turn, in the notation of `perfectplay review`.
import { write } from "./format.js";

/**
 * A record of the decisions at the table, for complete turns; null unless it began with an empty card and every
 * turn with all its rerolls.
 * @param {Api.CardFacts} card
 * @param {import("./table.js").Past} past
 */
export function recordOf(card, past) {
  const own = past.filter((each) => each.decision.who !== "they");
  if (!own.length || Object.keys(own[0].table.card).length) return "";
  /** @type {string[]} */
  const lines = [];
  /** @type {string[]} */
  let words = [];
  let stopped = false;
  for (const { decision } of own) {
    if (!words.length && decision.rerolls !== card.rerolls) return "";
    if (!stopped) words.push(write(decision.dice, card.sides));
    stopped = !decision.placed && decision.kept.length === card.dice;
    if (decision.placed) {
      lines.push([...words, decision.option].join(" "));
      words = [];
    } else if (!stopped) {
      words.push("keep", write(decision.kept, card.sides) || "-");
    }
  }
  return lines.join("\n");
}

const NO_VALUE = "?";  // no parameter has this value

/**
 * The line that names the game, if a record has one: the game with its parameters.
 * @param {string} text
 * @returns {import("./address.js").Words | null}
 */
export function gameNamed(text) {
  const line = text.split("\n").map((each) => each.split("#")[0].trim()).find(Boolean) || "";
  const [first, name, ...given] = line.split(/\s+/);
  if (first !== "game" || !name) return null;
  const parameters = given.map((each) => each.split("=")).map(([key, value = ""]) => [`p.${key}`, value || NO_VALUE]);
  return { game: name, ...Object.fromEntries(parameters) };
}

// The words after `game`, unchanged.
export const gameWords = (/** @type {string} */ text) => /^\s*game\s+([^#\n]*)/m.exec(text)?.[1].trim();

export const withoutGame = (/** @type {string} */ text) =>
  gameNamed(text) ? text.replace(/^(\s*(#.*)?\n)*\s*game.*\n?/, "") : text;
