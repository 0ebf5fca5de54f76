"""How many steps a game on a scorecard has, told by the card alone."""

from __future__ import annotations

from math import comb, prod
from typing import TYPE_CHECKING

from perfectplay.model.game import Extent

if TYPE_CHECKING:
    from perfectplay.model.scorecard.card import Scorecard

LEADS = 32
"""Of two players, so many leads at least are distinguished."""


def extent_of(card: Scorecard, players: int) -> Extent:
    """The options and outcomes of a card: totals and the repeat bonus left aside, and with them."""
    least, told_apart = least_steps(card, players), totals(card)
    return Extent(least, least * (told_apart if players == 1 else told_apart**2 * LEADS))


def least_steps(card: Scorecard, players: int) -> int:
    """The options and outcomes of all turns, if nothing counts but which boxes are open.

    A keep and the dice beside it make a roll, and these dice can show anything again.
    """
    boxes = len(card.boxes)
    if players == 1:
        sets = boxes if card.in_order else (1 << boxes) - 1
    else:
        sets = 2 * boxes if card.in_order else comb(2 * boxes + 1, boxes) - 1
    ways = [comb(dice + card.sides - 1, dice) for dice in range(card.dice + 1)]
    rerolled = sum(ways[card.dice - rest] * ways[rest] ** 2 for rest in range(1, card.dice + 1))
    return sets * (ways[card.dice] + card.rerolls * rerolled)


def filled_sets(card: Scorecard) -> int:
    """How many sets of boxes there are that can be filled."""
    return len(card.boxes) + 1 if card.in_order else 1 << len(card.boxes)


def totals(card: Scorecard) -> int:
    """About how many totals towards the bonuses there are to be told apart."""
    counted = {frozenset(bonus.boxes): bonus.at for bonus in card.bonuses if bonus.points}
    return prod(
        1 + min(at, sum(card.most(name) for name in boxes)) // 4 for boxes, at in counted.items()
    )
