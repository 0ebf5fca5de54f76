"""Sampled turns, on which lists of lines are rated before they are evaluated exactly."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterable
from typing import Any

from perfectplay.strategies.distil.phrases import RulePhrase
from perfectplay.strategies.rules.scoring import CardLine

Array = Any
Lines = list[RulePhrase]
FEW = 3_000
"""The number of turns that show what is worth a closer look."""


@dataclasses.dataclass(frozen=True)
class TrialSample:
    """Turns, and where the conditions of lines hold."""

    trials: Any
    read: Callable[[str], CardLine]
    turns: Any
    one: dict[str, Array]
    """For each condition, the turns at which it holds."""
    held: Array
    """For each place and turn, whether all conditions of the place hold, as numbers."""

    @functools.cached_property
    def few(self) -> TrialSample:
        """Some of the turns, evenly spread, as a sample of all."""
        step = -(-len(self.turns.mask) // FEW)
        turns = self.trials.some(self.turns, slice(None, None, step))
        return dataclasses.replace(
            self,
            turns=turns._replace(often=turns.often * step),
            one={text: holds[::step] for text, holds in self.one.items()},
            held=self.held[:, ::step].copy(),
        )

    def holds(self, where: Iterable[str]) -> Array:
        """The turns at which all of some conditions hold."""
        import numpy as np

        everywhere = np.ones(len(self.turns.mask), bool)
        return functools.reduce(np.logical_and, (self.one[text] for text in where), everywhere)

    def rated(self, made: Lines) -> Any:
        """The decisions of a list at the turns."""
        return self.trials.rated(self.turns, [self.read(each.text) for each in made])

    def gain(self, line: RulePhrase, rated: Any, at: int) -> float:
        """The gain of a line placed before one of the rated lines."""
        return float(self.trials.gain(self.turns, rated, self.read(line.text), at))

    def gains(self, move: RulePhrase, rated: Any, lines: int) -> Array:
        """For each turn and line, the gain of a move placed before that line."""
        arrays = self.trials.line_arrays(self.read(move.text))
        return self.trials.gains(self.turns, rated, arrays, lines)
