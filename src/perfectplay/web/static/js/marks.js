// Small marks that many pages share: what something cost, and what a colour means.
import { html } from "../vendor/htm-preact.js";
import { costWords, size } from "./format.js";

/**
 * What something cost, by colour and in words.
 * @param {{ facts: import("./format.js").Scale, cost: number, words?: string }} props
 */
export const Chip = ({ facts, cost, words = costWords(facts, cost) }) =>
  html`<span class=${`chip ${size(facts, cost)}`}>${words}</span>`;

/**
 * What the colours of a chart mean: each with its words, by the class or the colour that fills it.
 * @param {{ marks: { words: unknown, kind?: string, colour?: string }[], label?: string }} props
 */
export const Legend = ({ marks, label }) => html`<ul class="legend" aria-label=${label}>
  ${marks.map(({ words, kind, colour }, place) => html`<li key=${place}>
    <svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
      <rect class=${kind} width="10" height="10" fill=${colour} /></svg>${words}</li>`)}
</ul>`;
