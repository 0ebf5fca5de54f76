// Words, and how they are told in a sentence, as the library has it: see `model/scorecard/spelling.py` there.

const LONGEST = 40;

// What Python takes for a space.
const SPACE = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";

// A pattern in which \s is what Python takes for it.
export const pattern = (text) => new RegExp(text.replaceAll("\\s", SPACE), "g");

const APART = pattern("\\s+");
const ENDS = pattern("^\\s+|\\s+$");

export const wordsOf = (text) => text.split(APART).filter(Boolean);
export const trimmed = (text) => text.replace(ENDS, "");

// What stands before a sign and what after it: nothing, if it is not there.
export function partition(text, sign) {
  const at = text.indexOf(sign);
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + sign.length)];
}

// A text, or the beginning of a long one.
export function shortened(text) {
  const letters = [...text];
  return letters.length <= LONGEST ? text : `${trimmed(`|${letters.slice(0, LONGEST).join("")}`).slice(1)}...`;
}

// A text in quotes, as Python writes it.
export function spelled(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inner = shortened(text).replaceAll("\\", "\\\\");
  return `${quote}${quote === "'" ? inner.replaceAll("'", "\\'") : inner}${quote}`;
}

export const beginning = (text) => [...text].slice(0, LONGEST).join("");
export const spaced = (dice) => dice.join(" ");
