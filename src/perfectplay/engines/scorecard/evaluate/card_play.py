"""Optimal play followed forwards: how often each turn occurs, and the final scores."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from perfectplay.engines.backends import Backend, parts_of
from perfectplay.engines.backends.threads import THREADS
from perfectplay.engines.scorecard.anchors import AnchorRuns, Anchors
from perfectplay.engines.scorecard.evaluate.decision_kernels import (
    Layer,
    Policy,
    decide,
    new_policy,
)
from perfectplay.engines.scorecard.evaluate.markov_chain import (
    Distributions,
    joined,
    moments,
    new_turns,
    owners,
    spread,
    visits_after,
)
from perfectplay.engines.scorecard.evaluate.rule_tables import RuleSteps
from perfectplay.engines.scorecard.evaluate.transition_kernels import (
    TurnTransitions,
    list_turns,
    play_games,
)
from perfectplay.engines.scorecard.lattice import LANES, Lattice
from perfectplay.engines.scorecard.solve.induction import parts_of_layer
from perfectplay.engines.scorecard.solve.utility_weights import UtilityWeights, ties_for, weights_of
from perfectplay.errors import MemoryLimitError, in_bytes
from perfectplay.objectives import Objective

BYTES = 8
PARTS_A_WORKER = 4
"""Parts of a layer per worker. Each has memory for all possible turns, but uses only a fifth."""


@dataclasses.dataclass(frozen=True)
class CardPlay:
    """Best play on a card, given the values of its anchors."""

    anchors: Anchors
    lattice: Lattice
    objective: Objective
    values: Any
    backend: Backend = THREADS
    steps: RuleSteps | None = None
    """Play to follow instead of best play; the values are then those of this play."""

    @functools.cached_property
    def ties(self) -> tuple[float, float, float]:
        """How close values must be to count as equal; see `ties_for`."""
        return ties_for(self.objective, float(np.abs(self.values).max()))

    def layer(self, runs: AnchorRuns) -> Layer:
        """The description of a layer that kernels receive."""
        rerolls = self.anchors.card.rerolls
        tables = self.anchors.arrays, self.lattice.arrays, self.weights
        return Layer(*tables, runs, rerolls, self.values, self.ties, self.steps)

    def policy(self) -> Policy:
        """Memory for one worker's decisions."""
        rerolls = self.anchors.card.rerolls
        arrays = self.anchors.arrays, self.lattice.arrays
        return new_policy(*arrays, rerolls, self.steps)

    def for_each(self, kernel: Callable[..., None], runs: AnchorRuns, *columns: Any) -> None:
        """Run a kernel over all anchors of a layer."""
        parts = parts_of_layer(runs)
        self.backend.for_each(kernel, parts, self.layer(runs), *columns, scratch=self.policy)

    @functools.cached_property
    def weights(self) -> UtilityWeights:
        """How the points of a turn transform the value of what follows."""
        return weights_of(self.anchors, self.objective)

    @functools.cached_property
    def bonuses(self) -> Any:
        """The section bonuses, by final anchor."""
        final = self.anchors.runs(len(self.anchors.card.boxes))
        return np.tile(self.anchors.bonuses(), len(final.mask))

    def turns(self, runs: AnchorRuns, visits: Any) -> TurnTransitions:
        """The turns at the visited anchors of a layer."""
        most, found = len(self.anchors.arrays.entry_points), []
        columns = self.layer(runs), visits
        every = parts_of_layer(runs)
        for begin, end in parts_of(0, len(every), PARTS_A_WORKER * self.backend.workers):
            parts = [(*part, new_turns(*part, most)) for part in every[begin:end]]
            self.backend.for_each(list_turns, parts, *columns, scratch=self.policy)
            found.append(joined([turns for *_, turns in parts]))
        return joined(found)

    def chain(self, visits: Any) -> Iterator[TurnTransitions]:
        """The turns of every layer, in the order of play.

        Counts on the way how often play reaches each anchor.
        """
        visits[-1] = 1
        for filled in range(len(self.anchors.card.boxes)):
            turns = self.turns(self.anchors.runs(filled), visits)
            visits[: turns.first] += visits_after(turns, visits)
            yield turns

    @functools.cached_property
    def visits(self) -> Any:
        """How often each anchor occurs."""
        visits = np.zeros(self.anchors.count)
        for _ in self.chain(visits):
            pass
        return visits

    @functools.cached_property
    def moments(self) -> tuple[float, float]:
        """The mean of the final score, and its standard deviation."""
        mean, square = moments(list(self.chain(np.zeros(self.anchors.count))), self.bonuses)
        return mean, math.sqrt(max(0.0, square - mean * mean))

    @functools.cached_property
    def turn_variances(self) -> list[float]:
        """The variance that each turn adds to the expected score.

        On average a turn changes the expected score by nothing, whatever came before, so variances
        add up.
        """
        visits, added = np.zeros(self.anchors.count), []
        for turns in self.chain(visits):
            begun = turns.first + owners(turns)
            change = turns.points + self.values[turns.after] - self.values[begun]
            added.append(float((visits[begun] * turns.chance * change**2).sum()))
        return [*itertools.accumulate(added)]

    def distribution(self, memory_limit: int) -> Any:
        """The probability of each final score, as an array.

        Computed backwards, layer by layer: an anchor's distribution combines those of the anchors
        its turn leads to, shifted by the points of the turn. Only anchors that play reaches count.
        """
        visits, boxes = np.zeros(self.anchors.count), len(self.anchors.card.boxes)
        chain = list(self.chain(visits))
        widths = [self.widths(self.anchors.runs(filled), visits) for filled in range(boxes + 1)]
        self.require_room(widths, chain, memory_limit)
        begin = np.concatenate([[0], np.cumsum(widths[boxes])])
        later = Distributions(0, begin, np.zeros(begin[-1]))
        for place in np.nonzero(widths[boxes])[0]:
            later.chance[begin[place] + self.bonuses[place]] = 1
        for filled in range(boxes - 1, -1, -1):
            later = spread(chain.pop(), later, widths[filled], self.backend)
        return later.chance

    def widths(self, runs: AnchorRuns, visits: Any) -> Any:
        """One more than the most points that can still come, for each anchor of a layer."""
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
        reached = visits[runs.begin[0] : runs.begin[-1]] > 0
        return np.where(reached, widths, 0)

    def require_room(
        self, widths: list[Any], chain: list[TurnTransitions], memory_limit: int
    ) -> None:
        """Refuse what would exceed the memory limit."""
        layers = [int(each.sum()) for each in widths]
        turns = sum(column.nbytes for each in chain for column in each[1:])
        need = turns + BYTES * max(sum(pair) for pair in itertools.pairwise(layers))
        if need > memory_limit:
            raise MemoryLimitError(
                f"the distribution of {self.anchors.card.name} needs about {in_bytes(need)}, more "
                f"than the memory limit of {in_bytes(memory_limit)}; raise the limit or simulate"
            )

    def simulate(self, games: int, seed: int) -> Any:
        """The final scores of some games, each with its own dice."""
        *_, (anchor, score) = self.sampled_turns(games, seed)
        return score + self.bonuses[anchor]

    def sampled_turns(self, games: int, seed: int) -> Iterator[tuple[Any, Any]]:
        """Some games, turn by turn: their anchors and scores so far."""
        state = np.random.default_rng(seed).integers(1 << 64, size=games, dtype=np.uint64)
        anchor = np.full(games, self.anchors.count - 1)
        score = np.zeros(games, np.int64)
        for filled in range(len(self.anchors.card.boxes)):
            yield anchor, score
            runs = self.anchors.runs(filled)
            count = int(runs.begin[-1] - runs.begin[0])
            order = np.argsort(anchor, kind="stable")
            at = np.searchsorted(anchor[order], runs.begin[0] + np.arange(count + 1))
            self.for_each(play_games, runs, at, order, anchor, score, state)
        yield anchor, score

    def decided(self) -> Iterator[tuple[int, int, Policy]]:
        """All decisions of this play, block by block: the first anchor, the number, the policy.

        Turns come in the order of play. A policy is valid only until the next one is requested.
        """
        decided, policy = self.backend.compile(decide), self.policy()
        for filled in range(len(self.anchors.card.boxes)):
            runs = self.anchors.runs(filled)
            layer = self.layer(runs)
            for first, end in parts_of(int(runs.begin[0]), int(runs.begin[-1]), LANES):
                decided(layer, policy, first, end - first)
                yield first, end - first, policy
