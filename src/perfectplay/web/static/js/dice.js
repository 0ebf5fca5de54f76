// The dice on the table: drawn, typed, rolled.
import { html, useState } from "../vendor/htm-preact.js";
import { Press, Segments } from "./fields.js";
import { read, titled, write } from "./format.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./options.js").Option} Option */
/** @typedef {import("./options.js").Take} Take */
/** @typedef {(more: Partial<Table>) => void} Set */

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[50, 50]],
  2: [[28, 28], [72, 72]],
  3: [[26, 26], [50, 50], [74, 74]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[27, 27], [73, 27], [50, 50], [27, 73], [73, 73]],
  6: [[28, 24], [72, 24], [28, 50], [72, 50], [28, 76], [72, 76]],
};

/** @param {{ face: number }} props */
export function Face({ face }) {
  const pips = PIPS[face];
  return html`<svg viewBox="0 0 100 100" aria-hidden="true" focusable="false">
    <rect x="4" y="4" width="92" height="92" rx="18" />
    ${pips
      ? pips.map(([x, y]) => html`<circle cx=${x} cy=${y} r="9.5" />`)
      : html`<text x="50" y="66" text-anchor="middle" font-size="46">${face}</text>`}
  </svg>`;
}

/**
 * While there are rerolls, clicking a die holds or releases it; while dice are entered, it removes it. Dice
 * that are only displayed are not buttons.
 * @param {{
 *   table: Pick<Table, "dice" | "held" | "kept">, card: Api.CardFacts, set: Set, holding: boolean, shown?: boolean,
 * }} props
 */
export function DiceRow({ table, card, set, holding, shown = false }) {
  const { dice, held, kept } = table;
  const places = Array.from({ length: card.dice }, (_, place) => dice[place]);
  /** @param {number[]} list @param {number} place */
  const without = (list, place) => list.filter((other) => other !== place);
  const click = (/** @type {number} */ place) => {
    if (!holding) set({ dice: dice.filter((_, other) => other !== place), kept: [] });
    else set({ held: held.includes(place) ? without(held, place) : [...held, place] });
  };
  const isKept = (/** @type {number} */ place) =>
    holding || shown ? held.includes(place) : place < kept.length && dice.length < card.dice;
  /** @param {number} face @param {number} place */
  const die = (face, place) => {
    if (shown) {
      return html`<span class=${`die ${isKept(place) ? "kept" : ""}`} role="img" aria-label=${face}>
        <${Face} face=${face} /></span>`;
    }
    const does = holding ? "hold it" : "take it away";
    return html`<button type="button" class=${`die fresh ${isKept(place) ? "kept" : ""}`}
      aria-pressed=${holding ? String(held.includes(place)) : undefined} aria-label=${`${face}, ${does}`}
      title=${titled(does)} onClick=${() => click(place)}><${Face} face=${face} /></button>`;
  };
  return html`<ul class="dice" aria-label="Dice on the table">
    ${places.map((face, place) => html`<li key=${place}>${face === undefined
      ? html`<div class="die empty"><span class="hidden">no die yet</span></div>`
      : die(face, place)}</li>`)}
  </ul>`;
}

/**
 * The option that keeps the held dice; every set of dice is one.
 * @param {{ options: Option[] }} advice
 * @param {Pick<Table, "dice" | "held">} table
 * @param {Api.CardFacts} card
 */
export function heldOption(advice, table, { sides }) {
  const sorted = (/** @type {number[]} */ dice) => write(dice.sort((a, b) => a - b), sides);
  const held = sorted(table.held.map((place) => table.dice[place]));
  return advice.options.find((option) => sorted(read(option.then.dice, sides)) === held);
}

/** @param {{ option: Option | null | undefined | false, take: Take }} props */
export function Keep({ option, take }) {
  return html`<p class="bar"><button type="button" class="main" id="keep" disabled=${!option}
      onClick=${(event) => option && take(option, event)}>${option ? titled(option.words) : "…"}</button>
    <span class="soft">Click the dice to hold them.</span></p>`;
}

/**
 * @param {{
 *   table: Table, card: Api.CardFacts, set: Set, full: boolean, rerolls: number,
 * }} props
 */
export function DiceEntry({ table, card, set, full, rerolls }) {
  const faces = Array.from({ length: card.sides }, (_, place) => place + 1);
  const left = Array.from({ length: card.rerolls + 1 }, (_, used) => card.rerolls - used);
  const wrong = full && table.held.length === 1 ? table.held[0] : null;
  const add = (/** @type {number} */ face) => {
    if (wrong !== null) set({ dice: table.dice.map((each, place) => (place === wrong ? face : each)), kept: [] });
    else set({ dice: full ? [face] : [...table.dice, face], kept: full ? [] : table.kept });
  };
  return html`
    <div class="bar">
      <${Press} press=${() => set({ dice: [], kept: [] })} off=${table.dice.length === 0}>Clear<//>
      <${DiceText} table=${table} card=${card} set=${set} />
      ${card.rerolls > 0 && html`<${Segments} name="rerolls" legend="Rerolls left" value=${rerolls}
        change=${(/** @type {number} */ next) => set({ rerolls: next })} options=${left.map((each) => [each, each])}
      />`}
    </div>
    <div class="faces" role="group" aria-label="Add a die">
      ${faces.map((face) => html`<button key=${face} type="button" class="die" aria-label=${`Add a ${face}`}
        onClick=${() => add(face)}><${Face} face=${face} /></button>`)}
    </div>
    ${full && html`<p class="soft">${rerolls > 0 && "Tap the dice to keep. "}A wrong die? Tap it, and then the face that
      it shows.</p>`}
  `;
}

/**
 * The dice as text: unfinished input stays, and impossible faces are reported.
 * @param {{ table: Table, card: Api.CardFacts, set: Set }} props
 */
function DiceText({ table, card, set }) {
  const { sides } = card;
  const [typed, setTyped] = useState("");
  const shows = (/** @type {number} */ face) => face >= 1 && face <= sides;
  const rollIn = (/** @type {string} */ text) => read(text, sides).filter(shows).slice(0, card.dice);
  const same = write(rollIn(typed), sides) === write(table.dice, sides);
  const found = same ? read(typed, sides) : [];
  const wrong = !found.every(shows)
    ? `a die has faces from 1 to ${sides}`
    : found.length > card.dice ? `there are ${card.dice} dice` : "";
  const type = (/** @type {{ target: HTMLInputElement }} */ event) => {
    setTyped(event.target.value);
    set({ dice: rollIn(event.target.value), kept: [] });
  };
  const example = write(Array(card.dice).fill(Math.min(6, sides)), sides);
  return html`<div><label>Type the dice
      <input id="dice-text" inputmode="numeric" autocomplete="off" size=${card.dice + 3} placeholder=${example}
        value=${same ? typed : write(table.dice, sides)} onInput=${type} aria-invalid=${wrong ? "true" : undefined}
        aria-describedby=${wrong ? "dice-wrong" : undefined} />
    </label>${wrong && html`<p class="wrong" id="dice-wrong" role="alert">${wrong}</p>`}</div>`;
}
