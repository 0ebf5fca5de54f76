"""What solving a game in blocks would take: steps, states, files, memory and time."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence


@dataclasses.dataclass(frozen=True)
class PlanStep:
    """One step of a solve: what is solved together, based on the results of the step before."""

    name: str
    states: int
    blocks: int
    written: int
    """Bytes."""
    read: int


@dataclasses.dataclass(frozen=True)
class Plan:
    """The steps of a solve in blocks, in order.

    >>> steps = [PlanStep("last", 10, 1, 40, 0), PlanStep("one before", 30, 2, 120, 80)]
    >>> plan = Plan(steps, counted=True, memory=300, rate=4.0)
    >>> plan.states, plan.written, plan.peak, plan.seconds(5)
    (40, 160, 160, 2.0)
    """

    steps: Sequence[PlanStep]
    counted: bool
    """Whether the states were counted rather than estimated from a sample."""
    memory: int
    """The bytes a worker needs for a block and what it reads."""
    rate: float
    """The measured number of states one core of this machine solves in a second."""
    held: int | None = None
    """The peak number of bytes in the folder if only the value of the start is kept; None if that
    is the size of two steps."""

    @property
    def states(self) -> int:
        """The number of states."""
        return sum(step.states for step in self.steps)

    @property
    def blocks(self) -> int:
        """The number of files."""
        return sum(step.blocks for step in self.steps)

    @property
    def written(self) -> int:
        """The bytes written: the size of the table."""
        return sum(step.written for step in self.steps)

    @property
    def read(self) -> int:
        """The bytes read."""
        return sum(step.read for step in self.steps)

    @property
    def peak(self) -> int:
        """The peak number of bytes in the folder if only the value of the start is kept."""
        if self.held is not None:
            return self.held
        return max(one.written + other.written for one, other in itertools.pairwise(self.steps))

    def seconds(self, workers: int) -> float:
        """How long it takes this many workers, one core each, if none has to wait for files."""
        return self.states / (self.rate * workers)

    def traffic(self, workers: int) -> float:
        """The bytes per second the folder has to sustain for that."""
        return (self.read + self.written) / self.seconds(workers)
