// A game being solved: progress, how many are ahead, and a button to stop it.
import { html, useCallback, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { ask, follow } from "./api.js";

const NOTHING = { name: null, facts: null, job: null, error: null };

// Have a game solved: what is known of its solution, how far the job is, and what went wrong.
export function useSolution(rules) {
  const [told, setTold] = useState(NOTHING);
  const name = JSON.stringify(rules);
  useEffect(() => {
    if (!rules) return undefined;
    const stop = new AbortController();
    setTold({ ...NOTHING, name });
    (async () => {
      try {
        const first = await ask("jobs?wait=0.2", { body: rules, signal: stop.signal });
        const job = await follow(first, (each) => setTold({ ...NOTHING, name, job: each }), stop.signal);
        if (job.state !== "done") throw new Error(job.error || "it was cancelled");
        const facts = await ask(`solutions/${job.solution}`, { signal: stop.signal });
        setTold({ ...NOTHING, name, facts, job });
      } catch (error) {
        if (error.name !== "AbortError") setTold({ ...NOTHING, name, error: error.message });
      }
    })();
    return () => stop.abort();
  }, [name]);
  const found = told.name === name ? told : NOTHING;
  const cancel = useCallback(() => {
    if (found.job) ask(`jobs/${found.job.id}`, { method: "DELETE" }).catch(() => {});
  }, [found.job]);
  return { ...found, cancel };
}

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
  const words =
    job.state === "waiting"
      ? `waiting, ${job.ahead} ahead`
      : `${job.stage || "starting"}${job.positions ? `, ${job.positions.toLocaleString("en")} positions` : ""}`;
  return html`<div class="panel">
    <div class="bar spread">
      <p role="status">Solving: ${words} (${seconds} s)</p>
      <button type="button" onClick=${cancel}>Cancel</button>
    </div>
    <progress aria-label="Progress of solving" max="100" value=${share ? share[1] : undefined}></progress>
  </div>`;
}

export function Trouble({ error }) {
  return error ? html`<p class="error" role="alert">${error}</p>` : null;
}
