"""The whole of Qwixx alone, by hand: `python -m benchmarks.qwixx`, in a few minutes.

After the white dice, the best cross of each coloured die depends on that die alone. So what a roll
is worth is the greatest of four independent numbers, whose mean takes a sort of 24 values instead
of 1,296 rolls. Rows that may change places, and the two ways, are kept once.
"""

from __future__ import annotations

import sys
from typing import Any

import numba
import numpy as np

ROWS, MISSES, MISSED, CLOSED = 4, 4, 5, 2
LEAST = -1e9


def whole_sheet(*, after_turn: bool, faces: int = 6, needed: int = 5) -> float:
    """The most points to be expected with two rows that go up and two that go down."""
    last = 2 * faces - 1
    rows = [(0, 0)] + [
        (step, crosses)
        for step in range(1, last + 1)
        for crosses in (range(1, step + 1) if step < last else range(max(needed, 0) + 2, last + 2))
    ]
    number = {row: place for place, row in enumerate(rows)}
    marks = np.full((len(rows), last + 1), -1)
    for (far, crosses), place in number.items():
        for step in range(far + 1, last + 1):
            if step < last or crosses >= needed:
                marks[place, step] = number[step, crosses + 1 + (step == last)]
    steps, counts = np.array(rows).T
    pairs = [(a, b) for b in range(len(rows)) for a in range(b + 1)]
    fours = np.array(
        [(*pairs[y], *pairs[x]) for x in range(len(pairs)) for y in range(x + 1)], np.int16
    )
    order = np.argsort(-steps[fours].sum(axis=1), kind="stable")
    closed = (steps[fours] == last).sum(axis=1) >= CLOSED
    scores = (counts * (counts + 1) // 2)[fours].sum(axis=1).astype(float)
    missed = scores - MISSED * MISSES
    for misses in range(MISSES - 1, -1, -1):
        values = scores - MISSED * misses
        one_more_cross(
            values, missed, fours.astype(np.int64), order, closed, marks, faces, after_turn
        )
        missed = values
    return float(missed[0])


@numba.njit(cache=True)  # type: ignore[untyped-decorator,unused-ignore]  # by the version of Numba
def pair(a: int, b: int) -> int:
    """The place of two things, in whatever order, among all pairs."""
    return b * (b + 1) // 2 + a if a < b else a * (a + 1) // 2 + b


@numba.njit(cache=True)  # type: ignore[untyped-decorator,unused-ignore]  # by the version of Numba
def place(four: Any) -> int:
    """The place of four rows among all sheets."""
    return pair(pair(four[0], four[1]), pair(four[2], four[3]))


@numba.njit(cache=True)  # type: ignore[untyped-decorator,unused-ignore]  # by the version of Numba
def step_of(row: int, number: int, faces: int) -> int:
    """How far along a row a number is."""
    return number - 1 if row < 2 else 2 * faces + 1 - number


@numba.njit(cache=True)  # type: ignore[untyped-decorator,unused-ignore]  # by the version of Numba
def one_more_cross(
    values: Any,
    missed: Any,
    fours: Any,
    order: Any,
    closed: Any,
    marks: Any,
    faces: int,
    after_turn: bool,
) -> None:
    """The values of all sheets with as many misses, from the fullest to the empty one."""
    last, four = 2 * faces - 1, np.zeros(ROWS, np.int64)
    best = np.zeros((2 * faces + 1, ROWS, last + 1))
    least, high, whose = (
        np.zeros(2 * faces + 1),
        np.zeros(ROWS * faces),
        np.zeros(ROWS * faces, np.int64),
    )
    for sheet in order:
        if closed[sheet]:
            continue
        four[:] = fours[sheet]
        crosses(best[0], values, four, marks)
        for number in range(2, 2 * faces + 1):
            best[number], least[number] = best[0], missed[sheet]
            for row in range(ROWS):
                step = step_of(row, number, faces)
                crossed = marks[four[row], step]
                if crossed >= 0:
                    least[number] = max(least[number], best[0, row, step])
                    before, four[row] = four[row], crossed
                    if after_turn or not closed[place(four)]:
                        crosses(best[number], values, four, marks, False)
                    four[row] = before
        total = 0.0
        for one in range(1, faces + 1):
            for two in range(1, faces + 1):
                total += mean_of_best(
                    best[one + two], least[one + two], one, two, faces, high, whose
                )
        values[sheet] = total / faces**2


@numba.njit(cache=True)  # type: ignore[untyped-decorator,unused-ignore]  # by the version of Numba
def crosses(best: Any, values: Any, four: Any, marks: Any, anew: bool = True) -> None:
    """The value of each cross of a coloured die, if it is more than is known."""
    for row in range(ROWS):
        before = four[row]
        for step in range(1, marks.shape[1]):
            if anew:
                best[row, step] = LEAST
            crossed = marks[before, step]
            if crossed >= 0:
                four[row] = crossed
                best[row, step] = max(best[row, step], values[place(four)])
        four[row] = before


@numba.njit(cache=True)  # type: ignore[untyped-decorator,unused-ignore]  # by the version of Numba
def mean_of_best(
    best: Any, least: float, one: int, two: int, faces: int, high: Any, whose: Any
) -> float:
    """The mean of the best of four dice and what there is without them."""
    many, below = 0, np.zeros(ROWS)
    for row in range(ROWS):
        for die in range(1, faces + 1):
            value = max(
                best[row, step_of(row, one + die, faces)], best[row, step_of(row, two + die, faces)]
            )
            if value <= least:
                below[row] += 1
                continue
            at = many
            while at > 0 and high[at - 1] > value:
                high[at], whose[at] = high[at - 1], whose[at - 1]
                at -= 1
            high[at], whose[at] = value, row
            many += 1
    share = below[0] * below[1] * below[2] * below[3]
    mean = least * share
    for at in range(many):
        below[whose[at]] += 1
        more = below[0] * below[1] * below[2] * below[3]
        mean += high[at] * (more - share)
        share = more
    found: float = mean / float(faces) ** ROWS
    return found


if __name__ == "__main__":
    for after_turn in (False, True):
        ends = "after-turn" if after_turn else "at-once"
        sys.stdout.write(f"ends={ends}: {whole_sheet(after_turn=after_turn):.9f}\n")
