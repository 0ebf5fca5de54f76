// The game so far: what was decided, what it cost, and the way back.
import { html } from "../vendor/htm-preact.js";
import { hashOf, packed } from "./address.js";
import { Press } from "./fields.js";
import { Share } from "./share.js";
import { costWords, percent, size, worth } from "./format.js";

// What either player has lost: points while the end game did not fit, then chances to win.
function LostByBoth({ facts, decisions }) {
  const lost = (who, percent) =>
    decisions.filter((each) => each.who === who && each.percent === percent).reduce((sum, each) => sum + each.cost, 0);
  return ["you", "they"].filter((who) => decisions.some((each) => each.who === who)).map(
    (who) => html`<p key=${who}>${who === "you" ? "Your" : "Their"} decisions lost
      ${!facts.percent && lost(who, false) > 0 && html` <strong>${worth(facts, lost(who, false))}</strong> points and`} <strong>${percent(lost(who, true), 2)}</strong> of the chance to win.</p>`,
  );
}

const reviewOf = ({ record, ...named }) => hashOf("review", { ...named, record64: packed(record) });

export function History({ facts, decisions, luck, lost, act, can, review }) {
  const luckTold = decisions.every((each) => !each.who);
  return html`<section class="panel" aria-labelledby="history-title">
    <div class="bar spread"><h2 id="history-title">The game so far</h2></div>
    <div class="bar">
      <${Press} press=${() => act({ what: "undo" })} off=${!can}>Undo<//>
      <button type="button" onClick=${() => act({ what: "restart" })}>Restart</button>
      <${Share} what="this position" />
      ${review.record && html`<a class="button" href=${reviewOf(review)}>Review this game</a>`}
    </div>
    ${decisions.some((each) => each.who) && html`<${LostByBoth} facts=${facts} decisions=${decisions} />`}
    ${decisions.length > 0 && luckTold && html`<p>Decisions lost <strong>${worth(facts, lost)}</strong>${luck !== null && html`; luck <strong>${luck >= 0 ? "+" : "−"}${worth(facts, Math.abs(luck))}</strong>`}.</p>`}
    <ol class="history" tabindex="0" aria-label="Decisions">
      ${decisions.map(
        (each, place) => html`<li key=${place}><span>${each.who && `${each.who}: `}${each.dice.join(" ")} → ${each.words}${each.cost > 0 ? html`<br /><span class="soft">best: ${each.best}</span>` : ""}</span>
          <span><span class=${`chip ${size(each, each.cost)}`}>${each.cost > 0 ? costWords(each, each.cost) : "best"}</span></span></li>`,
      )}
    </ol>
    ${decisions.length === 0 && html`<p class="soft">Nothing was decided yet. Take an option, and it is written down here with what it cost.</p>`}
  </section>`;
}
