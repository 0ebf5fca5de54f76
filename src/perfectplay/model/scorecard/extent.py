"""The size of a game on a scorecard, computed from the card alone."""

from __future__ import annotations

from math import comb, prod
from typing import TYPE_CHECKING

from perfectplay.model.game import Extent

if TYPE_CHECKING:
    from perfectplay.model.scorecard.card import Scorecard

LEADS = 32
"""The fewest leads that are distinguished between two players."""


def extent_of(card: Scorecard, players: int) -> Extent:
    """The card's options and outcomes: without totals and the repeat bonus, and with them."""
    least, told_apart = least_steps(card, players), totals(card)
    return Extent(least, least * (told_apart if players == 1 else told_apart**2 * LEADS))


def least_steps(card: Scorecard, players: int) -> int:
    """The options and outcomes of all turns, if only the open boxes matter.

    The dice kept and the dice rerolled make up a roll, and the rerolled ones can show anything.
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
    """The number of sets of boxes that can be filled."""
    return len(card.boxes) + 1 if card.in_order else 1 << len(card.boxes)


def totals(card: Scorecard) -> int:
    """Roughly how many totals towards the bonuses have to be distinguished."""
    counted = {frozenset(bonus.boxes): bonus.at for bonus in card.bonuses if bonus.points}
    return prod(
        1 + min(at, sum(card.most(name) for name in boxes)) // 4 for boxes, at in counted.items()
    )
