// The current stage of a turn on a scorecard, in words, and what comes next.
import { optionWords, rerollsWords, titled } from "./format.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./options.js").Option} Option */

/**
 * @param {Api.AdviceFacts | null} advice
 * @param {Table} table
 * @param {Api.CardFacts} card
 * @param {boolean} full
 * @param {number} rerolls
 */
export function momentWords(advice, table, card, full, rerolls) {
  if (advice && advice.moment === "over") return "The card is full.";
  if (table.kept.length && !full) return `Kept ${table.kept.join(" ")}: roll the others.`;
  if (!full) return "Roll, or enter what you rolled.";
  if (!card.rerolls) return "Which box?";
  return rerolls ? `${rerollsWords(rerolls)} left` : "No rerolls left: which box?";
}

/**
 * The next step, in words, and how to take it: a roll, an option, or another game.
 * @param {{
 *   advice: Api.AdviceFacts | null, table: Table, full: boolean, held: Option | undefined,
 *   best: Option | undefined, roll: () => void, take: import("./options.js").Take, restart: () => void,
 * }} here
 * @returns {[string, (() => unknown) | undefined]}
 */
export function nextStep({ advice, table, full, held, best, roll, take, restart }) {
  if (advice && advice.moment === "over") return ["Play again", restart];
  if (!full) return [table.kept.length ? "Roll the others for me" : "Roll for me", roll];
  if (held) return [titled(held.words), () => take(held)];
  if (best) return [`Best: ${optionWords(best)}`, () => take(best)];
  if (!advice || advice.options.length === 0) return ["\u2026", undefined];
  return ["Choose a box below", undefined];
}
