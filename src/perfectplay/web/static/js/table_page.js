// One page for any game: the game and its rules, and its table.
import { html } from "../vendor/htm-preact.js";
import { go } from "./address.js";
import { AdvisedTable } from "./advised_table.js";
import { whyNoTable } from "./api.js";
import { GameTable } from "./game_table.js";
import { Progress, Trouble, useSolution } from "./job.js";
import { Download } from "./own.js";
import { ChosenFields, named, rulesAsked, Unread, useChosen } from "./rules.js";
import { Untabled } from "./untabled.js";

/**
 * @param {{
 *   games: Api.GameFacts[], address: import("./address.js").Address, theme: import("./theme.js").Theme,
 * }} props
 */
export function TablePage({ games, address, theme }) {
  const chosen = useChosen(games, address.words);
  const { facts, job, error, cancel } = useSolution(rulesAsked(chosen));
  /** @type {import("./rules.js").Choose} */
  const choose = (game, parameters) => go("table", named({ game, parameters }));
  const why = facts && whyNoTable(facts.id);
  const summary = chosen.game && games.find((each) => each.name === chosen.game)?.summary;
  return html`
    <section class="panel" aria-label="The game">
      <h1 class="hidden">The table</h1>
      <${ChosenFields} games=${games} chosen=${chosen} choose=${choose} summary=${summary} />
      <${Unread} chosen=${chosen} />
      ${chosen.toml && html`<p class="bar"><a class="button" href=${`#/own?card64=${chosen.card64}`}>Edit this card</a>
        <${Download} name=${facts ? facts.name : "card"} toml=${chosen.toml} /></p>`}
    </section>
    <${Trouble} error=${error} />
    ${!facts && !error && html`<${Progress} job=${job} cancel=${cancel} />`}
    ${facts?.card && html`<${AdvisedTable} key=${facts.id} facts=${facts} address=${address} chosen=${chosen} />`}
    ${why && html`<${Untabled} key=${facts.id} facts=${facts} chosen=${chosen} why=${why} theme=${theme} />`}
    ${facts && !facts.card && !why && html`<${GameTable} key=${facts.id} facts=${facts} address=${address}
      chosen=${chosen} theme=${theme} />`}
  `;
}
