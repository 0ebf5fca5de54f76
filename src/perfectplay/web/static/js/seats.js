// Who plays against whom, and who rolls the dice.
import { html } from "../vendor/htm-preact.js";
import { SERVED } from "./api.js";
import { Segments } from "./fields.js";

/** @typedef {import("./game_state.js").How} How */

/** @type {[import("./game_state.js").Against, string][]} */
const OPPONENTS = [["best", "perfect play"], ["card", "a card of rules"], ["person", "a person"]];

const OPPONENTS_HERE = OPPONENTS.filter(([name]) => SERVED || name !== "card");  // a site cannot parse cards of rules

/**
 * The names of the players.
 * @param {Api.SolutionFacts} facts
 * @param {How} how
 */
export function seatNames({ players }, { against, seat }) {
  if (players === 1) return ["you"];
  if (against === "person") return ["first player", "second player"];
  const other = against === "card" ? "the card" : "perfect play";
  return seat ? [other, "you"] : ["you", other];
}

/**
 * @param {{
 *   facts: Api.SolutionFacts, how: How, act: (act: import("./game_state.js").Act) => void,
 * }} props
 */
export function Seats({ facts, how, act }) {
  const set = (/** @type {Partial<How>} */ more) => act({ what: "how", how: more });
  return html`<div class="bar">
    ${facts.players === 2 && html`<${Segments} name="against" legend="You play against" value=${how.against}
      change=${(/** @type {How["against"]} */ against) => set({ against })} options=${OPPONENTS_HERE} />`}
    ${facts.players === 2 && how.against !== "person" && html`<${Segments} name="seat" legend="You go"
      value=${how.seat} change=${(/** @type {number} */ seat) => set({ seat })}
      options=${[[0, "first"], [1, "second"]]} />`}
    <${Segments} name="rolls" legend="Dice and cards" value=${how.rolls}
      change=${(/** @type {How["rolls"]} */ rolls) => set({ rolls })}
      options=${[["here", "rolled here"], ["mine", "on my table"]]} />
  </div>`;
}
