"""Rules as pure functions over arrays: many games at a time, one row of whole numbers for each.

Nothing is solved here. A state holds everything about a game, including its random numbers: the
same state and action always lead to the same next state, so any loop can be put around these
functions.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from perfectplay.errors import EngineError
from perfectplay.model.nodes import Label, Number

if TYPE_CHECKING:
    from perfectplay.model.game import Game
    from perfectplay.objectives import Objective

States = NDArray[np.int64]


class Advanced(NamedTuple):
    """Where some games are now, and the rewards on the way there."""

    states: States
    rewards: NDArray[np.float64]
    over: NDArray[np.bool_]
    """Which games are over; their states no longer change."""
    masks: NDArray[np.bool_]
    """Which actions are on offer: a row for each game, a column for each action."""
    movers: NDArray[np.uint8]
    """Who decides: 0 or 1."""


class UnknownActionError(EngineError):
    """An option came up that has no action."""


class ArrayRules(ABC):
    """The rules of a game for many games at a time."""

    game: Game[Any]
    objective: Objective
    actions: Sequence[Label]
    """The labels of options: the columns of masks."""
    fields: Sequence[str]
    """The names of the columns of observations."""
    low: NDArray[np.int64]
    high: NDArray[np.int64]

    @abstractmethod
    def start(self, seeds: NDArray[np.int64]) -> Advanced:
        """A new game for each seed, played up to its first decision."""

    @abstractmethod
    def restart(self, states: States) -> Advanced:
        """A new game for each state, continuing its random numbers."""

    @abstractmethod
    def step(self, states: States, actions: NDArray[np.int64]) -> Advanced:
        """Take an action in each game, and let chance play on to the next decision.

        An action that is not on offer counts as the first one that is. Finished games do not
        change.
        """

    @abstractmethod
    def observations(self, states: States) -> NDArray[np.int64]:
        """The observation of each state: a row of numbers, all 0 once a game is over."""

    @abstractmethod
    def place(self, state: NDArray[np.int64]) -> tuple[Hashable, Number | None]:
        """The position of a state, and the running score if the objective needs it."""


MIXED, MIXED_TOO = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)
HALF, SIGN, UNIT = np.uint64(32), np.uint64((1 << 63) - 1), 2.0**-63


def draw(states: States, rows: Any, at: int) -> NDArray[np.float64]:
    """The next random number of some games, from 0 up to but excluding 1.

    Column `at` holds a game's seed; the next one counts the numbers drawn.
    """
    seeds, drawn = states[rows, at].view(np.uint64), states[rows, at + 1].view(np.uint64)
    states[rows, at + 1] += 1
    found: NDArray[np.float64] = mixed(mixed(seeds, drawn), np.uint64(1)) * UNIT
    return np.minimum(found, 1 - 2.0**-53)


def mixed(hashed: Any, word: Any) -> Any:
    """A hash combined with one more word."""
    found = hashed * MIXED + word
    found = (found ^ found >> HALF) * MIXED_TOO
    return (found ^ found >> HALF) & SIGN


def at_random(masks: NDArray[np.bool_], generator: np.random.Generator) -> NDArray[np.int64]:
    """A random action among those on offer in each game; 0 if there is none.

    >>> masks = np.array([[False, True, False], [False, False, False]])
    >>> at_random(masks, np.random.default_rng(1))
    array([1, 0])
    """
    counts = masks.sum(axis=1)
    offered = np.append(np.flatnonzero(masks) % masks.shape[1], 0)
    chosen = counts.cumsum() - counts + (generator.random(len(masks)) * counts).astype(np.int64)
    return np.where(counts > 0, offered[chosen], 0)
