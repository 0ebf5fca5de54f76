// Which game, with which parameters: a row of fields.
import { html, useMemo } from "../vendor/htm-preact.js";
import { unpacked } from "./address.js";
import { Entry, number } from "./fields.js";
import { titled } from "./format.js";

const FIRST = "yahtzee";

export function GameFields({ games, game, parameters, choose }) {
  const chosen = games.find((each) => each.name === game) || games[0];
  const shown = chosen.parameters.filter((each) => !each.quiet);
  const change = (name, value) => choose(chosen.name, { ...parameters, [name]: value });
  return html`<div class="bar">
    <label>Game
      <select value=${chosen.name} onChange=${(event) => choose(event.target.value, {})}>
        ${games.map((each) => html`<option value=${each.name}>${titled(each.name)}</option>`)}
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
  const enter = (text) => number(text, of, (found) => change(of.name, found));
  return html`<div><${Entry} label=${of.name} title=${of.doc} inputmode="numeric" size="5" value=${value} enter=${enter} /></div>`;
}

export const OWN = { name: "your own card", parameters: [], kind: "scorecard" };

// Where a link names no game, or holds a card that cannot be read, it is told at the place of the game.
export const Unread = ({ chosen }) => chosen.unread && html`<p class="wrong" role="alert">${chosen.unread}; this is ${titled(chosen.game)}.</p>`;

// The game that is meant by a word: in any case, or by its beginning. On a site, a game may have its rules in its name.
export function meant(games, word) {
  const found = games.filter((each) => each.name.startsWith(word.toLowerCase()) && !each.name.slice(word.length).includes(" "));
  return found.find((each) => each.name === word.toLowerCase()) ?? (found.length === 1 ? found[0] : undefined);
}

// The card that an address names, or holds.
export function useChosen(cards, words) {
  const found = chosenBy(cards, words);
  return useMemo(() => found, [JSON.stringify(found)]);
}

function chosenBy(cards, words) {
  const first = (cards.find((each) => each.name === FIRST) ?? cards[0]).name;
  const otherwise = (unread) => ({ game: first, parameters: {}, ...(unread ? { unread } : {}) });
  if (words.card64) {
    try {
      return { toml: unpacked(words.card64), card64: words.card64 };
    } catch {
      return otherwise("The card in this link cannot be read");
    }
  }
  if (!words.game) return otherwise();
  const found = cardFor(cards, words);
  if (!found) return otherwise(`There is no game “${[words.game, ...stated(words)].join(" ")}” here`);
  return { game: found.name, parameters: parametersOf(cards, found.name, words) };
}

// Parameters as they stand in the names of a site's games.
const stated = (words) => Object.keys(words).filter((name) => name.startsWith("p.")).map((name) => `${name.slice(2)}=${words[name]}`);

// The card that some words name, with just the rules that they state; a served game takes them as parameters.
export function cardFor(cards, words) {
  const rules = stated(words);
  const found = meant(cards, words.game);
  if (!rules.length || found?.parameters.length) return found;
  return cards.find((each) => each.name === [words.game.toLowerCase(), ...rules].join(" "));
}

// A card as an address names it, and as the server is asked to solve it.
export const named = (chosen) => (chosen.toml ? { card64: chosen.card64 } : { game: chosen.game, ...parameterWords(chosen.parameters) });
export const rulesAsked = (chosen) => (chosen.toml ? { toml: chosen.toml } : { game: chosen.game, parameters: chosen.parameters });

// Parameters in an address: p.NAME=value.
export function parametersOf(games, game, words) {
  const chosen = games.find((each) => each.name === game);
  const found = {};
  for (const each of chosen ? chosen.parameters : []) {
    const text = words[`p.${each.name}`];
    if (text === undefined) continue;
    if (each.type === "bool") found[each.name] = text === "true";
    else found[each.name] = each.type === "str" || Number.isNaN(Number(text)) ? text : Number(text);
  }
  return found;
}

export const parameterWords = (parameters) =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [`p.${name}`, String(value)]));
