// One turn: what every roll, keep and box is worth, and where it may end. It knows no rules: where a roll may
// go, what it brings there and what follows is looked up in a table, which the library has written.

// A place between turns: the mask of the filled boxes, whether a repeat counts, the total of each section.
function after(table, place, box, points) {
  return {
    mask: place.mask | (1 << box),
    flag: place.flag || (points > 0 && (table.raises >> box) & 1) ? 1 : 0,
    totals: table.sections.map(({ bits, at }, section) => (bits[box] ? Math.min(place.totals[section] + points, at) : place.totals[section])),
  };
}

// The number of a place in the table of values, and in that of the bonuses.
function rowOf(table, { mask, flag, totals }) {
  let lane = 0;
  let begin = 0;
  table.sections.forEach(({ bits, at, lanes }, section) => {
    const filled = bits.reduce((sum, bit, box) => ((mask >> box) & 1 ? sum + bit : sum), 0);
    lane = lane * lanes[filled] + table.lane_of[begin + filled * (at + 1) + totals[section]];
    begin += lanes.length * (at + 1);
  });
  return table.base[flag * (table.base.length / 2) + mask] + lane;
}

export class Turn {
  constructor(table, odds, place) {
    Object.assign(this, { table, odds, place, row: rowOf(table, place), followed: new Map() });
    this.count = table.solution.card.boxes.length;
    this.bonuses = odds?.bonus ? table.solution.card.bonuses.length : 0;
  }

  get value() {
    return this.table.values[this.row] * this.table.step;
  }

  // How likely each bonus is from a place between turns on.
  chances(row) {
    return Array.from({ length: this.bonuses }, (_, bonus) => this.odds.bonus[row * this.bonuses + bonus] * this.odds.step);
  }

  // What follows once a box was filled with some points.
  follow(box, points) {
    const name = box * 65_536 + points;
    if (!this.followed.has(name)) {
      const row = rowOf(this.table, after(this.table, this.place, box, points));
      this.followed.set(name, { row, value: this.table.values[row] * this.table.step });
    }
    return this.followed.get(name);
  }

  // Where a roll may go: the boxes in the order of the card, what it brings there, and what that is worth.
  boxes(roll) {
    const { table, count } = this;
    const { mask, flag } = this.place;
    const fits = (each) => (mask & each.filled) === each.filled && !(mask & each.open) && ~mask & each.to;
    const placing = table.placings[table.placing_of[roll]].find(fits);
    const extra = flag ? placing.extra : 0;
    const found = [];
    for (let box = 0; box < count; box += 1) {
      if (!((~mask & placing.to) >> box & 1)) continue;
      const points = table.points[(placing.joker * count + box) * table.rolls + roll];
      const { row, value } = this.follow(box, points);
      found.push({ box, points, extra, row, value: points + extra + value });
    }
    return found;
  }

  ties(value, best) {
    const { relative, absolute } = this.table.ties;
    return Math.abs(best - value) <= relative * Math.abs(best) + absolute + this.table.step;
  }

  // The values: of every roll by the number of rerolls left, and of every keep with one left, with two and so on.
  get values() {
    const { table } = this;
    const placed = Float64Array.from({ length: table.rolls }, (_, roll) => Math.max(...this.boxes(roll).map((each) => each.value)));
    const found = { rolled: [placed], kept: [] };
    for (let left = 1; left <= table.solution.card.rerolls; left += 1) {
      const worth = meanUpwards(table, found.rolled.at(-1), 1);
      found.kept.push(worth);
      found.rolled.push(Float64Array.from(placed, (stop, roll) => this.keeps(roll).reduce((best, keep) => Math.max(best, worth[keep]), stop)));
    }
    Object.defineProperty(this, "values", { value: found });
    return found;
  }

  // The keeps of a roll but for all dice, in the order of the game.
  keeps(roll) {
    return this.table.options.subarray(this.table.options_begin[roll] + 1, this.table.options_begin[roll + 1]);
  }

  // What there is to hope for: by roll when the dice are down, and by keep with one reroll left, with two and so
  // on. A row has for each box whether it scores, whether it is filled, with how many points; then the bonuses.
  get hopes() {
    const { table, count } = this;
    const width = 3 * count + this.bonuses;
    const placed = new Float64Array(table.rolls * width);
    for (let roll = 0; roll < table.rolls; roll += 1) {
      const row = placed.subarray(roll * width, (roll + 1) * width);
      const offered = this.boxes(roll);
      for (const { box, points } of offered) row[box] = points > 0 ? 1 : 0;
      const best = offered.find((each) => this.ties(each.value, this.values.rolled[0][roll]));
      row[count + best.box] = 1;
      row[2 * count + best.box] = best.points;
      row.set(this.chances(best.row), 3 * count);
    }
    const found = { width, placed, kept: [] };
    for (let left = 1, rolled = placed; left <= table.solution.card.rerolls; left += 1) {
      const kept = meanUpwards(table, rolled, width);
      found.kept.push(kept);
      rolled = new Float64Array(table.rolls * width);
      for (let roll = 0; roll < table.rolls; roll += 1) {
        const best = this.values.rolled[left][roll];
        const stops = this.ties(this.values.rolled[0][roll], best);
        const from = stops ? placed : kept;
        const at = stops ? roll : this.keeps(roll).find((keep) => this.ties(this.values.kept[left - 1][keep], best));
        rolled.set(from.subarray(at * width, (at + 1) * width), roll * width);
      }
    }
    Object.defineProperty(this, "hopes", { value: found });
    return found;
  }
}

// Rows of the rolls carried to all keeps: what a keep has is the mean over the faces of one die more.
function meanUpwards(table, rolled, width) {
  const { sides } = table.solution.card;
  const found = new Float64Array(table.keeps.length * width);
  found.set(rolled);
  for (let keep = table.rolls, step = 0; keep < table.keeps.length; keep += 1, step += sides) {
    for (let place = 0; place < width; place += 1) {
      let sum = 0;
      for (let face = 0; face < sides; face += 1) sum += found[table.up[step + face] * width + place];
      found[keep * width + place] = sum / sides;
    }
  }
  return found;
}
