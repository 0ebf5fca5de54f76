"""A second opinion on a solution: the optimality equations, checked against the game's rules.

This reads the rules anew, position by position, and shares nothing with the code that explored,
ordered and solved the game. If the solution offers the same options and outcomes as the rules, and
every value equals the best, or the mean, of the values it leads to, then it is right. Where play
can go round in cycles that is not enough, and `cycles.verify` proves the bounds.
"""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Hashable
from fractions import Fraction
from typing import Any

from perfectplay.engines.graph.cycles.verify import BoundError, verify_bounds
from perfectplay.engines.graph.explore import Progress
from perfectplay.engines.graph.solution import GraphSolution
from perfectplay.engines.race.solution import RaceSolution
from perfectplay.errors import PerfectPlayError, PositionError
from perfectplay.exact import exactly
from perfectplay.model.nodes import Chance, Choice, Final, Gain, Label, Number, below
from perfectplay.solution.solution import Solution

TOLERANCE = 1e-9
SINGLE_TOLERANCE = 1e-6
"""The same for values that are kept in 32 bits."""
REPORT_EVERY = 1024


class VerificationError(PerfectPlayError):
    """A solution breaks an optimality equation."""


@dataclasses.dataclass(frozen=True)
class Verification:
    """How many positions were checked, and the largest error among them."""

    positions: int
    largest_error: float
    every: bool = dataclasses.field(default=True, repr=False)
    """Whether these were all positions, and not some of them drawn at random."""


def verify(solution: Solution, progress: Progress | None = None) -> Verification:
    """Check every value of a solution against the game's rules.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> verify(solve(Coins(coins=3, target=5), exact=True))
    Verification(positions=23, largest_error=0.0)
    """
    if isinstance(solution, GraphSolution):
        return verify_graph(solution, progress)
    if isinstance(solution, RaceSolution):
        from perfectplay.engines.race import verify as race_verification

        checked, error = race_verification.largest_error(solution, progress)
        if error > (0 if solution.exact else TOLERANCE):
            raise VerificationError(f"a rating is off by {error}: it is not borne out")
        return Verification(checked, error, every=race_verification.fits(solution.ratings))
    from perfectplay.engines.scorecard import verify as scorecard_verification
    from perfectplay.engines.scorecard.solution import ScorecardSolution

    if not isinstance(solution, ScorecardSolution):
        return verify_leads(solution, progress)
    error = scorecard_verification.largest_error(solution, progress)
    if not error <= TOLERANCE * max(1.0, abs(solution.value)):
        raise VerificationError(f"a value is off by {error}: it is not borne out by those after it")
    return Verification(solution.positions, error)


def verify_leads(solution: Solution, progress: Progress | None = None) -> Verification:
    """Check some states of a scorecard that was played to win."""
    from perfectplay.engines.scorecard.lead import verify as lead_verification
    from perfectplay.engines.scorecard.lead.solution import LeadSolution

    assert isinstance(solution, LeadSolution)
    checked, error = lead_verification.largest_error(solution, progress)
    if not error <= (SINGLE_TOLERANCE if solution.leads.large else TOLERANCE):
        raise VerificationError(f"a chance is off by {error}: those after it do not bear it out")
    return Verification(checked, error, every=False)


def verify_graph(solution: GraphSolution, progress: Progress | None = None) -> Verification:
    """Check a solution position by position."""
    check = Check(solution)
    start = solution.game.start()
    if solution.value_at(start) != solution.value:
        raise VerificationError(f"the value is not that of the start, {solution.game.text(start)}")
    checked = 0
    for node, state in solution.states():
        if solution.names.paths[node]:
            continue
        score = solution.lanes.score(node, state) if solution.tracked else None
        check.position(solution.names.position(node), score)
        checked += 1
        if progress and checked % REPORT_EVERY == 0:
            progress("verifying", checked)
    if solution.graph.cyclic:
        try:
            verify_bounds(solution, progress)
        except BoundError as error:
            raise VerificationError(str(error)) from error
    return Verification(checked, check.largest_error)


class Check:
    """The optimality equations of a game, evaluated with a solution's values."""

    def __init__(self, solution: GraphSolution) -> None:
        self.solution = solution
        self.largest_error = 0.0

    def position(self, position: Hashable, score: Number | None) -> None:
        """Refuse values that their successors do not bear out, here and at nodes in place."""
        try:
            self.node(self.solution.game.ask(position), position, score)
        except PositionError as error:
            raise VerificationError(f"a successor has no value: {error}") from error

    def node(self, node: Any, name: Hashable, score: Number | None) -> Any:
        """What a node is worth, going by the values it leads to; its own must be the same."""
        if isinstance(node, Final):
            expected = self.solution.objective.utility(exactly(node.payoff) + (score or 0))
        elif isinstance(node, Choice):
            worth = {
                step: self.then(then, name, step, score) for step, then in node.options.items()
            }
            expected = max(worth.values()) if node.player == 0 else min(worth.values())
            self.options(name, score, worth)
        else:
            assert isinstance(node, Chance)
            total = exactly(node.odds.total)
            shares = [self.share(weight, total) for weight in node.odds.weights]
            worth_of = [
                self.then(then, name, place, score) for place, then in enumerate(node.thens)
            ]
            expected = sum(map(operator.mul, shares, worth_of))
            self.outcomes(name, score, node.thens, shares)
        self.compare(name, score, expected)
        return self.solution.number(expected)

    def share(self, weight: Number, total: Number) -> Any:
        """A probability, exact if the solution is."""
        return Fraction(exactly(weight)) / total if self.solution.exact else weight / total

    def then(self, then: Any, name: Hashable, step: Label, score: Number | None) -> Any:
        """What following an edge is worth."""
        points: Any = 0
        if isinstance(then, Gain):
            points, then = exactly(then.points), then.then
        if score is not None:
            score, points = score + points, 0
        if isinstance(then, (Final, Choice, Chance)):
            return points + self.node(then, below(name, step), score)
        return points + self.solution.value_at(then, score)

    def options(self, name: Hashable, score: Number | None, worth: dict[Label, Any]) -> None:
        """The solution offers the same options, each with the value it leads to."""
        offered = {option.label: option.value for option in self.solution.options(name, score)}
        where = self.solution.game.text(name)
        if offered.keys() != worth.keys():
            shown, right = ", ".join(map(str, offered)), ", ".join(map(str, worth))
            raise VerificationError(f"the options at {where} are {shown}; they should be {right}")
        for label, value in offered.items():
            if not self.close(worth[label], value, self.open(name, score)):
                raise VerificationError(
                    f"the option {label} at {where} is worth {value}; it should be {worth[label]}"
                )

    def outcomes(
        self, name: Hashable, score: Number | None, thens: list[Any], shares: list[Any]
    ) -> None:
        """The solution has the same outcomes, each as likely."""
        expected: dict[Any, Any] = {}
        for place, (then, share) in enumerate(zip(thens, shares, strict=True)):
            points, to = (then.points, then.then) if isinstance(then, Gain) else (0, then)
            to = below(name, place) if isinstance(to, (Final, Choice, Chance)) else to
            key = to, exactly(points)
            expected[key] = expected.get(key, 0) + share
        found = {
            (outcome.position, outcome.points): outcome.probability
            for outcome in self.solution.outcomes(name, score)
        }
        same = found.keys() == expected.keys()
        if not same or not all(self.close(expected[key], found[key]) for key in expected):
            raise VerificationError(
                f"the chance at {self.solution.game.text(name)} is not the one in the rules"
            )

    def open(self, name: Hashable, score: Number | None) -> Number:
        """How far the value of a node may be off by rounding."""
        lower, upper = self.solution.bounds_at(name, score)
        return upper - lower

    def close(self, expected: Any, value: Any, rounding: Number = 0) -> bool:
        """Whether two numbers are the same: equal if exact, else equal but for rounding."""
        gap = abs(exactly(expected) - value)
        self.largest_error = max(self.largest_error, float(gap))
        if self.solution.exact:
            return bool(gap == 0)
        return bool(gap <= TOLERANCE * max(1.0, abs(float(value))) + rounding)

    def compare(self, name: Hashable, score: Number | None, expected: Number) -> None:
        """Refuse a value that is not the one expected."""
        value = self.solution.value_at(name, score)
        if not self.close(expected, value, self.open(name, score)):
            where = self.solution.game.text(name) + (f" with score {score}" if score else "")
            raise VerificationError(f"the value at {where} is {value}; it should be {expected}")
