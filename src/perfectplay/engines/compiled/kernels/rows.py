"""Fixed play as weighted sums: kernels that update values with every choice held fixed.

With its choices made, the value of a position is a constant plus a weighted sum of other values: a
row. Rows are shorter than programs and quick to evaluate. A row consists of the number of a shape,
its constant and weights, which many rows share, and entries, one byte for each leaf of the program
that remains: the number of leaves left out before it. The first shape is for positions that wait
for nothing.
"""

from __future__ import annotations

from perfectplay.engines.compiled.compiler.kernels import (
    Bytes,
    Floats,
    Floats32,
    Ints,
    Ints32,
    Shorts,
    bits,
    mix,
)
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
FARTHEST = 255
"""The most leaves that can be left out before an entry."""


def write_row(
    words: Ints, at: int, end: int, leaves: Ints32, leaf: int, bounds: Floats, numbers: Floats,
    finals: Floats, least: Ints, mirror: float, values: Floats, constants: Floats, begins: Ints,
    chosen: Ints, weights: Floats,
) -> int:  # fmt: skip
    """The row of a program with the best choices by the current guesses; returns its length.

    The numbers of the remaining leaves are written to `chosen` and their weights to `weights`;
    `values[0]` and `constants[0]` are the value and the constant. Returns -1 if a leaf has no
    value.
    """
    used = 0
    start = leaf
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
            sign = 1.0
            constants[top] = 0.0
            if place < 0:
                place = -1 - place
                sign = -1.0
                constants[top] = mirror
            if bounds[2 * place] != bounds[2 * place]:
                return -1
            values[top] = constants[top] + sign * (bounds[2 * place] - bounds[2 * place + 1]) / 2.0
            begins[top] = used
            chosen[used] = leaf - start
            weights[used] = sign
            leaf += 1
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
                    chosen[begins[top] + i] = chosen[begins[best] + i]
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
    finals: Floats, least: Ints, mirror: float, waiting: Bytes, changes: Floats32, seen: Floats,
    rows: Shorts, entries: Bytes, slots: Ints32, mask: int, row_starts: Ints, row_shapes: Floats,
    most: int, shape_room: int, counts: Ints, values: Floats, constants: Floats, begins: Ints,
    chosen: Ints, weights: Floats,
) -> int:  # fmt: skip
    """Update the guesses for `waiting` positions, and fix the best choices as rows.

    Returns -1 if there is no room for their shapes, too many leaves are left out before an entry,
    or a leaf has no bounds.
    """
    known = counts[SHAPES_KNOWN]
    entry = 0
    for i in range(first, last):
        shape = shapes[i - base]
        rows[i - first] = 0
        if waiting[i - base]:
            count = write_row(
                words, starts[shape], starts[shape + 1], leaves, leaf, bounds, numbers, finals,
                least, mirror, values, constants, begins, chosen, weights
            )  # fmt: skip
            if count < 0 or known >= most or row_starts[known] + count >= shape_room:
                return -1
            behind = 0
            for k in range(count):
                if chosen[k] - behind > FARTHEST:
                    return -1
                entries[entry] = chosen[k] - behind
                entry += 1
                behind = chosen[k] + 1
            rows[i - first] = intern_row(
                constants[0], weights, count, slots, mask, row_starts, row_shapes, known
            )
            if rows[i - first] == known:
                known += 1
            place = i
            if ordered:
                place = places[i]
            note_guess(values[0], place, i - base, bounds, changes, seen)
        leaf += sizes[shape]
    counts[SHAPES_KNOWN] = known
    counts[ENTRIES] = entry
    return 0


def follow(
    first: int, last: int, down: int, base: int, leaf: int, shapes: Ints32, sizes: Ints,
    leaves: Ints32, entry: int, rows: Shorts, row_starts: Ints, row_shapes: Floats, entries: Bytes,
    places: Ints32, ordered: int, bounds: Floats, waiting: Bytes, changes: Floats32, seen: Floats,
) -> None:  # fmt: skip
    """Update the guesses for `waiting` positions under fixed play, going up or `down`.

    `leaf` and `entry` are the first leaf and the first entry of the first position or, going
    `down`, the ones after those of the last.
    """
    for turn in range(last - first):
        i = first + turn
        if down:
            i = last - 1 - turn
        size = sizes[shapes[i - base]]
        if down:
            leaf -= size
        if waiting[i - base]:
            row = rows[i - first]
            at = row_starts[row]
            count = row_starts[row + 1] - at - 1
            if down:
                entry -= count
            guess = row_shapes[at]
            here = leaf
            for k in range(count):
                here += entries[entry + k]
                place = leaves[here]
                here += 1
                if place < 0:
                    place = -1 - place
                value = (bounds[2 * place] - bounds[2 * place + 1]) / 2.0
                guess = guess + row_shapes[at + 1 + k] * value
            place = i
            if ordered:
                place = places[i]
            note_guess(guess, place, i - base, bounds, changes, seen)
            if not down:
                entry += count
        if not down:
            leaf += size
