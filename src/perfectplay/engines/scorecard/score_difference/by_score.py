"""Scorecards played for a utility of the final score: every running score has its own value."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any

import numpy as np

from perfectplay.engines.scorecard.anchors import Anchors
from perfectplay.engines.scorecard.lattice import Lattice
from perfectplay.engines.scorecard.score_difference.estimate import few_scores, require_seeable
from perfectplay.engines.scorecard.score_difference.induction import solve_leads
from perfectplay.engines.scorecard.score_difference.leads import LeadsInMemory, require_room
from perfectplay.engines.scorecard.score_difference.plies import Ply, solitaire
from perfectplay.engines.scorecard.score_difference.reach import Reach, Side, finished
from perfectplay.engines.scorecard.score_difference.spread import final_chances
from perfectplay.engines.scorecard.score_difference.target import TargetSolution
from perfectplay.engines.scorecard.size import require_countable
from perfectplay.engines.ties import RELATIVE_TIE
from perfectplay.model.nodes import Number
from perfectplay.model.scorecard import DiceAndBoxes
from perfectplay.objectives import EveryTarget, Objective
from perfectplay.request import Request
from perfectplay.solution.answers import BonusRates, LeastShortfalls, answers
from perfectplay.solution.distribution import Distribution

NOBODY = finished(0, 0)
"""A stand-in opponent with no points, so that one's lead is one's score."""


@dataclasses.dataclass(repr=False)
class UtilitySolution(TargetSolution):
    """A scorecard solved for a utility of the final score that never decreases with the score.

    >>> from perfectplay import Utility, solve
    >>> from perfectplay.games.yazy import Yazy
    >>> yazy = solve(Yazy(), Utility(lambda score: min(score, 200), "up to 200"))
    >>> round(yazy.value, 6)
    162.936156
    >>> yazy.best(yazy.read("open=sixes,straight roll=2,3,4,5,5 rerolls=1"), score=170)
    'keep 2 3 4 5'
    """

    @property
    def need(self) -> int:
        """The points that leads are counted from: zero."""
        return 0

    def value_to_mover(self, value: float, mover: int) -> float:  # noqa: ARG002  # there is but one
        return value

    def costing(self, cost: float) -> float:
        return cost

    @functools.cached_property
    def tie(self) -> tuple[float, float, float]:
        """How close values must be to count as equal: with one sign, all digits are significant."""
        ends = self.leads.whole().values[: self.leads.plies[0].end]
        absolute = 0.0 if ends.min() >= 0 else RELATIVE_TIE * float(np.abs(ends).max())
        return RELATIVE_TIE, absolute, 0.0

    def ties(self, value: Number, best: Number) -> bool:
        relative, absolute, _ = self.tie
        top = float(best)
        return abs(top - float(value)) <= relative * abs(top) + absolute

    def distribution(self) -> Distribution:
        last = self.leads.plies[0]
        masses = np.bincount(final_scores(last), self.ends, self.most + 1)
        lost = max(0.0, 1 - float(masses.sum()))
        return Distribution({score: float(mass) for score, mass in enumerate(masses)}, lost)

    @functools.cached_property
    def ends(self) -> Any:
        """The probability of each state of the last ply."""
        memory, tell = self.request.compute.memory_limit, self.request.compute.progress
        return final_chances(self.leads.whole(), 0, self.tie, memory, tell)

    @answers(LeastShortfalls)
    def shortfalls(self) -> LeastShortfalls:
        """The shortfalls below whole numbers of points."""
        return LeastShortfalls(functools.partial(least_shortfalls, self))

    @answers(BonusRates)
    def bonus_rates(self) -> BonusRates:
        """How often each total suffices at the end."""
        last = self.leads.plies[0]
        turns = [self.anchors.turn(int(anchor)) for anchor in last.mover.anchors]
        rows = np.add.reduceat(self.ends, last.begin[:-1] - last.first)
        return BonusRates(
            {
                bonus.name: float(rows @ [turn.totals[place] >= bonus.at for turn in turns])
                for place, bonus in enumerate(self.game.card.bonuses)
            }
        )

    @property
    def is_quick_to_draw(self) -> bool:
        """No: the distribution of a large card takes some seconds."""
        return False


def final_scores(last: Ply) -> Any:
    """The final score of each state of the last ply, including bonuses."""
    low, begin = last.low, last.begin
    count = np.diff(begin)
    bonus = np.repeat(np.repeat(last.mover.least, len(last.other.anchors)), count)
    within = np.arange(count.sum()) - np.repeat(begin[:-1] - begin[0], count)
    return (np.repeat(low, count) + within + bonus).astype(np.int64)


def terminal_row(leads: LeadsInMemory, objective: Objective) -> Any:
    """The values of the states of the last ply."""
    scores = final_scores(leads.plies[0])
    lowest = int(scores.min())
    worth = [float(objective.utility(score)) for score in range(lowest, int(scores.max()) + 1)]
    return np.array(worth)[scores - lowest]


def least_shortfalls(solution: UtilitySolution, low: int, high: int) -> list[float]:
    """The least mean shortfall below each whole number in a range: all thresholds at once.

    The shortfall depends only on the lead over a threshold, so one table serves all of them.
    """
    game, request = solution.game, solution.request
    leads = utility_leads(game, request, against=finished(low, high))
    leads.values[: leads.plies[0].end] = np.minimum(final_scores(leads.plies[0]), 0)
    solve_leads(leads, request.compute.progress, done=1)
    place, start = len(leads.plies) - 1, leads.anchors.count - 1
    return [-leads.chance(place, start, 0, -threshold) for threshold in range(low, high + 1)]


def utility_leads(
    game: DiceAndBoxes, request: Request, values: Any = None, against: Side = NOBODY
) -> LeadsInMemory:
    """Room for the value of every score at every turn, or the values already known."""
    card = game.card
    anchors = Anchors(card)
    require_countable(anchors, request.compute.memory_limit)
    require_seeable(anchors, request.compute.memory_limit)
    few = few_scores(anchors, EveryTarget(), request.compute.memory_limit)
    reach = Reach.of(anchors, anchors.count - 1, 0, progress=request.compute.progress, found=few)
    turns = solitaire(reach, against, whole=True)
    if values is None:
        require_room(game.name, turns, request.compute.memory_limit, np.float64)
        values = np.zeros(sum(ply.size() for ply in turns))
    lattice = Lattice.of(card)
    return LeadsInMemory.laid_out(anchors, lattice, turns, 0.0, values)
