// A game that an exported site has no table of: what it is worth, why that is, and what there is to learn from.
import { html } from "../vendor/htm-preact.js";
import { hashOf } from "./address.js";
import { Charts } from "./charts.js";
import { digitsFor, worth } from "./format.js";
import { named } from "./rules.js";

/**
 * @param {{
 *   facts: Api.SolutionFacts, chosen: import("./rules.js").Chosen, why: string, theme: import("./theme.js").Theme,
 * }} props
 */
export function Untabled({ facts, chosen, why, theme }) {
  const digits = digitsFor(facts, [facts.value, 0], 2);
  return html`<section class="panel" aria-labelledby="untabled-title">
      <h2 id="untabled-title">To learn from</h2>
      <p class="worth"><span class="value">${worth(facts, facts.value, digits)}</span>${" "}
        <span class="soft">${facts.meaning}</span></p>
      <p>${why}.</p>
      <p><a class="button main" href=${hashOf("practice", named(chosen))}>Practise it</a></p>
    </section>
    <${Charts} facts=${facts} theme=${theme} unfolded />`;
}
