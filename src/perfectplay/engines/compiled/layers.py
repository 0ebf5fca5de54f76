"""Positions in the order in which they are solved: layer by layer, from the end of the game."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from perfectplay.engines.compiled.compiler.llvm import MachineCode
from perfectplay.engines.compiled.layout import WORD_BITS
from perfectplay.engines.compiled.positions import Positions, steps_of
from perfectplay.engines.compiled.ranking import Features, Ranking, find_ranking
from perfectplay.engines.compiled.rules import Programs, RunnableRules
from perfectplay.engines.compiled.runtime import placing, shared

SAMPLED = 1_500
"""The number of positions whose steps are examined to find an order."""
EDGES = 40_000
"""The number of steps that suffice."""
FEW = 16
CHUNK = 1 << 20


@dataclasses.dataclass
class Layers:
    """All positions in order, and how to find one by its key.

    If keys are dense, they take 32 bits each, places are counted by key and `order` lists them
    layer by layer; otherwise the keys are sorted so that a position's place is its place in the
    order.
    """

    positions: Positions
    ranking: Ranking
    code: MachineCode
    order: Any
    before: Any
    starts: Any
    """Where each layer begins in the order, and the end of the last."""
    ranks: Any
    """The rank of each layer; the first layer holds the ends of the game, whatever their rank."""

    def __len__(self) -> int:
        return len(self.positions)

    def locate(self, programs: Programs, leaves: Any) -> int:
        """Find the places of the leaves of some programs."""
        known = self.positions
        found: int = self.code["locate"](
            programs.words, programs.ends, len(programs.ends), leaves, known.keys,
            known.layout.words, known.bits, self.before, int(known.dense), len(self.ranks),
            self.ranks, self.starts, known.flip,
        )  # fmt: skip
        if found < 0:
            raise LookupError("a position leads to one that was not found before")
        return found

    def keys_of(self, first: int, last: int) -> Any:
        """The keys of some positions, in order."""
        keys = self.positions.keys
        if self.positions.dense:
            return keys[self.order[first:last]].astype(np.int64)
        return keys[first:last]


def in_layers(positions: Positions, rules: RunnableRules, more: Any) -> Layers:
    """Find an order for the positions and sort them; `more` are keys that need a closer look."""
    ranking = ranked(positions, rules, more)
    code = placing(ranking.function())
    if positions.dense:
        return in_dense_layers(positions, ranking, code)
    none = np.zeros(1, np.int32)
    width = (positions.layout.span - 1).bit_length()
    if positions.layout.words == 1 and width + (ranking.most + 1).bit_length() <= WORD_BITS:
        return Layers(positions, ranking, code, none, none, *in_place(positions, code, width))
    ranks = ranks_of(positions.keys, code)
    ranks[positions.leafless.astype(bool)] = -1
    words = reversed(range(positions.layout.words))
    order = np.lexsort([*(positions.keys[:, word] for word in words), ranks])
    positions.keys = np.ascontiguousarray(positions.keys[order])
    positions.leafless = positions.leafless[order]
    starts, values = groups(ranks[order])
    return Layers(positions, ranking, code, none, none, starts, values)


def in_place(positions: Positions, code: MachineCode, width: int) -> tuple[Any, Any]:
    """Sort keys in place, with their ranks stored in the bits above `width` for the time being."""
    keys, count = positions.keys, len(positions)
    for first in range(0, count, CHUNK):
        part = keys[first : first + CHUNK]
        ranks = ranks_of(part, code) + 1
        ranks[positions.leafless[first : first + CHUNK].astype(bool)] = 0
        part[:, 0] |= ranks << width
    keys[:, 0].sort()
    cuts = [np.zeros(1, np.int64)]
    for first in range(0, count, CHUNK):
        steps = np.diff(keys[first : first + CHUNK + 1, 0] >> width)
        cuts.append(np.flatnonzero(steps) + first + 1)
    starts = np.concatenate([*cuts, [count]])
    values = (keys[starts[:-1], 0] >> width) - 1
    keys &= (1 << width) - 1
    starts, values = with_ends(starts, values)
    positions.leafless = np.zeros(count, np.uint8)
    positions.leafless[: starts[1]] = 1
    return starts, values


def ranks_of(keys: Any, code: MachineCode) -> Any:
    """The ranks of some keys."""
    ranks = np.zeros(len(keys), np.int64)
    code["rank_all"](keys, keys.shape[1], 0, len(keys), ranks)
    return ranks


def in_dense_layers(known: Positions, ranking: Ranking, code: MachineCode) -> Layers:
    """Arrange positions whose places are counted by key into layers."""
    ends, count = known.keys[known.leafless.astype(bool), 0], len(known)
    known.keys = np.zeros((0, 1), np.int32)  # frees memory for the order
    known.keys = keys_in(known.bits, count).reshape(-1, 1)
    known.leafless = np.zeros(count, np.uint8)
    known.leafless[np.searchsorted(known.keys[:, 0], ends.astype(np.int32))] = 1
    small = np.uint16 if ranking.most + 1 < 1 << 16 else np.int64  # which sorts faster
    ranks = np.empty(count, small)
    for first in range(0, count, CHUNK):
        part = known.keys[first : first + CHUNK].astype(np.int64)
        ranks[first : first + CHUNK] = ranks_of(part, code) + 1
    ranks[known.leafless.astype(bool)] = 0
    order = np.argsort(ranks, kind="stable").astype(np.int32)
    starts, values = groups(ranks[order], 1)
    return Layers(known, ranking, code, order, counts_before(known.bits), starts, values)


def keys_in(bits: Any, count: int) -> Any:
    """The keys whose bits are set, in order; `count` is their number."""
    keys, found = np.empty(count, np.int32), 0
    for first in range(0, len(bits), CHUNK // 64):
        part = bits[first : first + CHUNK // 64].view(np.uint8)
        here = np.flatnonzero(np.unpackbits(part, bitorder="little"))
        keys[found : found + len(here)] = here + first * 64
        found += len(here)
    return keys


def counts_before(bits: Any) -> Any:
    """The number of bits set before each word."""
    ones = np.bitwise_count(bits.view(np.uint64))
    return np.concatenate([[0], np.cumsum(ones, dtype=np.int32)]).astype(np.int32)


def bits_of(keys: Any, span: int) -> Any:
    """A bit for each key."""
    bits = np.zeros((span // 64 + 1) * 64, np.uint8)
    bits[keys[:, 0]] = 1
    return np.packbits(bits, bitorder="little").view(np.int64)


def groups(ranks: Any, more: int = 0) -> tuple[Any, Any]:
    """The start of each group of equal ranks, the end of the last, and the ranks; first that of -1.

    The ranks given are too high by `more`.
    """
    cuts = np.flatnonzero(np.diff(ranks)) + 1
    starts = np.concatenate([[0], cuts, [len(ranks)]]).astype(np.int64)
    values = ranks[starts[:-1]] if len(ranks) else ranks
    return with_ends(starts[: len(values) + 1], values.astype(np.int64) - more)


def with_ends(starts: Any, values: Any) -> tuple[Any, Any]:
    """Groups, starting with one for -1 even if it is empty."""
    if not len(values) or values[0] != -1:
        starts, values = np.concatenate([[0], starts]), np.concatenate([[-1], values])
    return starts, values


def ranked(positions: Positions, rules: RunnableRules, more: Any) -> Ranking:
    """A ranking that holds for some of the positions, spread over all of them."""
    count = len(positions)
    places = np.linspace(0, count - 1, min(count, SAMPLED)).astype(np.int64)
    places = shuffled(places)
    more = more.reshape(-1, positions.layout.words)
    keys = np.ascontiguousarray(np.concatenate([positions.keys[places], more]))
    some = positions.keys[:: max(count // CHUNK, 1)].astype(np.int64, copy=False)
    features = Features(positions.layout, some)
    return ranking_along(features, keys, rules, positions.flip, partial(ends_of, positions))


def shuffled(places: Any) -> Any:
    """The same places in random order; NumPy's generators would have to be imported first."""
    count = len(places)
    return places[random.Random(0).sample(range(count), count)]  # noqa: S311  # it decides nothing


def ranking_along(
    features: Features, keys: Any, rules: RunnableRules, flip: Any, ends: Callable[[Any], Any]
) -> Ranking:
    """A ranking that holds along the steps from some positions, except for steps to `ends`."""
    owners, behind = edges(keys, rules)
    unflip(behind, flip)
    goes_on = ~ends(behind)
    steps = features.of(behind[goes_on]) - features.of(keys[owners[goes_on]])
    return find_ranking(features, steps)


def unflip(keys: Any, flip: Any) -> None:
    """Replace keys that are left out by their mirror images."""
    if flip[0]:
        steps = steps_of(keys[:, 0], flip)
        turned = (steps > 0) & (keys[:, 0] // np.maximum(steps, 1) % 2 == 1)
        keys[:, 0] -= np.where(turned, steps, 0)


def ends_of(positions: Positions, keys: Any) -> Any:
    """Which of these keys are positions where the game ends."""
    ends = positions.keys[positions.leafless.astype(bool)]
    if not len(ends):
        return np.zeros(len(keys), bool)
    if keys.shape[1] == 1:
        ends, keys = np.sort(ends[:, 0]), keys[:, 0]
        return ends[np.minimum(np.searchsorted(ends, keys), len(ends) - 1)] == keys
    both, back = np.unique(np.concatenate([ends, keys]), axis=0, return_inverse=True)
    is_end = np.zeros(len(both), bool)
    is_end[back.ravel()[: len(ends)]] = True
    return is_end[back.ravel()[len(ends) :]]


def edges(keys: Any, rules: RunnableRules) -> tuple[Any, Any]:
    """For enough keys to make `EDGES` edges: the index of each edge's origin, and its target."""
    words = rules.layout.words
    owners, leaves = [np.zeros(0, np.int64)], [np.zeros((0, words), np.int64)]
    done = found = 0
    while done < len(keys) and found < EDGES:
        programs = rules.programs(keys, done, min(done + FEW, len(keys)))
        room = int(programs.ends[-1])
        behind, owner = np.zeros((room, words), np.int64), np.zeros(room, np.int64)
        count = shared()["collect"](
            programs.words, programs.ends, len(programs.ends), words, behind, owner
        )
        owners.append(owner[:count] + done)
        leaves.append(behind[:count])
        done += len(programs.ends)
        found += count
    return np.concatenate(owners), np.concatenate(leaves)
