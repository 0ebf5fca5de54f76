"""Two cards on the table, as the player sees them whose turn it is."""

from __future__ import annotations

import dataclasses
from typing import Self

from perfectplay.errors import PositionError
from perfectplay.model.scorecard.game import DiceAndBoxes
from perfectplay.model.scorecard.positions import Duel, DuelRolled
from perfectplay.model.scorecard.sheet import Sheet, read_dice


@dataclasses.dataclass(frozen=True)
class Table:
    """Two cards: whose turn it is, the dice, and how far the mover leads.

    >>> from perfectplay.games.yazy import Yazy
    >>> table = Table.read(Yazy(players=2), mine="", theirs="sixes=18", dice="66633")
    >>> table.before.mover, table.lead, table.first_lead, table.position.rerolls
    (1, -18, 18, 2)
    """

    game: DiceAndBoxes
    position: Duel | DuelRolled
    score: int
    """The points of the mover."""
    lead: int

    @classmethod
    def read(
        cls,
        game: DiceAndBoxes,
        mine: str,
        theirs: str,
        dice: str | None = None,
        rerolls: int | None = None,
    ) -> Self:
        """Read what is on the table on my turn; the open boxes tell who has begun.

        Rerolls count only with dice; all of them are left if nothing is said.
        """
        own, other = (Sheet.read(game.card, text) for text in (mine, theirs))
        if own.score is None or other.score is None:
            raise PositionError(
                "who leads matters: write the points of every filled box, as ones=3"
            )
        apart = len(own.turn.open) - len(other.turn.open)
        if apart not in (0, 1):
            raise PositionError(
                f"you have {len(own.turn.open)} open boxes and they have {len(other.turn.open)}: "
                "on your turn, you have as many as they have, or one more if they begin"
            )
        duel = Duel.of(other.turn, own.turn) if apart else Duel.of(own.turn, other.turn)
        lead = own.score - other.score
        if dice is None:
            return cls(game, duel, own.score, lead)
        most = game.card.rerolls
        left = most if rerolls is None else rerolls
        if not 0 <= left <= most:
            raise PositionError(f"{left} rerolls cannot be left; {game.name} has 0 to {most}")
        if duel.over:
            raise PositionError("all boxes of both cards are filled: the game is over")
        return cls(game, duel.rolled(read_dice(game.card, dice), left), own.score, lead)

    @property
    def before(self) -> Duel:
        """The position before the roll."""
        return self.position if isinstance(self.position, Duel) else self.position.before

    @property
    def first_lead(self) -> int:
        """How far the first player leads."""
        return -self.lead if self.before.mover else self.lead
