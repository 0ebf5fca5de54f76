"""The ratings of a race in floats: for every pair of scores, the best number of dice to roll.

Rolling `n` dice means rolling one and then `n - 1`. So for a fixed score of the opponent, the
rating of `n` dice at a score is the mean of the ratings of `n - 1` dice at the scores one die leads
to: a running sum with one step per number of dice. Summing over the distribution of each number of
dice would take as many steps as it has outcomes.

The rating of `n` dice is at most the chance that they do not bust, which falls with `n`. Where that
chance is below the precision here, more dice need not be considered.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from perfectplay.engines.backends import fast
from perfectplay.engines.ties import ABSOLUTE_TIE, RELATIVE_TIE

NEGLIGIBLE = 1e-18
"""Chances below this are beyond the last digit of a float."""

FAST = ("contract", "nsz", "nnan", "ninf", "reassoc")
"""What the compiler may assume."""


@fast(*FAST)
def chances(sides: int, likely: Any, at_most: Any) -> None:
    """For each total and number of dice: its probability, and the cumulative one.

    Both columns are all zeros at first.
    """
    limit = likely.shape[0] - 1
    likely[0, 0] = 1.0
    for count in range(1, likely.shape[1]):
        window = 0.0
        for total in range(count, min(limit, count * sides) + 1):
            window += likely[total - 1, count - 1]
            if total > sides:
                window -= likely[total - 1 - sides, count - 1]
            likely[total, count] = max(window, 0.0) / sides
    for total in range(limit + 1):
        for count in range(likely.shape[1]):
            before = at_most[total - 1, count] if total else 0.0
            at_most[total, count] = before + likely[total, count]


@fast(*FAST)
def most_dice(at_most: Any, most: Any) -> None:
    """For each remaining room, the most dice worth considering; all zeros at first."""
    rooms, width = at_most.shape
    for room in range(rooms):
        for count in range(1, min(room, width - 1) + 1):
            if at_most[room, count] >= NEGLIGIBLE:
                most[room] = count


def first_as_good(ratings: Any, fewest: int, most: int, best: float) -> int:
    """The fewest dice that tie with the best up to rounding, among these numbers of dice."""
    least = best - RELATIVE_TIE * best - ABSOLUTE_TIE
    if ratings[0] >= least:
        return 0
    first = most
    for dice in range(fewest, most + 1):  # without an early exit, this loop vectorises
        first = min(first, dice if ratings[np.uint64(dice)] >= least else most)
    return first


@fast(*FAST)
def last_turn(
    sides: int,
    likely: Any,
    at_most: Any,
    most: Any,
    tie: float,
    rating: Any,
    choice: Any,
    ratings: Any,
    first: int,
    end: int,
) -> None:
    """The last turn, for some scores: the mover needs to end above the other, or at least level.

    Too few dice to make up for the gap need not be considered.
    """
    limit = len(most) - 1
    for mine in range(first, end):
        room = limit - mine
        for theirs in range(limit + 1):
            gap = theirs - mine
            if gap < 0:
                rating[mine, theirs] = 1.0
                choice[mine, theirs] = 0
                continue
            ratings[0] = tie if gap == 0 else 0.0
            best = ratings[0]
            fewest = max(1, (gap + sides - 1) // sides)
            count = fewest - 1
            for dice in range(fewest, most[room] + 1):
                if at_most[room, dice] < best:
                    break
                over = at_most[room, dice] - at_most[gap, dice]
                ratings[dice] = over + tie * likely[gap, dice]
                best = max(best, ratings[dice])
                count = dice
            rating[mine, theirs] = min(best, 1.0)
            choice[mine, theirs] = first_as_good(ratings, fewest, count, best)


@fast(*FAST)
def all_turns(
    sides: int,
    most: Any,
    last: Any,
    rating: Any,
    choice: Any,
    window: Any,
    rolled: Any,
    ratings: Any,
    first: int,
    end: int,
    other_first: int,
    other_end: int,
) -> None:
    """All other turns in which one score is in one range, and the other in another.

    They go from the highest sum of the two scores down. Those with higher scores have been rated
    before. `last` are the ratings of the last turn. If a tie is worth more to one player than to
    the other, each has a table, selected by the first index of all three. The sums continue from
    what earlier ranges left in `window` and `rolled`: by mover, the other's score and dice.
    score and dice.
    """
    limit = len(most) - 1
    movers = rating.shape[0]
    share = 1.0 / sides
    for total in range(end + other_end - 2, first + other_first - 1, -1):
        for swapped in range(1 if first == other_first else 2):
            least, bound = (other_first, other_end) if swapped else (first, end)
            low, high = (first, end) if swapped else (other_first, other_end)
            for theirs in range(max(low, total - bound + 1), min(high - 1, total - least) + 1):
                mine = total - theirs
                count = most[limit - mine]
                for mover in range(movers):
                    other = movers - 1 - mover
                    ahead = window[mover, theirs]
                    before = rolled[mover, theirs, mine % sides]
                    if mine < limit:
                        ahead[0] += 1.0 - rating[other, theirs, mine + 1]
                    if mine + 1 + sides <= limit:
                        ahead[0] -= 1.0 - rating[other, theirs, mine + 1 + sides]
                    ratings[0] = 1.0 - last[other, theirs, mine]
                    best = ratings[0]
                    for less in range(count):  # unsigned indices let these loops vectorise
                        ratings[np.uint64(less + 1)] = share * ahead[np.uint64(less)]
                    for less in range(count):
                        best = max(best, ratings[np.uint64(less + 1)])
                    for less in range(count):
                        dice = np.uint64(less + 1)
                        ahead[dice] += ratings[dice] - before[dice]
                        before[dice] = ratings[dice]
                    rating[mover, mine, theirs] = min(best, 1.0)
                    choice[mover, mine, theirs] = first_as_good(ratings, 1, count, best)


@fast(*FAST)
def endings(
    sides: int, likely: Any, last_choice: Any, choice: Any, won: Any, level: Any, lost: Any
) -> None:
    """How play ends from every turn: the mover's chances of winning, ending level and losing.

    The last turns are at the first index 0 and all others at 1. `likely` is by dice and total. No
    chance is computed from the others, so impossible ends have chance zero.
    """
    movers, rows = choice.shape[0], choice.shape[1]
    limit = rows - 1
    for mover in range(movers):
        for mine in range(rows):
            for theirs in range(rows):
                dice = last_choice[mover, mine, theirs]
                win, even, lose, stay = 0.0, 0.0, 0.0, 0.0
                for total in range(dice, min(limit - mine, dice * sides) + 1):
                    chance = likely[dice, total]
                    stay += chance
                    if mine + total > theirs:
                        win += chance
                    elif mine + total == theirs:
                        even += chance
                    else:
                        lose += chance
                if dice * sides > limit - mine:
                    lose += max(0.0, 1.0 - stay)
                won[0, mover, mine, theirs] = win
                level[0, mover, mine, theirs] = even
                lost[0, mover, mine, theirs] = lose
    for both in range(2 * limit, -1, -1):
        for theirs in range(max(0, both - limit), min(limit, both) + 1):
            mine = both - theirs
            for mover in range(movers):
                other = movers - 1 - mover
                dice = choice[mover, mine, theirs]
                if dice == 0:
                    won[1, mover, mine, theirs] = lost[0, other, theirs, mine]
                    level[1, mover, mine, theirs] = level[0, other, theirs, mine]
                    lost[1, mover, mine, theirs] = won[0, other, theirs, mine]
                    continue
                win, even, lose, stay = 0.0, 0.0, 0.0, 0.0
                for total in range(dice, min(limit - mine, dice * sides) + 1):
                    chance = likely[dice, total]
                    stay += chance
                    win += chance * lost[1, other, theirs, mine + total]
                    even += chance * level[1, other, theirs, mine + total]
                    lose += chance * won[1, other, theirs, mine + total]
                if dice * sides > limit - mine:
                    lose += max(0.0, 1.0 - stay)
                won[1, mover, mine, theirs] = win
                level[1, mover, mine, theirs] = even
                lost[1, mover, mine, theirs] = lose
