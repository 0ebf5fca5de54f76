"""A second opinion on a game solved position by position.

Every stored state is checked against the rules. In a game with cycles, the optimality equations are
not enough, so the proof of the bounds is read off the rules as well. Asking the rules again takes
longer than solving a large game. There, some positions are checked against the rules, half of them
met in play and half spread over the whole table, and all of them against the graph made from the
rules.
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
"""The most steps of play all of which are checked against the rules; takes under a minute."""
SOME_STEPS = 100_000
"""Roughly how many are checked for a larger game."""
SEED = 7


def verify_graph(
    solution: GraphSolution,
    progress: Progress | None = None,
    *,
    most: int = MOST_STEPS,
    some: int = SOME_STEPS,
) -> Verification:
    """Check a solution position by position; if it has too many steps, only some of them."""
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
    """Every position, with each of its scores if tracked."""
    return (
        place_of(solution, node, state)
        for node, state in solution.states()
        if not solution.names.paths[node]
    )


def some_places(solution: GraphSolution, steps: int) -> dict[Moment, None]:
    """Positions met in play, and as many spread over the table; each of them once."""
    generator, count = random.Random(SEED), len(solution.names.root) - 1  # noqa: S311  # a sample
    some = max(1, min(count, count * steps // max(1, solution.lanes.size)) // 2)
    places = dict.fromkeys(spread_out(solution, generator, some))
    for _, place in zip(range(some), met_in_play(solution, generator), strict=False):
        places[place] = None
    return places


def spread_out(solution: GraphSolution, generator: random.Random, some: int) -> Iterator[Moment]:
    """One position from each stretch of the table, with one of its scores if tracked."""
    roots, count = solution.names.root, len(solution.names.root) - 1
    for part in range(some):
        node = roots[generator.randrange(count * part // some, count * (part + 1) // some)]
        yield place_of(solution, node, generator.choice(solution.lanes.lane(node)))


def met_in_play(solution: GraphSolution, generator: random.Random) -> Iterator[Moment]:
    """Positions from a series of games in which every other move is the best."""
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
    """The position of a node, and the score of its state if tracked."""
    score = solution.lanes.score(node, state) if solution.tracked else None
    return solution.names.position(node), score
