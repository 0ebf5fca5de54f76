"""What came out of solving a game, and what can be asked of it."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from perfectplay.model.game import Game
from perfectplay.model.nodes import Label, Number
from perfectplay.objectives import Objective
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.options import Option, Outcome
from perfectplay.solution.simulation import Simulation
from perfectplay.strategies.strategy import Decision

if TYPE_CHECKING:
    from os import PathLike

    import polars as pl
    from matplotlib.figure import Figure


@dataclasses.dataclass
class Solution:
    """A solved game: its value, the best option everywhere, and the odds.

    Positions are given as the game knows them. Where the objective needs the running score, the
    questions about a position take it as `score`; it may be left out where only one is possible.
    Each engine answers these questions in its own way, from what it keeps.

    >>> from perfectplay import solve
    >>> from perfectplay.games.slots import Slots
    >>> slots = solve(Slots(), exact=True)
    >>> slots.value
    Fraction(13817, 46656)
    >>> slots.best(slots.read("open=x3,bin roll=5"), score=30)
    'x3'
    """

    game: Game[Any]
    objective: Objective
    memory_limit: int
    seconds: float

    def __repr__(self) -> str:
        return f"<Solution of {self.game!r} for {self.objective}: {self.value}>"

    @property
    def value(self) -> Number:
        """The value of the game, from player 0's side: a float, or a Fraction if it is exact."""
        raise NotImplementedError

    @property
    def lower(self) -> Number | None:
        """What the value is proved to be at least, rounding included; None if nothing was proved.

        >>> from perfectplay import solve
        >>> from perfectplay.games.pig import Pig
        >>> pig = solve(Pig(target=20))
        >>> pig.lower <= pig.value <= pig.upper, pig.upper - pig.lower < 1e-12
        (True, True)
        """
        return self.value if self.exact else None

    @property
    def upper(self) -> Number | None:
        """What the value is proved to be at most, rounding included; None if nothing was proved."""
        return self.value if self.exact else None

    @property
    def meaning(self) -> str:
        """What the value is, in words."""
        return self.game.meaning(self.objective)

    @property
    def exact(self) -> bool:
        """Whether the numbers are exact fractions."""
        return False

    @property
    def digits(self) -> int:
        """How many decimals of a value are worth showing."""
        return 12

    @property
    def tracked(self) -> bool:
        """Whether the objective needs the running score, so that questions must tell it."""
        return False

    @property
    def positions(self) -> int:
        """How many positions were solved; each running score counts where it is tracked."""
        raise NotImplementedError

    @property
    def drawn_at_once(self) -> bool:
        """Whether its first figure takes no time to speak of, so that a notebook may draw it."""
        return True

    def _repr_html_(self) -> str:
        from perfectplay.solution.notebook import shown_solution

        return shown_solution(self)

    # Asking about one position

    def best(self, position: Hashable, score: Number | None = None) -> Label:
        """The best option at a choice; among equally good ones, the first in the game's order."""
        return self.options(position, score)[0].label

    def options(self, position: Hashable, score: Number | None = None) -> list[Option]:
        """The options at a choice, best first, each with its value and its cost.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins, Purse
        >>> for option in solve(Coins(coins=2, target=2)).options(Purse(2, 0)):
        ...     print(option)
        Option(label=1, value=0.5, cost=0.0, best=True)
        Option(label=2, value=0.375, cost=0.125, best=False)
        """
        raise NotImplementedError

    def outcomes(self, position: Hashable, score: Number | None = None) -> list[Outcome]:
        """The outcomes at a chance, in the game's order."""
        raise NotImplementedError

    def value_at(self, position: Hashable, score: Number | None = None) -> Number:
        """The value of a position: of what is still to come, or of the whole if tracked."""
        raise NotImplementedError

    def kind(self, position: Hashable) -> str:
        """What there is at a position: a 'choice', a 'chance' or a 'final'."""
        raise NotImplementedError

    def play(self, decision: Decision) -> Label:
        """The solution as a strategy: its best option."""
        return self.best(decision.position, decision.score if self.tracked else None)

    def read(self, text: str) -> Hashable:
        """The position that a text stands for, if it can occur.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins
        >>> solve(Coins()).read("coins=3 points=2")
        Purse(coins=3, points=2)
        """
        raise NotImplementedError

    # The whole of play

    def visits(self) -> dict[Hashable, Number]:
        """How often each position arises in play: by position, or by (position, score) if tracked.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins, Purse
        >>> solve(Coins(coins=1, target=1)).visits()[Purse(0, 0)]
        0.5
        """
        raise NotImplementedError

    def length(self) -> Number:
        """How many positions a game passes through in the mean, the final one not counted.

        It is infinite if play may go on for ever.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins
        >>> solve(Coins(coins=1, target=2), exact=True).length()
        Fraction(3, 2)
        """
        total: Number = 0
        for place, often in self.visits().items():
            position = place[0] if self.tracked and isinstance(place, tuple) else place
            if self.kind(position) != "final":
                total += often
        return total

    @property
    def never_ends(self) -> Number:
        """How likely play goes on for ever."""
        return 0

    def distribution(self) -> Distribution:
        """The exact distribution of the final score under this solution's play.

        Where points are scored on a cycle there are infinitely many scores; those that are left
        out are together as likely as its `cut`.

        >>> from perfectplay import solve
        >>> from perfectplay.games.greed import Greed
        >>> solve(Greed(max=2, sides=2)).distribution()
        Distribution({-1: 0.125, 0: 0.75, 1: 0.125})
        """
        raise NotImplementedError

    def simulate(self, games: int = 100_000, seed: int = 0) -> Simulation:
        """Play many games by this solution, with dice from a generator with this seed."""
        raise NotImplementedError

    def table(self, *, every: bool = False) -> pl.DataFrame:
        """A data frame with one row for each decision, or for every position."""
        raise NotImplementedError

    def when(self, label: Label, by: list[str] | None = None) -> pl.DataFrame:
        """When to take an option and when to keep it: one row for each group of decisions."""
        raise NotImplementedError

    def figure(
        self,
        kind: str | None = None,
        *,
        at: Hashable | None = None,
        score: Number | None = None,
        beside: Mapping[str, Mapping[Number, Number] | Sequence[Number]] | None = None,
        dark: bool = False,
    ) -> Figure:
        """A figure of a kind; by default the first that this solution has.

        The kinds are `scores`, `at-least`, `policy`, `last`, `decisions`, `boxes`, `turn` and
        `graph`, where they fit the game. `at` is a position, for `turn` and for races; `beside`
        are other strategies for `at-least`: by name, P(score >= x) for each x.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins
        >>> solve(Coins(coins=2, target=2)).figure("graph").get_suptitle()
        'The whole game, and how best to play it'
        """
        from perfectplay.figures.kinds import Wish, draw

        return draw(Wish(self, at, score, beside or {}, dark), kind)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the solution to a file, whole or not at all; `load` reads it back."""
        from perfectplay.solution.storage.files import save

        save(self, path)
