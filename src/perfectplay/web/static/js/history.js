// The game so far: the decisions, their costs, and the way back.
import { html } from "../vendor/htm-preact.js";
import { hashOf, packed } from "./address.js";
import { percent, signed, sum, worth } from "./format.js";
import { Chip } from "./marks.js";
import { Share } from "./share.js";

/** @typedef {import("./table.js").Decision} Decision */

/**
 * The losses of either player: points while the end game does not fit, then chances of winning.
 * @param {{ facts: import("./format.js").Scale, decisions: Decision[] }} props
 */
function LostByBoth({ facts, decisions }) {
  /** @param {string} who @param {boolean} inPercent */
  const lost = (who, inPercent) =>
    sum(decisions.filter((each) => each.who === who && each.percent === inPercent).map((each) => each.cost));
  const players = ["you", "they"].filter((who) => decisions.some((each) => each.who === who));
  return players.map((who) => {
    const points = facts.percent ? 0 : lost(who, false);
    const chances = decisions.some((each) => each.percent);
    return html`<p key=${who}>${who === "you" ? "Your" : "Their"} decisions lost
      ${(points > 0 || !chances) && html` <strong>${worth(facts, points)}</strong> points${chances && " and"}`}
      ${chances && html` <strong>${percent(lost(who, true), 2)}</strong> of the chance to win`}.</p>`;
  });
}

/** @param {{ each: Decision }} props */
function Decided({ each }) {
  return html`<li><span>${each.who && `${each.who}: `}${each.dice.join(" ")} → ${each.words}
      ${each.cost > 0 ? html`<br /><span class="soft">best: ${each.best}</span>` : ""}</span>
    <span><${Chip} facts=${each} cost=${each.cost} /></span></li>`;
}

/** @param {import("./address.js").Said & { record: string }} review */
const reviewOf = ({ record, ...named }) => hashOf("review", { ...named, record64: packed(record) });

/**
 * @param {{
 *   facts: import("./format.js").Scale, decisions: Decision[], luck: number | null, lost: number,
 *   act: (act: import("./table.js").Act) => void, review: import("./address.js").Said & { record: string },
 * }} props
 */
export function History({ facts, decisions, luck, lost, act, review }) {
  const luckTold = decisions.every((each) => !each.who);
  return html`<section class="panel" aria-labelledby="history-title">
    <div class="bar spread"><h2 id="history-title">The game so far</h2></div>
    <div class="bar">
      <button type="button" onClick=${() => act({ what: "restart" })}>Restart</button>
      <${Share} what="this position" />
      ${review.record && html`<a class="button" href=${reviewOf(review)}>Review this game</a>`}
    </div>
    ${!luckTold && html`<${LostByBoth} facts=${facts} decisions=${decisions} />`}
    ${decisions.length > 0 && luckTold && html`<p>Decisions lost <strong>${worth(facts, lost)}</strong>
      ${luck !== null && html`; luck <strong>${luck === 0 ? "+" : ""}${signed(facts, luck)}</strong>`}.</p>`}
    <ol class="history" tabindex="0" aria-label="Decisions">
      ${decisions.map((each, place) => html`<${Decided} key=${place} each=${each} />`)}
    </ol>
    ${decisions.length === 0 && html`<p class="soft">Nothing was decided yet.
      Take an option, and it is written down here with what it cost.</p>`}
  </section>`;
}
