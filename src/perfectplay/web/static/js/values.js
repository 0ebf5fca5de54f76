// Values as a player counts them, and words with the players' names.

export const sentence = (/** @type {string} */ words) => words.charAt(0).toUpperCase() + words.slice(1);

/**
 * The words of a game for two, with the players' names.
 * @param {string} words
 * @param {string[]} names
 */
export const told = (words, names) => ["the first player", "the second player"].reduce(
  (all, seat, player) => names[player] === undefined ? all : all
    .replaceAll(`${seat} has`, `${names[player]} ${names[player] === "you" ? "have" : "has"}`)
    .replaceAll(seat, names[player]),
  words,
);

/**
 * A value, which is the first player's, as another player counts it.
 * @param {Api.SolutionFacts} facts
 * @param {number} value
 * @param {number} seat
 */
export const valueFor = (facts, value, seat) => (seat && facts.both !== null ? facts.both - value : value);
