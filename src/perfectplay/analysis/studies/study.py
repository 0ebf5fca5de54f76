"""A study: many variants of a game, each solved and measured, as a data frame."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from perfectplay.analysis.studies.axes import Axis, Settings, grid
from perfectplay.analysis.studies.measures import Own, find_measure, names_of
from perfectplay.analysis.studies.tasks import StudyRow, StudyTask, error_text, solve_row, task_for
from perfectplay.analysis.studies.variants import checked, value_in, variant
from perfectplay.engines.backends.clock import Clock
from perfectplay.engines.backends.threads import available_cores
from perfectplay.errors import ParameterError, PerfectPlayError, explain_missing_extra
from perfectplay.model.game import Game
from perfectplay.model.parameters import spell
from perfectplay.objectives import Objective
from perfectplay.progress import shown
from perfectplay.request import Compute, Progress, Request
from perfectplay.workers import LOCAL, open_workers

if TYPE_CHECKING:
    import polars as pl

REASON = "reason"
"""The column that says why a row, or part of it, is missing."""


@dataclasses.dataclass(frozen=True)
class Study:
    """What to find out: which game, what varies, what is measured."""

    base: Game[Any]
    axes: tuple[Axis, ...]
    measures: tuple[str | Own, ...] = ("value",)
    objective: Objective | None = None
    sample: int | None = None
    """How many rows to draw from the grid; None takes all."""
    seed: int = 0
    compute: Compute = Compute()
    """How each row is solved."""

    def __post_init__(self) -> None:
        if not self.axes:
            raise ParameterError("a study has to vary something; say what")
        if self.sample is not None and self.sample < 1:
            raise ParameterError(f"a sample of {self.sample} rows is empty; ask for 1 or more")
        if not self.measures:
            raise ParameterError("a study has to measure something; say what")
        names_of(self.measures)
        for measure in self.measures:
            if isinstance(measure, str):
                find_measure(measure)
        keys = [axis.key for axis in self.axes]
        twice = next((key for place, key in enumerate(keys) if key in keys[:place]), None)
        if twice is not None:
            raise ParameterError(f"{twice} varies twice")
        object.__setattr__(self, "axes", tuple(checked(self.base, axis) for axis in self.axes))

    @functools.cached_property
    def rows(self) -> list[Settings]:
        """The variants, in the order of the table."""
        return grid(self.axes, self.sample, self.seed)

    @functools.cached_property
    def base_settings(self) -> Settings:
        """The base's own values for what varies."""
        return {axis.key: value_in(self.base, axis.key) for axis in self.axes}

    def planned(self, settings: Settings) -> StudyTask | StudyRow:
        """The task for a variant, or a finished row if its rules are invalid."""
        try:
            game = variant(self.base, settings)
            game.check_rules()
        except PerfectPlayError as error:
            return StudyRow({}, error_text(error))
        request = Request(self.objective or game.objective(), compute=self.compute)
        return task_for(game, request, self.measures)

    def run(
        self,
        *,
        cluster: str = LOCAL,
        workers: int | None = None,
        rows_file: str | PathLike[str] | None = None,
        progress: Progress | None = None,
    ) -> pl.DataFrame:
        """Solve what has not been solved, and return the table; see `study`."""
        from perfectplay.analysis.studies.kept import KeptRows

        plan = [self.planned(settings) for settings in self.rows]
        tasks = {each.key: each for each in plan if isinstance(each, StudyTask)}
        kept = None if rows_file is None else KeptRows(Path(rows_file))
        done = {} if kept is None else {key: kept.rows[key] for key in tasks if key in kept.rows}
        to_do = [task for key, task in tasks.items() if key not in done]
        clock = Clock("solving variants", max(1, len(tasks)), progress, done=len(done))
        if to_do:
            count = min(workers or available_cores(), len(to_do))
            with open_workers(cluster, count) as pool:
                for task, row in pool.run(solve_row, to_do):
                    done[task.key] = row
                    if kept is not None and row.lasting:
                        kept.keep(task.key, row)
                    clock(1)
        return self.table(
            [done[each.key] if isinstance(each, StudyTask) else each for each in plan]
        )

    def table(self, rows: Sequence[StudyRow]) -> pl.DataFrame:
        """The rows as a data frame: what varies, what was measured, why something is missing."""
        with explain_missing_extra():
            import polars as pl

        measured = dict.fromkeys(name for row in rows for name in row.numbers)
        columns: dict[str, Any] = {
            axis.key: column([settings[axis.key] for settings in self.rows]) for axis in self.axes
        }
        for name in measured:
            numbers = [row.numbers.get(name) for row in rows]
            columns[name] = pl.Series(numbers, dtype=pl.Float64)
        columns[REASON] = pl.Series([row.reason for row in rows], dtype=pl.String)
        return pl.DataFrame(columns)


def column(values: Sequence[Any]) -> pl.Series:
    """The values that vary, as a column: of one type if they share it, else as words."""
    import polars as pl

    kinds = {type(value) for value in values}
    if kinds == {int, float}:
        return pl.Series([float(value) for value in values])
    return pl.Series(values if len(kinds) == 1 else [spell(value) for value in values])


def study(
    base: Game[Any],
    vary: Mapping[str, Any],
    measures: Sequence[str | Callable[[Any], Any]] = ("value",),
    *,
    objective: Objective | None = None,
    sample: int | None = None,
    seed: int = 0,
    compute: Compute = Compute(),
    workers: int | None = None,
    cluster: str = LOCAL,
    rows_file: str | PathLike[str] | None = None,
) -> pl.DataFrame:
    """Solve many variants of a game and measure them: a row for each.

    `vary` has, by key, the values that it takes: a list, or a range `{"from": 40, "to": 90, "step":
    5}`. A key is a parameter of the game, or a path into the declaration of its card, such as
    `bonuses.upper.at` or `rerolls`; a box itself (`boxes.chance`) is there or not. With a `sample`,
    that many rows are drawn from the grid.

    Measures are `value`, `deviation`, `percentiles`, `bonuses`, `boxes`, `options`, `turns`,
    `rolls`, `decisions`, `skill`, `advantage`, `fair` and `drama`, or functions of a `Solution`
    that give a number, or several by name. What could not be solved or measured has the reason in
    its row.

    Rows are solved by processes, one for each core unless `workers` says how many (1 is this
    process itself), or on a Ray `cluster`. Rows that are done are kept in the `rows_file`, if there
    is one, and found there again.

    >>> from perfectplay import study
    >>> from perfectplay.games.coins import Coins
    >>> frame = study(Coins(target=2), {"coins": [2, 3]}, ["value"], workers=1)
    >>> frame.rows()
    [(2, 0.5, None), (3, 0.6875, None)]
    """
    axes = tuple(Axis.of(key, given) for key, given in vary.items())
    a_row = dataclasses.replace(compute, progress=None)
    asked = Study(base, axes, tuple(measures), objective, sample, seed, a_row)
    with shown(compute.progress) as told:
        return asked.run(cluster=cluster, workers=workers, rows_file=rows_file, progress=told)
