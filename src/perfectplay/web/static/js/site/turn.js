// One turn: the value of every roll, keep and box, and how the turn may end. It knows no rules: where a roll
// may go, what it scores there and what follows is looked up in a table written by the library.

/** @typedef {import("./data.js").Table} Table */
/** @typedef {import("./sheet.js").Place} Place */
/** @typedef {{ box: number, points: number, extra: number, row: number, value: number }} Placed a box for a roll */
/**
 * By roll with no rerolls left, with one and so on; and by keep with one left, with two and so on.
 * @typedef {{ rolled: Float64Array[], kept: Float64Array[] }} Values
 */
/** @typedef {{ width: number, placed: Float64Array, kept: Float64Array[] }} Hopes in rows of some width */

/**
 * The place between turns after filling a box.
 * @param {Table} table
 * @param {Place} place
 * @param {number} box
 * @param {number} points
 * @returns {Place}
 */
function after(table, place, box, points) {
  const totals = table.sections.map(({ bits, at }, section) => {
    const total = place.totals[section];
    return bits[box] ? Math.min(total + points, at) : total;
  });
  const flag = place.flag || (points > 0 && (table.raises >> box) & 1) ? 1 : 0;
  return { mask: place.mask | (1 << box), flag, totals };
}

/**
 * The index of a place in the table of values, and in that of the bonuses.
 * @param {Table} table
 * @param {Place} place
 */
function rowOf(table, { mask, flag, totals }) {
  let lane = 0;
  let begin = 0;
  table.sections.forEach(({ bits, at, lanes }, section) => {
    const filled = bits.reduce((count, bit, box) => ((mask >> box) & 1 ? count + bit : count), 0);
    lane = lane * lanes[filled] + table.lane_of[begin + filled * (at + 1) + totals[section]];
    begin += lanes.length * (at + 1);
  });
  return table.base[flag * (table.base.length / 2) + mask] + lane;
}

export class Turn {
  /** @type {Map<number, { row: number, value: number }>} */
  #followed = new Map();
  /** @type {Values | null} */
  #values = null;
  /** @type {Hopes | null} */
  #hopes = null;

  /**
   * @param {Table} table
   * @param {import("./data.js").Odds | null} odds
   * @param {Place} place
   */
  constructor(table, odds, place) {
    this.table = table;
    this.odds = odds;
    this.place = place;
    this.row = rowOf(table, place);
    this.count = table.solution.card.boxes.length;
  }

  get value() {
    return this.table.values[this.row] * this.table.step;
  }

  /**
   * The chances of the bonuses from a place between turns; null if unknown.
   * @param {number} row
   */
  chances(row) {
    const { bonus, step } = this.odds ?? {};
    if (!bonus || !step) return [];
    const { length } = this.table.solution.card.bonuses;
    return Array.from({ length }, (_, number) => bonus[row * length + number] * step);
  }

  /**
   * What follows after filling a box with some points.
   * @param {number} box
   * @param {number} points
   */
  follow(box, points) {
    const name = box * 65_536 + points;
    const known = this.#followed.get(name);
    if (known) return known;
    const row = rowOf(this.table, after(this.table, this.place, box, points));
    const found = { row, value: this.table.values[row] * this.table.step };
    this.#followed.set(name, found);
    return found;
  }

  // How a roll is placed: whether as a joker, what it brings on top, and the mask of the boxes that it may go to.
  placing(/** @type {number} */ roll) {
    const { table, place: { mask, flag } } = this;
    const found = table.placings[table.placing_of[roll]].find(({ filled, open, to }) =>
      (mask & filled) === filled && !(mask & open) && ~mask & to) ?? { joker: 0, extra: 0, to: 0 };
    return { joker: found.joker, extra: flag ? found.extra : 0, to: ~mask & found.to };
  }

  /**
   * Where a roll may go: the boxes in card order, what it scores there, and the value of that.
   * @param {number} roll
   */
  boxes(roll) {
    const { table, count } = this;
    const { joker, extra, to } = this.placing(roll);
    /** @type {Placed[]} */
    const found = [];
    for (let box = 0; box < count; box += 1) {
      if (!(to >> box & 1)) continue;
      const points = table.points[(joker * count + box) * table.rolls + roll];
      const { row, value } = this.follow(box, points);
      found.push({ box, points, extra, row, value: points + extra + value });
    }
    return found;
  }

  /**
   * @param {number} value
   * @param {number} best
   */
  ties(value, best) {
    const { relative, absolute } = this.table.ties;
    return Math.abs(best - value) <= relative * Math.abs(best) + absolute + this.table.step;
  }

  /**
   * The keeps of a roll except all dice, in the order of the game.
   * @param {number} roll
   */
  keeps(roll) {
    return this.table.options.subarray(this.table.options_begin[roll] + 1, this.table.options_begin[roll + 1]);
  }

  // The values of every roll and every keep.
  get values() {
    this.#values ??= this.#findValues();
    return this.#values;
  }

  // The hopes for the turn, by final roll and by keep with one reroll left, with two and so on: for each box, a
  // row has whether it scores, whether it is filled, and with how many points; then the bonuses.
  get hopes() {
    this.#hopes ??= this.#findHopes();
    return this.#hopes;
  }

  #findValues() {
    const { table } = this;
    const worthOf = (/** @type {number} */ roll) => Math.max(...this.boxes(roll).map((each) => each.value));
    const placed = Float64Array.from({ length: table.rolls }, (_, roll) => worthOf(roll));
    const found = { rolled: [placed], kept: /** @type {Float64Array[]} */ ([]) };
    for (let left = 1; left <= table.solution.card.rerolls; left += 1) {
      const worth = meanUpwards(table, found.rolled[left - 1], 1);
      /** @param {number} stop @param {number} roll */
      const best = (stop, roll) => this.keeps(roll).reduce((most, keep) => Math.max(most, worth[keep]), stop);
      found.kept.push(worth);
      found.rolled.push(Float64Array.from(placed, best));
    }
    return found;
  }

  #findHopes() {
    const { table, values } = this;
    const placed = this.#hopesPlaced();
    const width = placed.length / table.rolls;
    const found = { width, placed, kept: /** @type {Float64Array[]} */ ([]) };
    for (let left = 1, rolled = placed; left <= table.solution.card.rerolls; left += 1) {
      const kept = meanUpwards(table, rolled, width);
      found.kept.push(kept);
      rolled = new Float64Array(table.rolls * width);
      for (let roll = 0; roll < table.rolls; roll += 1) {
        const best = values.rolled[left][roll];
        const going = (/** @type {number} */ keep) => this.ties(values.kept[left - 1][keep], best);
        const keep = this.ties(values.rolled[0][roll], best) ? undefined : this.keeps(roll).find(going);
        const [from, at] = keep === undefined ? [placed, roll] : [kept, keep];
        rolled.set(from.subarray(at * width, (at + 1) * width), roll * width);
      }
    }
    return found;
  }

  // The hopes once rolling is over: the best box is filled, the first of those that tie.
  #hopesPlaced() {
    const { table, count, values } = this;
    const width = 3 * count + this.chances(this.row).length;
    const placed = new Float64Array(table.rolls * width);
    for (let roll = 0; roll < table.rolls; roll += 1) {
      const row = placed.subarray(roll * width, (roll + 1) * width);
      const offered = this.boxes(roll);
      for (const { box, points } of offered) row[box] = points > 0 ? 1 : 0;
      const best = offered.find((each) => this.ties(each.value, values.rolled[0][roll])) ?? offered[0];
      row[count + best.box] = 1;
      row[2 * count + best.box] = best.points;
      row.set(this.chances(best.row), 3 * count);
    }
    return placed;
  }
}

/**
 * Rows of the rolls carried to all keeps: the row of a keep is the mean over the faces of the next die.
 * @param {Table} table
 * @param {Float64Array} rolled
 * @param {number} width
 */
function meanUpwards(table, rolled, width) {
  const { sides } = table.solution.card;
  const found = new Float64Array(table.keeps.length * width);
  found.set(rolled);
  for (let keep = table.rolls, step = 0; keep < table.keeps.length; keep += 1, step += sides) {
    for (let place = 0; place < width; place += 1) {
      let total = 0;
      for (let face = 0; face < sides; face += 1) total += found[table.up[step + face] * width + place];
      found[keep * width + place] = total / sides;
    }
  }
  return found;
}
