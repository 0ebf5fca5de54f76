"""A second opinion on a solution: the optimality equations, checked against the game's rules.

This reads the rules again, position by position, and shares nothing with the code that explored,
sorted and solved the game. If the solution has the same options and outcomes as the rules, and
every value equals the best, or the mean, of the values it leads to, then it is right: the Bellman
equations hold. Engines whose games are too large for this have checks of their own.
"""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import Any

from perfectplay import engines
from perfectplay.errors import PerfectPlayError, PositionError
from perfectplay.exact import exactly
from perfectplay.model.nodes import Chance, Choice, Final, Label, Node, Number
from perfectplay.model.walk import Transition, edges, node_at, reached
from perfectplay.progress import shown
from perfectplay.request import Progress
from perfectplay.solution.solution import Solution

TOLERANCE = 1e-9
REPORT_EVERY = 1024


class VerificationError(PerfectPlayError):
    """A solution breaks an optimality equation."""


@dataclasses.dataclass(frozen=True)
class Verification:
    """How many positions were checked, out of how many, and the largest error among them."""

    positions: int
    of: int
    largest_error: float

    @property
    def every(self) -> bool:
        """Whether all positions were checked, rather than a random sample."""
        return self.positions == self.of


def verify(solution: Solution, progress: Progress | None = None) -> Verification:
    """Check the values of a solution against the game's rules, independently of how it was solved.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> verify(solve(Coins(coins=3, target=5), exact=True))
    Verification(positions=23, of=23, largest_error=0.0)
    """
    with shown(progress) as told:
        return engines.find(solution.engine).verify(solution, told)


def verify_by_the_rules(solution: Solution, progress: Progress | None = None) -> Verification:
    """Check a solution at every position that play can reach."""
    return verify_at(solution, reached(solution.game, scored=solution.tracked), progress)


def verify_at(
    solution: Solution,
    places: Iterable[tuple[Hashable, Number | None]],
    progress: Progress | None = None,
    *,
    of: int | None = None,
) -> Verification:
    """Check a solution at some positions, each with its running score if that is tracked.

    There are `of` positions in total; without it, these are all of them.
    """
    check = Check(solution)
    start = solution.game.start()
    if solution.value_at(start) != solution.value:
        raise VerificationError(f"the value is not that of the start, {solution.game.text(start)}")
    checked = 0
    for position, score in places:
        check.position(position, score)
        checked += 1
        if progress and checked % REPORT_EVERY == 0:
            progress("verifying", checked)
    return Verification(checked, checked if of is None else of, check.largest_error)


class Check:
    """The optimality equations of a game, evaluated with a solution's values."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.largest_error = 0.0

    def position(self, position: Hashable, score: Number | None) -> None:
        """Refuse values that their successors do not support, also at nodes written in place."""
        try:
            self.node(node_at(self.solution.game, position), position, score)
        except PositionError as error:
            raise VerificationError(f"a successor has no value: {error}") from error

    def node(self, node: Node, place: Hashable, score: Number | None) -> Any:
        """The value of a node, given the values it leads to; it must equal the solution's."""
        value = {edge.step: self.edge(edge, score) for edge in edges(place, node)}
        if isinstance(node, Final):
            expected = self.solution.objective.utility(exactly(node.payoff) + (score or 0))
        elif isinstance(node, Choice):
            expected = max(value.values()) if node.player == 0 else min(value.values())
            self.options(place, score, value)
        else:
            total = exactly(node.odds.total)
            shares = [self.share(weight, total) for weight in node.odds.weights]
            expected = sum(map(operator.mul, shares, value.values()))
            self.outcomes(place, score, node, shares)
        self.compare(place, score, expected)
        return Fraction(expected) if self.solution.exact else float(expected)

    def share(self, weight: Number, total: Number) -> Any:
        """A probability, exact if the solution is."""
        return Fraction(exactly(weight)) / total if self.solution.exact else weight / total

    def edge(self, edge: Transition, score: Number | None) -> Any:
        """The value of following an edge."""
        gained, then = (edge.points, None) if score is None else (0, score + edge.points)
        if edge.node is None:
            return gained + self.solution.value_at(edge.place, then)
        return gained + self.node(edge.node, edge.place, then)

    def options(self, name: Hashable, score: Number | None, right: dict[Label, Any]) -> None:
        """The solution offers the same options, each with the value it leads to."""
        offered = {option.label: option.value for option in self.solution.options(name, score)}
        where = self.solution.game.text(name)
        if offered.keys() != right.keys():
            shown, wanted = ", ".join(map(str, offered)), ", ".join(map(str, right))
            raise VerificationError(f"the options at {where} are {shown}; they should be {wanted}")
        for label, value in offered.items():
            if not self.close(right[label], value, self.solution.rounding(name, score)):
                raise VerificationError(
                    f"the option {label} at {where} is worth {value}; it should be {right[label]}"
                )

    def outcomes(
        self, place: Hashable, score: Number | None, node: Chance, shares: list[Any]
    ) -> None:
        """The solution has the same outcomes with the same probabilities."""
        expected: dict[Any, Any] = {}
        for edge, share in zip(edges(place, node), shares, strict=True):
            key = edge.place, edge.points
            expected[key] = expected.get(key, 0) + share
        found = {
            (outcome.position, outcome.points): outcome.probability
            for outcome in self.solution.outcomes(place, score)
        }
        same = found.keys() == expected.keys()
        if not same or not all(self.close(expected[key], found[key]) for key in expected):
            raise VerificationError(
                f"the chance at {self.solution.game.text(place)} is not the one in the rules"
            )

    def close(self, expected: Any, value: Any, rounding: Number = 0) -> bool:
        """Whether two numbers agree: equal if exact, else equal up to rounding."""
        gap = abs(exactly(expected) - value)
        self.largest_error = max(self.largest_error, float(gap))
        if self.solution.exact:
            return bool(gap == 0)
        return bool(gap <= TOLERANCE * max(1.0, abs(float(value))) + rounding)

    def compare(self, name: Hashable, score: Number | None, expected: Number) -> None:
        """Refuse a value that differs from the expected one."""
        value = self.solution.value_at(name, score)
        if not self.close(expected, value, self.solution.rounding(name, score)):
            where = self.solution.game.text(name) + (f" with score {score}" if score else "")
            raise VerificationError(f"the value at {where} is {value}; it should be {expected}")
