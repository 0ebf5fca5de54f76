// The options, best first, and the case for each.
import { html, useState } from "../vendor/htm-preact.js";
import { optionWords, percent, pointsWords, titled, worth } from "./format.js";
import { Chip } from "./marks.js";

/**
 * An option; if it has a chance of winning, with what it is worth `alone`.
 * @typedef {Api.OptionFacts & { alone?: number }} Option
 */
/** @typedef {{ moment: string, value: number, options: Option[] }} Ranking */
/**
 * A solution; `alone` if its values were replaced by chances of winning.
 * @typedef {Api.SolutionFacts & { alone?: Api.SolutionFacts }} Facts
 */
/** @typedef {(option: Option, event?: UIEvent) => void} Take */

const SHOWN = 6;

/** @param {{ facts: Facts, advice: Ranking, take: Take, aim: string }} props */
export function Options({ facts, advice, take, aim }) {
  const [all, setAll] = useState(false);
  const [open, setOpen] = useState(new Set([advice.options[0].label]));
  const placing = advice.moment === "place";
  const shown = all ? advice.options : advice.options.slice(0, SHOWN);
  const flip = (/** @type {string} */ label) => {
    const next = new Set(open);
    if (!next.delete(label)) next.add(label);
    setOpen(next);
  };
  return html`<section class="panel" aria-labelledby="options-title">
    <h2 id="options-title">${placing ? "Which box" : "What to keep"}, best first${aim && `, for ${aim}`}</h2>
    <ol class="options">
      ${shown.map((option, rank) => html`<li key=${option.label} class=${option.best ? "best" : ""}>
        <div class="row">
          <${TakeIt} facts=${facts} option=${option} placing=${placing} take=${take} />
          ${(option.aims || option.bonus) && html`<button type="button" aria-expanded=${open.has(option.label)}
            aria-label=${`Why ${optionWords(option)}?`} onClick=${() => flip(option.label)}>why</button>`}
        </div>
        ${open.has(option.label) && !facts.alone && html`<${Why} option=${option} advice=${advice} facts=${facts}
          rank=${rank} />`}
      </li>`)}
    </ol>
    ${advice.options.length > SHOWN && html`<button type="button" onClick=${() => setAll(!all)}>
      ${all ? "Show fewer" : `Show all ${advice.options.length}`}</button>`}
  </section>`;
}

/**
 * A button for an option: its name, its value, its cost.
 * @param {{ facts: Facts, option: Option, placing: boolean, take: Take }} props
 */
function TakeIt({ facts, option, placing, take }) {
  const { alone } = facts;
  const brings = option.extra ? `${option.points}+${option.extra} points` : pointsWords(option.points);
  return html`<button type="button" class="take" onClick=${(event) => take(option, event)} data-option=${option.label}>
    <span class="words">${optionWords(option)}${placing && html` <span class="soft">${brings}</span>`}
      ${alone && html` <span class="soft">${worth(alone, option.alone ?? 0)}${" "}
        ${alone.percent ? alone.meaning : "expected"}</span>`}</span>
    <span class="number">${worth(facts, option.value)}</span>
    <span class="number cost"><${Chip} facts=${facts} cost=${option.cost} /></span>
  </button>`;
}

/** @param {{ option: Option, advice: Ranking, facts: Facts, rank: number }} props */
export function Why({ option, advice, facts, rank }) {
  const best = advice.options[0];
  const other = advice.options.find((each) => !each.best);
  const gap = rank === 0 && other ? `${titled(optionWords(other))} would cost ${worth(facts, other.cost)}.` : "";
  const withBest = (/** @type {string} */ name) =>
    option !== best && best.bonus ? ` (${percent(best.bonus[name])} with the best)` : "";
  const now = (option.points ?? 0) + (option.extra ?? 0);
  return html`<div class="why">
    ${option.later !== null && !facts.percent && html`<p>Brings ${now} now, and leaves
      ${" "}${worth(facts, option.later)} to come.</p>`}
    ${Object.entries(option.bonus || {}).map(([name, chance]) => html`<p key=${name}>The ${name} bonus is then
      ${" "}${percent(chance)} likely${withBest(name)}.</p>`)}
    ${gap && html`<p class="soft">${gap}</p>`}
    ${option.aims && html`<${Aims} aims=${option.aims} of=${optionWords(option)} />`}
  </div>`;
}

const HEADS = ["chance it scores", "chance you would use it", "average points"];

/** @param {{ aims: Api.AimFacts[], of: string }} props */
export function Aims({ aims, of }) {
  const seen = aims.filter((aim) => aim.made > 0.0005 || aim.filled > 0.0005);
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${`What ${of} aims at`}><table>
    <thead><tr><th scope="col">box</th>
      ${HEADS.map((head) => html`<th scope="col" class="right">${head}</th>`)}
      <th scope="col" class="roomy"><span class="hidden">as a bar</span></th></tr></thead>
    <tbody>
      ${seen.map((aim) => html`<tr key=${aim.box}>
        <th scope="row">${titled(aim.box)}</th><td class="right">${percent(aim.made)}</td>
        <td class="right">${aim.filled > 0 ? percent(aim.filled) : ""}</td>
        <td class="right">${aim.filled > 0 ? aim.points.toFixed(1) : ""}</td>
        <td class="roomy"><div class="meter"><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
          <rect class="fill-made" width=${100 * aim.made} height="10" />
          <rect class="fill-filled" width=${100 * aim.filled} height="10" /></svg></div></td>
      </tr>`)}
    </tbody>
  </table></div>
  <p class="soft">At the end of the turn, with best play: whether the dice score in the box, whether they go there,
    and what they bring if they do.</p>`;
}
