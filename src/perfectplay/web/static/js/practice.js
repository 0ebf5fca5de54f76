// Practice: positions as they occur in play, your choice, then what it cost and why.
import { html, useLayoutEffect, useRef } from "../vendor/htm-preact.js";
import { go, useKept } from "./address.js";
import { useAnswer } from "./answer.js";
import { SERVED } from "./api.js";
import { Course } from "./coach.js";
import { CardExercise } from "./exercise.js";
import { Select } from "./fields.js";
import { costWords, sum, titled, worth } from "./format.js";
import { GameExercise } from "./game_exercise.js";
import { Progress, Trouble, useSolution } from "./job.js";
import { Chip } from "./marks.js";
import { ChosenFields, named, rulesAsked, Unread, useChosen } from "./rules.js";
import { addAnswer, rate } from "./sittings.js";

/** @typedef {(more: { only?: string, seed?: string }) => void} Start begins with other exercises */
/**
 * `at` is the current exercise; it is still open, or `told` is the chosen option.
 * @typedef {{ seed: string, answers: number[], at: number, asking: boolean, told: string | null, step: number }} State
 */
/** @typedef {{ what: "choose", label: string, cost: number } | { what: "again" } | { what: "next" }} Act */

const MANY = 10;
/** @type {[string, string][]} */
const WHEN = [["", "At any time"], ["early", "Early"], ["late", "Late"]];

const today = () => new Date().toLocaleDateString("sv");  // as 2026-11-16
const anySeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);

/** @returns {State} */
const begin = (/** @type {import("./address.js").Words} */ { seed }) => ({
  seed: seed || anySeed(),
  answers: [],
  at: 0,
  asking: true,
  told: null,
  step: 0,
});

/**
 * @param {State} state
 * @param {Act} act
 * @returns {State}
 */
function turn(state, act) {
  const { at, answers } = state;
  const step = state.step + 1;
  switch (act.what) {
    case "choose": {
      const told = { asking: false, told: act.label };
      return { ...state, step, ...told, answers: at < answers.length ? answers : [...answers, act.cost] };
    }
    case "again":
      return { ...state, step, asking: true, told: null };
    case "next":
      return { ...state, step, at: at + 1, asking: true, told: null };
    default:
      return state;
  }
}

/** @param {{ games: Api.GameFacts[], address: import("./address.js").Address }} props */
export function Practice({ games, address }) {
  const { only = "" } = address.words;
  const chosen = useChosen(games, address.words);
  const { facts, job, error, cancel } = useSolution(rulesAsked(chosen));
  const moved = useRef(false);  // by the user: then the focus follows
  /** @type {Start} */
  const start = (more) => go("practice", { ...named(chosen), only, seed: anySeed(), ...more });
  /** @type {import("./rules.js").Choose} */
  const choose = (game, parameters) => go("practice", named({ game, parameters }));
  return html`
    <section class="panel" aria-label="What to practise">
      <div class="bar spread"><h1>What would you do?</h1>
        <${ChosenFields} games=${games} chosen=${chosen} choose=${choose} /></div>
      <${Unread} chosen=${chosen} />
      ${facts && html`<div class="bar">
        ${facts.card && html`<${Filter} card=${facts.card} only=${only} start=${start} />`}
        <button type="button" onClick=${() => start({})}>Ten others</button>
        <button type="button" onClick=${() => start({ seed: today() })}>Today’s ten</button>
      </div>`}
    </section>
    <${Trouble} error=${error} />
    ${!facts && !error && html`<${Progress} job=${job} cancel=${cancel} />`}
    ${facts && html`<${Session} key=${`${facts.id} ${only}`} facts=${inPercent(facts)} address=${address}
      chosen=${chosen} only=${only} start=${start} moved=${moved} />`}
  `;
}

// Chances of winning are percentages, as at the table.
const inPercent = (/** @type {Api.SolutionFacts} */ facts) => ({
  ...facts,
  percent: facts.percent || facts.meaning.startsWith("P("),
});

/**
 * The stage of the game and the subject: together they select the exercises.
 * @param {{ card: Api.CardFacts, only: string, start: Start }} props
 */
function Filter({ card, only, start }) {
  const words = only.split(" ").filter(Boolean);
  const when = words.find((word) => word === "early" || word === "late") ?? "";
  const what = words.filter((word) => word !== when).join(" ");
  const straights = card.boxes.filter((box) => box.name.includes("straight"));
  const subjects = [
    ["", "everything"],
    ...(card.rerolls ? [["keep", "what to keep"], ["place", "which box"]] : []),
    ...(SERVED ? [  // a site has too few positions to choose a single box
      ...(straights.length > 1 ? [["straights", "straights"]] : []),
      ...card.bonuses.map((bonus) => [bonus.name, `${bonus.name} bonus`]),
      ...card.boxes.map((box) => [box.name, box.name]),
    ] : []),
  ];
  /** @param {string[]} parts */
  const choose = (...parts) => start({ only: parts.filter(Boolean).join(" ") });
  return html`<${Select} label="When" value=${when} options=${WHEN} change=${(next) => choose(next, what)} />
    <${Select} label="What" value=${what} options=${subjects.map(([each, said]) => [each, titled(said)])}
      change=${(next) => choose(when, next)} />`;
}

/**
 * @param {{
 *   facts: Api.SolutionFacts, address: import("./address.js").Address, chosen: import("./rules.js").Chosen,
 *   only: string, start: Start, moved: { current: boolean },
 * }} props
 */
function Session({ facts, address, chosen, only, start, moved }) {
  /** @param {State} state */
  const say = (state) => ({ ...named(chosen), only, seed: state.seed });
  const [{ seed, at, answers, asking, told }, act] = useKept("practice", address, begin, turn, say);
  const question = { seed, many: MANY, ...(only ? { only } : {}) };
  /** @type {import("./answer.js").Answer<Api.PracticeFacts>} */
  const { found, error, pending } = useAnswer(`solutions/${facts.id}/practice`, question);
  if (pending) return html`<p class="soft" role="status">Playing some games to find positions …</p>`;
  if (error || !found) return html`<${Trouble} error=${error} /><${Course} facts=${facts} start=${start} />`;
  const { by_kind, natural, exercises } = found;
  /** @param {string} label @param {number} cost */
  const choose = (label, cost) => {
    const sitting = { id: `${facts.id} ${only} ${seed}`, game: facts.id, date: today(), only, by_kind, natural };
    const { kind, natural: here, weight } = exercises[at];
    const first = addAnswer(sitting, at, { kind, natural: here, weight, cost });
    act({ what: "choose", label, cost: first });
  };
  const over = at >= exercises.length;
  const daily = /^\d{4}-\d\d-\d\d$/.test(seed) ? ` (${seed})` : "";
  return html`
    ${over
      ? html`<${Result} facts=${facts} answers=${answers} found=${found} start=${start} />`
      : html`<${exercises[at].table ? CardExercise : GameExercise} key=${`${seed} ${at}`}
          title=${`${at + 1} of ${exercises.length}${daily}`}
          last=${at + 1 === exercises.length} moved=${moved} facts=${facts} chosen=${chosen} exercise=${exercises[at]}
          asking=${asking} told=${told} choose=${choose} act=${act} />`}
    ${(over || (at === 0 && asking)) && html`<${Course} facts=${facts} start=${start} />`}`;
}

/** @param {{ facts: Api.SolutionFacts, answers: number[], found: Api.PracticeFacts, start: Start }} props */
function Result({ facts, answers, found, start }) {
  const title = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => title.current?.focus(), []);
  const lost = sum(answers);
  const given = answers.map((cost, place) => ({ ...found.exercises[place], cost }));
  const { value, error } = rate(found.natural, given);
  const right = answers.filter((cost) => cost <= 0).length;
  const points = facts.percent || !facts.card ? "" : " points";
  const costs = answers.map((cost) => costWords(facts, cost)).join(", ");
  return html`<section class="panel" aria-labelledby="session-title">
    <h2 id="session-title" tabindex="-1" ref=${title}>The result</h2>
    <p><span class="value" id="a-game">${worth(facts, value)}</span>${" "}
      ${lost > 0 && error !== null && html`<span class="soft" id="error">± ${worth(facts, error)}</span>`}${" "}
      <span class="soft">${points} lost a game at this rate</span></p>
    <p>${right} of ${answers.length} were best; together you lost ${worth(facts, lost)}${points}.</p>
    <p class="bar" role="img" aria-label=${`What each choice cost: ${costs}`}>
      ${answers.map((cost, place) => html`<${Chip} key=${place} facts=${facts} cost=${cost} />`)}</p>
    <p><button type="button" class="main" onClick=${() => start({})}>Ten others</button></p>
  </section>`;
}
