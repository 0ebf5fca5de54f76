"""Boards with columns to climb, and the moves rolls allow there: Can't Stop."""

from __future__ import annotations

import functools
from collections import defaultdict
from fractions import Fraction
from itertools import combinations
from typing import Any, ClassVar

import numpy as np

from perfectplay.engines.turn_game.cant_stop_turn import ClimbScratch, TurnCourse, climb_turns
from perfectplay.engines.turn_game.numbering import TurnNumbering, rounding_of
from perfectplay.model.cant_stop import RUNNERS, ColumnClimbing, pairs
from perfectplay.model.nodes import Chance

Way = tuple[int, int]


def course_of(game: ColumnClimbing) -> TurnCourse:
    """The columns of a game, and the moves its rolls allow."""
    tops = np.array(game.tops, np.int64)
    stride = np.concatenate([[1], np.cumprod(tops + 1)])
    rolls, weight = game.thrown.thens, np.array(game.thrown.odds.floats())
    ways = np.full((2, len(rolls), 3), -1, np.int64)
    for number, dice in enumerate(rolls):
        made = np.array(pairs(dice)).T
        ways[:, number, : made.shape[1]] = made
    sets = np.zeros((len(tops),) * RUNNERS, np.int64)
    first, begin = [0], [0]
    share: list[float] = []
    one: list[int] = []
    two: list[int] = []
    for which, runners in enumerate(combinations(range(len(tops)), RUNNERS)):
        sets[runners] = which
        for offers, chance in offers_of(runners, game.thrown).items():
            share.append(float(chance))
            one += [way[0] for way in offers]
            two += [way[1] for way in offers]
            begin.append(len(one))
        first.append(len(share))
    firsts, begins, ones, twos = (np.array(each, np.int64) for each in (first, begin, one, two))
    offered = firsts, np.array(share), begins, ones, twos
    low, high = ways
    boards = int(stride[-1])
    rounding = rounding_of(len(rolls))
    rolled = weight, low, high, sets, *offered, rounding
    return TurnCourse(tops, stride[:-1], boards, game.players, *rolled)


def offers_of(columns: tuple[int, ...], thrown: Chance) -> dict[tuple[Way, ...], Fraction]:
    """What rolls allow with runners on three columns: steps with one or two of them."""
    found: dict[tuple[Way, ...], Fraction] = defaultdict(Fraction)
    for dice, chance in zip(thrown.thens, thrown.odds.fractions(), strict=True):
        offers = set()
        for pair in pairs(dice):
            runners = [columns.index(column) for column in pair if column in columns]
            if runners:
                offers.add((runners[0], runners[1] if len(runners) > 1 else -1))
        found[tuple(sorted(offers))] += chance
    return found


def turn_for(course: TurnCourse) -> ClimbScratch:
    """Working memory for turns, large enough for a board on which nothing is done."""
    columns, places = len(course.tops), places_of(course.tops)
    return ClimbScratch(
        np.zeros(columns + 1, np.int64),
        np.zeros((columns, int(course.tops.max()) + 1), np.int64),
        np.zeros((columns + 1,) * RUNNERS, np.int64),
        np.zeros(places),
        np.zeros(places),
        np.zeros((columns, columns)),
        np.zeros((columns, columns)),
        np.zeros(RUNNERS, np.int64),
        np.zeros(RUNNERS, np.int64),
    )


def places_of(tops: Any) -> int:
    """The number of places in a turn from the first board."""
    return 1 + sum(
        int(np.prod(chosen)) for count in (1, 2, 3) for chosen in combinations(tops.tolist(), count)
    )


class BoardNumbering(TurnNumbering):
    """Boards, and turns that climb; for two, both boards are one number."""

    part: ClassVar[int] = 64

    def __init__(self, game: ColumnClimbing) -> None:
        super().__init__(game, climb_turns, course_of(game))

    @functools.cached_property
    def to_go(self) -> Any:
        """A completed column counts as all the steps of both players."""
        course, steps = self.rules, np.zeros(self.rules.boards**self.rules.players, np.int32)
        for top, ours, other in self.columns():
            done = (ours == top) | (other == top)
            steps += np.where(done, 0, course.players * top - ours - other).astype(np.int32)
        return steps

    @property
    def valid(self) -> Any:
        """Boards nobody has won, with nothing of the opponent's in completed columns."""
        found: Any = True
        won = np.zeros((2, len(self.to_go)), np.int8)
        for top, ours, other in self.columns():
            found &= ~(((ours == top) & (other > 0)) | ((other == top) & (ours > 0)))
            won += np.stack([ours == top, other == top])
        return found & (won < RUNNERS).all(axis=0)

    def columns(self) -> Any:
        """For each column, its top and the steps of both players, for all numbers."""
        course = self.rules
        numbers = np.arange(course.boards**course.players, dtype=np.int64)
        for top, stride in zip(course.tops.tolist(), course.stride.tolist(), strict=True):
            steps = numbers // stride % (top + 1)
            if self.two:
                yield top, numbers // course.boards // stride % (top + 1), steps
            else:
                yield top, steps, np.zeros_like(steps)

    def swapped(self, numbers: Any) -> Any:
        boards = self.rules.boards
        return numbers % boards * boards + numbers // boards

    def scratch(self) -> ClimbScratch:
        return turn_for(self.rules)

    def number(self, place: Any) -> int:
        mine = int(np.dot(place.mine, self.rules.stride))
        theirs = int(np.dot(place.theirs, self.rules.stride)) if self.two else 0
        return mine * int(self.rules.boards) + theirs if self.two else mine

    def start(self, number: int, player: int) -> Any:
        def steps(board: int) -> tuple[int, ...]:
            return tuple((board // self.rules.stride % (self.rules.tops + 1)).tolist())

        if not self.two:
            return self.game.start()._replace(mine=steps(number))
        mine, theirs = divmod(number, self.rules.boards)
        return self.game.start()._replace(mine=steps(mine), theirs=steps(theirs), player=player)

    def value_within(self, scratch: ClimbScratch, place: Any) -> float | None:
        if place.dice:
            return None
        columns = len(self.rules.tops)
        ran = [(column, steps) for column, steps in enumerate(place.turn) if steps]
        (a, sa), (b, sb), (c, sc) = (ran + [(columns, 1)] * RUNNERS)[:RUNNERS]
        steps = ((sa - 1) * scratch.room[b] + sb - 1) * scratch.room[c] + sc - 1
        return float(scratch.value[scratch.at[a, b, c] + steps])


NUMBERING = BoardNumbering
