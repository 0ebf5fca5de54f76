"""The sets of dice that can be kept, from none to all, and how adding a die leads between them.

All turns of all positions share this lattice. A keep of all dice is a roll. Going up adds a die by
chance; going down removes one by choice. Working one die at a time, each keep has only as many
children as a die has sides, instead of as many as there are rolls.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from perfectplay.model.loaded import Weights
from perfectplay.model.scorecard.game import keeps
from perfectplay.model.scorecard.scoring import Roll, ways

if TYPE_CHECKING:
    from perfectplay.model.scorecard import Scorecard

LANES = 64
"""How many anchors are processed together."""
GROUP = 6
"""Children and parents are padded to groups of this size, to give kernel loops a fixed length."""

Ints = npt.NDArray[np.uint32]
Floats = npt.NDArray[np.float64]


class LatticeArrays(NamedTuple):
    """A lattice as arrays for kernels; see the properties of `Lattice`."""

    sides: int
    up: Any
    down: Any
    parents: Any
    chance: Any
    options: Any
    options_begin: Any


@dataclasses.dataclass(frozen=True)
class Lattice:
    """The keeps by number: first all rolls, then the keeps of one die fewer, down to none."""

    dice: int
    faces: int
    weights: Weights = ()
    """How often each face comes up, if the dice are loaded."""

    @classmethod
    def of(cls, card: Scorecard) -> Self:
        """The lattice for the dice of a card."""
        return cls(card.dice, card.sides, card.weights if card.die else ())

    @functools.cached_property
    def sides(self) -> int:
        """The number of equally likely sides of a die: a loaded one repeats some faces."""
        return sum(self.weights) or self.faces

    @functools.cached_property
    def drawn(self) -> list[int]:
        """The face on each side."""
        weights = self.weights or (1,) * self.faces
        return [face for face, weight in enumerate(weights, start=1) for _ in range(weight)]

    @functools.cached_property
    def keeps(self) -> list[Roll]:
        """All keeps."""
        faces = range(1, self.faces + 1)
        sizes = range(self.dice, -1, -1)
        return [
            keep for size in sizes for keep in itertools.combinations_with_replacement(faces, size)
        ]

    @functools.cached_property
    def number(self) -> dict[Roll, int]:
        """The number of each keep."""
        return {keep: number for number, keep in enumerate(self.keeps)}

    @functools.cached_property
    def level(self) -> list[int]:
        """Where the keeps of each size begin: `level[n]` for those with `dice - n` dice."""
        sizes = [len(keep) for keep in self.keeps]
        return [*(sizes.index(size) for size in range(self.dice, -1, -1)), len(sizes)]

    @property
    def rolls(self) -> int:
        """The number of rolls."""
        return self.level[1]

    @property
    def size(self) -> int:
        """The number of keeps."""
        return len(self.keeps)

    @property
    def steps(self) -> int:
        """The number of steps up, which equals the number of steps down."""
        return (self.size - self.rolls) * self.sides

    @functools.cached_property
    def up(self) -> Ints:
        """For each keep and side, the keep with that die added; a roll leads nowhere.

        Rows are padded with the number after the last keep, where kernels store zeros.
        """
        width = -(-self.sides // GROUP) * GROUP
        table = np.full((self.size, width), self.size, np.uint32)
        for number in range(self.rolls, self.size):
            keep = self.keeps[number]
            for side, face in enumerate(self.drawn):
                table[number, side] = self.number[tuple(sorted((*keep, face)))]
        return table

    @functools.cached_property
    def down(self) -> Ints:
        """For each keep, the keeps with one die fewer, padded with the first of them."""
        table = np.zeros((self.size, GROUP), np.uint32)
        for number, keep in enumerate(self.keeps[:-1]):
            fewer = [
                self.number[keep[:place] + keep[place + 1 :]]
                for place in (keep.index(face) for face in sorted(set(keep)))
            ]
            table[number] = fewer + fewer[:1] * (GROUP - len(fewer))
        return table

    @functools.cached_property
    def parents(self) -> Ints:
        """The length of each row of `down`."""
        return np.array([len(set(keep)) for keep in self.keeps], np.uint32)

    @functools.cached_property
    def chance(self) -> Floats:
        """The probability of each roll of all dice."""
        total, often = self.sides**self.dice, Counter(self.drawn)
        return np.array(
            [
                ways(roll) * math.prod(often[face] for face in roll) / total
                for roll in self.keeps[: self.rolls]
            ]
        )

    @functools.cached_property
    def options(self) -> tuple[Ints, Ints]:
        """The keeps of each roll in the game's order, and where those of each roll begin."""
        lists = [[self.number[keep] for keep in keeps(roll)] for roll in self.keeps[: self.rolls]]
        begins = np.concatenate([[0], np.cumsum([len(each) for each in lists])])
        return np.array(list(itertools.chain(*lists)), np.uint32), begins.astype(np.uint32)

    @functools.cached_property
    def arrays(self) -> LatticeArrays:
        """The lattice as arrays."""
        args = (self.up, self.down, self.parents, self.chance)
        return LatticeArrays(self.sides, *args, *self.options)

    def levels_up(self) -> list[tuple[slice, Any]]:
        """The keeps of each size, from one die short to none, with the keeps a die leads to."""
        return [
            (slice(begin, end), self.up[begin:end, : self.sides])
            for begin, end in itertools.pairwise(self.level[1:])
        ]

    def levels_down(self) -> list[tuple[slice, Any]]:
        """The keeps of each size, from one die to all, with those of one die fewer."""
        return [
            (slice(begin, end), self.down[begin:end])
            for begin, end in reversed(list(itertools.pairwise(self.level[:-1])))
        ]
