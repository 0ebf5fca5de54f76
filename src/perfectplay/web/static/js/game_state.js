// The course of a game, step by step; every change makes a new state, so that undo returns to an old one.

/**
 * @typedef {object} Move a step, and where it has led
 * @property {string | null} at
 * @property {string | null} score
 * @property {"start" | "chance" | "person" | "program"} by
 * @property {number} player
 * @property {string} words
 * @property {string} best what would have been best, where something else was chosen
 * @property {number} cost
 * @property {number} luck what chance has brought to the first player
 * @property {boolean} bust
 * @property {boolean} silent whether the pieces that came up say it all
 * @property {import("./pieces.js").Piece[]} brings the pieces that came up
 * @property {boolean} alone whether nobody was asked: it is taken back with the step before
 */
/** @typedef {"best" | "person" | "card"} Against */
/** @typedef {{ against: Against, seat: number, rolls: "here" | "mine" }} How who plays, and who rolls */
/** @typedef {{ path: Move[], step: number, how: How }} State */
/**
 * @typedef {{ what: "go", move: Move } | { what: "undo" } | { what: "restart" } | { what: "how", how: Partial<How> }
 *   | { what: "set", at: string, score: string }} Act
 */

/** @type {Move} */
const START = {
  at: null, score: null, by: "start", player: 0, words: "start", best: "", cost: 0, luck: 0, bust: false, silent: false,
  brings: [], alone: false,
};

/** @param {import("./address.js").Words} words @returns {State} */
export const begun = ({ at, score, against, seat, rolls }) => ({
  path: [{ ...START, at: at || null, score: score ?? null }],
  step: 0,
  how: {
    against: against === "person" || against === "card" ? against : "best",
    seat: seat === "2" ? 1 : 0,
    rolls: rolls === "mine" ? "mine" : "here",
  },
});

/**
 * @param {State} state
 * @param {Act} act
 * @returns {State}
 */
export function next(state, act) {
  const { path, step } = state;
  switch (act.what) {
    case "go":
      return { ...state, path: [...path, act.move], step: step + (act.move.alone ? 0 : 1) };
    case "undo":
      return { ...state, path: path.slice(0, lastAsked(path)), step: step + 1 };
    case "restart":
      return { ...state, path: [START], step: step + 1 };
    case "set":
      return { ...state, path: [{ ...START, at: act.at, score: act.score }], step: step + 1 };
    case "how":
      return { ...state, how: { ...state.how, ...act.how } };
    default:
      return state;
  }
}

// The last step that needed input; everything that followed automatically is undone with it.
export function lastAsked(/** @type {Move[]} */ path) {
  const asked = path.findLastIndex((move) => move.by !== "start" && !move.alone);
  return Math.max(1, asked);
}

/** @param {State} state @returns {import("./address.js").Said} */
export const stateWords = ({ path, how }) => {
  const { at, score } = path[path.length - 1];
  return {
    ...(at === null ? {} : { at, score: score === "0" ? undefined : score }),
    against: how.against === "best" ? undefined : how.against,
    seat: how.seat ? 2 : undefined,
    rolls: how.rolls === "here" ? undefined : how.rolls,
  };
};

/**
 * What one player's decisions lost, and what chance gave that player.
 * @param {Move[]} path
 * @param {number} player
 */
export function account(path, player) {
  const total = (/** @type {number[]} */ numbers) => numbers.reduce((all, each) => all + each, 0);
  const luck = total(path.map((move) => move.luck));
  return {
    lost: total(path.filter((move) => move.by !== "chance" && move.player === player).map((move) => move.cost)),
    luck: player ? -luck : luck,
  };
}
