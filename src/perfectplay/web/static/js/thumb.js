// The bar within reach of the thumb: undo, and the next step.
import { html, useState } from "../vendor/htm-preact.js";
import { ask } from "./api.js";
import { Press } from "./fields.js";
import { Trouble } from "./job.js";
import { sameKeys } from "./touch.js";

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
  /** @type {[string, (() => unknown) | undefined]} */
  let next = ["…", undefined];
  if (here?.kind === "final") next = ["Play again", () => act({ what: "restart" })];
  else if (here?.kind === "chance" && how.rolls === "mine") next = ["Roll for me", roll];
  else if (chosen) next = [`${keys.length ? "" : "Best: "}${chosen.words}`, () => take(chosen)];
  else if (edges.length) next[0] = keys.length ? "No option is just these" : "Choose below, or tap the pieces";
  return html`<${Thumb} trouble=${trouble} undo=${path.length < 2 ? undefined : () => act({ what: "undo" })}
    next=${next} />`;
}

/**
 * The bar below any table.
 * @param {{ trouble?: string, undo?: () => void, next: [string, (() => unknown) | undefined] }} props
 */
export function Thumb({ trouble = "", undo, next: [words, go] }) {
  return html`<div class="thumb"><${Trouble} error=${trouble} />
    <${Press} off=${!undo} press=${() => undo?.()}>Undo<//>
    <${Press} class="main wide-button" id="take" off=${!go} press=${() => go?.()}>${words}<//>
  </div>`;
}
