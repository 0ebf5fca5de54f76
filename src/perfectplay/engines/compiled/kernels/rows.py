"""Fixed play as weighted sums: kernels that update values with every choice held fixed.

With its choices made, the value of a position is a constant plus a weighted sum of other values: a
row. Rows are shorter than programs and quick to evaluate. A row consists of the number of a shape,
its constant and weights, which many rows share, and entries, the indices of the other positions.
The first shape is for positions that wait for nothing.
"""

from __future__ import annotations

from perfectplay.engines.compiled.compiler.kernels import Bytes, Floats, Ints, Ints32, bits, mix
from perfectplay.engines.compiled.kernels.guesses import note_guess
from perfectplay.engines.compiled.kernels.play import number_at, payoff_at
from perfectplay.engines.compiled.kernels.words import (
    is_part,
    next_operation,
    part_end,
    part_start,
)
from perfectplay.engines.compiled.program import CHANCE, FINAL, GAIN, LEAF, MAX, WEIGHT

SHAPES_KNOWN, ENTRIES = range(2)
"""Counters: shapes of rows, and entries."""


def write_row(
    words: Ints, at: int, end: int, leaves: Ints32, leaf: int, bounds: Floats, numbers: Floats,
    finals: Floats, least: Ints, mirror: float, values: Floats, constants: Floats, begins: Ints,
    entries: Ints32, first: int, weights: Floats, room: int,
) -> int:  # fmt: skip
    """The row of a program with the best choices by the current guesses; returns its length.

    Entries are written from `first` on and their weights to `weights`; `values[0]` and
    `constants[0]` are the value and the constant. Returns -1 if there is no room, or a leaf has no
    value.
    """
    used = 0
    top = 0
    back = 0
    stop = 0
    while at < end:
        word = words[at]
        if is_part(word):
            back = at + 1
            stop = end
            at = part_start(word)
            end = part_end(word)
        operation = words[at] & 7
        if operation == LEAF:
            place = leaves[leaf]
            leaf += 1
            sign = 1.0
            constants[top] = 0.0
            if place < 0:
                place = -1 - place
                sign = -1.0
                constants[top] = mirror
            if used >= room or bounds[2 * place] != bounds[2 * place]:
                return -1
            values[top] = constants[top] + sign * (bounds[2 * place] - bounds[2 * place + 1]) / 2.0
            begins[top] = used
            entries[first + used] = place
            weights[used] = sign
            used += 1
            top += 1
        elif operation == FINAL:
            values[top] = payoff_at(words, at, numbers, finals, least)
            constants[top] = values[top]
            begins[top] = used
            top += 1
        elif operation == GAIN:
            constants[top - 1] = constants[top - 1] + number_at(words, at, numbers)
            values[top - 1] = values[top - 1] + number_at(words, at, numbers)
        elif operation == WEIGHT:
            weight = number_at(words, at, numbers)
            values[top - 1] = values[top - 1] * weight
            constants[top - 1] = constants[top - 1] * weight
            for i in range(begins[top - 1], used):
                weights[i] = weights[i] * weight
        else:
            count = words[at] >> 3
            begins[top] = used
            top -= count
            if operation == CHANCE:
                total = number_at(words, at + 1, numbers)
                for i in range(1, count):
                    values[top] = values[top] + values[top + i]
                    constants[top] = constants[top] + constants[top + i]
                values[top] = values[top] / total
                constants[top] = constants[top] / total
                for i in range(begins[top], used):
                    weights[i] = weights[i] / total
            else:
                best = top
                for i in range(top + 1, top + count):
                    better = values[i] > values[best]
                    if operation != MAX:
                        better = values[i] < values[best]
                    if better:
                        best = i
                length = begins[best + 1] - begins[best]
                for i in range(length):
                    entries[first + begins[top] + i] = entries[first + begins[best] + i]
                    weights[begins[top] + i] = weights[begins[best] + i]
                used = begins[top] + length
                values[top] = values[best]
                constants[top] = constants[best]
            top += 1
        at = next_operation(words, at, 0)
        if at == end and back > 0:
            at = back
            end = stop
            back = 0
    return used


def intern_row(
    constant: float, weights: Floats, count: int, slots: Ints32, mask: int, starts: Ints,
    shapes: Floats, known: int,
) -> int:  # fmt: skip
    """The number of a row's shape; a new shape gets the next one, `known`."""
    here = starts[known]
    shapes[here] = constant
    hashed = mix(0, bits(constant))
    for i in range(count):
        shapes[here + 1 + i] = weights[i]
        hashed = mix(hashed, bits(weights[i]))
    place = hashed & mask
    while slots[place] > 0:
        other = starts[slots[place]]
        same = starts[slots[place] + 1] - other == count + 1
        i = 0
        while same and i <= count:
            same = shapes[other + i] == shapes[here + i]
            i += 1
        if same:
            return slots[place]
        place = (place + 1) & mask
    slots[place] = known
    starts[known + 1] = here + 1 + count
    return known


def fix_play(
    first: int, last: int, base: int, leaf: int, shapes: Ints32, starts: Ints, words: Ints,
    sizes: Ints, leaves: Ints32, places: Ints32, ordered: int, bounds: Floats, numbers: Floats,
    finals: Floats, least: Ints, mirror: float, waiting: Bytes, noted: Floats, seen: Floats,
    rows: Ints32, entries: Ints32, room: int, slots: Ints32, mask: int, row_starts: Ints,
    row_shapes: Floats, most: int, shape_room: int, counts: Ints, values: Floats,
    constants: Floats, begins: Ints, weights: Floats,
) -> int:  # fmt: skip
    """Update the guesses for `waiting` positions, and fix the best choices as rows.

    Returns -1 if there is no room for these, or a leaf has no bounds.
    """
    known = counts[SHAPES_KNOWN]
    entry = 0
    for i in range(first, last):
        shape = shapes[i - base]
        rows[i - first] = 0
        if waiting[i - base]:
            count = write_row(
                words, starts[shape], starts[shape + 1], leaves, leaf, bounds, numbers, finals,
                least, mirror, values, constants, begins, entries, entry, weights, room - entry
            )  # fmt: skip
            if count < 0 or known >= most or row_starts[known] + count >= shape_room:
                return -1
            rows[i - first] = intern_row(
                constants[0], weights, count, slots, mask, row_starts, row_shapes, known
            )
            if rows[i - first] == known:
                known += 1
            entry += count
            place = i
            if ordered:
                place = places[i]
            note_guess(values[0], place, i - base, bounds, noted, seen)
        leaf += sizes[shape]
    counts[SHAPES_KNOWN] = known
    counts[ENTRIES] = entry
    return 0


def follow(
    first: int, last: int, down: int, base: int, entry: int, rows: Ints32, row_starts: Ints,
    row_shapes: Floats, entries: Ints32, places: Ints32, ordered: int, bounds: Floats,
    waiting: Bytes, noted: Floats, seen: Floats,
) -> None:  # fmt: skip
    """Update the guesses for `waiting` positions under fixed play, going up or `down`.

    `entry` is the first entry of the first row or, going `down`, the one after the last entry of
    the last row.
    """
    for turn in range(last - first):
        i = first + turn
        if down:
            i = last - 1 - turn
        if waiting[i - base]:
            row = rows[i - first]
            at = row_starts[row]
            size = row_starts[row + 1] - at - 1
            if down:
                entry -= size
            guess = row_shapes[at]
            for k in range(size):
                place = entries[entry + k]
                value = (bounds[2 * place] - bounds[2 * place + 1]) / 2.0
                guess = guess + row_shapes[at + 1 + k] * value
            place = i
            if ordered:
                place = places[i]
            note_guess(guess, place, i - base, bounds, noted, seen)
            if not down:
                entry += size
