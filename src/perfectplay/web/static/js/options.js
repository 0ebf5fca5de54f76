// The options, best first, and what speaks for each.
import { html, useState } from "../vendor/htm-preact.js";
import { costWords, optionWords, percent, pointsWords, size, titled, worth } from "./format.js";

const SHOWN = 6;

export function Options({ facts, advice, take, aim }) {
  const [all, setAll] = useState(false);
  const [open, setOpen] = useState(new Set([advice.options[0].label]));
  const placing = advice.moment === "place";
  const shown = all ? advice.options : advice.options.slice(0, SHOWN);
  const flip = (label) => {
    const next = new Set(open);
    if (!next.delete(label)) next.add(label);
    setOpen(next);
  };
  return html`<section class="panel" aria-labelledby="options-title">
    <h2 id="options-title">${placing ? "Which box" : "What to keep"}, best first${aim && `, for ${aim}`}</h2>
    <ol class="options">
      ${shown.map(
        (option, rank) => html`<li key=${option.label} class=${option.best ? "best" : ""}>
          <div class="row">
            <button type="button" class="take" onClick=${(event) => take(option, event)} data-option=${option.label}>
              <span class="words">${optionWords(option)}${placing && html` <span class="soft">${option.extra ? `${option.points}+${option.extra} points` : pointsWords(option.points)}</span>`}${facts.alone && html` <span class="soft">${worth(facts.alone, option.alone)} ${facts.alone.percent ? facts.alone.meaning : "expected"}</span>`}</span>
              <span class="number">${worth(facts, option.value)}</span>
              <span class="number cost"><span class=${`chip ${size(facts, option.cost)}`}>${costWords(facts, option.cost)}</span></span>
            </button>
            ${(option.aims || option.bonus) && html`<button type="button" aria-expanded=${open.has(option.label)} aria-label=${`Why ${optionWords(option)}?`} onClick=${() => flip(option.label)}>why</button>`}
          </div>
          ${open.has(option.label) && !facts.alone && html`<${Why} option=${option} advice=${advice} facts=${facts} rank=${rank} />`}
        </li>`,
      )}
    </ol>
    ${advice.options.length > SHOWN && html`<button type="button" onClick=${() => setAll(!all)}>${all ? "Show fewer" : `Show all ${advice.options.length}`}</button>`}
  </section>`;
}

export function Why({ option, advice, facts, rank }) {
  const best = advice.options[0];
  const other = advice.options.find((each) => !each.best);
  const gap = rank === 0 && other ? `${titled(optionWords(other))} would cost ${worth(facts, other.cost)}.` : "";
  const bonus = Object.entries(option.bonus || {});
  return html`<div class="why">
    ${option.later !== null && !facts.percent && html`<p>Brings ${option.points + option.extra} now, and leaves ${worth(facts, option.later)} to come.</p>`}
    ${bonus.map(([name, chance]) => html`<p key=${name}>The ${name} bonus is then ${percent(chance)} likely${option !== best && best.bonus ? ` (${percent(best.bonus[name])} with the best)` : ""}.</p>`)}
    ${gap && html`<p class="soft">${gap}</p>`}
    ${option.aims && html`<${Aims} aims=${option.aims} of=${optionWords(option)} />`}
  </div>`;
}

export function Aims({ aims, of }) {
  const seen = aims.filter((aim) => aim.made > 0.0005 || aim.filled > 0.0005);
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${`What ${of} aims at`}><table>
    <thead><tr><th scope="col">box</th><th scope="col" class="right">chance it scores</th><th scope="col" class="right">chance you would use it</th><th scope="col" class="right">average points</th><th scope="col" class="roomy"><span class="hidden">as a bar</span></th></tr></thead>
    <tbody>
      ${seen.map(
        (aim) => html`<tr key=${aim.box}>
          <th scope="row">${titled(aim.box)}</th><td class="right">${percent(aim.made)}</td>
          <td class="right">${aim.filled > 0 ? percent(aim.filled) : ""}</td>
          <td class="right">${aim.filled > 0 ? aim.points.toFixed(1) : ""}</td>
          <td class="roomy"><div class="meter"><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect class="fill-made" width=${100 * aim.made} height="10" /><rect class="fill-filled" width=${100 * aim.filled} height="10" /></svg></div></td>
        </tr>`,
      )}
    </tbody>
  </table></div>
  <p class="soft">At the end of the turn, with best play: whether the dice score in the box, whether they go there, and what they bring if they do.</p>`;
}
