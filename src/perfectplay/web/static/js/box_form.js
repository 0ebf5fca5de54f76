// A box in the form of a scorecard: its name, its rule, and the rule's settings.
import { html } from "../vendor/htm-preact.js";
import { Entry, number, Select, Tick } from "./fields.js";

/** @typedef {import("./card_form.js").Box} Box */

/**
 * @param {{
 *   box: Box, place: number, scoring: Api.ScoringFacts[], change: (box: Box) => void, remove: () => void,
 *   wrong: import("./card_form.js").Wrong,
 * }} props
 */
export function BoxForm({ box, place, scoring, change, remove, wrong }) {
  const fieldsOf = (/** @type {string} */ name) =>
    /** @type {Api.ScoringFacts} */ (scoring.find((each) => each.rule === name)).fields;
  /** @type {[string, string, string][]} */
  const rules = scoring.map(({ rule, doc }) => [rule, rule.replaceAll("-", " "), doc]);
  const choose = (/** @type {string} */ name) => {
    const fields = fieldsOf(name).map(({ name: field, example }) =>
      [field, typeof box[field] === typeof example ? box[field] : example]);
    change({ name: box.name, rule: name, ...Object.fromEntries(fields) });
  };
  return html`<div class="boxform" role="group" aria-label=${`Box ${place + 1}`}>
    <div><${Entry} label="Name" value=${box.name} wrong=${wrong("name")}
      enter=${(/** @type {string} */ name) => change({ ...box, name })} /></div>
    <${Select} label="Rule" value=${box.rule} options=${rules} change=${choose} />
    ${fieldsOf(box.rule).map((field) => html`<${RuleField} key=${`${box.rule} ${field.name}`} field=${field}
      data=${box[field.name] ?? field.example} wrong=${wrong(field.name)}
      change=${(/** @type {unknown} */ data) => change({ ...box, [field.name]: data })} />`)}
    <button type="button" onClick=${remove} aria-label=${`Remove the box ${box.name}`}>Remove</button>
    ${wrong(null) && html`<p class="wrong" role="alert">${wrong(null)}</p>`}
  </div>`;
}

/**
 * A setting of a rule: yes or no, some faces, points for rolls, or a number or word.
 * @param {{ field: Api.FieldFacts, data: any, change: (data: unknown) => void, wrong: string | null }} props
 */
function RuleField({ field: { name, example }, data, change, wrong }) {
  const label = name.replaceAll("-", " ");
  if (typeof example === "boolean") return html`<${Tick} label=${label} on=${data} change=${change} />`;
  if (Array.isArray(example)) {
    return html`<div><${Entry} label=${label} value=${data.join(" ")} wrong=${wrong}
      enter=${(/** @type {string} */ text) => readFaces(text, change)} /></div>`;
  }
  if (typeof example === "object") {
    return html`<div><${Entry} label="points by roll" value=${JSON.stringify(data)} wrong=${wrong}
      enter=${(/** @type {string} */ text) => readObject(text, change)} /></div>`;
  }
  const numeric = typeof example === "number";
  const enter = (/** @type {string} */ text) =>
    numeric ? number(text, {}, change) : change(/^-?\d+$/.test(text.trim()) ? Number(text) : text.trim());
  return html`<div><${Entry} label=${label} class="short" inputmode=${numeric ? "numeric" : undefined} value=${data}
    enter=${enter} wrong=${wrong} /></div>`;
}

/** @param {string} text @param {(data: number[]) => unknown} take */
function readFaces(text, take) {
  if (!/^[\d\s,]+$/.test(text)) return "faces, such as 1 2 3";
  return take(text.split(/[\s,]+/).filter(Boolean).map(Number));
}

/** @param {string} text @param {(data: unknown) => unknown} take */
function readObject(text, take) {
  try {
    return take(JSON.parse(text));
  } catch {
    return 'points for each roll, such as {"11111": 50}';
  }
}
