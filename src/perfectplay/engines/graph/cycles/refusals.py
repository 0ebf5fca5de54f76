"""Errors for games with cycles."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from perfectplay.engines.graph.cycles.component import GROWS, LOOSE, PIT, UNDEFINED
from perfectplay.engines.graph.cycles.components import NoAnswerError, Valuation
from perfectplay.engines.graph.graph import FINAL, Graph, Names
from perfectplay.engines.graph.solve.components import shortest_way
from perfectplay.engines.graph.states import Lanes
from perfectplay.errors import CycleError, WidthError
from perfectplay.model.game import Game

CYCLE_SHOWN = 12
REASONS = {
    PIT: "the expected points are infinite: play can be kept going round for ever, and scores each "
    "time",
    GROWS: "the expected points are infinite: a player can go round for ever, and gains each time",
    UNDEFINED: "the expected points are undefined: a player can go round for ever, and scores up "
    "and down",
}
REMEDY = "let such play end, or let it score nothing"


@contextmanager
def cycles_named(game: Game[Any], names: Names) -> Iterator[None]:
    """Name the positions of the cycle that has no answer."""
    try:
        yield
    except NoAnswerError as error:
        shown = cycle_text(game, names, error.nodes)
        if error.reason == LOOSE:
            raise WidthError(
                f"{game.name}: no bounds could be proved for the values on the cycle {shown}; "
                "solve it exactly"
            ) from None
        raise CycleError(f"{game.name}: {REASONS[error.reason]}: {shown}; {REMEDY}") from None


def require_close(
    game: Game[Any], names: Names, lanes: Lanes, found: Valuation, width: float
) -> None:
    """Refuse bounds further apart than requested."""
    assert found.bounds is not None
    lower, upper = found.bounds
    gap = upper[found.widest] - lower[found.widest]
    allowed = width * max(1.0, float(max(map(abs, found.value))))
    if gap > allowed:
        where = game.text(names.position(lanes.node(found.widest)))
        raise WidthError(
            f"{game.name}: the value at {where} could be proved to {float(gap):.1e} only, not to "
            f"{allowed:.1e}: play goes round there for too long for floats; ask for a larger "
            "width, or solve it exactly"
        )


def require_an_end(game: Game[Any], graph: Graph) -> None:
    """Refuse a game that can never end, unless it defines the payoff of endless play."""
    kinds = (kind for kind in type(game).__mro__ if issubclass(kind, Game) and kind is not Game)
    declared = "endless" in vars(game) or any("endless" in vars(kind) for kind in kinds)
    if FINAL not in graph.kind and not declared:
        raise CycleError(
            f"{game.name}: play can never end, whatever the players choose; let it end "
            "in a Final, or say what endless play pays, such as endless = 0"
        )


def require_bounded_score(game: Game[Any], graph: Graph, names: Names) -> None:
    """Refuse to track a score that is unbounded because points are scored on a cycle."""
    if not graph.cyclic:
        return
    component = graph.component
    for node in range(graph.nodes):
        for edge in graph.out(node) if component[node] >= 0 else ():
            then = graph.target[edge]
            if component[then] == component[node] and graph.points[edge]:
                way = shortest_way(
                    [then],
                    node,
                    lambda here: [
                        graph.target[edge]
                        for edge in graph.out(here)
                        if component[graph.target[edge]] == component[here]
                    ],
                )
                cycle = cycle_text(game, names, [node, *way])
                raise CycleError(
                    f"{game.name}: the running score has no bound, as play can score again and "
                    f"again along {cycle}; ask for the expected score, "
                    "or count in the position what matters, up to a limit"
                )


def cycle_text(game: Game[Any], names: Names, nodes: list[int]) -> str:
    """A cycle of nodes by their positions, abbreviated in the middle if it is long."""
    own = [node for node in nodes if not names.paths[node]]
    shown = [game.text(names.position(node)) for node in own]
    if shown and (len(shown) == 1 or shown[0] != shown[-1]):
        shown.append(shown[0])
    if len(shown) > CYCLE_SHOWN:
        half = CYCLE_SHOWN // 2
        shown = [*shown[:half], f"... {len(shown) - CYCLE_SHOWN} more ...", *shown[-half:]]
    return " -> ".join(shown)
