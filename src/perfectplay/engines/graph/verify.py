"""A second opinion on a game that was solved position by position.

Every state that was stored is checked against the rules. Where play can go round in cycles, the
optimality equations are not enough, and the proof of the bounds is read off the rules as well.
"""

from __future__ import annotations

from perfectplay.engines import Progress
from perfectplay.engines.graph.cycles.verify import BoundError, verify_bounds
from perfectplay.engines.graph.solution import GraphSolution
from perfectplay.solution.verification import Verification, VerificationError, verify_at


def verify_graph(solution: GraphSolution, progress: Progress | None = None) -> Verification:
    """Check a solution position by position."""
    found = verify_at(
        solution,
        (
            (
                solution.names.position(node),
                solution.lanes.score(node, state) if solution.tracked else None,
            )
            for node, state in solution.states()
            if not solution.names.paths[node]
        ),
        progress,
    )
    if solution.graph.cyclic:
        try:
            verify_bounds(solution, progress)
        except BoundError as error:
            raise VerificationError(str(error)) from error
    return found
