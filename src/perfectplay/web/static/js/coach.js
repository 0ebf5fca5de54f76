// Progress in practice, session by session, and what to practise next.
import { html, useState } from "../vendor/htm-preact.js";
import { ticks, titled, worth } from "./format.js";
import { forget, losses, rate, sittings } from "./sittings.js";

const DRAWN = 20;

/** @type {Record<string, string>} */
const KINDS = { keep: "what to keep", place: "which box" };
const kindWords = (/** @type {string} */ kind) => {
  const [when, what] = kind.split(" ");
  return `${KINDS[what]}, ${when} in the game`;
};

/**
 * Progress in a game over time.
 * @param {{ facts: Api.SolutionFacts, start: (more: { only: string }) => void }} props
 */
export function Course({ facts, start }) {
  const [forgotten, setForgotten] = useState(false);
  const known = forgotten ? [] : sittings().filter((each) => each.game === facts.id);
  if (!known.length) return null;
  const forgetAll = () => {
    forget(facts.id);
    setForgotten(true);
  };
  const { only: last = "" } = known[known.length - 1];
  const alike = known.filter((each) => (each.only ?? "") === last);  // sessions about the same kinds of decisions
  const found = losses(known).filter(([kind]) => kind);
  const next = found.length > 1 && found[0][1] > 0 ? found[0][0] : null;
  const unit = facts.percent || !facts.card ? "" : "points ";
  return html`<section class="panel" aria-labelledby="course-title"><h2 id="course-title">Your practice so far</h2>
    ${alike.length > 1
      ? html`<${Chart} facts=${facts} known=${alike.slice(-DRAWN)} />`
      : html`<p>One such session: at its rate you lose
        ${" "}<strong>${worth(facts, rate(alike[0].natural, alike[0].answers).value)}</strong> ${unit}a game.</p>`}
    ${found.length > 1 && html`<table>
      <thead><tr><th scope="col">kind of decision</th><th scope="col" class="right">${unit}lost a game</th></tr></thead>
      <tbody>${found.map(([kind, lost]) => html`<tr key=${kind}><th scope="row">${titled(kindWords(kind))}</th>
        <td class="right">${worth(facts, lost)}</td></tr>`)}</tbody></table>`}
    <p class="bar">${next && html`<button type="button" id="practise-next" onClick=${() => start({ only: next })}>
        Practise next: ${kindWords(next)}</button>`}
      <button type="button" onClick=${forgetAll}>Forget these</button>
      <span class="soft">Stored only in this browser.</span></p>
  </section>`;
}

/**
 * A point for each session: the loss per game at its rate.
 * @param {{ facts: Api.SolutionFacts, known: import("./sittings.js").Kept[] }} props
 */
function Chart({ facts, known }) {
  const [wide, high, left] = [420, 120, 46];
  const rates = known.map((each) => rate(each.natural, each.answers).value);
  const top = Math.max(...rates) || 1;
  const x = (/** @type {number} */ place) =>
    left + 12 + ((wide - left - 24) * place) / Math.max(1, known.length - 1);
  const y = (/** @type {number} */ value) => 8 + ((high - 12) * (top - value)) / top;
  const axis = facts.percent || top < 5 ? [0, top] : ticks(0, top);
  const last = worth(facts, rates[rates.length - 1]);
  return html`<svg class="chart narrow" viewBox=${`0 0 ${wide} ${high + 6}`} role="img"
      aria-label=${`Lost a game, session by session; in the last one ${last}`}>
      ${axis.map((value) => html`<g key=${value}>
        <line class="grid" x1=${left} x2=${wide} y1=${y(value)} y2=${y(value)} />
        <text class="fill-ink" font-size="11" text-anchor="end" x=${left - 5} y=${y(value) + 4}>
          ${worth(facts, value, top < 5 ? 1 : 0)}</text></g>`)}
      <polyline class="stroke-best" points=${rates.map((value, place) => `${x(place)},${y(value)}`).join(" ")} />
      ${rates.map((value, place) => html`<circle key=${place} class="fill-filled" cx=${x(place)} cy=${y(value)} r="4.5">
        <title>${known[place].date}: ${worth(facts, value)}</title></circle>`)}
    </svg>
    <p class="soft">The last ${known.length} sessions: what you would lose in a game, ${last} in the latest.</p>`;
}
