"""A turn of a player who climbs columns.

A place within a turn is the columns with runners, in order, and the steps of each. With fewer than
three runners, the number of columns stands for "none", with one step. The places of a set of
columns are consecutive, one set after another.
"""

from __future__ import annotations

from typing import Any, NamedTuple

NEVER = -1e300
"""The value of a pair of sums that cannot be climbed."""
WINS = 3
"""The number of columns that wins."""


class TurnCourse(NamedTuple):
    """The columns, and the moves rolls allow.

    A board is a number, the sum of its steps times `stride`; for two, both boards form one number.
    Roll r makes the columns `low[r, w]` and `high[r, w]`, in up to three ways; -1 means no way.
    Rolls with the same effect on three runners are merged: those of set t are `first[t]` to
    `first[t + 1]`, with probabilities `share` and the ways `begin[k]` to `begin[k + 1]`: one runner
    of the three, or two.
    """

    tops: Any
    stride: Any
    boards: int
    players: int
    weight: Any
    low: Any
    high: Any
    number: Any
    """The index of a set of three columns."""
    first: Any
    share: Any
    begin: Any
    one: Any
    two: Any
    rounding: float
    """The relative error of a sum."""


class ClimbScratch(NamedTuple):
    """Working memory for a turn."""

    room: Any
    """The steps to the top of each column; 0 if it is closed."""
    after: Any
    """For each column and steps of the turn, their part in the number of the next board."""
    at: Any
    """Where the places of a set of columns begin."""
    value: Any
    slope: Any
    """The values of places, and their slopes in the value of a lost turn."""
    paired: Any
    tilted: Any
    """The same for two sums at one place."""
    left: Any
    jump: Any
    """For three runners, the steps to the top, and how far a step leads."""


def lay_out(course: TurnCourse, board: int, turn: ClimbScratch) -> tuple[int, int]:
    """Prepare the turn of a board: the completed columns, and the next board if no step is made."""
    columns = len(course.tops)
    mine, theirs = board, 0
    if course.players == 2:
        mine, theirs = board // course.boards, board % course.boards
    done, base = 0, 0
    for column in range(columns):
        top, stride = course.tops[column], course.stride[column]
        ours = mine // stride % (top + 1)
        other = theirs // stride % (top + 1)
        done += ours == top
        turn.room[column] = 0 if top in (ours, other) else top - ours
        for steps in range(top - ours + 1):
            now = stride * (ours + steps)
            if course.players == 2 and ours + steps < top:
                now += course.boards * stride * other
            turn.after[column, steps] = now
        base += turn.after[column, 0]
    turn.room[columns] = 1
    place = 0
    for a in range(columns + 1):
        for b in range(a + 1 if a < columns else columns, columns + 1):
            for c in range(b + 1 if b < columns else columns, columns + 1):
                turn.at[a, b, c] = place
                place += turn.room[a] * turn.room[b] * turn.room[c]
    return done, base


def place_of(
    turn: ClimbScratch, columns: int, a: int, sa: int, b: int, sb: int, low: int, high: int
) -> int:
    """The place after a step in one or two columns, from one with at most two runners."""
    c, sc = columns, 1
    for column in (low, high):
        if column < 0:
            continue
        if column == a:
            sa += 1
        elif column == b:
            sb += 1
        elif column == c:
            sc += 1
        elif a == columns:
            a, sa = column, 1
        elif b == columns:
            b, sb = column, 1
        else:
            c, sc = column, 1
    if b < a:
        a, sa, b, sb = b, sb, a, sa
    if c < b:
        b, sb, c, sc = c, sc, b, sb
    if b < a:
        a, sa, b, sb = b, sb, a, sa
    place: int = turn.at[a, b, c] + ((sa - 1) * turn.room[b] + sb - 1) * turn.room[c] + sc - 1
    return place


def climb_three(
    course: TurnCourse,
    turn: ClimbScratch,
    done: int,
    base: int,
    values: Any,
    lost: float,
    side: float,
    a: int,
    b: int,
    c: int,
) -> None:
    """All places with runners on three columns, from the tops down."""
    room, after, value, slope = turn.room, turn.after, turn.value, turn.slope
    left, jump = turn.left, turn.jump
    sign, offset = 3.0 - 2.0 * course.players, course.players - 1.0
    jump[0], jump[1], jump[2] = room[b] * room[c], room[c], 1
    here = turn.at[a, b, c] + room[a] * room[b] * room[c]
    rolls = course.number[a, b, c]
    for sa in range(room[a], 0, -1):
        left[0] = room[a] - sa
        for sb in range(room[b], 0, -1):
            left[1] = room[b] - sb
            board = base + after[a, sa] - after[a, 0] + after[b, sb] - after[b, 0] - after[c, 0]
            for sc in range(room[c], 0, -1):
                left[2] = room[c] - sc
                here -= 1
                if done + (left[0] == 0) + (left[1] == 0) + (left[2] == 0) >= WINS:
                    value[here], slope[here] = offset, 0.0
                    continue
                total, steep = 0.0, 0.0
                for roll in range(course.first[rolls], course.first[rolls + 1]):
                    best, rise = NEVER, 0.0
                    for way in range(course.begin[roll], course.begin[roll + 1]):
                        one, two = course.one[way], course.two[way]
                        if one == two:
                            go = min(left[one], 2) * jump[one]
                        else:
                            go = jump[one] if left[one] else 0
                            if two >= 0 and left[two]:
                                go += jump[two]
                        if go and value[here + go] > best:
                            best, rise = value[here + go], slope[here + go]
                    if best == NEVER:
                        best, rise = lost, 1.0
                    total += course.share[roll] * best
                    steep += course.share[roll] * rise
                total += side * course.rounding * abs(total)
                stop = offset + sign * values[board + after[c, sc]]
                if stop > total:
                    total, steep = stop, 0.0
                value[here], slope[here] = total, steep


def climb_few(
    course: TurnCourse,
    turn: ClimbScratch,
    done: int,
    base: int,
    values: Any,
    lost: float,
    side: float,
    a: int,
    sa: int,
    b: int,
    sb: int,
) -> None:
    """One place with runners on two columns, one, or none."""
    columns = len(course.tops)
    room, after, value, slope = turn.room, turn.after, turn.value, turn.slope
    sign, offset = 3.0 - 2.0 * course.players, course.players - 1.0
    here = turn.at[a, b, columns] + (sa - 1) * room[b] + sb - 1
    free, board = 3, base
    if a < columns:
        free, board, done = free - 1, board + after[a, sa] - after[a, 0], done + (sa == room[a])
    if b < columns:
        free, board, done = free - 1, board + after[b, sb] - after[b, 0], done + (sb == room[b])
    if done >= WINS:
        value[here], slope[here] = offset, 0.0
        return
    for low in range(columns):
        few = room[low] - (sa if low == a else 0) - (sb if low == b else 0)
        for high in range(low, columns):
            many = room[high] - (sa if high == a else 0) - (sb if high == b else 0)
            best, rise = NEVER, 0.0
            new = (low not in (a, b)) + (high not in (a, b))
            if low == high:
                if few > 0:
                    then = place_of(turn, columns, a, sa, b, sb, low, low if few > 1 else -1)
                    best, rise = value[then], slope[then]
            elif few > 0 and many > 0 and new <= free:
                then = place_of(turn, columns, a, sa, b, sb, low, high)
                best, rise = value[then], slope[then]
            else:
                if few > 0:
                    then = place_of(turn, columns, a, sa, b, sb, low, -1)
                    best, rise = value[then], slope[then]
                if many > 0:
                    then = place_of(turn, columns, a, sa, b, sb, high, -1)
                    if value[then] > best:
                        best, rise = value[then], slope[then]
            turn.paired[low, high], turn.tilted[low, high] = best, rise
    total, steep = 0.0, 0.0
    for roll in range(len(course.weight)):
        best, rise = NEVER, 1.0
        for way in range(3):
            low, high = course.low[roll, way], course.high[roll, way]
            if low >= 0 and turn.paired[low, high] > best:
                best, rise = turn.paired[low, high], turn.tilted[low, high]
        if best == NEVER:
            best = lost
        total += course.weight[roll] * best
        steep += course.weight[roll] * rise
    total += side * course.rounding * abs(total)
    if a < columns:
        stop = offset + sign * values[board]
        if stop > total:
            total, steep = stop, 0.0
    value[here], slope[here] = total, steep


def whole_turn(
    course: TurnCourse, turn: ClimbScratch, board: int, values: Any, lost: float, side: float
) -> tuple[float, float]:
    """The value of a turn at its start, and its slope in `lost`; every place is computed."""
    columns, room = len(course.tops), turn.room
    done, base = lay_out(course, board, turn)
    for a in range(columns):
        for b in range(a + 1, columns):
            for c in range(b + 1, columns):
                if room[a] and room[b] and room[c]:
                    climb_three(course, turn, done, base, values, lost, side, a, b, c)
    for a in range(columns):
        for b in range(a + 1, columns):
            for sa in range(room[a], 0, -1):
                for sb in range(room[b], 0, -1):
                    climb_few(course, turn, done, base, values, lost, side, a, sa, b, sb)
    for a in range(columns):
        for sa in range(room[a], 0, -1):
            climb_few(course, turn, done, base, values, lost, side, a, sa, columns, 1)
    climb_few(course, turn, done, base, values, lost, side, columns, 1, columns, 1)
    start = turn.at[columns, columns, columns]
    return turn.value[start], turn.slope[start]


def climb_turns(
    values: Any,
    course: TurnCourse,
    side: float,
    boards: Any,
    lost: Any,
    found: Any,
    slope: Any,
    turn: ClimbScratch,
    low: int,
    high: int,
) -> None:
    """The values of some turns at their start."""
    for number in range(low, high):
        found[number], slope[number] = whole_turn(
            course, turn, boards[number], values, lost[number], side
        )
