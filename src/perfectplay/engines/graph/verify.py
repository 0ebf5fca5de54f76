"""A second opinion on a game that was solved position by position.

Every state that was stored is checked against the rules. Where play can go round in cycles, the
optimality equations are not enough, and the proof of the bounds is read off the rules as well.
Asking the rules anew takes longer than solving a large game; of such a one, states drawn at random
are checked against the rules, and all of them against the graph that was made of the rules.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from perfectplay.engines import Progress
from perfectplay.engines.graph.cycles.verify import SIDES, BoundError, Moment, verify_bounds
from perfectplay.engines.graph.solution import GraphSolution
from perfectplay.solution.verification import Verification, VerificationError, verify_at

MOST_STEPS = 200_000
"""So many steps of play are all asked of the rules anew."""
SOME_STEPS = 20_000
"""So many are asked of a larger game, about."""
SEED = 7


def verify_graph(solution: GraphSolution, progress: Progress | None = None) -> Verification:
    """Check a solution position by position, or some positions of a large game."""
    every = solution.exact or solution.lanes.size <= MOST_STEPS
    places = list(all_places(solution) if every else some_places(solution))
    found = verify_at(solution, places, progress)
    if not every:
        from perfectplay.engines.graph import equations

        error = max(found.largest_error, equations.largest_error(solution))
        found = Verification(found.positions, error, every=False)
        for side in SIDES if solution.graph.cyclic else ():
            equations.check_bounds(solution, side)
    if solution.graph.cyclic:
        try:
            verify_bounds(solution, places, progress, every=every)
        except BoundError as passed:
            raise VerificationError(str(passed)) from passed
    return found


def all_places(solution: GraphSolution) -> Iterator[Moment]:
    """Every position, with each of its scores where they are tracked."""
    return (
        place_of(solution, node, state)
        for node, state in solution.states()
        if not solution.names.paths[node]
    )


def some_places(solution: GraphSolution) -> Iterator[Moment]:
    """Positions drawn at random, each with a score drawn at random where scores are tracked."""
    drawn, roots = random.Random(SEED), solution.names.root  # noqa: S311  # a sample
    count = len(roots) - 1
    some = max(1, min(count, count * SOME_STEPS // max(1, solution.lanes.size)))
    for number in drawn.sample(range(count), some):
        node = roots[number]
        yield place_of(solution, node, drawn.choice(solution.lanes.lane(node)))


def place_of(solution: GraphSolution, node: int, state: int) -> Moment:
    """The position of a node, and the score in a state of it where it is tracked."""
    score = solution.lanes.score(node, state) if solution.tracked else None
    return solution.names.position(node), score
