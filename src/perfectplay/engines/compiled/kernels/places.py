"""Find positions: kernels that look up the indices of keys.

Keys that are not `dense` are sorted layer by layer, lowest rank first; the first layer holds the
positions where the game ends, whatever their rank.
"""

from __future__ import annotations

from perfectplay.engines.compiled.compiler.kernels import Ints, Ints32, ones
from perfectplay.engines.compiled.kernels.mirror import unflipped
from perfectplay.engines.compiled.kernels.words import next_operation
from perfectplay.engines.compiled.program import LEAF


def rank(key0: int, key1: int) -> int:
    """How far along the game is at a position; this function is replaced for each game."""
    return key0 + key1


def rank_all(keys: Ints, words: int, first: int, last: int, ranks: Ints) -> None:
    """The ranks of some positions."""
    for i in range(first, last):
        key1 = 0
        if words > 1:
            key1 = keys[i * words + 1]
        ranks[i - first] = rank(keys[i * words], key1)


def place_in(keys: Ints, words: int, low: int, high: int, key0: int, key1: int) -> int:
    """The index of a key in a sorted part of the keys, or -1."""
    end = high
    while low < high:
        middle = (low + high) >> 1
        there = keys[middle * words]
        if there < key0 or (words > 1 and there == key0 and keys[middle * words + 1] < key1):
            low = middle + 1
        else:
            high = middle
    found = low < end and keys[low * words] == key0
    if found and words > 1:
        found = keys[low * words + 1] == key1
    return low if found else -1


def find(
    key0: int, key1: int, keys: Ints, words: int, bits: Ints, before: Ints32, dense: int,
    layers: int, layer_ranks: Ints, layer_starts: Ints,
) -> int:  # fmt: skip
    """The index of a position among the bounds, or -1."""
    if dense:
        word = bits[key0 >> 6]
        bit = 1 << (key0 & 63)
        if not word & bit:
            return -1
        return before[key0 >> 6] + ones(word & (bit - 1))
    return find_sorted(key0, key1, keys, words, layers, layer_ranks, layer_starts)


def find_sorted(
    key0: int, key1: int, keys: Ints, words: int, layers: int, layer_ranks: Ints,
    layer_starts: Ints,
) -> int:  # fmt: skip
    """The index of a position among keys sorted layer by layer, or -1."""
    wanted = rank(key0, key1)
    low = 0
    high = layers
    while low < high:
        middle = (low + high) >> 1
        if layer_ranks[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    place = -1
    if low < layers and layer_ranks[low] == wanted:
        place = place_in(keys, words, layer_starts[low], layer_starts[low + 1], key0, key1)
    if place < 0:
        place = place_in(keys, words, layer_starts[0], layer_starts[1], key0, key1)
    return place


def find_all(
    wanted: Ints, count: int, keys: Ints, words: int, layers: int, layer_ranks: Ints,
    layer_starts: Ints, found: Ints,
) -> None:  # fmt: skip
    """The indices of some keys among keys sorted layer by layer, each -1 if missing."""
    for i in range(count):
        key1 = 0
        if words > 1:
            key1 = wanted[i * words + 1]
        found[i] = find_sorted(
            wanted[i * words], key1, keys, words, layers, layer_ranks, layer_starts
        )


def locate(
    out: Ints, ends: Ints, count: int, leaves: Ints32, keys: Ints, words: int, bits: Ints,
    before: Ints32, dense: int, layers: int, layer_ranks: Ints, layer_starts: Ints, flip: Ints,
) -> int:  # fmt: skip
    """Locate the leaves of some programs; returns how many there are, or -1 if one is missing."""
    at = 0
    leaf = 0
    for i in range(count):
        while at < ends[i]:
            if (out[at] & 7) == LEAF:
                key1 = 0
                if words > 1:
                    key1 = out[at + 2]
                key0 = unflipped(out[at + 1], flip)
                place = find(
                    key0, key1, keys, words, bits, before, dense, layers, layer_ranks, layer_starts
                )
                if place < 0:
                    return -1
                leaves[leaf] = place if key0 == out[at + 1] else -1 - place
                leaf += 1
            at = next_operation(out, at, words)
    return leaf
