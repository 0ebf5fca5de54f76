// A game being solved: its progress, the jobs before it, and a button to cancel it.
import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { useFound } from "./answer.js";
import { ask, follow } from "./api.js";

/** @param {Api.JobFacts | null} job */
export const cancelJob = (job) => job && ask(`jobs/${job.id}`, { method: "DELETE" }).catch(() => {});

/**
 * Follow a job; leaving for another game, or closing the page, gives it up.
 * @param {Api.JobFacts} job
 * @param {AbortSignal} signal
 * @param {() => Promise<Api.JobFacts>} follows
 */
async function unlessLeft(job, signal, follows) {
  const leave = () => void ask(`jobs/${job.id}?left=true`, { method: "DELETE", keepalive: true }).catch(() => {});
  if (job.state !== "waiting" && job.state !== "running") return job;
  if (signal.aborted) leave();
  signal.addEventListener("abort", leave);
  addEventListener("pagehide", leave);
  try {
    return await follows();
  } finally {
    signal.removeEventListener("abort", leave);
    removeEventListener("pagehide", leave);
  }
}

/**
 * Solve a game: what is known of its solution, the progress of the job, and any error.
 * @param {object | null} rules
 */
export function useSolution(rules) {
  /** @type {import("./answer.js").Answer<Api.SolutionFacts, Api.JobFacts>} */
  const { found, error, pending, progress } = useFound(rules && JSON.stringify(rules), async (signal, tell) => {
    const first = await ask("jobs?wait=0.2", { body: rules ?? {} });
    const job = await unlessLeft(first, signal, () => follow(first, tell, signal));
    if (job.state !== "done") throw new Error(job.error || "it was cancelled");
    return ask(`solutions/${job.solution}`, { signal });
  });
  const facts = rules && !pending && !error ? found : null;
  return { facts, job: progress, error: pending ? null : error, cancel: () => cancelJob(progress) };
}

/** @param {{ job: Api.JobFacts | null, cancel: () => void }} props */
export function Progress({ job, cancel }) {
  const since = useRef(performance.now());
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300);
    return () => clearTimeout(timer);
  }, []);
  if (!late || !job) return html`<p class="soft" role="status">Looking it up …</p>`;
  const share = /(\d+)%/.exec(job.stage);
  const seconds = Math.round((performance.now() - since.current) / 1000);
  const positions = job.positions ? `, ${job.positions.toLocaleString("en")} positions` : "";
  const words = job.state === "waiting" ? `waiting, ${job.ahead} ahead` : `${job.stage || "starting"}${positions}`;
  return html`<div class="panel">
    <div class="bar spread">
      <p role="status">Solving: ${words} (${seconds} s)</p>
      <button type="button" onClick=${cancel}>Cancel</button>
    </div>
    <progress aria-label="Progress of solving" max="100" value=${share ? share[1] : undefined}></progress>
  </div>`;
}

/** @param {{ error: string | null | false }} props */
export function Trouble({ error }) {
  return error ? html`<p class="error" role="alert">${error}</p>` : null;
}
