// The state of an embedded table: a page with several tables has no address for each, so the host page is
// notified of every change, and may change the state itself.
import { useLayoutEffect, useReducer, useRef } from "../../vendor/htm-preact.js";

/** Whether what is shown has a link. */
export const LINKED = /** @type {boolean} */ (false);

/** @typedef {Record<string, string>} Words */
/** @typedef {Record<string, string | number | boolean | null | undefined>} Said */
/** @typedef {{ page: string, words: Words, state: any, tell: (words: Said) => void }} Address */

/**
 * A state that lasts as long as the table is shown.
 * @template {{ step: number }} S
 * @template {object} A
 * @param {string} _page
 * @param {Address} address
 * @param {(words: Words) => S} begin
 * @param {(state: S, act: A) => S} next
 * @param {(state: S) => Said} words
 * @returns {[S, (act: A) => void]}
 */
export function useKept(_page, address, begin, next, words) {
  const first = () => begin(address.words);
  /** @type {[S, (act: A | { show: S }) => void]} */
  const [state, act] = useReducer((now, done) => ("show" in done ? done.show : next(now, done)), null, first);
  const shown = useRef(address);
  useLayoutEffect(() => {
    if (shown.current === address) return;
    shown.current = address;
    act({ show: first() });
  }, [address]);
  useLayoutEffect(() => address.tell(words(state)), [state]);
  return [state, act];
}
