// The positions of a game by their texts: rows of patterns, with the numbers and words that fill them; see
// `web/site/patterns.py` in the library.
import { partition, spelled } from "./spelling.js";

/** @typedef {import("./data.js").GameTable} GameTable */
/** @typedef {(string | number)[]} Part a text with columns in the place of what varies */
/** @typedef {{ rows: number, columns: number, parts: Part[], begin: number, fill: number }} Pattern */
/** @typedef {{ words: string, fields: Record<string, string>, pieces: Api.PositionFacts["pieces"] }} Shown */

const FIELDS = /\s+(?=\w+=)/;

export class Rows {
  /** @type {Pattern[]} */
  #patterns = [];

  /** @param {GameTable} table */
  constructor(table) {
    this.filling = table.filling;
    this.words = table.words;
    this.codes = new Map(table.words.map((word, number) => [word, 2 * number + 1]));
    let [begin, fill] = [0, 0];
    for (const pattern of table.patterns) {
      this.#patterns.push({ ...pattern, begin, fill });
      begin += pattern.rows;
      fill += pattern.rows * pattern.columns;
    }
  }

  /** @param {number} row */
  #patternOf(row) {
    return /** @type {Pattern} */ (this.#patterns.findLast(({ begin }) => begin <= row));
  }

  /**
   * One text of a row.
   * @param {Pattern} pattern
   * @param {number} row
   * @param {Part} part
   */
  #text({ begin, fill, rows }, row, part) {
    return part.map((each) => {
      if (typeof each === "string") return each;
      const code = this.filling[fill + each * rows + row - begin];
      return code % 2 ? this.words[(code - 1) / 2] : code / 2;
    }).join("");
  }

  // The name of the position of a row.
  name(/** @type {number} */ row) {
    const pattern = this.#patternOf(row);
    return this.#text(pattern, row, pattern.parts[0]);
  }

  /**
   * The display of a row.
   * @param {number} row
   * @returns {Shown}
   */
  record(row) {
    const pattern = this.#patternOf(row);
    const [, words, fields, ...pieces] = pattern.parts.map((part) => this.#text(pattern, row, part));
    return { words: JSON.parse(words), fields: JSON.parse(fields), pieces: pieces.map((each) => JSON.parse(each)) };
  }

  /**
   * The row of a name; none if it is -1.
   * @param {string} name
   */
  #row(name) {
    for (const pattern of this.#patterns) {
      const found = this.#rowIn(pattern, name);
      if (found >= 0) return found;
    }
    return -1;
  }

  /** @param {Pattern} pattern @param {string} name */
  #rowIn({ begin, fill, rows, parts: [part] }, name) {
    const typed = new RegExp(`^${part.map((each) => typeof each === "number" ? "(\\w+)" : escaped(each)).join("")}$`)
      .exec(name);
    if (!typed) return -1;
    const columns = part.filter((each) => typeof each === "number");
    const sought = columns.map((column, place) => ({ from: fill + column * rows, code: this.#code(typed[place + 1]) }));
    for (let row = 0; row < rows; row += 1) {
      if (sought.every(({ from, code }) => this.filling[from + row] === code)) return begin + row;
    }
    return -1;
  }

  /** @param {string} token */
  #code(token) {
    return /^(?:0|[1-9]\d{0,8})$/.test(token) ? 2 * Number(token) : this.codes.get(token) ?? -1;
  }

  /**
   * The row named by a text; missing fields are taken from the start.
   * @param {string} text
   * @param {string} behind what follows in the name
   * @param {string} start
   */
  find(text, behind, start) {
    const whole = this.#row(text.replace(/\s+/g, " ") + behind);
    if (whole >= 0) return { row: whole, assumed: [] };
    const given = new Map(text.split(FIELDS).map((word) => partition(word, "=")));
    for (const { parts: [part] } of this.#patterns) {
      const kind = fieldsOf(part);
      if (kind.length === 0 || ![...given.keys()].every((name) => kind.includes(name))) continue;
      const usual = new Map(start.split(FIELDS).map((word) => partition(word, "=")));
      const assumed = kind.filter((name) => !given.has(name)).map((name) => `${name}=${usual.get(name) ?? "-"}`);
      const all = kind.map((name) => `${name}=${given.get(name)?.replace(/\s+/g, "") ?? usual.get(name) ?? "-"}`);
      const row = this.#row(all.join(" ") + behind);
      if (row >= 0) return { row, assumed };
    }
    throw new Error(`${spelled(text)} is not a position that play can come to; the start is ${spelled(start)}`);
  }
}

// The fields of a position whose texts share a pattern.
const fieldsOf = (/** @type {Part} */ part) =>
  [...part.map((each) => (typeof each === "number" ? "0" : each)).join("").matchAll(/(?:^|\s)(\w+)=/g)]
    .map(([, name]) => name);

const escaped = (/** @type {string} */ text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
