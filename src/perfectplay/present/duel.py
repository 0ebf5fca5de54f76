"""What to do at a table of two to win, told from the side of the player whose turn it is."""

from __future__ import annotations

import dataclasses
from typing import Self

from perfectplay.model.scorecard import DuelRolled
from perfectplay.model.scorecard.table import Table
from perfectplay.objectives import Win
from perfectplay.present.words import in_words
from perfectplay.solution.options import Option
from perfectplay.solution.solution import Solution


@dataclasses.dataclass(frozen=True)
class DuelAdvice:
    """The mover's chance to win, what a tie counts, and the options by that chance, best first.

    >>> from perfectplay.games.yazy import Yazy
    >>> from perfectplay.engines.scorecard.lead.engine import solve_end_game
    >>> yazy = Yazy(players=2)
    >>> names = [name for name in yazy.card.names if name not in ("ones", "sixes")]
    >>> filled = " ".join(f"{name}=0" for name in names)
    >>> table = Table.read(yazy, filled, f"{filled} sixes=18", "11166", 0)
    >>> end = solve_end_game(yazy, table.before, table.first_lead)
    >>> advice = DuelAdvice.of(end, table)
    >>> [option.label for option in advice.options if option.best]
    ['ones']
    """

    table: Table
    chance: float
    tie: float
    options: list[Option]

    @classmethod
    def of(cls, solution: Solution, table: Table) -> Self:
        """The advice of a solution for two at a table that it knows."""
        assert isinstance(solution.objective, Win)
        position, lead, mover = table.position, table.first_lead, table.before.mover
        options: list[Option] = []
        if isinstance(position, DuelRolled):
            options = [
                dataclasses.replace(option, value=seen(float(option.value), mover))
                for option in solution.options(position, lead)
            ]
        chance = seen(float(solution.value_at(position, lead)), mover)
        return cls(table, chance, seen(float(solution.objective.tie), mover), options)

    def for_points(self, alone: Solution) -> Option:
        """What one would do for oneself, by a solution for one player, with what it costs here."""
        position = self.table.position
        assert isinstance(position, DuelRolled)
        score = self.table.score if alone.tracked else None
        chosen = alone.best(position.turn.rolled(position.roll, position.rerolls), score)
        return next(option for option in self.options if option.label == chosen)

    def words(self, option: Option) -> str:
        """An option as one would say it."""
        position = self.table.position
        assert isinstance(position, DuelRolled)
        return in_words(position.turn.rolled(position.roll, position.rerolls), option)

    def spoken(self, option: Option) -> str:
        """An option within a sentence."""
        position = self.table.position
        assert isinstance(position, DuelRolled)
        words = self.words(option)
        return words if position.rerolls else f"fill {words}"


def seen(value: float, mover: int) -> float:
    """A value from the mover's side."""
    return 1 - value if mover else value
