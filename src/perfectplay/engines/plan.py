"""What it would take to solve a game in blocks: steps, states, files, memory and time."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence


@dataclasses.dataclass(frozen=True)
class PlanStep:
    """One step of a solve: what is solved together, from what the step before has left."""

    name: str
    states: int
    blocks: int
    written: int
    """Bytes."""
    read: int


@dataclasses.dataclass(frozen=True)
class Plan:
    """The steps of a solve in blocks, in their order.

    >>> steps = [PlanStep("last", 10, 1, 40, 0), PlanStep("one before", 30, 2, 120, 80)]
    >>> plan = Plan(steps, counted=True, memory=300, rate=4.0)
    >>> plan.states, plan.written, plan.peak, plan.seconds(5)
    (40, 160, 160, 2.0)
    """

    steps: Sequence[PlanStep]
    counted: bool
    """Whether the states were counted; else they are estimated from a sample."""
    memory: int
    """Bytes that a worker takes for a block and what it reads."""
    rate: float
    """States that one core of this machine solves in a second, as it was measured."""
    held: int | None = None
    """The most bytes that lie in the folder where only the value of the start is kept; none where
    that are those of two steps."""

    @property
    def states(self) -> int:
        """How many states there are."""
        return sum(step.states for step in self.steps)

    @property
    def blocks(self) -> int:
        """How many files there are."""
        return sum(step.blocks for step in self.steps)

    @property
    def written(self) -> int:
        """Bytes that are written: the size of the table."""
        return sum(step.written for step in self.steps)

    @property
    def read(self) -> int:
        """Bytes that are read."""
        return sum(step.read for step in self.steps)

    @property
    def peak(self) -> int:
        """The most bytes that lie in the folder where only the value of the start is kept."""
        if self.held is not None:
            return self.held
        return max(one.written + other.written for one, other in itertools.pairwise(self.steps))

    def seconds(self, workers: int) -> float:
        """How long some workers take, a core each, if no one waits for files."""
        return self.states / (self.rate * workers)

    def traffic(self, workers: int) -> float:
        """Bytes a second that a folder must bear for that."""
        return (self.read + self.written) / self.seconds(workers)
