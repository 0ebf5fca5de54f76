// What has happened since the last input: in words, and drawn where pieces came up.
import { html } from "../vendor/htm-preact.js";
import { worth } from "./format.js";
import { lastAsked } from "./game_state.js";
import { PieceOn } from "./pieces.js";
import { sentence, told } from "./values.js";

/** @typedef {import("./game_state.js").Move} Move */

/**
 * What has happened since the last input.
 * @param {{ path: Move[], names: string[], facts: Api.SolutionFacts }} props
 */
export function Since({ path, names, facts }) {
  const moves = path.slice(lastAsked(path)).filter((move) => move.by !== "start");
  const cost = (/** @type {Move} */ move) => move.by === "person" && move.cost > 0 && !move.alone
    && `, which cost ${worth(facts, move.cost)}; best was ${told(move.best, names)}`;
  const words = (/** @type {Move} */ move) =>
    sentence(`${move.by === "chance" ? "" : `${names[move.player]}: `}${told(move.words, names)}`);
  return html`<p class="since" role="status">${moves.map((move) => html`<span class=${move.bust ? "bust" : ""}>
    ${move.brings.filter((piece) => piece.kind !== "counter").map((piece) => html`<span class="brought">
      <${PieceOn} piece=${piece} bare=${true} /></span> `)}
    ${!move.silent && `${words(move)}${cost(move) || ""}. `}</span>`)}</p>`;
}
