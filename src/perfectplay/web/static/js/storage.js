// What the browser keeps for a page: "localStorage" for good, "sessionStorage" for this tab. Where that is
// forbidden, or full, nothing is kept, and the page goes on.

/** @typedef {"localStorage" | "sessionStorage"} Store */

/**
 * @param {Store} storage
 * @param {string} name
 */
export function recall(storage, name) {
  try {
    return window[storage].getItem(name);
  } catch {
    return null;
  }
}

/**
 * @param {Store} storage
 * @param {string} name
 * @param {string} text
 */
export function remember(storage, name, text) {
  try {
    window[storage].setItem(name, text);
  } catch {
    // it is shown all the same
  }
}
