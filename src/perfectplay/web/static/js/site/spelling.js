// Words, and how they are told in a sentence, as the library has it: see `model/scorecard/spelling.py` there.

const LONGEST = 40;

// What Python takes for a space.
const SPACE = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";

// A pattern in which \s is what Python takes for it.
export const pattern = (/** @type {string} */ text) => new RegExp(text.replaceAll("\\s", SPACE), "g");

const APART = pattern("\\s+");
const ENDS = pattern("^\\s+|\\s+$");
const END = pattern("\\s+$");

export const wordsOf = (/** @type {string} */ text) => text.split(APART).filter(Boolean);
export const trimmed = (/** @type {string} */ text) => text.replace(ENDS, "");

/**
 * What stands before a sign and what after it: nothing, if it is not there.
 * @param {string} text
 * @param {string} sign
 * @returns {[string, string | null]}
 */
export function partition(text, sign) {
  const at = text.indexOf(sign);
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + sign.length)];
}

export const beginning = (/** @type {string} */ text) => [...text].slice(0, LONGEST).join("");

// A text, or the beginning of a long one.
export const shortened = (/** @type {string} */ text) =>
  [...text].length <= LONGEST ? text : `${beginning(text).replace(END, "")}...`;

// A text in quotes, as Python writes it.
export function spelled(/** @type {string} */ text) {
  const short = shortened(text).replaceAll("\\", "\\\\");
  if (short.includes("'") && !short.includes('"')) return `"${short}"`;
  return `'${short.replaceAll("'", "\\'")}'`;
}

export const spaced = (/** @type {number[]} */ dice) => dice.join(" ");
