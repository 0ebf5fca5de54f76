"""Scorecards played to win on a GPU: whether every value is the CPU's, and how long they take.

    python -m benchmarks.gpu [--check] [--repeat N] [WHAT ...]

Each is told with the seconds of the kernels alone, those of the whole solve, and how far both are
from what shared memory and arithmetic allow. With `--check` the CPU solves it as well, and every
value is compared.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from perfectplay.engines import Request
from perfectplay.engines.backends.gpu import the_gpu
from perfectplay.engines.scorecard.lead import engine, gpu, induction
from perfectplay.engines.scorecard.lead.leads import LeadsInMemory
from perfectplay.games.registry import find
from perfectplay.objectives import EveryTarget, Win

ROOM = 120 << 30


def duel(game: Any) -> LeadsInMemory:
    """Two players, from the start."""
    return engine.duel_leads(game, game.start(), 0, Request(Win(), memory=ROOM)).whole()


def every_target(game: Any) -> LeadsInMemory:
    """A player alone, for every number of points."""
    return engine.target_leads(game, Request(EveryTarget(), memory=ROOM)).whole()


def thirteen() -> Any:
    """Yahtzee without any bonus."""
    import dataclasses

    card: Any = find("yahtzee")(players=2).card
    return dataclasses.replace(card, bonuses=[], repeat=None)


TASKS: dict[str, Callable[[], LeadsInMemory]] = {
    "generala, every target": lambda: every_target(find("generala")(players=1)),
    "yazy, two players": lambda: duel(find("yazy")(players=2)),
    "yahtzee, every target": lambda: every_target(find("yahtzee")()),
    "yacht, two players": lambda: duel(find("yacht")(players=2)),
    "yahtzee without bonuses, two players": lambda: duel(thirteen()),
}


def kernels_alone(leads: LeadsInMemory) -> float:
    """The seconds that the GPU takes for all plies, without what is copied to the host."""
    import cupy

    device = the_gpu()
    solver = gpu.Solver(leads, device, gpu.module_for(device, leads.lattice, leads.values.dtype))
    then = device.put(np.full(leads.plies[0].end, leads.tie, leads.values.dtype))
    begin, end = cupy.cuda.Event(), cupy.cuda.Event()
    begin.record()
    for place in range(1, len(leads.plies)):
        then = solver.solve_ply(place, then)
    end.record()
    end.synchronize()
    return float(cupy.cuda.get_elapsed_time(begin, end)) / 1000


def measure(name: str, repeat: int) -> dict[str, float]:
    """Solve it some times: the seconds of each part."""
    parts: dict[str, list[float]] = {"laid out": [], "solved": [], "kernels": []}
    for _ in range(repeat):
        began = time.perf_counter()
        leads = TASKS[name]()
        parts["laid out"].append(time.perf_counter() - began)
        began = time.perf_counter()
        gpu.solve_leads(leads, device=the_gpu())
        parts["solved"].append(time.perf_counter() - began)
        parts["kernels"].append(kernels_alone(leads))
    found = {part: statistics.median(seconds) for part, seconds in parts.items()}
    return {"states": leads.count, "value": float(leads.values[-1]), **found}


def check(name: str) -> str:
    """The greatest difference of any value from the CPU's, and that of the last one."""
    one, other = TASKS[name](), TASKS[name]()
    other.values[:] = np.nan
    gpu.solve_leads(other, device=the_gpu())
    began = time.perf_counter()
    induction.solve_leads(one)
    seconds = time.perf_counter() - began
    gaps = [
        float(np.abs(one.values[ply.first : ply.end] - other.values[ply.first : ply.end]).max())
        for ply in one.plies
        if ply.end > ply.first
    ]
    last = abs(float(one.values[-1]) - float(other.values[-1]))
    return f"{max(gaps):.2e} at most, {last:.2e} at the start; CPU {seconds:.1f} s"


def main() -> None:
    """Measure what is asked, or all."""
    parser = argparse.ArgumentParser()
    parser.add_argument("what", nargs="*")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--repeat", type=int, default=3)
    asked = parser.parse_args()
    for name in TASKS:
        if asked.what and not any(name.startswith(what) for what in asked.what):
            continue
        if asked.check:
            print(name, "| against the CPU:", check(name), flush=True)
        else:
            print(name, measure(name, asked.repeat), flush=True)


if __name__ == "__main__":
    main()
