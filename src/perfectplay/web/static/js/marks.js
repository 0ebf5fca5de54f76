// Small marks used by many pages: the cost of something, and the meaning of a colour.
import { html } from "../vendor/htm-preact.js";
import { costWords, size } from "./format.js";

/**
 * The cost of something, as a colour and in words.
 * @param {{ facts: import("./format.js").Scale, cost: number, words?: string }} props
 */
export const Chip = ({ facts, cost, words = costWords(facts, cost) }) =>
  html`<span class=${`chip ${size(facts, cost)}`}>${words}</span>`;

/**
 * A legend: each colour of a chart, given by class or fill, with its meaning.
 * @param {{ marks: { words: unknown, kind?: string, colour?: string }[], label?: string }} props
 */
export const Legend = ({ marks, label }) => html`<ul class="legend" aria-label=${label}>
  ${marks.map(({ words, kind, colour }, place) => html`<li key=${place}>
    <svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
      <rect class=${kind} width="10" height="10" fill=${colour} /></svg>${words}</li>`)}
</ul>`;
