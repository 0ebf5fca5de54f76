"""How likely best play earns each section bonus, from every turn on."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable
from typing import Any

from perfectplay.model.nodes import Number
from perfectplay.solution.answers import Expectations
from perfectplay.solution.solution import Solution


@dataclasses.dataclass(frozen=True)
class BonusChances:
    """The chances of all bonuses of a card, as an array: a column for each bonus."""

    solution: Solution
    chances: Any

    @classmethod
    def of(cls, solution: Solution) -> BonusChances:
        """Compute them, backwards from the end of the game.

        >>> from perfectplay import Bonus, Box, Scorecard, solve
        >>> from perfectplay.model.scorecard import Face
        >>> bonus = Bonus("upper", ["ones"], at=2, points=9)
        >>> card = Scorecard("small", dice=2, sides=2, rerolls=0, boxes=[Box("ones", Face(1))],
        ...                  bonuses=[bonus])
        >>> BonusChances.of(solve(card)).at(card.start())
        (0.25,)
        """
        card = solution.game.card
        assert card is not None

        def earned(end: Any) -> list[float]:
            pairs = zip(end.totals, card.bonuses, strict=True)
            return [float(total >= bonus.at) for total, bonus in pairs]

        return cls(solution, solution.answer(Expectations).of(earned))

    @staticmethod
    def are_known(solution: Solution) -> bool:
        """Whether the card has bonuses, and the solution can give their chances."""
        game = solution.game
        alone = game.players == 1 and game.card is not None and bool(game.card.bonuses)
        return alone and Expectations in solution.answers

    def at(self, place: Hashable, score: Number | None = None) -> tuple[float, ...]:
        """The chance of each bonus of the card, before the roll.

        For a game solved position by position, also after the roll.
        """
        return tuple(self.chances[self.solution.answer(Expectations).row(place, score)].tolist())
