// The dice on the table: drawn, typed, rolled.
import { html, useState } from "../vendor/htm-preact.js";
import { Press } from "./fields.js";
import { read, titled, write } from "./format.js";

const PIPS = {
  1: [[50, 50]],
  2: [[28, 28], [72, 72]],
  3: [[26, 26], [50, 50], [74, 74]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[27, 27], [73, 27], [50, 50], [27, 73], [73, 73]],
  6: [[28, 24], [72, 24], [28, 50], [72, 50], [28, 76], [72, 76]],
};

export function Face({ face }) {
  const pips = PIPS[face];
  return html`<svg viewBox="0 0 100 100" aria-hidden="true" focusable="false">
    <rect x="4" y="4" width="92" height="92" rx="18" />
    ${pips
      ? pips.map(([x, y]) => html`<circle cx=${x} cy=${y} r="9.5" />`)
      : html`<text x="50" y="66" text-anchor="middle" font-size="46">${face}</text>`}
  </svg>`;
}

// While there are rerolls, a click on a die holds it or lets it go; while dice are entered, it takes it away.
// Dice that are only shown are no buttons.
export function DiceRow({ table, card, set, holding, shown = false }) {
  const places = Array.from({ length: card.dice }, (_, place) => table.dice[place]);
  const remove = (place) => set({ dice: table.dice.filter((_, other) => other !== place), kept: [] });
  const isHeld = (place) => table.held.includes(place);
  const hold = (place) => set({ held: isHeld(place) ? table.held.filter((other) => other !== place) : [...table.held, place] });
  const isKept = (place) => (holding || shown ? isHeld(place) : place < table.kept.length && table.dice.length < card.dice);
  return html`<ul class="dice" aria-label="Dice on the table">
    ${places.map((face, place) =>
      face === undefined
        ? html`<li key=${place}><div class="die empty"><span class="hidden">no die yet</span></div></li>`
        : shown ? html`<li key=${place}><span class=${`die ${isKept(place) ? "kept" : ""}`} role="img" aria-label=${face}><${Face} face=${face} /></span></li>`
        : html`<li key=${place}><button type="button" class=${`die fresh ${isKept(place) ? "kept" : ""}`} aria-pressed=${holding ? String(isHeld(place)) : undefined}
            aria-label=${holding ? `${face}, hold it` : `${face}, take it away`} title=${holding ? "Hold it" : "Take it away"} onClick=${() => (holding ? hold(place) : remove(place))}><${Face} face=${face} /></button></li>`,
    )}
  </ul>`;
}

// The option that keeps the dice that are held; every set of them is one.
export function heldOption(advice, table, card) {
  const held = table.held.map((place) => table.dice[place]).sort((a, b) => a - b);
  return advice.options.find((option) => write(read(option.then.dice, card.sides).sort((a, b) => a - b), card.sides) === write(held, card.sides));
}

export function Keep({ option, take }) {
  return html`<p class="bar"><button type="button" class="main" id="keep" disabled=${!option} onClick=${(event) => take(option, event)}>${option ? titled(option.words) : "…"}</button>
    <span class="soft">Click the dice to hold them.</span></p>`;
}

export function DiceEntry({ table, card, set, roll, full, rerolls, over }) {
  const faces = Array.from({ length: card.sides }, (_, place) => place + 1);
  const add = (face) => set({ dice: full ? [face] : [...table.dice, face], kept: full ? [] : table.kept });
  return html`
    <div class="bar">
      <${Press} class="main" press=${roll} off=${over || full}>${table.kept.length && !full ? "Roll the others for me" : "Roll for me"}<//>
      <${Press} press=${() => set({ dice: [], kept: [] })} off=${table.dice.length === 0}>Clear<//>
      <${DiceText} table=${table} card=${card} set=${set} />
      ${card.rerolls > 0 &&
      html`<fieldset>
        <legend>Rerolls left</legend>
        <div class="segments">
          ${Array.from({ length: card.rerolls + 1 }, (_, left) => card.rerolls - left).map(
            (left) => html`<label key=${left}><input type="radio" name="rerolls" checked=${left === rerolls}
              onChange=${() => set({ rerolls: left })} /><span>${left}</span></label>`,
          )}
        </div>
      </fieldset>`}
    </div>
    <div class="faces" role="group" aria-label="Add a die">
      ${faces.map((face) => html`<button key=${face} type="button" class="die" aria-label=${`Add a ${face}`} onClick=${() => add(face)}><${Face} face=${face} /></button>`)}
    </div>
  `;
}

// The dice as text: what is being typed stays, and what is on no die is told.
function DiceText({ table, card, set }) {
  const [typed, setTyped] = useState("");
  const shows = (face) => face >= 1 && face <= card.sides;
  const same = write(read(typed, card.sides).filter(shows).slice(0, card.dice), card.sides) === write(table.dice, card.sides);
  const found = same ? read(typed, card.sides) : [];
  const strange = found.findIndex((face) => !shows(face));
  const wrong = strange >= 0 ? `a die has faces from 1 to ${card.sides}` : found.length > card.dice ? `there are ${card.dice} dice` : "";
  const type = (event) => {
    setTyped(event.target.value);
    set({ dice: read(event.target.value, card.sides).filter(shows).slice(0, card.dice), kept: [] });
  };
  return html`<div><label>Type the dice
      <input id="dice-text" inputmode="numeric" autocomplete="off" size=${card.dice + 3} placeholder=${write(Array(card.dice).fill(Math.min(6, card.sides)), card.sides)}
        value=${same ? typed : write(table.dice, card.sides)} onInput=${type} aria-invalid=${wrong ? "true" : undefined} aria-describedby=${wrong ? "dice-wrong" : undefined} />
    </label>${wrong && html`<p class="wrong" id="dice-wrong" role="alert">${wrong}</p>`}</div>`;
}
