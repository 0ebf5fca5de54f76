// The answers to an embedded table: whoever embeds it says where they come from.

/** What a server has beside the table is not to be had here. */
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

/** No table has a game solved. */
export const follow = async () => null;
