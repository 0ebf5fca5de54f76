// The board of Greed: a coloured cell for each pair of scores, navigated by pointer or arrow keys.
import { html, useEffect, useRef } from "../vendor/htm-preact.js";
import { diceWords, ticks } from "./format.js";
import { Legend } from "./marks.js";

/** @typedef {import("./greed.js").Scores} Scores */
/** @typedef {import("./theme.js").Theme} Theme */

const NUMBERED = 30;  // up to this size, numbers fit into the cells
const SIDE = 1000;
const RATINGS = {
  light: ["#a84a00", "#e8963a", "#fbdcb4", "#f6f6f6", "#cfe3f1", "#62a5d1", "#1a5a9e"],
  dark: ["#ffb066", "#c4702a", "#5e3d22", "#262a31", "#23435f", "#3a7fb8", "#8cccff"],
};
const COUNTS = {
  light: ["#fdf1c3", "#e6cf5c", "#a59c74", "#6a6d77", "#31446b", "#00224e"],
  dark: ["#1a2f57", "#31446b", "#6a6d77", "#a59c74", "#e6cf5c", "#fdf1c3"],
};

/**
 * A colour interpolated between others, as red, green and blue.
 * @param {string[]} colours
 * @param {number} share
 */
function mix(colours, share) {
  const place = Math.min(Math.max(share, 0), 1) * (colours.length - 1);
  const [from, to] = [Math.floor(place), Math.ceil(place)];
  return [1, 3, 5].map((at) => {
    const [a, b] = [from, to].map((each) => Number.parseInt(colours[each].slice(at, at + 2), 16));
    return Math.round(a + (b - a) * (place - from));
  });
}

const inkOn = (/** @type {number[]} */ [r, g, b]) => (0.299 * r + 0.587 * g + 0.114 * b > 140 ? "#000" : "#fff");

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Api.BoardFacts} board
 * @param {(mine: number, theirs: number) => number[]} colourAt
 */
function paint(pen, board, colourAt) {
  const cells = board.max + 1;
  const cell = SIDE / cells;
  pen.clearRect(0, 0, SIDE, SIDE);
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.font = `${Math.min(30, cell * 0.5)}px system-ui, sans-serif`;
  for (let mine = 0; mine < cells; mine += 1) {
    for (let theirs = 0; theirs < cells; theirs += 1) {
      const colour = colourAt(mine, theirs);
      const [x, y] = [mine * cell, SIDE - (theirs + 1) * cell];
      pen.fillStyle = `rgb(${colour})`;
      pen.fillRect(x, y, Math.ceil(cell), Math.ceil(cell));
      if (cells <= NUMBERED + 1) {
        pen.fillStyle = inkOn(colour);
        pen.fillText(String(board.dice[mine][theirs]), x + cell / 2, y + cell / 2);
      }
    }
  }
}

/** @type {Record<string, [number, number]>} */
const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * @param {{ board: Api.BoardFacts, show: string, at: Scores, setAt: (at: Scores) => void, theme: Theme }} props
 */
export function Board({ board, show, at, setAt, theme }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const cells = board.max + 1;
  const most = Math.max(1, ...board.dice.flat());
  useEffect(() => {
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.current?.getContext("2d"));
    const cell = SIDE / cells;
    paint(pen, board, (mine, theirs) => (show === "dice"
      ? mix(COUNTS[theme], board.dice[mine][theirs] / most)
      : mix(RATINGS[theme], board.ratings[mine][theirs])));
    pen.lineWidth = 5;
    pen.strokeStyle = theme === "dark" ? "#fff" : "#000";
    pen.strokeRect(at.mine * cell + 1, SIDE - (at.theirs + 1) * cell + 1, cell - 2, cell - 2);
  }, [board, show, at.mine, at.theirs, theme]);
  const clip = (/** @type {number} */ value) => Math.min(board.max, Math.max(0, value));
  const point = (/** @type {PointerEvent} */ event) => {
    const box = /** @type {HTMLCanvasElement} */ (canvas.current).getBoundingClientRect();
    setAt({
      mine: clip(Math.floor((cells * (event.clientX - box.left)) / box.width)),
      theirs: clip(Math.floor((cells * (box.bottom - event.clientY)) / box.height)),
    });
  };
  const press = (/** @type {KeyboardEvent} */ event) => {
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    const step = event.shiftKey ? 10 : 1;
    setAt({ mine: clip(at.mine + step * move[0]), theirs: clip(at.theirs + step * move[1]) });
  };
  const here = `${at.mine} against ${at.theirs}: ${diceWords(board.dice[at.mine][at.theirs])}`;
  const along = ticks(0, board.max).map((score) => ({ score, spot: ((score + 0.5) * SIDE) / cells }));
  return html`<div class="board">
    <svg viewBox=${`0 0 80 ${SIDE}`} aria-hidden="true">${along.map(({ score, spot }) => html`<text key=${score}
      class="fill-ink" font-size="34" text-anchor="end" x="70" y=${SIDE - spot + 12}>${score}</text>`)}</svg>
    <canvas ref=${canvas} width=${SIDE} height=${SIDE} tabindex="0" role="application"
      aria-label=${`Board up to ${board.max}. At ${here}. Arrow keys move.`}
      onPointerMove=${point} onPointerDown=${point} onKeyDown=${press}></canvas>
    <span></span>
    <svg viewBox=${`0 0 ${SIDE} 50`} aria-hidden="true">${along.map(({ score, spot }) => html`<text key=${score}
      class="fill-ink" font-size="34" text-anchor="middle" x=${spot} y="36">${score}</text>`)}</svg>
    </div>
    <${Key} show=${show} most=${most} theme=${theme} />
    <p class="hidden" role="status">At ${here}, rating ${board.ratings[at.mine][at.theirs].toFixed(4)}</p>`;
}

/** @param {{ show: string, most: number, theme: Theme }} props */
function Key({ show, most, theme }) {
  const steps = Math.min(most, 8);
  const marks = show === "dice"
    ? Array.from({ length: steps + 1 }, (_, step) => Math.round((step * most) / steps))
      .map((dice) => ({ words: diceWords(dice), colour: `rgb(${mix(COUNTS[theme], dice / most)})` }))
    : [0, 0.25, 0.5, 0.75, 1].map((share) => ({ words: share, colour: `rgb(${mix(RATINGS[theme], share)})` }));
  return html`<${Legend} label="What the colours mean" marks=${marks} />`;
}
