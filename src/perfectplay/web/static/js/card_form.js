// The form of a scorecard: its dice, boxes and bonuses; what is wrong stands at its field.
import { html } from "../vendor/htm-preact.js";
import { Entry, number } from "./fields.js";

const TOP = ["name", "dice", "sides", "rerolls"];
const PARTS = { name: "name", boxes: "boxes", at: "at", points: "points" };

// Where in the form the server found fault: in which part, at which field, and its words. Nothing, if that
// is not in the form.
export function troubleIn(card, error) {
  const found = /^scorecard(?:, (boxes|bonuses) (\d+))?: (?:([\w-]+)=)?/.exec(error ?? "");
  if (!found) return null;
  const [lead, list, place, field] = found;
  const words = error.slice(lead.length - (field ? field.length + 1 : 0));
  if (!list) return TOP.includes(field) ? { part: "", field, words } : null;
  const part = (card[list] || [])[Number(place) - 1];
  const known = part && field && (Object.hasOwn(part, field) || Object.hasOwn(PARTS, field));
  return part ? { part: `${list} ${place}`, field: known ? field : null, words } : null;
}

const swap = (list, place, data) => list.map((each, other) => (other === place ? data : each));
const without = (list, place) => list.filter((_, other) => other !== place);

export function CardForm({ card, change, scoring, trouble }) {
  const set = (name, data) => change({ ...card, [name]: data });
  const { boxes, repeat } = card;
  const bonuses = card.bonuses || [];
  const wrong = (part) => (field) => (trouble && trouble.part === part && trouble.field === field ? trouble.words : null);
  const top = wrong("");
  const setBox = (place, box) => change(renamed({ ...card, boxes: swap(boxes, place, box) }, boxes[place].name, box.name));
  const removeBox = (place) => change(renamed({ ...card, boxes: without(boxes, place) }, boxes[place].name, null));
  return html`
    <section class="panel" aria-label="The dice">
      <div class="bar fields">
        <${Word} label="Name" data=${card.name} change=${(data) => set("name", data)} wrong=${top("name")} />
        ${["dice", "sides", "rerolls"].map((name) => html`<${Whole} key=${name} label=${`${name.charAt(0).toUpperCase()}${name.slice(1)}`} data=${card[name]} change=${(data) => set(name, data)} wrong=${top(name)} />`)}
        <label class="inline"><input type="checkbox" checked=${card["in-order"]} onChange=${(event) => set("in-order", event.target.checked)} />fill the boxes in order</label>
      </div>
    </section>
    <section class="panel" aria-labelledby="boxes-title"><h2 id="boxes-title">Boxes</h2>
      <div class="boxes-form">
        ${boxes.map((box, place) => html`<${BoxForm} key=${place} box=${box} place=${place} scoring=${scoring} wrong=${wrong(`boxes ${place + 1}`)}
          change=${(data) => setBox(place, data)} remove=${() => removeBox(place)} />`)}
      </div>
      <p><button type="button" onClick=${() => set("boxes", [...boxes, { name: `box-${boxes.length + 1}`, rule: "chance" }])}>Add a box</button></p>
    </section>
    <section class="panel" aria-labelledby="bonus-title"><h2 id="bonus-title">Bonuses</h2>
      <div class="boxes-form">
        ${bonuses.map((bonus, place) => html`<${BonusForm} key=${place} bonus=${bonus} place=${place} boxes=${boxes} wrong=${wrong(`bonuses ${place + 1}`)}
          change=${(data) => set("bonuses", swap(bonuses, place, data))} remove=${() => set("bonuses", without(bonuses, place))} />`)}
      </div>
      <div class="bar"><button type="button" onClick=${() => set("bonuses", [...bonuses, { name: `bonus-${bonuses.length + 1}`, boxes: [boxes[0].name], at: 10, points: 10 }])}>Add a bonus</button>
        <label>For a repeated roll of<select value=${repeat ? repeat.box : ""} onChange=${(event) => set("repeat", event.target.value ? { points: 100, joker: "none", ...repeat, box: event.target.value } : undefined)}>
          <option value="">nothing</option>${boxes.map((box) => html`<option value=${box.name}>${box.name}</option>`)}</select></label>
        ${repeat && html`<${Whole} label="points" data=${repeat.points} change=${(data) => set("repeat", { ...repeat, points: data })} />
          <label>joker<select value=${repeat.joker} onChange=${(event) => set("repeat", { ...repeat, joker: event.target.value })}>${["forced", "free", "none"].map((each) => html`<option value=${each} selected=${each === repeat.joker}>${each}</option>`)}</select></label>`}
      </div>
    </section>`;
}

// A card of which one box has another name, or is gone: so in the bonuses and in what is repeated.
function renamed(card, from, to) {
  if (from === to) return card;
  const called = (name) => (name === from ? to : name);
  const bonuses = (card.bonuses || []).map((bonus) => ({ ...bonus, boxes: bonus.boxes.map(called).filter((name) => name !== null) }));
  const repeat = card.repeat && called(card.repeat.box) !== null ? { ...card.repeat, box: called(card.repeat.box) } : undefined;
  return { ...card, bonuses, repeat };
}

function BoxForm({ box, place, scoring, change, remove, wrong }) {
  const rule = scoring.find((each) => each.rule === box.rule);
  const choose = (name) => {
    const next = scoring.find((each) => each.rule === name);
    const fields = next.fields.map((field) => [field.name, typeof box[field.name] === typeof field.example ? box[field.name] : field.example]);
    change({ name: box.name, rule: name, ...Object.fromEntries(fields) });
  };
  return html`<div class="boxform" role="group" aria-label=${`Box ${place + 1}`}>
    <${Word} label="Name" data=${box.name} change=${(name) => change({ ...box, name })} wrong=${wrong("name")} />
    <label>Rule<select value=${box.rule} onChange=${(event) => choose(event.target.value)}>${scoring.map((each) => html`<option value=${each.rule} title=${each.doc} selected=${each.rule === box.rule}>${each.rule.replaceAll("-", " ")}</option>`)}</select></label>
    ${rule.fields.map((field) => html`<${RuleField} key=${`${box.rule} ${field.name}`} field=${field} data=${box[field.name] ?? field.example}
      change=${(data) => change({ ...box, [field.name]: data })} wrong=${wrong(field.name)} />`)}
    <button type="button" onClick=${remove} aria-label=${`Remove the box ${box.name}`}>Remove</button>
    ${wrong(null) && html`<p class="wrong" role="alert">${wrong(null)}</p>`}
  </div>`;
}

// What a rule needs to know: yes or no, some faces, points for rolls, or a number or word.
function RuleField({ field, data, change, wrong }) {
  const label = field.name.replaceAll("-", " ");
  if (typeof field.example === "boolean") {
    return html`<label class="inline"><input type="checkbox" checked=${data} onChange=${(event) => change(event.target.checked)} />${label}</label>`;
  }
  if (Array.isArray(field.example)) {
    const enter = (text) => (/^[\d\s,]+$/.test(text) ? change(text.split(/[\s,]+/).filter(Boolean).map(Number)) : "faces, such as 1 2 3");
    return html`<div><${Entry} label=${label} value=${data.join(" ")} enter=${enter} wrong=${wrong} /></div>`;
  }
  if (typeof field.example === "object") {
    return html`<div><${Entry} label="points by roll" value=${JSON.stringify(data)} enter=${(text) => readObject(text, change)} wrong=${wrong} /></div>`;
  }
  if (typeof field.example === "number") return html`<${Whole} label=${label} data=${data} change=${change} wrong=${wrong} />`;
  const enter = (text) => change(/^-?\d+$/.test(text.trim()) ? Number(text) : text.trim());
  return html`<div><${Entry} label=${label} class="short" value=${data} enter=${enter} wrong=${wrong} /></div>`;
}

function readObject(text, take) {
  try {
    return take(JSON.parse(text));
  } catch {
    return 'points for each roll, such as {"11111": 50}';
  }
}

function BonusForm({ bonus, place, boxes, change, remove, wrong }) {
  const put = (name, data) => change({ ...bonus, [name]: data });
  const tick = (name, on) => put("boxes", boxes.map((box) => box.name).filter((each) => (each === name ? on : bonus.boxes.includes(each))));
  return html`<div class="boxform" role="group" aria-label=${`Bonus ${place + 1}`}>
    <${Word} label="Name" data=${bonus.name} change=${(data) => put("name", data)} wrong=${wrong("name")} />
    <${Whole} label="from" data=${bonus.at} change=${(data) => put("at", data)} wrong=${wrong("at")} />
    <${Whole} label="brings" data=${bonus.points} change=${(data) => put("points", data)} wrong=${wrong("points")} />
    <button type="button" onClick=${remove} aria-label=${`Remove the bonus ${bonus.name}`}>Remove</button>
    <fieldset class="ticks"><legend>for the points in</legend>
      ${boxes.map((box) => html`<label class="inline" key=${box.name}><input type="checkbox" checked=${bonus.boxes.includes(box.name)} onChange=${(event) => tick(box.name, event.target.checked)} />${box.name}</label>`)}
      ${(wrong("boxes") ?? wrong(null)) && html`<p class="wrong" role="alert">${wrong("boxes") ?? wrong(null)}</p>`}</fieldset></div>`;
}

function Word({ label, data, change, wrong }) {
  return html`<div><${Entry} label=${label} value=${data} enter=${change} wrong=${wrong} /></div>`;
}

function Whole({ label, data, change, wrong }) {
  return html`<div><${Entry} label=${label} class="short" inputmode="numeric" value=${data} enter=${(text) => number(text, {}, change)} wrong=${wrong} /></div>`;
}
