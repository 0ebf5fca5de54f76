"""How often best play uses each option, and which options never pay."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any, Self

import numpy as np

from perfectplay.model.nodes import Label
from perfectplay.solution.decision_costs import DecisionCosts
from perfectplay.solution.markov_chain import MarkovChain
from perfectplay.solution.solution import Solution
from perfectplay.solve import solution_offering

Array = Any


@dataclasses.dataclass(frozen=True)
class OptionUsage:
    """An option: how often it is offered and taken in a game, and whether it is useful."""

    label: Label
    offered: float
    """How often it is offered in a game of best play, on average."""
    taken: float
    """How often best play takes it."""
    places: int
    """At how many decisions it is available, whether best play reaches them or not."""
    best: int
    """At how many of them no other option is better."""
    needed: int
    """At how many of them every other option is worse."""

    @property
    def never_pays(self) -> bool:
        """Whether some other option is better wherever this one is offered."""
        return self.best == 0

    @property
    def idle(self) -> bool:
        """Whether it sometimes ties with another option, but is never better than all others."""
        return self.best > 0 and self.needed == 0

    @property
    def verdict(self) -> str:
        """A verdict on an option that is of no use."""
        where = f"each of the {self.places:,} decisions that offer it"
        if self.places == 1:
            where = "the one decision that offers it"
        if self.never_pays:
            return f"at {where}, another option is better"
        if self.idle:
            return f"at {where}, another option is at least as good"
        return ""


class Usage(Sequence[OptionUsage]):
    """The options of a game by label, the most frequently taken first."""

    def __init__(self, options: Sequence[OptionUsage]) -> None:
        self.options = sorted(options, key=lambda option: -option.taken)

    def __getitem__(self, place: Any) -> Any:
        return self.options[place]

    def __len__(self) -> int:
        return len(self.options)

    @classmethod
    def of(cls, solution: Solution) -> Self:
        """How a solution uses the options.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins
        >>> for option in Usage.of(solve(Coins(coins=2, target=2))):
        ...     print(option.label, option.offered, option.taken, option.verdict or "it is needed")
        1 2.5 2.5 it is needed
        2 1.5 0.0 at each of the 2 decisions that offer it, another option is better
        """
        decisions = solution_offering(solution, DecisionCosts).answer(DecisionCosts)
        chain = solution_offering(solution, MarkovChain).answer(MarkovChain)
        columns = decisions.columns
        count = len(columns.labels)
        owner, label = np.asarray(columns.owner), np.asarray(columns.label)
        best = decisions.costs == 0
        several = np.bincount(owner[best], minlength=len(decisions.visits))[owner] > 1
        decides = np.flatnonzero(chain.taken >= 0)
        finite = np.isfinite(chain.visits)
        taken = np.bincount(
            chain.taken[decides],
            weights=np.where(finite, chain.visits, 1.0)[decides],
            minlength=count,
        )
        counts = [
            np.bincount(label, weights=decisions.visits[owner], minlength=count),
            taken,
            np.bincount(label, minlength=count),
            np.bincount(label[best], minlength=count),
            np.bincount(label[best & ~several], minlength=count),
        ]
        rows = zip(columns.labels, *(each.tolist() for each in counts), strict=True)
        return cls([OptionUsage(*row) for row in rows])

    @property
    def useless(self) -> list[OptionUsage]:
        """Those that never pay, or make no difference."""
        return [option for option in self if option.never_pays or option.idle]

    def __iter__(self) -> Iterator[OptionUsage]:
        return iter(self.options)
