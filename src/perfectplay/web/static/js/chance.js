// Enter what chance brought on a real table, by tapping or typing.
import { html, useState } from "../vendor/htm-preact.js";
import { Face } from "./dice.js";
import { read, titled, write } from "./format.js";
import { PieceOn } from "./pieces.js";

/** @typedef {Extract<import("./pieces.js").Piece, { kind: "dice" }>} Dice */

const inOrder = (/** @type {number[]} */ faces) => faces.toSorted((one, other) => one - other).join(" ");

/**
 * The dice that an outcome shows, if it consists of nothing else.
 * @param {Api.EdgeFacts} edge
 * @returns {Dice | null}
 */
const diceOf = ({ brings: [first, ...others] }) => (first?.kind === "dice" && others.length === 0 ? first : null);
const saidOf = (/** @type {Api.EdgeFacts} */ edge) => edge.words || edge.leads;

/** @param {{ here: Api.PositionFacts, take: (edge: Api.EdgeFacts) => void }} props */
export function ChanceEntry({ here, take }) {
  const dice = here.edges.map(diceOf).find((each) => each !== null && each.faces.length > 1);
  return html`<div class="chance" role="group" aria-label="What has come up?">
    ${dice ? html`<${Keypad} here=${here} dice=${dice} take=${take} />`
      : html`<p class="soft">Tap what has come up:</p>
        <ul class="outcomes">${here.edges.map((edge) => html`<li key=${edge.label}>
          <${Outcome} edge=${edge} take=${take} /></li>`)}</ul>`}
  </div>`;
}

/** @param {{ edge: Api.EdgeFacts, take: (edge: Api.EdgeFacts) => void }} props */
function Outcome({ edge, take }) {
  const counters = edge.brings.every((piece) => piece.kind === "counter");
  const count = (/** @type {import("./pieces.js").Piece} */ each) =>
    each.kind === "counter" ? `${titled(each.name)} ${each.value}` : "";
  const words = edge.brings.length === 0 ? saidOf(edge) : counters ? edge.brings.map(count).join(", ") : "";
  return html`<button type="button" class="outcome" aria-label=${words ? undefined : saidOf(edge)}
    onClick=${() => take(edge)}>
    ${words || edge.brings.map((piece) => html`<${PieceOn} piece=${piece} bare=${true} />`)}</button>`;
}

/**
 * Several dice, tapped face by face or typed; together they make an outcome.
 * @param {{ here: Api.PositionFacts, dice: Dice, take: (edge: Api.EdgeFacts) => void }} props
 */
function Keypad({ here, dice, take }) {
  const [faces, setFaces] = useState(/** @type {number[]} */ ([]));
  const { sides } = dice;
  const number = dice.faces.length;
  const lacking = here.edges.filter((edge) => diceOf(edge) === null);
  const others = [...new Map(lacking.map((edge) => [saidOf(edge), edge])).values()];
  const enter = (/** @type {number[]} */ entered) => {
    const fit = entered.filter((face) => face >= 1 && face <= sides).slice(0, number);
    setFaces(fit);
    if (fit.length < number) return;
    const edge = here.edges.find((each) => inOrder(diceOf(each)?.faces ?? []) === inOrder(fit));
    const found = edge ?? (others.length === 1 ? others[0] : undefined);
    if (found) take(found);
  };
  const die = (/** @type {number} */ place) => html`<button type="button" class="spot die"
    aria-label=${`${faces[place]}, take it away`} onClick=${() => setFaces(faces.filter((_, at) => at !== place))}>
    <${Face} face=${faces[place]} /></button>`;
  return html`
    <ul class="spots dice" aria-label="Dice so far">
      ${Array.from({ length: number }, (_, place) => html`<li key=${place}>
        ${faces[place] === undefined ? html`<span class="spot die empty"></span>` : die(place)}</li>`)}</ul>
    <div class="faces" role="group" aria-label="Add a die">
      ${Array.from({ length: sides }, (_, place) => html`<button key=${place} type="button" class="die"
        aria-label=${`Add a ${place + 1}`} onClick=${() => enter([...faces, place + 1])}>
        <${Face} face=${place + 1} /></button>`)}
    </div>
    <div class="bar"><label>Type the dice<input id="dice-text" inputmode="numeric" autocomplete="off"
      size=${number + 3} value=${write(faces, sides)}
      onInput=${(/** @type {any} */ event) => enter(read(event.target.value, sides))} /></label>
      ${others.map((edge) => html`<button key=${edge.label} type="button" onClick=${() => take(edge)}>
        ${titled(saidOf(edge))}</button>`)}</div>`;
}
