// Greed: the board of best numbers of dice, and a single state.
import { html, useEffect, useLayoutEffect, useMemo, useState } from "../vendor/htm-preact.js";
import { writeAddress } from "./address.js";
import { useAnswer, useFound } from "./answer.js";
import { ask } from "./api.js";
import { Entry, number, Segments } from "./fields.js";
import { Board } from "./greed_board.js";
import { State } from "./greed_state.js";
import { Progress, Trouble, useSolution } from "./job.js";

/** @typedef {{ mine: number, theirs: number }} Scores */
/** @typedef {{ facts: Api.SolutionFacts, limit: number, sides: number }} Known */
/** @typedef {import("./theme.js").Theme} Theme */

const SETTLED = 150;  // milliseconds that a slider must rest before its game is requested
const POINTED = 40;  // and that a pointer must rest on a cell

/** @param {{ address: import("./address.js").Address, theme: Theme }} props */
export function Greed({ address, theme }) {
  return html`<${Race} key=${JSON.stringify(address.words)} words=${address.words} theme=${theme} />`;
}

/** @param {{ words: import("./address.js").Words, theme: Theme }} props */
function Race({ words, theme }) {
  const [limit, setLimit] = useState(within(words.max, 2, 100, 50));
  const [sides, setSides] = useState(within(words.sides, 2, 20, 6));
  const [last, setLast] = useState(words.last === "true");
  const [show, setShow] = useState(words.show === "rating" ? "rating" : "dice");
  const [at, setAt] = useState({ mine: within(words.mine, 0, 100, 0), theirs: within(words.theirs, 0, 100, 0) });
  const [asked, setAsked] = useState({ limit, sides });
  useEffect(() => {
    const timer = setTimeout(() => setAsked({ limit, sides }), SETTLED);
    return () => clearTimeout(timer);
  }, [limit, sides]);
  const rules = useMemo(() => ({ game: "greed", parameters: { max: asked.limit, sides: asked.sides } }), [asked]);
  const { facts, job, error, cancel } = useSolution(rules);
  const [known, setKnown] = useState(/** @type {Known | null} */ (null));
  useEffect(() => {
    if (facts) setKnown({ facts, ...asked });
  }, [facts]);
  const most = known ? known.limit : limit;
  const here = { mine: Math.min(at.mine, most), theirs: Math.min(at.theirs, most) };
  useLayoutEffect(() => {
    writeAddress("greed", { max: limit, sides, last: last || undefined, show, ...here });
  }, [limit, sides, last, show, here.mine, here.theirs]);
  return html`
    <section class="panel" aria-label="The rules">
      <h1>Greed: how many dice?</h1>
      <p class="soft">In turn, roll any number of dice and add them up; above the max you are bust.
        Rolling none announces the last turn.</p>
      <div class="bar">
        <${Slider} label="Max" value=${limit} low=${2} high=${100} change=${setLimit} />
        <${Slider} label="Sides" value=${sides} low=${2} high=${20} change=${setSides} />
        <${Segments} name="turn" legend="Turn" value=${last ? "last" : "other"}
          change=${(/** @type {string} */ value) => setLast(value === "last")}
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

/**
 * @param {string | undefined} text
 * @param {number} low
 * @param {number} high
 * @param {number} otherwise
 */
function within(text, low, high, otherwise) {
  const found = Number.parseInt(text ?? "", 10);
  return Number.isNaN(found) ? otherwise : Math.min(high, Math.max(low, found));
}

/** @param {{ label: string, value: number, low: number, high: number, change: (value: number) => void }} props */
function Slider({ label, value, low, high, change }) {
  const id = `slider-${label.toLowerCase()}`;
  return html`<div class="range">
    <label for=${id}>${label}</label>
    <input id=${id} type="range" min=${low} max=${high} value=${value}
      onInput=${(event) => change(Number(event.target.value))} />
    <output for=${id}>${value}</output>
  </div>`;
}

/**
 * @param {{
 *   known: Known, last: boolean, show: string, at: Scores, setAt: (at: Scores) => void, theme: Theme,
 * }} props
 */
function Explorer({ known, last, show, at, setAt, theme }) {
  const { id } = known.facts;
  /** @type {import("./answer.js").Answer<Api.BoardFacts>} */
  const board = useAnswer(`solutions/${id}/board?last=${last}`);
  const body = { ...at, last };
  /** @type {import("./answer.js").Answer<Api.TurnFacts>} */
  const state = useFound(JSON.stringify([id, body]), async (signal) => {
    await new Promise((done) => setTimeout(done, POINTED));
    signal.throwIfAborted();
    return ask(`solutions/${id}/turn`, { body, signal });
  });
  return html`<div class="columns">
    <section class="panel" aria-labelledby="board-title">
      <h2 id="board-title">The best number of dice ${last ? "in" : "before"} the last turn</h2>
      <${Trouble} error=${board.error ?? state.error} />
      ${board.found && html`<${Board} board=${board.found} show=${show} at=${at} setAt=${setAt} theme=${theme} />`}
      <div class="bar">
        <${Score} label="Your score" name="mine" at=${at} setAt=${setAt} most=${known.limit} />
        <${Score} label="The other's score" name="theirs" at=${at} setAt=${setAt} most=${known.limit} />
      </div>
      <p class="soft">Across: your score; upwards: the other's. Point at a cell, type the scores, or focus the board
        and use the arrow keys. Going first is worth ${known.facts.value.toFixed(6)}.</p>
    </section>
    ${state.found && html`<${State} state=${state.found} limit=${known.limit} />`}
  </div>`;
}

/**
 * @param {{
 *   label: string, name: "mine" | "theirs", at: Scores, setAt: (at: Scores) => void, most: number,
 * }} props
 */
function Score({ label, name, at, setAt, most }) {
  const enter = (/** @type {string} */ text) =>
    number(text, { low: 0, high: most }, (score) => setAt({ ...at, [name]: score }));
  return html`<div><${Entry} label=${label} inputmode="numeric" size="6" value=${at[name]} enter=${enter} /></div>`;
}
