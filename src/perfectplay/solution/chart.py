"""A chart of what to do: a row for each kind of hand, a column for each card of the dealer."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from perfectplay.model.nodes import Number
from perfectplay.solution.options import Option


@dataclasses.dataclass(frozen=True)
class Chart:
    """What to do with every kind of hand against every dealer card, by totals alone."""

    rows: Mapping[str, Sequence[str]]
    """The kinds of hands, by a word for several of them."""
    columns: Sequence[str]
    cells: Mapping[tuple[str, str], Sequence[Option]]
    """The options of a kind of hand against a card, best first, each with its mean worth."""
    letters: Mapping[str, str]
    """What players write for each option."""
    value: Number
    """What the game is worth to who plays by the chart."""
    best: Number
    """What it is worth to who looks at every card."""

    def loss(self, row: str, column: str) -> Number | None:
        """What the second best option costs; None if there is but one."""
        options = self.cells[row, column]
        return options[1].cost if len(options) > 1 else None
