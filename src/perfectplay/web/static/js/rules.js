// Which game, with which parameters: a row of fields.
import { html } from "../vendor/htm-preact.js";

export function GameFields({ games, game, parameters, choose }) {
  const chosen = games.find((each) => each.name === game) || games[0];
  const shown = chosen.parameters.filter((each) => !each.quiet);
  const change = (name, value) => choose(chosen.name, { ...parameters, [name]: value });
  return html`<div class="bar">
    <label>Game
      <select value=${chosen.name} onChange=${(event) => choose(event.target.value, {})}>
        ${games.map((each) => html`<option value=${each.name}>${each.name}</option>`)}
      </select>
    </label>
    ${shown.map((each) => html`<${Field} key=${each.name} of=${each} value=${parameters[each.name] ?? each.default} change=${change} />`)}
  </div>`;
}

function Field({ of, value, change }) {
  if (of.type === "bool") {
    return html`<label title=${of.doc}>${of.name}
      <select value=${String(value)} onChange=${(event) => change(of.name, event.target.value === "true")}>
        <option value="true">on</option><option value="false">off</option>
      </select></label>`;
  }
  if (of.choices.length) {
    return html`<label title=${of.doc}>${of.name}
      <select value=${value} onChange=${(event) => change(of.name, event.target.value)}>
        ${of.choices.map((each) => html`<option value=${each}>${each}</option>`)}
      </select></label>`;
  }
  return html`<label title=${of.doc}>${of.name}
    <input type="number" value=${value} min=${of.low} max=${of.high}
      onChange=${(event) => event.target.value !== "" && change(of.name, Number(event.target.value))} /></label>`;
}

// Parameters in an address: p.NAME=value.
export function parametersOf(games, game, words) {
  const chosen = games.find((each) => each.name === game);
  const found = {};
  for (const each of chosen ? chosen.parameters : []) {
    const text = words[`p.${each.name}`];
    if (text === undefined) continue;
    if (each.type === "bool") found[each.name] = text === "true";
    else found[each.name] = each.type === "str" ? text : Number(text);
  }
  return found;
}

export const parameterWords = (parameters) =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [`p.${name}`, String(value)]));
