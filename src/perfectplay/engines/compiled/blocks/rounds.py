"""Parts of a step that depend on one another: solved in rounds, each using the previous results.

A part keeps its programs in a file, its tape, so that a round need not run the rules again. In each
round it reads its sisters' bounds from the previous round, improves its own, and writes them. So
the bounds do not depend on which worker does what, and losing a worker costs one part of one round.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.compiled.blocks import names
from perfectplay.engines.compiled.blocks.solving import Part
from perfectplay.engines.compiled.blocks.work import Work, find_all
from perfectplay.engines.compiled.kernels.reach import DEPTH
from perfectplay.engines.compiled.runtime import shared
from perfectplay.engines.compiled.solving import STALLED, Constants, StalledError, StoredLayer
from perfectplay.solution.storage.container import Stored

SWEEPS = 4
"""The number of sweeps in a round, alternately up and down."""


class State(NamedTuple):
    """The start of a round: whether bounds are only `settled`, or also improved by sweeps."""

    turn: int = 0
    settles: bool = True
    low: float = 0.0
    high: float = 0.0
    """The bounds of positions that have none yet, the upper one negated."""
    idle: int = 0
    """The number of rounds in which nothing moved."""


class RoundOutcome(NamedTuple):
    """What a part reports about a round."""

    found: int = 0
    """The number of positions that were settled."""
    waiting: int = 0
    """The number of positions that were not."""
    points: bool = False
    """Whether these score on the way."""
    low: float = math.inf
    high: float = math.inf
    """The range of what they lead to, with the maximum negated."""
    width: float = 0.0
    step: float = 0.0
    """The widest gap between bounds, and the largest step they took."""


def after(state: State, outcomes: Sequence[RoundOutcome], width: float) -> State | None:
    """The state of the next round; None if the last one was enough."""
    then = state._replace(turn=state.turn + 1)
    low = min(each.low for each in outcomes)
    high = min(each.high for each in outcomes)
    if state.settles:
        if any(each.found for each in outcomes):
            return then
        if not any(each.waiting for each in outcomes):
            return None
        if any(each.points for each in outcomes):
            raise StalledError("points are scored on a cycle")
        return then._replace(settles=False, low=low, high=high)
    apart = max(each.width for each in outcomes)
    if apart <= width * max(1.0, abs(state.low), abs(state.high)):
        return None
    moved = any(each.step > 0 for each in outcomes)
    idle = 0 if moved else state.idle + 1
    if idle == STALLED:
        raise StalledError(f"bounds stay {apart:.1e} apart")
    return then._replace(idle=idle)


@dataclasses.dataclass(frozen=True)
class KeepTape:
    """Record the programs of a part, ready to be swept."""

    step: int
    part: int

    def run(self, work: Work) -> None:
        """Record them, unless that is done."""
        if work.folder.has(names.tape(self.step, self.part)):
            return
        part = Part.of(work, self.step, self.part)
        solver, sisters, others = part.solver(work, work.steps.steps[self.step].high)
        layer = StoredLayer(solver, 0, len(part.keys))
        shapes = int(layer.shapes.max(initial=-1)) + 1
        tensors = {
            "shapes": layer.shapes,
            "starts": layer.starts[: shapes + 1],
            "words": layer.words[: layer.starts[shapes]],
            "sizes": layer.sizes[:shapes],
            "leaves": layer.leaves,
            "order": solver.layers.order,
            "bounds": solver.bounds,
            "numbers": solver.known.numbers,
            "finals": solver.known.finals,
            "least": solver.known.least,
            "mirror": np.array([solver.known.mirror]),
            "keys": part.keys,
            "sisters": sisters,
            "others": others,
        }
        flat = {name: np.ascontiguousarray(each).ravel() for name, each in tensors.items()}
        work.folder.keep(names.tape(self.step, self.part), flat)


class PartTape:
    """The recorded programs of a part, and where the bounds of its sisters come from."""

    def __init__(self, work: Work, step: int, part: int) -> None:
        self.work, self.step, self.part = work, step, part
        stored = work.folder.stored(names.tape(step, part))
        column = {name: np.asarray(each) for name, each in stored.tensors.items()}
        self.programs = [column[name] for name in ("shapes", "starts", "words")]
        self.sizes, self.leaves = column["sizes"], column["leaves"]
        self.order, self.bounds = column["order"], column["bounds"].reshape(-1, 2)
        self.known = Constants(
            column["numbers"], column["finals"], column["least"], float(column["mirror"][0])
        )
        self.others = column["others"]
        self.sisters = list(self.linked(column["sisters"].reshape(-1, work.words)))
        self.stack = np.zeros(2 * int(work.steps.stats[DEPTH]) + 8)

    def linked(self, keys: Any) -> Iterator[tuple[int, Any, Any]]:
        """For each sister, which of these keys are hers, and their indices there."""
        high, _, parts = self.work.steps.steps[self.step]
        part = names.part_of(keys, parts)
        for sister in np.unique(part).tolist():
            here = np.flatnonzero(part == sister)
            hers = self.work.keys(names.tape(self.step, sister), "keys")
            ranks, starts = np.array([high]), np.array([0, len(hers)])
            rows = find_all(self.work.code, keys[here], hers, ranks, starts)
            if (rows < 0).any():
                raise LookupError("a position leads to one that was not found before")
            yield sister, here, rows

    def take_over(self, turn: int) -> Any:
        """Start from the bounds a round has left; returns which positions wait for others."""
        own = self.read(self.part, turn)
        self.bounds[self.order] = own["bounds"].reshape(-1, 2)
        for sister, here, rows in self.sisters:
            theirs = self.read(sister, turn)["bounds"].reshape(-1, 2)
            self.bounds[self.others[here]] = theirs[rows]
        return own["waiting"].copy()

    def read(self, part: int, turn: int) -> dict[str, Any]:
        """The bounds of a part after a round."""
        stored = self.work.folder.stored(names.swept(self.step, part, turn))
        return {name: np.asarray(each) for name, each in stored.tensors.items()}

    def run(self, name: str, down: int, *more: Any) -> int:
        """Run a kernel over all positions."""
        leaf = len(self.leaves) if down else 0
        found: int = shared().rounded_down(name)(
            0, len(self.order), down, 0, leaf, *self.programs, self.sizes, self.leaves,
            self.order, 1, self.bounds, *self.known, self.stack, *more,
        )  # fmt: skip
        return found

    def settle(self) -> RoundOutcome:
        """Compute the positions that depend on no unknown ones."""
        found, down = 0, 1
        while more := self.run("settle", down):
            found, down = found + more, 1 - down
        waiting = int(np.isnan(self.bounds[self.order, 0]).sum())
        seen = np.array([math.inf, math.inf])
        points = shared().rounded_down("exits")(
            0, len(self.order), 0, 0, *self.programs, self.leaves, self.order, 1, self.bounds,
            *self.known, self.stack, seen,
        )  # fmt: skip
        return RoundOutcome(found, waiting, bool(points), *self.widest(*seen.tolist()))

    def widest(self, low: float, high: float) -> tuple[float, float]:
        """Bounds on the value of waiting positions, given the range of what they lead out to."""
        forever = float(self.work.request.objective.utility(self.work.compiled.game.endless))
        low, high = min(low, forever), min(high, -forever)
        if self.work.flip[0]:
            low, high = min(low, self.known.mirror + high), min(high, low - self.known.mirror)
        return low, high

    def sweep(self, waiting: Any) -> RoundOutcome:
        """Improve the bounds of waiting positions."""
        width = step = 0.0
        for turn in range(SWEEPS):
            seen = np.zeros(2)
            self.run("sweep", 1 - turn % 2, waiting, seen)
            width, step = float(seen[0]), max(step, float(seen[1]))
        return RoundOutcome(width=width, step=step)


@functools.lru_cache(1)
def tape_of(work: Work, step: int, part: int) -> PartTape:
    """The tape of a part; the latest one is cached."""
    return PartTape(work, step, part)


@dataclasses.dataclass(frozen=True)
class SweepPart:
    """One part's share of a round."""

    step: int
    part: int
    state: State

    def run(self, work: Work) -> RoundOutcome:
        """Run it, unless it is done; returns the outcome."""
        name = names.swept(self.step, self.part, self.state.turn)
        if work.folder.has(name):
            return told(work.folder.stored(name))[1]
        tape = tape_of(work, self.step, self.part)
        turn, settles, low, high, _ = self.state
        waiting = np.zeros(len(tape.order), np.uint8)
        if turn:
            waiting = tape.take_over(turn - 1)
        if settles:
            outcome = tape.settle()
        else:
            unknown = np.isnan(tape.bounds[:, 0])
            waiting |= unknown[tape.order].astype(np.uint8)
            tape.bounds[unknown] = low, high
            outcome = tape.sweep(waiting)
        words = {"state": json.dumps(self.state), "outcome": json.dumps(outcome)}
        bounds = np.ascontiguousarray(tape.bounds[tape.order]).ravel()
        work.folder.keep(name, {"bounds": bounds, "waiting": waiting}, words)
        return outcome


def told(stored: Stored) -> tuple[State, RoundOutcome]:
    """The outcome of a round, from its file."""
    return State(*json.loads(stored.header["state"])), RoundOutcome(
        *json.loads(stored.header["outcome"])
    )


@dataclasses.dataclass(frozen=True)
class KeepPart:
    """Keep the final bounds of a part."""

    step: int
    part: int
    turn: int

    def run(self, work: Work) -> int:
        """Keep them, unless that is done; returns the number of positions in the part."""
        keys = work.keys(names.tape(self.step, self.part), "keys")
        if not work.folder.has(names.block(self.step, self.part)):
            stored = work.folder.stored(names.swept(self.step, self.part, self.turn))
            bounds = np.asarray(stored.numbers("bounds", "d"))
            ranks = np.full(len(keys), work.steps.steps[self.step].high)
            work.keep(self.step, self.part, keys, ranks, bounds)
        return len(keys)
