"""What turns begin with, as numbers, and who plays a turn: all that a family has to bring."""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np

from perfectplay.engines.backends import parts_of
from perfectplay.engines.backends.threads import THREADS
from perfectplay.model.turn_game import TurnGame

EPSILON = 2.0**-53
"""What a number may be off by when it is rounded, relative to it."""


def rounding_of(terms: int) -> float:
    """How far a mean of so many numbers may be off, relative to them.

    Shares are rounded, and so are products and sums; and what comes before is taken from 1.
    """
    return (terms + 6) * EPSILON


class TurnNumbering(ABC):
    """The numbers of what turns begin with, from the side of who moves, and how turns are played.

    A kernel is given values by number, the family's rules, a side, numbers that turns begin with,
    what each turn is worth if it is lost, columns for what it is worth and for the slope of that in
    what it is worth lost, and scratch. Side 1 rounds all sums up, and -1 down, by enough to be
    sure; 0 leaves them as they are. What banking is worth is read from the values: as it is, or
    where two play as 1 less it.
    """

    part: ClassVar[int]
    """Turns that a thread takes at a time."""
    lost: float | None = None
    """What a lost turn scores, where one turn is played."""

    def __init__(self, game: TurnGame[Any], kernel: Callable[..., None], rules: Any) -> None:
        self.game, self.kernel, self.rules = game, kernel, rules
        self.two = game.players == 2

    @property
    @abstractmethod
    def to_go(self) -> Any:
        """By number, the steps that are still to be made; fewer after every turn but a lost one."""

    @property
    def valid(self) -> Any:
        """Which numbers there are; the others stand for nothing."""
        return np.ones(len(self.to_go), bool)

    @abstractmethod
    def swapped(self, numbers: Any) -> Any:
        """The same, seen from the other player's side."""

    @abstractmethod
    def scratch(self) -> Any:
        """What turns are computed in."""

    @abstractmethod
    def number(self, place: Any) -> int | None:
        """What the turn of a position began with; None if the game is over."""

    @abstractmethod
    def start(self, number: int, player: int) -> Any:
        """The position at which a turn begins."""

    @abstractmethod
    def value_within(self, scratch: Any, place: Any) -> float | None:
        """What a position is worth in a turn that was computed; None inside a roll."""

    # What follows from it

    @property
    def cost(self) -> float:
        """What a turn costs: a point, alone."""
        return 0.0 if self.two or self.lost is not None else 1.0

    @functools.cached_property
    def starts(self) -> Any:
        """All numbers that there are, those first from which the fewest steps are to go."""
        found = np.flatnonzero(self.valid)
        return found[np.argsort(self.to_go[found], kind="stable")]

    def levels(self) -> Iterator[Any]:
        """The same, in parts with as many steps to go."""
        steps = self.to_go[self.starts]
        ends = np.flatnonzero(np.diff(steps, prepend=-1, append=steps[-1] + 1))
        return (self.starts[low:high] for low, high in pairwise(ends.tolist()))

    def partners(self, starts: Any) -> Any:
        """Where the same is among starts of a level, seen from the other side; None if alone."""
        return np.searchsorted(starts, self.swapped(starts)) if self.two else None

    def guessed(self, values: Any, starts: Any) -> Any:  # noqa: ARG002  # for who has a better guess
        """What turns may be worth, to begin with."""
        return np.full(len(starts), 0.5 if self.two else -2.0 * self.cost)

    def lost_at(self, values: Any, starts: Any) -> Any:
        """What turns are worth that are lost: the other one is to move, or alone the next turn."""
        if self.lost is not None:
            return np.full(len(starts), self.lost)
        return 1.0 - values[self.swapped(starts)] if self.two else values[starts]

    def evaluate_turns(self, values: Any, starts: Any, side: float = 0.0) -> tuple[Any, Any]:
        """What turns are worth at their start if values are as given, and their slopes."""
        values = values.clip(0.0, 1.0) if self.two and side else values
        found, slope = np.empty(len(starts)), np.empty(len(starts))
        self.play(values, side, starts, self.lost_at(values, starts), found, slope)
        if self.lost is not None:
            slope[:] = 0.0
        found -= self.cost
        return found + side * 2 * EPSILON * abs(found), slope

    def play(
        self, values: Any, side: float, starts: Any, lost: Any, found: Any, slope: Any
    ) -> None:
        """Have the kernel find what turns are worth, and their slopes."""
        columns = values, self.rules, side, starts, lost, found, slope
        if len(starts) <= self.part:
            THREADS.compile(self.kernel)(*columns, self.kept, 0, len(starts))
        else:
            parts = parts_of(0, len(starts), self.part)
            THREADS.for_each(self.kernel, parts, *columns, scratch=self.scratch)

    @functools.cached_property
    def kept(self) -> Any:
        """Scratch that is used again."""
        return self.scratch()

    def worked_out(self, values: Any, start: int) -> Any:
        """The turn from a start on, as scratch."""
        return self.turn_from(values, start, self.lost_at(values, np.array([start])))

    def turn_from(self, values: Any, start: int, lost: Any) -> Any:
        """The same, where it is told what the turn is worth if it is lost."""
        scratch, one = self.scratch(), np.zeros(1)
        columns = values, self.rules, 0.0, np.array([start]), lost, one, one.copy()
        THREADS.compile(self.kernel)(*columns, scratch, 0, 1)
        return scratch
