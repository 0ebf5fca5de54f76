"""The ratings of a race computed exactly, in whole numbers.

A rating is a whole number over a power of the sides (twice that, if a tie is worth a half). So all
ratings are counted in one unit, small enough for every one of them, and a mean over a die is a sum
divided by the number of sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from perfectplay.model.dice_sums import ways

Grid = list[list[int]]


def unit(limit: int, sides: int, tie: Fraction) -> int:
    """The number of units in a rating of 1: each die adds a factor, and each adds to a score."""
    return int(tie.denominator * sides ** (2 * limit))


def last_turn(
    limit: int,
    sides: int,
    most: int,
    tie: int,
    whole: int,
    clock: Callable[[int], None] | None = None,
) -> tuple[Grid, Grid]:
    """The ratings of the last turn in units, by both scores, and the fewest best dice.

    `tie` and `whole` are the values of a tie and a win, in units.
    """
    likely = [ways(dice, sides, limit) for dice in range(min(limit, most) + 1)]
    at_most = [running_sum(each) for each in likely]
    ratings, choices = new_grid(limit), new_grid(limit)
    for mine in range(limit + 1):
        room = limit - mine
        for theirs in range(limit + 1):
            gap = theirs - mine
            if gap < 0:
                ratings[mine][theirs] = whole
                continue
            best, choice = (tie if gap == 0 else 0), 0
            for dice in range(1, min(room, most) + 1):
                each = whole // sides**dice
                if at_most[dice][room] * each <= best:
                    break  # the chance that this many dice do not bust falls with each die
                over = at_most[dice][room] - at_most[dice][gap]
                rating = over * each + likely[dice][gap] * tie // sides**dice
                if rating > best:
                    best, choice = rating, dice
            ratings[mine][theirs], choices[mine][theirs] = best, choice
        if clock:
            clock(limit + 1)
    return ratings, choices


def all_turns(
    limit: int, sides: int, most: int, whole: int, last: list[Grid], clock: Callable[[int], None]
) -> tuple[list[Grid], list[Grid]]:
    """The ratings of all other turns, and the fewest best dice."""
    ratings, choices = [new_grid(limit) for _ in last], [new_grid(limit) for _ in last]
    for mover, mine, theirs, options in each_turn(limit, sides, most, whole, last):
        best = max(options)
        ratings[mover][mine][theirs], choices[mover][mine][theirs] = best, options.index(best)
        clock(1)
    return ratings, choices


def each_turn(
    limit: int, sides: int, most: int, whole: int, last: list[Grid]
) -> Iterator[tuple[int, int, int, list[int]]]:
    """Every turn but the last: the mover, both scores, and the value of each number of dice.

    From the highest sum of scores down. As in the kernels, there is a table for each mover if a tie
    is worth more to one of them.
    """
    movers = range(len(last))
    ratings = [new_grid(limit) for _ in movers]
    width = min(limit, most) + 1
    window = [[[0] * width for _ in range(limit + 1)] for _ in movers]
    rolled = [[[[0] * width for _ in range(sides)] for _ in range(limit + 1)] for _ in movers]
    for total in range(2 * limit, -1, -1):
        for theirs in range(max(0, total - limit), min(limit, total) + 1):
            mine = total - theirs
            for mover in movers:
                other = len(movers) - 1 - mover
                ahead, before = window[mover][theirs], rolled[mover][theirs][mine % sides]
                if mine < limit:
                    ahead[0] += whole - ratings[other][theirs][mine + 1]
                if mine + 1 + sides <= limit:
                    ahead[0] -= whole - ratings[other][theirs][mine + 1 + sides]
                options = [whole - last[other][theirs][mine]]
                options += [each // sides for each in ahead[: min(limit - mine, most)]]
                for dice, rating in enumerate(options[1:], start=1):
                    ahead[dice] += rating - before[dice]
                    before[dice] = rating
                ratings[mover][mine][theirs] = max(options)
                yield mover, mine, theirs, options


def new_grid(limit: int) -> Grid:
    """A grid by both scores."""
    return [[0] * (limit + 1) for _ in range(limit + 1)]


def running_sum(numbers: list[int]) -> list[int]:
    """The sums of the first number, the first two numbers, and so on."""
    total, sums = 0, []
    for number in numbers:
        total += number
        sums.append(total)
    return sums


def endings(
    limit: int, sides: int, whole: int, last_choices: list[Grid], choices: list[Grid]
) -> tuple[list[list[Grid]], list[list[Grid]], list[list[Grid]]]:
    """How play ends from every turn, in units: the mover's chances of win, tie and loss.

    As in the kernels: the last turns at the first index 0, and all others at 1.
    """
    movers = range(len(choices))
    won = [[new_grid(limit) for _ in movers] for _ in range(2)]
    level = [[new_grid(limit) for _ in movers] for _ in range(2)]
    for mover in movers:
        for mine in range(limit + 1):
            for theirs in range(limit + 1):
                dice = last_choices[mover][mine][theirs]
                each, gap = whole // sides**dice, theirs - mine
                likely = ways(dice, sides, limit)
                won[0][mover][mine][theirs] = each * sum(likely[max(0, gap + 1) : limit - mine + 1])
                level[0][mover][mine][theirs] = each * likely[gap] if gap >= 0 else 0
    for both in range(2 * limit, -1, -1):
        for theirs in range(max(0, both - limit), min(limit, both) + 1):
            mine = both - theirs
            for mover in movers:
                other = len(movers) - 1 - mover
                dice = choices[mover][mine][theirs]
                if dice == 0:
                    even = level[0][other][theirs][mine]
                    win = whole - won[0][other][theirs][mine] - even
                else:
                    likely = ways(dice, sides, limit)
                    totals = range(dice, limit - mine + 1)
                    then_won, then_level = won[1][other][theirs], level[1][other][theirs]
                    even = sum(likely[t] * then_level[mine + t] for t in totals) // sides**dice
                    win = (
                        sum(
                            likely[t] * (whole - then_won[mine + t] - then_level[mine + t])
                            for t in totals
                        )
                        // sides**dice
                    )
                won[1][mover][mine][theirs], level[1][mover][mine][theirs] = win, even
    lost = [
        [
            [
                [whole - win - even for win, even in zip(*rows, strict=True)]
                for rows in zip(*each, strict=True)
            ]
            for each in zip(won[last], level[last], strict=True)
        ]
        for last in range(2)
    ]
    return won, level, lost
