"""How a box scores: functions from a roll to points, and a library of common ones.

A roll is a tuple of faces in ascending order. Any Python function of it can score a box; those
below can also be used by name in a TOML file. `joker` is the score of a roll that may stand for
anything (`Repeat` says when).
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import factorial, prod
from typing import Any, Literal, TypeAlias

from perfectplay.errors import ModelError

Roll: TypeAlias = tuple[int, ...]
Scoring: TypeAlias = Callable[[Roll], int]
Award: TypeAlias = int | Literal["sum", "kind"]
"""What scores: a fixed number, the sum of all dice, or of the dice that make the figure."""


@dataclasses.dataclass(frozen=True)
class Rule:
    """A scoring rule that knows what a joker scores."""

    def __call__(self, roll: Roll) -> int:
        """The points for a roll."""
        raise NotImplementedError

    def joker(self, roll: Roll) -> int:
        """The points for a roll that may stand for anything; most rules treat it like any other."""
        return self(roll)


@dataclasses.dataclass(frozen=True)
class Face(Rule):
    """The sum of the dice that show one face.

    >>> Face(6)((3, 3, 6, 6, 6))
    18
    """

    face: int

    def __call__(self, roll: Roll) -> int:
        return self.face * roll.count(self.face)


@dataclasses.dataclass(frozen=True)
class OfAKind(Rule):
    """At least `count` dice alike; if several faces qualify, the highest counts.

    >>> OfAKind(3)((3, 3, 6, 6, 6)), OfAKind(2, "kind")((3, 3, 6, 6, 6)), OfAKind(5, 50)((2,) * 5)
    (24, 12, 50)
    """

    count: int
    points: Award = "sum"

    def __call__(self, roll: Roll) -> int:
        faces = [face for face, often in Counter(roll).items() if often >= self.count]
        if not faces:
            return 0
        return award(self.points, roll, max(faces) * self.count)


@dataclasses.dataclass(frozen=True)
class Pairs(Rule):
    """`count` pairs of different faces; by default, the sum of the dice in the highest pairs.

    As a joker, a roll stands for pairs of its highest face.

    >>> Pairs(2)((1, 1, 5, 6, 6)), Pairs(2)((1, 6, 6, 6, 6)), Pairs(2).joker((6, 6, 6, 6, 6))
    (14, 0, 24)
    """

    count: int
    points: Award = "kind"

    def __call__(self, roll: Roll) -> int:
        faces = sorted(face for face, often in Counter(roll).items() if often >= 2)
        if len(faces) < self.count:
            return 0
        return award(self.points, roll, 2 * sum(faces[len(faces) - self.count :]))

    def joker(self, roll: Roll) -> int:
        return award(self.points, roll, 2 * self.count * max(roll))


@dataclasses.dataclass(frozen=True)
class FullHouse(Rule):
    """Three dice of one face and two of another; `five_alike` says whether five alike count too.

    >>> FullHouse(25)((3, 3, 6, 6, 6)), FullHouse("sum")((6,) * 5), FullHouse(25, True)((6,) * 5)
    (25, 0, 25)
    """

    points: Award = 25
    five_alike: bool = False

    def __call__(self, roll: Roll) -> int:
        counts = Counter(roll)
        high = max((face for face, often in counts.items() if often >= 3), default=None)
        if high is None:
            return 0
        pairs = [face for face, often in counts.items() if often >= 2 and face != high]
        low = max(pairs, default=None)
        if low is None and self.five_alike and counts[high] >= 5:
            low = high
        return 0 if low is None else award(self.points, roll, 3 * high + 2 * low)

    def joker(self, roll: Roll) -> int:
        return award(self.points, roll, sum(roll))


@dataclasses.dataclass(frozen=True)
class Straight(Rule):
    """At least `length` faces in a row.

    >>> Straight(4, 30)((1, 2, 3, 4, 6)), Straight(5, 40)((1, 2, 3, 4, 6))
    (30, 0)
    """

    length: int
    points: Award

    def __call__(self, roll: Roll) -> int:
        shown = set(roll)
        ends = [face for face in shown if all(face - back in shown for back in range(self.length))]
        if not ends:
            return 0
        return award(self.points, roll, sum(range(max(ends) - self.length + 1, max(ends) + 1)))

    def joker(self, roll: Roll) -> int:
        return award(self.points, roll, sum(roll))


@dataclasses.dataclass(frozen=True)
class NamedStraight(Rule):
    """All of certain faces, such as 1 2 3 4 5.

    >>> NamedStraight((2, 3, 4, 5, 6), 20)((2, 3, 4, 5, 6))
    20
    """

    faces: Sequence[int]
    points: Award

    def __post_init__(self) -> None:
        object.__setattr__(self, "faces", tuple(self.faces))

    def __call__(self, roll: Roll) -> int:
        if not set(self.faces) <= set(roll):
            return 0
        return award(self.points, roll, sum(self.faces))

    def joker(self, roll: Roll) -> int:
        return award(self.points, roll, sum(roll))


@dataclasses.dataclass(frozen=True)
class Total(Rule):
    """The sum of all dice: the box usually called chance.

    >>> Total()((3, 3, 6, 6, 6))
    24
    """

    def __call__(self, roll: Roll) -> int:
        return sum(roll)


@dataclasses.dataclass(frozen=True)
class Listed(Rule):
    """A table of points by roll; a roll that is not listed scores nothing.

    >>> Listed({(1, 1): 10, (2, 1): 3})((1, 2)), Listed({6: 18})((6,))
    (3, 18)
    """

    table: Mapping[Any, int]
    """The dice of a roll may be in any order; a single die may be a number."""

    def __post_init__(self) -> None:
        in_order: dict[Roll, int] = {}
        for faces, points in self.table.items():
            roll = (faces,) if isinstance(faces, int) else tuple(sorted(faces))
            if roll in in_order:
                raise ModelError(f"the roll {' '.join(map(str, roll))} is listed twice")
            in_order[roll] = points
        object.__setattr__(self, "table", in_order)

    def __hash__(self) -> int:
        return hash(frozenset(self.table.items()))

    def __call__(self, roll: Roll) -> int:
        return self.table.get(roll, 0)


def award(points: Award, roll: Roll, figure: int) -> int:
    """Points for a roll that qualifies: a fixed number, the sum of all dice or of the figure."""
    if points == "sum":
        return sum(roll)
    return figure if points == "kind" else points


def ways(roll: Roll) -> int:
    """The number of orders in which the dice of a roll can fall.

    >>> ways((6, 6, 6, 3, 3))
    10
    """
    return factorial(len(roll)) // prod(factorial(roll.count(face)) for face in set(roll))
