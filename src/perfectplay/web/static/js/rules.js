// The game and its parameters: a row of fields.
import { html, useMemo } from "../vendor/htm-preact.js";
import { unpacked } from "./address.js";
import { SERVED } from "./api.js";
import { Entry, number, Select } from "./fields.js";
import { titled } from "./format.js";

/** @typedef {import("./address.js").Words} Words */
/** @typedef {Record<string, string | number | boolean>} Parameters */
/** @typedef {(game: string, parameters: Parameters) => void} Choose */
/** @typedef {Pick<Api.GameFacts, "name" | "title" | "parameters" | "kind">} Game */
/**
 * The game that an address names, or the card that it contains.
 * @typedef {{ toml: string, card64: string, game?: undefined, parameters?: undefined, unread?: undefined }
 *   | { toml?: undefined, game: string, parameters: Parameters, unread?: string }} Chosen
 */

const FIRST = "yahtzee";

const wide = matchMedia("(min-width: 34rem)");

/**
 * The game and its rules; the common ones are expanded if there is room.
 * @param {{ games: Game[], game: string, parameters: Parameters, choose: Choose, summary?: string }} props
 */
export function GameFields({ games, game, parameters, choose, summary }) {
  const chosen = games.find((each) => each.name === game) || games[0];
  const own = SERVED ? chosen.parameters : [];  // the games of a site have fixed rules
  const shown = own.filter((each) => !each.quiet);
  const others = own.filter((each) => each.quiet);
  /** @param {string} name @param {string | number | boolean} value */
  const change = (name, value) => choose(chosen.name, { ...parameters, [name]: value });
  const fields = (/** @type {Api.ParameterFacts[]} */ some) => some.map((each) => html`<${Field} key=${each.name}
    of=${each} value=${parameters[each.name] ?? each.default} change=${change} />`);
  const select = html`<${Select} label="Game" value=${chosen.name} change=${(name) => choose(name, {})}
    options=${games.map((each) => [each.name, each.title])} />`;
  if (!summary && !shown.length && !others.length) return select;
  const said = summary && html`<p class="soft">${summary}</p>`;
  const rest = others.length > 0 && html`<details class="rules" open=${others.some((each) => each.name in parameters)}>
    <summary>More rules</summary><div class="bar">${fields(others)}</div></details>`;
  if (wide.matches) return html`<div class="bar">${select}${fields(shown)}${rest}</div>${said}`;
  return html`<div class="bar">${select}<details class="rules" key=${chosen.name}><summary>Rules</summary>
    ${said}<div class="bar">${fields(shown)}</div>${rest}</details></div>`;
}

/**
 * @param {{
 *   of: Api.ParameterFacts, value: string | number | boolean,
 *   change: (name: string, value: string | number | boolean) => void,
 * }} props
 */
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
  if (of.type === "str") {
    return html`<div><${Entry} label=${of.name} title=${of.doc} size="12" value=${value}
      enter=${(/** @type {string} */ text) => change(of.name, text.trim())} /></div>`;
  }
  const enter = (/** @type {string} */ text) => number(text, of, (found) => change(of.name, found));
  return html`<div><${Entry} label=${of.name} title=${of.doc} inputmode="numeric" size="5" value=${value}
    enter=${enter} /></div>`;
}

/** @type {Game} */
const OWN = { name: "your own card", title: "Your own card", parameters: [], kind: "scorecard" };

/**
 * The fields for the game named by an address, or for the card that it contains.
 * @param {{ games: Game[], chosen: Chosen, choose: Choose, summary?: string }} props
 */
export function ChosenFields({ games, chosen, choose, summary }) {
  return html`<${GameFields} games=${chosen.toml ? [OWN, ...games] : games} game=${chosen.toml ? OWN.name : chosen.game}
    parameters=${chosen.parameters || {}} choose=${choose} summary=${summary} />`;
}

/**
 * An error next to the game if a link names no game, or contains an invalid card.
 * @param {{ chosen: Chosen }} props
 */
export const Unread = ({ chosen }) =>
  chosen.unread && html`<p class="wrong" role="alert">${chosen.unread}; this is ${titled(chosen.game)}.</p>`;

/**
 * The game a word stands for: in any case, or by a prefix. On a site, rules may be part of a game's name.
 * @template {Game} G
 * @param {G[]} games
 * @param {string} word
 */
export function meant(games, word) {
  const plain = word.toLowerCase();
  const found = games.filter(({ name }) => name.startsWith(plain) && !name.slice(word.length).includes(" "));
  return found.find((each) => each.name === plain) ?? (found.length === 1 ? found[0] : undefined);
}

/**
 * The card that an address names, or contains.
 * @param {Game[]} cards
 * @param {Words} words
 */
export function useChosen(cards, words) {
  const found = chosenBy(cards, words);
  return useMemo(() => found, [JSON.stringify(found)]);
}

/**
 * @param {Game[]} cards
 * @param {Words} words
 * @returns {Chosen}
 */
function chosenBy(cards, words) {
  const first = (cards.find((each) => each.name === FIRST) ?? cards[0]).name;
  if (words.card64) {
    try {
      return { toml: unpacked(words.card64), card64: words.card64 };
    } catch {
      return { game: first, parameters: {}, unread: "The card in this link cannot be read" };
    }
  }
  if (!words.game) return { game: first, parameters: {} };
  const found = cardFor(cards, words);
  if (!found) {
    const said = [words.game, ...stated(words)].join(" ");
    return { game: first, parameters: {}, unread: `There is no game “${said}” here` };
  }
  return { game: found.name, parameters: SERVED ? parametersOf(cards, found.name, words) : {} };
}

// Parameters that are part of the names of a site's games.
const stated = (/** @type {Words} */ words) =>
  Object.keys(words).filter((name) => name.startsWith("p.")).map((name) => `${name.slice(2)}=${words[name]}`);

/**
 * The card that some words name: a served game takes stated rules as parameters; a site has cards with fixed
 * rules, and rules not stated are the defaults.
 * @param {Game[]} cards
 * @param {Words} words
 */
export function cardFor(cards, words) {
  if (SERVED || !stated(words).length) return meant(cards, words.game);
  return cards.find((each) => {
    const [name, ...own] = each.name.split(" ");
    return name === words.game.toLowerCase() && rules(each, stated(words)) === rules(each, own);
  });
}

/**
 * All rules of a game, including defaults, for comparison.
 * @param {Game} game
 * @param {string[]} words
 */
function rules({ parameters }, words) {
  const usual = parameters.map((each) => [each.name, each.default]);
  const given = words.map((word) => word.split("=")).map(([name, text]) => [
    name, valueOf(parameters.find((each) => each.name === name), text),
  ]);
  return JSON.stringify(Object.entries(Object.fromEntries([...usual, ...given])).sort());
}

/**
 * A card as named in an address.
 * @param {Chosen} chosen
 * @returns {import("./address.js").Said}
 */
export const named = (chosen) =>
  chosen.toml ? { card64: chosen.card64 } : { game: chosen.game, ...parameterWords(chosen.parameters ?? {}) };

/**
 * A card as a request to solve.
 * @param {Chosen} chosen
 * @returns {Api.GameQuestion}
 */
export const rulesAsked = (chosen) =>
  chosen.toml ? { toml: chosen.toml } : { game: chosen.game, parameters: chosen.parameters };

/**
 * Parameters in an address: p.NAME=value. The solver refuses unknown ones.
 * @param {Game[]} games
 * @param {string} game
 * @param {Words} words
 */
export function parametersOf(games, game, words) {
  const chosen = games.find((each) => each.name === game);
  /** @type {Parameters} */
  const found = {};
  for (const [name, text] of Object.entries(words).filter(([each]) => each.startsWith("p."))) {
    found[name.slice(2)] = valueOf(chosen?.parameters.find((each) => each.name === name.slice(2)), text);
  }
  return found;
}

const SWITCHES = new Map(["on", "yes", "true", "off", "no", "false"].map((word, place) => [word, place < 3]));

/**
 * A parameter's value from text; invalid values remain text.
 * @param {Api.ParameterFacts | undefined} of
 * @param {string} text
 */
function valueOf(of, text) {
  if (of?.type === "bool") return SWITCHES.get(text.toLowerCase()) ?? text;
  return of?.type === "str" || Number.isNaN(Number(text)) ? text : Number(text);
}

// The same, as stated in a record.
export const spelled = (/** @type {Parameters} */ parameters) =>
  Object.entries(parameters).map(([name, value]) => {
    const word = typeof value === "boolean" ? (value ? "on" : "off") : value;
    return `${name}=${word}`;
  });

export const parameterWords = (/** @type {Parameters} */ parameters) =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [`p.${name}`, String(value)]));
