// A game that was played, looked back on: what was luck, what was lost, and the worst decisions explained.
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { go, packed, readable, useKept } from "./address.js";
import { ask } from "./api.js";
import { Face } from "./dice.js";
import { costWords, optionWords, pointsWords, signed, size, ticks, titled, worth } from "./format.js";
import { Progress, Trouble, useSolution } from "./job.js";
import { Aims } from "./options.js";
import { gameNamed, gameWords, withoutGame } from "./record.js";
import { cardFor, GameFields, named, OWN, rulesAsked, Unread, useChosen } from "./rules.js";
import { Share } from "./share.js";

const EXAMPLE = `13356 keep 33 33146 keep 33 33325 threes
66633 keep 666 66612 keep 666 66664 sixes
22222 yahtzee`;

const begin = (words) => {
  const text = readable(words.record64) ?? "";
  return { text, asked: text, step: 0 };
};
const changed = (state, { ask: asked, ...more }) => ({ ...state, ...more, ...(asked === undefined ? {} : { asked, step: state.step + 1 }) });

export function Review({ games, address }) {
  const cards = games.filter((each) => each.kind === "scorecard");
  const chosen = useChosen(cards, address.words);
  const say = ({ text }) => ({ ...named(chosen), record64: text ? packed(text) : undefined });
  const [{ text, asked }, act] = useKept("review", address, begin, changed, say);
  const { facts, job, error, cancel } = useSolution(rulesAsked(chosen));
  const choose = (game, parameters) => go("review", { ...named({ game, parameters }), record64: text ? packed(text) : undefined });
  const look = () => {
    const game = gameNamed(text);
    const found = game && cardFor(cards, game);
    if (found) go("review", { ...(found.parameters.length ? game : {}), game: found.name, record64: packed(withoutGame(text)) });
    else if (game) setWrong(`there is no game “${gameWords(text)}” here`);
    else act({ ask: text });
  };
  const open = async (event) => act({ text: await event.target.files[0].text() });
  const unread = address.words.record64 && readable(address.words.record64) === "" ? "the game in this link cannot be read" : null;
  const [wrong, setWrong] = useState(unread);
  return html`
    <section class="panel" aria-label="The game that was played">
      <div class="bar spread"><h1>How did you play?</h1>
        <${GameFields} games=${chosen.toml ? [OWN, ...cards] : cards} game=${chosen.toml ? OWN.name : chosen.game} parameters=${chosen.parameters || {}} choose=${choose} /></div>
      <${Unread} chosen=${chosen} />
      <label>One line a turn: the roll, then “keep”, what you kept and the next roll, and the box at the end
        <textarea id="record" class="lines" spellcheck="false" value=${text} placeholder=${EXAMPLE} aria-invalid=${wrong ? "true" : undefined}
          aria-describedby=${wrong ? "record-wrong" : undefined} onInput=${(event) => act({ text: event.target.value })}></textarea></label>
      ${wrong && html`<p class="wrong" id="record-wrong" role="alert">${wrong}</p>`}
      <div class="bar"><button type="button" class="main" onClick=${look} disabled=${!text.trim()}>Look back</button>
        <label class="button">Open a file<input class="hidden" type="file" accept=".txt,text/plain" onChange=${open} /></label></div>
    </section>
    <${Trouble} error=${error} />
    ${asked && !facts && !error && html`<${Progress} job=${job} cancel=${cancel} />`}
    ${facts && asked && html`<${Found} facts=${facts} record=${asked} chosen=${chosen} setWrong=${setWrong} />`}
  `;
}

function Found({ facts, record, chosen, setWrong }) {
  const [found, setFound] = useState(null);
  useEffect(() => {
    const stop = new AbortController();
    ask(`solutions/${facts.id}/review`, { body: { record }, signal: stop.signal }).then(
      (review) => {
        setFound(review);
        setWrong(null);
      },
      (trouble) => {
        if (trouble.name === "AbortError") return;
        setFound(null);
        setWrong(trouble.message);
      },
    );
    return () => stop.abort();
  }, [facts.id, record]);
  if (!found) return null;
  const header = chosen.toml ? "" : `game ${[chosen.game, ...Object.entries(chosen.parameters).map(([name, value]) => `${name}=${value}`)].join(" ")}\n`;
  return html`<div class="columns">
    <div>
      <${Sum} facts=${facts} found=${found} />
      <section class="panel" aria-labelledby="course-title"><h2 id="course-title">Luck and skill, turn by turn</h2><${Course} facts=${facts} found=${found} /></section>
      <${Turns} facts=${facts} found=${found} />
    </div>
    <div>
      <${Worst} facts=${facts} found=${found} />
      <section class="panel" aria-labelledby="keep-title"><h2 id="keep-title">Keep it</h2>
        <div class="bar"><a class="button" download=${`${facts.name.replace(/\W+/g, "-")}-game.txt`} href=${`data:text/plain;charset=utf-8,${encodeURIComponent(`${header}${record}\n`)}`}>Save it</a><${Share} what="this review" /></div>
        <p class="soft">The file is read here and by <code>perfectplay review</code>.</p></section>
    </div>
  </div>`;
}

function Sum({ facts, found }) {
  const rows = [
    ["worth at the start", worth(facts, found.value)],
    ["luck of the dice", signed(facts, found.luck)],
    ["lost by decisions", signed(facts, -found.lost)],
    [found.over ? "it came to" : `${facts.meaning} now`, worth(facts, found.final)],
  ];
  return html`<section class="panel" aria-labelledby="sum-title"><h2 id="sum-title">${pointsWords(found.score)}${found.over ? "" : " so far"}</h2>
    <table><tbody>${rows.map(([name, value]) => html`<tr key=${name}><th scope="row">${name}</th><td class="right">${value}</td></tr>`)}</tbody></table></section>`;
}

// Bars from a middle line: the luck of each turn, up or down, and beside it what was lost.
function Course({ facts, found }) {
  const [wide, high, left] = [420, 170, 46];
  const top = Math.max(0, ...found.turns.map((turn) => turn.luck));
  const low = Math.min(0, ...found.turns.map((turn) => Math.min(turn.luck, -turn.lost)));
  const y = (value) => 8 + ((high - 16) * (top - value)) / (top - low || 1);
  const step = (wide - left) / found.turns.length;
  const bar = (key, kind, value, x) => html`<rect key=${key} class=${kind} x=${x} width=${step * 0.38} y=${Math.min(y(0), y(value))} height=${Math.abs(y(value) - y(0))} />`;
  const axis = facts.percent ? [low, 0, top] : ticks(low, top);
  return html`<svg class="chart" viewBox=${`0 0 ${wide} ${high + 18}`} role="img" aria-label="The luck of each turn, and what its decisions lost; the table below has the numbers">
      ${axis.map((value) => html`<g key=${value}><line class="grid" x1=${left} x2=${wide} y1=${y(value)} y2=${y(value)} /><text class="fill-ink" font-size="11" text-anchor="end" x=${left - 5} y=${y(value) + 4}>${signed(facts, value, 0)}</text></g>`)}
      ${found.turns.map((turn, place) => [
        bar(`luck ${place}`, turn.luck < 0 ? "fill-behind" : "fill-win", turn.luck, left + step * (place + 0.1)),
        bar(`lost ${place}`, "fill-bust", -turn.lost, left + step * (place + 0.52)),
        html`<text key=${place} class="fill-ink" font-size="11" text-anchor="middle" x=${left + step * (place + 0.5)} y=${high + 13}>${place + 1}</text>`,
      ])}
      <line class="stroke" x1=${left} x2=${wide} y1=${y(0)} y2=${y(0)} />
    </svg>
    <ul class="legend">${[["win", "good luck"], ["behind", "bad luck"], ["bust", "lost by decisions"]].map(([kind, words]) => html`<li key=${kind}><svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><rect class=${`fill-${kind}`} width="10" height="10" /></svg>${words}</li>`)}</ul>`;
}

const Chip = ({ facts, cost }) => html`<span class=${`chip ${size(facts, cost)}`}>${cost > 0 ? costWords(facts, cost) : "best"}</span>`;

// The rows add up: the points to the score, luck and losses to those of the game.
function Turns({ facts, found }) {
  return html`<section class="panel" aria-labelledby="turns-title"><h2 id="turns-title">The turns</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="All turns"><table>
    <thead><tr><th scope="col">turn</th><th scope="col">rolls (kept)</th><th scope="col">box</th><th scope="col" class="right">points</th><th scope="col" class="right">luck</th><th scope="col" class="right">lost</th></tr></thead>
    <tbody>${found.turns.map((turn, place) => html`<tr key=${place}><th scope="row">${place + 1}</th>
        <td>${turn.rolls.map((roll, at) => html`<span class="whole" key=${at}>${roll}${at < turn.rolls.length - 1 ? ` (${turn.keeps[at]})` : ""}</span> `)}</td>
        <td>${titled(turn.box)}</td><td class="right">${turn.points}${turn.extra ? `+${turn.extra}` : ""}</td>
        <td class="right">${signed(facts, turn.luck)}</td><td class="right"><${Chip} facts=${facts} cost=${turn.lost} /></td></tr>`)}
      ${found.bonuses.map((bonus) => html`<tr key=${bonus.name}><th scope="row" colspan="3">${titled(bonus.name)} bonus</th><td class="right">${bonus.points}</td><td></td><td></td></tr>`)}</tbody>
    <tfoot><tr><th scope="row" colspan="3"><strong>together</strong></th><td class="right"><strong>${found.score}</strong></td><td class="right"><strong>${signed(facts, found.luck)}</strong></td><td class="right"><strong>${signed(facts, -found.lost)}</strong></td></tr></tfoot>
  </table></div></section>`;
}

function Worst({ facts, found }) {
  return html`<section class="panel" aria-labelledby="worst-title"><h2 id="worst-title">${found.worst.length ? "What cost most" : "Every decision was a best one"}</h2>
    ${found.worst.map((each, place) => html`<article key=${place} class="mistake">
      <h3>Turn ${each.turn}: ${optionWords(each.chosen)} <${Chip} facts=${facts} cost=${each.lost} /></h3>
      <div class="dice small" role="img" aria-label=${`The dice were ${each.dice.join(" ")}`}>${each.dice.map((face, at) => html`<span class="die" key=${at}><${Face} face=${face} /></span>`)}</div>
      <p>${each.rerolls ? `${each.rerolls} reroll${each.rerolls === 1 ? "" : "s"} left. ` : ""}Best was <strong>${optionWords(each.best)}</strong>: ${worth(facts, each.best.value)} instead of ${worth(facts, each.chosen.value)}.</p>
      <details><summary>Why</summary>${[each.best, each.chosen].map((reason) => html`<div key=${reason.words}><h4>${optionWords(reason)}</h4>
        ${reason.points !== null && html`<p>Brings ${reason.points} now${reason.later === null ? "" : `, and leaves ${worth(facts, reason.later)} to come`}.</p>`}
        ${reason.aims.length > 0 && html`<${Aims} aims=${reason.aims} of=${optionWords(reason)} />`}</div>`)}</details>
    </article>`)}
  </section>`;
}
