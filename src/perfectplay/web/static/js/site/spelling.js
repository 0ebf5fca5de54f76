// Words in sentences, spelled as in the library: see `model/scorecard/spelling.py` there.

const LONGEST = 40;

// The characters that Python considers whitespace.
const SPACE = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";

// A pattern in which \s matches what Python considers whitespace.
export const pattern = (/** @type {string} */ text) => new RegExp(text.replaceAll("\\s", SPACE), "g");

const APART = pattern("\\s+");
const ENDS = pattern("^\\s+|\\s+$");
const END = pattern("\\s+$");

export const wordsOf = (/** @type {string} */ text) => text.split(APART).filter(Boolean);
export const trimmed = (/** @type {string} */ text) => text.replace(ENDS, "");

/**
 * The text before a sign and after it; null if it does not occur.
 * @param {string} text
 * @param {string} sign
 * @returns {[string, string | null]}
 */
export function partition(text, sign) {
  const at = text.indexOf(sign);
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + sign.length)];
}

export const beginning = (/** @type {string} */ text) => [...text].slice(0, LONGEST).join("");

// A text, cut off if it is long.
export const shortened = (/** @type {string} */ text) =>
  [...text].length <= LONGEST ? text : `${beginning(text).replace(END, "")}...`;

// A quoted text, as in Python.
export function spelled(/** @type {string} */ text) {
  const short = shortened(text).replaceAll("\\", "\\\\");
  if (short.includes("'") && !short.includes('"')) return `"${short}"`;
  return `'${short.replaceAll("'", "\\'")}'`;
}

export const spaced = (/** @type {number[]} */ dice) => dice.join(" ");
