"""Evaluate a strategy that is code, on a card too large to follow it: play it beside best play.

On the strategy's own dice, every decision is compared with best play: what it costs if play is
optimal from there on. On average these costs add up to everything the strategy loses, and the luck
of the dice, being shared, cancels: a few thousand games give the difference to a tenth of a point.
"""

from __future__ import annotations

import dataclasses
import functools
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from perfectplay.engines.scorecard.engine import ScorecardEngine
from perfectplay.engines.scorecard.evaluate.value_kernels import rate_keeps
from perfectplay.engines.scorecard.lattice import LANES
from perfectplay.engines.scorecard.positions import anchor_of
from perfectplay.engines.scorecard.solution import ScorecardSolution
from perfectplay.errors import StrategyError
from perfectplay.model.nodes import Label
from perfectplay.model.scorecard import DiceAndBoxes, Turn
from perfectplay.model.scorecard.game import keep_words, keeps
from perfectplay.model.scorecard.scoring import Roll
from perfectplay.request import Request
from perfectplay.solution.comparison import Result
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.simulation import Simulation
from perfectplay.strategies.strategy import Decision, Strategy, answered

BATCH, MOST_GAMES = 2_000, 40_000
CLOSE = 0.05
"""The standard error to aim for: the interval is then a tenth of a point either way."""
SEED = 0


def sampled(game: DiceAndBoxes, name: str, strategy: Strategy, request: Request) -> Result:
    """The result of a strategy, from enough games to know its loss closely."""
    if not request.objective.linear:
        raise StrategyError(
            f"on a card of this size a Python function is played for the expected score, not for "
            f"'{request.objective}'; write it as rules"
        )
    best = ScorecardEngine().solve_alone(game, dataclasses.replace(request, strategies={}))
    losses, scores = np.zeros(0), np.zeros(0, np.int64)
    generator = np.random.default_rng(SEED)
    while len(losses) < MOST_GAMES:
        batch = SampledBatch(best, strategy, generator)
        batch.play()
        losses = np.concatenate([losses, batch.lost])
        scores = np.concatenate([scores, batch.score])
        request.report("games played", len(losses))
        if losses.std() / np.sqrt(len(losses)) <= CLOSE:
            break
    loss = Simulation(len(losses), SEED, float(losses.mean()), float(losses.std(ddof=1)))
    counted = Counter(scores.tolist())
    spread = Distribution({score: counted[score] / len(scores) for score in sorted(counted)})
    return Result((name,), best.value - loss.mean, spread, loss)


class SampledBatch:
    """Games played side by side, turn by turn."""

    def __init__(
        self, best: ScorecardSolution, strategy: Strategy, generator: np.random.Generator
    ) -> None:
        self.best, self.strategy, self.game = best, strategy, best.game
        self.generator = generator
        start = self.game.start()
        assert isinstance(start, Turn)
        self.turns = [start] * BATCH
        self.score = np.zeros(BATCH, np.int64)
        self.lost = np.zeros(BATCH)

    def play(self) -> None:
        """Play all turns."""
        for _ in self.game.card.boxes:
            for turn, games, value in self.by_turn():
                for number in games:
                    self.play_turn(number, turn, value)
        self.score += [self.game.bonus_points(turn.totals) for turn in self.turns]

    def by_turn(self) -> Iterator[tuple[Turn, list[int], BestTurnValues]]:
        """The games that are at the same turn, with all values of that turn."""
        at: dict[Turn, list[int]] = {}
        for number, turn in enumerate(self.turns):
            at.setdefault(turn, []).append(number)
        anchors = {turn: anchor_of(self.game, self.best.anchors, turn) for turn in at}
        rate = self.best.card_play.backend.compile(rate_keeps)
        policy, rolls = self.best.card_play.policy(), self.best.lattice.rolls
        card = self.game.card
        keeps_worth = np.zeros((card.rerolls, len(policy.scratch.block)))
        runs = self.best.anchors.runs(len(card.boxes) - len(self.turns[0].open))
        layer = self.best.card_play.layer(runs)
        block = (-1, -1)
        for turn, games in sorted(at.items(), key=lambda pair: anchors[pair[0]]):
            anchor = anchors[turn]
            if not block[0] <= anchor < block[1]:
                block = anchor, min(anchor + LANES, int(runs.begin[-1]))
                rate(layer, policy, block[0], block[1] - block[0], keeps_worth)
            lane = anchor - block[0]
            rolled = policy.rolls.reshape(-1, rolls, LANES)[:, :, lane].copy()
            kept = keeps_worth.reshape(card.rerolls, -1, LANES)[:, :, lane].copy()
            yield turn, games, BestTurnValues(rolled, kept)

    def play_turn(self, number: int, turn: Turn, value: BestTurnValues) -> None:
        """Play one turn of one game, recording what its decisions cost."""
        card, lattice = self.game.card, self.best.lattice
        roll = self.rolled(())
        for left in range(card.rerolls, 0, -1):
            names = named_keeps(roll, card.dice)
            keep = names[self.decided(number, turn, roll, left, tuple(names))]
            here = lattice.number[roll]
            if keep == roll:
                self.lost[number] += value.rolled[left, here] - value.rolled[0, here]
                break
            gone = value.rolled[left, here] - value.kept[left - 1, lattice.number[keep]]
            self.lost[number] += gone
            roll = self.rolled(keep)
        placements = self.game.placements(turn, roll)
        box = str(self.decided(number, turn, roll, 0, tuple(placements)))
        placed = placements[box]
        follows = self.best.value_at(placed.turn) + placed.points + placed.extra
        self.lost[number] += value.rolled[0, lattice.number[roll]] - follows
        self.score[number] += placed.points + placed.extra
        self.turns[number] = placed.turn

    def rolled(self, keep: Roll) -> Roll:
        """All dice, after rerolling those that are not kept."""
        lattice = self.best.lattice
        sides = self.generator.integers(lattice.sides, size=lattice.dice - len(keep)).tolist()
        return tuple(sorted((*keep, *(lattice.drawn[side] for side in sides))))

    def decided(
        self, number: int, turn: Turn, roll: Roll, left: int, options: tuple[Label, ...]
    ) -> Label:
        """The option the strategy takes; drawn by weight if it names several."""
        decision = Decision(turn.rolled(roll, left), int(self.score[number]), 0, options)
        labels, weights = answered(self.game, self.strategy, decision)
        if len(labels) == 1:
            return labels[0]
        shares = np.array([float(weight) for weight in weights])
        return labels[int(self.generator.choice(len(labels), p=shares / shares.sum()))]


@dataclasses.dataclass(frozen=True)
class BestTurnValues:
    """The values of a turn under best play: for each number of rerolls, of rolls and of keeps."""

    rolled: Any
    kept: Any


@functools.lru_cache(1 << 14)
def named_keeps(roll: Roll, dice: int) -> dict[Label, Roll]:
    """The keeps of a roll by their labels."""
    return {keep_words(keep, dice): keep for keep in keeps(roll)}
