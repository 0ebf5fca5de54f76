"""Dice of several kinds, each player with a set: sets in hand are numbered, the full set last.

Turns that start with the same scores have different values for the two players, so there is a block
of values for each.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from perfectplay.engines.turn_game.points import (
    GatherScratch,
    Offers,
    Points,
    ThrowOffers,
    play_turns,
    throw_offers,
)
from perfectplay.engines.turn_game.scores import Scores
from perfectplay.model.mixed_dice import MixedDice, hands_of
from perfectplay.model.turn_game import Over


class OneSide(Points):
    """The turns of one player."""

    part: ClassVar[int] = 4


class MixedDiceNumbering(Scores):
    """Both players' scores, with each player to move, and the turns of each."""

    def __init__(self, game: MixedDice) -> None:
        target = game.goal // game.unit
        self.sides = [
            OneSide(game, play_turns, offers_of(game, player), target, unit=game.unit)
            for player in (0, 1)
        ]
        super().__init__(game, play_turns, None, target, unit=game.unit)
        self.mixed = game

    @property
    def block(self) -> int:
        """The number of pairs of scores."""
        return self.target**2

    @functools.cached_property
    def to_go(self) -> Any:
        return np.tile(self.sides[0].to_go, 2)

    def swapped(self, numbers: Any) -> Any:
        return (1 - numbers // self.block) * self.block + super().swapped(numbers % self.block)

    def guessed(self, values: Any, starts: Any) -> Any:
        known = np.ones((2, self.target + 1, self.target))
        known[:, :-1] = values.reshape(2, self.target, self.target)
        return known.reshape(2, -1)[starts // self.block, starts % self.block + self.target]

    def number(self, place: Any) -> int | None:
        found = super().number(place)
        return None if found is None else int(place.player) * self.block + found

    def start(self, number: int, player: int) -> Any:  # noqa: ARG002  # the number says who moves
        whose, scores = divmod(number, self.block)
        mine, theirs = divmod(scores, self.target)
        return self.mixed.turn_of(whose, mine * self.unit, theirs * self.unit)

    def others(self, values: Any, player: int) -> Any:
        """The values of turns that the opponent begins."""
        return values[(1 - player) * self.block : (2 - player) * self.block]

    def play(
        self, values: Any, side: float, starts: Any, lost: Any, found: Any, slope: Any
    ) -> None:
        for player, one in enumerate(self.sides):
            here = np.flatnonzero(starts // self.block == player)
            if len(here):
                columns = np.empty(len(here)), np.empty(len(here))
                local = starts[here] - player * self.block
                one.play(self.others(values, player), side, local, lost[here], *columns)
                found[here], slope[here] = columns

    def worked_out(self, values: Any, start: int) -> Any:
        player, local = divmod(start, self.block)
        lost = self.lost_at(values, np.array([start]))
        return self.sides[player].turn_from(self.others(values, player), local, lost)

    def scratch(self) -> GatherScratch:
        return self.sides[0].scratch()

    def value_within(self, scratch: GatherScratch, place: Any) -> float | None:
        if place.roll or isinstance(place, Over):
            return None
        hand = hand_numbers(self.mixed, place.player)[place.dice]
        return float(scratch.value[place.turn // self.unit, hand])


def hand_numbers(game: MixedDice, player: int) -> dict[Any, int]:
    """The numbers of what may be in hand, starting with 1."""
    return {hand: number for number, hand in enumerate(hands_of(game.own(player)), start=1)}


def offers_of(game: MixedDice, player: int) -> ThrowOffers:
    """What throws offer: of several ways to leave the same dice, the one with the most points."""
    numbers, rolls = hand_numbers(game, player), []
    for hand in numbers:
        throws: dict[Offers, Fraction] = defaultdict(Fraction)
        thrown = game.thrown(hand)
        for roll, chance in zip(thrown.thens, thrown.odds.fractions(), strict=True):
            offers: dict[int, int] = {}
            for points, left in game.asides(hand, roll).values():
                then = numbers[left or game.own(player)]
                offers[then] = max(offers.get(then, 0), points // game.unit)
            throws[tuple(sorted(offers.items()))] += chance
        rolls.append(throws)
    return throw_offers(rolls, game.goal // game.unit, 2, game.least // game.unit)


NUMBERING = MixedDiceNumbering
