// How play proceeds: steps that a person takes, and those that need no input.
import { useEffect, useState } from "../vendor/htm-preact.js";
import { useAnswer } from "./answer.js";

/** @typedef {import("./game_state.js").Move} Move */
/** @typedef {import("./game_state.js").Act} Act */

const PAUSE = 450;  // so that people can see the other player's moves
const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * A step, as it is recorded.
 * @param {Api.PositionFacts} here
 * @param {Api.EdgeFacts} edge
 * @param {"person" | "program"} who
 * @param {boolean} chance
 * @param {boolean} [alone]
 * @returns {Move}
 */
export function moved(here, edge, who, chance, alone = false) {
  const best = here.edges.find((each) => each.best);
  return {
    at: edge.at,
    score: edge.score,
    by: chance ? "chance" : who,
    player: here.player ?? 0,
    words: chance ? happened(edge) : edge.words,
    silent: chance && edge.words === "" && edge.brings.some((piece) => piece.kind !== "counter"),
    best: chance || edge.best ? "" : (best?.words ?? ""),
    cost: edge.cost ?? 0,
    luck: chance ? edge.value - here.value : 0,
    bust: edge.bust,
    brings: edge.brings,
    alone,
  };
}

/** @param {Api.EdgeFacts} edge */
const happened = (edge) => edge.words || edge.brings.map(pieceWords).filter(Boolean).join(", ") || edge.leads;

/** @param {import("./pieces.js").Piece} piece */
function pieceWords(piece) {
  if (piece.kind === "dice") return `rolled ${piece.faces.join(" ")}`;
  if (piece.kind === "coins") return piece.faces.join(" ");
  if (piece.kind === "cards") return `${piece.name}: ${piece.cards.join(" ")}`;
  return piece.kind === "counter" ? `${piece.name} ${piece.value}` : "";
}

/**
 * Everything that proceeds without input: rolls made here, and the other player's moves.
 * @param {{
 *   facts: Api.SolutionFacts, here: Api.PositionFacts | null, how: import("./game_state.js").How,
 *   program: number | null, lines: string[], act: (act: Act) => void,
 * }} given
 */
export function usePlay({ facts, here, how, program, lines, act }) {
  const rolled = here?.kind === "chance" && how.rolls === "here";
  const theirs = here?.kind === "choice" && here.player === program;
  const byCard = theirs && how.against === "card";
  const body = here && { at: here.at, score: here.score };
  const [due, setDue] = useState("");
  const key = here && (rolled || theirs) ? JSON.stringify([here.at, here.score, how]) : "";
  useEffect(() => {
    if (!key) return undefined;
    const timer = setTimeout(() => setDue(key), still.matches ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [key]);
  const ready = key !== "" && due === key;
  /** @type {import("./answer.js").Answer<Api.EdgeFacts>} */
  const fallen = useAnswer(ready && rolled && `solutions/${facts.id}/chance`, { ...body });
  /** @type {import("./answer.js").Answer<Api.LineFacts>} */
  const line = useAnswer(ready && byCard && lines.length > 0 && `solutions/${facts.id}/by-card`, { ...body, lines });
  useEffect(() => {
    if (!ready || !here) return;
    if (rolled && !fallen.pending && fallen.found) {
      setDue("");
      act({ what: "go", move: moved(here, fallen.found, "program", true, true) });
    }
    if (!theirs) return;
    const option = line.found?.option;
    const edge = byCard ? !line.pending && here.edges.find((each) => each.label === option) : here.edges[0];
    if (edge) act({ what: "go", move: moved(here, edge, "program", false, true) });
  }, [ready, fallen.found, fallen.pending, line.found, line.pending]);
  return fallen.error ?? line.error ?? (byCard && lines.length === 0 ? "Write the lines of the card below." : null);
}
