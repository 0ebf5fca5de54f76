"""How many dice to roll in a race of two scores."""

from __future__ import annotations

import dataclasses
from typing import NamedTuple, Self

from perfectplay.model.nodes import Number
from perfectplay.model.race_roll import Meaning, Roll
from perfectplay.model.table import TablePosition
from perfectplay.present.advice import Advice, Ranked
from perfectplay.solution.rating_board import RatingBoard
from perfectplay.solution.solution import Solution

NEGLIGIBLE = 1e-6


class Ends(NamedTuple):
    """How a turn may end when rolling some number of dice now."""

    win: Number
    tie: Number
    bust: Number


class Landing(NamedTuple):
    """A score that a roll can lead to."""

    score: int
    chance: float
    meaning: Meaning


@dataclasses.dataclass(frozen=True)
class RaceAdvice(Advice):
    """The numbers of dice in a turn; values are the mover's ratings.

    >>> from perfectplay import Compute, solve
    >>> from perfectplay.games.greed import Greed
    >>> from perfectplay.model.table import Table
    >>> greed = solve(Greed(max=10, sides=3), compute=Compute(engine="race"))
    >>> seen = greed.game.position_from_table(Table(score=8, opponent=9, last=True))
    >>> advice = RaceAdvice.at(greed, seen)
    >>> advice.options[0].words, [round(chance, 4) for chance in advice.ends(advice.options[0])]
    ('1 die', [0.3333, 0.3333, 0.3333])
    """

    @classmethod
    def at(cls, solution: Solution, seen: TablePosition) -> Self:
        """The advice of a solution at a turn."""
        return cls.of(solution, seen, seen.position.player)

    def ends(self, option: Ranked) -> Ends:
        """How the race may end when rolling some number of dice now."""
        mine, theirs, last, player = self.position
        dice = int(str(option.label))
        ends = self.solution.answer(RatingBoard).ends
        return Ends(*ends.rolling(dice, mine, theirs, last=last, player=player))

    def landings(self) -> list[Landing]:
        """Where the best roll may land."""
        board, dice = self.solution.answer(RatingBoard), int(str(self.options[0].label))
        roll = Roll(self.position.mine, self.position.theirs, board.limit, dice, board.sides)
        return [
            Landing(score, chance, roll.meaning(score))
            for score, chance in roll.scores.items()
            if chance >= NEGLIGIBLE
        ]


class RatingTable(NamedTuple):
    """The best numbers of dice and their ratings, by the mover's score and the opponent's."""

    dice: list[list[int]]
    ratings: list[list[Number]]

    @classmethod
    def of(cls, solution: Solution, *, last: bool) -> Self:
        """All turns of a race: either the last ones or all others.

        >>> from perfectplay import Compute, solve
        >>> from perfectplay.games.greed import Greed
        >>> greed = solve(Greed(max=1, sides=2), compute=Compute(engine="race"))
        >>> RatingTable.of(greed, last=True).dice
        [[0, 1], [0, 0]]
        """
        ratings, scores = (
            solution.answer(RatingBoard),
            range(solution.answer(RatingBoard).limit + 1),
        )
        turns = [
            [ratings.best(mine, theirs, last=last, player=0) for theirs in scores]
            for mine in scores
        ]
        dice = [[dice for _, dice in row] for row in turns]
        return cls(dice, [[rating for rating, _ in row] for row in turns])
