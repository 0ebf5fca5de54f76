"""Mirror images: a position with the players exchanged, of which only one is stored.

`flip` says which digit of a key holds the player to move: whether there is one, the factor before
the digit of the kind, the number of kinds, and for each kind the factor before its digit, or 0.
"""

from __future__ import annotations

from perfectplay.engines.compiled.compiler.kernels import Ints
from perfectplay.engines.compiled.kernels.words import next_operation
from perfectplay.engines.compiled.program import FINAL, GAIN, LEAF, MAX, MIN


def flipped(key: int, flip: Ints) -> int:
    """The key of the mirror image; the same key if there is none."""
    if flip[0] == 0:
        return key
    step = flip[3 + key // flip[1] % flip[2]]
    if step == 0:
        return key
    if key // step % 2:
        return key - step
    return key + step


def unflipped(key: int, flip: Ints) -> int:
    """The key of a position or its mirror image, whichever is stored."""
    if flip[0] == 0:
        return key
    step = flip[3 + key // flip[1] % flip[2]]
    if step > 0 and key // step % 2:
        return key - step
    return key


def mirror_break(
    out: Ints, ends: Ints, others: Ints, other_ends: Ints, count: int, words: int, flip: Ints
) -> int:  # fmt: skip
    """The first program that is not the mirror image of its counterpart, or -1.

    Maxima and minima are exchanged, payoffs change sign, and leaves are mirror images.
    """
    at = 0
    to = 0
    for i in range(count):
        if ends[i] - at != other_ends[i] - to:
            return i
        while at < ends[i]:
            word = out[at]
            other = others[to]
            operation = word & 7
            if operation == FINAL:
                if word >> 3 & 3 or other != (-(word >> 5) << 5 | FINAL):
                    return i
            elif operation in (MAX, MIN):
                if other != (word >> 3 << 3 | MAX + MIN - operation):
                    return i
            elif operation == GAIN or other != word:
                return i
            end = next_operation(out, at, words)
            if operation == LEAF:
                at += 1
                to += 1
                if others[to] != flipped(out[at], flip):
                    return i
            while at + 1 < end:
                at += 1
                to += 1
                if others[to] != out[at]:
                    return i
            at += 1
            to += 1
    return -1
