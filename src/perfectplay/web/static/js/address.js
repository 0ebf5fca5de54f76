// The address after #: which page, and what is on it; so that every position is a link. Beside it the
// browser keeps what a link is too short for, so that a reload loses nothing and Back goes one step back.
import { useLayoutEffect, useReducer, useRef } from "../vendor/htm-preact.js";
import { recall, remember } from "./storage.js";

/** Whether there is a link to what is shown; a table that is embedded in a page has none. */
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
 * Say what the page shows; with `anew`, as a step that Back takes back.
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
    // the browser takes no more for now: too much was typed in too short a time
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
 * A state that the browser keeps with the address. `next(state, act)` is the state after an act; where it
 * counts one step more, Back returns to the state before. `words(state)` are what a link says of it.
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
  useLayoutEffect(() => {  // at once: a page that is reloaded now shows what it shows now
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
 * What a link has packed; nothing, if there is none, and an empty text if it cannot be read.
 * @param {string | undefined} text
 */
export function readable(text) {
  try {
    return text ? unpacked(text) : null;
  } catch {
    return "";
  }
}
