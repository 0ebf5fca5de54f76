// The bar within reach of the thumb: undo, and what comes next.
import { html, useState } from "../vendor/htm-preact.js";
import { ask } from "./api.js";
import { Trouble } from "./job.js";
import { touchOf } from "./touch.js";

/**
 * @param {{
 *   facts: Api.SolutionFacts, here: Api.PositionFacts | null, how: import("./game_state.js").How,
 *   path: import("./game_state.js").Move[],
 *   act: (act: import("./game_state.js").Act) => void, edges: Api.EdgeFacts[], keys: string[], hidden: boolean,
 *   take: (edge: Api.EdgeFacts) => void,
 * }} props
 */
export function Bar({ facts, here, how, path, act, edges, keys, hidden, take }) {
  const [trouble, setTrouble] = useState("");
  const roll = async () => {
    if (!here) return;
    try {
      const body = { at: here.at, score: here.score };
      take(await ask(`solutions/${facts.id}/chance`, { body }));
    } catch (error) {
      setTrouble(/** @type {Error} */ (error).message);
    }
  };
  const chosen = keys.length > 0 ? edges.find((edge) => sameKeys(edge, keys)) : hidden ? undefined : edges[0];
  const best = keys.length === 0 && chosen ? "Best: " : "";
  return html`<div class="thumb"><${Trouble} error=${trouble} />
    <button type="button" disabled=${path.length < 2} onClick=${() => act({ what: "undo" })}>Undo</button>
    ${here?.kind === "chance" && how.rolls === "mine" && html`<button type="button" class="main wide-button"
      onClick=${roll}>Roll for me</button>`}
    ${here?.kind === "final" && html`<button type="button" class="main wide-button"
      onClick=${() => act({ what: "restart" })}>Play again</button>`}
    ${edges.length > 0 && html`<button type="button" class="main wide-button" id="take" disabled=${!chosen}
      onClick=${() => chosen && take(chosen)}>${chosen
        ? `${best}${chosen.words}` : keys.length > 0 ? "No option is just these" : "Choose below, or tap the pieces"}
    </button>`}
  </div>`;
}

/** @param {Api.EdgeFacts} edge @param {string[]} keys */
function sameKeys(edge, keys) {
  const own = touchOf([edge], [], true, () => {}).open;
  return own.size === keys.length && keys.every((key) => own.has(key));
}
