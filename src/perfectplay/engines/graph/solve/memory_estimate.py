"""How much memory does a collection of Python's objects take? About as much as a sample tells."""

from __future__ import annotations

import gc
import sys
from array import array
from itertools import islice
from types import FunctionType, ModuleType
from typing import Any

SAMPLE = 64
"""So many of some newcomers are weighed."""
SCATTER = 2654435761
"""A multiplier that scatters a sample, so that no rhythm of the objects deceives it."""
RULES = (type, FunctionType, ModuleType)
"""What belongs to the rules of a game and not to its positions."""


class MemoryEstimate:
    """A column, a list or the keys of a dictionary, and about how many bytes all they hold takes.

    What several of those hold that were weighed counts once.

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
        """How many there are by now; of the members that have come since it was asked, a sample."""
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
        """The bytes of an object and of what it holds, as far as they were not weighed before."""
        total = 0
        held = [thing]
        while held:
            each = held.pop()
            if id(each) not in self.seen and not isinstance(each, RULES):
                self.seen.add(id(each))
                total += sys.getsizeof(each)
                held += gc.get_referents(each)
        return total
