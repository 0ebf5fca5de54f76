// Fields to write in and buttons to press. In a field, what is being typed stays until it is finished, also when the page is drawn anew
// meanwhile; what cannot be taken stays too, with the reason beside it.
import { html, useLayoutEffect, useState } from "../vendor/htm-preact.js";

// `enter(text)` takes what was typed, or returns why it cannot; `wrong` is what others say against it.
export function Entry({ label, unseen = false, value, enter, wrong = null, ...more }) {
  const [typed, setTyped] = useState(null);
  const [refused, setRefused] = useState(null);
  useLayoutEffect(() => {
    setTyped(null);
    setRefused(null);
  }, [value]);
  const finish = (event) => {
    const reason = enter(event.target.value) ?? null;
    setRefused(reason);
    if (reason === null) setTyped(null);
  };
  const reason = refused ?? wrong;
  const id = `wrong ${label}`.replace(/\W+/g, "-");
  const field = html`<input ...${more} autocomplete="off" aria-label=${unseen ? label : undefined} value=${typed ?? value}
    aria-invalid=${reason ? "true" : undefined} aria-describedby=${reason ? id : undefined}
    onInput=${(event) => setTyped(event.target.value)} onChange=${finish} />`;
  return html`${unseen ? field : html`<label title=${more.title}>${label}${field}</label>`}
    ${reason && html`<p class="wrong" id=${id} role="alert">${reason}</p>`}`;
}

// A button that keeps the focus while there is nothing for it to do.
export function Press({ off, press, children, ...more }) {
  return html`<button type="button" ...${more} aria-disabled=${off ? "true" : undefined} onClick=${() => !off && press()}>${children}</button>`;
}

// One of a few, side by side.
export function Segments({ name, legend, value, change, options }) {
  return html`<fieldset><legend>${legend}</legend><div class="segments">
    ${options.map(([each, words]) => html`<label key=${each}><input type="radio" name=${name} checked=${each === value} onChange=${() => change(each)} /><span>${words}</span></label>`)}
  </div></fieldset>`;
}

// A number out of what was typed, given to `take`; or why it is none. Bounds that are missing do not bind.
export function number(text, { low, high, type = "int" }, take) {
  const found = text.trim() === "" ? NaN : Number(text);
  const kind = type === "int" ? "a whole number" : "a number";
  const fits = !(found < (low ?? found)) && !(found > (high ?? found));
  if (fits && (type === "int" ? Number.isInteger(found) : Number.isFinite(found))) return take(found);
  const range = high != null ? ` from ${low} to ${high}` : low != null ? ` from ${low} on` : "";
  return text.trim() === "" ? `${kind}${range} is missing` : `“${text}” is not ${kind}${range}`;
}
