"""The shapes of programs: their words without the keys, shared by many positions.

A layer that is swept repeatedly keeps its programs, as the shape and the leaves of each. Where
hardly any two positions have the same shape, parts of it are shared instead: whatever the root of
the program, usually a chance, combines.
"""

from __future__ import annotations

from perfectplay.engines.compiled.compiler.kernels import Ints, Ints32, mix
from perfectplay.engines.compiled.kernels.words import next_operation, part_word
from perfectplay.engines.compiled.program import CHANCE, FINAL, LEAF, MAX, MIN


def without_keys(out: Ints, at: int, end: int, skip: int, words: Ints, here: int) -> int:
    """Copy some words of a program without its keys; returns how many these are."""
    length = 0
    while at < end:
        leaf = (out[at] & 7) == LEAF
        then = next_operation(out, at, skip)
        while at < then:
            words[here + length] = out[at]
            length += 1
            at = then if leaf else at + 1
    return length


def leaves_in(words: Ints, at: int, end: int, skip: int) -> int:
    """The number of leaves among some words."""
    found = 0
    while at < end:
        found += (words[at] & 7) == LEAF
        at = next_operation(words, at, skip)
    return found


def slot_of(
    words: Ints, here: int, length: int, starts: Ints, slots: Ints32, mask: int
) -> int:  # fmt: skip
    """The slot of some words among others that begin at `starts`, or a free slot for them."""
    hashed = 0
    for k in range(length):
        hashed = mix(hashed, words[here + k])
    place = hashed & mask
    while slots[place] > 0:
        other = starts[slots[place] - 1]
        same = starts[slots[place]] - other == length
        k = 0
        while same and k < length:
            same = words[other + k] == words[here + k]
            k += 1
        if same:
            return place
        place = (place + 1) & mask
    return place


def intern_shapes(
    out: Ints, ends: Ints, count: int, skip: int, shapes: Ints32, slots: Ints32, mask: int,
    starts: Ints, words: Ints, sizes: Ints, known: int, room: int, most: int,
) -> int:  # fmt: skip
    """Number the shapes of programs; returns how many shapes are known then, or -1.

    It returns -1 if there are more than `most`, or their words need more than `room`.
    """
    at = 0
    for i in range(count):
        here = starts[known]
        if here + ends[i] - at > room or known >= most:
            return -1
        length = without_keys(out, at, ends[i], skip, words, here)
        place = slot_of(words, here, length, starts, slots, mask)
        if slots[place] == 0:
            sizes[known] = leaves_in(out, at, ends[i], skip)
            known += 1
            slots[place] = known
            starts[known] = here + length
        shapes[i] = slots[place] - 1
        at = ends[i]
    return known


def share_parts(
    out: Ints, ends: Ints, count: int, skip: int, begins: Ints, slots: Ints32, mask: int,
    starts: Ints, words: Ints, known: int, room: int, most: int, own: Ints, own_ends: Ints,
    sizes: Ints,
) -> int:  # fmt: skip
    """Rewrite programs to refer to shared parts; returns how many parts are known then, or -1.

    The words of the parts go to `words`, those of the programs to `own`.
    """
    at = 0
    end = 0
    for i in range(count):
        sizes[i] = leaves_in(out, at, ends[i], skip)
        operands = 0
        root = at
        top = 0
        while at < ends[i]:
            operation = out[at] & 7
            if operation in (LEAF, FINAL):
                begins[top] = at
                top += 1
            elif operation in (MAX, MIN, CHANCE):
                top -= (out[at] >> 3) - 1
                if top == 1:
                    operands = out[at] >> 3
                    root = at
            at = next_operation(out, at, skip)
        for k in range(operands):
            stop = root
            if k + 1 < operands:
                stop = begins[k + 1]
            here = starts[known]
            if here + stop - begins[k] > room or known >= most:
                return -1
            length = without_keys(out, begins[k], stop, skip, words, here)
            if length == 1:
                own[end] = words[here]
            else:
                place = slot_of(words, here, length, starts, slots, mask)
                if slots[place] == 0:
                    known += 1
                    slots[place] = known
                    starts[known] = here + length
                here = starts[slots[place] - 1]
                own[end] = part_word(here, length)
            end += 1
        end += without_keys(out, root, ends[i], skip, own, end)
        own_ends[i] = end
    return known
