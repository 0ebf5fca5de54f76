// The lines of a card of rules that the other player follows.
import { html } from "../vendor/htm-preact.js";
import { useAnswer } from "./answer.js";

/**
 * The lines of a text, one per row; for a card in TOML, the quoted texts after `lines`.
 * @param {string} text
 */
export function linesOf(text) {
  const toml = /^\s*lines\s*=\s*\[(.*)\]/ms.exec(text);
  const rows = toml ? [...toml[1].matchAll(/"([^"]*)"/g)].map((each) => each[1]) : text.split("\n");
  return rows.map((row) => row.trim()).filter(Boolean);
}

/**
 * @param {{ facts: Api.SolutionFacts, lines: string[], enter: (text: string) => void, needed: boolean }} props
 */
export function Line({ facts, lines, enter, needed }) {
  /** @type {import("./answer.js").Answer<Api.RulesFacts[]>} */
  const { found } = useAnswer("rules");
  if (!needed) return null;
  const cards = (found ?? []).filter((card) => card.game === facts.name);
  return html`<div>
    ${cards.length > 0 && html`<label>Card<select onChange=${(/** @type {any} */ event) => enter(event.target.value)}>
      <option value="">your own</option>
      ${cards.map((card) => html`<option key=${card.name} value=${card.lines.join("\n")}>${card.name}</option>`)}
    </select></label>`}
    <label>Lines of the card; the first that applies decides
      <textarea id="lines-of-rules" class="lines" rows="4" spellcheck="false" value=${lines.join("\n")}
        onChange=${(/** @type {any} */ event) => enter(event.target.value)}></textarea></label></div>`;
}
