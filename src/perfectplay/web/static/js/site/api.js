// The pages' requests to a server, answered from the data next to them.
import { diceWords, write } from "../format.js";
import { advise } from "./advice.js";
import { lineAt } from "./by_card.js";
import { part, partSoon, site } from "./data.js";
import { exercises } from "./exercises.js";
import { happen, lookAround } from "./game.js";
import { Graph } from "./graph.js";
import { lookBack } from "./review.js";
import { readFaces } from "./sheet.js";
import { trimmed } from "./spelling.js";

/** @type {boolean} */
export const SERVED = false;

/** @param {string} name */
export const hasPage = (name) =>
  ["table", "practice"].includes(name) || (name === "review" && games.some(({ kind }) => kind === "scorecard"));

const ELSEWHERE = "this needs perfectplay serve: it is not on this site";
const { games, keys, untabled, rules } = site;

/** @param {string} id */
export const whyNoTable = (id) => untabled[id] ?? "";

/**
 * @param {string} path
 * @param {{ body?: any, signal?: AbortSignal }} [how]
 */
export async function ask(path, { body, signal } = {}) {
  const [place, asked = ""] = path.split("?");
  const [name, key, what] = place.split("/");
  const found = what === "charts" ? await charts(key, asked) : await answer(name, key, what, body);
  signal?.throwIfAborted();
  return found;
}

/** @param {string} key @param {string} asked */
async function charts(key, asked) {
  return (await part(key, "charts"))[asked === "dark=true" ? "dark" : "light"];
}

/**
 * Here, a job is done as soon as it is requested.
 * @param {Api.JobFacts} job
 * @param {(job: Api.JobFacts) => void} tell
 */
export async function follow(job, tell) {
  tell(job);
  return job;
}

/** @type {WeakMap<import("./data.js").GameTable, Graph>} */
const opened = new WeakMap();

/**
 * @param {string} name
 * @param {string} key
 * @param {string | undefined} what
 * @param {any} body
 */
async function answer(name, key, what, body) {
  if (name === "games") return games;
  if (name === "rules") return rules;
  if (name === "jobs" && body && Object.hasOwn(keys, body.game)) {
    return { id: "", state: "done", solution: keys[body.game] };
  }
  if (name !== "solutions") throw new Error(ELSEWHERE);
  const table = await part(key, "table");
  if (what === undefined) return table.solution;
  if (what === "practice") return exercises(await part(key, "practice"), body);
  if ("shapes" in table) return ofGame(table, what, body);
  return "keeps" in table ? ofCard(key, table, what, body) : ofExercises(key, what, body);
}

/**
 * @param {string} key
 * @param {import("./data.js").Table} table
 * @param {string} what
 * @param {any} body
 */
async function ofCard(key, table, what, body) {
  if (what === "advice") return advise(table, partSoon(key, "odds"), body);
  if (what === "line") return lineAt(table, await part(key, "rules"), body);
  if (what === "review") return lookBack(table, body);
  if (what === "roll") return { dice: rolled(table.solution.card, body.keep) };
  if (what === "distribution") return spreadOf(await part(key, "odds"));
  throw new Error(ELSEWHERE);
}

/**
 * @param {import("./data.js").GameTable} table
 * @param {string} what
 * @param {any} body
 */
function ofGame(table, what, body) {
  const graph = opened.get(table) ?? new Graph(table);
  opened.set(table, graph);
  if (what === "position") return lookAround(graph, body);
  if (what === "chance") return happen(graph, body);
  throw new Error(ELSEWHERE);
}

/**
 * What there is at a position that was drawn to practise on, or that follows there.
 * @param {string} key
 * @param {string} what
 * @param {import("./graph.js").Question} question
 */
async function ofExercises(key, what, { at, score }) {
  const { positions } = what === "position" ? await part(key, "positions") : { positions: [] };
  const found = positions.find((each) => each.at === at && each.score === score);
  if (!found) throw new Error(ELSEWHERE);
  return found;
}

function spreadOf(/** @type {import("./data.js").Odds} */ { spread, refusal }) {
  if (!spread) throw new Error(refusal);
  return spread;
}

/**
 * What all dice show after rerolling those not kept.
 * @param {Api.CardFacts} card
 * @param {string} keep
 */
function rolled(card, keep) {
  const kept = trimmed(keep) ? readFaces(card, keep) : [];
  if (kept.length > card.dice) {
    throw new Error(`'${keep}' shows ${diceWords(kept.length)}; ${card.name} is played with ${diceWords(card.dice)}`);
  }
  const thrown = crypto.getRandomValues(new Uint32Array(card.dice - kept.length));
  const faces = Array.from(thrown, (number) => 1 + Math.floor((number / 2 ** 32) * card.sides));
  return write([...kept, ...faces].sort((one, other) => one - other), card.sides);
}
