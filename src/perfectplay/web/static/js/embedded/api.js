// The answers for an embedded table: the host page provides them.

/** Parts of the server's API that an embedded table does not have. */
export const SERVED = /** @type {boolean} */ (false);

/** @typedef {(question: string, body: object) => Promise<any>} Answers */

/** @type {Answers} */
let answers = () => Promise.reject(new Error("nobody answers yet"));

export const answerBy = (/** @type {Answers} */ given) => {
  answers = given;
};

/**
 * @param {string} path
 * @param {{ body?: object, signal?: AbortSignal }} [how]
 * @returns {Promise<any>}
 */
export async function ask(path, { body = {}, signal } = {}) {
  if (path === "rules") return [];
  const found = await answers(path.slice(path.lastIndexOf("/") + 1), body);
  signal?.throwIfAborted();
  return found;
}

/** An embedded table never requests a solve. */
export const follow = async () => null;
