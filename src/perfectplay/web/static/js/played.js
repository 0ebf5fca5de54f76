// The game so far: the decisions and their costs, what chance brought, and a link to the position.
import { html } from "../vendor/htm-preact.js";
import { hashOf, LINKED } from "./address.js";
import { signed, worth } from "./format.js";
import { account } from "./game_state.js";
import { Chip } from "./marks.js";
import { named } from "./rules.js";
import { Share } from "./share.js";
import { told } from "./values.js";

/** @typedef {import("./game_state.js").Move} Move */

const MOST = 5;  // mistakes are listed once a game is over

/**
 * @param {{
 *   facts: Api.SolutionFacts, path: Move[], names: string[], how: import("./game_state.js").How, over: boolean,
 *   chosen: import("./rules.js").Chosen, act: (act: import("./game_state.js").Act) => void,
 * }} props
 */
export function Played({ facts, path, names, how, over, chosen, act }) {
  const moves = path.filter((move) => move.by !== "start").toReversed();
  const people = names.map((name, player) => ({ name, player }))
    .filter(({ player }) => names.length === 1 || how.against === "person" || player === how.seat);
  return html`<section class="panel" aria-labelledby="history-title">
    <div class="bar spread"><h2 id="history-title">${over ? "How it went" : "The game so far"}</h2>
      <span class="bar"><button type="button" onClick=${() => act({ what: "restart" })}>Restart</button>
      ${LINKED && html`<${Share} what="this position" />`}</span></div>
    ${moves.length > 0 && people.map(({ name, player }) => html`<p key=${player}><${Account} facts=${facts} path=${path}
      name=${name} player=${player} /></p>`)}
    ${over && html`<${Mistakes} facts=${facts} path=${path} names=${names} chosen=${chosen} />`}
    ${moves.length > 0 && html`<ol class="history" tabindex="0" aria-label="Steps, the last first">
      ${moves.map((move, place) => html`<li key=${moves.length - place} class=${move.by === "chance" ? "soft" : ""}>
        <span class=${move.bust ? "bust" : ""}>${move.by !== "chance" && names.length > 1 && `${names[move.player]}: `}
          ${told(move.words, names)}${move.best && html`<br /><span class="soft">best: ${move.best}</span>`}</span>
        ${move.by !== "chance" && html`<span><${Chip} facts=${facts} cost=${move.cost} /></span>`}</li>`)}
    </ol>`}
    ${moves.length === 0 && html`<p class="soft">Nothing has happened yet. Every step is written down here,
      with what it cost and what was luck.</p>`}
  </section>`;
}

/**
 * The decisions that cost most, the worst first, each with the way back to it.
 * @param {{ facts: Api.SolutionFacts, path: Move[], names: string[], chosen: import("./rules.js").Chosen }} props
 */
function Mistakes({ facts, path, names, chosen }) {
  const made = path.map((move, place) => ({ move, place, before: path[place - 1] }))
    .filter(({ move }) => move.by === "person");
  const found = made.filter(({ move }) => move.cost > 0).sort((one, other) => other.move.cost - one.move.cost);
  if (made.length === 0) return null;
  if (found.length === 0) return html`<p>Every decision was a best one.</p>`;
  return html`<h3>What cost most</h3>
    <ol class="mistakes">${found.slice(0, MOST).map(({ move, place, before }) => html`<li key=${place}>
      ${names.length > 1 && `${names[move.player]}: `}${LINKED
        ? html`<a href=${hashOf("table", { ...named(chosen), at: before.at, score: before.score })}>
          ${told(move.words, names)}</a>`
        : told(move.words, names)}
      ${" "}<span class="soft">instead of</span> ${told(move.best, names)}
      ${" "}<${Chip} facts=${facts} cost=${move.cost} /></li>`)}</ol>`;
}

/** @param {{ facts: Api.SolutionFacts, path: Move[], name: string, player: number }} props */
function Account({ facts, path, name, player }) {
  const { lost, luck } = account(path, player);
  const whose = name === "you" ? "Your" : `${name}'s`;
  return html`${whose} decisions lost <strong>${worth(facts, lost)}</strong>; luck${" "}
    <strong>${Math.abs(luck) < 5e-7 ? worth(facts, 0) : signed(facts, luck)}</strong>.`;
}
