// A game review: what was luck, what was lost, and the worst decisions explained.
import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { go, packed, readable, useKept } from "./address.js";
import { useAnswer } from "./answer.js";
import { Progress, Trouble, useSolution } from "./job.js";
import { SERVED } from "./api.js";
import { gameNamed, gameWords, withoutGame } from "./record.js";
import { Account, Course, Turns, Worst } from "./reviewed.js";
import { cardFor, ChosenFields, named, rulesAsked, spelled, Unread, useChosen } from "./rules.js";
import { Share } from "./share.js";

/** @typedef {{ text: string, asked: string, step: number }} State */

const EXAMPLE = `13356 keep 33 33146 keep 33 33325 threes
66633 keep 666 66612 keep 666 66664 sixes
22222 yahtzee`;

/** @returns {State} */
const begin = (/** @type {import("./address.js").Words} */ words) => {
  const text = readable(words.record64) ?? "";
  return { text, asked: text, step: 0 };
};

/**
 * @param {State} state
 * @param {{ text?: string, ask?: string }} act
 */
const changed = (state, { ask, text = state.text }) =>
  ask === undefined ? { ...state, text } : { text, asked: ask, step: state.step + 1 };

/** @param {{ games: Api.GameFacts[], address: import("./address.js").Address }} props */
export function Review({ games, address }) {
  const cards = games.filter((each) => each.kind === "scorecard");
  const chosen = useChosen(cards, address.words);
  const said = (/** @type {string} */ record) => (record ? packed(record) : undefined);
  /** @param {State} state */
  const say = (state) => ({ ...named(chosen), record64: said(state.text) });
  const [{ text, asked }, act] = useKept("review", address, begin, changed, say);
  const { facts, job, error, cancel } = useSolution(rulesAsked(chosen));
  const unread = address.words.record64 && readable(address.words.record64) === "";
  const [wrong, setWrong] = useState(unread ? "the game in this link cannot be read" : null);
  /** @type {import("./rules.js").Choose} */
  const choose = (game, parameters) => go("review", { ...named({ game, parameters }), record64: said(text) });
  const look = () => {
    const game = gameNamed(text);
    const found = game && (cards.find((each) => each.name === gameWords(text)) ?? cardFor(cards, game));
    if (found) go("review", { ...(SERVED ? game : {}), game: found.name, record64: packed(withoutGame(text)) });
    else if (game) setWrong(`there is no game “${gameWords(text)}” here`);
    else act({ ask: text });
  };
  const open = async (/** @type {{ target: { files: FileList } }} */ event) =>
    act({ text: await event.target.files[0].text() });
  return html`
    <section class="panel" aria-label="The game that was played">
      <div class="bar spread"><h1>How did you play?</h1>
        <${ChosenFields} games=${cards} chosen=${chosen} choose=${choose} /></div>
      <${Unread} chosen=${chosen} />
      <label>One line a turn: the roll, then “keep”, what you kept and the next roll, and the box at the end
        <textarea id="record" class="lines" spellcheck="false" value=${text} placeholder=${EXAMPLE}
          aria-invalid=${wrong ? "true" : undefined} aria-describedby=${wrong ? "record-wrong" : undefined}
          onInput=${(event) => act({ text: event.target.value })}></textarea></label>
      ${wrong && html`<p class="wrong" id="record-wrong" role="alert">${wrong}</p>`}
      <div class="bar">
        <button type="button" class="main" onClick=${look} disabled=${!text.trim()}>Look back</button>
        <label class="button">Open a file
          <input class="hidden" type="file" accept=".txt,text/plain" onChange=${open} /></label></div>
    </section>
    <${Trouble} error=${error} />
    ${asked && !facts && !error && html`<${Progress} job=${job} cancel=${cancel} />`}
    ${facts && asked && html`<${Found} facts=${facts} record=${asked} chosen=${chosen} setWrong=${setWrong} />`}
  `;
}

/**
 * @param {{
 *   facts: Api.SolutionFacts, record: string, chosen: import("./rules.js").Chosen,
 *   setWrong: (wrong: string | null) => void,
 * }} props
 */
function Found({ facts, record, chosen, setWrong }) {
  /** @type {import("./answer.js").Answer<Api.ReviewFacts>} */
  const { found, error, pending } = useAnswer(`solutions/${facts.id}/review`, { record });
  useEffect(() => {
    if (!pending) setWrong(error);
  }, [found, error, pending]);
  if (!found || error) return null;
  return html`<div class="columns">
    <div>
      <${Account} facts=${facts} found=${found} />
      <section class="panel" aria-labelledby="course-title"><h2 id="course-title">Luck and skill, turn by turn</h2>
        <${Course} facts=${facts} found=${found} /></section>
      <${Turns} facts=${facts} found=${found} />
    </div>
    <div>
      <${Worst} facts=${facts} found=${found} />
      <${Save} facts=${facts} chosen=${chosen} record=${record} />
    </div>
  </div>`;
}

/** @param {{ facts: Api.SolutionFacts, record: string, chosen: import("./rules.js").Chosen }} props */
function Save({ facts, record, chosen }) {
  const header = chosen.toml ? "" : `game ${[chosen.game, ...spelled(chosen.parameters ?? {})].join(" ")}\n`;
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${header}${record}\n`)}`;
  const name = `${facts.name.replace(/\W+/g, "-")}-game.txt`;
  return html`<section class="panel" aria-labelledby="keep-title"><h2 id="keep-title">Keep it</h2>
    <div class="bar"><a class="button" download=${name} href=${file}>Save it</a>
      <${Share} what="this review" /></div>
    <p class="soft">The file is read here and by <code>perfectplay review</code>.</p></section>`;
}
