// The advisor: the dice and the card on the table, and what to do with them.
import { html } from "../vendor/htm-preact.js";
import { go } from "./address.js";
import { AdvisedTable } from "./advised_table.js";
import { Progress, Trouble, useSolution } from "./job.js";
import { Download } from "./own.js";
import { ChosenFields, named, rulesAsked, Unread, useChosen } from "./rules.js";

/** @param {{ games: Api.GameFacts[], address: import("./address.js").Address }} props */
export function Advisor({ games, address }) {
  const cards = games.filter((each) => each.kind === "scorecard");
  const chosen = useChosen(cards, address.words);
  const { facts, job, error, cancel } = useSolution(rulesAsked(chosen));
  /** @type {import("./rules.js").Choose} */
  const choose = (game, parameters) => go("advisor", named({ game, parameters }));
  return html`
    <section class="panel" aria-label="The game">
      <div class="bar spread">
        <h1>What now?</h1>
        <${ChosenFields} games=${cards} chosen=${chosen} choose=${choose} />
      </div>
      <${Unread} chosen=${chosen} />
      ${chosen.toml && html`<p class="bar"><a class="button" href=${`#/own?card64=${chosen.card64}`}>Edit this card</a>
        <${Download} name=${facts ? facts.name : "card"} toml=${chosen.toml} /></p>`}
    </section>
    <${Trouble} error=${error} />
    ${!facts && !error && html`<${Progress} job=${job} cancel=${cancel} />`}
    ${facts && html`<${AdvisedTable} key=${facts.id} facts=${facts} address=${address} chosen=${chosen} />`}
  `;
}
