"""Compiled rules on a GPU: whole solves, each in a process of its own.

python -m benchmarks.gpu_rules [GAME ...]     such as "royal-ur pieces=7"; without any, `GAMES`
"""

from __future__ import annotations

import json
import subprocess
import sys
import time

GAMES = (
    "royal-ur pieces=5",
    "royal-ur",
    "royal-ur path=masters pieces=5 safe=off capture=on",
    "royal-ur path=masters dice=three safe=off",
    "knucklebones",
    "hypergammon",
    "grid",
)
MEMORY = 120 << 30


def measure(told: str) -> dict[str, object]:
    """Solve one game on the GPU, and look at some of its positions again."""
    from benchmarks.own_games import Grid

    from perfectplay import Compute, solve
    from perfectplay.cli.words import find_game
    from perfectplay.solution.verification import verify

    words, *more = told.split()
    game = Grid(size=3162) if words == "grid" else find_game(words, more)
    began = time.perf_counter()
    stages: dict[str, float] = {}

    def progress(stage: str, _: int) -> None:
        stages[stage.partition(",")[0]] = round(time.perf_counter() - began, 2)
        if "apart" in stage:
            print(f"{time.perf_counter() - began:.1f} {stage}", file=sys.stderr)

    compute = Compute(backend="gpu", engine="compiled", memory_limit=MEMORY, progress=progress)
    width = 1e-9 if words == "knucklebones" else None
    solution = solve(game, width=width, compute=compute)
    seconds = time.perf_counter() - began
    lower, upper = float(solution.lower or 0), float(solution.upper or 0)
    return {
        "game": told,
        "positions": solution.positions,
        "seconds": round(seconds, 2),
        "lower": lower,
        "upper": upper,
        "width": upper - lower,
        "stages": stages,
        "largest error": verify(solution).largest_error,
    }


def card() -> str:
    """The name of the GPU."""
    import cupy

    return str(cupy.cuda.runtime.getDeviceProperties(0)["name"].decode())


def main() -> None:
    """Measure the games that are named."""
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(measure(sys.argv[2])))
        return
    print(card())
    for words in sys.argv[1:] or GAMES:
        command = [sys.executable, "-m", "benchmarks.gpu_rules", "--one", words]
        subprocess.run(command, check=False)  # noqa: S603  # our own


if __name__ == "__main__":
    main()
