// Questions and answers: the one place where a page waits for an answer.
import { useEffect, useState } from "../vendor/htm-preact.js";
import { ask } from "./api.js";

const SOON = 1500;

/**
 * The latest answer, which stays until the next one arrives; and the error, if there is none.
 * @template T
 * @template [P=never]
 * @typedef {object} Answer
 * @property {T | null} found
 * @property {string | null} error
 * @property {number} status of a refusal, or 0
 * @property {boolean} pending whether what is asked now is not answered yet
 * @property {P | null} progress what was told on the way to the answer
 * @property {() => void} again asks once more
 */

/**
 * Find something whenever its name changes, dropping earlier searches; null is the name of nothing.
 * @template T
 * @template [P=never]
 * @param {string | null} name
 * @param {(signal: AbortSignal, tell: (progress: P) => void) => Promise<T>} find
 * @param {(answer: { found: T | null, error: string | null, status: number }) => boolean} [unready] whether an answer
 * indicates a request to repeat soon
 * @returns {Answer<T, P>}
 */
export function useFound(name, find, unready) {
  const [told, setTold] = useState(/** @type {() => Told<T, P>} */ (() => ({ ...NOTHING })));
  const [tries, setTries] = useState(0);
  const again = () => setTries(tries + 1);
  useEffect(() => {
    if (name === null) return undefined;
    const stop = new AbortController();
    /** @param {(before: Told<T, P>) => Told<T, P>} next */
    const set = (next) => stop.signal.aborted || setTold(next);
    find(stop.signal, (progress) => set((before) => ({ ...before, progress, progressOf: name }))).then(
      (found) => set(() => ({ ...NOTHING, name, found })),
      ({ message: error, status = 0 }) => set(({ found }) => ({ ...NOTHING, name, found, error, status })),
    );
    return () => stop.abort();
  }, [name, tries]);
  useEffect(() => {
    if (told.name !== name || !unready?.(told)) return undefined;
    const timer = setTimeout(again, SOON);
    return () => clearTimeout(timer);
  }, [told, name]);
  const { found, error, status } = told;
  const progress = told.progressOf === name ? told.progress : null;
  return { found, error, status, pending: name !== null && told.name !== name, progress, again };
}

/**
 * @template T, P
 * @typedef {object} Told
 * @property {string | null} name
 * @property {T | null} found
 * @property {string | null} error
 * @property {number} status
 * @property {P | null} progress
 * @property {string | null} progressOf
 */

const NOTHING = { name: null, found: null, error: null, status: 0, progress: null, progressOf: null };

/**
 * The server's answer to a question at some path, if one is asked.
 * @template T
 * @param {string | null | false} path
 * @param {object} [body]
 * @param {(answer: { found: T | null, error: string | null, status: number }) => boolean} [unready]
 * @returns {Answer<T>}
 */
export function useAnswer(path, body, unready) {
  const find = (/** @type {AbortSignal} */ signal) => ask(path || "", { body, signal });
  return useFound(path ? JSON.stringify([path, body]) : null, find, unready);
}
