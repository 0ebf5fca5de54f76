// Any small game, position by position.
import { html, useEffect, useMemo, useState } from "../vendor/htm-preact.js";
import { go, useKept } from "./address.js";
import { ask } from "./api.js";
import { Press } from "./fields.js";
import { costWords, digitsFor, percent, pointsWords, size, worth } from "./format.js";
import { Progress, Trouble, useSolution } from "./job.js";
import { GameFields, meant, parametersOf, parameterWords } from "./rules.js";

const FIRST = "slots";
const MOST = 14;

export function Walker({ games, address }) {
  const { words } = address;
  const game = (words.game && meant(games, words.game)?.name) || FIRST;
  const found = { game, parameters: parametersOf(games, game, words) };
  const rules = useMemo(() => found, [JSON.stringify(found)]);
  const { facts, job, error, cancel } = useSolution(rules);
  return html`
    <section class="panel" aria-label="The game">
      <div class="bar spread"><h1>Walk through a game</h1>
        <${GameFields} games=${games} game=${game} parameters=${rules.parameters}
          choose=${(name, parameters) => go("walk", { game: name, ...parameterWords(parameters) })} /></div>
      <p class="soft">${games.find((each) => each.name === game).summary}</p>
    </section>
    <${Trouble} error=${error} />
    ${!facts && !error && html`<${Progress} job=${job} cancel=${cancel} />`}
    ${facts && html`<${Walk} key=${facts.id} facts=${facts} rules=${rules} address=${address} />`}
  `;
}

// The way so far: every step is one that Back takes back.
const begin = ({ at, score }) => ({ path: [{ at: at ?? null, score: score ?? null, label: "start" }], step: 0 });
const walked = (state, { path }) => ({ path, step: state.step + 1 });

function Walk({ facts, rules, address }) {
  const say = ({ path }) => ({
    game: rules.game,
    ...parameterWords(rules.parameters),
    ...(path.at(-1).at === null ? {} : { at: path.at(-1).at, score: path.at(-1).score }),
  });
  const [{ path }, act] = useKept("walk", address, begin, walked, say);
  const [here, setHere] = useState(null);
  const [error, setError] = useState(null);
  const place = path.at(-1);
  useEffect(() => {
    const stop = new AbortController();
    const body = place.at === null ? {} : { at: place.at, score: place.score };
    ask(`solutions/${facts.id}/position`, { body, signal: stop.signal }).then(
      (found) => {
        setHere(found);
        setError(null);
      },
      (trouble) => trouble.name !== "AbortError" && setError(trouble.message),
    );
    return () => stop.abort();
  }, [facts.id, place.at, place.score]);
  const goTo = (length) => act({ path: path.slice(0, length) });
  const step = (edge) => act({ path: [...path, { at: edge.at, score: edge.score, label: here.kind === "chance" ? edge.words : edge.label }] });
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

const KINDS = { choice: "you choose", chance: "chance decides", final: "the game is over" };

// How a game names what it is worth, above a column.
const worthName = (facts) => (facts.meaning === "expected score" ? "average points" : facts.meaning);

function Position({ facts, here, go }) {
  const kind = here.kind === "choice" && here.player === 1 ? "the second player chooses" : KINDS[here.kind];
  const chance = here.kind === "chance";
  const values = [here.value, ...here.edges.map((edge) => edge.value)];
  const least = facts.percent || facts.meaning === "expected score" ? 2 : 4;
  const digits = digitsFor(facts, values, least);
  const costs = chance ? [] : here.edges.map((edge) => edge.cost);
  const costDigits = digitsFor(facts, costs, least);
  return html`<div class="columns">
    <section class="panel" aria-labelledby="here-title">
      <h2 id="here-title">${here.words}</h2>
      <p><span class="value">${worth(facts, here.value, digits)}</span> <span class="soft">${facts.meaning}; ${kind}${facts.tracked ? `; ${pointsWords(here.score)} so far` : ""}</span></p>
      ${here.edges.length > 0 && html`<div class="take heads" aria-hidden="true"><span class="words">${chance ? "what may come" : "option"}</span><span class="number">${worthName(facts)}</span><span class="number cost">${chance ? "chance" : "costs"}</span></div>`}
      <ol class="options">
        ${here.edges.map((edge, place) => html`<li key=${place} class=${edge.best ? "best" : ""}>
          <button type="button" class="take" disabled=${edge.at === null} onClick=${() => go(edge)}>
            <span class="words">${chance ? edge.words : edge.label}${edge.points ? html` <span class="soft">${edge.points > 0 ? "+" : ""}${edge.points} ${Math.abs(edge.points) === 1 ? "point" : "points"}</span>` : ""}${edge.at === null && !chance ? html` <span class="soft">${edge.words}</span>` : ""}</span>
            <span class="number"><span class="hidden">${worthName(facts)} </span>${worth(facts, edge.value, digits)}</span>
            <span class="number cost">${chance
              ? html`<span class="hidden">chance </span>${percent(edge.probability, 2)}`
              : html`<span class=${`chip ${size(facts, edge.cost)}`}>${edge.best ? "best" : costWords(facts, edge.cost, costDigits)}</span>`}</span>
          </button></li>`)}
      </ol>
      ${here.left_out > 0 && html`<p class="soft">${here.left_out} more ${here.left_out === 1 ? "outcome is" : "outcomes are"} not shown.</p>`}
    </section>
    ${here.edges.length > 0 && html`<section class="panel" aria-labelledby="graph-title"><h2 id="graph-title">From here</h2><${Graph} facts=${facts} here=${here} digits=${digits} /></section>`}
  </div>`;
}

// Where the ways lead: what each is called stands on its line, on a ground of its own.
function Graph({ facts, here, digits }) {
  const edges = here.edges.slice(0, MOST);
  const high = Math.max(120, 46 * edges.length + 20);
  const middle = high / 2;
  const y = (place) => 33 + 46 * place + (high - 46 * edges.length - 20) / 2;
  const short = (value) => (facts.percent ? `${(100 * value).toFixed(digits)}%` : value.toFixed(digits));
  const name = (edge) => clipped(here.kind === "chance" ? percent(edge.probability, 1) : edge.label);
  return html`<svg class="chart" viewBox=${`0 0 420 ${high}`} role="img" aria-label=${`${here.words}, and what follows`}>
    ${edges.map((edge, place) => html`<line key=${place} class=${edge.best ? "stroke-best" : "stroke"} x1="60" y1=${middle} x2="340" y2=${y(place)} />`)}
    ${edges.map((edge, place) => html`<g key=${place}><text class="on-line" font-size="13" text-anchor="end" x="296" y=${y(place) + 4 + (middle - y(place)) * 0.13}>${name(edge)}</text>
        <${Node} kind=${edge.kind} x=${360} y=${y(place)} text=${short(edge.value)} /></g>`)}
    <${Node} kind=${here.kind} x=${60} y=${middle} text=${short(here.value)} />
  </svg>
  ${here.edges.length > MOST && html`<p class="soft">The first ${MOST} of ${here.edges.length} are drawn.</p>`}
  <ul class="legend"><li><svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><rect class="node-choice" width="10" height="10" /></svg>choice</li>
    <li><svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><circle class="node-chance" cx="5" cy="5" r="5" /></svg>chance</li>
    <li><svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><rect class="node-final" x="1" y="1" width="8" height="8" /></svg>over</li></ul>`;
}

const clipped = (text) => (text.length > 22 ? `${text.slice(0, 21)}…` : text);

function Node({ kind, x, y, text }) {
  const half = Math.max(26, 4 * text.length + 4);
  const shape = kind === "chance"
    ? html`<ellipse class="node-chance" cx=${x} cy=${y} rx=${half} ry="19" />`
    : html`<rect class=${`node-${kind}`} x=${x - half} y=${y - 16} width=${2 * half} height="32" rx=${kind === "final" ? 8 : 2} />`;
  return html`<g>${shape}<text class=${`on-${kind}`} font-size="13" text-anchor="middle" x=${x} y=${y + 4.5}>${text}</text></g>`;
}
