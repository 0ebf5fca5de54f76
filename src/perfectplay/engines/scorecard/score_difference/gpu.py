"""Backward induction over the plies of play on a GPU; the kernels are in the `*.cu` files.

Only a ply and the next one are on the GPU at a time: results are copied to the host while the
previous ply is being solved.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.backends.clock import Clock
from perfectplay.engines.backends.gpu import Device, Module, Need
from perfectplay.engines.scorecard.anchors import AnchorRuns, CardArrays
from perfectplay.engines.scorecard.score_difference.leads import LeadsInMemory
from perfectplay.engines.scorecard.score_difference.rows import PlyArrays
from perfectplay.engines.scorecard.solve.cuda import GROUP, LANES, constants, groups_held, groups_of
from perfectplay.request import Progress

ROWS = ("engines/scorecard/solve/placing.cu", "engines/scorecard/score_difference/rows.cu")
INDUCTION = (
    "engines/scorecard/solve/walk.cu",
    *ROWS,
    "engines/scorecard/score_difference/induction.cu",
)
THREADS_A_BLOCK = 128
"""For the kernels that build lists; a block that solves lanes has as many threads as lanes."""
BYTES_A_PIECE = 16
BYTES_A_ROW = 48
"""Where the rows of two plies are, and their chunks."""


class Choices(NamedTuple):
    """For each run, the entries that can be made and the slots rolls may take; see `placing.cu`."""

    entry: Any
    slot: Any
    nothings: Any
    count: Any
    slots: Any
    depth: Any


class PlyPaths(NamedTuple):
    """For each mover and row, where a ply leads, for all of its lanes; see `rows.cu`."""

    run: Any
    after: Any
    chunks: Any
    row: Any


class PlyOnDevice(NamedTuple):
    """What kernels receive about a ply."""

    ply: PlyArrays
    choices: Choices
    paths: PlyPaths


def solve_leads(
    leads: LeadsInMemory,
    progress: Progress | None = None,
    *,
    device: Device,
    done: int = 0,
    finished: Callable[[int], None] | None = None,
) -> None:
    """Fill in the values of all plies that are not done yet.

    `finished` is called with the number of each ply as it is done.
    """
    if progress:
        progress("preparing the GPU", 0)
    solver = GpuSolver(leads, device)
    clock = Clock(
        "solving on the GPU", leads.count, progress, done=leads.plies[max(done, 1) - 1].end
    )
    if not done:
        leads.values[: leads.plies[0].end] = leads.tie
        if finished:
            finished(0)
    then = device.put(solver.part(max(done, 1) - 1))
    for place in range(max(done, 1), len(leads.plies)):
        here = solver.solve_ply(place, then)
        device.fetch(here, solver.part(place), functools.partial(clock, len(here)))
        if finished:
            device.wait()
            finished(place)
        then = here
    device.wait()


class Plies:
    """The plies of play on a device, in the form the kernels of a module receive."""

    def __init__(self, leads: LeadsInMemory, device: Device, sources: tuple[str, ...]) -> None:
        self.leads = leads
        self.device = device
        self.dtype = leads.values.dtype
        self.module: Module = device.module(sources, constants(leads.lattice, self.dtype))
        self.card = CardArrays(*map(self.put, leads.anchors.arrays))
        self.next_rows: tuple[int, Any, Any] | None = None
        """The current ply, with the places of its rows on the device."""

    def put(self, column: Any) -> Any:
        """A column on the device; numbers are left as they are."""
        return column if isinstance(column, int) else self.device.put(column)

    def part(self, place: int) -> Any:
        """The values of a ply, on the host."""
        ply = self.leads.plies[place]
        return self.leads.values[ply.first : ply.end]

    def rows(self, place: int) -> tuple[Any, Any]:
        """The first leads of a ply's rows, and where the rows begin among its values."""
        if self.next_rows is None or self.next_rows[0] != place:
            ply = self.leads.plies[place]
            self.next_rows = place, self.put(ply.low), self.put(ply.begin - ply.first)
        return self.next_rows[1:]

    def on_device(self, place: int) -> PlyOnDevice:
        """What kernels receive about a ply."""
        then_low, then_begin = self.rows(place - 1)
        low, begin = self.rows(place)
        host: Any = self.leads.arrays(place)
        ply: PlyArrays = host._replace(
            card=self.card,
            lattice=(),
            runs=AnchorRuns(*map(self.put, host.runs)),
            movers=self.put(host.movers),
            low=low,
            begin=begin,
            place=self.put(host.place),
            next_low=then_low,
            next_begin=then_begin,
        )
        return PlyOnDevice(ply, self.choices(ply, host), self.paths(ply, host))

    def choices(self, arrays: PlyArrays, host: PlyArrays) -> Choices:
        """The available choices, by run."""
        card, runs = host.card, len(host.runs.mask)
        entries, groups = len(card.entry_points), groups_of(len(card.repeats))
        empty = self.device.empty
        choices = Choices(
            entry=empty(runs * entries, np.uint16),
            slot=empty(runs * entries, np.uint16),
            nothings=empty(runs, np.int32),
            count=empty(runs, np.int32),
            slots=empty(runs * groups * ((card.boxes + 2) // 2 * 2) * GROUP, np.int32),
            depth=empty(runs * groups, np.int32),
        )
        self.for_each("list_entries", runs, arrays.card, arrays.runs, choices)
        self.for_each("list_rows", runs * groups, arrays.card, arrays.runs, choices)
        return choices

    def paths(self, arrays: PlyArrays, host: PlyArrays) -> PlyPaths:
        """Where the figures lead, by mover, and the chunks of the rows."""
        run = np.searchsorted(host.runs.begin, host.movers, side="right") - 1
        chunks = chunks_of(host.begin)
        pairs = len(host.movers) * len(host.card.figure_points)
        paths = PlyPaths(
            run=self.put(run.astype(np.int32)),
            after=self.device.empty(pairs, np.int32),
            chunks=self.put(chunks),
            row=self.device.empty(int(chunks[-1]), np.int32),
        )
        self.for_each("follow", pairs, arrays, paths)
        self.for_each("list_chunks", len(host.low), arrays, paths)
        return paths

    def for_each(self, kernel: str, count: int, *arguments: Any) -> None:
        """Run a kernel, with one thread per item."""
        blocks = -(-count // THREADS_A_BLOCK)
        self.module.launch(kernel, (blocks, THREADS_A_BLOCK), arguments)


class GpuSolver(Plies):
    """Solves the plies of play on a device, one after another."""

    def __init__(self, leads: LeadsInMemory, device: Device) -> None:
        super().__init__(leads, device, INDUCTION)

    def solve_ply(self, place: int, then: Any) -> Any:
        """The values of a ply, given those of the next; both stay on the device."""
        ply, on_device = self.leads.plies[place], self.on_device(place)
        here = self.device.empty(ply.end - ply.first, self.dtype)
        blocks, shared = len(on_device.paths.row), shared_bytes(self.leads, place)
        self.module.launch("solve_lanes", (blocks, LANES), (*on_device, then, here), shared=shared)
        return here


def needs(leads: LeadsInMemory) -> Need:
    """GPU memory needed for solving: two plies at a time, plus what remains to be copied."""
    places = range(1, len(leads.plies))
    shared = max((shared_bytes(leads, place) for place in places), default=0)
    return Need(memory_needed(leads, 3), shared)


def memory_needed(leads: LeadsInMemory, numbers: int) -> int:
    """The bytes the largest ply takes on a GPU, with this many numbers per lane."""
    return max(
        (ply.end - ply.first) * numbers * int(leads.values.itemsize) + ply.pairs * BYTES_A_ROW
        for ply in leads.plies
    )


def shared_bytes(leads: LeadsInMemory, place: int) -> int:
    """The shared memory for solving one chunk of a ply."""
    lattice, dtype = leads.lattice, leads.values.dtype
    most, row = most_entries(leads, place), LANES * int(dtype.itemsize)
    direct = GROUP * (groups_of(lattice.rolls) - groups_held(lattice, dtype))
    value = max(direct, -(-most * BYTES_A_PIECE // row))
    return max(lattice.rolls, value + most + 1) * row


def chunks_of(begin: Any) -> Any:
    """Where the chunks of each row begin, and where the last one ends.

    >>> chunks_of(np.array([0, 40, 40, 41]))
    array([0, 2, 2, 3])
    """
    chunks = np.zeros(len(begin), np.int64)
    np.cumsum(-(-np.diff(begin) // LANES), out=chunks[1:])
    return chunks


def most_entries(leads: LeadsInMemory, place: int) -> int:
    """The most entries that can be made at any anchor of a ply."""
    card, runs = leads.anchors.arrays, leads.anchors.runs(leads.plies[place].filled)
    still_open = (runs.mask[:, None] >> np.arange(card.boxes) & 1) == 0
    if card.in_order:
        still_open &= np.cumsum(still_open, axis=1) == 1
    figures, again = (np.diff(begin) for begin in (card.figure_begin, card.again_begin))
    return int((still_open @ figures + (still_open @ again) * runs.flag).max())
