"""Scorecards played to win on a GPU: whether every value is the CPU's, and how long they take.

    python -m benchmarks.gpu [--check] [--repeat N] [WHAT ...]

Each is solved as a user would, from the rules to the last value; what was compiled before is kept,
so that the first of some runs is not counted. The seconds are told of the whole, of laying out the
table on the CPU, and of the kernels alone. With `--check` the CPU solves it as well, and every
value is compared.
"""

import argparse
import dataclasses
import functools
import random
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from perfectplay import Compute, compare, solve
from perfectplay.engines.backends.gpu import the_gpu
from perfectplay.engines.scorecard.score_difference import (
    engine,
    gpu,
    gpu_matches,
    induction,
    matches,
)
from perfectplay.engines.scorecard.score_difference import leads as tables
from perfectplay.engines.scorecard.score_difference.leads import LeadsInMemory
from perfectplay.games.registry import find
from perfectplay.model.scorecard import Duel, Turn
from perfectplay.model.scorecard.declaration import read_scorecard
from perfectplay.objectives import EveryTarget, Score, Win
from perfectplay.request import Request

ROOM = 100 << 30
THIRTEEN = Path(__file__).parents[1] / "examples" / "thirteen-boxes.toml"
OPEN = 8
POSITIONS = 20
SEED = 16


def duel(game: Any, start: Duel | None = None, lead: int = 0) -> LeadsInMemory:
    """Two players, from the start or from a position on."""
    request = Request(Win(), compute=Compute(memory_limit=ROOM))
    return engine.duel_leads(game, start or game.start(), lead, request).whole()


def every_target(game: Any) -> LeadsInMemory:
    """A player alone, for every number of points."""
    return engine.target_leads(
        game, Request(EveryTarget(), compute=Compute(memory_limit=ROOM))
    ).whole()


TASKS: dict[str, Callable[[], LeadsInMemory]] = {
    "generala, every target": lambda: every_target(find("generala")(players=1)),
    "yazy, two players": lambda: duel(find("yazy")(players=2)),
    "yahtzee, every target": lambda: every_target(find("yahtzee")()),
    "yacht, two players": lambda: duel(find("yacht")(players=2)),
    "thirteen boxes, two players": lambda: duel(
        dataclasses.replace(read_scorecard(THIRTEEN), players=2)
    ),
}


def kernels_alone(leads: LeadsInMemory) -> float:
    """The seconds that the GPU takes for all plies, without what is copied to the host."""
    import cupy

    device = the_gpu()
    solver = gpu.GpuSolver(leads, device)
    then = device.put(np.full(leads.plies[0].end, leads.tie, leads.values.dtype))
    begin, end = cupy.cuda.Event(), cupy.cuda.Event()
    begin.record()
    for place in range(1, len(leads.plies)):
        then = solver.solve_ply(place, then)
    end.record()
    end.synchronize()
    return float(cupy.cuda.get_elapsed_time(begin, end)) / 1000


def timed(lay_out: Callable[[], LeadsInMemory]) -> tuple[LeadsInMemory, dict[str, float]]:
    """Solve it once: the table, and the seconds of each part."""
    began = time.perf_counter()
    leads = lay_out()
    laid_out = time.perf_counter()
    gpu.solve_leads(leads, device=the_gpu())
    done = time.perf_counter()
    return leads, {"whole": done - began, "laid out": laid_out - began, "solved": done - laid_out}


def measure(name: str, repeat: int) -> None:
    """Solve it some times: the seconds of each part, in the median."""
    runs = []
    for _ in range(repeat + 1):
        leads = None  # there is not room for two
        leads, run = timed(TASKS[name])
        runs.append(run)
    assert leads
    found = {part: statistics.median(run[part] for run in runs[1:]) for part in runs[0]}
    found["kernels"] = kernels_alone(leads)
    told = ", ".join(f"{part} {seconds:.3f}" for part, seconds in found.items())
    print(f"{name}: {leads.count:,} states, value {leads.values[-1]:.10f}: {told} s", flush=True)


def gaps(one: LeadsInMemory, other: LeadsInMemory) -> tuple[float, float]:
    """How far two tables differ at most, and at the start; ply by ply, as there is little room."""
    most = max(
        float(np.abs(one.values[ply.first : ply.end] - other.values[ply.first : ply.end]).max())
        for ply in one.plies
        if ply.end > ply.first
    )
    return most, abs(float(one.values[-1]) - float(other.values[-1]))


def check(name: str) -> None:
    """The greatest difference of any value from the CPU's, and that of the last one."""
    one, other = TASKS[name](), TASKS[name]()
    other.values[:] = np.nan
    gpu.solve_leads(other, device=the_gpu())
    began = time.perf_counter()
    induction.solve_leads(one)
    seconds = time.perf_counter() - began
    most, last = gaps(one, other)
    print(
        f"{name}: {most:.2e} from the CPU at most, {last:.2e} at the start; "
        f"the CPU took {seconds:.1f} s",
        flush=True,
    )


def measure_double() -> None:
    """Yazy for two in 64 bits: what 32 bits cost, in digits and in seconds."""
    name = "yazy, two players"
    single, _ = timed(TASKS[name])
    with mock.patch.object(tables, "dtype_for", return_value=np.float64):
        timed(TASKS[name])
        double, run = timed(TASKS[name])
    gap, last = gaps(double, single)
    print(
        f"{name}, in 64 bits: {run['whole']:.2f} s, kernels {kernels_alone(double):.2f} s; value "
        f"{double.values[-1]:.12f}; in 32 bits {gap:.2e} from it at most, {last:.2e} at the start",
        flush=True,
    )


def measure_matches(repeat: int, *, against_cpu: bool) -> None:
    """Playing to win and for the score against each other, on Yazy: all that `compare` does."""
    seconds = []
    for _ in range(repeat + 1):
        began = time.perf_counter()
        yazy = find("yazy")(players=2)
        best = solve(yazy, compute=Compute(backend="gpu", memory_limit=ROOM))
        solved = time.perf_counter()
        players = {"optimal": best.play, "score": solve(yazy, Score()).play}
        alone = time.perf_counter()
        found = compare(yazy, players, compute=Compute(backend="gpu", memory_limit=ROOM))
        done = time.perf_counter()
        seconds.append((done - began, solved - began, alone - solved, done - alone))
    whole, *parts = map(statistics.median, zip(*seconds[1:], strict=True))
    told = ", ".join(f"{each:.3f}" for each in parts)
    print(f"matches of yazy: {whole:.3f} s (to win, for the score, matched: {told})", flush=True)
    for match in found:
        print("   ", *match.strategies, f"{match.value:.9f}", match.distribution.get(0))
    if against_cpu:
        check_matches(best)


def check_matches(best: Any) -> None:
    """The same matches on the CPU."""
    alone: Any = solve(best.game, Score())
    scorer = alone.alone.card_play
    found = gpu_matches.play_off(best.leads, 0, scorer, device=the_gpu())
    began = time.perf_counter()
    expected = matches.play_off(best.leads, 0, scorer)
    seconds = time.perf_counter() - began
    gaps = [
        abs(one - other)
        for name in ("both", "first", "second")
        for one, other in zip(getattr(found, name), getattr(expected, name), strict=True)
    ]
    print(f"matches of yazy: {max(gaps):.2e} from the CPU, which took {seconds:.1f} s", flush=True)


def drawn(game: Any, generator: random.Random) -> tuple[Turn, int]:
    """A player's card with some boxes left open, the others filled with rolls; and its score."""
    card = game.card
    filled = generator.sample(card.names, len(card.names) - OPEN)
    points = {name: card.points[name][generator.choice(card.rolls)] for name in filled}
    totals = tuple(
        min(sum(points.get(name, 0) for name in bonus.boxes), bonus.at) for bonus in card.bonuses
    )
    still_open = tuple(name for name in card.names if name not in points)
    return Turn(still_open, totals, points.get(card.repeat.box, 0) > 0), sum(points.values())


def end_games() -> Iterator[tuple[Any, Duel, int]]:
    """Positions of Yahtzee, with the lead of the first player."""
    generator, yahtzee = random.Random(SEED), find("yahtzee")(players=2)
    for _ in range(POSITIONS):
        (first, one), (second, other) = (drawn(yahtzee, generator) for _ in range(2))
        yield yahtzee, Duel.of(first, second), one - other


def measure_end_games() -> None:
    """Solve some end games: the median, and the largest."""
    seconds, states = [], []
    for given in end_games():
        leads, run = timed(functools.partial(duel, *given))
        seconds.append(run["whole"])
        states.append(leads.count)
    print(
        f"end games of yahtzee, {OPEN} open boxes each: {statistics.median(seconds):.2f} s and "
        f"{statistics.median(states):,.0f} states in the median, from {min(seconds):.2f} to "
        f"{max(seconds):.2f} s and {min(states):,} to {max(states):,} states",
        flush=True,
    )


def main() -> None:
    """Measure what is asked, or all."""
    parser = argparse.ArgumentParser()
    parser.add_argument("what", nargs="*")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--repeat", type=int, default=3)
    asked = parser.parse_args()

    def wanted(name: str) -> bool:
        return not asked.what or any(name.startswith(what) for what in asked.what)

    for name in filter(wanted, TASKS):
        if asked.check:
            check(name)
        else:
            measure(name, asked.repeat)
    if wanted("matches"):
        measure_matches(asked.repeat, against_cpu=asked.check)
    if wanted("double"):
        measure_double()
    if wanted("end games"):
        measure_end_games()


if __name__ == "__main__":
    main()
