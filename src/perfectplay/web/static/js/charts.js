// Charts for learning how to play, in the colours of the page.
import { html, useState } from "../vendor/htm-preact.js";
import { useAnswer } from "./answer.js";

/** @param {{ facts: Api.SolutionFacts, theme: import("./theme.js").Theme, unfolded?: boolean }} props */
export function Charts({ facts, theme, unfolded = false }) {
  const [open, setOpen] = useState(unfolded);
  /** @type {import("./answer.js").Answer<Api.ChartFacts[]>} */
  const { found, error, pending } = useAnswer(open && `solutions/${facts.id}/charts?dark=${theme === "dark"}`);
  const none = found?.length === 0 && "There is no chart that tells how to play this game.";
  if (none && unfolded) return null;
  return html`<section class="panel">
    <details open=${open} onToggle=${(event) => setOpen(event.target.open)}>
      <summary><strong>Charts to learn from</strong></summary>
      ${(error || none || !found) && html`<p class="soft" role="status">${error || none || "Drawing …"}</p>`}
      ${found?.map((chart) => html`<figure class="scroll learn" key=${chart.heading} aria-busy=${pending} tabindex="0">
        <img alt=${`${chart.heading}: ${chart.title}`} src=${pictureOf(chart.svg)} />
      </figure>`)}
    </details>
  </section>`;
}

const pictureOf = (/** @type {string} */ svg) => `data:image/svg+xml,${encodeURIComponent(svg)}`;
