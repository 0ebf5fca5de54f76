// Your own scorecard: a form or TOML, which lives in its link; solved, beside the rules it began from.
import { html, useEffect, useLayoutEffect, useMemo, useState } from "../vendor/htm-preact.js";
import { packed, readable, useKept } from "./address.js";
import { ask } from "./api.js";
import { CardForm, troubleIn } from "./card_form.js";
import { Segments } from "./fields.js";
import { points, titled } from "./format.js";
import { Progress, Trouble, useSolution } from "./job.js";

const FIRST = "yahtzee";

// The card as data (of the form), as TOML, or both; `base` is what it began from.
function begin(words) {
  const text = readable(words.card64);
  const base = words.base || FIRST;
  const card = dataOf(text);
  const mode = words.mode === "toml" ? "toml" : "form";
  return { base, mode, card, toml: card ? null : text, step: 0 };
}

// The card that a text is as data; none, if it is not: the server says what it lacks.
function dataOf(text) {
  try {
    const card = JSON.parse(text);
    return Array.isArray(card?.boxes) ? card : null;
  } catch {
    return null;
  }
}

const changed = (state, { step, ...more }) => ({ ...state, ...more, step: state.step + (step ? 1 : 0) });

const said = ({ base, mode, card, toml }) => {
  const text = mode === "form" ? card && JSON.stringify(card) : toml;
  return { base, mode: mode === "toml" ? mode : undefined, card64: text === null ? undefined : packed(text) };
};

export function Own({ games, address }) {
  const cards = games.filter((each) => each.kind === "scorecard");
  const [state, act] = useKept("own", address, begin, changed, said);
  const { base, card, toml, mode } = state;
  const [scoring, setScoring] = useState(null);
  const [limits, setLimits] = useState(null);
  const [error, setError] = useState(null);
  const [asked, setAsked] = useState(null);
  useEffect(() => {
    ask("scoring").then(setScoring, (trouble) => setError(trouble.message));
    ask("limits").then(setLimits, () => {});
  }, []);
  const written = () => ask("cards", { body: mode === "form" ? { card } : { toml } });
  const missing = mode === "form" ? card === null : toml === null;
  useEffect(() => {
    if (!missing) return;
    const known = card ? { card } : toml === null ? { game: base } : { toml };
    ask("cards", { body: known }).then(
      (found) => act(known.game ? { card: { ...found.card, name: `My ${titled(base)}` } } : { card: found.card, toml: found.toml }),
      (trouble) => {
        setError(trouble.message);
        if (toml !== null) act({ mode: "toml" });
      },
    );
  }, [missing, base]);
  useLayoutEffect(() => {
    if (error) document.querySelector("main [aria-invalid=true]")?.focus();
  }, [error]);
  const attempt = async (then) => {
    try {
      then(await written());
      setError(null);
    } catch (trouble) {
      setAsked(null);
      setError(trouble.message);
    }
  };
  const turn = (next) => attempt((found) => act({ card: found.card, toml: found.toml, mode: next }));
  const solve = () => attempt((found) => setAsked({ toml: found.toml, time: Date.now() }));
  const start = (event) => {
    act({ base: event.target.value, card: null, toml: null, step: true });
    setAsked(null);
    setError(null);
  };
  const placed = mode === "form" && card ? troubleIn(card, error) : null;
  return html`
    <section class="panel" aria-label="Where to begin">
      <div class="bar spread"><h1>Your own scorecard</h1>
        <div class="bar">
          <label>Begin with<select value=${base} onChange=${start}>${cards.map((each) => html`<option value=${each.name}>${titled(each.name)}</option>`)}</select></label>
          <${Segments} name="mode" legend="Write it as" value=${mode} change=${turn} options=${[["form", "a form"], ["toml", "TOML"]]} />
        </div></div>
      ${limits && html`<p class="soft">Up to 20 boxes, 6 dice and 5 rerolls. Solving may take ${limits.job_seconds} seconds and ${Math.round(limits.job_memory_bytes / 2 ** 20).toLocaleString("en")} MiB.</p>`}
    </section>
    ${card && scoring && mode === "form" && html`<${CardForm} card=${card} change=${(next) => act({ card: next, toml: null })} scoring=${scoring} trouble=${placed} />`}
    ${mode === "toml" && html`<section class="panel"><label>The card in TOML<textarea id="toml" spellcheck="false" value=${toml ?? ""} onInput=${(event) => act({ toml: event.target.value, card: null })}></textarea></label></section>`}
    <${Trouble} error=${placed ? null : error} />
    <div class="bar panel"><button type="button" class="main" onClick=${solve} disabled=${missing}>Solve</button></div>
    ${asked && html`<${Result} key=${asked.time} toml=${asked.toml} base=${base} />`}
  `;
}

function Result({ toml, base }) {
  const rules = useMemo(() => ({ toml }), [toml]);
  const standard = useMemo(() => ({ game: base }), [base]);
  const { facts, job, error, cancel } = useSolution(rules);
  const other = useSolution(facts && standard);
  if (error) return html`<${Trouble} error=${error} />`;
  if (!facts) return html`<${Progress} job=${job} cancel=${cancel} />`;
  const difference = other.facts ? facts.value - other.facts.value : null;
  return html`<section class="panel" aria-labelledby="result-title">
    <h2 id="result-title">${facts.name}</h2>
    <p><span class="value" id="own-value">${points(facts.value, 4)}</span> <span class="soft">${facts.meaning}</span></p>
    ${difference !== null && html`<p>That is <strong>${points(Math.abs(difference), 4)} ${difference < 0 ? "less" : "more"}</strong> than ${other.facts.title} (${points(other.facts.value, 4)}).</p>`}
    <p class="soft">${facts.positions.toLocaleString("en")} positions, solved in ${facts.seconds.toFixed(2)} s.</p>
    <p class="bar"><a class="button" href=${`#/advisor?card64=${packed(toml)}`}>Open the advisor for it</a><${Download} name=${facts.name} toml=${toml} /></p>
  </section>`;
}

export function Download({ name, toml }) {
  return html`<a class="button" download=${`${name.replace(/\W+/g, "-").toLowerCase()}.toml`} href=${`data:application/toml;charset=utf-8,${encodeURIComponent(toml)}`}>Download it as TOML</a>`;
}
