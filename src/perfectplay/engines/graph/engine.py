"""The engine for any game: explore it, track the score if need be, go through it backwards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

from perfectplay.engines import Engine, Progress, Request, Size
from perfectplay.engines.graph import file
from perfectplay.engines.graph.cycles.distribution import scores_on_cycles
from perfectplay.engines.graph.cycles.refusals import (
    cycles_named,
    refuses_width,
    require_an_end,
    require_bounded_score,
    require_close,
)
from perfectplay.engines.graph.explore import explore
from perfectplay.engines.graph.played import AsksForScoreError, Played
from perfectplay.engines.graph.solution import GraphSolution, count_positions
from perfectplay.engines.graph.states import plain_lanes, score_lanes
from perfectplay.engines.graph.worth import final_worth
from perfectplay.errors import (
    FileError,
    MemoryLimitError,
    ModelError,
    ObjectiveError,
    PerfectPlayError,
    StrategyError,
    in_bytes,
)
from perfectplay.model.game import Game
from perfectplay.objectives import EveryTarget
from perfectplay.solution.solution import Solution
from perfectplay.solution.storage.container import Stored
from perfectplay.solution.verification import Verification
from perfectplay.strategies.strategy import Strategy

BYTES_AN_EDGE = 30
"""What an option or an outcome takes at least."""
SECONDS_AN_EDGE = 5e-6


class GraphEngine(Engine):
    """Solves any game, as long as its positions fit into memory."""

    name: ClassVar[str] = "graph"
    solves: ClassVar[str] = "any game, position by position"

    def refuses(self, game: Game[Any], request: Request) -> PerfectPlayError | None:
        if isinstance(request.objective, EveryTarget):
            return ObjectiveError(
                f"'{request.objective}' is for scorecards, in floats; ask for one number, as with "
                "at-least:45"
            )
        extent = game.extent()
        if extent is not None and extent.least * BYTES_AN_EDGE > request.memory:
            return MemoryLimitError(
                f"position by position, {game.name} has more than {extent.least:,} steps, which "
                f"outgrow the memory limit of {in_bytes(request.memory)}; take a smaller game, or "
                "ask for what another engine solves (solve --explain tells)"
            )
        return refuses_width(request.width)

    def result(self, game: Game[Any], request: Request) -> type[Solution]:  # noqa: ARG002
        return GraphSolution

    def size(self, game: Game[Any], request: Request) -> Size:  # noqa: ARG002  # all the same
        extent = game.extent()
        if extent is None:
            return Size()
        return Size(None, BYTES_AN_EDGE * extent.about, SECONDS_AN_EDGE * extent.about)

    def solve(self, game: Game[Any], request: Request) -> GraphSolution:
        graph, names = explore(
            game, exact=request.exact, memory_limit=request.memory, progress=request.progress
        )
        if not request.objective.linear and graph.carries_points:
            require_bounded_score(game, graph, names)
            lanes = score_lanes(graph, request.memory)
        else:
            lanes = plain_lanes(graph)
        if request.progress:
            request.tell("solving", count_positions(lanes, names))
        with cycles_named(game, names):
            found = lanes.solve(final_worth(lanes, request.objective, game.endless))
        value = found.value
        if not graph.exact and not (math.isfinite(sum(value)) or all(map(math.isfinite, value))):
            raise ModelError(
                f"{game.name}: values grow beyond what a float can hold; score in larger units or "
                "solve it exactly"
            )
        if found.bounds is not None:
            require_an_end(game, graph)
            require_close(game, names, lanes, found, request.width)
        return GraphSolution(game, request, lanes, names, value, found.bounds)

    def evaluate(
        self, game: Game[Any], strategies: Sequence[Strategy], request: Request
    ) -> GraphSolution:
        try:
            return self.solve(Played(game, strategies), request)
        except AsksForScoreError:
            require_scores(game, request)
            return self.solve(Played(game, strategies, scored=True), request)

    def write(self, solution: GraphSolution) -> tuple[dict[str, str], dict[str, Any]]:
        if isinstance(solution.game, Played):
            raise FileError("play by given strategies is not kept in files; save a solved game")
        return file.header_of(solution), dict(file.tensors_of(solution))

    def read(self, stored: Stored, game: Game[Any], request: Request) -> GraphSolution:
        return file.restored(stored, game, request)

    def verify(self, solution: GraphSolution, progress: Progress | None = None) -> Verification:
        from perfectplay.engines.graph.verify import verify_graph

        return verify_graph(solution, progress)


def require_scores(game: Game[Any], request: Request) -> None:
    """Refuse to tell strategies a score that has no bound, as it grows along a cycle."""
    graph, _ = explore(game, memory_limit=request.memory, progress=request.progress)
    if scores_on_cycles(graph):
        raise StrategyError(
            f"a strategy asks for the score in {game.name}; it has no bound there, as play can "
            "score again and again on a cycle"
        )
