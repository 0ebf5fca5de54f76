"""How far along a section bonus is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perfectplay.model.scorecard.positions import Turn

if TYPE_CHECKING:
    from perfectplay.model.scorecard.card import Bonus, Scorecard

SURE, LOST = 1e9, -1e9
"""The lead of a bonus that is certain, and of one that is out of reach."""


def bonus_lead(card: Scorecard, turn: Turn, name: str) -> float:
    """How far the total towards a bonus is ahead of par, given the boxes already filled.

    >>> from perfectplay.games.yahtzee import Yahtzee
    >>> card = Yahtzee().card
    >>> bonus_lead(card, Turn(card.names[1:], (2,)), "upper")
    -1.0
    >>> bonus_lead(card, Turn((), (62,)), "upper")
    -1000000000.0
    """
    place = next(n for n, bonus in enumerate(card.bonuses) if bonus.name == name)
    bonus = card.bonuses[place]
    still = sum(card.most(box) for box in bonus.boxes if box in turn.open)
    return bonus_lead_from_total(card, bonus, turn.totals[place], still)


def bonus_lead_from_total(card: Scorecard, bonus: Bonus, total: int, still: int) -> float:
    """The same, from the total and the most that is still to come."""
    if total >= bonus.at:
        return SURE
    if total + still < bonus.at:
        return LOST
    most = sum(card.most(box) for box in bonus.boxes)
    return total - bonus.at * (most - still) / most
