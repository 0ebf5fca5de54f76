"""What turns start with, as numbers, and how a turn is played: all that a family has to provide."""

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
"""The relative error of a number that is rounded."""


def rounding_of(terms: int) -> float:
    """The relative error of a mean of this many numbers.

    Shares are rounded, as are products and sums; and the value is subtracted from 1 beforehand.
    """
    return (terms + 6) * EPSILON


class TurnNumbering(ABC):
    """Numbers for what turns start with, from the mover's side, and how to play turns.

    A kernel receives values by number, the family's rules, a side, the numbers of some starts, the
    value of each turn if lost, columns for the turn's value and for its slope in the value if lost,
    and working memory. Side 1 rounds all sums up, and -1 down, by enough to be certain; 0 leaves
    them as they are. The value of banking is read from the values: as it is or, for two, as 1 minus
    it.
    """

    part: ClassVar[int]
    """The turns a thread takes at a time."""
    lost: float | None = None
    """The score of a lost turn, if a single turn is played."""

    def __init__(self, game: TurnGame[Any], kernel: Callable[..., None], rules: Any) -> None:
        self.game, self.kernel, self.rules = game, kernel, rules
        self.two = game.players == 2

    @property
    @abstractmethod
    def to_go(self) -> Any:
        """For each number, the steps still to be made; every turn but a lost one reduces them."""

    @property
    def valid(self) -> Any:
        """Which numbers stand for something."""
        return np.ones(len(self.to_go), bool)

    @abstractmethod
    def swapped(self, numbers: Any) -> Any:
        """The same as seen by the other player."""

    @abstractmethod
    def scratch(self) -> Any:
        """Working memory for turns."""

    @abstractmethod
    def number(self, place: Any) -> int | None:
        """The number of the start of a position's turn; None if the game is over."""

    @abstractmethod
    def start(self, number: int, player: int) -> Any:
        """The position at which a turn begins."""

    @abstractmethod
    def value_within(self, scratch: Any, place: Any) -> float | None:
        """The value of a position in a computed turn; None inside a roll."""

    # What follows from these

    @property
    def cost(self) -> float:
        """The cost of a turn: a point, when played alone."""
        return 0.0 if self.two or self.lost is not None else 1.0

    @functools.cached_property
    def starts(self) -> Any:
        """All valid numbers, those with the fewest steps to go first."""
        found = np.flatnonzero(self.valid)
        return found[np.argsort(self.to_go[found], kind="stable")]

    def levels(self) -> Iterator[Any]:
        """The same, grouped by steps to go."""
        steps = self.to_go[self.starts]
        ends = np.flatnonzero(np.diff(steps, prepend=-1, append=steps[-1] + 1))
        return (self.starts[low:high] for low, high in pairwise(ends.tolist()))

    def partners(self, starts: Any) -> Any:
        """Where the mirrored starts are among those of a level; None when played alone."""
        return np.searchsorted(starts, self.swapped(starts)) if self.two else None

    def guessed(self, values: Any, starts: Any) -> Any:  # noqa: ARG002  # for who has a better guess
        """Initial guesses for the values of turns."""
        return np.full(len(starts), 0.5 if self.two else -2.0 * self.cost)

    def lost_at(self, values: Any, starts: Any) -> Any:
        """The values of lost turns: the opponent is to move or, alone, the next turn follows."""
        if self.lost is not None:
            return np.full(len(starts), self.lost)
        return 1.0 - values[self.swapped(starts)] if self.two else values[starts]

    def evaluate_turns(self, values: Any, starts: Any, side: float = 0.0) -> tuple[Any, Any]:
        """The values of turns at their start given some values, and their slopes."""
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
        """Let the kernel compute the values of turns, and their slopes."""
        columns = values, self.rules, side, starts, lost, found, slope
        if len(starts) <= self.part:
            THREADS.compile(self.kernel)(*columns, self.kept, 0, len(starts))
        else:
            parts = parts_of(0, len(starts), self.part)
            THREADS.for_each(self.kernel, parts, *columns, scratch=self.scratch)

    @functools.cached_property
    def kept(self) -> Any:
        """Working memory that is reused."""
        return self.scratch()

    def worked_out(self, values: Any, start: int) -> Any:
        """A turn from its start, computed into working memory."""
        return self.turn_from(values, start, self.lost_at(values, np.array([start])))

    def turn_from(self, values: Any, start: int, lost: Any) -> Any:
        """The same, given the value of the turn if lost."""
        scratch, one = self.scratch(), np.zeros(1)
        columns = values, self.rules, 0.0, np.array([start]), lost, one, one.copy()
        THREADS.compile(self.kernel)(*columns, scratch, 0, 1)
        return scratch
