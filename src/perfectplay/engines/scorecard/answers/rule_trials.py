"""Estimate what other lines would gain before trying them, on turns sampled from play.

Some games are played by the current lines. They show which turns come up, and what each box is
worth there if play continues by the lines. On these turns any other list can be rated: how likely
each decision is, and what each option is worth. To first order, the gain of a further line is a sum
over these decisions; the true value of a list is found by following it.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from perfectplay.engines.backends import parts_of
from perfectplay.engines.scorecard.answers.box_prices import reprice, score_over
from perfectplay.engines.scorecard.answers.turn_sample import (
    LineArrays,
    Rated,
    TurnSample,
    estimate_gains,
    new_rate_scratch,
    new_trial,
    rate,
    rate_with,
    sample_turns,
)
from perfectplay.engines.scorecard.evaluate.card_play import CardPlay
from perfectplay.engines.scorecard.evaluate.policy_evaluation import follow
from perfectplay.engines.scorecard.evaluate.rule_tables import RuleTables
from perfectplay.engines.scorecard.lattice import LANES
from perfectplay.engines.scorecard.solve.placing import NEVER
from perfectplay.solution.answers import RuleTrials

if TYPE_CHECKING:
    from perfectplay.engines.scorecard.solution import ScorecardSolution
    from perfectplay.strategies.rules.scoring import CardLine

PART = 256
"""How many sampled turns are rated at a time."""


@dataclasses.dataclass(frozen=True)
class SampledRuleTrials(RuleTrials):
    """Tries out lines on a solved card."""

    solution: ScorecardSolution

    @functools.cached_property
    def tabled(self) -> RuleTables:
        """Turns lines into tables."""
        return RuleTables(self.solution.anchors, self.solution.lattice)

    def follow(self, lines: Sequence[CardLine]) -> CardPlay:
        solution = self.solution
        parts = solution.anchors, solution.lattice, lines, solution.objective
        return follow(*parts, self.tabled)

    def sample(self, play: CardPlay | None, games: int, seed: int) -> TurnSample:
        """The turns of some games, by given play or best play, valued as if that play continued."""
        play = play or self.solution.card_play
        turns = [anchor.copy() for anchor, _ in play.sampled_turns(games, seed)]
        card = play.anchors.card
        found = []
        for filled, at in enumerate(turns[:-1]):
            anchors, counts = np.unique(at, return_counts=True)
            size = len(anchors)
            sample = TurnSample(
                often=counts / games,
                mask=np.zeros(size, np.int64),
                ahead=np.zeros((size, len(card.bonuses))),
                joker=np.zeros((size, play.lattice.rolls), np.uint8),
                boxes=np.full((size, play.lattice.rolls, len(card.boxes)), NEVER),
            )
            layer = play.layer(play.anchors.runs(filled))
            parts = list(parts_of(0, size, LANES))
            columns = layer, self.tabled.steps([]), anchors, sample
            play.backend.for_each(sample_turns, parts, *columns, scratch=play.policy)
            found.append(sample)
        return TurnSample(*(np.concatenate(columns) for columns in zip(*found, strict=True)))

    def some(self, sample: TurnSample, which: Any) -> TurnSample:
        return TurnSample(*(np.ascontiguousarray(column[which]) for column in sample))

    def rated(self, sample: TurnSample, lines: Sequence[CardLine]) -> Rated:
        solution = self.solution
        rerolls, lattice = solution.game.card.rerolls, solution.lattice
        size, rows = len(sample.mask), (rerolls + 1) * lattice.rolls
        rated = Rated(
            likely=np.zeros((size, rows)),
            now=np.zeros((size, rows)),
            line=np.zeros((size, rows), np.int64),
            act=np.zeros((size, rows), np.int64),
            kept=np.zeros((size, rerolls, lattice.size)),
        )
        steps = self.tabled.steps(lines)
        parts = parts_of(0, size, PART)
        columns = lattice.arrays, steps, sample, rated
        scratch = functools.partial(new_rate_scratch, len(steps.open), lattice.size)
        solution.card_play.backend.for_each(rate, parts, *columns, scratch=scratch)
        return rated

    def line_arrays(self, line: CardLine) -> LineArrays:
        steps = self.tabled.steps([line])
        rows, numbers, acts = self.tabled.listed(line)
        begin = np.searchsorted(numbers, np.arange(len(line.steps) + 1))
        return LineArrays(*steps[:7], begin, rows.astype(np.uint32), acts.astype(np.uint32))

    def gains(self, sample: TurnSample, rated: Rated, line_arrays: LineArrays, lines: int) -> Any:
        size, rows = rated.likely.shape
        gains = np.zeros((size, lines))
        scratch = functools.partial(np.full, rows, -1)
        backend = self.solution.card_play.backend
        backend.for_each(
            estimate_gains,
            parts_of(0, size, PART),
            line_arrays,
            sample,
            rated,
            gains,
            scratch=scratch,
        )
        return np.cumsum(gains[:, ::-1], axis=1)[:, ::-1].astype(np.float32)

    def gain(self, sample: TurnSample, rated: Rated, line: CardLine, at: int) -> float:
        lattice, (size, rows) = self.solution.lattice, rated.act.shape
        gains = np.zeros(size)
        columns = lattice.arrays, self.line_arrays(line), at, sample, rated, gains
        scratch = functools.partial(new_trial, rows, rated.kept.shape[1], lattice.size)
        backend = self.solution.card_play.backend
        backend.for_each(rate_with, parts_of(0, size, PART), *columns, scratch=scratch)
        return float(gains.sum())

    def price_changes(
        self, sample: TurnSample, rated: Rated, rows: Any, points: Any, over: Any, step: int
    ) -> Any:
        gains = np.zeros((len(over), 2))
        compiled = self.solution.card_play.backend.compile(reprice)
        compiled(sample, rated, rows.turn, rows.roll, points, over, step, gains)
        return gains

    def gain_by_prices(
        self, sample: TurnSample, rated: Rated, rows: Any, points: Any, over: Any
    ) -> float:
        compiled = self.solution.card_play.backend.compile(score_over)
        return float(compiled(sample, rated, rows.turn, rows.roll, points, over))

    def holds(self, sample: TurnSample, line: CardLine) -> Any:
        line_arrays = self.line_arrays(line)
        boxes = len(self.solution.game.card.boxes) - np.bitwise_count(sample.mask)
        fine = (boxes >= line_arrays.fewest[0]) & (boxes <= line_arrays.most[0])
        fine &= (sample.mask & int(line_arrays.open[0])) == 0
        fine &= (~sample.mask & int(line_arrays.filled[0])) == 0
        if line_arrays.bonus[0] >= 0:
            ahead = sample.ahead[:, line_arrays.bonus[0]]
            fine &= (ahead >= line_arrays.least[0]) & (ahead < line_arrays.below[0])
        return fine
