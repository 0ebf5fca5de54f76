// Two players: the end game from both cards on, and the options by the chance to win.
import { html, useCallback, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { ask, follow } from "./api.js";
import { costWords, percent } from "./format.js";
import { Progress, Trouble } from "./job.js";

const NOTHING = { job: null, end: null, error: null, small: null };

// Have the end game solved, and ask it: one solution answers for all rolls, and for what follows.
export function useDuel(id, on, question, other) {
  const cards = JSON.stringify([question.card, other]);
  const asked = JSON.stringify([question, other]);
  const [state, setState] = useState(NOTHING);
  const [answer, setAnswer] = useState({ asked: null });
  const [tries, setTries] = useState(0);
  const known = useRef(null);
  useEffect(() => {
    setState(NOTHING);
    if (!on) return undefined;
    const stop = new AbortController();
    let open = null;
    (async () => {
      try {
        const body = { card: question.card, other, ...(known.current ? { known: known.current } : {}) };
        const first = await ask(`solutions/${id}/end-game?wait=0.2`, { body, signal: stop.signal });
        const job = await follow(first, (each) => {
          open = each.state === "waiting" || each.state === "running" ? each.id : null;
          setState({ ...NOTHING, job: open && each });
        }, stop.signal);
        if (job.state === "done") known.current = job.solution;
        setState({ ...NOTHING, end: job.state === "done" ? { id: job.solution, cards } : null, small: job.state === "done" ? null : job });
      } catch (error) {
        if (error.name !== "AbortError") setState({ ...NOTHING, error: error.message });
      }
    })();
    return () => {  // nobody waits for these cards any more
      stop.abort();
      if (open) ask(`jobs/${open}`, { method: "DELETE" }).catch(() => {});
    };
  }, [id, on, cards, tries]);
  const ready = on && state.end && state.end.cards === cards;
  useEffect(() => {
    if (!ready) return undefined;
    const stop = new AbortController();
    const { explain, ...table } = question;
    ask(`solutions/${id}/duel`, { body: { ...table, other, end_game: state.end.id }, signal: stop.signal }).then(
      (found) => setAnswer({ asked, found }),
      (error) => error.name !== "AbortError" && setAnswer({ asked, error: error.message }),
    );
    return () => stop.abort();
  }, [ready && state.end.id, asked]);
  const now = ready && answer.asked === asked ? answer : {};
  const cancel = useCallback(() => {
    if (state.job) ask(`jobs/${state.job.id}`, { method: "DELETE" }).catch(() => {});
  }, [state.job]);
  return {
    found: now.found || null,
    pending: Boolean(ready) && answer.asked !== asked,
    job: state.job,
    unknown: state.small,
    error: state.error || now.error || null,
    cancel,
    again: () => setTries(tries + 1),
  };
}

// The advice again, by the chance to win; what an option is worth alone stays beside it.
export function ranked(facts, advice, found) {
  if (!advice) return { facts, advice };
  const alone = Object.fromEntries(advice.options.map((each) => [each.label, each]));
  const options = found.options.filter((each) => alone[each.label]).map((each) => ({
    ...alone[each.label], aims: null, bonus: null, alone: alone[each.label].value,
    value: each.chance, cost: each.cost, best: each.best,
  }));
  if (options.length !== advice.options.length) return { facts, advice };
  return {
    facts: { ...facts, percent: true, alone: facts },
    advice: { ...advice, value: found.chance, options },
  };
}

export function Standings({ duel, theirs, aim, kept }) {
  if (duel.job) {
    return html`<${Progress} job=${duel.job} cancel=${duel.cancel} />
      <p class="soft">Until the end game is solved, the advice is for ${aim}, not for winning.</p>`;
  }
  if (duel.error) return html`<${Trouble} error=${`${theirs ? "Seen from their side: " : ""}${duel.error}`} />`;
  if (duel.unknown) {
    const stopped = duel.unknown.state === "cancelled";
    return html`<section class="panel" aria-label="The chance to win">
      <p role="status">${stopped ? "The end game was not solved" : "The end game does not fit yet"}: the advice is for ${aim}.</p>
      ${stopped ? html`<button type="button" onClick=${duel.again}>Solve it</button>`
        : html`<details><summary>Why</summary><p class="soft">${duel.unknown.error}.</p></details>`}
    </section>`;
  }
  const { found } = duel;
  if (!found) return null;
  const [who, whose, lead] = theirs ? ["they", "their", "they lead"] : ["you", "your", "you lead"];
  const behind = `${who} are behind`;
  const alone = found.for_points;
  return html`<section class="panel" aria-label="The chance to win">
    <div class="bar spread">
      <div><span class="value" id="chance">${percent(kept ?? found.chance, 2)}</span> <span class="soft">${whose} chance to win${found.tie ? `, a tie counts ${found.tie}` : ""}</span></div>
      <div>${found.lead === 0 ? "level" : `${found.lead > 0 ? lead : behind} by ${Math.abs(found.lead)}`}</div>
    </div>
    ${alone && html`<p id="for-points">For ${aim} one would <strong>${alone.words}</strong>; that ${alone.best ? "is as good here." : html`costs <strong>${costWords({ percent: true }, alone.cost).slice(1)}</strong> of the chance to win.`}</p>`}
  </section>`;
}
