"""Race the scorecard engine against its peers: `python -m benchmarks.scorecards [YARDSTICK.c]`.

The yardstick is a C program that solves Yahtzee with the forced joker and prints a line with
`value V` and `solve S s`; it is compiled with gcc, if both are there. Contestants take turns, round
after round, so that what else the machine does meets them alike. Every task runs in a process of
its own, and is run once before it is timed: machine code is warm. Values must agree to ten digits.
"""

from __future__ import annotations

import json
import os
import platform
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.record import note

ROUNDS = 3
DIGITS = 1e-10
GCC = ("gcc", "-O3", "-march=native", "-fopenmp", "-ffast-math")


def solve_task(name: str, cores: int, **parameters: Any) -> Callable[[], float]:
    """A scorecard solved from its declaration, tables included."""
    from perfectplay.engines.backends.threads import Threads
    from perfectplay.engines.scorecard.anchors import Anchors
    from perfectplay.engines.scorecard.lattice import Lattice
    from perfectplay.engines.scorecard.solve.induction import solve_card
    from perfectplay.games.registry import find
    from perfectplay.model.scorecard import DiceAndBoxes
    from perfectplay.objectives import Score

    def run() -> float:
        game = find(name)(**parameters)
        assert isinstance(game, DiceAndBoxes)
        anchors, lattice = Anchors(game.card), Lattice.of(game.card)
        return float(solve_card(anchors, lattice, Score(), backend=Threads(cores))[-1])

    return run


def answer_task(question: str, name: str) -> Callable[[], float]:
    """A question to a solved scorecard."""
    from perfectplay import solve
    from perfectplay.games.registry import find

    solution = solve(find(name)())
    roll = solution.read(f"open={','.join(solution.game.start().open)} roll=1,2,3,4,6 rerolls=2")

    def run() -> float:
        vars(solution).pop("card_play", None)
        vars(solution).pop("turn", None)
        if question == "distribution":
            return float(solution.distribution().mean)
        if question == "100,000 games":
            return solution.simulate(100_000, 1).mean
        return float(solution.options(roll)[0].value)

    return run


def yatzy_solver_task(variant: str) -> Callable[[], float]:
    """The same game by the PyPI package yatzy-solver, in Rust."""
    import yatzy_solver

    def run() -> float:
        solver = yatzy_solver.Solver.build(yatzy_solver.Variant(variant))
        return float(solver.state_value("upper 0 | filled -"))

    return run


TASKS: dict[str, Callable[[], Callable[[], float]]] = {
    "ours, two threads, yahtzee": lambda: solve_task("yahtzee", 2),
    "ours, one thread, yahtzee": lambda: solve_task("yahtzee", 1),
    "ours, two threads, yahtzee joker=free": lambda: solve_task("yahtzee", 2, joker="free"),
    "ours, two threads, yatzy": lambda: solve_task("yatzy", 2),
    "ours, two threads, yazy": lambda: solve_task("yazy", 2),
    "yatzy-solver, yahtzee joker=free": lambda: yatzy_solver_task("american"),
    "yatzy-solver, yatzy": lambda: yatzy_solver_task("yatzy-scandinavian"),
    "ours, distribution, yahtzee": lambda: answer_task("distribution", "yahtzee"),
    "ours, distribution, yatzy": lambda: answer_task("distribution", "yatzy"),
    "ours, 100,000 games, yahtzee": lambda: answer_task("100,000 games", "yahtzee"),
    "ours, options of the first roll, yahtzee": lambda: answer_task("options", "yahtzee"),
}
RACES = (
    ("yahtzee", "ours, two threads", ("ours, one thread", "yardstick in C, two threads")),
    ("yahtzee joker=free", "ours, two threads", ("yatzy-solver",)),
    ("yatzy", "ours, two threads", ("yatzy-solver",)),
    ("yazy", "ours, two threads", ()),
    ("distribution, yahtzee", "ours", ()),
    ("distribution, yatzy", "ours", ()),
    ("100,000 games, yahtzee", "ours", ()),
    ("options of the first roll, yahtzee", "ours", ()),
)
"""What is done, by us, and by whom else."""


def measure(task: str) -> dict[str, float]:
    """Do a task twice in this process, and time the second."""
    run = TASKS[task]()
    run()
    began = time.perf_counter()
    value = run()
    seconds = time.perf_counter() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"value": value, "seconds": seconds, "peak": peak}


def in_a_process(task: str) -> dict[str, Any]:
    """Do a task in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.scorecards", "--task", task]
    ran = subprocess.run(command, check=True, capture_output=True)  # noqa: S603  # ourselves
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def run_yardstick(program: str) -> dict[str, float]:
    """Run the compiled yardstick; it times itself."""
    environment = os.environ | {"OMP_NUM_THREADS": "2"}
    ran = subprocess.run(  # noqa: S603  # the user's own program
        [program], check=True, capture_output=True, text=True, env=environment
    )
    found = re.search(r"value (\S+).*solve (\S+) s", ran.stdout)
    if found is None:
        raise SystemExit(f"the yardstick prints no value and time: {ran.stdout}")
    return {"value": float(found[1]), "seconds": float(found[2]), "peak": float("nan")}


def race(what: str, ours: str, others: tuple[str, ...], yardstick: str | None) -> list[str]:
    """One thing done by all who can, in turns; rows of a Markdown table."""
    solvers = [ours, *(other for other in others if yardstick or "yardstick" not in other)]
    runs: dict[str, list[dict[str, Any]]] = {solver: [] for solver in solvers}
    for _ in range(ROUNDS):
        for solver in solvers:
            one = yardstick if "yardstick" in solver else None
            found = run_yardstick(one) if one else in_a_process(f"{solver}, {what}")
            runs[solver].append(found)
    value = runs[ours][0]["value"]
    rows = []
    for solver, found_all in runs.items():
        gap = abs(found_all[0]["value"] - value)
        if gap > DIGITS * value:
            raise SystemExit(f"{what}: {solver} finds {found_all[0]['value']}, not {value}")
        times = [found["seconds"] for found in found_all]
        note(f"{what}, {solver}", times)
        ratios = [
            our["seconds"] / found["seconds"]
            for our, found in zip(runs[ours], found_all, strict=True)
        ]
        ratio = (
            ""
            if solver == ours
            else f"{median(ratios):.3f} ({min(ratios):.3f} to {max(ratios):.3f})"
        )
        peak = found_all[0]["peak"]
        rows.append(
            f"| {what} | {solver} | {min(times):.4f} | {median(times):.4f} | "
            f"{'' if peak != peak else f'{peak:.0f}'} | {ratio} | {found_all[0]['value']:.10f} |"  # noqa: PLR0124  # NaN
        )
    return rows


def compiled(source: Path) -> str | None:
    """The yardstick compiled, if gcc is there."""
    gcc = shutil.which(GCC[0])
    if gcc is None:
        print("no gcc: the yardstick is left out", file=sys.stderr)
        return None
    program = Path(tempfile.mkdtemp()) / "yardstick"
    command = [gcc, *GCC[1:], "-o", str(program), str(source), "-lm"]
    subprocess.run(command, check=True)  # noqa: S603  # a compiler
    return str(program)


def heading() -> str:
    """Where and when something is measured."""
    cores = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    return f"Measured on {datetime.now(tz=UTC):%Y-%m-%d} on {cores}; seconds, MiB.\n"


def main() -> None:
    """Run all races, or one task."""
    if sys.argv[1:2] == ["--task"]:
        print(json.dumps(measure(sys.argv[2])))
        return
    yardstick = compiled(Path(sys.argv[1])) if len(sys.argv) > 1 else None
    print(heading())
    print("| what | solver | best | median | peak | ours / theirs, median (range) | value |")
    print("| --- | --- | ---: | ---: | ---: | ---: | --- |")
    for what, ours, others in RACES:
        print("\n".join(race(what, ours, others, yardstick)), flush=True)


if __name__ == "__main__":
    main()
