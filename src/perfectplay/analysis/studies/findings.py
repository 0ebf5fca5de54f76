"""The findings of a study, for display."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from perfectplay.analysis.studies.study import REASON, Study
from perfectplay.model.parameters import spell

if TYPE_CHECKING:
    import polars as pl


@dataclasses.dataclass(frozen=True)
class Findings:
    """The rows of a study: what varied, what was measured, and which row is the base.

    >>> import polars as pl
    >>> frame = pl.DataFrame({"coins": [2, 3], "value": [0.5, 0.75]})
    >>> found = Findings(frame, ["coins"], ["value"], {"coins": 2})
    >>> found.variant_text(found.best("value"))
    'coins=3'
    """

    frame: pl.DataFrame
    axes: Sequence[str]
    measures: Sequence[str]
    base: Mapping[str, Any]

    @classmethod
    def of(cls, study: Study, frame: pl.DataFrame) -> Findings:
        """The findings of a study's rows."""
        axes = [axis.key for axis in study.axes]
        measures = [name for name in frame.columns if name not in (*axes, REASON)]
        return cls(frame, axes, measures, study.base_settings)

    def values(self, axis: str) -> list[Any]:
        """The values that an axis takes, in order."""
        return list(self.frame.get_column(axis).unique(maintain_order=True))

    def best(self, measure: str) -> dict[str, Any] | None:
        """The row in which a measure is highest; None if it is missing everywhere."""
        known = self.frame.drop_nulls(measure)
        return known.sort(measure, descending=True).row(0, named=True) if len(known) else None

    def variant_text(self, row: Mapping[str, Any]) -> str:
        """A variant in words: what varied, and its value."""
        return " ".join(f"{axis}={spell(row[axis])}" for axis in self.axes)

    def is_base(self, row: Mapping[str, Any]) -> bool:
        """Whether a row is the base itself."""
        return all(spell(row[axis]) == spell(value) for axis, value in self.base.items())
