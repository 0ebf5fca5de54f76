"""The turn of a player who presses their luck, and the scores that turns begin with.

Points are counted in units. Throws are told apart only by what they offer: the most points for each
number of dice that is left.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from perfectplay.engines.turns import MOST_ROUNDS, ROUNDING, nearer

NEVER = -1e300
"""What it is worth to bank where one may not."""
SETTLED = 1e-15


class Luck(NamedTuple):
    """What throws offer: those of n dice are `first[n]` to `first[n + 1]`, as likely as `weight`.

    The offers of throw t are `begin[t]` to `begin[t + 1]`: points, and dice that are left.
    """

    first: Any
    weight: Any
    begin: Any
    gain: Any
    hand: Any
    bust: Any
    """By dice, how likely nothing scores."""


def turn(
    holding: Any,
    to_go: int,
    lost: float,
    luck: Luck,
    worth: Any,
    slope: Any,
) -> None:
    """What a turn is worth, by its points so far and the dice in hand, and its slope in `lost`.

    `holding` is what banking is worth, and beyond the points `to_go` what the end is.
    """
    dice = len(luck.bust) - 1
    for points in range(to_go, len(holding)):
        for count in range(1, dice + 1):
            worth[points, count] = holding[points]
            slope[points, count] = 0.0
    for points in range(to_go - 1, -1, -1):
        for count in range(1 if points else dice, dice + 1):
            total, steep = luck.bust[count] * lost, luck.bust[count]
            for throw in range(luck.first[count], luck.first[count + 1]):
                best, rise = NEVER, 0.0
                for offer in range(luck.begin[throw], luck.begin[throw + 1]):
                    then, left = points + luck.gain[offer], luck.hand[offer]
                    value = worth[then, left]
                    if value > best:
                        best, rise = value, slope[then, left]
                total += luck.weight[throw] * best
                steep += luck.weight[throw] * rise
            if holding[points] > total:
                total, steep = holding[points], 0.0
            worth[points, count] = total
            slope[points, count] = steep


def hold(values: Any, mine: int, theirs: int, least: int, error: float, holding: Any) -> int:
    """What banking is worth to win; tells how many points there are to go.

    Every value of the other side is off by an error that shrinks to nothing towards the end.
    """
    target = len(values)
    to_go = target - mine
    for points in range(to_go):
        off = error * (2 * target - 1 - mine - theirs - points)
        may = points > 0 and points >= least
        holding[points] = 1.0 - (values[theirs, mine + points] + off) if may else NEVER
    for points in range(to_go, len(holding)):
        holding[points] = 1.0
    return to_go


def solve_level(
    values: Any,
    least: int,
    luck: Luck,
    scratch: Any,
    low: int,
    high: int,
    level: int,
) -> None:
    """Pairs of scores with the same sum: the fixed point of who moves and who moves next."""
    here, there, worth, slope = scratch
    dice = len(luck.bust) - 1
    for mine in range(low, high):
        theirs = level - mine
        room, back = worth.shape[0] - 1 - mine, worth.shape[0] - 1 - theirs
        go = hold(values, mine, theirs, least, 0.0, here[:room])
        come = hold(values, theirs, mine, least, 0.0, there[:back])
        x, y = 0.5, 0.5
        for rounds in range(MOST_ROUNDS):
            turn(here[:room], go, 1 - y, luck, worth, slope)
            new_x, rise_x = worth[0, dice], slope[0, dice]
            turn(there[:back], come, 1 - x, luck, worth, slope)
            new_y, rise_y = worth[0, dice], slope[0, dice]
            x, y, off = nearer(rounds, x, y, new_x, rise_x, new_y, rise_y)
            if off < SETTLED:
                break
        values[mine, theirs], values[theirs, mine] = max(0.0, min(1.0, x)), max(0.0, min(1.0, y))


def check_level(
    values: Any,
    least: int,
    luck: Luck,
    error: float,
    broken: Any,
    scratch: Any,
    low: int,
    high: int,
    level: int,
) -> None:
    """Count where bounds do not hold.

    A turn against the other side's upper bounds must be worth its own lower one, and against their
    lower bounds no more than its upper one.
    """
    here, _, worth, slope = scratch
    dice = len(luck.bust) - 1
    for mine in range(low, high):
        theirs = level - mine
        room = worth.shape[0] - 1 - mine
        off = error * (2 * len(values) - 1 - level)
        for side in (1.0, -1.0):
            go = hold(values, mine, theirs, least, side * error, here[:room])
            lost = 1.0 - (values[theirs, mine] + side * off)
            turn(here[:room], go, lost, luck, worth, slope)
            found = worth[0, dice] * (1.0 - side * ROUNDING)
            if side * (found - (values[mine, theirs] - side * off)) < 0.0:
                broken[mine] += 1


def solve_alone(
    turns: Any,
    least: int,
    luck: Luck,
    scratch: Any,
) -> None:
    """Minus the fewest expected turns from every score, from the highest down."""
    here, _, worth, slope = scratch
    dice, target = len(luck.bust) - 1, len(turns)
    for mine in range(target - 1, -1, -1):
        room = worth.shape[0] - 1 - mine
        for points in range(room):
            if points >= target - mine:
                here[points] = 0.0
            else:
                may = points > 0 and points >= least
                here[points] = turns[mine + points] if may else NEVER
        value = -1.0
        for _ in range(MOST_ROUNDS):
            turn(here[:room], target - mine, value, luck, worth, slope)
            change = (worth[0, dice] - 1.0 - value) / (1.0 - slope[0, dice])
            value += change
            if abs(change) < SETTLED * abs(value):
                break
        turns[mine] = value
