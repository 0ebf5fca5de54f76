// Two players: the end game from both cards on, and the options by the chance of winning.
import { useRef } from "../vendor/htm-preact.js";
import { useAnswer, useFound } from "./answer.js";
import { ask, follow } from "./api.js";
import { cancelJob } from "./job.js";

/** @typedef {import("./table.js").Filled} Filled */
/** @typedef {ReturnType<typeof useDuel>} Duel */

const isOpen = (/** @type {Api.JobFacts} */ job) => job.state === "waiting" || job.state === "running";

/**
 * Solve the end game, and ask it: one solution answers for all rolls and everything that follows.
 * @param {string} id
 * @param {boolean} on
 * @param {Api.TableQuestion & { card: Filled }} question
 * @param {Filled} other
 */
export function useDuel(id, on, question, other) {
  const known = useRef(/** @type {string | null} */ (null));
  const { explain, ...table } = question;
  const cards = on ? JSON.stringify([id, table.card, other]) : null;
  /** @type {import("./answer.js").Answer<Api.JobFacts, Api.JobFacts>} */
  const end = useFound(cards, async (signal, tell) => {
    /** @type {Api.JobFacts | null} */
    let open = null;
    signal.addEventListener("abort", () => cancelJob(open));  // nobody waits for these cards any more
    const body = { card: table.card, other, ...(known.current ? { known: known.current } : {}) };
    const first = await ask(`solutions/${id}/end-game?wait=0.2`, { body, signal });
    const job = await follow(first, (each) => {
      open = isOpen(each) ? each : null;
      tell(each);
    }, signal);
    if (job.state === "done") known.current = job.solution;
    return job;
  });
  const ended = on && !end.pending && !end.error ? end.found : null;
  const solved = ended?.state === "done" ? ended.solution : null;
  /** @type {import("./answer.js").Answer<Api.DuelFacts>} */
  const duel = useAnswer(solved && `solutions/${id}/duel`, { ...table, other, end_game: solved });
  const answered = solved !== null && !duel.pending;
  const job = on && end.progress && isOpen(end.progress) ? end.progress : null;
  return {
    found: answered && !duel.error ? duel.found : null,
    pending: solved !== null && duel.pending,
    job,
    unknown: solved === null ? ended : null,
    error: (on && !end.pending && end.error) || (answered && duel.error) || null,
    cancel: () => cancelJob(job),
    again: end.again,
  };
}

/**
 * The advice by the chance of winning, next to what each option is worth alone.
 * @param {Api.SolutionFacts} facts
 * @param {Api.AdviceFacts} advice
 * @param {Api.DuelFacts} found
 * @returns {{ facts: import("./options.js").Facts, advice: import("./options.js").Ranking }}
 */
export function ranked(facts, advice, found) {
  const alone = new Map(advice.options.map((each) => [each.label, each]));
  const options = found.options.flatMap(({ label, chance: value, cost, best }) => {
    const option = alone.get(label);
    return option ? [{ ...option, aims: null, bonus: null, alone: option.value, value, cost, best }] : [];
  });
  if (options.length !== advice.options.length) return { facts, advice };
  return {
    facts: { ...facts, percent: true, alone: facts },
    advice: { ...advice, value: found.chance, options },
  };
}
