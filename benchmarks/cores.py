"""How much faster more cores are: `python -m benchmarks.cores [--json FILE] [--plot FILE]`.

Each job is done on 1, 2, 4, 8 and 16 cores, as far as there are so many, each time in a process of
its own that may use no others. Machine code is in memory before anything is timed. The whole takes
some minutes; with `--minutes` it leaves out what would take longer, with the fewest cores first to
go.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.record import RECORD, Record, note

from perfectplay.engines.backends.threads import TOLD, available_cores

COUNTS = (16, 8, 4, 2, 1)
ROUNDS = 3
PATIENCE = 5
"""A job that takes so many seconds is done once."""

Job = Callable[[], Any]


def solve_job(name: str, **parameters: Any) -> Job:
    """A game solved from its rules."""
    from perfectplay import Compute, solve
    from perfectplay.games.registry import find

    engine = parameters.pop("engine", None)
    return lambda: solve(find(name)(**parameters), compute=Compute(engine)).value


def distribution_job(name: str) -> Job:
    """The exact distribution of a solved game's score."""
    from perfectplay import solve
    from perfectplay.games.registry import find

    solution = solve(find(name)())

    def run() -> float:
        vars(solution).pop("card_play", None)
        return float(solution.distribution().mean)

    return run


JOBS: dict[str, Callable[[], Job]] = {
    "scorecard: yahtzee": lambda: solve_job("yahtzee"),
    "scorecard: yatzy": lambda: solve_job("yatzy"),
    "distribution: yahtzee": lambda: distribution_job("yahtzee"),
    "race: greed (1000, 6)": lambda: solve_job("greed", max=1000, sides=6),
    "race: greed (2000, 6)": lambda: solve_job("greed", max=2000, sides=6),
    "compiled rules: pig": lambda: solve_job("pig", engine="compiled"),
    "compiled rules: royal-ur, 3 pieces": lambda: solve_job("royal-ur", pieces=3),
    "two players: generala": lambda: solve_job("generala", players=2),
}
WARM: dict[str, Callable[[], Job]] = {
    "two players: generala": lambda: solve_job("slots", players=2),
    "compiled rules: pig": lambda: solve_job("pig", target=20, engine="compiled"),
    "compiled rules: royal-ur, 3 pieces": lambda: solve_job("pig", target=20, engine="compiled"),
}
"""What has the machine code of a long job in memory; a short one is done once before."""


def measure(name: str) -> list[float]:
    """The seconds of some rounds of a job in this process."""
    job = JOBS[name]()
    WARM.get(name, lambda: job)()()
    rounds: list[float] = []
    while len(rounds) < ROUNDS and sum(rounds) < PATIENCE:
        began = time.perf_counter()
        job()
        rounds.append(time.perf_counter() - began)
    return rounds


def on_cores(name: str, count: int) -> list[float]:
    """The same in a process that may use some cores."""
    command = [sys.executable, "-m", "benchmarks.cores", "--job", name, "--cores", str(count)]
    environment = os.environ | {TOLD: str(count)}
    ran = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=environment)  # noqa: S603  # ourselves
    rounds: list[float] = json.loads(ran.stdout)
    return rounds


def keep_to(count: int) -> None:
    """Use no more than some cores, whatever asks for threads."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:count])


def run_all(counts: list[int], minutes: float) -> dict[str, dict[int, list[float]]]:
    """By job and number of cores, the seconds of its rounds."""
    end, found = time.monotonic() + 60 * minutes, {}
    for name in JOBS:
        times: dict[int, list[float]] = {}
        expected = 0.0
        for count in counts:
            if time.monotonic() + expected > end:
                break
            began = time.monotonic()
            times[count] = on_cores(name, count)
            expected = 2 * (time.monotonic() - began)
            note(f"{name}, cores: {count}", times[count])
            print(f"{name} on {count}: {min(times[count]):.3f} s", file=sys.stderr, flush=True)
        found[name] = times
    return found


def table(counts: list[int], found: dict[str, dict[int, list[float]]]) -> list[str]:
    """Seconds and, in brackets, how many times as fast as on the fewest cores, as Markdown."""
    ascending = sorted(counts)
    rows = [
        "| job | " + " | ".join(map(str, ascending)) + " |",
        "| --- |" + " ---: |" * len(ascending),
    ]
    for name, times in found.items():
        cells = []
        for count in ascending:
            fastest = min(times[count]) if count in times else None
            cells.append("" if fastest is None else f"{fastest:.2f} ({speed_up(times, count):.1f})")
        rows.append(f"| {name} | " + " | ".join(cells) + " |")
    return rows


def speed_up(times: dict[int, list[float]], count: int) -> float:
    """How many times as fast as on the fewest cores.

    >>> speed_up({1: [4.0, 4.2], 2: [2.1, 2.0]}, 2)
    2.0
    """
    return min(times[min(times)]) / min(times[count])


def draw(found: dict[str, dict[int, list[float]]], path: Path) -> None:
    """Draw how many times as fast each job is."""
    import matplotlib as mpl

    mpl.use("agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 4.5))
    for name, times in found.items():
        counts = sorted(times)
        axes.plot(counts, [speed_up(times, count) for count in counts], "o-", label=name)
    every = sorted({count for times in found.values() for count in times})
    axes.plot(every, every, ":", color="grey", label="as many times as there are cores")
    axes.set(xscale="log", yscale="log", xlabel="cores", ylabel="times as fast")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(mpl.ticker.FixedLocator(every))
        axis.set_major_formatter("{x:g}")
        axis.set_minor_locator(mpl.ticker.NullLocator())
    axes.legend(fontsize=8)
    figure.savefig(path, bbox_inches="tight")


def main() -> None:
    """Do all jobs on all numbers of cores, or one on some."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, help="write a record of the run")
    parser.add_argument("--plot", type=Path, help="draw the speed-up")
    parser.add_argument("--minutes", type=float, default=6.0, help="how long it may take")
    parser.add_argument("--job", help=argparse.SUPPRESS)
    parser.add_argument("--cores", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.job:
        keep_to(given.cores)
        print(json.dumps(measure(given.job)))
        return
    counts = [count for count in COUNTS if count <= available_cores()]
    if given.json:
        given.json.unlink(missing_ok=True)
        os.environ[RECORD] = str(given.json)
    found = run_all(counts, given.minutes)
    here = Record.new()
    print(f"Measured on {here.date} on {here.machine['processor']}; seconds (times as fast).\n")
    print("\n".join(table(counts, found)))
    if given.plot:
        draw(found, given.plot)


if __name__ == "__main__":
    main()
