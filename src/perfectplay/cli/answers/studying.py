"""Many variants of a game side by side."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from perfectplay.analysis.studies.axes import RANGE, Axis
from perfectplay.analysis.studies.file import is_study, read_study
from perfectplay.analysis.studies.findings import Findings
from perfectplay.analysis.studies.kept import default_file
from perfectplay.analysis.studies.measures import Own, find_measure
from perfectplay.analysis.studies.study import REASON, Study
from perfectplay.analysis.studies.variants import read_value
from perfectplay.cli import show, words
from perfectplay.cli.answers.drawing import require_figure
from perfectplay.cli.answers.spread import require_suffix, write_frame
from perfectplay.cli.progress import Ticker
from perfectplay.errors import ParameterError, PerfectPlayError
from perfectplay.model.game import Game
from perfectplay.model.parameters import spell
from perfectplay.objectives import read_objective
from perfectplay.request import Compute
from perfectplay.user_code import user_errors

if TYPE_CHECKING:
    import polars as pl

FROM_TO = re.compile(r"(-?\d+)\.\.(-?\d+)(?::(\d+))?")
MOST_ROWS = 40
MOST_NAMED = 8
DIGITS = 4
GAP = 2
"""Spaces between two columns."""
REASON_ROOM = 30
"""The minimum width of the column of reasons."""


def study(
    name: str,
    given: list[str],
    *,
    vary: Sequence[str],
    measures: str | None,
    objective: str | None,
    sample: int | None,
    seed: int | None,
    memory: str,
    backend: str,
    workers: int | None,
    cluster: str,
    out: Path | None,
    figure: Path | None,
    dark: bool,
    as_json: bool,
) -> None:
    """Solve the variants, show the table, and write the files requested."""
    if out is not None:
        require_suffix(out)
    require_figure(figure)
    asked: dict[str, Any] = {"sample": sample, "seed": seed}
    asked["objective"] = None if objective is None else read_objective(objective)
    asked["measures"] = None if measures is None else tuple(map(measure, measures.split(",")))
    changes = {key: value for key, value in asked.items() if value is not None}
    changes |= {"compute": Compute(backend=backend, memory_limit=words.read_memory(memory))}
    if name.endswith(".toml") and is_study(Path(name)):
        if given or vary:
            raise PerfectPlayError(f"{name} says what varies; --vary and parameters go in there")
        plan = read_study(Path(name), words.find_game, measure, **changes)
    else:
        base = words.find_game(name, given)
        plan = Study(base, tuple(read_axis(base, each) for each in vary), **changes)
    frame = solve_rows(plan, workers, cluster)
    found = Findings.of(plan, frame)
    if out is not None:
        write_frame(frame, out)
    if figure is not None:
        from perfectplay.figures.files import write
        from perfectplay.figures.study import draw_study

        write(draw_study(found, show.game_line(plan.base), dark=dark), figure)
    if as_json:
        emit(plan, frame)
    else:
        show_study(plan, found, out, figure)


def measure(word: str) -> str | Own:
    """A measure by its name, or a user's own, as FILE.py:FUNCTION."""
    if ".py" not in word:
        return find_measure(word)
    return words.user_function(word, "a measure", "a solution")


def read_axis(base: Game[Any], text: str) -> Axis:
    """What varies, as typed: KEY=VALUE,VALUE or KEY=FROM..TO:STEP."""
    key, equals, values = text.partition("=")
    if not equals or not values:
        raise ParameterError(f"'{text}' lacks values; write {key}=VALUE,... or {key}=FROM..TO:STEP")
    steps = FROM_TO.fullmatch(values)
    if steps is None:
        return Axis.of(key, [read_value(base, key, word) for word in values.split(",")])
    numbers = (int(number or 1) for number in steps.groups())
    return Axis.of(key, dict(zip(RANGE, numbers, strict=True)))


def solve_rows(plan: Study, workers: int | None, cluster: str) -> pl.DataFrame:
    """The rows of a study; if interrupted, says where finished rows are kept."""
    file = default_file(re.sub(r"\W+", "-", plan.base.name.lower()))
    try:
        with Ticker() as ticker, user_errors(plan.base):
            return plan.run(cluster=cluster, workers=workers, rows_file=file, progress=ticker)
    except KeyboardInterrupt:
        if file is None or not file.exists():
            raise
        raise InterruptedError(
            f"interrupted; {file} keeps the rows that are done, and the same command goes on"
        ) from None


def emit(plan: Study, frame: pl.DataFrame) -> None:
    """The rows for programs."""
    show.emit(
        {
            **show.question_facts(plan.base, plan.objective or plan.base.objective()),
            "base": plan.base_settings,
            "rows": frame.to_dicts(),
        }
    )


def show_study(plan: Study, found: Findings, out: Path | None, figure: Path | None) -> None:
    """The table for people, with the base marked and the highest row named."""
    frame = found.frame
    show.print_line(f"{show.game_line(plan.base)}: {len(frame):,} variant{'s' * (len(frame) != 1)}")
    failed = frame.get_column(REASON).is_not_null().any()
    shown = fitting(found, room=REASON_ROOM if failed else 0)
    head = ["", *found.axes, *map(folded, shown), *([REASON] if failed else [])]
    show.table(
        head,
        [
            [
                "base" if found.is_base(row) else "",
                *(spell(row[axis]) for axis in found.axes),
                *(cell(row[name]) for name in shown),
                *([row[REASON] or ""] if failed else []),
            ]
            for row in frame.head(MOST_ROWS).iter_rows(named=True)
        ],
        right=[*found.axes, *map(folded, shown)],
    )
    if len(shown) < len(found.measures):
        left_out = ", ".join(found.measures[len(shown) :])
        show.print_line(f"too wide for here: {left_out}; --out FILE.parquet has them all")
    if len(frame) > MOST_ROWS:
        show.print_line(f"and {len(frame) - MOST_ROWS:,} more; --out FILE.parquet has them all")
    for name in found.measures[:MOST_NAMED]:
        best = found.best(name)
        if best is not None and len(frame) > 1:
            show.print_line(
                f"{name} is highest with {found.variant_text(best)}: {cell(best[name])}"
            )
    for written in (out, figure):
        if written is not None:
            show.print_line(f"written to {written}")


def fitting(found: Findings, room: int) -> list[str]:
    """The measures that fit into a table, next to the axes and other columns."""
    left = Console().width - len(" base  ") - room
    for axis in found.axes:
        left -= max(len(axis), *(len(spell(each)) for each in found.values(axis))) + GAP
    shown: list[str] = []
    for name in found.measures:
        cells = (cell(value) for value in found.frame.get_column(name))
        left -= max(map(len, [*name.split(), *cells])) + GAP
        if left >= 0 or not shown:
            shown.append(name)
    return shown


def folded(name: str) -> str:
    """The name of a measure as the header of a narrow column."""
    return name.replace(" ", "\n")


def cell(value: float | None) -> str:
    """A measured number."""
    return "" if value is None else f"{value:.{DIGITS}f}"
