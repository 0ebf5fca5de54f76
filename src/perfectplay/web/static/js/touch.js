// What can be chosen on a table: the places of pieces that options are about.

/**
 * @typedef {object} Touch what can be chosen, by the keys of places
 * @property {Set<string>} open the places that an option is about
 * @property {Set<string>} chosen
 * @property {Set<string>} best those that the best option is about
 * @property {(key: string) => void} press
 */

/** @param {{ name?: string, piece?: string, player: number | null }} of @param {number} place */
export const keyOf = ({ name, piece, player }, place) => `${player ?? ""}/${name ?? piece}/${place}`;

/**
 * The places that options are about. A mark without places is about a whole piece, chosen as one.
 * @param {Api.EdgeFacts[]} edges
 * @param {string[]} chosen
 * @param {boolean} hidden whether the best option is a secret
 * @param {(key: string) => void} press
 * @returns {import("./pieces.js").Touch}
 */
export function touchOf(edges, chosen, hidden, press) {
  const all = edges.flatMap(keysOf);
  const best = hidden ? [] : edges.filter((edge) => edge.best).slice(0, 1).flatMap(keysOf);
  return { open: new Set(all), chosen: new Set(chosen), best: new Set(best), press };
}

/** @param {Api.EdgeFacts} edge */
export const keysOf = (edge) =>
  edge.marks.flatMap((mark) => (mark.places.length ? mark.places : [0]).map((place) => keyOf(mark, place)));

/**
 * Whether an option is about exactly the chosen places.
 * @param {Api.EdgeFacts} edge
 * @param {string[]} keys
 */
export function sameKeys(edge, keys) {
  const own = new Set(keysOf(edge));
  return own.size === keys.length && keys.every((key) => own.has(key));
}
