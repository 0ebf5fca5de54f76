// The standing of the players: the expected points, or the chance of winning.
import { html } from "../vendor/htm-preact.js";
import { SERVED } from "./api.js";
import { costWords, percent, titled, worth } from "./format.js";
import { Progress, Trouble } from "./job.js";
import { scoreOf } from "./paper.js";

/**
 * The standing of one player, with the bonuses.
 * @param {{
 *   facts: Api.SolutionFacts & { card: Api.CardFacts }, advice: Api.AdviceFacts, value: number,
 *   filled: import("./table.js").Filled,
 * }} props
 */
export function Standing({ facts, advice, value, filled }) {
  const over = advice.moment === "over";
  const final = over ? scoreOf(facts.card, filled) : null;
  if (final !== null) {
    return html`<section class="panel" aria-label="Where you stand"><span class="value">${final}</span>${" "}
      <span class="soft">final score</span></section>`;
  }
  const expected = advice.score === null ? "points still to come" : "expected final score";
  return html`<section class="panel" aria-label="Where you stand">
    <div class="bar spread">
      <div><span class="value">${worth(facts, value)}</span>${" "}
        <span class="soft">${facts.percent ? facts.meaning : expected}</span></div>
      ${advice.bonuses.map(({ name, total, at, chance }) => html`<div key=${name}>
        ${titled(name)} bonus: <strong>${total}</strong> of ${at}
        ${chance !== null && !over && html`, <strong>${percent(chance)}</strong> likely at the start of the
          turn`}</div>`)}
    </div>
  </section>`;
}

/**
 * The standing of two players, as far as the end game provides it or, on a site, their cards.
 * @param {{
 *   card: Api.CardFacts, table: import("./table.js").Table, duel: import("./duel.js").Duel, aim: string,
 *   kept: number | null,
 * }} props
 */
export function Standings({ card, table, duel, aim, kept }) {
  const { theirs } = table;
  if (!SERVED) return html`<${Lead} card=${card} table=${table} aim=${aim} />`;
  if (duel.job) {
    return html`<${Progress} job=${duel.job} cancel=${duel.cancel} />
      <p class="soft">Until the end game is solved, the advice is for ${aim}, not for winning.</p>`;
  }
  if (duel.error) return html`<${Trouble} error=${`${theirs ? "Seen from their side: " : ""}${duel.error}`} />`;
  if (duel.unknown) {
    const stopped = duel.unknown.state === "cancelled";
    const why = stopped ? "The end game was not solved" : "The end game does not fit yet";
    return html`<section class="panel" aria-label="The chance to win">
      <p role="status">${why}: the advice is for ${aim}.</p>
      ${stopped ? html`<button type="button" onClick=${duel.again}>Solve it</button>`
        : html`<details><summary>Why</summary><p class="soft">${duel.unknown.error}.</p></details>`}
    </section>`;
  }
  return duel.found && html`<${Chance} found=${duel.found} theirs=${theirs} aim=${aim} kept=${kept} />`;
}

/** @param {{ card: Api.CardFacts, table: import("./table.js").Table, aim: string }} props */
function Lead({ card, table, aim }) {
  const [yours, theirs] = [table.card, table.other].map((filled) => scoreOf(card, filled));
  const over = [table.card, table.other].every((filled) => card.boxes.every(({ name }) => Object.hasOwn(filled, name)));
  const lead = (yours ?? 0) - (theirs ?? 0);
  const who = `${lead > 0 ? "You" : "They"} ${over ? "have won" : "lead"} by ${Math.abs(lead)}`;
  return html`<section class="panel" aria-label="Where both stand">
    ${yours !== null && theirs !== null && html`<p role="status">${lead ? who : over ? "It is a tie" : "Level"}.</p>`}
    ${!over && html`<p class="soft">The advice is for ${aim}; the chance to win needs
      ${" "}<code>perfectplay serve</code>.</p>`}</section>`;
}

/** @param {{ found: Api.DuelFacts, theirs: boolean, aim: string, kept: number | null }} props */
function Chance({ found, theirs, aim, kept }) {
  const [who, whose] = theirs ? ["they", "their"] : ["you", "your"];
  const stand = found.lead > 0 ? `${who} lead` : `${who} are behind`;
  const tie = found.tie ? `, a tie counts ${found.tie}` : "";
  const alone = found.for_points;
  return html`<section class="panel" aria-label="The chance to win">
    <div class="bar spread">
      <div><span class="value" id="chance">${percent(kept ?? found.chance, 2)}</span>${" "}
        <span class="soft">${whose} chance to win${tie}</span></div>
      <div>${found.lead === 0 ? "level" : `${stand} by ${Math.abs(found.lead)}`}</div>
    </div>
    ${alone && html`<p id="for-points">For ${aim} you would <strong>${alone.words}</strong>; that
      ${" "}${alone.best
        ? "is as good here."
        : html`costs <strong>${costWords({ percent: true }, alone.cost).slice(1)}</strong> of the chance to win.`}</p>`}
  </section>`;
}
