// The results of practice, stored in this browser.
import { sum } from "./format.js";
import { recall, remember } from "./storage.js";

/**
 * The cost of an answer, the typical loss there, and how many decisions of a game it represents.
 * @typedef {{ kind: string, natural: number, cost: number, weight?: number }} Given
 */
/**
 * A session: a series of exercises.
 * @typedef {object} Sitting
 * @property {string} id
 * @property {string} game
 * @property {string} date
 * @property {string} [only]
 * @property {Record<string, number>} by_kind
 * @property {number} natural
 */
/** @typedef {Sitting & { answers: Given[] }} Kept */

const NAME = "practice";
const MOST = 300;  // the most sessions stored, for all games

/** @returns {Kept[]} */
export function sittings() {
  try {
    const kept = /** @type {Kept[]} */ (JSON.parse(recall("localStorage", NAME) ?? "[]"));
    return kept.filter((each) => each.answers.length && each.by_kind);
  } catch {
    return [];
  }
}

const keep = (/** @type {Kept[]} */ all) => remember("localStorage", NAME, JSON.stringify(all));

/** @param {string} game */
export const forget = (game) => keep(sittings().filter((each) => each.game !== game));

/**
 * Record the cost of a choice; only the first one at an exercise counts, and its cost is returned.
 * @param {Sitting} sitting
 * @param {number} at
 * @param {Given} answer
 */
export function addAnswer(sitting, at, answer) {
  const kept = sittings();
  const old = kept.find((each) => each.id === sitting.id);
  const answers = old ? old.answers : [];
  if (at !== answers.length) return (answers[at] ?? answer).cost;  // when returning, by Back or on another day
  const others = kept.filter((each) => each !== old);
  keep([...others, { ...sitting, ...old, answers: [...answers, answer] }].slice(-MOST));
  return answer.cost;
}

/**
 * The loss per game at the rate of some answers, given the typical loss per game; with its standard error,
 * which a single answer does not have.
 * @param {number} natural
 * @param {Omit<Given, "kind">[]} answers
 * @returns {{ value: number, error: number | null }}
 */
export function rate(natural, answers) {
  const number = answers.length;
  const theirs = sum(answers.map(({ weight = 1, natural: here }) => weight * here)) || 1;
  const ratio = sum(answers.map(({ weight = 1, cost }) => weight * cost)) / theirs;
  const off = sum(answers.map(({ weight = 1, cost, natural: here }) => (weight * (cost - ratio * here)) ** 2));
  const error = number > 1 ? natural * Math.sqrt((off * number) / (number - 1)) / theirs : null;
  return { value: natural * ratio, error };
}

/**
 * The loss per game for each kind of decision, as far as it was practised; largest first.
 * @param {Kept[]} known
 * @returns {[string, number][]}
 */
export function losses(known) {
  const answers = known.flatMap((each) => each.answers);
  const kinds = [...new Set(answers.map((answer) => answer.kind))];
  /** @param {string} kind @returns {[string, number]} */
  const loss = (kind) => {
    const natural = known.filter((each) => kind in each.by_kind).map((each) => each.by_kind[kind]);
    return [kind, rate(sum(natural) / natural.length, answers.filter((answer) => answer.kind === kind)).value];
  };
  return kinds.map(loss).sort(([, a], [, b]) => b - a);
}
