// The table of any game: the pieces, what to do, and how play proceeds.
import { html, useState } from "../vendor/htm-preact.js";
import { useKept } from "./address.js";
import { useAnswer } from "./answer.js";
import { ChanceEntry } from "./chance.js";
import { Charts } from "./charts.js";
import { Choices } from "./choices.js";
import { Tick } from "./fields.js";
import { percent, worth } from "./format.js";
import { moved, usePlay } from "./game_play.js";
import { begun, next, stateWords } from "./game_state.js";
import { Trouble } from "./job.js";
import { Line, linesOf } from "./lines.js";
import { Pieces } from "./pieces.js";
import { Played } from "./played.js";
import { named } from "./rules.js";
import { Seats, seatNames } from "./seats.js";
import { SetUp } from "./set_up.js";
import { Since } from "./since.js";
import { recall, remember } from "./storage.js";
import { Bar } from "./thumb.js";
import { touchOf } from "./touch.js";
import { sentence, told, valueFor } from "./values.js";
import { Why } from "./why.js";

/** @typedef {import("./game_state.js").State} State */

/**
 * @param {{
 *   facts: Api.SolutionFacts, address: import("./address.js").Address, chosen: import("./rules.js").Chosen,
 *   theme?: import("./theme.js").Theme,
 * }} props
 */
export function GameTable({ facts, address, chosen, theme }) {
  const say = (/** @type {State} */ state) => ({ ...named(chosen), ...stateWords(state) });
  const [state, act] = useKept("table", address, begun, next, say);
  const { path, how } = state;
  const { at, score } = path[path.length - 1];
  const question = at === null ? {} : { at, score };
  /** @type {import("./answer.js").Answer<Api.PositionFacts>} */
  const { found, error, pending } = useAnswer(`solutions/${facts.id}/position`, question);
  const here = error ? null : found;
  const fresh = pending ? null : here;
  const [hidden, hide] = useHidden();
  const [lines, setLines] = useLines(facts.name);
  const [selected, select] = useState({ at: "", keys: /** @type {string[]} */ ([]) });
  const [focus, setFocus] = useState({ at: "", label: "" });
  const two = facts.players === 2;
  const program = two && how.against !== "person" ? 1 - how.seat : null;
  const names = seatNames(facts, how);
  const seat = two && how.against === "person" ? (here?.player ?? 0) : how.seat;
  const asked = fresh?.kind === "choice" && fresh.player !== program;
  const trouble = usePlay({ facts, here: fresh, how, program, lines, act });
  const keys = selected.at === here?.at ? selected.keys : [];
  const take = (/** @type {Api.EdgeFacts} */ edge) => {
    if (fresh) act({ what: "go", move: moved(fresh, edge, "person", edge.cost === null) });
  };
  const press = (/** @type {string} */ key) =>
    select({ at: here?.at ?? "", keys: keys.includes(key) ? keys.filter((each) => each !== key) : [...keys, key] });
  const touch = asked ? touchOf(fresh.edges, keys, hidden, press) : null;
  const label = focus.at === here?.at ? focus.label : "";
  const entering = fresh?.kind === "chance" && how.rolls === "mine";
  const unrolled = (/** @type {import("./pieces.js").Piece} */ piece) =>
    piece.kind === "dice" && !piece.faces.some(Boolean);
  const pieces = (here?.pieces ?? []).filter((piece) => !(entering && unrolled(piece)));
  const why = asked && !hidden && (fresh.edges.find((edge) => edge.label === label) ?? fresh.edges[0]);
  return html`
    <${Trouble} error=${error ?? trouble} />
    ${here && html`<div class="columns game">
      <div>
        <section class="panel" aria-labelledby="here-title">
          <div class="bar spread">
            <h2 id="here-title" tabindex="-1">${headline(here, names)}</h2>
            ${here.kind !== "final" && html`<${Tick} id="training" label="hide the advice" on=${hidden}
              change=${hide} />`}
          </div>
          ${!hidden && here.kind !== "final" && html`<${Worth} facts=${facts} here=${here} seat=${seat}
            name=${names[seat]} />`}
          <${Since} path=${path} names=${names} facts=${facts} />
          <${Pieces} pieces=${pieces} names=${names} mover=${two ? here.player : null} touch=${touch} />
          ${entering && html`<${ChanceEntry} key=${fresh.at} here=${fresh} take=${take} />`}
        </section>
        <${Bar} facts=${facts} here=${fresh} how=${how} path=${path} act=${act} edges=${asked ? fresh.edges : []}
          keys=${keys} hidden=${hidden} take=${take} />
        ${asked && html`<${Choices} key=${fresh.at} facts=${facts} here=${fresh} keys=${keys} hidden=${hidden}
          seat=${seat} take=${take} label=${why ? why.label : ""}
          tell=${(/** @type {string} */ each) => setFocus({ at: fresh.at, label: each })} />`}
      </div>
      <div>
        ${why && html`<${Why} key=${why.at} facts=${facts} edge=${why} seat=${seat} names=${names} />`}
        <${Played} facts=${facts} path=${path} names=${names} how=${how} act=${act} over=${here.kind === "final"}
          chosen=${chosen} />
        <section class="panel" aria-label="How to play">
          <${Seats} facts=${facts} how=${how} act=${act} />
          ${two && html`<${Line} facts=${facts} lines=${lines} enter=${setLines} needed=${how.against === "card"} />`}
          <${SetUp} key=${here.at} here=${here} act=${act} />
        </section>
        ${theme && html`<${Charts} facts=${facts} theme=${theme} />`}
      </div>
    </div>`}
  `;
}

/** @returns {[boolean, (on: boolean) => void]} */
function useHidden() {
  const [hidden, setHidden] = useState(recall("localStorage", "training") === "on");
  return [hidden, (on) => {
    remember("localStorage", "training", on ? "on" : "off");
    setHidden(on);
  }];
}

/** @param {string} name @returns {[string[], (text: string) => void]} */
function useLines(name) {
  const [text, setText] = useState(recall("localStorage", `rules of ${name}`) || "");
  return [linesOf(text), (more) => {
    remember("localStorage", `rules of ${name}`, more);
    setText(more);
  }];
}

/** @param {Api.PositionFacts} here @param {string[]} names */
function headline({ kind, player, words }, names) {
  if (kind === "final") return sentence(told(words, names));
  if (kind === "chance") return "Chance decides";
  if (player === null || names.length === 1) return "Your move";
  return names[player] === "you" ? "Your move" : `${sentence(names[player])} to move`;
}

/** @param {{ facts: Api.SolutionFacts, here: Api.PositionFacts, seat: number, name: string }} props */
function Worth({ facts, here, seat, name }) {
  const value = valueFor(facts, here.value, seat);
  const words = facts.both === 1
    ? `${name === "you" ? "your" : `${name}'s`} chance to win`
    : facts.meaning;
  return html`<p class="worth"><span class="value">${worth(facts, value)}</span>${" "}<span class="soft">${words}</span>
    ${facts.percent && html`<svg class="bar-of" viewBox="0 0 100 6" preserveAspectRatio="none" role="img"
      aria-label=${percent(value)}><rect class="rail" width="100" height="6" />
      <rect class="done" width=${100 * Math.max(0, Math.min(1, value))} height="6" /></svg>`}</p>`;
}

