// The address after #: which page, and what is on it, so that every position is a link. The browser also stores
// what is too long for a link, so that a reload loses nothing and Back goes one step back.
import { useLayoutEffect, useReducer, useRef } from "../vendor/htm-preact.js";
import { recall, remember } from "./storage.js";

/** Whether what is shown has a link; a table embedded in a page has none. */
export const LINKED = /** @type {boolean} */ (true);

/** @typedef {Record<string, string>} Words what an address says, by name */
/** @typedef {Record<string, string | number | boolean | null | undefined>} Said what an address is to say */
/** @typedef {{ page: string, words: Words, state: any }} Address */

/** @returns {Address} */
export function readAddress() {
  const [page, rest = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const kept = recall("sessionStorage", `page ${page || "table"}`);
  if (rest === "" && history.state === null && kept) {  // the page as it was left
    const { hash, state } = JSON.parse(kept);
    history.replaceState(state, "", hash);
    return readAddress();
  }
  return { page: page || "table", words: Object.fromEntries(new URLSearchParams(rest)), state: history.state };
}

/**
 * @param {string} page
 * @param {Said} words
 */
export const hashOf = (page, words) => {
  const said = new URLSearchParams();
  for (const [name, value] of Object.entries(words)) {
    if (value !== undefined && value !== null && value !== "") said.set(name, String(value));
  }
  const text = said.toString();
  return `#/${page}${text ? `?${text}` : ""}`;
};

/**
 * Record what the page shows; with `anew`, as a step that Back undoes.
 * @param {string} page
 * @param {Said} words
 * @param {{ state?: object, anew?: boolean }} [how]
 */
export function writeAddress(page, words, { state = {}, anew = false } = {}) {
  const hash = hashOf(page, words);
  try {
    if (anew) history.pushState(state, "", hash);
    else history.replaceState(state, "", hash);
  } catch {
    // the browser refuses for now: there was too much input in too short a time
  }
  remember("sessionStorage", `page ${page}`, JSON.stringify({ hash, state }));
}

/**
 * Go to another page or another game.
 * @param {string} page
 * @param {Said} words
 */
export function go(page, words) {
  location.hash = hashOf(page, words);
}

/**
 * A state that the browser stores with the address. `next(state, act)` is the state after an act; if that
 * counts one more step, Back returns to the state before. `words(state)` are what a link contains.
 * @template {{ step: number }} S
 * @template {object} A
 * @param {string} page
 * @param {Address} address
 * @param {(words: Words) => S} begin
 * @param {(state: S, act: A) => S} next
 * @param {(state: S) => Said} words
 * @returns {[S, (act: A) => void]}
 */
export function useKept(page, address, begin, next, words) {
  const first = () => /** @type {S} */ (address.state ?? begin(address.words));
  /** @type {[S, (act: A | { show: S }) => void]} */
  const [state, act] = useReducer((now, done) => ("show" in done ? done.show : next(now, done)), null, first);
  const shown = useRef(address);
  useLayoutEffect(() => {
    if (shown.current === address) return;
    shown.current = address;
    act({ show: first() });
  }, [address]);
  useLayoutEffect(() => {  // at once, so that a reload shows what is shown now
    writeAddress(page, words(state), { state, anew: state.step > (history.state?.step ?? state.step) });
  }, [state]);
  return [state, act];
}

export const packed = (/** @type {string} */ text) =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

export const unpacked = (/** @type {string} */ text) =>
  new TextDecoder().decode(
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)),
  );

/**
 * The contents of a packed link: null if there is none, an empty text if it is invalid.
 * @param {string | undefined} text
 */
export function readable(text) {
  try {
    return text ? unpacked(text) : null;
  } catch {
    return "";
  }
}
