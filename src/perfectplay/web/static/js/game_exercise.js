// An exercise of any game: the table, what to do, what that cost, and why.
import { html, useState } from "../vendor/htm-preact.js";
import { hashOf } from "./address.js";
import { useAnswer } from "./answer.js";
import { whyNoTable } from "./api.js";
import { Choices } from "./choices.js";
import { Question } from "./exercise.js";
import { Trouble } from "./job.js";
import { Chip } from "./marks.js";
import { Pieces } from "./pieces.js";
import { named } from "./rules.js";
import { sameKeys, touchOf } from "./touch.js";
import { sentence, told as said } from "./values.js";
import { Why } from "./why.js";

/** @param {import("./exercise.js").Asking} props */
export function GameExercise({ facts, chosen, exercise, choose, ...asked }) {
  const { at, score } = exercise;
  const { asking, told } = asked;
  /** @type {import("./answer.js").Answer<Api.PositionFacts>} */
  const { found: here, error } = useAnswer(`solutions/${facts.id}/position`, { at, score });
  const [keys, select] = useState(/** @type {string[]} */ ([]));
  const edge = (here && !asking && here.edges.find((each) => each.label === told)) || null;
  if (!here) {
    return html`<${Question} ...${asked} option=${null}><p class="soft">…</p><//><${Trouble} error=${error} />`;
  }
  const seat = here.player ?? 0;
  const names = facts.players === 1 ? ["you"] : seat ? ["the opponent", "you"] : ["you", "the opponent"];
  const press = (/** @type {string} */ key) =>
    select(keys.includes(key) ? keys.filter((each) => each !== key) : [...keys, key]);
  const take = (/** @type {Api.EdgeFacts} */ each) => choose(each.label, each.cost ?? 0);
  const exact = asking && keys.length > 0 && here.edges.find((each) => sameKeys(each, keys));
  const best = here.edges[0];
  const rival = here.edges.find((each) => !each.best);
  const reasons = edge && [best, edge.best ? rival : edge].filter((each) => each !== undefined);
  return html`
    <${Question} ...${asked} option=${edge}>
      <p>${sentence(said(here.words, names))}: what do you do?</p>
      <${Pieces} pieces=${here.pieces} names=${names} mover=${facts.players === 2 ? seat : null}
        touch=${asking ? touchOf(here.edges, keys, true, press) : null} />
      ${exact && html`<p class="bar"><button type="button" class="main" id="keep" onClick=${() => take(exact)}>
        ${sentence(exact.words)}</button></p>`}
      ${edge && html`<p role="status">You chose <strong>${edge.words}</strong>${" "}
        <${Chip} facts=${facts} cost=${edge.cost ?? 0} />${" "}
        ${edge.best ? "That was the best." : html`Best was <strong>${best.words}</strong>.`}${" "}
        ${!whyNoTable(facts.id) && html`<a href=${hashOf("table", { ...named(chosen), at, score })}>
          Open it on the table</a>`}</p>`}
    <//>
    ${asking && html`<${Choices} facts=${facts} here=${here} keys=${keys} hidden=${true} seat=${seat} take=${take}
      label="" tell=${() => {}} />`}
    ${reasons && html`<div class="columns even">${reasons.map((each, place) => html`<${Why} key=${each.label}
      id=${`why-${place}`} facts=${facts} edge=${each} seat=${seat} names=${names} />`)}</div>`}`;
}
