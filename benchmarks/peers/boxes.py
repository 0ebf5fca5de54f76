"""What the peers have in common: the boxes of the slots game and the form of an answer."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

Boxes = Mapping[str, Sequence[int]]
"""A box's name -> the points it gives for the faces 1..6 of one die."""


class Answer(NamedTuple):
    """A peer's value of a game, and how many states it looked at to find it."""

    value: float | Fraction
    states: int


def _points(rule: Callable[[int], int]) -> tuple[int, ...]:
    return tuple(rule(x) for x in range(1, 7))


TEN: Boxes = {
    "x3": _points(lambda x: 3 * x),
    "flip": _points(lambda x: 7 - x),
    "+4 low": _points(lambda x: x + 4 if x <= 2 else 0),
    "x2 even": _points(lambda x: 2 * x if x % 2 == 0 else 0),
    "+4 odd": _points(lambda x: x + 4 if x % 2 == 1 else 0),
    "bin": _points(lambda _: 0),
    "face": _points(lambda x: x),
    "x2 odd": _points(lambda x: 2 * x if x % 2 == 1 else 0),
    "+4 high": _points(lambda x: x + 4 if x >= 5 else 0),
    "flip2": _points(lambda x: 2 * (7 - x)),
}
EIGHT: Boxes = dict(list(TEN.items())[:8])
SIX: Boxes = dict(list(TEN.items())[:6])
