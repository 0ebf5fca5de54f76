"""The positions of a game on scorecards: before and after a roll, for one player and for two.

Each knows whose turn it is (`turn`), the position before its roll (`before`), and who is to move
(`mover`). A position before a roll is its own `before`.
"""

from __future__ import annotations

from typing import NamedTuple

from perfectplay.model.scorecard.scoring import Roll


class Turn(NamedTuple):
    """Before the roll: the open boxes, the total towards each bonus, and the repeat bonus.

    A total is counted only until its bonus is certain. `repeat` says whether the box of the repeat
    bonus holds points, so that the bonus can be earned.
    """

    open: tuple[str, ...]
    totals: tuple[int, ...] = ()
    repeat: bool = False

    @property
    def before(self) -> Turn:
        """The turn itself."""
        return self

    @property
    def turn(self) -> Turn:
        """The turn itself."""
        return self

    @property
    def mover(self) -> int:
        """Who is to move: the only player."""
        return 0

    @property
    def over(self) -> bool:
        """Whether all boxes are filled."""
        return not self.open

    def rolled(self, roll: Roll, rerolls: int) -> Rolled:
        """A roll in this turn."""
        return Rolled(self.open, roll, rerolls, self.totals, self.repeat)

    def moved(self, turn: Turn) -> Turn:
        """What follows once this turn has led to another: that turn."""
        return turn


class Rolled(NamedTuple):
    """After a roll: the dice, lowest first, and how many rerolls are left."""

    open: tuple[str, ...]
    roll: Roll
    rerolls: int = 0
    totals: tuple[int, ...] = ()
    repeat: bool = False

    @property
    def before(self) -> Turn:
        """The turn this roll belongs to."""
        return Turn(self.open, self.totals, self.repeat)

    @property
    def turn(self) -> Turn:
        """The same turn: there is only one player."""
        return self.before


class Duel(NamedTuple):
    """Before a roll, for two players: the state of each player's turn.

    The first player begins every round, so the open boxes show who is to move.
    """

    first: tuple[str, ...]
    second: tuple[str, ...]
    first_totals: tuple[int, ...] = ()
    second_totals: tuple[int, ...] = ()
    first_repeat: bool = False
    second_repeat: bool = False

    @classmethod
    def of(cls, first: Turn, second: Turn) -> Duel:
        """The duel in which the players are at these turns."""
        totals, repeats = (first.totals, second.totals), (first.repeat, second.repeat)
        return cls(first.open, second.open, *totals, *repeats)

    @property
    def before(self) -> Duel:
        """The duel itself."""
        return self

    @property
    def turns(self) -> tuple[Turn, Turn]:
        """The state of each player's turn."""
        first = Turn(self.first, self.first_totals, self.first_repeat)
        return first, Turn(self.second, self.second_totals, self.second_repeat)

    @property
    def turn(self) -> Turn:
        """The turn of the player to move."""
        return self.turns[self.mover]

    @property
    def other(self) -> Turn:
        """The turn of the other player."""
        return self.turns[1 - self.mover]

    @property
    def mover(self) -> int:
        """Who is to move: the second player if they have more open boxes."""
        return int(len(self.second) > len(self.first))

    @property
    def over(self) -> bool:
        """Whether all boxes of both players are filled."""
        return not self.first and not self.second

    def rolled(self, roll: Roll, rerolls: int) -> DuelRolled:
        """A roll of the player to move."""
        return DuelRolled(
            self.first,
            self.second,
            roll,
            rerolls,
            self.first_totals,
            self.second_totals,
            self.first_repeat,
            self.second_repeat,
        )

    def moved(self, turn: Turn) -> Duel:
        """The duel after the mover's turn has led to another."""
        first, second = self.turns
        return Duel.of(first, turn) if self.mover else Duel.of(turn, second)


class DuelRolled(NamedTuple):
    """After a roll, for two players: the dice, lowest first, and the rerolls left."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    roll: Roll
    rerolls: int = 0
    first_totals: tuple[int, ...] = ()
    second_totals: tuple[int, ...] = ()
    first_repeat: bool = False
    second_repeat: bool = False

    @property
    def before(self) -> Duel:
        """The duel this roll belongs to."""
        return Duel(
            self.first,
            self.second,
            self.first_totals,
            self.second_totals,
            self.first_repeat,
            self.second_repeat,
        )

    @property
    def turn(self) -> Turn:
        """The turn of the player to move."""
        return self.before.turn
