"""A second opinion on bounds in games with cycles: the proof, read off the rules.

If play can cycle, the optimality equations have more than one solution, so it is not enough that
they hold. This proves the bounds instead, in exact fractions and with the probabilities of the
rules: an upper bound is nowhere below what it leads to when the second player does best, and that
player can achieve this without letting the first one wait for ever where endless play is worth more
than the bound. For the lower bound, the players change places.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Any

from perfectplay.engines.graph.solution import GraphSolution
from perfectplay.errors import PerfectPlayError
from perfectplay.exact import exactly
from perfectplay.model.nodes import Chance, Choice, Final, Gain, Number, below
from perfectplay.request import Progress

REPORT_EVERY = 1024
SIDES = {0: "upper", 1: "lower"}

Moment = tuple[Hashable, Number | None]
"""A position, and the running score if that is tracked."""
Stay = Any
"""How play can stay among some moments: a moment; ANY or ALL of several ways; or False."""
ANY, ALL = "any", "all"


class BoundError(PerfectPlayError):
    """A bound does not hold."""


def verify_bounds(
    solution: GraphSolution,
    places: Sequence[Moment],
    progress: Progress | None = None,
    *,
    every: bool = True,
) -> None:
    """Prove the bounds of every position, or of some as far as possible; or refuse them."""
    for side, kind in SIDES.items():
        proof = Proof(solution, side)
        for checked, (position, score) in enumerate(places, 1):
            proof.position(position, score)
            if progress and checked % REPORT_EVERY == 0:
                progress(f"proving {kind} bounds", checked)
        if every:
            proof.refuse_waiting()


class Proof:
    """Checks upper bounds (side 0) or lower bounds (side 1) against the rules."""

    def __init__(self, solution: GraphSolution, side: int) -> None:
        self.solution = solution
        self.side = side
        self.waits: dict[Moment, Stay] = {}
        """The moments where endless play is better than the bound, and how to stay there."""

    def bound(self, name: Hashable, score: Number | None) -> Fraction:
        """The exact bound of a node."""
        return Fraction(self.solution.bounds_at(name, score)[1 - self.side])

    def below(self, one: Number, other: Number) -> bool:
        """Whether a number is worse than another for the player the bound restrains."""
        return one < other if self.side == 0 else one > other

    def position(self, position: Hashable, score: Number | None) -> None:
        """Refuse a bound that its successors do not support; record where a player could wait."""
        _, stay = self.node(self.solution.game.ask(position), position, score)
        objective, endless = self.solution.objective, exactly(self.solution.game.endless)
        if self.below(self.bound(position, score), objective.utility(endless + (score or 0))):
            self.waits[position, score] = stay

    def node(self, node: Any, name: Hashable, score: Number | None) -> tuple[Fraction, Stay]:
        """The bound of a node, checked; and how play can continue from it for ever."""
        bound = self.bound(name, score)
        if isinstance(node, Final):
            value = Fraction(self.solution.objective.utility(exactly(node.payoff) + (score or 0)))
            self.require(value, bound, name)
            return bound, False
        if isinstance(node, Choice):
            ways = [self.then(then, name, step, score) for step, then in node.options.items()]
            worths = [value for value, _ in ways]
            if node.player == self.side:
                self.require(max(worths) if self.side == 0 else min(worths), bound, name)
                return bound, (ANY, [stay for _, stay in ways])
            self.require(min(worths) if self.side == 0 else max(worths), bound, name)
            held = [stay for value, stay in ways if not self.below(bound, value)]
            return bound, (ALL, held)
        assert isinstance(node, Chance)
        ways = [self.then(then, name, step, score) for step, then in enumerate(node.thens)]
        weights = [Fraction(exactly(weight)) for weight in node.odds.weights]
        mean = sum(
            (weight * value for weight, (value, _) in zip(weights, ways, strict=True)), Fraction(0)
        )
        self.require(mean / sum(weights), bound, name)
        return bound, (ALL, [stay for _, stay in ways])

    def then(
        self, then: Any, name: Hashable, step: Hashable, score: Number | None
    ) -> tuple[Fraction, Stay]:
        """The value of an edge by the bounds, and whether play can stay along it."""
        points: Any = 0
        if isinstance(then, Gain):
            points, then = exactly(then.points), then.then
        gained = points
        if score is not None:
            score, points = score + points, 0
        if isinstance(then, (Final, Choice, Chance)):
            value, stay = self.node(then, below(name, step), score)
        else:
            value, stay = self.bound(then, score), (then, score)
        return points + value, False if gained else stay

    def require(self, value: Fraction, bound: Fraction, name: Hashable) -> None:
        """Refuse a bound that is exceeded."""
        if self.below(bound, value):
            where = self.solution.game.text(name)
            raise BoundError(
                f"the {SIDES[self.side]} bound at {where} is {float(bound)!r}, but what it leads "
                f"to is worth {float(value)!r}"
            )

    def refuse_waiting(self) -> None:
        """Refuse the bounds if a player can wait for ever where that beats the bound."""
        left = dict(self.waits)
        while True:
            gone = [moment for moment, stay in left.items() if not stays(stay, left)]
            if not gone:
                break
            for moment in gone:
                del left[moment]
        for position, _ in left:
            raise BoundError(
                f"the {SIDES[self.side]} bound at {self.solution.game.text(position)} does not "
                "hold for a player who waits for ever"
            )


def stays(stay: Stay, among: dict[Moment, Stay]) -> bool:
    """Whether play can stay among some moments.

    >>> stays((ANY, [("here", None), False]), {("here", None): True})
    True
    """
    if not stay:
        return False
    kind, ways = stay
    if kind is ANY:
        return any(stays(way, among) for way in ways)
    if kind is ALL:
        return all(stays(way, among) for way in ways)
    return stay in among
