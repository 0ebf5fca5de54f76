// The distribution of the final score, once it has been computed.
import { html, useState } from "../vendor/htm-preact.js";
import { useAnswer } from "./answer.js";
import { percent, ticks } from "./format.js";

const WIDE = 400;
const HIGH = 114;
const EDGE = 16;
const SEEN = 0.1;  // in units of height: a lower bar is invisible
const NOT_YET = [409, 429];

/** @param {{ facts: Api.SolutionFacts }} props */
export function Spread({ facts }) {
  const [open, setOpen] = useState(false);
  /** @type {import("./answer.js").Answer<Api.DistributionFacts>} */
  const { found: spread, error } = useAnswer(
    open && `solutions/${facts.id}/distribution`,
    undefined,
    ({ status }) => NOT_YET.includes(status),
  );
  return html`<section class="panel">
    <details open=${open} onToggle=${(event) => setOpen(event.target.open)}>
      <summary><strong>The odds of a whole game</strong></summary>
      ${spread ? html`<${Chart} spread=${spread} />` : html`<p class="soft" role="status">${error || "…"}</p>`}
    </details>
  </section>`;
}

/**
 * Every visible bar, above an axis of scores.
 * @param {{ spread: Api.DistributionFacts }} props
 */
function Chart({ spread }) {
  const { scores, chances, percentiles, mean, deviation } = spread;
  const top = Math.max(...chances);
  const all = scores.map((score, place) => ({ score, high: (HIGH * chances[place]) / top }));
  const bars = all.filter((bar) => bar.high >= SEEN);
  const [low, high] = [bars[0].score, bars[bars.length - 1].score];
  const wide = Math.max(1, (0.9 * (WIDE - 2 * EDGE)) / (high - low + 1));
  const x = (/** @type {number} */ score) => EDGE + ((WIDE - 2 * EDGE) * (score - low)) / (high - low || 1);
  const told = `mean ${mean.toFixed(2)}, median ${percentiles["50"]}`;
  return html`
    <svg class="chart" viewBox=${`0 0 ${WIDE} ${HIGH + 28}`} role="img"
      aria-label=${`How often each final score comes up, from ${low} to ${high}: ${told}`}>
      ${bars.map((bar) => html`<rect key=${bar.score} class="fill-filled" x=${x(bar.score) - wide / 2} width=${wide}
        y=${HIGH + 4 - bar.high} height=${bar.high} />`)}
      <line class="stroke" x1="0" x2=${WIDE} y1=${HIGH + 4.5} y2=${HIGH + 4.5} />
      ${ticks(low, high).map((score) => html`<g key=${score}>
        <line class="stroke" x1=${x(score)} x2=${x(score)} y1=${HIGH + 4} y2=${HIGH + 9} />
        <text class="fill-ink" font-size="12" text-anchor="middle" x=${x(score)} y=${HIGH + 22}>${score}</text></g>`)}
    </svg>
    <p>Mean ${mean.toFixed(2)}, deviation ${deviation.toFixed(2)}; the likeliest score comes in ${percent(top, 2)} of
      games.</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Percentiles"><table>
      <thead><tr><th scope="col">share of games below</th>${Object.keys(percentiles).map((each) =>
        html`<th scope="col" class="right" key=${each}>${each} %</th>`)}</tr></thead>
      <tbody><tr><th scope="row">score</th>${Object.entries(percentiles).map(([each, score]) =>
        html`<td class="right" key=${each}>${score}</td>`)}</tr></tbody></table></div>`;
}
