"""A scorecard on the table: the dice, and the cards as far as positions know their contents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perfectplay.model.nodes import Label
from perfectplay.model.scorecard.positions import Duel, DuelRolled, Rolled, Turn
from perfectplay.model.view import Counter, Dice, Mark, Piece, Row, ScoreSheet, View, places_in

if TYPE_CHECKING:
    from perfectplay.model.scorecard.card import Scorecard
    from perfectplay.model.scorecard.game import DiceAndBoxes


def view_of(game: DiceAndBoxes, position: Turn | Rolled | Duel | DuelRolled) -> View:
    """What lies on the table at a position.

    >>> from perfectplay.games.yazy import Yazy
    >>> yazy = Yazy()
    >>> roll = yazy.read("open=sixes,straight roll=2,3,4,6,6 rerolls=1")
    >>> yazy.view(roll).options["keep 6 6"]
    (Mark(piece='dice', places=(3, 4), player=None),)
    """
    card, before = game.card, position.before
    duel = isinstance(before, Duel)
    turns = before.turns if isinstance(before, Duel) else (before,)
    pieces: list[Piece] = [
        ScoreSheet("card", rows_of(card, turn), seat if duel else None)
        for seat, turn in enumerate(turns)
    ]
    if isinstance(position, (Turn, Duel)):
        dice = () if before.over else (Dice("dice", (0,) * card.dice, sides=card.sides),)
        return View((*dice, *pieces))
    dice_down = Dice("dice", position.roll, sides=card.sides, field="roll")
    left = (Counter("rerolls left", position.rerolls, field="rerolls"),) * (card.rerolls > 0)
    return View((dice_down, *left, *pieces), marks_of(game, position))


def rows_of(card: Scorecard, turn: Turn) -> tuple[Row, ...]:
    """The boxes, followed by the total towards each bonus."""
    bonuses = zip(card.bonuses, turn.totals, strict=True)
    return (
        *(Row(name, open=name in turn.open) for name in card.names),
        *(Row(bonus.name, total, "bonus", bonus.at) for bonus, total in bonuses),
    )


def marks_of(game: DiceAndBoxes, position: Rolled | DuelRolled) -> dict[Label, tuple[Mark, ...]]:
    """The dice an option keeps, or the box it fills."""
    card, before = game.card, position.before
    if not position.rerolls:
        player = before.mover if isinstance(before, Duel) else None
        return {
            name: (Mark("card", (card.names.index(name),), player),)
            for name in game.placements(before.turn, position.roll)
        }
    found: dict[Label, tuple[Mark, ...]] = {}
    for words, keep in game.kept_at(position.roll).items():
        found[words] = (Mark("dice", places_in(position.roll, keep)),) * bool(keep)
    return found
