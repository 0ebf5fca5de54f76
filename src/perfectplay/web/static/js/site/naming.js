// The name a word stands for, found as in the library: see `model/naming.py` there.
import { wordsOf } from "./spelling.js";

/** @type {Record<string, string>} */
const SHORT = {
  aces: "ones",
  "2k": "pair",
  "3k": "three-of-a-kind",
  "4k": "four-of-a-kind",
  "5k": "five-of-a-kind",
};
const ALIKE = 0.6;  // similarity from which a word may be a misspelling

/**
 * The names that a word can stand for: in any case, by abbreviation, by initials, or by prefix.
 * @param {string} word
 * @param {string[]} names
 */
export function meant(word, names) {
  if (names.includes(word)) return [word];
  const plain = hyphened(word);
  /** @type {((name: string) => boolean)[]} */
  const ways = [
    (name) => name === plain,
    (name) => Object.hasOwn(SHORT, plain) && name === SHORT[plain],
    (name) => name.includes("-") && initials(name) === plain,
    (name) => plain !== "" && name.startsWith(plain),
  ];
  return ways.map((way) => names.filter((name) => way(hyphened(name)))).find((found) => found.length) ?? [];
}

const hyphened = (/** @type {string} */ name) => wordsOf(name.toLowerCase().replaceAll("_", " ")).join("-");
const initials = (/** @type {string} */ name) => name.split("-").map((part) => part.charAt(0)).join("");

/**
 * The message for a word that could stand for several names.
 * @param {string} word
 * @param {string[]} names
 */
export const several = (word, names) =>
  `'${word}' can be ${names.slice(0, -1).join(", ")} or ${names.at(-1)}; write more of it`;

/**
 * The closest known words, or all of them.
 * @param {string} word
 * @param {string[]} known
 */
export function didYouMean(word, known) {
  const near = known
    .map((name) => ({ name, likeness: likeness(name, word) }))
    .filter((each) => each.likeness >= ALIKE)
    .sort((one, other) => other.likeness - one.likeness || (one.name < other.name ? 1 : -1));
  return near.length ? `did you mean '${near[0].name}'?` : `there are: ${known.join(", ")}`;
}

/**
 * The share of letters that two words have in common, as computed by Python's `difflib`.
 * @param {string} one
 * @param {string} other
 */
function likeness(one, other) {
  const [a, b] = [[...one], [...other]];
  return (2 * common(a, b)) / (a.length + b.length);
}

/**
 * The letters of the longest common part, and of those before and after it.
 * @param {string[]} a
 * @param {string[]} b
 * @returns {number}
 */
function common(a, b) {
  let [length, atA, atB] = [0, 0, 0];
  for (let i = 0; i < a.length; i += 1) {
    for (let j = 0; j < b.length; j += 1) {
      let same = 0;
      while (i + same < a.length && j + same < b.length && a[i + same] === b[j + same]) same += 1;
      if (same > length) [length, atA, atB] = [same, i, j];
    }
  }
  if (!length) return 0;
  const before = common(a.slice(0, atA), b.slice(0, atB));
  return before + length + common(a.slice(atA + length), b.slice(atB + length));
}
