// A board with tokens, drawn square by square; squares that an option is about can be chosen.
import { html } from "../vendor/htm-preact.js";
import { keyOf } from "./touch.js";

const SIZE = 44;
const GAP = 3;
const STAR = "M0-13 3.6-4.6 12.6-4.1 5.7 1.9 7.9 10.7 0 5.8-7.9 10.7-5.7 1.9-12.6-4.1-3.6-4.6Z";

/** @typedef {Extract<import("./pieces.js").Piece, { kind: "board" }>} Board */

/** @param {{ piece: Board, touch: import("./touch.js").Touch | null }} props */
export function Squares({ piece, touch }) {
  const { squares } = piece;
  const columns = 1 + Math.max(...squares.map((square) => square.column));
  const rows = 1 + Math.max(...squares.map((square) => square.row));
  const wide = columns * SIZE;
  return html`<svg class=${`squares ${columns > 8 ? "many" : ""}`} viewBox=${`0 0 ${wide} ${rows * SIZE}`}
    width=${wide} role="group" aria-label=${piece.name}>
    ${squares.map((_, place) => html`<${One} key=${place} piece=${piece} place=${place} touch=${touch} />`)}
  </svg>`;
}

/** @param {{ piece: Board, place: number, touch: import("./touch.js").Touch | null }} props */
function One({ piece, place, touch }) {
  const { column, row, title, star } = piece.squares[place];
  const key = keyOf(piece, place);
  const tokens = piece.tokens.filter((token) => token.square === place);
  const open = touch?.open.has(key);
  const chosen = Boolean(touch?.chosen.has(key));
  const held = tokens.map(({ number, player, passing }) =>
    `${number} of player ${player + 1}${passing ? ", for this turn" : ""}`);
  const says = [title || `column ${column + 1}, row ${row + 1}`, ...held].join(", ");
  const press = () => open && touch?.press(key);
  const typed = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    press();
  };
  const state = `${open ? "open" : ""} ${chosen ? "chosen" : ""} ${touch?.best.has(key) ? "best" : ""}`;
  const role = open ? { role: "button", tabindex: 0, "aria-pressed": String(chosen) } : { role: "img" };
  const side = SIZE - 2 * GAP;
  return html`<g class=${`square ${state}`} transform=${`translate(${column * SIZE} ${row * SIZE})`} ...${role}
    aria-label=${says} onClick=${press} onKeyDown=${typed}>
    <rect x=${GAP} y=${GAP} width=${side} height=${side} rx="8" />
    ${star && html`<path class="star" d=${STAR} transform=${`translate(${SIZE / 2} ${SIZE / 2})`} />`}
    ${title && html`<text class="title" x=${SIZE / 2} y=${tokens.length ? SIZE - 6 : SIZE / 2 + 5}
      text-anchor="middle" font-size=${tokens.length ? 10 : 14}>${title}</text>`}
    ${tokens.map((token, at) => html`<${Drawn} key=${at} token=${token} at=${at} of=${tokens.length}
      raised=${Boolean(title)} />`)}
  </g>`;
}

/**
 * A player's tokens on a square; tokens of both players are drawn side by side.
 * @param {{ token: Api.BoardToken, at: number, of: number, raised: boolean }} props
 */
function Drawn({ token, at, of, raised }) {
  const radius = of > 1 ? 9 : 13;
  const x = SIZE / 2 + (at - (of - 1) / 2) * 17;
  const y = SIZE / 2 - (raised ? 5 : 0);
  return html`<g class=${`token player-${token.player} ${token.passing ? "passing" : ""}`}>
    <circle cx=${x} cy=${y} r=${radius} />
    ${token.number > 1 && html`<text x=${x} y=${y + 5} text-anchor="middle" font-size="14">${token.number}</text>`}
  </g>`;
}
