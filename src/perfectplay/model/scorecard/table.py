"""Scorecards on the table: one, or two as seen by the player to move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perfectplay.errors import PositionError
from perfectplay.model.scorecard.positions import Duel, DuelRolled, Rolled, Turn
from perfectplay.model.scorecard.sheet import Sheet, read_dice
from perfectplay.model.table import Table, TablePosition

if TYPE_CHECKING:
    from perfectplay.model.scorecard.game import DiceAndBoxes


def look_at_cards(game: DiceAndBoxes, table: Table) -> TablePosition:
    """The position on the table, for one player or two.

    >>> from perfectplay.games.yazy import Yazy
    >>> Yazy().position_from_table(Table(card="sixes=18", dice="66633")).score
    18
    >>> seen = Yazy(players=2).position_from_table(Table(card="", other="sixes=18", dice="66633"))
    >>> seen.position.before.mover, seen.position.rerolls, seen.score, seen.own
    (1, 2, 18, 0)
    """
    if game.players == 1:
        if table.other is not None:
            raise PositionError(f"two cards are for players=2, which {game!r} is not")
        sheet = Sheet.read(game.card, table.card or "")
        return TablePosition(rolled(game, sheet.turn, table), sheet.score, sheet.score)
    if table.other is None:
        raise PositionError(
            f"in {game.name} for two, both cards matter: give them with --mine and --theirs"
        )
    own, other = (Sheet.read(game.card, text or "") for text in (table.card, table.other))
    if own.score is None or other.score is None:
        raise PositionError(
            "it matters who leads: give the points of every filled box, such as ones=3"
        )
    duel = duel_of(own.turn, other.turn)
    lead = own.score - other.score
    return TablePosition(rolled(game, duel, table), -lead if duel.mover else lead, own.score)


def duel_of(own: Turn, other: Turn) -> Duel:
    """The duel in which it is my turn; the open boxes show who began."""
    apart = len(own.open) - len(other.open)
    if apart not in (0, 1):
        raise PositionError(
            f"you have {len(own.open)} open boxes and they have {len(other.open)}: on your turn, "
            "you have as many as they have, or one more if they begin"
        )
    return Duel.of(other, own) if apart else Duel.of(own, other)


def rolled(
    game: DiceAndBoxes, before: Turn | Duel, table: Table
) -> Turn | Duel | Rolled | DuelRolled:
    """The turn itself, or its roll; all rerolls are left unless stated otherwise."""
    if table.dice is None:
        if table.rerolls is not None:
            raise PositionError("--rerolls needs --dice")
        return before
    roll, most = read_dice(game.card, table.dice), game.card.rerolls
    left = most if table.rerolls is None else table.rerolls
    if not 0 <= left <= most:
        rerolls = f"{left} reroll{'' if left == 1 else 's'}"
        raise PositionError(f"{rerolls} cannot be left; {game.name} has 0 to {most}")
    if before.over:
        raise PositionError("all boxes are filled: the game is over")
    return before.rolled(roll, left)
