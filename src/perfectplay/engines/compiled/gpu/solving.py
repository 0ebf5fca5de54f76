"""Bound all positions on a device, layer by layer, just as on the processor."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.backends import parts_of
from perfectplay.engines.backends.gpu import Device, the_gpu
from perfectplay.engines.compiled.compiler.cuda import source_of
from perfectplay.engines.compiled.compiler.kernels import functions_of
from perfectplay.engines.compiled.game import REORDERINGS, CompiledGame, SolvedPositions
from perfectplay.engines.compiled.gpu.exploring import Explored, explore
from perfectplay.engines.compiled.gpu.programs import (
    FOLDER,
    THREADS,
    WARP,
    DeviceRules,
    Index,
    numbers,
    prelude,
)
from perfectplay.engines.compiled.kernels import values
from perfectplay.engines.compiled.kernels.reach import DEPTH, GAINS
from perfectplay.engines.compiled.layers import Layers, ranked, with_ends
from perfectplay.engines.compiled.positions import Positions
from perfectplay.engines.compiled.runtime import placing, shared
from perfectplay.engines.compiled.shapes import CrowdedError
from perfectplay.engines.compiled.solving import (
    STALLED,
    WIDTH,
    Report,
    StalledError,
    UnorderedError,
    constants,
    payoffs,
)
from perfectplay.errors import EngineError, in_bytes

SORTED = 1 << 26
"""The number of positions whose ranks are computed at a time while sorting."""
SAMPLED = 1 << 20
"""The number of keys examined on the host to find an order."""
CHECKED = 400
SHAPES, SHAPE_ROOM = 1 << 18, 1 << 24
KNOWN, USED, CROWDED, DIFFERENT = range(4)
WAITING, LOST, WIDEST, STEP, POINTS, LOW, HIGH = range(7)
"""What kernels record."""
TAPE_BYTES = 256
"""Roughly the most bytes a position takes on a tape."""
MOST_BATCHES = 2 << 30
"""Bytes for the programs of a batch."""
SWEEPS = 8
"""The number of sweeps between two looks at their results."""


class DeviceConstants(NamedTuple):
    """What programs need besides the bounds."""

    numbers: Any
    finals: Any
    least: Any
    mirror: Any


class Values(NamedTuple):
    """Bounds, and how to find them."""

    places: Index
    bounds: Any
    known: DeviceConstants
    seen: Any


class SweepRound(NamedTuple):
    """Room for the indices of leaves, and whether known bounds are to be improved."""

    leaves: Any
    sweeping: int


class Shapes(NamedTuple):
    """The distinct shapes of programs."""

    hashes: Any
    numbers: Any
    begins: Any
    ends: Any
    sizes: Any
    words: Any
    counts: Any
    of: Any


class Tape(NamedTuple):
    """The programs of a layer: the shape of each position, and the indices of its leaves."""

    order: Any
    shapes: Any
    bases: Any
    leaves: Any
    starts: Any
    words: Any
    sizes: Any


def solve_on_gpu(game: CompiledGame, width: float | None, report: Report) -> SolvedPositions:
    """The bounds of all positions of a game, computed on this machine's GPU."""
    device = the_gpu()
    try:
        return solve_on(device, game, width, min(MOST_BATCHES, device.free() // 32), report)
    except device.out_of_memory as error:
        raise EngineError(f"{game.game.name} takes more memory than the GPU has: {error}") from None


def solve_on(
    device: Device, game: CompiledGame, width: float | None, memory: int, report: Report
) -> SolvedPositions:
    """The bounds of all positions, computed on a device with this much memory for batches."""
    game.rules.check_symmetries(game.plan.sample.symmetries)

    def find(flip: Any) -> Explored:
        rules = DeviceRules(device, game, flip, memory)
        return explore(rules, game, flip, lambda done: report("exploring on the GPU", done))

    found = game.in_a_layout(find)
    more = np.zeros(0, np.int64)
    for turn in range(REORDERINGS + 1):
        solver = DeviceSolver(game, found, more, width)
        try:
            bounds = solver.run(report)
            return SolvedPositions(game.rules, solver.layers, bounds, solver.mirror, solver.sweeps)
        except UnorderedError as error:
            if turn == REORDERINGS:
                raise StalledError("no order of the positions was found") from None
            more = np.concatenate([more, error.keys.ravel()])
    raise AssertionError


class DeviceSolver:
    """Finds the bounds of all positions, in order."""

    def __init__(self, game: CompiledGame, found: Explored, more: Any, width: float | None) -> None:
        self.game, self.found, self.rules = game, found, found.rules
        self.device, self.xp = self.rules.device, self.rules.device.xp
        self.width = WIDTH if width is None else width
        self.mirror = game.mirror(found.flip)
        self.forever = float(game.objective.utility(game.game.endless))
        self.sweeps = 0
        self.rank(more)
        self.prepare()

    # Ordering

    def rank(self, more: Any) -> None:
        """Find an order and sort the positions by it."""
        xp, found, layout = self.xp, self.found, self.rules.rules.layout
        fetched = self.device.fetched
        some = fetched(found.keys[:: max(len(found) // SAMPLED, 1)])
        ends = fetched(found.keys[found.leafless.astype(bool)][:SAMPLED])
        sample = np.concatenate([some, ends])
        leafless = np.zeros(len(sample), np.uint8)
        leafless[len(some) :] = 1
        none = np.zeros(1, np.int64)
        seen = Positions(layout, sample, leafless, none, found.stats, found.flip)
        ranking = ranked(seen, self.rules.rules, more)
        depth = 2 * int(found.stats[DEPTH]) + 8
        rounded = functions_of(values.exits, values.sweep, values.evaluate)
        text = "\n".join([
            prelude(self.rules.key_words, [ranking.function()], DEPTH=depth),
            numbers(WAITING=WAITING, LOST=LOST, WIDTH=WIDEST, STEP=STEP, POINTS=POINTS, LOW=LOW,
                    HIGH=HIGH, KNOWN=KNOWN, USED=USED, CROWDED=CROWDED, DIFFERENT=DIFFERENT),
            "const double FAR = 1e308;",
            source_of([each for each in rounded if each.name != "next_operation"], "rd"),
        ])  # fmt: skip
        self.module = self.device.module((f"{FOLDER}/values.cu",), text)
        self.index = Index(found.keys, self.xp.zeros(1, np.uint32))
        self.bounds = xp.full((1, 2), math.nan)
        self.set_constants()
        starts, ranks = self.sort(ranking.most)
        keys = Positions(layout, None, np.zeros(0, np.uint8), none, found.stats, found.flip)
        small = np.zeros(1, np.int32)
        code = placing(ranking.function())
        self.layers = Layers(keys, ranking, code, small, small, starts, ranks)

    def ranks(self, first: int, last: int) -> Any:
        """The ranks of some positions plus one; 0 where the game ends."""
        ranks = self.xp.zeros(last - first, np.int64)
        batch = self.rules.batch(self.found.keys, first, last - first)
        self.launch("rank_keys", last - first, batch._replace(ends=ranks), self.values)
        ranks += 1
        ranks[self.found.leafless[first:last].astype(bool)] = 0
        return ranks

    def sort(self, most: int) -> tuple[Any, Any]:
        """Sort positions by rank and key; returns where layers begin, the end, and the ranks.

        Where both fit into one word, ranks are stored above the keys during the sort, which then
        takes hardly more memory than the keys themselves. No rank exceeds `most`.
        """
        found, count, span = self.found, len(self.found), self.rules.rules.layout.span
        if self.rules.key_words == 1 and (most + 2) * span <= 1 << 63:
            whole = found.keys.reshape(-1)
            for first, last in parts_of(0, count, SORTED):
                whole[first:last] += self.ranks(first, last) * span
            whole.sort()
            starts, ranks = self.cut(lambda first, last: whole[first:last] // span)
            for first, last in parts_of(0, count, SORTED):
                whole[first:last] %= span
        else:
            above = self.ranks(0, count)
            order = self.xp.lexsort(self.xp.stack([*found.keys.T[::-1], above]))
            above, found.keys = above[order], found.keys[order]
            starts, ranks = self.cut(lambda first, last: above[first:last])
        found.leafless = self.xp.zeros(count, np.uint8)
        found.leafless[: starts[1]] = 1
        self.device.release()
        return starts, ranks

    def cut(self, above: Callable[[int, int], Any]) -> tuple[Any, Any]:
        """Where each layer begins, and its rank, given the sorted ranks plus one."""
        count, cuts, ranks = len(self.found), [0], self.device.fetched(above(0, 1)).tolist()
        for first, last in parts_of(0, count, SORTED):
            part = above(first, min(last + 1, count))
            steps = self.xp.flatnonzero(self.xp.diff(part)) + 1
            ranks += self.device.fetched(part[steps]).tolist()
            cuts += (self.device.fetched(steps) + first).tolist()
        return with_ends(np.array([*cuts, count], np.int64), np.array(ranks, np.int64) - 1)

    # Arguments for kernels

    def set_constants(self) -> None:
        """Copy the constants of programs to the device."""
        self.on_host = known = constants(
            self.game.objective, self.rules.rules.numbers.values, self.found.stats, self.mirror
        )
        put = self.device.put
        self.known = DeviceConstants(
            put(known.numbers), put(known.finals), put(known.least), put(np.array([known.mirror]))
        )
        self.seen = put(np.zeros(HIGH + 1, np.int64))

    def prepare(self) -> None:
        """Make room for bounds, and index the keys by their new places."""
        xp, count = self.xp, len(self.found)
        size = 1 << max(math.ceil(math.log2(count * 4 / 3 + 1)), 4)
        need, free = 16 * count + 4 * size, self.device.free()
        if need > free:
            raise EngineError(
                f"{self.game.game.name} has {count:,} positions, whose bounds take "
                f"{in_bytes(need)} besides their keys, and the GPU has {in_bytes(free)} left"
            )
        self.index = Index(self.found.keys, xp.zeros(size, np.uint32))
        self.rules.launch(
            "file_keys", count, self.index, self.rules.batch(self.found.keys, 0, count)
        )
        self.bounds = xp.full((count, 2), math.nan)
        self.leaves = xp.zeros(0, np.int64)

    @property
    def values(self) -> Values:
        """Bounds in the form kernels take."""
        return Values(self.index, self.bounds, self.known, self.seen)

    def launch(self, kernel: str, count: int, *arguments: Any) -> None:
        """Run a kernel, with one thread per position."""
        self.module.launch(kernel, (-(-count // THREADS), THREADS), arguments)

    def look(self, *, clear: bool = True) -> Any:
        """Read back what kernels have recorded."""
        seen = self.device.fetched(self.seen)
        if clear:
            self.seen[:] = 0
        return seen

    # Layers

    def run(self, report: Report) -> Any:
        """The bounds of all positions, on the host."""
        starts = self.layers.starts.tolist()
        for number, (first, last) in enumerate(itertools.pairwise(starts)):
            self.goal = self.width * (1 + (number + 1) / (len(starts) - 1)) / 2
            self.layer(first, last, report)
            report("solving on the GPU", last)
        known = self.layers.positions
        known.keys = self.device.fetched(self.found.keys)
        known.leafless = self.device.fetched(self.found.leafless)
        bounds = self.device.fetched(self.bounds)
        self.check(bounds)
        return bounds

    def check(self, bounds: Any) -> None:
        """Recompute some bounds on the processor: none may be tighter than successors justify."""
        rules, words = self.rules.rules, self.rules.key_words
        spread = np.linspace(0, len(bounds) - 1, min(len(bounds), CHECKED)).astype(np.int64)
        rules.check(self.layers.positions.keys[spread])
        stack = np.zeros(2 * int(self.found.stats[DEPTH]) + 8)
        for place in spread.tolist():
            programs = rules.programs(self.layers.keys_of(place, place + 1), 0, 1)
            leaves = np.zeros(int(programs.ends[-1]) + 1, np.int32)
            self.layers.locate(programs, leaves)
            kept = bounds[place].copy()
            shared().rounded_down("evaluate_all")(
                programs.words, programs.ends, 1, words, leaves, self.layers.order, place, 0,
                bounds, *self.on_host, stack,
            )  # fmt: skip
            backed, bounds[place] = bounds[place].copy(), kept
            if not (kept <= backed).all():
                raise EngineError("the GPU has computed bounds that do not hold; please report it")

    def layer(self, first: int, last: int, report: Report) -> None:
        """Bound a layer: first the positions that depend on no unknown ones, then the rest."""
        if first == last:
            return
        waiting, count = self.evaluate(first, last), last - first
        if not waiting:
            return
        if not self.fits_tape(waiting):
            self.sweep_rules(first, last, report)
            return
        order = (self.xp.flatnonzero(self.unknown(slice(first, last))) + first).astype(np.int32)
        while 0 < waiting < count:
            count = waiting
            waiting = self.evaluate(0, count, order)
            order = order[self.unknown(order)]
        if waiting:
            try:
                tape = DeviceTape(self, order)
            except CrowdedError:
                self.sweep_rules(first, last, report)
            else:
                self.sweep_tape(tape, report)

    def unknown(self, places: Any) -> Any:
        """Which positions have no bounds."""
        return self.xp.isnan(self.bounds[places, 0])

    def fits_tape(self, count: int) -> bool:
        """Whether the leaves of this many positions can be kept."""
        return len(self.found) < 1 << 31 and count * TAPE_BYTES < self.device.free()

    def evaluate(self, first: int, last: int, order: Any = None, *, sweeping: bool = False) -> int:
        """Compute bounds from successors; returns how many positions have to wait."""
        for batch in self.rules.batches(self.found.keys, first, last, order):
            room = len(batch.words) // 2
            if len(self.leaves) < room:
                self.leaves = self.device.empty(room, np.int64)
            turn = SweepRound(self.leaves, int(sweeping))
            self.launch("evaluate_batch", batch.size, batch, self.values, turn)
        if sweeping:
            return 0
        seen = self.look()
        self.require_found(seen)
        return int(seen[WAITING])

    def require_found(self, seen: Any) -> None:
        """Refuse a program that leads to a missing position."""
        if seen[LOST]:
            raise LookupError("a position leads to one that was not found before")

    # Cycles

    def sweep_tape(self, tape: DeviceTape, report: Report) -> None:
        """Bring the bounds of a layer together, starting from the range of what it leads to."""
        low, high = tape.exits()
        self.bounds[tape.order] = self.device.put(np.array([low, high]))
        scale = max(1.0, abs(low), abs(high))

        def sweep() -> None:
            self.launch("sweep_tape", len(tape.order), tape.columns, self.values)

        def unordered() -> UnorderedError:
            step = max(len(tape.order) // 500, 1)
            return UnorderedError(self.device.fetched(self.found.keys[tape.order[::step]]))

        if not self.closed_in(sweep, scale, report):
            raise unordered()

    def sweep_rules(self, first: int, last: int, report: Report) -> None:
        """The same for a layer without a tape, running its rules again in each sweep."""
        if self.found.stats[GAINS]:
            raise StalledError("points are scored in a layer too large for a GPU")
        low, high = self.widest(*payoffs(self.on_host, self.found.stats))
        self.bounds[first:last] = self.device.put(np.array([low, high]))

        def sweep() -> None:
            self.evaluate(first, last, sweeping=True)

        if not self.closed_in(sweep, max(1.0, abs(low), abs(high)), report):
            raise StalledError("a layer too large for a GPU leads to later ones")

    def widest(self, low: float, high: float) -> tuple[float, float]:
        """The range of values for positions that lead out of a layer within these bounds."""
        low, high = min(low, self.forever), min(high, -self.forever)
        if self.found.flip[0]:  # the same from the other side
            low, high = min(low, self.mirror + high), min(high, low - self.mirror)
        return low, high

    def closed_in(self, sweep: Callable[[], None], scale: float, report: Report) -> bool:
        """Sweep until bounds are close enough; False if a position leads to one without bounds."""
        count, idle, width = 0, 0, math.inf
        while idle < STALLED:
            for _ in range(SWEEPS):
                self.seen[WIDEST : STEP + 1] = 0
                sweep()
            count += SWEEPS
            seen = self.look()
            if seen[LOST] or seen[WAITING]:
                return False
            width, step = seen[WIDEST : STEP + 1].view(float).tolist()
            report(f"solving on the GPU, bounds {width:.1e} apart", 0)
            if width <= self.goal * scale:
                self.sweeps = max(self.sweeps, count)
                return True
            idle = 0 if step > 0 else idle + 1
        raise StalledError(f"bounds stay {width:.1e} apart")


class DeviceTape:
    """The recorded programs of some positions: the shape of each, and its leaves."""

    def __init__(self, solver: DeviceSolver, order: Any) -> None:
        self.solver, self.xp = solver, solver.xp
        self.device = solver.device
        shapes = self.interned(order)
        by_shape = self.xp.argsort(shapes.of).astype(np.int32)
        self.order, of = order[by_shape], shapes.of[by_shape]
        starts, words = self.in_a_row(shapes)
        sizes = shapes.sizes[: len(starts) - 1]
        widths = self.xp.zeros(-(-len(order) // WARP) * WARP, np.int64)
        widths[: len(order)] = sizes[of]
        widths = widths.reshape(-1, WARP).max(axis=1)
        bases = self.xp.cumsum(widths) - widths
        leaves = self.device.empty(int(widths.sum()) * WARP, np.int32)
        self.columns = Tape(self.order, of, bases, leaves, starts, words, sizes)
        rules = solver.rules
        for batch in rules.batches(solver.found.keys, 0, len(order), self.order):
            solver.launch("record_leaves", batch.size, batch, solver.values, self.columns)

    def interned(self, order: Any) -> Shapes:
        """The shapes of positions, numbered."""
        zeros, empty = self.xp.zeros, self.device.empty
        shapes = Shapes(
            zeros(4 * SHAPES, np.uint64), empty(4 * SHAPES, np.int32), zeros(SHAPES, np.int64),
            zeros(SHAPES, np.int64), zeros(SHAPES, np.int64), empty(SHAPE_ROOM, np.int64),
            zeros(4, np.int64), empty(len(order), np.int32),
        )  # fmt: skip
        solver = self.solver
        for batch in solver.rules.batches(solver.found.keys, 0, len(order), order):
            solver.launch("intern_shapes", batch.size, batch, shapes)
            solver.launch("note_shapes", batch.size, batch, shapes)
        counts = self.device.fetched(shapes.counts)
        if counts[CROWDED] or counts[DIFFERENT]:
            raise CrowdedError
        known = int(counts[KNOWN])
        return shapes._replace(begins=shapes.begins[:known], ends=shapes.ends[:known])

    def in_a_row(self, shapes: Shapes) -> tuple[Any, Any]:
        """Where the words of each shape begin, the end of the last, and all words."""
        lengths = shapes.ends - shapes.begins
        ends = self.xp.cumsum(lengths)
        starts = self.xp.concatenate([self.xp.zeros(1, np.int64), ends])
        places = self.xp.arange(int(ends[-1]))
        owners = self.xp.searchsorted(ends, places, side="right")
        return starts, shapes.words[places - starts[owners] + shapes.begins[owners]]

    def exits(self) -> tuple[float, float]:
        """Bounds that hold for all positions."""
        solver = self.solver
        solver.seen[LOW : HIGH + 1] = self.device.put(np.full(2, 1e308).view(np.int64))
        solver.launch("find_exits", len(self.order), self.columns, solver.values)
        seen = solver.look()
        solver.require_found(seen)
        if seen[POINTS]:
            raise StalledError("points are scored on a cycle")
        return solver.widest(*seen[LOW : HIGH + 1].view(float).tolist())
