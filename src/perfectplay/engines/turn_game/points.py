"""Turns that collect points: roll on or bank, to reach a target or for the points of one turn.

Points are counted in units. Rolls differ only in what they offer: the most points for each number
of dice left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.turn_game.numbering import rounding_of
from perfectplay.engines.turn_game.scores import Scores

NEVER = -1e300
"""The value of banking where that is not allowed."""
ONE_TURN = 0
"""Stands for the players if a single turn is played for its points."""

Offers = tuple[tuple[int, int], ...]
"""The dice left and the points, for each way to set dice aside."""


class ThrowOffers(NamedTuple):
    """What rolls offer: those of n dice are `first[n]` to `first[n + 1]`, weighted by `weight`.

    The offers of roll r are `begin[r]` to `begin[r + 1]`: points, and dice left.
    """

    first: Any
    weight: Any
    begin: Any
    gain: Any
    hand: Any
    bust: Any
    """For each number of dice, the probability of losing the turn."""
    players: int
    target: int
    """The points, including the score, that end a turn."""
    least: int
    """The fewest points that may be banked."""
    unit: float
    end: float
    """The value of a turn that reaches the target."""
    longest: int
    """The most points a roll offers."""
    rounding: float
    """The error of a sum, relative to its terms."""
    against: float
    """How far below zero the value of a turn with points may be."""


class GatherScratch(NamedTuple):
    """Working memory for a turn, by its points so far and the dice in hand."""

    holding: Any
    value: Any
    slope: Any


def throw_offers(
    rolls: Sequence[Mapping[Offers, Fraction]], target: int, players: int, least: int = 0
) -> ThrowOffers:
    """What rolls offer as columns: for each number of dice from one on, the chances of offers."""
    first, weight, begin, gain, hand = [0, 0], [], [0], [], []
    bust = [0.0]
    for thrown in rolls:
        bust.append(float(thrown.get((), 0)))
        for offered, chance in thrown.items():
            if offered:
                weight.append(float(chance))
                hand += [left for left, _ in offered]
                gain += [points for _, points in offered]
                begin.append(len(gain))
        first.append(len(weight))
    starts, begins, gains, hands = (np.array(each, np.int64) for each in (first, begin, gain, hand))
    columns = starts, np.array(weight), begins, gains, hands, np.array(bust)
    rounding = rounding_of(max(map(len, rolls)))
    return ThrowOffers(
        *columns, players, target, least, 1.0, players - 1.0, max(gain), rounding, 0.0
    )


def hold(values: Any, luck: ThrowOffers, start: int, holding: Any) -> int:
    """The value of banking for each number of points; returns how many points there are to go."""
    target, mine, theirs = luck.target, start, 0
    if luck.players == 2:
        mine, theirs = start // target, start % target
    to_go: int = target - mine
    for points in range(to_go):
        if points == 0 or points < luck.least:
            holding[points] = NEVER
        elif luck.players == 2:
            holding[points] = 1.0 - values[theirs * target + mine + points]
        elif luck.players == 1:
            holding[points] = values[mine + points]
        else:
            holding[points] = luck.unit * points
    return to_go


def gather(luck: ThrowOffers, side: float, to_go: int, lost: float, turn: GatherScratch) -> None:
    """The value of a turn, by its points so far and the dice in hand, and its slope in `lost`."""
    holding, values, slope = turn
    dice = len(luck.bust) - 1
    for points in range(to_go, to_go + luck.longest):
        for count in range(1, dice + 1):
            values[points, count] = luck.end
            slope[points, count] = 0.0
    for points in range(to_go - 1, -1, -1):
        for count in range(1 if points else dice, dice + 1):
            total, steep = luck.bust[count] * lost, luck.bust[count]
            for roll in range(luck.first[count], luck.first[count + 1]):
                best, rise = NEVER, 0.0
                for offer in range(luck.begin[roll], luck.begin[roll + 1]):
                    then, left = points + luck.gain[offer], luck.hand[offer]
                    value = values[then, left]
                    if value > best:
                        best, rise = value, slope[then, left]
                total += luck.weight[roll] * best
                steep += luck.weight[roll] * rise
            total += side * luck.rounding * (abs(total) + luck.against)
            if holding[points] > total:
                total, steep = holding[points], 0.0
            values[points, count] = total
            slope[points, count] = steep


def play_turns(
    values: Any,
    luck: ThrowOffers,
    side: float,
    starts: Any,
    lost: Any,
    found: Any,
    slope: Any,
    turn: GatherScratch,
    low: int,
    high: int,
) -> None:
    """The values of some turns at their start."""
    dice = len(luck.bust) - 1
    for number in range(low, high):
        to_go = hold(values, luck, starts[number], turn.holding)
        gather(luck, side, to_go, lost[number], turn)
        found[number], slope[number] = turn.value[0, dice], turn.slope[0, dice]


class Points(Scores):
    """Scores, and turns that collect points."""

    def scratch(self) -> GatherScratch:
        length = self.rules.target + self.rules.longest
        shape = length, len(self.rules.bust)
        return GatherScratch(np.zeros(length), np.zeros(shape), np.zeros(shape))

    def value_within(self, scratch: GatherScratch, place: Any) -> float | None:
        return float(scratch.value[place.turn // self.unit, getattr(place, "dice", 1)])
