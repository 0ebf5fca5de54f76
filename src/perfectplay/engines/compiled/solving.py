"""Bound all positions: one pass where successors come first, repeated sweeps where they cannot."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.backends.threads import available_cores
from perfectplay.engines.compiled.guessing import HELD, Guess
from perfectplay.engines.compiled.kernels.reach import DEPTH, LEAST, LISTED_FINALS, MOST
from perfectplay.engines.compiled.layers import Layers
from perfectplay.engines.compiled.rules import BATCH, RunnableRules
from perfectplay.engines.compiled.runtime import shared
from perfectplay.engines.compiled.shapes import CrowdedError, OwnShapes, SharedShapes
from perfectplay.errors import MemoryLimitError, PerfectPlayError, in_bytes
from perfectplay.exact import exactly
from perfectplay.model.nodes import Number
from perfectplay.objectives import Objective

WIDTH = 1e-12
"""How far apart bounds may be on cycles, relative to the largest value if that exceeds 1."""
MOST_FINALS = 1 << 24
PARALLEL = 1 << 14
"""Layers of this size are swept by all cores."""
GROWTH = 1.0625
"""The factor by which room for leaves grows: little, so that hardly any is unused."""
REPORT_EVERY = 32
STALLED = 3
"""The number of sweeps without movement after which bounds count as stalled."""

Report = Callable[[str, int], None]


class UnorderedError(Exception):
    """The order does not hold at some positions; it carries their keys."""

    def __init__(self, keys: Any) -> None:
        super().__init__(keys)
        self.keys = keys


class StalledError(PerfectPlayError):
    """Bounds that stopped converging, because play can stay among some positions for ever."""


def pair(value: Number) -> tuple[float, float]:
    """The bounds of a number: the float below it, and the negated float above it.

    >>> from fractions import Fraction
    >>> pair(Fraction(1, 3)), pair(2)
    ((0.3333333333333333, -0.33333333333333337), (2.0, -2.0))
    """
    meant = exactly(value)
    number = float(meant)
    low = number if number <= meant else math.nextafter(number, -math.inf)
    high = number if number >= meant else math.nextafter(number, math.inf)
    return low, -high


def weight_pair(value: Number) -> tuple[float, float]:
    """The bounds of a number used as a weight, given that a float was rounded once."""
    if isinstance(value, float):
        return math.nextafter(value, 0), -math.nextafter(value, math.inf)
    return pair(value)


class Constants(NamedTuple):
    """What programs need besides the bounds, in the order in which kernels take it."""

    numbers: Any
    finals: Any
    least: Any
    mirror: float


def constants(
    objective: Objective, numbers: Sequence[Number], stats: Any, mirror: float
) -> Constants:
    """The listed numbers, and what payoffs are worth under the objective."""
    listed = [each for value in numbers for each in (*pair(value), *weight_pair(value))]
    finals: list[float] = []
    low, high = int(stats[LEAST]), int(stats[MOST])
    least = [0, 0, 0]
    if not objective.linear:
        whole = range(low, high + 1) if low <= high else range(0)
        if len(whole) > MOST_FINALS:
            raise PerfectPlayError(
                f"payoffs range from {low:,} to {high:,}; that is too wide a range"
            )
        values = [*whole, *(numbers if stats[LISTED_FINALS] else ())]
        finals = [each for value in values for each in pair(objective.utility(value))]
        least = [1, low, len(whole)]
    return Constants(
        np.array(listed or [0.0]), np.array(finals or [0.0]), np.array(least, np.int64), mirror
    )


def payoffs(known: Constants, stats: Any) -> tuple[float, float]:
    """The bounds of all payoffs, with negated upper bounds."""
    if known.least[0]:
        return float(known.finals[::2].min()), float(known.finals[1::2].min())
    low, high = int(stats[LEAST]), int(stats[MOST])
    found = [(float(low), -float(high))] if low <= high else []
    if stats[LISTED_FINALS]:
        found += known.numbers.reshape(-1, 4)[:, :2].tolist()
    return min(least for least, _ in found), min(most for _, most in found)


class Solver:
    """Finds the bounds of all positions, in order."""

    def __init__(
        self,
        layers: Layers,
        rules: RunnableRules,
        known: Constants,
        forever: float,
        width: float | None,
        memory: int | None = None,
        bounds: Any = None,
    ) -> None:
        self.memory = memory
        self.layers, self.rules, self.known = layers, rules, known
        self.forever = forever
        """The value of play that never ends."""
        self.width = WIDTH if width is None else width
        self.bounds = np.empty((len(layers), 2)) if bounds is None else bounds
        self.filled = 0 if bounds is None else len(bounds)
        """How many bounds are set, or NaN; the others use no memory until they are needed."""
        self.depth = 2 * int(layers.positions.stats[DEPTH]) + 8
        self.ordered = int(layers.positions.dense)
        self.leaves = np.zeros(1 << 16, np.int32)
        self.sweeps = 0
        self.widest = 0.0
        """The widest gap between bounds in layers that were swept."""
        self.down, self.tried = 1, 0
        """The better direction for sweeps, and the size of the layer in which both were tried."""
        self.merged = False
        self.unfixed = 0
        """The size of the layer in which fixing play failed."""
        self.cores = available_cores()
        """The number of threads that sweep a large layer; with one, the result is reproducible."""

    def run(self, report: Report, done: int = 0) -> Any:
        """The bounds of all positions, with negated upper bounds.

        The first ones may be `done` already.
        """
        count, turn = len(self.layers), 0
        while done < count:
            last = min(done + BATCH, count)
            programs, _ = self.located(done, last)
            given = len(programs.ends)
            found = shared().rounded_down("evaluate_all")(
                programs.words, programs.ends, given, self.layers.positions.layout.words,
                self.leaves, self.layers.order, done, self.ordered, self.bounds, *self.known,
                self.stack(),
            )  # fmt: skip
            done += found
            if found < given:
                done = self.layer(done, report)
            turn += 1
            if turn % REPORT_EVERY == 0:
                report("solving", done)
        return self.bounds

    def located(self, first: int, last: int) -> tuple[Any, int]:
        """The programs of some positions with their leaves located; returns how many positions."""
        keys = self.layers.keys_of(first, last)
        programs = self.rules.programs(np.ascontiguousarray(keys), 0, last - first)
        if programs.ends[-1] > len(self.leaves):
            self.leaves = np.zeros(2 * int(programs.ends[-1]), np.int32)
        count = self.layers.locate(programs, self.leaves)
        leaves = self.leaves[:count]
        self.fill(max(last, int(leaves.max(initial=0)) + 1, -int(leaves.min(initial=0))))
        return programs, count

    def fill(self, end: int) -> None:
        """Let bounds that are not known be NaN, up to some place; beyond it, none is read."""
        if self.ordered:
            end = len(self.bounds)
        if end > self.filled:
            self.bounds[self.filled : end] = np.nan
            self.filled = end

    def wanted(self, more: int) -> int:
        """The bytes in use with this many more for a layer, not counting keys and bounds."""
        each = 8 * self.layers.positions.layout.words + 16 + 4 * self.ordered
        return len(self.layers) * each + more

    def require_room(self, more: int) -> None:
        """Refuse to go on if a layer would take too many bytes, on top of keys and bounds."""
        wanted = self.wanted(more)
        if self.memory is not None and wanted > self.memory:
            game = self.rules.recorder.game.name
            raise MemoryLimitError(
                f"{game} needs {in_bytes(wanted)} while positions that lead to one another are "
                f"solved together, above its memory limit of {in_bytes(self.memory)}; raise the "
                "limit or make the game smaller"
            )

    def stack(self) -> Any:
        """Memory for a stack of values."""
        return np.zeros(self.depth)

    def layer(self, first: int, report: Report) -> int:
        """Solve a layer from the first position that has to wait; returns where the layer ends."""
        starts = self.layers.starts
        number = int(np.searchsorted(starts, first, side="right")) - 1
        while True:
            last = int(starts[number + 1])
            if StoredLayer(self, first, last, report).solve():
                return last
            if not self.merged:
                keys = self.layers.keys_of(first, last)
                step = max(len(keys) // 500, 1)
                raise UnorderedError(np.ascontiguousarray(keys[::step]))
            number += 1


class StoredLayer:
    """A layer whose programs are kept: the shape of each position, and its leaves."""

    def __init__(
        self, solver: Solver, first: int, last: int, report: Report = lambda *_: None
    ) -> None:
        self.solver, self.first, self.last, self.report = solver, first, last, report
        try:
            self.take_in(SharedShapes(last - first, solver.depth))
        except CrowdedError:
            try:
                self.take_in(OwnShapes(last - first, solver.depth))
            except CrowdedError:
                raise StalledError("a layer of positions has too many shapes to be kept") from None
        self.bounds = solver.bounds
        self.workers = solver.cores if last - first >= PARALLEL else 1

    def take_in(self, shapes: SharedShapes | OwnShapes) -> None:
        """Keep the programs of all positions."""
        solver, skip = self.solver, self.solver.layers.positions.layout.words
        self.cuts = [(self.first, 0)]
        """Where batches begin: a position, and the first of its leaves."""
        self.leaves = np.zeros(0, np.int32)
        while (done := self.cuts[-1][0]) < self.last:
            programs, count = solver.located(done, min(done + BATCH, self.last))
            shapes.add(done - self.first, programs, skip)
            self.keep(solver.leaves[:count], done + len(programs.ends), shapes.each)
            if len(self.cuts) % REPORT_EVERY == 0:
                self.report("recording options", done)
        self.leaves.resize(self.cuts[-1][1], refcheck=False)
        self.shapes, self.sizes, self.each = shapes.of, shapes.sizes, shapes.each
        self.starts, self.words = shapes.starts, shapes.words

    def keep(self, leaves: Any, done: int, each: int) -> None:
        """Keep the leaves of more positions, and expect as many for each of the rest.

        The shapes take `each` bytes per position.
        """
        first = self.cuts[-1][1]
        end = first + len(leaves)
        if end > len(self.leaves):
            count = self.last - self.first
            expected = end * count // (done - self.first)
            self.solver.require_room(4 * max(expected, end) + (HELD + each) * count)
            room = max(end, len(self.leaves) * GROWTH)
            self.leaves.resize(int(room), refcheck=False)  # mostly in place
        self.leaves[first:end] = leaves
        self.cuts.append((done, end))

    @functools.cached_property
    def parts(self) -> list[Any]:
        """Where each core's part begins and ends: a position, and the first of its leaves."""
        edges = np.linspace(0, len(self.cuts) - 1, self.workers + 1).astype(int)
        return [(self.cuts[a], self.cuts[b]) for a, b in itertools.pairwise(edges)]

    def on_all_cores(self, work: Callable[[int], Any]) -> list[Any]:
        """Run some work on every part; returns the results in order."""
        if self.workers == 1:
            return [work(0)]
        with ThreadPoolExecutor(self.workers) as pool:
            return list(pool.map(work, range(self.workers)))

    def run(self, name: str, down: int, *more: Any) -> list[Any]:
        """Run a kernel over the layer, one part per core."""
        kernel = shared().rounded_down(name)
        tape = (self.shapes, self.starts, self.words, self.sizes, self.leaves)
        rest = (self.solver.layers.order, self.solver.ordered, self.bounds, *self.solver.known)

        def work(part: int) -> Any:
            (first, leaf), (last, end) = self.parts[part]
            seen = np.zeros(3)
            extra = [seen if each is None else each for each in more]
            given = (first, last, down, self.first, end if down else leaf)
            return kernel(*given, *tape, *rest, self.solver.stack(), *extra), seen

        return self.on_all_cores(work)

    def solve(self) -> bool:
        """Bound the layer; False if it needs positions that come later in the order."""
        down = 1
        while any(found for found, _ in self.run("settle", down)):
            down = 1 - down
        waiting = np.zeros(self.last - self.first, np.uint8)
        order, ordered = self.solver.layers.order, self.solver.ordered
        if not shared()["wait"](self.first, self.last, order, ordered, self.bounds, waiting):
            return True
        low, high, points = self.ends()
        if points:
            raise StalledError("points are scored on a cycle")
        if not Guess(self, waiting, low, high, self.report).proves():
            self.begin(waiting, low, high)
        return self.close_in(waiting, down, max(1.0, abs(low), abs(high)))

    def close_in(self, waiting: Any, down: int, scale: float) -> bool:
        """Sweep until the bounds are close enough; False if a leaf has no bounds.

        Sweeps run mostly in the direction that brings the bounds closer.
        """
        sweeps = Sweeps(self, waiting)
        idle = 0
        while idle < STALLED:
            step = sweeps.run(down)
            if step is None:
                self.begin(waiting, math.nan, math.nan)
                return False
            if sweeps.width <= self.solver.width * scale:
                self.solver.sweeps = max(self.solver.sweeps, sweeps.count)
                self.solver.widest = max(self.solver.widest, sweeps.width)
                return True
            idle = 0 if step > 0 else idle + 1
            down = sweeps.better_way()
            if sweeps.count % 16 == 0:
                self.report(f"solving, bounds {sweeps.width:.1e} apart", self.last)
        raise StalledError(f"bounds stay {sweeps.width:.1e} apart")

    def ends(self) -> tuple[float, float, bool]:
        """Bounds that hold for all waiting positions, and whether these score on the way."""
        order, ordered = self.solver.layers.order, self.solver.ordered
        memory, points = self.solver.stack(), 0
        seen = np.array([math.inf, math.inf])
        points = shared().rounded_down("exits")(
            self.first, self.last, self.first, 0, self.shapes, self.starts, self.words,
            self.leaves, order, ordered, self.bounds, *self.solver.known, memory, seen,
        )  # fmt: skip
        forever = self.solver.forever
        low, high = min(seen[0], forever), min(seen[1], -forever)
        if self.solver.layers.positions.flip[0]:  # the same from the other side
            mirror = self.solver.known.mirror
            low, high = min(low, mirror + high), min(high, low - mirror)
        return float(low), float(high), bool(points)

    def begin(self, waiting: Any, low: float, high: float) -> None:
        """Give all waiting positions the same bounds, the upper one negated."""
        order, ordered = self.solver.layers.order, self.solver.ordered
        shared()["begin"](
            self.first, self.last, self.first, order, ordered, self.bounds, waiting, low, high
        )


class Sweeps:
    """Sweeps over a layer, and how fast they close the gap between its bounds."""

    def __init__(self, tape: StoredLayer, waiting: Any) -> None:
        self.tape, self.waiting = tape, waiting
        self.count = 0
        self.width = math.inf
        self.rates = [0.0, 0.0]
        """How much a sweep up or down last tightened the bounds."""

    def run(self, down: int) -> float | None:
        """One sweep; returns its largest step, or None if it failed."""
        found = self.tape.run("sweep", down, self.waiting, None)
        self.count += 1
        if any(status for status, _ in found):
            return None
        width = max(float(seen[0]) for _, seen in found)
        self.rates[down] = width / self.width if self.width < math.inf else 0.0
        self.width = width
        return max(float(seen[1]) for _, seen in found)

    def better_way(self) -> int:
        """The direction to sweep next: mostly the one that makes more progress."""
        if self.count % 8 < 2:  # try both now and then
            return self.count % 2
        return int(self.rates[1] <= self.rates[0])
