// The form of a scorecard: its dice, boxes and bonuses; errors are shown next to their fields.
import { html } from "../vendor/htm-preact.js";
import { BoxForm } from "./box_form.js";
import { Entry, number, Select, Tick } from "./fields.js";
import { titled } from "./format.js";

/** @typedef {Record<string, any> & { name: string, rule: string }} Box */
/** @typedef {{ name: string, boxes: string[], at: number, points: number }} Bonus */
/** @typedef {{ box: string, points: number, joker: string }} Repeat */
/** @typedef {Record<string, any> & { name: string, boxes: Box[], bonuses?: Bonus[], repeat?: Repeat }} Declared */
/** @typedef {{ part: string, field: string | null, words: string }} Fault */
/** @typedef {(field: string | null) => string | null} Wrong what is wrong at a field of a part of the form */

const TOP = ["name", "dice", "sides", "rerolls"];
const PARTS = ["name", "boxes", "at", "points"];
const JOKERS = ["forced", "free", "none"];

/**
 * Where in the form the server found a fault: the part, the field, and the message. Null if it is not in the
 * form.
 * @param {Declared} card
 * @param {string | null} error
 * @returns {Fault | null}
 */
export function troubleIn(card, error) {
  const found = /^scorecard(?:, (boxes|bonuses) (\d+))?: (?:([\w-]+)=)?/.exec(error ?? "");
  if (!found || error === null) return null;
  const [lead, list, place, field] = found;
  const words = error.slice(lead.length - (field ? field.length + 1 : 0));
  if (!list) return TOP.includes(field) ? { part: "", field, words } : null;
  const part = (card[list] || [])[Number(place) - 1];
  const known = part && field && (Object.hasOwn(part, field) || PARTS.includes(field));
  return part ? { part: `${list} ${place}`, field: known ? field : null, words } : null;
}

/**
 * @template T
 * @param {T[]} list
 * @param {number} place
 * @param {T} data
 */
const swap = (list, place, data) => list.map((each, other) => (other === place ? data : each));

/**
 * @template T
 * @param {T[]} list
 * @param {number} place
 */
const without = (list, place) => list.filter((_, other) => other !== place);

/**
 * @param {{
 *   card: Declared, change: (card: Declared) => void, scoring: Api.ScoringFacts[], trouble: Fault | null,
 * }} props
 */
export function CardForm({ card, change, scoring, trouble }) {
  const { boxes, bonuses = [] } = card;
  /** @param {string} name @param {unknown} data */
  const set = (name, data) => change({ ...card, [name]: data });
  /** @param {string} part @returns {Wrong} */
  const wrong = (part) => (field) => (trouble?.part === part && trouble.field === field ? trouble.words : null);
  const top = wrong("");
  /** @param {number} place @param {Box} box */
  const setBox = (place, box) =>
    change(renamed({ ...card, boxes: swap(boxes, place, box) }, boxes[place].name, box.name));
  const removeBox = (/** @type {number} */ place) =>
    change(renamed({ ...card, boxes: without(boxes, place) }, boxes[place].name, null));
  const addBox = () => set("boxes", [...boxes, { name: `box-${boxes.length + 1}`, rule: "chance" }]);
  const bonus = { name: `bonus-${bonuses.length + 1}`, boxes: [boxes[0].name], at: 10, points: 10 };
  return html`
    <section class="panel" aria-label="The dice">
      <div class="bar fields">
        <${Word} label="Name" data=${card.name} change=${(/** @type {string} */ data) => set("name", data)}
          wrong=${top("name")} />
        ${["dice", "sides", "rerolls"].map((name) => html`<${Whole} key=${name} label=${titled(name)} data=${card[name]}
          change=${(/** @type {number} */ data) => set(name, data)} wrong=${top(name)} />`)}
        <${Tick} label="fill the boxes in order" on=${card["in-order"]}
          change=${(/** @type {boolean} */ on) => set("in-order", on)} />
      </div>
    </section>
    <section class="panel" aria-labelledby="boxes-title"><h2 id="boxes-title">Boxes</h2>
      <div class="boxes-form">
        ${boxes.map((box, place) => html`<${BoxForm} key=${place} box=${box} place=${place} scoring=${scoring}
          wrong=${wrong(`boxes ${place + 1}`)} change=${(/** @type {Box} */ data) => setBox(place, data)}
          remove=${() => removeBox(place)} />`)}
      </div>
      <p><button type="button" onClick=${addBox}>Add a box</button></p>
    </section>
    <section class="panel" aria-labelledby="bonus-title"><h2 id="bonus-title">Bonuses</h2>
      <div class="boxes-form">
        ${bonuses.map((each, place) => html`<${BonusForm} key=${place} bonus=${each} place=${place} boxes=${boxes}
          wrong=${wrong(`bonuses ${place + 1}`)} remove=${() => set("bonuses", without(bonuses, place))}
          change=${(/** @type {Bonus} */ data) => set("bonuses", swap(bonuses, place, data))} />`)}
      </div>
      <div class="bar">
        <button type="button" onClick=${() => set("bonuses", [...bonuses, bonus])}>Add a bonus</button>
        <${RepeatForm} repeat=${card.repeat} boxes=${boxes}
          change=${(/** @type {Repeat | undefined} */ data) => set("repeat", data)} />
      </div>
    </section>`;
}

/**
 * A card after renaming or removing a box, with its bonuses and repeat rule updated.
 * @param {Declared} card
 * @param {string} from
 * @param {string | null} to
 * @returns {Declared}
 */
function renamed(card, from, to) {
  if (from === to) return card;
  const called = (/** @type {string} */ name) => (name === from ? to : name);
  const bonuses = (card.bonuses || []).map((bonus) =>
    ({ ...bonus, boxes: bonus.boxes.map(called).filter((name) => name !== null) }));
  const box = card.repeat ? called(card.repeat.box) : null;
  const repeat = card.repeat && box !== null ? { ...card.repeat, box } : undefined;
  return { ...card, bonuses, repeat };
}

/**
 * @param {{
 *   bonus: Bonus, place: number, boxes: Box[], change: (bonus: Bonus) => void, remove: () => void, wrong: Wrong,
 * }} props
 */
function BonusForm({ bonus, place, boxes, change, remove, wrong }) {
  /** @param {string} name @param {unknown} data */
  const put = (name, data) => change({ ...bonus, [name]: data });
  /** @param {string} name @param {boolean} on */
  const tick = (name, on) =>
    put("boxes", boxes.map((box) => box.name).filter((each) => (each === name ? on : bonus.boxes.includes(each))));
  const trouble = wrong("boxes") ?? wrong(null);
  return html`<div class="boxform" role="group" aria-label=${`Bonus ${place + 1}`}>
    <${Word} label="Name" data=${bonus.name} change=${(/** @type {string} */ data) => put("name", data)}
      wrong=${wrong("name")} />
    <${Whole} label="from" data=${bonus.at} change=${(/** @type {number} */ data) => put("at", data)}
      wrong=${wrong("at")} />
    <${Whole} label="brings" data=${bonus.points} change=${(/** @type {number} */ data) => put("points", data)}
      wrong=${wrong("points")} />
    <button type="button" onClick=${remove} aria-label=${`Remove the bonus ${bonus.name}`}>Remove</button>
    <fieldset class="ticks"><legend>for the points in</legend>
      ${boxes.map(({ name }) => html`<${Tick} key=${name} label=${name} on=${bonus.boxes.includes(name)}
        change=${(/** @type {boolean} */ on) => tick(name, on)} />`)}
      ${trouble && html`<p class="wrong" role="alert">${trouble}</p>`}</fieldset></div>`;
}

/** @param {{ repeat?: Repeat, boxes: Box[], change: (repeat?: Repeat) => void }} props */
function RepeatForm({ repeat, boxes, change }) {
  const choose = (/** @type {string} */ box) =>
    change(box ? { points: 100, joker: "none", ...repeat, box } : undefined);
  return html`<${Select} label="For a repeated roll of" value=${repeat ? repeat.box : ""} change=${choose}
      options=${[["", "nothing"], ...boxes.map(({ name }) => [name, name])]} />
    ${repeat && html`<${Whole} label="points" data=${repeat.points}
        change=${(/** @type {number} */ points) => change({ ...repeat, points })} />
      <${Select} label="joker" value=${repeat.joker} options=${JOKERS.map((each) => [each, each])}
        change=${(/** @type {string} */ joker) => change({ ...repeat, joker })} />`}`;
}

/** @param {{ label: string, data: string, change: (data: string) => void, wrong?: string | null }} props */
export function Word({ label, data, change, wrong }) {
  return html`<div><${Entry} label=${label} value=${data} enter=${change} wrong=${wrong} /></div>`;
}

/** @param {{ label: string, data: number, change: (data: number) => void, wrong?: string | null }} props */
export function Whole({ label, data, change, wrong }) {
  const enter = (/** @type {string} */ text) => number(text, {}, change);
  return html`<div><${Entry} label=${label} class="short" inputmode="numeric" value=${data} enter=${enter}
    wrong=${wrong} /></div>`;
}
