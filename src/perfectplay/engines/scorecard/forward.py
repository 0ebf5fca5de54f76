"""Optimal play followed forwards: how often it gets where, and what it comes to."""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from perfectplay.engines.scorecard.anchors import Anchors, Runs
from perfectplay.engines.scorecard.induction import in_parts, parts_of, threads
from perfectplay.engines.scorecard.lattice import LANES, Lattice
from perfectplay.engines.scorecard.weights import Weights, ties_for, weights_of
from perfectplay.errors import MemoryLimitError, in_bytes
from perfectplay.objectives import Objective

BYTES = 8


@dataclasses.dataclass(frozen=True)
class Play:
    """Play by the values of a card's anchors."""

    anchors: Anchors
    lattice: Lattice
    objective: Objective
    values: Any

    @functools.cached_property
    def ties(self) -> tuple[float, float, float]:
        """How close equal values are; see `ties_for`."""
        return ties_for(self.objective, float(np.abs(self.values).max()))

    def layer(self, runs: Runs) -> Any:
        """What a kernel is told of a layer."""
        from perfectplay.engines.scorecard.policy import Layer

        rerolls = self.anchors.card.rerolls
        tables = self.anchors.tables, self.lattice.tables, self.weights
        return Layer(*tables, runs, rerolls, self.values, self.ties)

    @functools.cached_property
    def weights(self) -> Weights:
        """What the points of a turn make of what follows."""
        return weights_of(self.anchors, self.objective)

    @functools.cached_property
    def bonuses(self) -> Any:
        """By final anchor, what the section bonuses bring."""
        final = self.anchors.runs(len(self.anchors.card.boxes))
        return np.tile(self.anchors.bonuses(), len(final.mask))

    @functools.cached_property
    def visits(self) -> Any:
        """How often each anchor arises."""
        from perfectplay.engines.scorecard import policy as policies

        visits = np.zeros(self.anchors.count)
        visits[-1] = 1
        for filled in range(len(self.anchors.card.boxes)):
            runs = self.anchors.runs(filled)
            first, end = int(runs.begin[0]), int(runs.begin[-1])
            cores = threads()
            size = max(LANES, -(-(end - first) // cores))

            def count_part(part: tuple[int, int], runs: Runs = runs) -> Any:
                onward = np.zeros(runs.begin[0])
                policies.count_visits(self.layer(runs), *part, visits, onward)
                return onward

            with ThreadPoolExecutor(cores) as pool:
                for onward in pool.map(count_part, parts_of(first, end, size)):
                    visits[: len(onward)] += onward
        return visits

    def distribution(self, memory_limit: int) -> Any:
        """How likely each final score is: an array, by score.

        Backwards, layer by layer: an anchor's distribution is that of the anchors its turn leads
        to, shifted by the points of the turn. Only those count that play reaches.
        """
        from perfectplay.engines.scorecard import policy as policies

        boxes = len(self.anchors.card.boxes)
        self.require_room(memory_limit)
        later = self.new_spread(boxes)
        for place in np.nonzero(np.diff(later.begin))[0]:
            later.chance[later.begin[place] + self.bonuses[place]] = 1
        for filled in range(boxes - 1, -1, -1):
            runs, spread = self.anchors.runs(filled), self.new_spread(filled)

            def spread_part(
                first: int, end: int, runs: Runs = runs, later: Any = later, spread: Any = spread
            ) -> None:
                policies.spread_points(self.layer(runs), first, end, later, spread)

            in_parts(spread_part, runs)
            later = spread
        return later.chance

    def widths(self, runs: Runs) -> Any:
        """The most points that can still come at each anchor of a layer, and one more."""
        card, anchors = self.anchors.card, self.anchors
        most = np.array([card.most(name) for name in card.names])
        still_open = (runs.mask[:, None] >> np.arange(len(most)) & 1) == 0
        points = still_open @ most + sum(bonus.points for bonus in card.bonuses)
        if anchors.repeat_mask and card.repeat:
            unfilled = (runs.mask & anchors.repeat_mask) == 0
            turns = still_open.sum(axis=1)
            chances = np.where(runs.flag == 1, turns, np.where(unfilled, turns - 1, 0))
            points = points + card.repeat.points * chances
        widths = np.repeat(points + 1, np.diff(runs.begin))
        reached = self.visits[runs.begin[0] : runs.begin[-1]] > 0
        return np.where(reached, widths, 0)

    def new_spread(self, filled: int) -> Any:
        """Room for the distributions of a layer."""
        from perfectplay.engines.scorecard.policy import Spread

        runs = self.anchors.runs(filled)
        begin = np.concatenate([[0], np.cumsum(self.widths(runs))])
        return Spread(int(runs.begin[0]), begin, np.zeros(begin[-1]))

    def require_room(self, memory_limit: int) -> None:
        """Refuse what would outgrow the memory limit."""
        layers = [
            int(self.widths(self.anchors.runs(filled)).sum())
            for filled in range(len(self.anchors.card.boxes) + 1)
        ]
        need = BYTES * max(sum(pair) for pair in itertools.pairwise(layers))
        if need > memory_limit:
            raise MemoryLimitError(
                f"the distribution of {self.anchors.card.name} needs about {in_bytes(need)}, more "
                f"than the memory limit of {in_bytes(memory_limit)}; raise the limit or simulate"
            )

    def simulate(self, games: int, seed: int) -> Any:
        """The final scores of some games, played with dice of their own."""
        from perfectplay.engines.scorecard import policy as policies

        state = np.random.default_rng(seed).integers(1 << 64, size=games, dtype=np.uint64)
        anchor = np.full(games, self.anchors.count - 1)
        score = np.zeros(games, np.int64)
        for filled in range(len(self.anchors.card.boxes)):
            runs = self.anchors.runs(filled)
            count = int(runs.begin[-1] - runs.begin[0])
            order = np.argsort(anchor, kind="stable")
            at = np.searchsorted(anchor[order], runs.begin[0] + np.arange(count + 1))

            def play_part(
                first: int, end: int, runs: Runs = runs, at: Any = at, order: Any = order
            ) -> None:
                policies.play_games(self.layer(runs), first, end, at, order, anchor, score, state)

            in_parts(play_part, runs)
        return score + self.bonuses[anchor]

    def decided(self) -> Iterator[tuple[int, int, Any]]:
        """What play decides everywhere, block by block: the first anchor, how many, the policy.

        Turns come in the order of play. A policy is only valid until the next.
        """
        from perfectplay.engines.scorecard import placing
        from perfectplay.engines.scorecard import policy as policies

        scratch = placing.new_scratch(self.anchors.tables, self.values)
        policy = policies.new_policy(self.lattice.tables, self.anchors.card.rerolls)
        for filled in range(len(self.anchors.card.boxes)):
            runs = self.anchors.runs(filled)
            layer = self.layer(runs)
            for first, end in parts_of(int(runs.begin[0]), int(runs.begin[-1]), LANES):
                policies.decide(layer, first, end - first, scratch, policy)
                yield first, end - first, policy
