"""A second opinion on a game that was solved position by position.

Every state that was stored is checked against the rules. If the game has cycles, the
optimality equations are not enough, and the proof of the bounds is read off the rules as well.
Asking the rules anew takes longer than solving a large game. Of such a one, some positions are
checked against the rules, half of them met in play and half spread over the whole table, and all
of them against the graph that was made of the rules.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from perfectplay.engines.graph.cycles.verify import SIDES, BoundError, Moment, verify_bounds
from perfectplay.engines.graph.graph import CHANCE, CHOICE
from perfectplay.engines.graph.solution import GraphSolution
from perfectplay.engines.graph.states import START
from perfectplay.request import Progress
from perfectplay.solution.verification import Verification, VerificationError, verify_at

MOST_STEPS = 500_000
"""So many steps of play are all asked of the rules anew, which takes less than a minute."""
SOME_STEPS = 100_000
"""So many are asked of a larger game, about."""
SEED = 7


def verify_graph(
    solution: GraphSolution,
    progress: Progress | None = None,
    *,
    most: int = MOST_STEPS,
    some: int = SOME_STEPS,
) -> Verification:
    """Check a solution position by position; with more than the most steps, about some of them."""
    every = solution.exact or solution.lanes.size <= most
    places = list(all_places(solution) if every else some_places(solution, some))
    found = verify_at(solution, places, progress, of=len(places) if every else solution.positions)
    if not every:
        from perfectplay.engines.graph import equations

        error = max(found.largest_error, equations.largest_error(solution))
        found = Verification(found.positions, found.of, error)
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


def some_places(solution: GraphSolution, steps: int) -> dict[Moment, None]:
    """Positions met in play, and others spread over the table, as many; each of them once."""
    generator, count = random.Random(SEED), len(solution.names.root) - 1  # noqa: S311  # a sample
    some = max(1, min(count, count * steps // max(1, solution.lanes.size)) // 2)
    places = dict.fromkeys(spread_out(solution, generator, some))
    for _, place in zip(range(some), met_in_play(solution, generator), strict=False):
        places[place] = None
    return places


def spread_out(solution: GraphSolution, generator: random.Random, some: int) -> Iterator[Moment]:
    """One position of each stretch of the table, with one of its scores where they are tracked."""
    roots, count = solution.names.root, len(solution.names.root) - 1
    for part in range(some):
        node = roots[generator.randrange(count * part // some, count * (part + 1) // some)]
        yield place_of(solution, node, generator.choice(solution.lanes.lane(node)))


def met_in_play(solution: GraphSolution, generator: random.Random) -> Iterator[Moment]:
    """Positions of games, one after the other, in which every other move is the best one."""
    graph, lanes = solution.graph, solution.lanes
    node, state = START, START
    while True:
        if not solution.names.paths[node]:
            yield place_of(solution, node, state)
        edges = graph.out(node)
        if graph.kind[node] == CHANCE:
            chances = [graph.probability[edge] for edge in edges]
            edge = generator.choices(edges, chances)[0]
        elif graph.kind[node] == CHOICE:
            edge = generator.choice((solution.chosen[state], generator.choice(edges)))
        else:
            node, state = START, START
            continue
        node, state = graph.target[edge], lanes.reach[edge] + state - lanes.offset[node]


def place_of(solution: GraphSolution, node: int, state: int) -> Moment:
    """The position of a node, and the score in a state of it where it is tracked."""
    score = solution.lanes.score(node, state) if solution.tracked else None
    return solution.names.position(node), score
