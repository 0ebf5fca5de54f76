// Your own scorecard: a form or TOML, solved, beside the rules it began from.
import { html, useEffect, useMemo, useState } from "../vendor/htm-preact.js";
import { packed } from "./address.js";
import { ask } from "./api.js";
import { Progress, Trouble, useSolution } from "./job.js";
import { Segments } from "./greed.js";
import { points } from "./format.js";

export function Own({ games }) {
  const cards = games.filter((each) => each.kind === "scorecard");
  const [base, setBase] = useState("yahtzee");
  const [card, setCard] = useState(null);
  const [toml, setToml] = useState("");
  const [mode, setMode] = useState("form");
  const [scoring, setScoring] = useState(null);
  const [limits, setLimits] = useState(null);
  const [error, setError] = useState(null);
  const [asked, setAsked] = useState(null);
  useEffect(() => {
    ask("scoring").then(setScoring, (trouble) => setError(trouble.message));
    ask("limits").then(setLimits, () => {});
  }, []);
  useEffect(() => {
    ask("cards", { body: { game: base } }).then(
      (found) => {
        setCard({ ...found.card, name: `My ${base}` });
        setToml(found.toml);
        setAsked(null);
      },
      (trouble) => setError(trouble.message),
    );
  }, [base]);
  const turn = async (next) => {
    try {
      const found = await ask("cards", { body: mode === "form" ? { card } : { toml } });
      setCard(found.card);
      setToml(found.toml);
      setError(null);
      setMode(next);
    } catch (trouble) {
      setError(trouble.message);
    }
  };
  const solve = async () => {
    try {
      const found = await ask("cards", { body: mode === "form" ? { card } : { toml } });
      setError(null);
      setAsked({ toml: found.toml, time: Date.now() });
    } catch (trouble) {
      setAsked(null);
      setError(trouble.message);
    }
  };
  return html`
    <section class="panel" aria-label="Where to begin">
      <div class="bar spread"><h1>Your own scorecard</h1>
        <div class="bar">
          <label>Begin with<select value=${base} onChange=${(event) => setBase(event.target.value)}>${cards.map((each) => html`<option value=${each.name}>${each.name}</option>`)}</select></label>
          <${Segments} name="mode" legend="Write it as" value=${mode} change=${turn} options=${[["form", "a form"], ["toml", "TOML"]]} />
        </div></div>
      ${limits && html`<p class="soft">Up to 20 boxes, 6 dice and 5 rerolls. Solving may take ${limits.job_seconds} seconds and ${Math.round(limits.job_memory_bytes / 2 ** 20).toLocaleString("en")} MiB.</p>`}
    </section>
    ${card && scoring && mode === "form" && html`<${Form} card=${card} change=${setCard} scoring=${scoring} />`}
    ${mode === "toml" && html`<section class="panel"><label>The card in TOML<textarea id="toml" spellcheck="false" value=${toml} onInput=${(event) => setToml(event.target.value)}></textarea></label></section>`}
    <${Trouble} error=${error} />
    <div class="bar panel"><button type="button" class="main" onClick=${solve} disabled=${!card}>Solve</button></div>
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
    <p><a class="button" href=${`#/advisor?card64=${packed(toml)}`}>Open the advisor for it</a></p>
  </section>`;
}

// What was typed, as data: a number, a list, yes or no, or else a word.
function value(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
const shown = (data) => (typeof data === "string" ? data : JSON.stringify(data));

function Number_({ label, data, change }) {
  return html`<label>${label}<input type="number" value=${data} onChange=${(event) => change(value(event.target.value))} /></label>`;
}

function Form({ card, change, scoring }) {
  const set = (name, data) => change({ ...card, [name]: data });
  const swap = (list, place, data) => list.map((each, other) => (other === place ? data : each));
  const without = (list, place) => list.filter((_, other) => other !== place);
  const boxes = card.boxes;
  const bonuses = card.bonuses || [];
  const repeat = card.repeat;
  return html`
    <section class="panel" aria-label="The dice">
      <div class="bar">
        <label>Name<input value=${card.name} onChange=${(event) => set("name", event.target.value)} /></label>
        <${Number_} label="Dice" data=${card.dice} change=${(data) => set("dice", data)} />
        <${Number_} label="Sides" data=${card.sides} change=${(data) => set("sides", data)} />
        <${Number_} label="Rerolls" data=${card.rerolls} change=${(data) => set("rerolls", data)} />
        <label class="inline"><input type="checkbox" checked=${card["in-order"]} onChange=${(event) => set("in-order", event.target.checked)} />fill the boxes in order</label>
      </div>
    </section>
    <section class="panel" aria-labelledby="boxes-title"><h2 id="boxes-title">Boxes</h2>
      <div class="boxes-form">
        ${boxes.map((box, place) => html`<${BoxForm} key=${place} box=${box} place=${place} scoring=${scoring}
          change=${(data) => set("boxes", swap(boxes, place, data))} remove=${() => set("boxes", without(boxes, place))} />`)}
      </div>
      <p><button type="button" onClick=${() => set("boxes", [...boxes, { name: `box-${boxes.length + 1}`, rule: "chance" }])}>Add a box</button></p>
    </section>
    <section class="panel" aria-labelledby="bonus-title"><h2 id="bonus-title">Bonuses</h2>
      <div class="boxes-form">
        ${bonuses.map((bonus, place) => {
          const put = (name, data) => set("bonuses", swap(bonuses, place, { ...bonus, [name]: data }));
          return html`<div class="boxform" key=${place} role="group" aria-label=${`Bonus ${place + 1}`}>
            <label>Name<input value=${bonus.name} onChange=${(event) => put("name", event.target.value)} /></label>
            <label>Boxes<input class="long" value=${bonus.boxes.join(" ")} onChange=${(event) => put("boxes", event.target.value.split(/[\s,]+/).filter(Boolean))} /></label>
            <${Number_} label="from" data=${bonus.at} change=${(data) => put("at", data)} />
            <${Number_} label="brings" data=${bonus.points} change=${(data) => put("points", data)} />
            <button type="button" onClick=${() => set("bonuses", without(bonuses, place))} aria-label=${`Remove the bonus ${bonus.name}`}>Remove</button></div>`;
        })}
      </div>
      <p class="bar"><button type="button" onClick=${() => set("bonuses", [...bonuses, { name: `bonus-${bonuses.length + 1}`, boxes: [boxes[0].name], at: 10, points: 10 }])}>Add a bonus</button>
        <label>For a repeated roll of<select value=${repeat ? repeat.box : ""} onChange=${(event) => set("repeat", event.target.value ? { points: 100, joker: "none", ...repeat, box: event.target.value } : undefined)}>
          <option value="">nothing</option>${boxes.map((box) => html`<option value=${box.name}>${box.name}</option>`)}</select></label>
        ${repeat && html`<${Number_} label="points" data=${repeat.points} change=${(data) => set("repeat", { ...repeat, points: data })} />
          <label>joker<select value=${repeat.joker} onChange=${(event) => set("repeat", { ...repeat, joker: event.target.value })}>${["forced", "free", "none"].map((each) => html`<option value=${each} selected=${each === repeat.joker}>${each}</option>`)}</select></label>`}
      </p>
    </section>`;
}

function BoxForm({ box, place, scoring, change, remove }) {
  const rule = scoring.find((each) => each.rule === box.rule);
  const choose = (name) => {
    const next = scoring.find((each) => each.rule === name);
    const fields = next.fields.map((field) => [field.name, box[field.name] ?? field.example]);
    change({ name: box.name, rule: name, ...Object.fromEntries(fields) });
  };
  return html`<div class="boxform" role="group" aria-label=${`Box ${place + 1}`}>
    <label>Name<input value=${box.name} onChange=${(event) => change({ ...box, name: event.target.value })} /></label>
    <label>Rule<select value=${box.rule} onChange=${(event) => choose(event.target.value)}>${scoring.map((each) => html`<option value=${each.rule} title=${each.doc}>${each.rule}</option>`)}</select></label>
    ${rule.fields.map((field) => html`<label key=${field.name}>${field.name}<input class=${field.name === "points" && box.rule === "table" ? "" : "short"} value=${shown(box[field.name] ?? field.example)}
      onChange=${(event) => change({ ...box, [field.name]: value(event.target.value) })} /></label>`)}
    <button type="button" onClick=${remove} aria-label=${`Remove the box ${box.name}`}>Remove</button>
  </div>`;
}
