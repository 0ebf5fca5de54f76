// A card of rules next to the advice: the line that applies is highlighted, with the cost of following it.
import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { useAnswer } from "./answer.js";
import { SERVED } from "./api.js";
import { optionWords, worth } from "./format.js";
import { Trouble } from "./job.js";
import { linesOf } from "./lines.js";
import { recall, remember } from "./storage.js";

/**
 * @param {{
 *   facts: Api.SolutionFacts, game: string, question: Api.TableQuestion, advice: Api.AdviceFacts | null,
 *   hidden: boolean,
 * }} props
 */
export function ByCard({ facts, game, question, advice, hidden }) {
  /** @type {import("./answer.js").Answer<Api.RulesFacts[]>} */
  const { found: cards } = useAnswer("rules");
  const place = `rules of ${game || facts.name}`;
  const [text, setText] = useState(recall("localStorage", place) || "");
  const enter = (/** @type {string} */ more) => {
    remember("localStorage", place, more);
    setText(more);
  };
  const lines = linesOf(text);
  const asked = Boolean(question.dice) && lines.length > 0;
  /** @type {import("./answer.js").Answer<Api.LineFacts>} */
  const { found, error, pending } = useAnswer(asked && `solutions/${facts.id}/line`, { ...question, lines });
  const trouble = asked && !pending ? error : null;
  const lit = asked && !pending && !error && !hidden ? found : null;
  const here = (cards ?? []).filter((card) => card.game === game);
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {  // scroll a long card to the line that applies, without moving the page
    const line = lit && list.current && /** @type {HTMLElement} */ (list.current.querySelector("[aria-current]"));
    if (line && list.current) list.current.scrollTop = line.offsetTop - list.current.clientHeight / 3;
  }, [lit && lit.line, text]);
  if (!SERVED && here.length === 0) return null;  // a site reads no lines
  return html`<section class="panel" aria-labelledby="by-card-title">
    <div class="bar spread">
      <h2 id="by-card-title">By a card</h2>
      ${here.length > 0 && html`<${Shelf} cards=${here} text=${text} enter=${enter} />`}
    </div>
    ${lit && html`<${Told} facts=${facts} advice=${advice} found=${lit} />`}
    <${Trouble} error=${trouble} />
    ${lines.length > 0 && html`<ol class="rules" ref=${list} tabindex="0" aria-labelledby="by-card-title">
      ${lines.map((line, at) => html`<li key=${at} aria-current=${lit && lit.line === at + 1 ? "true" : undefined}>
        ${line}</li>`)}
    </ol>`}
    ${SERVED && html`<details>
      <summary>${text ? "Change its lines" : "Write or paste lines"}</summary>
      <label>Lines; the first that applies decides
        <textarea id="lines-of-rules" class="lines" rows="6" spellcheck="false" value=${text}
          onChange=${(event) => enter(event.target.value)}></textarea></label>
    </details>`}
  </section>`;
}

/**
 * The available cards for the game.
 * @param {{ cards: Api.RulesFacts[], text: string, enter: (text: string) => void }} props
 */
function Shelf({ cards, text, enter }) {
  const chosen = cards.find((card) => card.lines.join("\n") === linesOf(text).join("\n"));
  const pick = (/** @type {string} */ name) => enter(cards.find((each) => each.name === name)?.lines.join("\n") ?? "");
  return html`<label>Card
    <select id="card-of-rules" value=${chosen ? chosen.name : ""} onChange=${(event) => pick(event.target.value)}>
      <option value="">${text && !chosen ? "your own" : "none"}</option>
      ${cards.map((card) => html`<option key=${card.name} value=${card.name}>${card.name}</option>`)}
    </select></label>`;
}

/** @param {{ facts: Api.SolutionFacts, advice: Api.AdviceFacts | null, found: Api.LineFacts }} props */
function Told({ facts, advice, found }) {
  const option = advice && advice.options.find((each) => each.label === found.option);
  if (!option) return null;
  const cost = option.best ? "which is best play" : `which costs ${worth(facts, option.cost)}`;
  return html`<p role="status">Line ${found.line}: <strong>${optionWords(option)}</strong>, ${cost}.</p>`;
}
