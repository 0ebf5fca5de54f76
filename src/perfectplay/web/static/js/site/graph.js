// The positions of a game and where they lead, as columns of numbers written by `web/site/game.py` in the
// library. No rules are known here: the node at a position is a shape, and the rows that follow are listed.
import { read } from "./number.js";
import { Rows } from "./rows.js";

/** @typedef {import("./data.js").GameTable} GameTable */
/** @typedef {import("./data.js").Step} Step */
/**
 * A place in the game: a row, the shape of its node, where its targets begin, and its name.
 * @typedef {{ row: number, shape: number, cursor: number, path: string, leads: string }} Place
 */
/** @typedef {{ step: Step, to: Place }} Way */
/** @typedef {{ at?: string | null, score?: string | null }} Question */

export class Graph {
  /** @type {Float64Array} */
  #begins;

  /** @param {GameTable} table */
  constructor(table) {
    this.table = table;
    this.rows = new Rows(table);
    this.sizes = sizesOf(table.shapes);
    this.#begins = new Float64Array(table.shape_of.length);
    for (let row = 1; row < this.#begins.length; row += 1) {
      this.#begins[row] = this.#begins[row - 1] + this.sizes[table.shape_of[row - 1]];
    }
  }

  /** @param {number} row @returns {Place} */
  at(row) {
    return { row, shape: this.table.shape_of[row], cursor: this.#begins[row], path: "&", leads: "&" };
  }

  /** @param {Place} place */
  shape({ shape }) {
    return this.table.shapes[shape];
  }

  /**
   * The options or outcomes of a place, in the game's order.
   * @param {Place} place
   * @returns {Way[]}
   */
  ways(place) {
    const [kind, , ...parts] = this.shape(place);
    /** @type {Way[]} */
    const found = [];
    if (kind === "final") return found;
    let { cursor } = place;
    for (let part = 0; part < parts.length; part += 2) {
      const [number, shape] = /** @type {number[]} */ (parts.slice(part, part + 2));
      const step = this.table.steps[number];
      if (shape < 0) {
        found.push({ step, to: this.at(place.row + this.table.targets[cursor]) });
        cursor += 1;
      } else {
        found.push({ step, to: { row: place.row, shape, cursor, path: step.path ?? "", leads: step.leads ?? "" } });
        cursor += this.sizes[shape];
      }
    }
    return found;
  }

  /**
   * The value of a place according to the solution.
   * @param {Place} place
   * @returns {number}
   */
  value(place) {
    const { table } = this;
    if (place.path === "&") return table.values[place.row] * table.step;
    const [kind, player, value] = this.shape(place);
    if (kind === "final") return Number(value);
    const ways = this.ways(place);
    if (kind === "chance") return ways.reduce((all, way) => all + (way.step.share ?? 0) * this.worth(way), 0);
    const values = ways.map((way) => this.worth(way));
    return player ? Math.min(...values) : Math.max(...values);
  }

  /** @param {Way} way */
  worth({ step, to }) {
    const points = this.table.solution.tracked ? 0 : (step.points ?? 0) / this.table.unit;
    return points + this.value(to);
  }

  /**
   * The place named by a text, and the score there.
   * @param {Question} question
   */
  find({ at = null, score = null }) {
    const { table, rows } = this;
    const told = read(score ?? "0");
    const start = rows.name(table.start[0]);
    if (at === null) return { place: this.at(table.start[0]), score: told, assumed: [] };
    const behind = table.solution.tracked ? ` score ${told}` : "";
    const [text, ...path] = at.trim().split(" > ");
    const { row, assumed } = rows.find(text, behind, start);
    /** @type {Place} */
    let place = this.at(row);
    for (const label of path) {
      const way = this.ways(place).find(({ step, to }) => step.label === label && to.row === row && to.path !== "&");
      if (!way) throw new Error(`there is no '${label}' at ${this.text(place)}`);
      place = way.to;
    }
    return { place, score: told, assumed };
  }

  /** The text of a place. @param {Place} place */
  text(place) {
    const { tracked } = this.table.solution;
    const name = this.rows.name(place.row);
    return filled(place.path, tracked ? name.slice(0, name.lastIndexOf(" score ")) : name);
  }
}

/**
 * A text with a placeholder expanded to its beginning.
 * @param {string} text
 * @param {string} base
 */
export const filled = (text, base) => (text.startsWith("&") ? base + text.slice(1) : text);

/**
 * The number of targets of each shape, including nodes written in place, which come before it.
 * @param {GameTable["shapes"]} shapes
 */
function sizesOf(shapes) {
  const sizes = new Float64Array(shapes.length);
  shapes.forEach(([kind, , ...parts], number) => {
    if (kind === "final") return;
    for (let part = 1; part < parts.length; part += 2) {
      const inner = Number(parts[part]);
      sizes[number] += inner < 0 ? 1 : sizes[inner];
    }
  });
  return sizes;
}
