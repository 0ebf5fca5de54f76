"""What rolls offer, as columns of numbers; and the tables of boards that follow from them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from itertools import combinations, pairwise
from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.backends import parts_of
from perfectplay.engines.backends.threads import THREADS
from perfectplay.engines.climb import kernels
from perfectplay.engines.climb.kernels import Course, Turn
from perfectplay.engines.turns import least_error
from perfectplay.model.climb import RUNNERS, Climbing, pairs

PARTS = 64
"""Boards that a thread takes at a time."""

Way = tuple[int, int]


def course_of(game: Climbing) -> Course:
    """The columns of a game, and what its rolls offer."""
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
        for offers, chance in offers_of(runners, rolls, weight).items():
            share.append(chance)
            one += [way[0] for way in offers]
            two += [way[1] for way in offers]
            begin.append(len(one))
        first.append(len(share))
    firsts, begins, ones, twos = (np.array(each, np.int64) for each in (first, begin, one, two))
    offered = firsts, np.array(share), begins, ones, twos
    low, high = ways
    boards = int(stride[-1])
    return Course(tops, stride[:-1], boards, game.players, weight, low, high, sets, *offered)


def offers_of(columns: tuple[int, ...], rolls: Any, weight: Any) -> dict[tuple[Way, ...], float]:
    """What rolls do to runners on three columns: ways to step with one of them or two."""
    found: dict[tuple[Way, ...], float] = defaultdict(float)
    for dice, chance in zip(rolls, weight, strict=True):
        offers = set()
        for pair in pairs(dice):
            runners = [columns.index(column) for column in pair if column in columns]
            if runners:
                offers.add((runners[0], runners[1] if len(runners) > 1 else -1))
        found[tuple(sorted(offers))] += float(chance)
    return found


def turn_for(course: Course) -> Turn:
    """What turns are worked out in, large enough for a board on which nothing is done."""
    columns, places = len(course.tops), places_of(course.tops)
    return Turn(
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
    """How many places a turn has from the first board on."""
    return 1 + sum(
        int(np.prod(chosen)) for count in (1, 2, 3) for chosen in combinations(tops.tolist(), count)
    )


class Levels(NamedTuple):
    """The boards that turns begin with, those first from which the fewest steps are to go.

    Those with l steps to go are `boards[begin[l] : begin[l + 1]]`.
    """

    boards: Any
    begin: Any
    to_go: Any
    """The steps to go, for every number, whether it is that of a board or not."""


def levels_of(course: Course) -> Levels:
    """All boards on which nobody has won; what is done counts as all the steps of both."""
    numbers = np.arange(course.boards**course.players, dtype=np.int64)
    to_go = np.zeros(len(numbers), np.int32)
    valid = np.ones(len(numbers), bool)
    mine_done, theirs_done = np.zeros((2, len(numbers)), np.int8)
    for top, stride in zip(course.tops.tolist(), course.stride.tolist(), strict=True):
        mine = numbers // course.boards if course.players == 2 else numbers
        ours = mine // stride % (top + 1)
        other = numbers // stride % (top + 1) if course.players == 2 else np.zeros_like(ours)
        to_go += np.where((ours == top) | (other == top), 0, course.players * top - ours - other)
        valid &= ~(((ours == top) & (other > 0)) | ((other == top) & (ours > 0)))
        mine_done += ours == top
        theirs_done += other == top if course.players == 2 else False
    valid &= (mine_done < RUNNERS) & (theirs_done < RUNNERS)
    boards = numbers[valid]
    boards = boards[np.argsort(to_go[boards], kind="stable")]
    begin = np.searchsorted(to_go[boards], np.arange(to_go[boards].max() + 2))
    return Levels(boards, begin, to_go)


def solve_boards(course: Course, levels: Levels, tell: Callable[[int], None]) -> Any:
    """What every board is worth to who is to roll, from the fewest steps to go on."""
    values = np.zeros(course.boards**course.players)
    for low, high in pairwise(levels.begin.tolist()):
        boards = levels.boards[low:high]
        if course.players == 2:  # the other one's board is solved with it
            boards = boards[boards // course.boards <= boards % course.boards]
        parts = parts_of(0, len(boards), PARTS)
        columns = values, course, boards
        THREADS.for_each(kernels.solve_level, parts, *columns, scratch=lambda: turn_for(course))
        tell(high)
    return values


def proved(course: Course, levels: Levels, values: Any) -> float:
    """By how much values may be off for each step to go, proved: bounds that hold everywhere."""

    def holds(error: float) -> bool:
        off = error * (1 + levels.to_go)
        bounds = values + off, values - off
        broken = np.zeros(len(levels.boards), np.int64)
        for against in (0, 1):
            limit = bounds[against] if course.players == 1 else bounds[1 - against]
            side = 1.0 if (course.players == 1) == (against == 1) else -1.0
            columns = bounds[against], limit, side, course, levels.boards, broken
            parts = parts_of(0, len(levels.boards), PARTS)
            THREADS.for_each(
                kernels.check_boards, parts, *columns, scratch=lambda: turn_for(course)
            )
        return not broken.any()

    return least_error(holds)
