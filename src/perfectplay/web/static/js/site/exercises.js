// Positions to practise, drawn from those that the library drew.

/**
 * A number of exercises; the same seed gives the same ones.
 * @param {Api.PracticeFacts} known
 * @param {{ seed?: string, many: number, only?: string }} question
 * @returns {Api.PracticeFacts}
 */
export function exercises(known, { seed = "", many, only = "" }) {
  const words = only.split(" ").filter(Boolean);
  const asked = known.exercises.filter(({ kind }) => words.every((word) => kind.split(" ").includes(word)));
  if (!asked.length) throw new Error(`nothing can go wrong${only && ` about '${only}'`}: there is nothing to practise`);
  const left = [...asked];
  const draw = mixed(seed);
  const drawn = Array.from({ length: Math.min(many, left.length) }, () =>
    left.splice(Math.floor(draw() * left.length), 1)[0]);
  return { ...known, natural: naturalOf(known, asked), exercises: drawn };
}

/**
 * The typical loss per game at some of the exercises.
 * @param {Api.PracticeFacts} known
 * @param {Api.ExerciseFacts[]} asked
 */
function naturalOf(known, asked) {
  const lost = (/** @type {Api.ExerciseFacts[]} */ some) =>
    some.reduce((all, { natural, weight }) => all + natural * weight, 0);
  return known.natural * (lost(asked) / lost(known.exercises));
}

/**
 * Numbers between 0 and 1 derived from a text: its hash (FNV-1a), followed by Marsaglia's xorshift.
 * @param {string} seed
 */
function mixed(seed) {
  let state = 0x811c9dc5;
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  state ||= 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
