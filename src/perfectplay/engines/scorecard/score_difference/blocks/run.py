"""Solve blocks ply by ply, leaving out those that are done.

On this machine they are solved one after another, each by all cores. A cluster solves them in
parallel, one ply after the other. Between two plies, only files are passed on, so losing a worker
loses nothing that is finished.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from perfectplay.engines.backends.clock import Clock
from perfectplay.engines.backends.threads import COMPILING, THREADS
from perfectplay.engines.scorecard.score_difference.blocks.leads import LeadsInBlocks
from perfectplay.engines.scorecard.score_difference.blocks.partition import PlyBlock, step_of
from perfectplay.engines.scorecard.score_difference.blocks.size import memory_for
from perfectplay.engines.scorecard.score_difference.solution import LeadSolution
from perfectplay.errors import MemoryLimitError, in_bytes
from perfectplay.request import KEEP_VALUE, Request
from perfectplay.solution.storage.blocks import Folder, alone_at_work, take_time
from perfectplay.solution.storage.files import MANIFEST, load
from perfectplay.workers import open_workers


class BlockTask(NamedTuple):
    """A block to solve, and its folder: everything that is sent to a worker."""

    folder: str
    solve: str
    block: PlyBlock


def solve_blocks(leads: LeadsInBlocks, request: Request) -> None:
    """Solve all blocks that are not done."""
    request.report(COMPILING, 0)
    began = time.perf_counter()
    require_memory(leads, request.compute.memory_limit)
    with alone_at_work(leads.folder.path):
        whole_table = request.storage.keep != KEEP_VALUE
        to_do = left_to_do(leads, whole_table=whole_table)
        left = sum(leads.about(block) for blocks in to_do for block in blocks)
        done = max(0, leads.count - round(left))
        clock = Clock("solving", leads.count, request.compute.progress, done=done)
        with solver(leads, request, clock) as solve:
            for place, blocks in enumerate(to_do):
                if not whole_table and place >= 2:
                    leads.folder.remove(step_of(place - 2))
                solve(blocks)
    if any(to_do):
        take_time(leads.folder.path, time.perf_counter() - began)


def require_memory(leads: LeadsInBlocks, memory_limit: int) -> None:
    """Refuse blocks that are too large for the memory available now."""
    need = round(memory_for(leads.partition, leads.states))
    if need > memory_limit:
        raise MemoryLimitError(
            f"the solve in {leads.folder.path} was begun with blocks of which each takes up to "
            f"{in_bytes(need)}, more than the memory limit of {in_bytes(memory_limit)}; raise the "
            "limit, or take another folder"
        )


def left_to_do(leads: LeadsInBlocks, *, whole_table: bool) -> list[list[PlyBlock]]:
    """The blocks still to be solved, by ply.

    If the whole table is not required, these are the blocks that the last one needs, directly or
    through missing ones.
    """
    places = range(len(leads.plies))
    to_do: list[list[PlyBlock]] = [[] for _ in places]
    wanted = {leads.last}
    for place in reversed(places):
        blocks = leads.partition.blocks(place)
        to_do[place] = [
            block
            for block in blocks
            if (whole_table or block in wanted) and not leads.folder.has(block.name)
        ]
        wanted = {need for block in to_do[place] for need in leads.partition.needs(block)}
    return to_do


@contextmanager
def solver(
    leads: LeadsInBlocks, request: Request, clock: Clock
) -> Iterator[Callable[[list[PlyBlock]], None]]:
    """The solver for the blocks of a ply: this machine, or a cluster."""
    if request.storage.cluster is None:

        def here(blocks: list[PlyBlock]) -> None:
            for block in blocks:
                leads.solve(block, clock, THREADS)

        yield here
        return
    with open_workers(request.storage.cluster) as workers:

        def there(blocks: list[PlyBlock]) -> None:
            folder = str(leads.folder.path.resolve())
            tasks = [BlockTask(folder, leads.folder.solve, block) for block in blocks]
            for _, size in workers.run(do, tasks):
                clock(size)

        yield there


def do(task: BlockTask) -> int:
    """Solve a block, unless it is done; returns its number of states."""
    leads = opened(task.folder, task.solve)
    if not leads.folder.has(task.block.name):
        leads.solve(task.block, Clock("", 0, None), THREADS)
    return round(leads.about(task.block))


@functools.lru_cache(1)
def opened(folder: str, solve: str) -> LeadsInBlocks:
    """The leads of a solve in progress, as a node of a cluster finds them in the folder."""
    Folder.on_node(folder, solve)
    solution = load(Path(folder) / MANIFEST)
    assert isinstance(solution, LeadSolution)
    assert isinstance(solution.leads, LeadsInBlocks)
    return solution.leads
