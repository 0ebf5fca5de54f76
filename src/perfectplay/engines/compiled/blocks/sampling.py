"""Learn an order before positions are known, from random games played by compiled rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from perfectplay.engines.compiled.blocks.finding import leads_on
from perfectplay.engines.compiled.layers import SAMPLED, ranking_along, unflip
from perfectplay.engines.compiled.layout import Key
from perfectplay.engines.compiled.ranking import Features, Ranking
from perfectplay.engines.compiled.rules import RunnableRules
from perfectplay.engines.compiled.runtime import shared

GAMES, LONGEST = 64, 4_000
"""The number of random games, and the most steps in each."""
KEPT = 4_096
"""The number of positions kept to make features from."""


def sampled(rules: RunnableRules, start: Key, flip: Any) -> Any:
    """The keys of positions reached in random games."""
    generator = np.random.default_rng(0)
    keys = np.tile(np.array(start, np.int64), (GAMES, 1))
    seen = [keys[:1]]
    for _ in range(LONGEST):
        keys = drawn(keys, rules, generator)
        unflip(keys, flip)
        if not len(keys):
            break
        seen.append(keys)
    every = np.unique(np.concatenate(seen), axis=0)
    if len(every) > KEPT:
        every = every[np.sort(generator.choice(len(every), KEPT, replace=False))]
    return np.ascontiguousarray(every)


def drawn(keys: Any, rules: RunnableRules, generator: np.random.Generator) -> Any:
    """A random successor of each position that has any."""
    found = []
    for _, _, programs in rules.batches(np.ascontiguousarray(keys), 0, len(keys)):
        room = int(programs.ends[-1])
        behind, owners = np.zeros((room, keys.shape[1]), np.int64), np.zeros(room, np.int64)
        many = shared()["collect"](
            programs.words, programs.ends, len(programs.ends), keys.shape[1], behind, owners
        )
        counts = np.bincount(owners[:many], minlength=len(programs.ends))
        firsts = (np.cumsum(counts) - counts)[counts > 0]
        found.append(behind[firsts + generator.integers(0, counts[counts > 0])])
    return np.concatenate(found)


def order_of(rules: RunnableRules, sample: Any, flip: Any, more: Any) -> Ranking:
    """An order that holds along the steps from a sample, and from keys that need a closer look."""
    generator = np.random.default_rng(0)
    chosen = generator.permutation(len(sample))[:SAMPLED]
    keys = np.ascontiguousarray(np.concatenate([more, sample[chosen]]))
    features = Features(rules.layout, sample)
    return ranking_along(features, keys, rules, flip, lambda behind: ~leads_on(behind, rules))
