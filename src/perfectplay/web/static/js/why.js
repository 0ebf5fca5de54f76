// Why an option: where it leads, how likely it loses the turn, and what to hope for.
import { html } from "../vendor/htm-preact.js";
import { useAnswer } from "./answer.js";
import { percent, sum, worth } from "./format.js";
import { PieceOn } from "./pieces.js";
import { told, valueFor } from "./values.js";

const BINS = 24;
const MOST = 6;

/**
 * @param {{ facts: Api.SolutionFacts, edge: Api.EdgeFacts, seat: number, names: string[], id?: string }} props
 */
export function Why({ facts, edge, seat, names, id = "why-title" }) {
  const body = { at: edge.at, score: edge.score };
  /** @type {import("./answer.js").Answer<Api.PositionFacts>} */
  const { found } = useAnswer(edge.kind !== "final" && !edge.passes && `solutions/${facts.id}/position`, body);
  return html`<section class="panel" aria-labelledby=${id}>
    <h2 id=${id}>Why ${edge.words}?</h2>
    ${edge.points !== 0 && html`<p>${edge.points > 0 ? "It brings" : "It costs"} ${Math.abs(edge.points)}${" "}
      ${Math.abs(edge.points) === 1 ? "point" : "points"} at once.</p>`}
    ${edge.kind === "final" && html`<p>The game ends: ${told(edge.leads, names)}.</p>`}
    ${edge.passes && edge.kind !== "final" && html`<p>It ends the turn: ${told(edge.leads, names)}.
      That is worth ${worth(facts, valueFor(facts, edge.value, seat))} to ${names[seat]}.</p>`}
    ${found?.kind === "chance" && html`<${Odds} facts=${facts} from=${found} seat=${seat} names=${names} />`}
    ${found?.kind === "choice" && html`<${Then} facts=${facts} from=${found} seat=${seat} names=${names} />`}
  </section>`;
}

/** @param {{ facts: Api.SolutionFacts, from: Api.PositionFacts, seat: number, names: string[] }} props */
function Then({ facts, from, seat, names }) {
  const [best] = from.edges;
  const who = from.player === null || names.length === 1 ? "you" : names[from.player];
  const value = worth(facts, valueFor(facts, best.value, seat));
  return html`<p>It leads to: ${told(from.words, names)}.</p>
    <p>Then ${who === "you" ? "your" : `${who}'s`} best is <strong>${told(best.words, names)}</strong>,
      worth ${value} to ${names[seat]}.</p>`;
}

/** @param {{ facts: Api.SolutionFacts, from: Api.PositionFacts, seat: number, names: string[] }} props */
function Odds({ facts, from, seat, names }) {
  const ways = from.edges.map((edge) => ({
    edge, chance: edge.probability ?? 0, value: valueFor(facts, edge.value, seat),
  })).sort((one, other) => other.value - one.value);
  const chanceOf = (/** @type {typeof ways} */ some) => sum(some.map((each) => each.chance));
  const bust = chanceOf(ways.filter((each) => each.edge.bust));
  const now = valueFor(facts, from.value, seat);
  const better = chanceOf(ways.filter((each) => each.value > now + 1e-9));
  const worst = ways[ways.length - 1];
  return html`
    <p>${bust > 0 && html`<strong class="bust">${percent(bust)}</strong> of the time it goes wrong. `}
      ${better > 0 && html`<strong>${percent(better)}</strong> of the time you are better off than now.`}</p>
    <${Histogram} facts=${facts} ways=${ways} now=${now} />
    <h3>What to hope for</h3>
    <ul class="hopes">${ways.slice(0, MOST).map(({ edge, chance, value }) => html`<li key=${edge.label}>
      <span class="brought">${edge.brings.length > 0
        ? edge.brings.map((piece) => html`<${PieceOn} piece=${piece} bare=${true} />`)
        : told(edge.words || edge.leads, names)}</span>
      <span class="number">${percent(chance)}</span><span class="number">${worth(facts, value)}</span></li>`)}</ul>
    ${ways.length > MOST && html`<p class="soft">
      At worst ${worth(facts, worst.value)}, of ${ways.length} outcomes.</p>`}`;
}

/**
 * The probability of each value; outcomes that lose the turn have a colour of their own.
 * @param {{
 *   facts: Api.SolutionFacts, ways: { edge: Api.EdgeFacts, chance: number, value: number }[], now: number,
 * }} props
 */
function Histogram({ facts, ways, now }) {
  const values = ways.map((each) => each.value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (low === high) return html`<p class="soft">Whatever comes, it is worth ${worth(facts, low)}.</p>`;
  const placeOf = (/** @type {number} */ value) => Math.min(BINS - 1, Math.floor(BINS * (value - low) / (high - low)));
  const bins = Array.from({ length: BINS }, () => ({ bust: 0, rest: 0 }));
  for (const { edge, chance, value } of ways) bins[placeOf(value)][edge.bust ? "bust" : "rest"] += chance;
  const tallest = Math.max(...bins.map(({ bust, rest }) => bust + rest));
  const up = (/** @type {number} */ chance) => 60 * chance / tallest;
  const at = 240 * (now - low) / (high - low);
  return html`<svg class="chart" viewBox="0 0 240 84" role="img"
    aria-label=${`values from ${worth(facts, low)} to ${worth(facts, high)}; now ${worth(facts, now)}`}>
    ${bins.map(({ bust, rest }, place) => html`<g key=${place}>
      <rect class="fill-bust" x=${10 * place + 1} y=${64 - up(bust)} width="8" height=${up(bust)} />
      <rect class="fill-filled" x=${10 * place + 1} y=${64 - up(bust + rest)} width="8" height=${up(rest)} /></g>`)}
    <line class="stroke" x1="0" y1="64" x2="240" y2="64" /><line class="stroke-best" x1=${at} y1="2" x2=${at} y2="66" />
    <text class="fill-soft" x="0" y="79" font-size="11">${worth(facts, low)}</text>
    <text class="fill-soft" x="240" y="79" font-size="11" text-anchor="end">${worth(facts, high)}</text>
  </svg>`;
}
