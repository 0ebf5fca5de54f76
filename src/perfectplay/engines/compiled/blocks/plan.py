"""Estimate a solve in a folder: count all positions, solve only a few of them."""

from __future__ import annotations

import dataclasses
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from perfectplay.engines.compiled.blocks.crew import BYTES_A_KEY, Crew
from perfectplay.engines.compiled.blocks.manifest import Steps
from perfectplay.engines.compiled.blocks.run import FolderSolve
from perfectplay.engines.compiled.blocks.solving import files_of
from perfectplay.engines.compiled.blocks.work import Work
from perfectplay.engines.compiled.game import CompiledGame
from perfectplay.engines.plan import Plan, PlanStep
from perfectplay.errors import PerfectPlayError
from perfectplay.request import Progress, Request, Storage
from perfectplay.solution.storage.blocks import alone_at_work

MOST_COUNTED = 1 << 26
"""The most positions that are counted in a temporary folder."""
SECONDS, TRIED = 1.0, 1 << 20
"""How long the speed is measured, and on steps of at most how many positions."""


def plan(compiled: CompiledGame, request: Request) -> Plan:
    """Count the positions of a game, and measure how fast they can be solved.

    Positions are counted in the folder of the request, where a solve can continue, or in a
    temporary one.
    """
    storage = request.storage
    with folder_for(request) as path, alone_at_work(path), Crew(request, alone=True) as crew:
        if storage.folder is None:
            compute = dataclasses.replace(request.compute, progress=limited(compiled, request))
            request = dataclasses.replace(request, compute=compute, storage=Storage(folder=path))
        began = time.process_time()
        solve = FolderSolve(compiled, request, path, crew)
        work = solve.explored()
        finding = time.process_time() - began
        order = work.steps.in_order
        steps = [plan_step(work, step) for step in order]
        states = sum(work.steps.counts)
        seconds = finding + states * seconds_a_state(solve, work)
        memory = min(work.terms.room, max(work.steps.counts)) * BYTES_A_KEY
        held = most_held(work.steps, dict(zip(order, steps, strict=True)))
        return Plan(steps, counted=True, memory=memory, rate=states / seconds, held=held)


@contextmanager
def folder_for(request: Request) -> Iterator[Path]:
    """The folder to count positions in."""
    if request.storage.folder is not None:
        yield Path(request.storage.folder)
    else:
        with tempfile.TemporaryDirectory(prefix="perfectplay-") as folder:
            yield Path(folder)


def limited(compiled: CompiledGame, request: Request) -> Progress:
    """A progress callback that refuses to go beyond a number of positions."""

    def progress(stage: str, positions: int) -> None:
        request.report(stage, positions)
        if positions > MOST_COUNTED:
            raise PerfectPlayError(
                f"{compiled.game.name} has more than {MOST_COUNTED:,} positions; name a "
                "--folder, in which they are counted, and where the solve then goes on"
            )

    return progress


def plan_step(work: Work, step: int) -> PlanStep:
    """A step: its size, and what has to be read to solve it."""
    _, low, parts = work.steps.steps[step]
    found = sum(
        work.folder.file(name).stat().st_size
        for part in range(parts)
        for name in files_of(work, step, parts, part)
    )
    needed = sum(work.steps.states(other) for one, other in work.steps.needs if one == step)
    name = f"{step}, from rank {low}" if step else "ends"
    size = bytes_a_state(work)
    states = work.steps.states(step)
    return PlanStep(name, states, parts, size * states, found + size * needed)


def bytes_a_state(work: Work) -> int:
    """The bytes a position takes in its block: a key and two bounds."""
    return 8 * (work.words + 2)


def seconds_a_state(solve: FolderSolve, work: Work) -> float:
    """The seconds it takes to solve a position, measured on the last steps of play."""
    spent, tried = 0.0, 0
    for step in solve.left_to_do(work):
        states = work.steps.states(step)
        if spent > SECONDS or states > TRIED:
            break
        began = time.process_time()
        solve.solve_step(work, step)
        spent, tried = spent + time.process_time() - began, tried + states
    return spent / max(tried, 1)


def most_held(steps: Steps, sizes: Mapping[int, PlanStep]) -> int:
    """The largest number of bytes in the folder at one time if only the value is kept."""
    order = list(sizes)
    most = 0
    for number, step in enumerate(order):
        left = set(order[number + 1 :])
        held = {step} | {other for one, other in steps.needs if one in left}
        most = max(most, sum(sizes[each].written for each in held - left))
    return most
