// Any position, entered field by field or as a line of text; missing fields are filled in.
import { html } from "../vendor/htm-preact.js";
import { Entry } from "./fields.js";
import { titled } from "./format.js";

/**
 * @param {{ here: Api.PositionFacts, act: (act: import("./game_state.js").Act) => void }} props
 */
export function SetUp({ here, act }) {
  const set = (/** @type {string} */ at, score = here.score) => act({ what: "set", at, score });
  const names = Object.keys(here.fields);
  const change = (/** @type {string} */ name, /** @type {string} */ text) =>
    set(names.map((each) => `${each}=${each === name ? text.trim() || "-" : here.fields[each]}`).join(" "));
  return html`<details class="set-up"><summary>Set up another position</summary>
    <div class="bar fields">
      ${names.map((name) => html`<div key=${name}><${Entry} label=${titled(name)} value=${here.fields[name]}
        enter=${(/** @type {string} */ text) => text !== here.fields[name] && void change(name, text)} /></div>`)}
      <div><${Entry} label="Points so far" inputmode="numeric" value=${here.score}
        enter=${(/** @type {string} */ text) => text !== here.score && void set(here.at, text || "0")} /></div>
    </div>
    <${Entry} label="Or all of it as text; what is left out is filled in" value=${here.at}
      enter=${(/** @type {string} */ text) => text !== here.at && void set(text)} />
    ${here.assumed.length > 0 && html`<p class="soft">Filled in: ${here.assumed.join(", ")}.</p>`}
  </details>`;
}
