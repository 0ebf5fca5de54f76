"""What rules lose to best play on a scorecard, by line and dice, over all states of the card."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np

from perfectplay.engines.backends import parts_of
from perfectplay.engines.scorecard.evaluate.card_play import CardPlay
from perfectplay.engines.scorecard.evaluate.policy_evaluation import follow
from perfectplay.engines.scorecard.evaluate.rule_tables import require_lines
from perfectplay.engines.scorecard.evaluate.value_kernels import BestAndGiven, count_losses
from perfectplay.engines.scorecard.lattice import LANES
from perfectplay.model.scorecard import Rolled
from perfectplay.solution.regret import Loss, Regret
from perfectplay.strategies.strategy import Policy

if TYPE_CHECKING:
    from perfectplay.engines.scorecard.solution import ScorecardSolution

LEAST = 1e-9
"""Smaller losses are rounding errors."""


def regret(best: ScorecardSolution, rules: Policy) -> Regret:
    """For each line and dice, how often the decision occurs and what it costs, costliest first."""
    lines = require_lines(rules)
    anchors, lattice = best.anchors, best.lattice
    play = follow(anchors, lattice, lines, best.objective)
    lost = np.zeros((len(lines), (best.game.card.rerolls + 1) * lattice.rolls, 2))
    for filled in range(len(best.game.card.boxes)):
        runs = anchors.runs(filled)
        first, end = int(runs.begin[0]), int(runs.begin[-1])
        size = max(LANES, -(-(end - first) // play.backend.workers))
        parts = [(*part, np.zeros_like(lost)) for part in parts_of(first, end, size)]
        layers = best.card_play.layer(runs), play.layer(runs)
        scratch = functools.partial(both_policies, best.card_play, play)
        play.backend.for_each(count_losses, parts, *layers, play.visits, scratch=scratch)
        lost += sum(part[2] for part in parts)
    places = np.argwhere(lost[:, :, 1] > LEAST)
    worst = places[np.argsort(-lost[places[:, 0], places[:, 1], 1], kind="stable")]

    def loss(place: int) -> Loss:
        """One of the decisions, by its index among the losses."""
        line, row = map(int, worst[place])
        left, roll = divmod(row, lattice.rolls)
        often, cost = map(float, lost[line, row])
        return Loss(Rolled((), lattice.keeps[roll], left), None, 0, cost / often, often, line + 1)

    return Regret(float(play.values[-1]), (float(lost[:, :, 1].sum()),), len(worst), loss)


def both_policies(best: CardPlay, given: CardPlay) -> BestAndGiven:
    """Memory for one worker's decisions, by best play and by given play."""
    policy, rerolls = best.policy(), best.anchors.card.rerolls
    likely = np.zeros((rerolls + 1) * best.lattice.rolls)
    rated = np.zeros((rerolls, len(policy.scratch.block)))
    return BestAndGiven(policy, given.policy(), likely, rated)
