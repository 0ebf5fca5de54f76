"""Race the engine for cycles against others on Pig and on walks: `python -m benchmarks.cycles`.

Each contestant solves each game in a process of its own, building and solving together, imports
aside; in CPU seconds. `first` is the first solve in that process, `best` the best of some more;
the ratios are of the best. Peak memory is that of the whole process. `off by` is how far a value is
from perfectplay's, whose own bounds are in the column `proved to`.

A walk goes up with a chance of 0.48 and down otherwise until one end or the other; its value at the
middle is tiny, and play goes round for too long to iterate. NumPy solves the equations as one dense
matrix, written by hand.

Pig to 100 is solved by perfectplay alone. Of its time, `solving` is what is left when exploring the
rules and ordering the graph are taken off.
"""

from __future__ import annotations

import json
import os
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from benchmarks.record import note

from perfectplay import Compute

PATIENCE = 20.0
"""A game is solved again while all solves together take no longer than this."""
THRESHOLD = 1e-12

UP = Fraction(12, 25)
"""How likely a walk goes up."""
KNOWN = {"Pig to 100": 0.530592725274}
"""What is known of the value from elsewhere."""

Found = dict[str, float]


def walk_solver(size: int) -> Found:
    """A walk solved by perfectplay."""
    from perfectplay import Chance, Final, Game

    class Walk(Game[int]):
        """A step up or down, until one end or the other."""

        def start(self) -> int:
            return size // 2

        def at(self, position: int) -> Any:
            if position in (0, size):
                return Final(int(position > 0))
            return Chance([(position + 1, UP), (position - 1, 1 - UP)])

    return solved(Walk())


def dense_walk(size: int) -> Found:
    """The same equations as a dense matrix, by NumPy."""
    import numpy as np

    equations = np.eye(size - 1)
    inner = np.arange(size - 2)
    equations[inner, inner + 1] = -float(UP)
    equations[inner + 1, inner] = -float(1 - UP)
    ends = np.zeros(size - 1)
    ends[-1] = float(UP)
    value = np.linalg.solve(equations, ends)[size // 2 - 1]
    return {"value": float(value), "states": size + 1}


def perfectplay_solver(target: int) -> Found:
    """Pig solved by perfectplay."""
    from perfectplay.games.pig import Pig

    return solved(Pig(target=target))


def solved(game: Any) -> Found:
    """A game solved by perfectplay, with its bounds and the time of its stages."""
    from perfectplay import solve

    began = time.process_time()
    stages: dict[str, float] = {}

    def reached(stage: str, _: int) -> None:
        stages.setdefault(stage, time.process_time() - began)

    solution = solve(game, compute=Compute(engine="graph", progress=reached))
    assert solution.lower is not None
    assert solution.upper is not None
    return {
        "value": float(solution.value),
        "width": float(solution.upper - solution.lower),
        "states": solution.positions,
        "solving": time.process_time() - began - stages["solving"],
    }


def warm_solver(target: int) -> Found:
    """The same, with Numba in memory."""
    import numba  # noqa: F401  # the engine looks whether it is there

    return perfectplay_solver(target)


def open_spiel_solver(target: int) -> Found:
    """Pig solved by OpenSpiel's value iteration, until nothing changes by the threshold."""
    from benchmarks.peers import openspiel

    value, states = openspiel.pig(target, THRESHOLD)
    return {"value": float(value), "states": states}


SOLVERS: dict[str, Callable[[int], Found]] = {
    "perfectplay": perfectplay_solver,
    "perfectplay, warm": warm_solver,
    "open_spiel": open_spiel_solver,
    "perfectplay, walk": walk_solver,
    "numpy, dense": dense_walk,
}
PIG = ("perfectplay", "perfectplay, warm", "open_spiel")
WALK = ("perfectplay, walk", "numpy, dense")
RACES = {
    "Pig to 10": PIG,
    "Pig to 20": PIG,
    "Pig to 40": PIG,
    "Pig to 100": ("perfectplay",),
    "walk of 200": WALK,
    "walk of 1000": WALK,
}
"""The games, the last word of each being its size, and who solves it."""


def measure(solver: str, target: int) -> Found:
    """Solve a game some times in this process; imports and machine code come first."""
    SOLVERS[solver](4)
    times: list[float] = []
    found: Found = {}
    while not times or (len(times) < 10 and sum(times) < PATIENCE):
        began = time.process_time()
        found = SOLVERS[solver](target)
        times.append(time.process_time() - began)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {**found, "first": times[0], "best": min(times), "peak": peak}


def race(game: str) -> list[str]:
    """One game by all its solvers, as rows of a Markdown table."""
    rows = []
    ours: list[Found] = []
    for solver in RACES[game]:
        command = [sys.executable, "-m", "benchmarks.cycles", solver, game.rsplit(maxsplit=1)[-1]]
        ran = subprocess.run(command, check=True, capture_output=True)  # noqa: S603  # ourselves
        found = json.loads(ran.stdout)
        if abs(found["value"] - KNOWN.get(game, found["value"])) > 1e-12:
            raise SystemExit(f"{game}: {solver} finds {found['value']}")
        note(f"{game}, {solver}", [found["best"]])
        proved, off, ratio = "", "", ""
        if "width" in found:
            ours.append(found)
            proved = f"{found['width']:.0e}"
        else:
            off = f"{abs(found['value'] - ours[0]['value']):.0e}"
            ratio = " / ".join(f"{found['best'] / each['best']:.0f}" for each in ours)
        solving = f"{found['solving']:.2f}" if "solving" in found else ""
        rows.append(
            f"| {game} | {solver} | {found['states']:,} | {found['first']:.2f} | "
            f"{found['best']:.2f} | {solving} | {found['peak']:.0f} | {ratio} | "
            f"{found['value']:.15g} | {proved} | {off} |"
        )
    return rows


def main() -> None:
    """Run all races, or one entry of one race."""
    if len(sys.argv) == 3:
        print(json.dumps(measure(sys.argv[1], int(sys.argv[2]))))
        return
    cores = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    print(f"Measured on {datetime.now(tz=UTC):%Y-%m-%d} on {cores}; CPU seconds, MiB.\n")
    print(
        "| game | solver | states | first | best | solving | peak | times ours, cold / warm | "
        "value | proved to | off by |"
    )
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: |")
    for game in RACES:
        print("\n".join(race(game)), flush=True)


if __name__ == "__main__":
    main()
