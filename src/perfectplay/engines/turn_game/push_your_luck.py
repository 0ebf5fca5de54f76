"""Dice set aside for points while the rest are thrown on: Farkle and its kin."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any, ClassVar

from perfectplay.engines.turn_game.points import (
    ONE_TURN,
    GatherScratch,
    Offers,
    Points,
    ThrowOffers,
    play_turns,
    throw_offers,
)
from perfectplay.model.push_your_luck import DICE, PushYourLuck


class PushYourLuckNumbering(Points):
    """Farkle's scores and turns."""

    part: ClassVar[int] = 4

    def __init__(self, game: PushYourLuck) -> None:
        super().__init__(
            game, play_turns, offers_in(game), game.enough // game.unit, unit=game.unit
        )
        if not game.goal:
            self.lost = float(game.lost)

    def value_within(self, scratch: GatherScratch, place: Any) -> float | None:
        return None if place.roll else super().value_within(scratch, place)


def offers_in(game: PushYourLuck) -> ThrowOffers:
    """What throws offer: of several ways to leave as many dice, the one with the most points."""
    rolls = []
    for dice in range(1, DICE + 1):
        throws: dict[Offers, Fraction] = defaultdict(Fraction)
        thrown = game.thrown(dice)
        for roll, chance in zip(thrown.thens, thrown.odds.fractions(), strict=True):
            offers: dict[int, int] = {}
            for points, left in game.asides(roll).values():
                offers[left] = max(offers.get(left, 0), points // game.unit)
            throws[tuple(sorted(offers.items()))] += chance
        rolls.append(throws)
    target, least = game.enough // game.unit, game.least // game.unit
    luck = throw_offers(rolls, target, game.players, least)
    if game.goal:
        return luck
    against = 2 * max(0.0, -float(game.lost))
    unit, end = float(game.unit), float(game.most)
    return luck._replace(players=ONE_TURN, unit=unit, end=end, against=against)


NUMBERING = PushYourLuckNumbering
