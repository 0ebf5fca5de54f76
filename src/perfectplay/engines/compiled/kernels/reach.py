"""Find all positions: kernels that read programs and record keys that are new.

If keys are `dense`, a bit says whether a key is known; otherwise a hash table holds numbers counted
from one.
"""

from __future__ import annotations

from perfectplay.engines.compiled.compiler.kernels import Bytes, Ints, Ints32, mix
from perfectplay.engines.compiled.kernels.mirror import unflipped
from perfectplay.engines.compiled.kernels.words import next_operation
from perfectplay.engines.compiled.program import CHANCE, FINAL, GAIN, LEAF, MAX, MIN

GAINS, LEAST, MOST, LISTED_FINALS, DEPTH, FOUND = range(6)
"""Statistics made while programs are read: whether there are points, the lowest and highest whole
payoff, other payoffs, the depth of the stack, and the number of positions."""


def is_new(
    key0: int, key1: int, keys: Ints, words: int, slots: Ints32, mask: int, bits: Ints, dense: int
) -> int:
    """Whether a key is new; if so it is recorded with the next number."""
    if dense:
        bit = 1 << (key0 & 63)
        if bits[key0 >> 6] & bit:
            return 0
        bits[key0 >> 6] = bits[key0 >> 6] | bit
        return 1
    place = mix(key0, key1) & mask
    while slots[place] > 0:
        at = (slots[place] - 1) * words
        if keys[at] == key0 and (words == 1 or keys[at + 1] == key1):
            return 0
        place = (place + 1) & mask
    return place + 2


def reach(
    out: Ints, ends: Ints, count: int, leafless: Bytes, first: int, words: int, keys: Ints,
    slots: Ints32, mask: int, bits: Ints, dense: int, stats: Ints, flip: Ints,
) -> None:  # fmt: skip
    """Record the positions that some programs lead to, and collect statistics."""
    at = 0
    found = stats[FOUND]
    for i in range(count):
        leaves = 0
        depth = 0
        while at < ends[i]:
            word = out[at]
            operation = word & 7
            if operation == LEAF:
                leaves += 1
                depth += 1
                key0 = unflipped(out[at + 1], flip)
                key1 = 0
                if words > 1:
                    key1 = out[at + 2]
                place = is_new(key0, key1, keys, words, slots, mask, bits, dense)
                if place > 0:
                    keys[found * words] = key0
                    if words > 1:
                        keys[found * words + 1] = key1
                    found += 1
                    if not dense:
                        slots[place - 2] = found
            elif operation in (MAX, MIN, CHANCE):
                depth += 1 - (word >> 3)
            elif operation == FINAL:
                depth += 1
                if word >> 3 & 3:
                    stats[LISTED_FINALS] = 1
                else:
                    stats[LEAST] = min(stats[LEAST], word >> 5)
                    stats[MOST] = max(stats[MOST], word >> 5)
            elif operation == GAIN and word >> 3 != 0:
                stats[GAINS] = 1
            stats[DEPTH] = max(stats[DEPTH], depth)
            at = next_operation(out, at, words)
        leafless[first + i] = leaves == 0
    stats[FOUND] = found


def collect(out: Ints, ends: Ints, count: int, words: int, keys: Ints, owners: Ints) -> int:
    """The keys of all leaves of some programs, and the index of each one's program."""
    at = 0
    found = 0
    for i in range(count):
        while at < ends[i]:
            if (out[at] & 7) == LEAF:
                keys[found * words] = out[at + 1]
                if words > 1:
                    keys[found * words + 1] = out[at + 2]
                owners[found] = i
                found += 1
            at = next_operation(out, at, words)
    return found


def rehash(keys: Ints, words: int, first: int, last: int, slots: Ints32, mask: int) -> None:
    """Enter keys that are known to be distinct into the hash table."""
    for i in range(first, last):
        key1 = 0
        if words > 1:
            key1 = keys[i * words + 1]
        place = mix(keys[i * words], key1) & mask
        while slots[place] > 0:
            place = (place + 1) & mask
        slots[place] = i + 1
