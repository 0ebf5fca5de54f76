"""Bounds of a layer by a guess that is then proved: faster than closing in from afar.

Guesses are swept with a leap now and then along the way in which they change most slowly. Then all
bounds are put a little below and above the guesses, and swept until each is inside of where it
began. Sweeps are monotone: bounds that come out inside of where they went in would go on to come
closer, so that the values lie between them, if there is but one set of values that sweeps leave as
it is. There is, where play leaves the layer in the end whatever is chosen; that is looked at first.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from perfectplay.engines.compiled.runtime import shared

if TYPE_CHECKING:
    from perfectplay.engines.compiled.solving import StoredLayer

MOST_GUESSES = 3_000
"""So many sweeps are made for a guess, at the most."""
PLAIN, TRIAL = 8, 6
"""After so many sweeps down, so many go up, to see which way is better; then leaps begin."""
LARGER = 4
"""That is tried again in layers so many times as large."""
FARTHEST = 20.0
"""A leap goes at most so many times the way of a sweep."""
SHARE = 1 / 32
"""The share of the width that is asked for which bounds begin with on each side."""
FLOOR = 2.0**-48
"""The least that it can be, relative to the largest value; rounding takes some of it."""
NEAR = 1 / 8
"""Guesses are good if they change by this share of it."""
WIDER, TRIES = 16.0, 3
CONFIRMATIONS = 48
"""Sweeps by which bounds must have come inside."""


class Guess:
    """A guess at the values of the positions of a layer that wait for one another."""

    def __init__(self, layer: StoredLayer, waiting: Any, low: float, high: float) -> None:
        self.layer, self.waiting = layer, waiting
        self.low, self.high = low, high
        """The bounds that all have, the upper one with its sign turned."""
        self.guesses = np.zeros(len(waiting))
        self.changes = np.zeros(len(waiting))
        solver = layer.solver
        self.scale = max(1.0, abs(low), abs(high))
        self.slack = max(solver.width * SHARE, FLOOR) * self.scale

    def proves(self) -> bool:
        """Find bounds that are proved; False if that cannot be done, and there are none."""
        if not self.leaves_layer():
            return False
        self.guesses[:] = (self.low - self.high) / 2
        self.each("spread", self.guesses, 0.0, 1)
        if not self.converges():
            return False
        self.changes = self.changes[:0]
        slack, known = self.slack + self.layer.solver.widest / 2, False
        for _ in range(TRIES):
            self.each("spread", self.guesses, slack, int(known))
            if self.is_confirmed(slack):
                return True
            slack, known = slack * WIDER, True
        return False

    def leaves_layer(self) -> bool:
        """Whether play leaves the layer in the end, whatever is chosen."""
        left, turn = int(np.count_nonzero(self.waiting)), 0
        while left:
            found = sum(status for status, _ in self.layer.run("escapes", turn % 2))
            if not found:
                return False
            left -= found
            turn += 1
        return True

    def each(self, name: str, *more: Any) -> None:
        """Run a kernel that looks at no programs over the layer."""
        layer, solver = self.layer, self.layer.solver
        shared().rounded_down(name)(
            layer.first, layer.last, layer.first, solver.layers.order, solver.ordered,
            solver.bounds, self.waiting, *more,
        )  # fmt: skip

    def improved(self, down: int, noted: Any, slack: float = 0.0, *, proving: int = 0) -> Any:
        """Sweep guesses, or bounds around them; what came of each part of the layer."""
        return self.layer.run("improve", down, self.waiting, noted, slack, proving, None)

    def converges(self) -> bool:
        """Sweep until guesses change by little.

        After each sweep they leap to where changes would be least if they went on as they do: by
        Anderson's rule, with one sweep remembered.
        """
        solver, steps, last = self.layer.solver, [math.inf], 0.0
        tries = len(self.waiting) > LARGER * solver.tried
        for turn in range(MOST_GUESSES):
            down = int(turn < PLAIN) if tries and turn < PLAIN + TRIAL else solver.down
            found = self.improved(down, self.changes)
            if any(status for status, _ in found):
                return False
            steps.append(max(float(seen[0]) for _, seen in found))
            squares, products = (sum(float(seen[at]) for _, seen in found) for at in (1, 2))
            if steps[-1] <= self.slack * NEAR:
                return True
            if tries and turn == PLAIN + TRIAL - 1:
                by_down, by_up = steps[PLAIN] / steps[PLAIN - 4], steps[-1] / steps[-5]
                solver.down, solver.tried = int(by_down <= by_up), len(self.waiting)
            off = squares - 2 * products + last
            calm = turn > 2 and not (tries and PLAIN - 1 <= turn <= PLAIN + 1)
            share = (squares - products) / off if calm and off > 0 else 0.0
            self.each("leap", self.guesses, max(share, -FARTHEST), self.low, self.high)
            last = squares
        return False

    def is_confirmed(self, slack: float) -> bool:
        """Sweep until all bounds are inside of where they began, if they come there."""
        down = self.layer.solver.down
        for _ in range(CONFIRMATIONS):
            found = self.improved(down, self.guesses, slack, proving=1)
            if any(status for status, _ in found):
                return False
            if all(seen[0] <= 0 for _, seen in found):
                return True
        return False
