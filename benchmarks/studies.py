"""A study of 300 variants of Yahtzee against a loop over `solve` in one process.

    python -m benchmarks.studies [ROWS] [CLUSTER]

The variants differ in where the upper bonus comes and in what it brings. The loop is timed twice:
on one thread, and as `solve` runs by default, on all cores. Seconds are of the wall clock and of
the processor; on a machine that does other work as well, the latter tell more. CLUSTER, such as
local:2, has the same study done by Ray too, and compares the bytes.
"""

from __future__ import annotations

import functools
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl

from perfectplay import solve
from perfectplay.analysis.studies.axes import Axis
from perfectplay.analysis.studies.study import Study
from perfectplay.analysis.studies.variants import variant
from perfectplay.engines.backends.threads import TOLD
from perfectplay.games.yahtzee import Yahtzee

AXES = (
    Axis.of("bonuses.upper.at", {"from": 49, "to": 78}),
    Axis.of("bonuses.upper.points", {"from": 20, "to": 65, "step": 5}),
)
"""30 times 10 variants."""


def processor_seconds() -> float:
    """What this process and those that it has waited for have used of the processor."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def timed(what: str, rows: int, work: Callable[[], Any]) -> Any:
    """Do some work, and print how long it took."""
    began, used = time.perf_counter(), processor_seconds()
    result = work()
    wall, used = time.perf_counter() - began, processor_seconds() - used
    print(
        f"{what:<34}{60 * rows / wall:7.0f} rows a minute{wall:8.1f} s "
        f"{used:8.1f} s of the processor",
        flush=True,
    )
    return result


def loop(study: Study) -> list[float]:
    """The values of all variants, one after the other."""
    return [float(solve(variant(study.base, settings)).value) for settings in study.rows]


def on_one_thread(study: Study) -> list[float]:
    """The same on one thread."""
    before = os.environ.get(TOLD)
    os.environ[TOLD] = "1"
    try:
        return loop(study)
    finally:
        del os.environ[TOLD]
        if before is not None:
            os.environ[TOLD] = before


def as_bytes(frame: pl.DataFrame, folder: Path) -> bytes:
    """A table as the bytes of a Parquet file."""
    frame.write_parquet(folder / "rows.parquet")
    return (folder / "rows.parquet").read_bytes()


def main(rows: int, *clusters: str) -> None:
    """Time the loop and the study; what they find must be the same."""
    solve(Yahtzee())  # the machine code is there before anything is timed
    study = Study(Yahtzee(), AXES, sample=rows)
    rows = len(study.rows)
    values = timed("a loop over solve, one thread", rows, lambda: on_one_thread(study))
    assert timed("a loop over solve, all cores", rows, lambda: loop(study)) == values
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        kept = folder / "rows.jsonl"
        frame = timed("a study", rows, lambda: study.run(rows_file=kept))
        assert frame.get_column("value").to_list() == values
        kept.write_bytes(b"".join(kept.read_bytes().splitlines(keepends=True)[: rows // 2]))
        again = timed("half of its rows kept", rows, lambda: study.run(rows_file=kept))
        assert as_bytes(again, folder) == as_bytes(frame, folder)
        for cluster in clusters:
            on_ray = timed(f"on {cluster}", rows, functools.partial(study.run, cluster=cluster))
            assert as_bytes(on_ray, folder) == as_bytes(frame, folder)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 300, *sys.argv[2:])
