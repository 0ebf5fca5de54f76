"""Guess the values of a layer, then prove bounds around the guess: faster than plain iteration.

Guesses are improved by sweeps, with an occasional leap along the direction in which they change
most slowly. Then bounds are placed just below and above the guesses, and swept until each lies
inside its starting value. Sweeps are monotone, so bounds that have moved inwards would keep moving
inwards: the values lie between them, provided the equations have only one solution. They have only
one if play eventually leaves the layer whatever is chosen, which is checked first.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from perfectplay.engines.compiled.fixed_play import FixedPlay
from perfectplay.engines.compiled.runtime import shared

if TYPE_CHECKING:
    from perfectplay.engines.compiled.solving import Report, StoredLayer

HELD = 9
"""Bytes per position of a layer while it is swept, besides its shape and its leaves."""
MOST_GUESSES = 3_000
"""The most sweeps spent on a guess."""
PLAIN, TRIAL = 8, 6
"""The number of plain sweeps each way to see which is better, before leaps begin."""
LARGER = 4
"""Tried again in layers that are this many times as large."""
FARTHEST = 20.0
"""The longest leap, as a multiple of a sweep's step."""
SHARE = 1 / 32
"""The distance at which bounds start on each side, as a share of the requested width."""
FLOOR = 2.0**-48
"""Its minimum relative to the largest value, since rounding uses up some of it."""
NEAR = 1 / 8
"""Guesses are good enough if they change by less than this share of that distance."""
WIDER, TRIES = 16.0, 3
CALM, UNCALM = 1 / 32, 3
"""Play is fixed once guesses change by less than this; leaps begin after this many sweeps."""
CLOSER, FOLLOWED = 1e-2, 60
"""How much smaller changes should get under fixed play, and the most sweeps spent on that."""
REPORT_EVERY = 8
NOTHING, NO_GUESSES = np.zeros(0, np.float32), np.zeros(0)
CONFIRMATIONS = 48
"""The number of sweeps within which bounds must have moved inside."""


class Guess:
    """A guess at the values of a layer's positions that depend on one another."""

    def __init__(
        self, layer: StoredLayer, waiting: Any, low: float, high: float, report: Report
    ) -> None:
        self.layer, self.waiting, self.report = layer, waiting, report
        self.low, self.high = low, high
        """Bounds that hold for all positions, the upper one negated."""
        self.changes = np.zeros(len(waiting), np.float32)
        self.moves = np.zeros(len(waiting), np.float32)
        """The changes made by the last sweep, and how far its results are from the previous ones.

        They only steer the search, so that single precision is enough.
        """
        self.before = 0.0
        """The share of the moves by which the last leap went back."""
        self.steps, self.squares, self.products = [math.inf], [0.0], 0.0
        """By sweep: the largest change, and the sums of squares and of products of changes."""
        solver = layer.solver
        self.scale = max(1.0, abs(low), abs(high))
        self.slack = max(solver.width * SHARE, FLOOR) * self.scale

    def proves(self) -> bool:
        """Find proved bounds; False if that is impossible, and then nothing is set."""
        if not self.leaves_layer():
            return False
        middle = (self.low - self.high) / 2
        self.layer.begin(self.waiting, middle, -middle)
        if not self.converges():
            return False
        self.changes = self.moves = NOTHING
        guesses = np.zeros(len(self.waiting))
        slack, known = self.slack + self.layer.solver.widest / 2, False
        for _ in range(TRIES):
            self.each("spread", guesses, slack, int(known))
            if self.is_confirmed(guesses, slack):
                return True
            slack, known = slack * WIDER, True
        return False

    def leaves_layer(self) -> bool:
        """Whether play eventually leaves the layer, whatever is chosen."""
        left, turn = int(np.count_nonzero(self.waiting)), 0
        while left:
            found = sum(status for status, _ in self.layer.run("escapes", turn % 2))
            if not found:
                return False
            left -= found
            turn += 1
        return True

    def each(self, name: str, *more: Any) -> None:
        """Run a kernel that reads no programs over the layer."""
        layer, solver = self.layer, self.layer.solver
        shared().rounded_down(name)(
            layer.first, layer.last, layer.first, solver.layers.order, solver.ordered,
            solver.bounds, self.waiting, *more,
        )  # fmt: skip

    def improved(self, down: int, guesses: Any = NO_GUESSES, slack: float = 0.0) -> Any:
        """Sweep the guesses, or bounds around the `guesses` given; the result for each part."""
        proving = int(len(guesses) > 0)
        given = (self.waiting, self.changes, guesses, slack, proving, None)
        return self.layer.run("improve", down, *given)

    def converges(self) -> bool:
        """Sweep until the guesses barely change, with fixed choices in between where that pays.

        After each sweep, leap to the point where the next change should be smallest: Anderson
        acceleration with a memory of one sweep.
        """
        if len(self.waiting) > LARGER * self.layer.solver.tried and not self.finds_way():
            return False
        near, play = self.slack * NEAR, self.fixed_play()
        while len(self.steps) < MOST_GUESSES:
            calm = self.steps[-1] <= self.scale * CALM
            found = play.fix() if play and calm else None
            if found is None:
                if play and calm:
                    self.layer.solver.unfixed, play = len(self.waiting), None
                swept = self.improved(self.layer.solver.down)
                if any(status for status, _ in swept):
                    return False
                found = [seen for _, seen in swept]
            step = self.note(found)
            if step <= near:
                return True
            self.leap(calm=len(self.steps) > UNCALM)
            if play and calm:
                self.follow(play, max(step * min(step / self.scale, CLOSER), near / 2))
        return False

    def finds_way(self) -> bool:
        """Sweep down and up to see which way makes more progress; False if that fails."""
        solver, rates = self.layer.solver, []
        for down, count in ((1, PLAIN), (0, TRIAL)):
            for turn in range(count):
                found = self.improved(down)
                if any(status for status, _ in found):
                    return False
                self.note([seen for _, seen in found])
                self.leap(calm=UNCALM <= turn < count - 1)
            rates.append(self.steps[-1] / max(self.steps[-5], self.slack * NEAR))
        solver.down, solver.tried = int(rates[0] <= rates[1]), len(self.waiting)
        return True

    def fixed_play(self) -> FixedPlay | None:
        """Play fixed for a while, if that pays and fits in memory."""
        layer, solver = self.layer, self.layer.solver
        held = (HELD + layer.each) * len(self.waiting)
        more = 4 * len(layer.leaves) + held + FixedPlay.room(layer)
        fits = solver.memory is None or solver.wanted(more) <= solver.memory
        if fits and len(self.waiting) > LARGER * solver.unfixed:
            return FixedPlay(layer, self.waiting, self.changes)
        return None

    def follow(self, play: FixedPlay, near: float) -> None:
        """Sweep under fixed play until the guesses barely change."""
        for _ in range(FOLLOWED):
            if self.note(play.follow(self.layer.solver.down)) <= near:
                return
            self.leap()

    def note(self, found: Sequence[Any]) -> float:
        """Record what a sweep saw of each part of the layer; returns the largest change."""
        self.squares.append(sum(float(seen[1]) for seen in found))
        self.products = sum(float(seen[2]) for seen in found)
        self.steps.append(max(float(seen[0]) for seen in found))
        if len(self.steps) % REPORT_EVERY == 0:
            self.report(f"solving, values change by {self.steps[-1]:.1e}", self.layer.last)
        return self.steps[-1]

    def leap(self, *, calm: bool = True) -> None:
        """Extrapolate the guesses where they change steadily, and remember them."""
        last, squares = self.squares[-2:]
        off = squares - 2 * self.products + last
        share = (squares - self.products) / off if calm and off > 0 else 0.0
        share = max(share, -FARTHEST)
        self.each("leap", self.changes, self.moves, self.before, share, self.low, self.high)
        self.before = share

    def is_confirmed(self, guesses: Any, slack: float) -> bool:
        """Sweep until all bounds lie inside their starting values; False if they never do."""
        down = self.layer.solver.down
        for turn in range(CONFIRMATIONS):
            if turn % REPORT_EVERY == REPORT_EVERY - 1:
                self.report("solving, proving the values", self.layer.last)
            found = self.improved(down, guesses, slack)
            if any(status for status, _ in found):
                return False
            if all(seen[0] <= 0 for _, seen in found):
                return True
        return False
