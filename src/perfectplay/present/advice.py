"""What to do at a position: the facts shown everywhere, from the mover's point of view."""

from __future__ import annotations

import dataclasses
from typing import Any, Self

from perfectplay.model.nodes import Label, Number
from perfectplay.model.table import TablePosition
from perfectplay.solution.options import Option
from perfectplay.solution.solution import Solution
from perfectplay.solution.whole_game import whole_option, whole_value


@dataclasses.dataclass(frozen=True)
class Ranked:
    """An option in words, with the value of the game for it, and its cost."""

    label: Label
    words: str
    value: Number
    """As the solution reports it: excluding the running score, if the solution leaves that out."""
    whole: Number
    """Of the whole game, as far as the running score is known."""
    cost: Number
    best: bool


@dataclasses.dataclass(frozen=True)
class Advice:
    """The position on the table, its value, and the options, best first.

    >>> from perfectplay import solve
    >>> from perfectplay.games.yazy import Yazy
    >>> from perfectplay.model.table import Table
    >>> yazy = solve(Yazy())
    >>> advice = Advice.of(yazy, yazy.game.position_from_table(Table(dice="66633", card="ones=3")))
    >>> advice.options[0].words
    'keep 6 6 6, reroll two'
    >>> round(advice.whole - advice.value, 9), advice.whole == advice.options[0].whole
    (3.0, True)
    """

    solution: Solution
    seen: TablePosition
    value: Number
    whole: Number
    options: list[Ranked]

    @classmethod
    def of(cls, solution: Solution, seen: TablePosition, player: int = 0) -> Self:
        """The advice of a solution, from a player's point of view."""
        asked = seen.score if solution.tracked else None
        by = solution.objective.for_player

        def rank(option: Option) -> Ranked:
            whole = whole_option(solution, option, seen.score)
            words = solution.game.describe_option(seen.position, option.label)
            values = by(player, option.value), by(player, whole.value)
            return Ranked(option.label, words, *values, whole.cost, option.best)

        value = solution.value_at(seen.position, asked)
        chosen = solution.kind(seen.position) == "choice"
        options = [rank(each) for each in solution.options(seen.position, asked)] if chosen else []
        whole = by(player, whole_value(solution, value, seen.score))
        return cls(solution, seen, by(player, value), whole, options)

    @property
    def position(self) -> Any:
        """The position."""
        return self.seen.position

    def option(self, label: Label) -> Ranked:
        """The option with this name."""
        return next(option for option in self.options if option.label == label)
