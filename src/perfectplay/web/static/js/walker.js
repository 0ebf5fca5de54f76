// Any small game, position by position.
import { html, useMemo } from "../vendor/htm-preact.js";
import { go, useKept } from "./address.js";
import { useAnswer } from "./answer.js";
import { Press } from "./fields.js";
import { Progress, Trouble, useSolution } from "./job.js";
import { Position } from "./position.js";
import { GameFields, meant, parametersOf, parameterWords } from "./rules.js";

/** @typedef {{ at: string | null, score: string | null, label: string }} Place a position on the way */
/** @typedef {{ path: Place[], step: number }} State the way so far: every step is one that Back takes back */
/** @typedef {{ game: string, parameters: import("./rules.js").Parameters }} Rules */

const FIRST = "slots";

/** @param {{ games: Api.GameFacts[], address: import("./address.js").Address }} props */
export function Walker({ games, address }) {
  const { words } = address;
  const game = (words.game && meant(games, words.game)?.name) || FIRST;
  const found = { game, parameters: parametersOf(games, game, words) };
  const rules = useMemo(() => found, [JSON.stringify(found)]);
  const { facts, job, error, cancel } = useSolution(rules);
  /** @type {import("./rules.js").Choose} */
  const choose = (name, parameters) => go("walk", { game: name, ...parameterWords(parameters) });
  return html`
    <section class="panel" aria-label="The game">
      <div class="bar spread"><h1>Walk through a game</h1>
        <${GameFields} games=${games} game=${game} parameters=${rules.parameters} choose=${choose} /></div>
      <p class="soft">${games.find((each) => each.name === game)?.summary}</p>
    </section>
    <${Trouble} error=${error} />
    ${!facts && !error && html`<${Progress} job=${job} cancel=${cancel} />`}
    ${facts && html`<${Walk} key=${facts.id} facts=${facts} rules=${rules} address=${address} />`}
  `;
}

/** @returns {State} */
const begin = (/** @type {import("./address.js").Words} */ { at, score }) => ({
  path: [{ at: at ?? null, score: score ?? null, label: "start" }],
  step: 0,
});

/**
 * @param {State} state
 * @param {{ path: Place[] }} act
 */
const walked = (state, { path }) => ({ path, step: state.step + 1 });

/** @param {{ facts: Api.SolutionFacts, rules: Rules, address: import("./address.js").Address }} props */
function Walk({ facts, rules, address }) {
  const placeIn = (/** @type {State} */ state) => {
    const { at, score } = state.path[state.path.length - 1];
    return at === null ? {} : { at, score };
  };
  const say = (/** @type {State} */ state) => ({
    game: rules.game,
    ...parameterWords(rules.parameters),
    ...placeIn(state),
  });
  const [state, act] = useKept("walk", address, begin, walked, say);
  const { path } = state;
  /** @type {import("./answer.js").Answer<Api.PositionFacts>} */
  const { found: here, error } = useAnswer(`solutions/${facts.id}/position`, placeIn(state));
  const goTo = (/** @type {number} */ length) => act({ path: path.slice(0, length) });
  const step = (/** @type {Api.EdgeFacts} */ { at, score, label, words }) =>
    act({ path: [...path, { at, score, label: here?.kind === "chance" ? words : label }] });
  return html`
    <nav class="panel" aria-label="The way so far">
      <ol class="path">${path.map((each, index) => html`<li key=${index}>${index === path.length - 1
        ? html`<span aria-current="step"><strong>${each.label}</strong></span>`
        : html`<button type="button" onClick=${() => goTo(index + 1)}>${each.label}</button>`}</li>`)}</ol>
      <div class="bar">
        <${Press} off=${path.length < 2} press=${() => goTo(-1)}>Back<//>
        <${Press} off=${path.length < 2} press=${() => goTo(1)}>To the start<//>
      </div>
    </nav>
    <${Trouble} error=${error} />
    ${here && html`<${Position} facts=${facts} here=${here} go=${step} />`}
  `;
}
