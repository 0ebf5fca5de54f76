// The data of a game, loaded on demand: as a script, which browsers also load from a memory stick.

/**
 * Boxes that count towards the same bonuses: which they are, up to how many points, and the lanes of totals.
 * @typedef {{ bonuses: string[], bits: number[], at: number, lanes: number[] }} Section
 */
/**
 * Where rolls may go while some boxes are filled and others open, as masks of boxes.
 * @typedef {{ filled: number, open: number, to: number, joker: number, extra: number }} Placing
 */
/**
 * A solved card, written by `perfectplay export-web`: facts, and columns of numbers.
 * @typedef {object} Table
 * @property {Api.SolutionFacts & { card: Api.CardFacts }} solution
 * @property {Record<string, number[]>} possible the points that a box can hold
 * @property {number} repeat_points
 * @property {number} step what a value is counted in
 * @property {Section[]} sections
 * @property {number} rolls
 * @property {number[][]} keeps all rolls, and then what can be kept of them
 * @property {string[]} labels
 * @property {string[]} words
 * @property {number} raises the boxes whose points let a repeat count
 * @property {Placing[][]} placings
 * @property {{ relative: number, absolute: number }} ties
 * @property {Float64Array} values
 * @property {Float64Array} lane_of
 * @property {Float64Array} base
 * @property {Float64Array} placing_of
 * @property {Float64Array} points
 * @property {Float64Array} options
 * @property {Float64Array} options_begin
 * @property {Float64Array} up
 * @property {Map<string, number>} [numbers] of the rolls, by their dice
 */
/**
 * A step of a game without its destination; defaults are left out.
 * @typedef {Pick<Api.EdgeFacts, "label" | "words"> & Partial<Pick<Api.EdgeFacts, "points" | "marks" | "brings" | "bust"
 *   | "passes">> & { share?: number, path?: string, leads?: string }} Step
 */
/**
 * Any other solved game: its positions are rows, written by `web/site/game.py` in the library.
 * @typedef {object} GameTable
 * @property {Api.SolutionFacts} solution
 * @property {{ rows: number, columns: number, parts: (string | number)[][] }[]} patterns
 * @property {string[]} words
 * @property {(string | number | null)[][]} shapes a kind, a player, and by two a step and the shape of what is in place
 * @property {Step[]} steps
 * @property {number} step what a value is counted in
 * @property {number} relative how close a tie is
 * @property {number} unit by which points are divided
 * @property {boolean} adds_score
 * @property {string[]} endings of the game: won, even, lost; or what the final score follows
 * @property {number} outcomes that are told at most
 * @property {Float64Array} filling
 * @property {Float64Array} shape_of
 * @property {Float64Array} targets
 * @property {Float64Array} values
 * @property {Float64Array} start
 */
/** @typedef {{ step: number, spread: Api.DistributionFacts | null, refusal: string, bonus?: Float64Array }} Odds */
/** @typedef {Record<"light" | "dark", Api.ChartFacts[]>} Charts */
/**
 * Where a step of a card of rules applies: masks of boxes, how many are open, and how far a bonus is ahead.
 * @typedef {{
 *   open: number, filled: number, rerolls: number[] | null, boxes: [number, number], bonus: number | null,
 *   lead: [number | null, number | null],
 * }} Where
 */
/**
 * The cards of rules for a game, as `web/site/by_card.py` in the library writes them: steps of lines, and for each,
 * plainly and as a joker, what it does with which rolls.
 * @typedef {object} Rules
 * @property {{ lines: string[], first: number, end: number }[]} cards
 * @property {Where[]} wheres
 * @property {Float64Array} line
 * @property {Float64Array} where
 * @property {Float64Array} begin
 * @property {Float64Array} roll
 * @property {Float64Array} act
 */
/**
 * A game that has no table here: what there is at the positions to practise on, and what follows there.
 * @typedef {{ solution: Api.SolutionFacts }} Untabled
 */
/** @typedef {{ positions: Api.PositionFacts[] }} Drawn */
/**
 * @typedef {{
 *   table: Table | GameTable | Untabled, odds: Odds, practice: Api.PracticeFacts, charts: Charts, positions: Drawn,
 *   rules: Rules,
 * }} Parts
 */
/**
 * @typedef {{
 *   games: Api.GameFacts[], keys: Record<string, string>, untabled: Record<string, string>, rules: Api.RulesFacts[],
 *   data: Record<string, string>, ask?: unknown,
 * }} Site
 */

export const site = /** @type {{ perfectplay: Site }} */ (/** @type {unknown} */ (self)).perfectplay;

/** @type {Record<string, Promise<any>>} */
const loading = {};
/** @type {Record<string, any>} */
const come = {};

/**
 * Part of a game's data: its table, or its odds.
 * @template {keyof Parts} N
 * @param {string} key
 * @param {N} name
 * @returns {Promise<Parts[N]>}
 */
export function part(key, name) {
  const path = `${key}/${name}`;
  loading[path] ??= load(path).catch((error) => {
    delete loading[path];
    throw error;
  });
  return loading[path];
}

/**
 * The same if it has been loaded; otherwise null for now.
 * @template {keyof Parts} N
 * @param {string} key
 * @param {N} name
 * @returns {Parts[N] | null}
 */
export function partSoon(key, name) {
  part(key, name).catch(() => {});
  return come[`${key}/${name}`] ?? null;
}

async function load(/** @type {string} */ path) {
  await run(`data/${path}.js`);
  const packed = await fetch(`data:;base64,${site.data[path]}`);
  delete site.data[path];
  const plain = /** @type {ReadableStream} */ (packed.body).pipeThrough(new DecompressionStream("gzip"));
  come[path] = unpacked(new Uint8Array(await new Response(plain).arrayBuffer()));
  return come[path];
}

const run = (/** @type {string} */ address) =>
  new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => done(script.remove());
    script.onerror = () => failed(new Error(`${address} cannot be loaded; is the site complete?`));
    document.head.append(script);
  });

/**
 * The facts, and each column of whole numbers as differences: a plane for each byte, lowest first, with the
 * sign in the lowest bit.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
function unpacked(bytes) {
  const begin = 4 + new DataView(bytes.buffer).getUint32(0, true);
  const { columns, ...facts } = JSON.parse(new TextDecoder().decode(bytes.subarray(4, begin)));
  let at = begin;
  const planes = /** @type {[string, { length: number, width: number }][]} */ (Object.entries(columns));
  for (const [name, { length, width }] of planes) {
    const column = new Float64Array(length);
    let sum = 0;
    for (let place = 0; place < length; place += 1) {
      let code = 0;
      for (let plane = width - 1; plane >= 0; plane -= 1) code = 256 * code + bytes[at + plane * length + place];
      sum += code % 2 ? -(code + 1) / 2 : code / 2;
      column[place] = sum;
    }
    facts[name] = column;
    at += width * length;
  }
  return facts;
}
