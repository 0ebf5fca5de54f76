"""Race the engine for any game against its peers: `python -m benchmarks.engines`.

Each contestant solves each game in a process of its own, building and solving together. `first`
is the first solve in that process, its imports aside; `best` is the best of some more, and the
ratios are of those. Peak memory is that of the whole process. The values must agree to ten digits.

perfectplay runs twice: as it comes, when a small game is swept by plain Python, and warm, with
Numba in memory, as it is in a process that has solved one large game.
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
from typing import Any

from benchmarks.record import note

from perfectplay import Compute

ROUNDS = 30
PATIENCE = 6.0
"""A game is solved at least twice, and more often while that takes no longer than this."""
DIGITS = 1e-10


def perfectplay_solver(name: str) -> Callable[[], tuple[float, int]]:
    """A game solved by perfectplay."""
    from benchmarks.slots import BoxSlots

    from perfectplay import Game, solve
    from perfectplay.engines.graph.solution import GraphSolution
    from perfectplay.games.greed import Greed
    from perfectplay.games.shut_the_box import ShutTheBox

    games: dict[str, Game[Any]] = {
        "slots, 6 boxes": BoxSlots(boxes=6, target=45),
        "slots, 8 boxes": BoxSlots(boxes=8, target=60),
        "slots, 10 boxes": BoxSlots(boxes=10, target=75),
        "Shut the Box 1-9": ShutTheBox(tiles=9),
        "Shut the Box 1-12": ShutTheBox(tiles=12),
        "Greed (10, 3)": Greed(max=10, sides=3),
        "Greed (20, 3)": Greed(max=20, sides=3),
        "Greed (50, 6)": Greed(max=50, sides=6),
    }

    def run() -> tuple[float, int]:
        solution = solve(games[name], compute=Compute(engine="graph"))
        assert isinstance(solution, GraphSolution)
        return float(solution.value), sum(solution.lanes.reachable)

    return run


def warm_solver(name: str) -> Callable[[], tuple[float, int]]:
    """The same, with Numba in memory."""
    import numba  # noqa: F401  # the engine looks whether it is there

    return perfectplay_solver(name)


def storm_solver(name: str) -> Callable[[], tuple[float, int]]:
    """A game solved by Storm, the C++ model checker."""
    from benchmarks.peers import storm
    from benchmarks.peers.boxes import EIGHT, SIX, TEN

    runs = {
        "slots, 6 boxes": lambda: storm.slots(SIX, 45),
        "slots, 8 boxes": lambda: storm.slots(EIGHT, 60),
        "slots, 10 boxes": lambda: storm.slots(TEN, 75),
        "Shut the Box 1-9": lambda: storm.shut_the_box(9),
        "Shut the Box 1-12": lambda: storm.shut_the_box(12),
    }

    def run() -> tuple[float, int]:
        answer = runs[name]()
        return float(answer.value), answer.states

    return run


def open_spiel_solver(name: str) -> Callable[[], tuple[float, int]]:
    """A game solved by open_spiel's value iteration."""
    from benchmarks.peers import openspiel
    from benchmarks.peers.boxes import SIX

    runs = {
        "slots, 6 boxes": lambda: openspiel.slots(SIX, 45),
        "Greed (10, 3)": lambda: openspiel.greed(10, 3),
        "Greed (20, 3)": lambda: openspiel.greed(20, 3),
    }

    def run() -> tuple[float, int]:
        answer = runs[name]()
        return float(answer.value), answer.states

    return run


SOLVERS = {
    "perfectplay": perfectplay_solver,
    "perfectplay, warm": warm_solver,
    "stormpy": storm_solver,
    "open_spiel": open_spiel_solver,
}
RACES = {
    "slots, 6 boxes": ("perfectplay", "perfectplay, warm", "stormpy", "open_spiel"),
    "slots, 8 boxes": ("perfectplay", "perfectplay, warm", "stormpy"),
    "slots, 10 boxes": ("perfectplay", "perfectplay, warm", "stormpy"),
    "Shut the Box 1-9": ("perfectplay", "perfectplay, warm", "stormpy"),
    "Shut the Box 1-12": ("perfectplay", "perfectplay, warm", "stormpy"),
    "Greed (10, 3)": ("perfectplay", "perfectplay, warm", "open_spiel"),
    "Greed (20, 3)": ("perfectplay", "perfectplay, warm", "open_spiel"),
    "Greed (50, 6)": ("perfectplay", "perfectplay, warm"),
}
"""The games, and who solves them."""


def measure(solver: str, game: str) -> dict[str, float]:
    """Solve a game some times in this process."""
    run = SOLVERS[solver](game)
    times: list[float] = []
    while len(times) < 2 or (len(times) <= ROUNDS and sum(times) < PATIENCE):
        began = time.perf_counter()
        value, states = run()
        times.append(time.perf_counter() - began)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    best = min(times[1:])
    return {"value": value, "states": states, "first": times[0], "best": best, "peak": peak}


def race(game: str) -> list[str]:
    """One game by all its solvers, as rows of a Markdown table."""
    rows = []
    ours: dict[str, float] = {}
    value = 0.0
    for solver in RACES[game]:
        command = [sys.executable, "-m", "benchmarks.engines", solver, game]
        ran = subprocess.run(command, check=True, capture_output=True)  # noqa: S603  # ourselves
        found = json.loads(ran.stdout)
        note(f"{game}, {solver}", [found["best"]])
        if solver.startswith("perfectplay"):
            ours[solver] = found["best"]
        value = value or found["value"]
        if abs(found["value"] - value) > DIGITS * value:
            raise SystemExit(f"{game}: {solver} finds {found['value']}, not {value}")
        ratios = [f"{found['best'] / best:.2f}" for best in ours.values()]
        ratio = "" if solver in ours else " / ".join(ratios)
        rows.append(
            f"| {game} | {solver} | {found['states']:,} | {found['first']:.3f} | "
            f"{found['best']:.3f} | {found['peak']:.0f} | {ratio} | {found['value']:.12f} |"
        )
    return rows


def main() -> None:
    """Run all races, or one entry of one race."""
    if len(sys.argv) == 3:
        print(json.dumps(measure(*sys.argv[1:])))
        return
    cores = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    print(f"Measured on {datetime.now(tz=UTC):%Y-%m-%d} on {cores}; seconds, MiB.\n")
    print("| game | solver | states | first | best | peak | times ours, cold / warm | value |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |")
    for game in RACES:
        print("\n".join(race(game)), flush=True)


if __name__ == "__main__":
    main()
