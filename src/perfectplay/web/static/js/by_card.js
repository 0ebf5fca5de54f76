// A card of rules beside the advice: the line that applies is lit, with what it costs to follow it.
import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";
import { ask } from "./api.js";
import { optionWords, worth } from "./format.js";
import { Trouble } from "./job.js";
import { recall, remember } from "./storage.js";

export function ByCard({ facts, game, question, advice, hidden }) {
  const [cards, setCards] = useState([]);
  useEffect(() => {
    ask("rules").then(setCards, () => {});
  }, []);
  const place = `rules of ${game || facts.name}`;
  const [text, setText] = useState(recall("localStorage", place) || "");
  const enter = (more) => {
    remember("localStorage", place, more);
    setText(more);
  };
  const lines = linesOf(text);
  const { found, error } = useLine(facts, question, lines);
  const here = cards.filter((card) => card.game === game);
  const chosen = here.find((card) => card.lines.join("\n") === lines.join("\n"));
  const pick = (name) => {
    const card = here.find((each) => each.name === name);
    enter(card ? card.lines.join("\n") : "");
  };
  const lit = hidden || error ? null : found;
  const list = useRef(null);
  useEffect(() => {  // a long card scrolls to the line that applies, and the page stays where it is
    const line = lit && list.current && list.current.querySelector("[aria-current]");
    if (line) list.current.scrollTop = line.offsetTop - list.current.clientHeight / 3;
  }, [lit && lit.line, text]);
  return html`<section class="panel" aria-labelledby="by-card-title">
    <div class="bar spread">
      <h2 id="by-card-title">By a card</h2>
      ${here.length > 0 && html`<label>Card
        <select id="card-of-rules" value=${chosen ? chosen.name : ""} onChange=${(event) => pick(event.target.value)}>
          <option value="">${text && !chosen ? "your own" : "none"}</option>
          ${here.map((card) => html`<option key=${card.name} value=${card.name}>${card.name}</option>`)}
        </select></label>`}
    </div>
    ${lit && html`<${Told} facts=${facts} advice=${advice} found=${lit} />`}
    <${Trouble} error=${error} />
    ${lines.length > 0 && html`<ol class="rules" ref=${list} tabindex="0" aria-labelledby="by-card-title">
      ${lines.map((line, at) => html`<li key=${at} aria-current=${lit && lit.line === at + 1 ? "true" : undefined}>${line}</li>`)}
    </ol>`}
    <details>
      <summary>${text ? "Change its lines" : "Write or paste lines"}</summary>
      <label>Lines; the first that applies decides
        <textarea id="lines-of-rules" class="lines" rows="6" spellcheck="false" value=${text}
          onChange=${(event) => enter(event.target.value)}></textarea></label>
    </details>
  </section>`;
}

// The lines of a text, a row each; of a card in TOML, the texts in quotes after `lines`.
function linesOf(text) {
  const toml = /^\s*lines\s*=\s*\[(.*)\]/ms.exec(text);
  const rows = toml ? [...toml[1].matchAll(/"([^"]*)"/g)].map((each) => each[1]) : text.split("\n");
  return rows.map((row) => row.trim()).filter(Boolean);
}

function useLine(facts, question, lines) {
  const asked = JSON.stringify({ ...question, lines });
  const [answer, setAnswer] = useState({});
  useEffect(() => {
    if (!question.dice || !lines.length) return undefined;
    const stop = new AbortController();
    ask(`solutions/${facts.id}/line`, { body: JSON.parse(asked), signal: stop.signal }).then(
      (found) => setAnswer({ asked, found }),
      (trouble) => trouble.name !== "AbortError" && setAnswer({ asked, error: trouble.message }),
    );
    return () => stop.abort();
  }, [asked, facts.id]);
  return answer.asked === asked ? answer : {};
}

function Told({ facts, advice, found }) {
  const option = advice && advice.options.find((each) => each.label === found.option);
  if (!option) return null;
  const cost = option.best ? "which is best play" : `which costs ${worth(facts, option.cost)}`;
  return html`<p role="status">Line ${found.line}: <strong>${optionWords(option)}</strong>, ${cost}.</p>`;
}
