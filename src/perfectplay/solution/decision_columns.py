"""Many decisions at once, as columns: what lines ask of them, and what they have on offer."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

from perfectplay.model.nodes import Label

Array = Any


@dataclasses.dataclass(frozen=True)
class DecisionColumns:
    """Decisions and their options, as columns.

    They are the `rows` of the columns that `column` returns by name. Option `i` belongs to decision
    `owner[i]`, counted among the rows, and has the number `label[i]` among the labels; `number` is
    its place among the options of all rows.
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
        """What an option brings at once; nothing where it is not on offer."""
        import numpy as np

        meant = self.meant(str(option))
        gains = np.zeros(len(self.rows), self.points.dtype)
        gains[self.owner[meant]] = self.points[meant]
        return gains

    def meant(self, option: str) -> Array:
        """Where among the options one of this name is."""
        import numpy as np

        called = np.array([str(label) == option for label in self.labels])
        return np.flatnonzero(called[self.label])

    def at(self, places: Array) -> DecisionColumns:
        """Some of the decisions alone."""
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
