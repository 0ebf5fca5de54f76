"""Scorecards played to win: how long they take, and how much memory.

    python -m benchmarks.leads [YARDSTICK.c]

No peer solves these, so they are told beside the yardstick of `benchmarks.scorecards`, a C program
that solves Yahtzee for the expected score, which is run before each of them.
"""

import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.record import note
from benchmarks.scorecards import compiled, heading, run_yardstick

TASKS = {
    "yahtzee, one target (250)": ("yahtzee", {}, "at-least:250"),
    "yahtzee, every target": ("yahtzee", {}, "at-least:all"),
    "yatzy, every target": ("yatzy", {}, "at-least:all"),
    "yazy, every target": ("yazy", {}, "at-least:all"),
    "yazy, two players": ("yazy", {"players": 2}, "win"),
}
HALF = 0.5


def measure(task: str) -> dict[str, Any]:
    """Solve it, after a small one that has the machine code in memory."""
    from perfectplay import solve
    from perfectplay.engines.scorecard.score_difference import leads
    from perfectplay.engines.scorecard.score_difference.target import EveryTargetSolution
    from perfectplay.games.registry import find
    from perfectplay.objectives import read_objective

    name, parameters, objective = TASKS[task]
    large, leads.SMALL = leads.SMALL, 0 if name != "yazy" or parameters else leads.SMALL
    solve(find("generala")(players=1), read_objective("at-least:100"))
    leads.SMALL = large
    began = time.perf_counter()
    solution = solve(find(name)(**parameters), read_objective(objective))
    seconds = time.perf_counter() - began
    value = solution.value
    if isinstance(solution, EveryTargetSolution):
        value = max(x for x, chance in enumerate(solution.chances) if chance >= HALF)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    told = {"seconds": seconds, "peak": peak, "states": solution.positions}
    return {**told, "value": float(value)}


def main() -> None:
    """Run all tasks, or one."""
    if sys.argv[1:2] == ["--task"]:
        print(json.dumps(measure(sys.argv[2])))
        return
    yardstick = compiled(Path(sys.argv[1])) if len(sys.argv) > 1 else None
    print(heading())
    print("| what | states | seconds | MiB | yardstick, seconds | value |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for task in TASKS:
        gauge = f"{run_yardstick(yardstick)['seconds']:.2f}" if yardstick else ""
        command = [sys.executable, "-m", "benchmarks.leads", "--task", task]
        ran = subprocess.run(command, check=True, capture_output=True)  # noqa: S603  # ourselves
        found = json.loads(ran.stdout)
        note(task, [found["seconds"]])
        print(
            f"| {task} | {found['states']:,} | {found['seconds']:.1f} | {found['peak']:.0f} | "
            f"{gauge} | {found['value']:.7g} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
