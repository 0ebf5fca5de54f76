// The HTTP API: JSON out, JSON in, and an error that is one sentence.

/** Whether a server answers; on an exported site, `site/api.js` takes this module's place. */
export const SERVED = /** @type {boolean} */ (true);

/** The available pages; a site has those it can answer for. */
export const hasPage = (/** @type {string} */ name) => name !== "";

/** Why a game has no table to play at; every game that a server has solved has one. */
export const whyNoTable = (/** @type {string} */ id) => id && "";

const BASE = "api/v1";

export class Refused extends Error {
  /**
   * @param {number} status
   * @param {string} sentence
   */
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

/**
 * @param {string} path
 * @param {{ body?: object, method?: string, signal?: AbortSignal, keepalive?: boolean }} [how]
 * @returns {Promise<any>}
 */
export async function ask(path, { body, method = body === undefined ? "GET" : "POST", signal, keepalive } = {}) {
  const headers = { "Content-Type": "application/json" };
  const json = body === undefined ? {} : { headers, body: JSON.stringify(body) };
  let answer;
  try {
    answer = await fetch(`${BASE}/${path}`, { method, signal, keepalive, ...json });
  } catch {
    signal?.throwIfAborted();
    throw new Refused(0, "the server does not answer; is perfectplay serve still running?");
  }
  const found = await answer.json();
  if (!answer.ok) throw new Refused(answer.status, found.error);
  return found;
}

/**
 * Follow a job to its end; `tell` is called with every change, and a signal stops it.
 * @param {Api.JobFacts} job
 * @param {(job: Api.JobFacts) => void} tell
 * @param {AbortSignal} signal
 */
export async function follow(job, tell, signal) {
  tell(job);
  while (job.state === "waiting" || job.state === "running") {
    job = await ask(`jobs/${job.id}?wait=10`, { signal });
    tell(job);
  }
  return job;
}
