"""A chart of what to do: a row for each kind of hand, a column for each dealer card."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from perfectplay.model.nodes import Number
from perfectplay.solution.options import Option


@dataclasses.dataclass(frozen=True)
class Chart:
    """What to do with every kind of hand against every dealer card, by totals alone."""

    rows: Mapping[str, Sequence[str]]
    """The kinds of hands, grouped under a common name."""
    columns: Sequence[str]
    cells: Mapping[tuple[str, str], Sequence[Option]]
    """The options for a kind of hand against a card, best first, each with its mean value."""
    letters: Mapping[str, str]
    """The abbreviation that players use for each option."""
    value: Number
    """The value of the game when playing by the chart."""
    best: Number
    """The value of the game when looking at every card."""

    def loss(self, row: str, column: str) -> Number | None:
        """What the second best option costs; None if there is only one."""
        options = self.cells[row, column]
        return options[1].cost if len(options) > 1 else None
