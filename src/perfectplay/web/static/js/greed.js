// Greed: the board of best numbers of dice, and one state of it.
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/htm-preact.js";
import { writeAddress } from "./address.js";
import { ask } from "./api.js";
import { Entry, number, Segments } from "./fields.js";
import { diceWords, percent, ticks } from "./format.js";
import { Progress, Trouble, useSolution } from "./job.js";

const NUMBERED = 30;
const RATINGS = {
  light: ["#a84a00", "#e8963a", "#fbdcb4", "#f6f6f6", "#cfe3f1", "#62a5d1", "#1a5a9e"],
  dark: ["#ffb066", "#c4702a", "#5e3d22", "#262a31", "#23435f", "#3a7fb8", "#8cccff"],
};
const COUNTS = {
  light: ["#fdf1c3", "#e6cf5c", "#a59c74", "#6a6d77", "#31446b", "#00224e"],
  dark: ["#1a2f57", "#31446b", "#6a6d77", "#a59c74", "#e6cf5c", "#fdf1c3"],
};

export function Greed({ address, theme }) {
  return html`<${Race} key=${JSON.stringify(address.words)} words=${address.words} theme=${theme} />`;
}

function Race({ words, theme }) {
  const [limit, setLimit] = useState(within(words.max, 2, 100, 50));
  const [sides, setSides] = useState(within(words.sides, 2, 20, 6));
  const [last, setLast] = useState(words.last === "true");
  const [show, setShow] = useState(words.show === "rating" ? "rating" : "dice");
  const [at, setAt] = useState({ mine: within(words.mine, 0, 100, 0), theirs: within(words.theirs, 0, 100, 0) });
  const [asked, setAsked] = useState({ limit, sides });
  useEffect(() => {
    const timer = setTimeout(() => setAsked({ limit, sides }), 150);
    return () => clearTimeout(timer);
  }, [limit, sides]);
  const rules = useMemo(() => ({ game: "greed", parameters: { max: asked.limit, sides: asked.sides } }), [asked]);
  const { facts, job, error, cancel } = useSolution(rules);
  const [known, setKnown] = useState(null);
  useEffect(() => {
    if (facts) setKnown({ facts, limit: asked.limit, sides: asked.sides });
  }, [facts]);
  const here = {
    mine: Math.min(at.mine, known ? known.limit : limit),
    theirs: Math.min(at.theirs, known ? known.limit : limit),
  };
  useLayoutEffect(() => {
    writeAddress("greed", { max: limit, sides, last: last || undefined, show, ...here });
  }, [limit, sides, last, show, here.mine, here.theirs]);
  return html`
    <section class="panel" aria-label="The rules">
      <h1>Greed: how many dice?</h1>
      <p class="soft">In turn, roll any number of dice and add them up; above the max you are bust. Rolling none announces the last turn.</p>
      <div class="bar">
        <${Slider} label="Max" value=${limit} low=${2} high=${100} change=${setLimit} />
        <${Slider} label="Sides" value=${sides} low=${2} high=${20} change=${setSides} />
        <${Segments} name="turn" legend="Turn" value=${last ? "last" : "other"} change=${(value) => setLast(value === "last")}
          options=${[["other", "before the last"], ["last", "the last"]]} />
        <${Segments} name="show" legend="Colour" value=${show} change=${setShow}
          options=${[["dice", "dice"], ["rating", "rating"]]} />
      </div>
    </section>
    <${Trouble} error=${error} />
    ${!facts && !known && !error && html`<${Progress} job=${job} cancel=${cancel} />`}
    ${known && html`<${Explorer} known=${known} last=${last} show=${show} at=${here} setAt=${setAt} theme=${theme} />`}
  `;
}

function within(text, low, high, otherwise) {
  const number = Number.parseInt(text, 10);
  return Number.isNaN(number) ? otherwise : Math.min(high, Math.max(low, number));
}

function Slider({ label, value, low, high, change }) {
  const id = `slider-${label.toLowerCase()}`;
  return html`<div class="range">
    <label for=${id}>${label}</label>
    <input id=${id} type="range" min=${low} max=${high} value=${value} onInput=${(event) => change(Number(event.target.value))} />
    <output for=${id}>${value}</output>
  </div>`;
}

function Explorer({ known, last, show, at, setAt, theme }) {
  const [board, setBoard] = useState(null);
  const [state, setState] = useState(null);
  const [error, setError] = useState(null);
  const { id } = known.facts;
  useEffect(() => {
    const stop = new AbortController();
    ask(`solutions/${id}/board?last=${last}`, { signal: stop.signal }).then(setBoard, (trouble) => {
      if (trouble.name !== "AbortError") setError(trouble.message);
    });
    return () => stop.abort();
  }, [id, last]);
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      ask(`solutions/${id}/turn`, { body: { ...at, last }, signal: stop.signal }).then(setState, (trouble) => {
        if (trouble.name !== "AbortError") setError(trouble.message);
      });
    }, 40);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [id, last, at.mine, at.theirs]);
  return html`<div class="columns">
    <section class="panel" aria-labelledby="board-title">
      <h2 id="board-title">The best number of dice ${last ? "in" : "before"} the last turn</h2>
      <${Trouble} error=${error} />
      ${board && html`<${Board} board=${board} show=${show} at=${at} setAt=${setAt} theme=${theme} />`}
      <div class="bar">
        <${Score} label="Your score" name="mine" at=${at} setAt=${setAt} most=${known.limit} />
        <${Score} label="The other's score" name="theirs" at=${at} setAt=${setAt} most=${known.limit} />
      </div>
      <p class="soft">Across: your score; upwards: the other's. Point at a cell, type the scores, or focus the board and use the arrow keys.
        Going first is worth ${known.facts.value.toFixed(6)}.</p>
    </section>
    ${state && html`<${State} state=${state} limit=${known.limit} />`}
  </div>`;
}

function Score({ label, name, at, setAt, most }) {
  const enter = (text) => number(text, { low: 0, high: most }, (score) => setAt({ ...at, [name]: score }));
  return html`<div><${Entry} label=${label} inputmode="numeric" size="6" value=${at[name]} enter=${enter} /></div>`;
}

function mix(colours, share) {
  const place = Math.min(Math.max(share, 0), 1) * (colours.length - 1);
  const [from, to] = [Math.floor(place), Math.ceil(place)];
  const parts = [1, 3, 5].map((at) => {
    const [a, b] = [from, to].map((each) => Number.parseInt(colours[each].slice(at, at + 2), 16));
    return Math.round(a + (b - a) * (place - from));
  });
  return parts;
}

const inkOn = ([r, g, b]) => (0.299 * r + 0.587 * g + 0.114 * b > 140 ? "#000" : "#fff");

function Board({ board, show, at, setAt, theme }) {
  const canvas = useRef();
  const cells = board.max + 1;
  const most = Math.max(1, ...board.dice.flat());
  const side = 1000;
  useEffect(() => {
    const pen = canvas.current.getContext("2d");
    const cell = side / cells;
    pen.clearRect(0, 0, side, side);
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.font = `${Math.min(30, cell * 0.5)}px system-ui, sans-serif`;
    for (let mine = 0; mine < cells; mine += 1) {
      for (let theirs = 0; theirs < cells; theirs += 1) {
        const dice = board.dice[mine][theirs];
        const colour = show === "dice" ? mix(COUNTS[theme], dice / most) : mix(RATINGS[theme], board.ratings[mine][theirs]);
        pen.fillStyle = `rgb(${colour})`;
        const [x, y] = [mine * cell, side - (theirs + 1) * cell];
        pen.fillRect(x, y, Math.ceil(cell), Math.ceil(cell));
        if (cells <= NUMBERED + 1) {
          pen.fillStyle = inkOn(colour);
          pen.fillText(dice, x + cell / 2, y + cell / 2);
        }
      }
    }
    pen.lineWidth = 5;
    pen.strokeStyle = theme === "dark" ? "#fff" : "#000";
    pen.strokeRect(at.mine * cell + 1, side - (at.theirs + 1) * cell + 1, cell - 2, cell - 2);
  }, [board, show, at.mine, at.theirs, theme]);
  const clip = (value) => Math.min(board.max, Math.max(0, value));
  const point = (event) => {
    const box = canvas.current.getBoundingClientRect();
    setAt({
      mine: clip(Math.floor((cells * (event.clientX - box.left)) / box.width)),
      theirs: clip(Math.floor((cells * (box.bottom - event.clientY)) / box.height)),
    });
  };
  const press = (event) => {
    const step = event.shiftKey ? 10 : 1;
    const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    setAt({ mine: clip(at.mine + move[0]), theirs: clip(at.theirs + move[1]) });
  };
  const dice = board.dice[at.mine][at.theirs];
  const along = ticks(0, board.max).map((score) => [score, ((score + 0.5) * side) / cells]);
  return html`<div class="board">
    <svg viewBox=${`0 0 80 ${side}`} aria-hidden="true">${along.map(([score, spot]) => html`<text key=${score} class="fill-ink" font-size="34" text-anchor="end" x="70" y=${side - spot + 12}>${score}</text>`)}</svg>
    <canvas ref=${canvas} width=${side} height=${side} tabindex="0" role="application"
      aria-label=${`Board up to ${board.max}. At ${at.mine} against ${at.theirs}: ${diceWords(dice)}. Arrow keys move.`}
      onPointerMove=${point} onPointerDown=${point} onKeyDown=${press}></canvas>
    <span></span><svg viewBox=${`0 0 ${side} 50`} aria-hidden="true">${along.map(([score, spot]) => html`<text key=${score} class="fill-ink" font-size="34" text-anchor="middle" x=${spot} y="36">${score}</text>`)}</svg>
    </div>
    <${Key} show=${show} most=${most} theme=${theme} />
    <p class="hidden" role="status">At ${at.mine} against ${at.theirs}: ${diceWords(dice)}, rating ${board.ratings[at.mine][at.theirs].toFixed(4)}</p>`;
}

function Key({ show, most, theme }) {
  const steps = show === "dice" ? Array.from({ length: Math.min(most, 8) + 1 }, (_, n) => Math.round((n * most) / Math.min(most, 8))) : [0, 0.25, 0.5, 0.75, 1];
  const colours = show === "dice" ? COUNTS[theme] : RATINGS[theme];
  return html`<ul class="legend" aria-label="What the colours mean">
    ${steps.map((step) => html`<li key=${step}><svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><rect width="10" height="10" fill=${`rgb(${mix(colours, show === "dice" ? step / most : step)})`} /></svg>${show === "dice" ? diceWords(step) : step}</li>`)}
  </ul>`;
}

const MEANINGS = { behind: "behind", tie: "tie", win: "ahead", bust: "bust" };

function State({ state, limit }) {
  const best = state.options[0];
  const top = Math.max(...state.landings.map((each) => each.chance));
  const low = Math.min(...state.landings.map((each) => each.score), state.theirs) - 1;
  const high = Math.max(...state.landings.map((each) => each.score), limit) + 1;
  const wide = 400 / (high - low + 1);
  const sums = { behind: 0, tie: 0, win: 0, bust: 0 };
  for (const each of state.landings) sums[each.meaning] += each.chance;
  return html`<section class="panel" aria-labelledby="state-title">
    <h2 id="state-title">${state.mine} against ${state.theirs}: ${best.words}</h2>
    <p><span class="value">${state.rating.toFixed(4)}</span> <span class="soft">rating: the chance to win, and half that of a tie</span></p>
    <svg class="chart" viewBox="0 0 400 150" role="img" aria-label=${`Where ${best.words} may land`}>
      ${state.landings.map((each) => html`<rect key=${each.score} class=${`fill-${each.meaning}`} x=${(each.score - low) * wide + wide * 0.08}
        width=${wide * 0.84} y=${128 - (122 * each.chance) / top} height=${(122 * each.chance) / top} />`)}
      <line class="stroke" x1="0" x2="400" y1="128.5" y2="128.5" />
      ${[state.theirs, limit].map((score, place) => html`<text key=${place} class="fill-ink" font-size="12" text-anchor="middle" x=${Math.min(388, Math.max(14, (score - low + 0.5) * wide))} y="145">${score}</text>`)}
    </svg>
    <ul class="legend">${Object.entries(MEANINGS).map(([each, words]) => html`<li key=${each}><svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><rect class=${`fill-${each}`} width="10" height="10" /></svg>${words} ${percent(sums[each])}</li>`)}</ul>
    <div class="scroll" tabindex="0" role="region" aria-label="Numbers of dice"><table>
      <thead><tr><th scope="col">roll</th><th scope="col" class="right">rating</th><th scope="col" class="right">costs</th><th scope="col" class="right">win</th><th scope="col" class="right">tie</th><th scope="col" class="right">bust</th></tr></thead>
      <tbody>${state.options.slice(0, 8).map((each) => html`<tr key=${each.dice}><th scope="row">${each.words}</th><td class="right">${each.rating.toFixed(4)}</td>
        <td class="right">${each.best ? html`<span class="chip none">best</span>` : each.cost.toFixed(4)}</td><td class="right">${percent(each.win)}</td><td class="right">${percent(each.tie)}</td><td class="right">${percent(each.bust)}</td></tr>`)}</tbody>
    </table></div>
  </section>`;
}
