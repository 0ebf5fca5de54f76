// The distribution of the final score, as soon as it is worked out.
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { ask } from "./api.js";
import { percent } from "./format.js";

export function Spread({ facts }) {
  const [spread, setSpread] = useState(null);
  const [open, setOpen] = useState(false);
  const [note, setNote] = useState("");
  useEffect(() => {
    if (!open || spread) return undefined;
    let timer = 0;
    const look = () =>
      ask(`solutions/${facts.id}/distribution`).then(setSpread, (trouble) => {
        setNote(trouble.message);
        if (trouble.status === 409 || trouble.status === 429) timer = setTimeout(look, 1500);
      });
    look();
    return () => clearTimeout(timer);
  }, [open, facts.id]);
  return html`<section class="panel">
    <details open=${open} onToggle=${(event) => setOpen(event.target.open)}>
      <summary><strong>The odds of a whole game</strong></summary>
      ${spread ? html`<${Chart} spread=${spread} />` : html`<p class="soft" role="status">${note || "…"}</p>`}
    </details>
  </section>`;
}

function Chart({ spread }) {
  const { scores, chances, percentiles } = spread;
  const low = percentiles["1"] - 0.02 * (percentiles["99"] - percentiles["1"]) - 1;
  const high = percentiles["99"] + 0.02 * (percentiles["99"] - percentiles["1"]) + 1;
  const top = Math.max(...chances);
  const x = (score) => (400 * (score - low)) / (high - low);
  const wide = Math.max(1, 360 / (high - low));
  return html`
    <svg class="chart" viewBox="0 0 400 120" role="img" aria-label=${`Mean ${spread.mean.toFixed(2)}, median ${percentiles["50"]}`}>
      ${scores.map((score, place) =>
        score >= low && score <= high
          ? html`<rect key=${place} class="fill-filled" x=${x(score) - wide / 2} width=${wide} y=${118 - (114 * chances[place]) / top} height=${(114 * chances[place]) / top} />`
          : null,
      )}
    </svg>
    <p>Mean ${spread.mean.toFixed(2)}, deviation ${spread.deviation.toFixed(2)}.</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Percentiles"><table><thead><tr><th scope="col">share of games below</th>${Object.keys(percentiles).map((each) => html`<th scope="col" class="right" key=${each}>${each} %</th>`)}</tr></thead>
      <tbody><tr><th scope="row">score</th>${Object.entries(percentiles).map(([each, score]) => html`<td class="right" key=${each}>${score}</td>`)}</tr></tbody></table></div>
    <p class="soft">Less than 1 % of games lie beyond either end; the likeliest score comes in ${percent(top, 2)} of them.</p>`;
}
