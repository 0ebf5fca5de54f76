"""How much memory does a collection of Python objects use? Estimated from a sample."""

from __future__ import annotations

import gc
import sys
from array import array
from itertools import islice
from types import FunctionType, ModuleType
from typing import Any

SAMPLE = 64
"""The number of new members that are measured."""
SCATTER = 2654435761
"""A multiplier that scatters the sample, so that no regularity in the objects misleads it."""
RULES = (type, FunctionType, ModuleType)
"""What belongs to a game's rules rather than to its positions."""


class MemoryEstimate:
    """A column, a list or the keys of a dictionary, with an estimate of the bytes all of it takes.

    Objects shared by several sampled members count once.

    >>> found = [("a", "pair", 5)] * 2
    >>> growing = MemoryEstimate(found)
    >>> growing.bytes() == sys.getsizeof(found) + sum(map(sys.getsizeof, (found[0], *found[0])))
    True
    """

    def __init__(self, members: Any) -> None:
        self.members = members
        self.count = 0
        self.held = 0
        self.seen: set[int] = set()

    def bytes(self) -> int:
        """The estimate now; a sample of members added since the last call is measured."""
        count = len(self.members) - self.count
        if count and not isinstance(self.members, array):
            newcomers = list(islice(reversed(self.members), count))
            self.count += count
            part = max(1, count // SAMPLE)
            places = (each * part + each * SCATTER % part for each in range(min(count, SAMPLE)))
            sample = [self.weigh(newcomers[place]) for place in places]
            self.held += sum(sample) * count // len(sample)
        return sys.getsizeof(self.members) + self.held

    def weigh(self, thing: Any) -> int:
        """The bytes of an object and everything it holds that has not been counted before."""
        total = 0
        held = [thing]
        while held:
            each = held.pop()
            if id(each) not in self.seen and not isinstance(each, RULES):
                self.seen.add(id(each))
                total += sys.getsizeof(each)
                held += gc.get_referents(each)
        return total
