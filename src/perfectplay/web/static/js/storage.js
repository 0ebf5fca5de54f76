// What the browser stores for a page: permanently in "localStorage", for this tab in "sessionStorage". If that
// is forbidden, or full, nothing is stored, and the page goes on.

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
    // it is shown anyway
  }
}
