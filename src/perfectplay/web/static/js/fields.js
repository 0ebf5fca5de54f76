// Input fields and buttons. Input stays in a field until it is complete, even if the page is redrawn meanwhile;
// invalid input stays too, next to the reason.
import { html, useLayoutEffect, useState } from "../vendor/htm-preact.js";

/**
 * `enter(text)` accepts the input, or returns why it is invalid; `wrong` is an objection from elsewhere.
 * @param {{
 *   label: string, unseen?: boolean, value: string | number, enter: (text: string) => unknown, wrong?: string | null,
 *   title?: string,
 * }} props
 */
export function Entry({ label, unseen = false, value, enter, wrong = null, ...more }) {
  const [typed, setTyped] = useState(/** @type {string | null} */ (null));
  const [refused, setRefused] = useState(/** @type {string | null} */ (null));
  useLayoutEffect(() => {
    setTyped(null);
    setRefused(null);
  }, [value]);
  const finish = (/** @type {{ target: HTMLInputElement }} */ event) => {
    const reason = /** @type {string | null} */ (enter(event.target.value) ?? null);
    setRefused(reason);
    if (reason === null) setTyped(null);
  };
  const reason = refused ?? wrong;
  const id = `wrong ${label}`.replace(/\W+/g, "-");
  const field = html`<input ...${more} autocomplete="off" aria-label=${unseen ? label : undefined}
    value=${typed ?? value} aria-invalid=${reason ? "true" : undefined} aria-describedby=${reason ? id : undefined}
    onInput=${(event) => setTyped(event.target.value)} onChange=${finish} />`;
  return html`${unseen ? field : html`<label title=${more.title}>${label}${field}</label>`}
    ${reason && html`<p class="wrong" id=${id} role="alert">${reason}</p>`}`;
}

/**
 * A button that keeps the focus while it is disabled.
 * @param {{ off: boolean, press: () => void, children: import("../vendor/htm-preact.js").Content }} props
 */
export function Press({ off, press, children, ...more }) {
  return html`<button type="button" ...${more} aria-disabled=${off ? "true" : undefined}
    onClick=${() => !off && press()}>${children}</button>`;
}

/**
 * A choice of a few options, side by side.
 * @template {string | number} T
 * @param {{ name: string, legend: unknown, value: T, change: (value: T) => void, options: [T, unknown][] }} props
 */
export function Segments({ name, legend, value, change, options }) {
  return html`<fieldset><legend>${legend}</legend><div class="segments">
    ${options.map(([each, words]) => html`<label key=${each}><input type="radio" name=${name} checked=${each === value}
      onChange=${() => change(each)} /><span>${words}</span></label>`)}
  </div></fieldset>`;
}

/**
 * A choice of many options, in a menu.
 * @param {{
 *   label: string, value: string, change: (value: string) => void, options: [string, string, string?][],
 * }} props
 */
export function Select({ label, value, change, options }) {
  return html`<label>${label}<select value=${value} onChange=${(event) => change(event.target.value)}>
    ${options.map(([each, words, title]) => html`<option value=${each} title=${title} selected=${each === value}>
      ${words}</option>`)}</select></label>`;
}

/**
 * A choice of yes or no.
 * @param {{ label: string, on: boolean, change: (on: boolean) => void, id?: string }} props
 */
export function Tick({ label, on, change, id }) {
  return html`<label class="inline"><input type="checkbox" id=${id} checked=${on}
    onChange=${(event) => change(event.target.checked)} />${label}</label>`;
}

/**
 * Parse a number and pass it to `take`; returns an error if it is invalid. Missing bounds do not apply.
 * @param {string} text
 * @param {{ low?: number | null, high?: number | null, type?: string }} bounds
 * @param {(found: number) => unknown} take
 */
export function number(text, { low, high, type = "int" }, take) {
  const found = text.trim() === "" ? NaN : Number(text);
  const kind = type === "int" ? "a whole number" : "a number";
  const fits = !(found < (low ?? found)) && !(found > (high ?? found));
  if (fits && (type === "int" ? Number.isInteger(found) : Number.isFinite(found))) return take(found);
  const range = high != null ? ` from ${low} to ${high}` : low != null ? ` from ${low} on` : "";
  return text.trim() === "" ? `${kind}${range} is missing` : `“${text}” is not ${kind}${range}`;
}
