"""A small game as a whole: every position, the steps between them, and the course of best play."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Iterator

from perfectplay.errors import PerfectPlayError
from perfectplay.exact import exactly
from perfectplay.model.nodes import Chance, Choice, Final, Node, Number
from perfectplay.model.walk import edges, node_at
from perfectplay.solution.solution import Solution

MOST_SPOTS = 160
STEPS = 2_000
"""How many steps a game with cycles is followed; what is left by then is negligible."""


@dataclasses.dataclass(frozen=True)
class Spot:
    """A position, or a node written in place; with the running score if that matters."""

    place: Hashable
    score: Number | None
    node: Node
    value: float


@dataclasses.dataclass(frozen=True)
class DiagramStep:
    """All options or outcomes that lead from one spot to another.

    `share` is the probability of this step from there, `often` how often it occurs in a game.
    """

    begin: int
    end: int
    labels: tuple[str, ...]
    share: float
    often: float = 0.0


@dataclasses.dataclass(frozen=True)
class Diagram:
    """The spots of a game, the start first, and the steps between them, by number."""

    spots: list[Spot]
    steps: list[DiagramStep]

    @classmethod
    def of(cls, solution: Solution) -> Diagram:
        """The diagram of a solved game, if it is small.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins
        >>> diagram = Diagram.of(solve(Coins(coins=1, target=1)))
        >>> [(step.labels, step.often) for step in diagram.steps]
        [(('1',), 1.0), (('50 %',), 0.5), (('50 %',), 0.5)]
        """
        spots = [spot_of(solution, solution.game.start(), 0 if solution.tracked else None)]
        number = {(spots[0].place, spots[0].score): 0}
        steps: list[DiagramStep] = []
        for begin, spot in enumerate(spots):  # more are found during the loop
            ways: dict[int, DiagramStep] = {}
            for place, points, label, share in steps_from(solution, spot):
                score = None if spot.score is None else spot.score + points
                end = number.setdefault((place, score), len(spots))
                if end == len(spots):
                    spots.append(spot_of(solution, place, score))
                known = ways.get(end, DiagramStep(begin, end, (), 0.0))
                ways[end] = DiagramStep(
                    begin, end, (*known.labels, label), known.share + float(share)
                )
            if len(spots) > MOST_SPOTS:
                raise PerfectPlayError(
                    f"{solution.game.name} has more than {MOST_SPOTS} positions, too many to draw; "
                    "take smaller parameters, or walk through it in the browser: perfectplay serve"
                )
            steps += ways.values()
        return cls(spots, with_flow(steps, len(spots)))


def spot_of(solution: Solution, place: Hashable, score: Number | None) -> Spot:
    """What there is at a place, and its value."""
    node = node_at(solution.game, place)
    if isinstance(node, Final):
        value = solution.objective.utility((score or 0) + exactly(node.payoff))
    else:
        value = solution.value_at(place, score)
    return Spot(place, score, node, float(value))


def steps_from(solution: Solution, spot: Spot) -> Iterator[tuple[Hashable, Number, str, Number]]:
    """Where a spot leads: the place, the points on the way, the name of the step, its share."""
    if isinstance(spot.node, Choice):
        best = solution.best(spot.place, spot.score)
        for edge in edges(spot.place, spot.node):
            yield edge.place, edge.points, step_text(str(edge.step), edge.points), edge.step == best
    elif isinstance(spot.node, Chance):
        for each in solution.outcomes(spot.place, spot.score):
            label = step_text(chance_text(each.probability), each.points)
            yield each.position, each.points, label, each.probability


def step_text(label: str, points: Number) -> str:
    """An option or an outcome, with the points it brings.

    >>> step_text("hold", -1), step_text("1/2", 3), step_text("roll", 0)
    ('hold -1', '1/2 +3', 'roll')
    """
    return f"{label} {float(points):+g}" if points else label


def chance_text(probability: Number) -> str:
    """A probability in a few letters.

    >>> from fractions import Fraction
    >>> chance_text(Fraction(1, 4)), chance_text(0.125), chance_text(1 / 3)
    ('1/4', '12.5 %', '33.3 %')
    """
    text = str(probability)
    return text if "/" in text and len(text) <= 7 else f"{100 * float(probability):.3g} %"


def with_flow(steps: list[DiagramStep], spots: int) -> list[DiagramStep]:
    """The steps, each with how often play takes it, followed from the start."""
    import numpy as np

    shares = np.zeros((spots, spots))
    for step in steps:
        shares[step.begin, step.end] = step.share
    now, visits = np.eye(spots)[0], np.zeros(spots)
    for _ in range(STEPS):
        visits += now
        now = now @ shares
    return [
        dataclasses.replace(step, often=float(visits[step.begin]) * step.share) for step in steps
    ]
