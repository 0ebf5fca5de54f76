"""The engine for any game whose positions fit into memory."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from perfectplay.engines import Engine, Size
from perfectplay.errors import MemoryLimitError, ObjectiveError, PerfectPlayError, in_bytes
from perfectplay.model.game import Game
from perfectplay.objectives import EveryTarget
from perfectplay.request import Progress, Request

if TYPE_CHECKING:
    from perfectplay.engines.graph.solution import GraphSolution
    from perfectplay.solution.storage.container import Stored
    from perfectplay.solution.verification import Verification
    from perfectplay.strategies.strategy import Policy

BYTES_AN_EDGE = 30
"""A lower bound on the bytes per option or outcome."""
SECONDS_AN_EDGE = 5e-6
STEPS_BY_PYTHON = 1_000_000
"""Options and outcomes that are explored in ten seconds, and solved in a minute or more."""


class GraphEngine(Engine):
    """Solves any game whose positions fit into memory."""

    name: ClassVar[str] = "graph"
    by_arrays: ClassVar[bool] = False
    solves: ClassVar[str] = "any game, position by position"

    def refuses(self, game: Game[Any], request: Request) -> PerfectPlayError | None:
        if isinstance(request.objective, EveryTarget):
            return ObjectiveError(
                f"'{request.objective}' is for scorecards, in floats; ask for one number, as with "
                "at-least:45"
            )
        extent, limit = game.extent(), request.compute.memory_limit
        if extent is not None and extent.least * BYTES_AN_EDGE > limit:
            return MemoryLimitError(
                f"position by position, {game.name} has more than {extent.least:,} steps, which "
                f"outgrow the memory limit of {in_bytes(limit)}; take a smaller game, or "
                "ask for what another engine solves (solve --explain tells)"
            )
        return refuses_width(request.width)

    def result(
        self,
        game: Game[Any],  # noqa: ARG002  # it has but one kind
        request: Request,  # noqa: ARG002  # it has but one kind
    ) -> type[GraphSolution]:
        from perfectplay.engines.graph.solution import GraphSolution

        return GraphSolution

    def size(self, game: Game[Any], request: Request) -> Size:  # noqa: ARG002  # all the same
        extent = game.extent()
        if extent is None:
            return Size()
        return Size(None, BYTES_AN_EDGE * extent.about, SECONDS_AN_EDGE * extent.about)

    def solve(self, game: Game[Any], request: Request) -> GraphSolution:
        from perfectplay.engines.graph.solve.solver import solve_graph

        return solve_graph(game, request, most=most_steps(request))

    def evaluate(
        self, game: Game[Any], strategies: Sequence[Policy | None], request: Request
    ) -> GraphSolution:
        from perfectplay.engines.graph.solve.solver import evaluate_graph

        return evaluate_graph(game, strategies, request)

    def write(self, solution: GraphSolution) -> tuple[dict[str, str], dict[str, Any]]:
        from perfectplay.engines.graph.storage import file

        return file.header_of(solution), dict(file.tensors_of(solution))

    def read(self, stored: Stored, game: Game[Any], request: Request) -> GraphSolution:
        from perfectplay.engines.graph.storage.file import restored

        return restored(stored, game, request)

    def verify(self, solution: GraphSolution, progress: Progress | None = None) -> Verification:
        from perfectplay.engines.graph.verify import verify_graph

        return verify_graph(solution, progress)


def most_steps(request: Request) -> int | None:
    """How large a game plain Python will explore; no limit if rules can be compiled instead.

    No limit either if this engine is requested, or fractions, which machine code cannot do.
    """
    from perfectplay.engines.backends import compiling

    if request.compute.engine is not None or request.exact or compiling.has_llvm():
        return None
    return STEPS_BY_PYTHON


def refuses_width(width: float | None) -> PerfectPlayError | None:
    """Why bounds cannot be requested to a given width; None if they can."""
    if width is None or (isinstance(width, (int, float)) and 0 < width < math.inf):
        return None
    return PerfectPlayError(f"a width must be above 0, such as 1e-12, not {width}")
