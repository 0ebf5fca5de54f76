// The table of any game, as a server would describe it: see `web/table.py` in the library.
import { filled } from "./graph.js";
import { added } from "./number.js";

/** @typedef {import("./graph.js").Graph} Graph */
/** @typedef {import("./graph.js").Place} Place */
/** @typedef {import("./graph.js").Way} Way */
/** @typedef {import("./graph.js").Question} Question */

const DIGITS = 53;

/**
 * A position, and what can follow.
 * @param {Graph} graph
 * @param {Question} question
 * @returns {Api.PositionFacts}
 */
export function lookAround(graph, question) {
  const { place, score, assumed } = graph.find(question);
  const [kind, player] = graph.shape(place);
  const { words, fields, pieces } = graph.rows.record(place.row);
  const edges = edgesOf(graph, place, score);
  const most = graph.table.outcomes;
  return {
    at: graph.text(place),
    assumed,
    words: kind === "final" ? wordsOf(graph, place, score) : words,
    kind: /** @type {Api.PositionFacts["kind"]} */ (kind),
    player: kind === "choice" ? Number(player) : null,
    value: whole(graph, graph.value(place), score),
    score,
    pieces,
    fields,
    edges: edges.slice(0, most),
    left_out: Math.max(0, edges.length - most),
  };
}

/**
 * What chance brings at a position.
 * @param {Graph} graph
 * @param {Question} question
 */
export function happen(graph, question) {
  const { place, score } = graph.find(question);
  if (graph.shape(place)[0] !== "chance") throw new Error("nothing is left to chance here");
  const edges = edgesOf(graph, place, score);
  let at = random();
  return edges.find((edge) => (at -= edge.probability ?? 0) < 0) ?? edges[edges.length - 1];
}

/**
 * A place in words; at the end of the game, its result.
 * @param {Graph} graph
 * @param {Place} place
 * @param {string} score
 */
function wordsOf({ rows, table }, place, score) {
  const [kind, payoff] = table.shapes[place.shape];
  if (kind !== "final") return filled(place.leads, rows.record(place.row).words);
  const final = added(score, String(payoff));
  const [won, even, lost] = table.endings;
  if (even === undefined) return won + final;
  return asNumber(final) > 0 ? won : asNumber(final) < 0 ? lost : even;
}

/**
 * The options, best first, or the outcomes in the game's order.
 * @param {Graph} graph
 * @param {Place} place
 * @param {string} score
 */
function edgesOf(graph, place, score) {
  const ways = graph.ways(place);
  const [kind, player] = graph.shape(place);
  const values = ways.map((way) => graph.worth(way));
  const best = player ? Math.min(...values) : Math.max(...values);
  const found = ways.map((way, number) => {
    const edge = edgeOf(graph, way, values[number], score);
    if (kind !== "choice") return edge;
    const tie = ties(graph, values[number], best);
    return { ...edge, cost: tie ? 0 : Math.abs(best - values[number]), best: tie };
  });
  return found.sort((one, other) => (one.cost ?? 0) - (other.cost ?? 0));
}

/**
 * Values are stored in steps, so equal ones may be two steps apart.
 * @param {Graph} graph
 * @param {number} value
 * @param {number} best
 */
function ties({ table: { relative, step } }, value, best) {
  return Math.abs(value - best) <= relative * Math.max(Math.abs(value), Math.abs(best)) + 2 * step;
}

/**
 * An option or an outcome.
 * @param {Graph} graph
 * @param {Way} way
 * @param {number} value
 * @param {string} before the score so far
 * @returns {Api.EdgeFacts}
 */
function edgeOf(graph, { step, to }, value, before) {
  const points = step.points ?? 0;
  const score = points ? added(before, `${points}/${graph.table.unit}`) : before;
  return {
    label: step.label,
    words: step.words,
    leads: wordsOf(graph, to, score),
    kind: /** @type {Api.EdgeFacts["kind"]} */ (graph.shape(to)[0]),
    value: whole(graph, value, before),
    at: graph.text(to),
    score,
    points: points / graph.table.unit,
    cost: null,
    best: false,
    probability: step.share ?? null,
    marks: step.marks ?? [],
    brings: step.brings ?? [],
    bust: step.bust ?? false,
    passes: step.passes ?? false,
  };
}

/**
 * The value of the whole game, including the running score.
 * @param {Graph} graph
 * @param {number} value
 * @param {string} score
 */
const whole = (graph, value, score) => (graph.table.adds_score ? value + asNumber(score) : value);

// A random number between 0 and 1 with full precision.
function random() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high * 2 ** (DIGITS - 32) + (low >>> (64 - DIGITS))) / 2 ** DIGITS;
}

/** @param {string} score */
function asNumber(score) {
  const [above, below = "1"] = score.split("/");
  return Number(above) / Number(below);
}
