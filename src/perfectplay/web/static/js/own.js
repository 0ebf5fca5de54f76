// Your own scorecard: a form or TOML, stored in its link; solved, and compared with the rules it came from.
import { html, useEffect, useLayoutEffect, useMemo, useState } from "../vendor/htm-preact.js";
import { packed, readable, useKept } from "./address.js";
import { useAnswer } from "./answer.js";
import { ask } from "./api.js";
import { CardForm, troubleIn } from "./card_form.js";
import { Segments, Select } from "./fields.js";
import { points, titled } from "./format.js";
import { Progress, Trouble, useSolution } from "./job.js";

/** @typedef {import("./card_form.js").Declared} Declared */
/**
 * The card as data (for the form), as TOML, or both; `base` is what it came from.
 * @typedef {{ base: string, mode: string, card: Declared | null, toml: string | null, step: number }} State
 */

const FIRST = "yahtzee";

/**
 * @param {import("./address.js").Words} words
 * @returns {State}
 */
function begin(words) {
  const text = readable(words.card64);
  const card = text === null ? null : dataOf(text);
  const mode = words.mode === "toml" ? "toml" : "form";
  return { base: words.base || FIRST, mode, card, toml: card ? null : text, step: 0 };
}

/**
 * A text parsed as a card; null if it is invalid, since the server explains why.
 * @param {string} text
 */
function dataOf(text) {
  try {
    const card = JSON.parse(text);
    return Array.isArray(card?.boxes) ? card : null;
  } catch {
    return null;
  }
}

/**
 * @param {State} state
 * @param {Partial<Omit<State, "step">> & { step?: boolean }} act
 * @returns {State}
 */
const changed = (state, { step = false, ...more }) => ({ ...state, ...more, step: state.step + (step ? 1 : 0) });

const said = (/** @type {State} */ { base, mode, card, toml }) => {
  const text = mode === "form" ? card && JSON.stringify(card) : toml;
  return { base, mode: mode === "toml" ? mode : undefined, card64: text === null ? undefined : packed(text) };
};

/** @param {{ games: Api.GameFacts[], address: import("./address.js").Address }} props */
export function Own({ games, address }) {
  const cards = games.filter((each) => each.kind === "scorecard");
  const [{ base, card, toml, mode }, act] = useKept("own", address, begin, changed, said);
  /** @type {import("./answer.js").Answer<Api.ScoringFacts[]>} */
  const scoring = useAnswer("scoring");
  const [wrong, setWrong] = useState(/** @type {string | null} */ (null));
  const [asked, setAsked] = useState(/** @type {{ toml: string, time: number } | null} */ (null));
  const missing = mode === "form" ? card === null : toml === null;
  useEffect(() => {
    if (!missing) return;
    const known = card ? { card } : toml === null ? { game: base } : { toml };
    ask("cards", { body: known }).then(
      (/** @type {Api.Declaration} */ found) => {
        const mine = /** @type {Declared} */ ({ ...found.card, name: `My ${titled(base)}` });
        act("game" in known ? { card: mine } : { card: /** @type {Declared} */ (found.card), toml: found.toml });
      },
      (trouble) => {
        setWrong(trouble.message);
        if (toml !== null) act({ mode: "toml" });
      },
    );
  }, [missing, base]);
  const error = wrong ?? scoring.error;
  useLayoutEffect(() => {
    if (error) /** @type {HTMLElement | null} */ (document.querySelector("main [aria-invalid=true]"))?.focus();
  }, [error]);
  const attempt = async (/** @type {(found: Api.Declaration) => void} */ then) => {
    try {
      then(await ask("cards", { body: mode === "form" ? { card } : { toml } }));
      setWrong(null);
    } catch (trouble) {
      setAsked(null);
      setWrong(/** @type {Error} */ (trouble).message);
    }
  };
  const turn = (/** @type {string} */ next) => attempt((found) =>
    act({ card: /** @type {Declared} */ (found.card), toml: found.toml, mode: next }));
  const solve = () => attempt((found) => setAsked({ toml: found.toml, time: Date.now() }));
  const start = (/** @type {string} */ game) => {
    act({ base: game, card: null, toml: null, step: true });
    setAsked(null);
    setWrong(null);
  };
  const placed = mode === "form" && card ? troubleIn(card, error) : null;
  return html`
    <section class="panel" aria-label="Where to begin">
      <div class="bar spread"><h1>Your own scorecard</h1>
        <div class="bar">
          <${Select} label="Begin with" value=${base} change=${start}
            options=${cards.map((each) => [each.name, titled(each.name)])} />
          <${Segments} name="mode" legend="Write it as" value=${mode} change=${turn}
            options=${[["form", "a form"], ["toml", "TOML"]]} />
        </div></div>
      <${Allowed} />
    </section>
    ${card && scoring.found && mode === "form" && html`<${CardForm} card=${card} scoring=${scoring.found}
      trouble=${placed} change=${(/** @type {Declared} */ next) => act({ card: next, toml: null })} />`}
    ${mode === "toml" && html`<section class="panel"><label>The card in TOML
      <textarea id="toml" spellcheck="false" value=${toml ?? ""}
        onInput=${(event) => act({ toml: event.target.value, card: null })}></textarea></label></section>`}
    <${Trouble} error=${placed ? null : error} />
    <div class="bar panel">
      <button type="button" class="main" onClick=${solve} disabled=${missing}>Solve</button></div>
    ${asked && html`<${Result} key=${asked.time} toml=${asked.toml} base=${base} />`}
  `;
}

// The largest possible cards.
function Allowed() {
  /** @type {import("./answer.js").Answer<Api.Limits>} */
  const { found: limits } = useAnswer("limits");
  if (!limits) return null;
  const memory = Math.round((limits.job_memory_bytes ?? 0) / 2 ** 20).toLocaleString("en");
  return html`<p class="soft">Up to 20 boxes, 6 dice and 5 rerolls.
    Solving may take ${limits.job_seconds} seconds and ${memory} MiB.</p>`;
}

/** @param {{ toml: string, base: string }} props */
function Result({ toml, base }) {
  const rules = useMemo(() => ({ toml }), [toml]);
  const standard = useMemo(() => ({ game: base }), [base]);
  const { facts, job, error, cancel } = useSolution(rules);
  const { facts: other } = useSolution(facts && standard);
  if (error) return html`<${Trouble} error=${error} />`;
  if (!facts) return html`<${Progress} job=${job} cancel=${cancel} />`;
  const difference = other ? facts.value - other.value : 0;
  return html`<section class="panel" aria-labelledby="result-title">
    <h2 id="result-title">${facts.name}</h2>
    <p><span class="value" id="own-value">${points(facts.value, 4)}</span>${" "}
      <span class="soft">${facts.meaning}</span></p>
    ${other && html`<p>That is${" "}
      <strong>${points(Math.abs(difference), 4)} ${difference < 0 ? "less" : "more"}</strong>${" "}
      than ${other.title} (${points(other.value, 4)}).</p>`}
    <p class="soft">${facts.positions.toLocaleString("en")} positions, solved in ${facts.seconds.toFixed(2)} s.</p>
    <p class="bar"><a class="button" href=${`#/table?card64=${packed(toml)}`}>Open its table</a>
      <${Download} name=${facts.name} toml=${toml} /></p>
  </section>`;
}

/** @param {{ name: string, toml: string }} props */
export function Download({ name, toml }) {
  const file = `data:application/toml;charset=utf-8,${encodeURIComponent(toml)}`;
  return html`<a class="button" download=${`${name.replace(/\W+/g, "-").toLowerCase()}.toml`} href=${file}>
    Download it as TOML</a>`;
}
