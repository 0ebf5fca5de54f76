"""Many decisions at once, as columns: what lines may ask about them, and their options."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

from perfectplay.model.nodes import Label

Array = Any


@dataclasses.dataclass(frozen=True)
class DecisionColumns:
    """Decisions and their options, as columns.

    `rows` are their indices in the columns that `column` returns by name. Option `i` belongs to
    decision `owner[i]`, counted among the rows, and has the label number `label[i]`; `number` is
    its index among the options of all rows.
    """

    column: Callable[[str], Any]
    rows: Array
    owner: Array
    label: Array
    number: Array
    points: Array
    labels: Sequence[Label]

    def __getitem__(self, name: str) -> Any:
        """A column, or a value that is the same everywhere."""
        column = self.column(name)
        return column[self.rows] if hasattr(column, "shape") else column

    def gain(self, option: object) -> Array:
        """What an option scores at once; zero where it is not available."""
        import numpy as np

        meant = self.meant(str(option))
        gains = np.zeros(len(self.rows), self.points.dtype)
        gains[self.owner[meant]] = self.points[meant]
        return gains

    def meant(self, option: str) -> Array:
        """The index of the option with this name."""
        import numpy as np

        called = np.array([str(label) == option for label in self.labels])
        return np.flatnonzero(called[self.label])

    def at(self, places: Array) -> DecisionColumns:
        """A selection of the decisions."""
        import numpy as np

        renumbered = np.full(len(self.rows), -1)
        renumbered[places] = np.arange(len(places))
        stay = np.flatnonzero(renumbered[self.owner] >= 0)
        return dataclasses.replace(
            self,
            rows=self.rows[places],
            owner=renumbered[self.owner[stay]],
            label=self.label[stay],
            number=self.number[stay],
            points=self.points[stay],
        )
