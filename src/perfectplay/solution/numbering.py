"""Decisions and options as numbers: the rows and columns of a learner's table."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any

from perfectplay.model.nodes import Label, Number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Mask = NDArray[np.bool_]


@dataclasses.dataclass(frozen=True, repr=False)
class Numbering:
    """The decisions of a game as the rows of a table, and its options as the columns.

    Decisions come in the order in which exploring the game finds them, options in the order in
    which they first turn up; so they are the same in every run.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> numbering = solve(Coins(coins=2, target=2)).answer(Numbering)
    >>> numbering.decision(0), numbering.actions
    ((Purse(coins=2, points=0), None), [1, 2])
    >>> numbering.mask.sum(axis=1), numbering.best, numbering.values
    (array([2, 1, 2, 1]), array([0, 0, 0, 0]), array([0.5 , 0.25, 0.75, 0.5 ]))
    """

    actions: Sequence[Label]
    """The labels of the options: the columns."""
    mask: Mask
    """Which of them are available at each decision."""
    best: NDArray[np.int64]
    """Which of them best play takes at each decision."""
    values: NDArray[Any]
    """The value of each decision to the first player: floats, or fractions if exact."""
    decision: Callable[[int], tuple[Hashable, Number | None]]
    """The position of a row, and the score so far if solutions track it."""
    row: Callable[..., int]
    """The row of a position, and of the score so far if solutions track it."""

    def __repr__(self) -> str:
        return f"<Numbering: {len(self):,} decisions, {len(self.actions):,} actions>"

    def __len__(self) -> int:
        return len(self.mask)
