"""The ratings of a race: the value of each number of dice, at any two scores."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from perfectplay.model.dice_sums import after_a_die


@dataclasses.dataclass(frozen=True)
class RatingBoard:
    """The ratings of all turns of a race of two scores.

    A win is 1 and a loss 0. The tables are indexed by the mover (only 0, if a tie is worth the same
    to both), the mover's score and the opponent's. They hold floats, or whole numbers of a `unit`
    if they are exact.
    """

    limit: int
    sides: int
    most: int
    ties: tuple[Fraction, ...]
    """The value of a tie to each mover."""
    unit: int
    """The number of units in a rating of 1; 0 if the tables hold floats."""
    last: Any
    last_choice: Any
    normal: Any
    normal_choice: Any

    @property
    def ends(self) -> Any:
        """The chances of each end."""
        raise NotImplementedError

    def number(self, rating: Any) -> Any:
        """A rating as a number."""
        return Fraction(int(rating), self.unit) if self.unit else float(rating)

    @property
    def one(self) -> Any:
        """A rating of 1, in the unit of the tables."""
        return self.unit or 1.0

    def mover(self, player: int) -> int:
        """The index of a player in the tables."""
        return player if len(self.ties) > 1 else 0

    def best(self, mine: int, theirs: int, *, last: bool, player: int) -> tuple[Any, int]:
        """The rating of the best number of dice, and the fewest such dice."""
        tables = (self.last, self.last_choice) if last else (self.normal, self.normal_choice)
        rating, choice = (table[self.mover(player)][mine][theirs] for table in tables)
        return self.number(rating), int(choice)

    def landings(self, mine: int, theirs: int, *, last: bool, player: int) -> list[Any]:
        """The value of having reached each score, from one's own up to the limit."""
        if last:
            tie = self.ties[self.mover(player)]
            level = int(tie * self.unit) if self.unit else float(tie)
            return [
                self.one if score > theirs else level if score == theirs else 0 * self.one
                for score in range(mine, self.limit + 1)
            ]
        other = self.normal[self.mover(1 - player)][theirs]
        return [self.one - other[score] for score in range(mine, self.limit + 1)]

    def options(self, mine: int, theirs: int, *, last: bool, player: int) -> list[Any]:
        """The value of each number of dice, from none to as many as there is room for."""
        value = self.landings(mine, theirs, last=last, player=player)
        lasts = self.last[self.mover(1 - player)]
        found = [value[0] if last else self.one - lasts[theirs][mine]]
        for _ in range(min(self.limit - mine, self.most)):
            value = after_a_die(value, self.sides, whole=self.unit > 0)
            found.append(value[0])
        return [self.number(rating) for rating in found]

    def rated_turns(self) -> Iterator[tuple[int, int, list[Any]]]:
        """All exactly rated turns but the last: both scores, and each number of dice's rating."""
        raise NotImplementedError
