// The pieces on a table, drawn: dice, coins, cards, tiles, counters, boards and scorecards. A piece with places
// that can be chosen is made of buttons; others are only displayed.
import { html } from "../vendor/htm-preact.js";
import { Squares } from "./board.js";
import { Face } from "./dice.js";
import { titled } from "./format.js";
import { keyOf } from "./touch.js";

/** @typedef {import("./touch.js").Touch} Touch */
/** @typedef {Api.PositionFacts["pieces"][number]} Piece */
/**
 * A place of a piece, as a button if it can be chosen.
 * @param {{
 *   piece: { name: string, player: number | null }, place: number, touch: Touch | null, kind: string, says: string,
 *   children: import("../vendor/htm-preact.js").Content,
 * }} props
 */
function Spot({ piece, place, touch, kind, says, children }) {
  const key = keyOf(piece, place);
  const look = `spot ${kind} ${touch?.best.has(key) ? "best" : ""}`;
  if (!touch?.open.has(key)) return html`<span class=${look} role="img" aria-label=${says}>${children}</span>`;
  return html`<button type="button" class=${look} aria-pressed=${String(touch.chosen.has(key))}
    aria-label=${says} onClick=${() => touch.press(key)}>${children}</button>`;
}

const SUITS = /** @type {Record<string, [string, string]>} */ ({
  c: ["♣", "clubs"], d: ["♦", "diamonds"], h: ["♥", "hearts"], s: ["♠", "spades"],
});
const RANKS = /** @type {Record<string, string>} */ ({ A: "ace", T: "10", J: "jack", Q: "queen", K: "king" });

/**
 * A card as people name it: its rank, its suit if it has one, and both in words.
 * @param {string} card
 */
function said(card) {
  if (card === "Jk") return { rank: "★", suit: "", red: false, words: "joker" };
  const [sign, suit] = SUITS[card[1]] ?? ["", ""];
  const rank = card[0] === "T" ? "10" : card[0];
  const words = `${RANKS[card[0]] ?? card[0]}${suit && ` of ${suit}`}`;
  return { rank, suit: sign, red: card[1] === "h" || card[1] === "d", words };
}

/** @param {{ card: string }} props */
export function CardFace({ card }) {
  const { rank, suit, red } = said(card);
  return html`<svg viewBox="0 0 64 90" aria-hidden="true" focusable="false" class=${red ? "red" : ""}>
    <rect x="2" y="2" width="60" height="86" rx="8" />
    <text x="32" y=${suit ? 42 : 58} text-anchor="middle" font-size=${suit ? 34 : 38}>${rank}</text>
    <text x="32" y="76" text-anchor="middle" font-size="32">${suit}</text></svg>`;
}

const CardBack = () => html`<span class="spot card back" role="img" aria-label="a card face down">
  <svg viewBox="0 0 64 90" aria-hidden="true"><rect x="2" y="2" width="60" height="86" rx="8" />
    <rect class="inner" x="9" y="9" width="46" height="72" rx="4" /></svg></span>`;

/** @param {{ face: string }} props */
export function CoinFace({ face }) {
  return html`<svg viewBox="0 0 100 100" aria-hidden="true" focusable="false"><circle cx="50" cy="50" r="45" />
    <circle class="inner" cx="50" cy="50" r="36" />
    <text x="50" y="64" text-anchor="middle" font-size="40">${face.charAt(0).toUpperCase()}</text></svg>`;
}

/** @type {Record<string, string>} */
const DONE = { aside: "set aside", kept: "kept", rolled: "" };

/** @param {{ piece: Piece, touch: Touch | null }} props */
function Places({ piece, touch }) {
  /** @param {number} place @param {string} kind @param {string} says @param {any} drawn */
  const spot = (place, kind, says, drawn) => html`<${Spot} key=${place} piece=${piece} place=${place}
    touch=${touch} kind=${kind} says=${says}>${drawn}<//>`;
  switch (piece.kind) {
    case "dice":
      return piece.faces.map((face, place) => spot(
        place, `die ${piece.state}`, face ? String(face) : piece.state === "rolled" ? "a die to roll" : "a die",
        html`<${Face} face=${face || ""} />`,
      ));
    case "coins":
      return piece.faces.map((face, place) =>
        spot(place, "coin", face || "a coin", html`<${CoinFace} face=${face} />`));
    case "cards":
      return [
        ...piece.cards.map((card, place) => spot(place, "card", said(card).words, html`<${CardFace} card=${card} />`)),
        ...Array.from({ length: piece.hidden }, (_, place) => html`<${CardBack} key=${`back ${place}`} />`),
      ];
    case "tiles":
      return piece.tiles.map((tile, place) => {
        const open = piece.open.includes(tile);
        return spot(place, `tile ${open ? "" : "shut"}`, `${tile}, ${open ? "open" : "shut"}`, tile);
      });
    default:
      return [];
  }
}

/** @param {{ piece: Extract<Piece, { kind: "counter" }>, touch: Touch | null }} props */
function Count({ piece, touch }) {
  const { name, value, of } = piece;
  const told = typeof value === "number" ? value.toLocaleString("en") : value;
  const share = of && typeof value === "number" ? Math.max(0, Math.min(1, value / of)) : null;
  const most = of ? html`<span class="soft"> of ${of.toLocaleString("en")}</span>` : "";
  const drawn = html`<span class="soft">${titled(name)}</span>${" "}<strong class="count">${told}</strong>${most}
    ${share !== null && html`<svg class="bar-of" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect class="rail" width="100" height="6" /><rect class="done" width=${100 * share} height="6" />
    </svg>`}`;
  return html`<${Spot} piece=${piece} place=${0} touch=${touch} kind="counter"
    says=${`${name}: ${told}${of ? ` of ${of}` : ""}`}>${drawn}<//>`;
}

/** @param {{ piece: Extract<Piece, { kind: "sheet" }>, touch: Touch | null }} props */
function Sheet({ piece, touch }) {
  const says = (/** @type {Api.SheetRow} */ { title, kind, open, points }) =>
    `${title}${kind === "box" ? (open ? ", open" : ", filled") : `: ${points}`}`;
  return html`<div class="sheet">${piece.rows.map((row, place) => html`<${Spot} key=${place} piece=${piece}
    place=${place} touch=${touch} kind=${`box ${row.kind} ${row.open ? "" : "filled"}`} says=${says(row)}>
    <span>${titled(row.title)}</span>
    <span>${row.points ?? (row.open ? "" : "✓")}${row.of ? ` / ${row.of}` : ""}</span><//>`)}</div>`;
}

/**
 * A piece, below its name if that is informative.
 * @param {{ piece: Piece, touch?: Touch | null, bare?: boolean }} props
 */
export function PieceOn({ piece, touch = null, bare = false }) {
  if (piece.kind === "counter") return html`<${Count} piece=${piece} touch=${touch} />`;
  const shown = piece.kind === "board"
    ? html`<${Squares} piece=${piece} touch=${touch} />`
    : piece.kind === "sheet"
      ? html`<${Sheet} piece=${piece} touch=${touch} />`
      : html`<div class=${`spots ${piece.kind}`}><${Places} piece=${piece} touch=${touch} /></div>`;
  if (bare) return shown;
  const state = piece.kind === "dice" ? DONE[piece.state] : "";
  const name = state && state !== piece.name ? `${piece.name}, ${state}` : piece.name;
  return html`<div class="piece" role="group" aria-label=${name}>
    <span class="soft name">${titled(name)}</span>${shown}</div>`;
}

/**
 * All pieces of a position: those of each player, then those of nobody.
 * @param {{ pieces: Piece[], names: string[], mover: number | null, touch: Touch | null }} props
 */
export function Pieces({ pieces, names, mover, touch }) {
  const of = (/** @type {number | null} */ player) => pieces.filter((piece) => piece.player === player);
  const counters = of(null).filter((piece) => piece.kind === "counter");
  const others = of(null).filter((piece) => piece.kind !== "counter");
  const draw = (/** @type {Piece} */ piece) =>
    html`<${PieceOn} key=${`${piece.player} ${piece.name}`} piece=${piece} touch=${touch} />`;
  return html`<div class="felt">
    ${names.length > 1 && pieces.some((piece) => piece.player !== null) && html`<div class="seats">
      ${names.map((name, player) => html`<section key=${player} class=${`seat player-${player}`}
        aria-current=${mover === player ? "true" : undefined} aria-label=${name}>
        <h3><span class="seat-token" aria-hidden="true"></span>${titled(name)}</h3>${of(player).map(draw)}</section>`)}
    </div>`}
    ${names.length === 1 && of(0).map(draw)}
    ${counters.length > 0 && html`<div class="counters">${counters.map(draw)}</div>`}
    ${others.map(draw)}
  </div>`;
}
