// Any small game, position by position.
import { html, useEffect, useLayoutEffect, useMemo, useState } from "../vendor/htm-preact.js";
import { writeAddress } from "./address.js";
import { ask } from "./api.js";
import { costWords, percent, size, worth } from "./format.js";
import { Progress, Trouble, useSolution } from "./job.js";
import { GameFields, parametersOf, parameterWords } from "./rules.js";

const FIRST = "slots";
const MOST = 14;

export function Walker({ games, words }) {
  const game = games.some((each) => each.name === words.game) ? words.game : FIRST;
  const [chosen, setChosen] = useState({ game, parameters: parametersOf(games, game, words) });
  const rules = useMemo(() => ({ game: chosen.game, parameters: chosen.parameters }), [chosen]);
  const { facts, job, error, cancel } = useSolution(rules);
  const first = chosen.game === words.game ? words : {};
  return html`
    <section class="panel" aria-label="The game">
      <div class="bar spread"><h1>Walk through a game</h1>
        <${GameFields} games=${games} game=${chosen.game} parameters=${chosen.parameters}
          choose=${(name, parameters) => setChosen({ game: name, parameters })} /></div>
      <p class="soft">${(games.find((each) => each.name === chosen.game) || {}).summary}</p>
    </section>
    <${Trouble} error=${error} />
    ${!facts && !error && html`<${Progress} job=${job} cancel=${cancel} />`}
    ${facts && html`<${Walk} key=${facts.id} facts=${facts} chosen=${chosen} first=${first} />`}
  `;
}

function Walk({ facts, chosen, first }) {
  const [path, setPath] = useState([{ at: first.at ?? null, score: first.score ?? null, label: "start" }]);
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
  }, [facts.id, place]);
  useLayoutEffect(() => {
    writeAddress("walk", {
      game: chosen.game,
      ...parameterWords(chosen.parameters),
      at: place.at ?? undefined,
      score: place.at === null ? undefined : place.score,
    });
  }, [facts.id, place]);
  const go = (edge) => setPath([...path, { at: edge.at, score: edge.score, label: edge.label }]);
  return html`
    <nav class="panel" aria-label="The way so far">
      <ol class="path">${path.map((step, index) => html`<li key=${index}>${index === path.length - 1
        ? html`<span aria-current="step"><strong>${step.label}</strong></span>`
        : html`<button type="button" onClick=${() => setPath(path.slice(0, index + 1))}>${step.label}</button>`}</li>`)}</ol>
      <div class="bar">
        <button type="button" disabled=${path.length < 2} onClick=${() => setPath(path.slice(0, -1))}>Back</button>
        <button type="button" disabled=${path.length < 2} onClick=${() => setPath(path.slice(0, 1))}>To the start</button>
      </div>
    </nav>
    <${Trouble} error=${error} />
    ${here && html`<${Position} facts=${facts} here=${here} go=${go} />`}
  `;
}

const KINDS = { choice: "you choose", chance: "chance decides", final: "the game is over" };

function Position({ facts, here, go }) {
  const kind = here.kind === "choice" && here.player === 1 ? "the second player chooses" : KINDS[here.kind];
  return html`<div class="columns">
    <section class="panel" aria-labelledby="here-title">
      <h2 id="here-title">${here.words}</h2>
      <p><span class="value">${worth(facts, here.value, facts.percent ? 3 : 4)}</span> <span class="soft">${facts.meaning}; ${kind}${facts.tracked ? `; ${here.score} points so far` : ""}</span></p>
      <ol class="options">
        ${here.edges.map((edge, place) => html`<li key=${place} class=${edge.best ? "best" : ""}>
          <button type="button" class="take" disabled=${edge.at === null} onClick=${() => go(edge)}>
            <span class="words">${here.kind === "chance" ? edge.words : edge.label}${edge.points ? html` <span class="soft">${edge.points > 0 ? "+" : ""}${edge.points} points</span>` : ""}${edge.at === null && here.kind !== "chance" ? html` <span class="soft">${edge.words}</span>` : ""}</span>
            <span class="number">${worth(facts, edge.value, facts.percent ? 3 : 4)}</span>
            <span class="number cost">${here.kind === "chance"
              ? percent(edge.probability, 2)
              : html`<span class=${`chip ${size(facts, edge.cost)}`}>${edge.best ? "best" : costWords(facts, edge.cost)}</span>`}</span>
          </button></li>`)}
      </ol>
      ${here.left_out > 0 && html`<p class="soft">${here.left_out} more outcomes are not shown.</p>`}
    </section>
    <section class="panel" aria-labelledby="graph-title"><h2 id="graph-title">From here</h2><${Graph} facts=${facts} here=${here} /></section>
  </div>`;
}

function Graph({ facts, here }) {
  const edges = here.edges.slice(0, MOST);
  const high = Math.max(120, 46 * edges.length + 20);
  const middle = high / 2;
  const y = (place) => 33 + 46 * place + (high - 46 * edges.length - 20) / 2;
  const short = (value) => (facts.percent ? `${(100 * value).toFixed(1)}%` : value.toFixed(1));
  return html`<svg class="chart" viewBox=${`0 0 420 ${high}`} role="img" aria-label=${`${here.words}, and what follows`}>
    ${edges.map((edge, place) => {
      const weight = edge.best ? "stroke-best" : "stroke";
      return html`<g key=${place}><line class=${weight} x1="60" y1=${middle} x2="330" y2=${y(place)} />
        <text class="fill-ink" font-size="12" text-anchor="middle" x=${60 + 0.68 * 270} y=${middle + 0.68 * (y(place) - middle) - 5}>${here.kind === "chance" ? percent(edge.probability, 1) : edge.label}</text>
        <${Node} kind=${edge.kind} x=${330} y=${y(place)} text=${short(edge.value)} /></g>`;
    })}
    <${Node} kind=${here.kind} x=${60} y=${middle} text=${short(here.value)} />
  </svg>
  <ul class="legend"><li><svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><rect class="node-choice" width="10" height="10" /></svg>choice</li>
    <li><svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><circle class="node-chance" cx="5" cy="5" r="5" /></svg>chance</li>
    <li><svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><rect class="node-final" x="1" y="1" width="8" height="8" /></svg>over</li></ul>`;
}

function Node({ kind, x, y, text }) {
  const shape = kind === "chance"
    ? html`<circle class="node-chance" cx=${x} cy=${y} r="22" />`
    : html`<rect class=${`node-${kind}`} x=${x - 26} y=${y - 16} width="52" height="32" rx=${kind === "final" ? 8 : 2} />`;
  return html`<g>${shape}<text class=${`on-${kind}`} font-size="12" text-anchor="middle" x=${x} y=${y + 4}>${text}</text></g>`;
}
