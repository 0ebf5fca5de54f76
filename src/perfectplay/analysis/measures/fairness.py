"""Who is favoured in a game for two, and what would make it fair."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any, Literal, Self

from perfectplay.analysis.measures.spare_rolls import SpareRolls
from perfectplay.model.game import Game
from perfectplay.model.nodes import Number
from perfectplay.model.turns import FIELDS
from perfectplay.objectives import Utility, Win
from perfectplay.request import Compute, Request
from perfectplay.solution.solution import Solution
from perfectplay.solve import solve_request

MOST_POINTS = 1 << 16
MOST_STEPS = 400
MOST_SPARE = 3
"""Larger changes are not considered."""
MOST_POSITIONS = 100_000
"""Games with more positions are not solved repeatedly."""
EVEN = 0.5
LEAST_SHARE = 0.05
"""Help that is too much for all games must be useful in at least this share of them."""


@dataclasses.dataclass(frozen=True)
class Compensation:
    """A change that helps the player who is behind, of the size that comes closest to a fair game.

    The amount `other` lies on the other side of fair, and may be zero: with `amount` in a random
    `share` of games, and `other` in the rest, the game is exactly fair.
    """

    kind: Literal["points", "field", "rolls"]
    what: str
    """What is added: points, spare rolls, or a field of the starting position."""
    amount: int
    value: float
    """The first player's chance of winning with it."""
    other: int
    share: float
    base: int = 0
    """The amount in the game as it is."""


@dataclasses.dataclass(frozen=True)
class Fairness:
    """How often each player wins under best play, and how the game could be made fair."""

    wins: float
    ties: float
    losses: float
    """The chances that the first player wins, nobody does, and the second player does."""
    value: float
    compensations: tuple[Compensation, ...] = ()
    """Ordered by how close they come to an even game."""

    @property
    def advantage(self) -> float:
        """How far the first player's chance of winning exceeds the second player's."""
        return 2 * self.value - 1

    @classmethod
    def of(cls, solution: Solution) -> Self:
        """The fairness of a solved game that two players play to win.

        >>> from perfectplay import solve
        >>> from perfectplay.games.pig import Pig
        >>> fairness = Fairness.of(solve(Pig(target=20)))
        >>> round(fairness.advantage, 6)
        0.231117
        >>> for each in fairness.compensations:
        ...     print(each.what, each.amount, round(each.value, 4))
        theirs 10 0.5045
        spare rolls 1 0.4878
        """
        distribution = solution.distribution()
        wins = sum(float(mass) for score, mass in distribution.items() if score > 0)
        losses = sum(float(mass) for score, mass in distribution.items() if score < 0)
        ties = float(distribution.get(0, 0))
        found = [*by_fields(solution)]
        if solution.positions <= MOST_POSITIONS:
            found += [*by_points(solution), *by_spare_rolls(solution)]
        found = [each for each in found if is_improvement(solution, each)]
        found.sort(key=lambda each: (abs(each.value - EVEN), abs(each.amount)))
        return cls(wins, ties, losses, float(solution.value), tuple(found))


def by_points(solution: Solution) -> Iterator[Compensation]:
    """A head start in points, in a game decided by points.

    A positive amount goes to the second player.
    """
    if not solution.tracked:
        return
    win, request = solution.objective, again(solution)

    def value(points: int) -> float:
        """The value if the second player starts with this many points."""

        def utility(score: Number) -> Number:
            return win.utility(score - points)

        objective = Utility(utility, f"{win} with a head start of {points}")
        return solved(solution.game, dataclasses.replace(request, objective=objective))

    sign = 1 if solution.value > EVEN else -1
    low, high = 0, sign
    while on_one_side(solution, value(high)):
        low, high = high, 2 * high
        if abs(high) > MOST_POINTS:
            return
    while abs(high - low) > 1:
        middle = (low + high) // 2
        if on_one_side(solution, value(middle)):
            low = middle
        else:
            high = middle
    yield between("points", "points", {each: value(each) for each in (low, high)}, low, high)


def by_fields(solution: Solution) -> Iterator[Compensation]:
    """Starts that differ in one whole number of the position, and that occur in play."""
    start: Any = solution.game.start()
    for field in getattr(start, "_fields", ()):
        was = getattr(start, field)
        if type(was) is not int or field in FIELDS:
            continue
        for sign in (1, -1):
            before, values = 0, {0: float(solution.value)}
            for amount in range(sign, sign * MOST_STEPS, sign):
                changed = start._replace(**{field: was + amount})
                if not solution.covers(changed, 0 if solution.tracked else None):
                    continue
                worth = solution.value_at(changed, 0 if solution.tracked else None)
                values[amount] = float(worth)
                if not on_one_side(solution, values[amount]):
                    found = between("field", field, values, before, amount)
                    yield dataclasses.replace(found, base=was)
                    break
                before = amount


def by_spare_rolls(solution: Solution) -> Iterator[Compensation]:
    """Rolls that the second player may repeat."""
    if solution.value <= EVEN:
        return
    values = {0: float(solution.value)}
    for spare in range(1, MOST_SPARE + 1):
        values[spare] = solved(SpareRolls(solution.game, spare), again(solution))
        if values[spare] == values[spare - 1]:
            return
        if not on_one_side(solution, values[spare]):
            yield between("rolls", "spare rolls", values, spare - 1, spare)
            return


def is_improvement(solution: Solution, each: Compensation) -> bool:
    """Whether a change makes the game fairer, perhaps only when made in a good share of games."""
    return abs(each.value - EVEN) < abs(float(solution.value) - EVEN) or each.share >= LEAST_SHARE


def on_one_side(solution: Solution, value: float) -> bool:
    """Whether the player favoured at first still is."""
    return (value - EVEN) * (float(solution.value) - EVEN) > 0


def between(kind: Any, what: str, values: dict[int, float], low: int, high: int) -> Compensation:
    """The better of two changes on either side of a fair game, with how to mix them."""
    near, far = sorted((high, low), key=lambda each: (each == 0, abs(values[each] - EVEN)))
    gap = values[far] - values[near]
    share = (values[far] - EVEN) / gap if gap else 1.0
    return Compensation(kind, what, near, values[near], far, share)


def again(solution: Solution) -> Request:
    """The original request, to be repeated."""
    return Request(solution.objective, compute=Compute(engine="graph"))


def solved(game: Game[Any], request: Request) -> float:
    """The value of a variant of the game."""
    return float(solve_request(game, request).value)


def is_contest(solution: Solution) -> bool:
    """Whether two players play to win, so that values are chances of winning."""
    return solution.game.players == 2 and isinstance(solution.objective, Win)
