"""Scorecards played to reach a number of points: one target, or every one at once."""

from __future__ import annotations

import dataclasses
import functools
import math
from typing import TYPE_CHECKING

from perfectplay.engines.scorecard.score_difference.leads import Leads, place_of
from perfectplay.engines.scorecard.score_difference.simulation import simulate
from perfectplay.engines.scorecard.score_difference.solution import LeadSolution
from perfectplay.errors import NotOfferedError, PositionError, explain_missing_extra
from perfectplay.model.nodes import Number
from perfectplay.model.scorecard import Turn
from perfectplay.objectives import AtLeast
from perfectplay.solution.answers import ChancesByTarget, FinalScores, Need, answers
from perfectplay.solution.simulation import Simulation, require_games

if TYPE_CHECKING:
    import polars as pl


@dataclasses.dataclass(repr=False)
class TargetSolution(LeadSolution):
    """A scorecard solved for the chance of a final score of at least a given number of points.

    >>> from perfectplay import AtLeast, solve
    >>> from perfectplay.games.yazy import Yazy
    >>> yazy = solve(Yazy(), AtLeast(200))
    >>> round(yazy.value, 6)
    0.219134
    >>> yazy.best(yazy.read("open=sixes,straight roll=2,3,4,5,5 rerolls=1"), score=170)
    'keep 2 3 4 5'
    """

    @property
    def value(self) -> float:
        return self.value_at(self.game.start(), 0)

    @functools.cached_property
    def need(self) -> int:
        """The smallest whole number of points that suffices."""
        assert isinstance(self.objective, AtLeast)
        return needed(self.objective.points, most_points(self.leads))

    def place(self, before: Turn) -> int:
        return self.leads.number[0, len(self.game.card.boxes) - len(before.open)]

    def other(self, before: Turn) -> int:  # noqa: ARG002  # it is always the same
        return 0

    def lead_of(self, before: Turn, score: Number | None) -> int:
        side = self.leads.plies[self.place(before)].mover
        try:
            here = place_of(side.anchors, self.anchor(before))
        except KeyError:
            raise PositionError(
                f"the position {self.game.text(before)} cannot occur in {self.game!r}"
            ) from None
        low, high = int(side.low[here]), int(side.high[here])
        return self.known(before, score, low, high, "the score") - self.need

    def value_to_mover(self, value: float, mover: int) -> float:  # noqa: ARG002  # there is but one
        return self.otherwise + self.costing(value)

    def costing(self, cost: float) -> float:
        return (1 - self.otherwise) * cost

    @property
    def otherwise(self) -> float:
        """The value of falling short."""
        assert isinstance(self.objective, AtLeast)
        return float(self.objective.otherwise)

    @property
    def most(self) -> int:
        """The highest possible score."""
        return most_points(self.leads)

    @answers(FinalScores)
    def final_scores(self) -> FinalScores:
        """All whole numbers up to the highest possible score."""
        return FinalScores(range(self.most + 1))

    def simulate(self, games: int = 100_000, seed: int = 0) -> Simulation:
        require_games(games, seed)
        margins = simulate(self.leads, -self.need, games, seed)
        return Simulation.of(margins + self.need, self.objective, seed)


@dataclasses.dataclass(repr=False)
class EveryTargetSolution(LeadSolution):
    """A scorecard solved for the chance of at least x points, for every x.

    >>> from perfectplay import EveryTarget, solve
    >>> from perfectplay.games.yazy import Yazy
    >>> yazy = solve(Yazy(), EveryTarget())
    >>> round(yazy.chances[200], 6), round(yazy.reaching(200).value, 6)
    (0.219134, 0.219134)
    """

    @property
    def value(self) -> float:
        return float(sum(self.chances[1:]))

    @property
    def tracked(self) -> bool:
        return False

    @property
    def most(self) -> int:
        """The highest possible score."""
        return most_points(self.leads)

    @functools.cached_property
    def chances(self) -> list[float]:
        """The best chance of at least x points, for every x from 0 to the highest score."""
        return [self.reaching(points).value for points in range(self.most + 1)]

    @answers(ChancesByTarget)
    def by_target(self) -> ChancesByTarget:
        """The chances, each with the solution it belongs to."""
        return ChancesByTarget(self.chances, self.reaching)

    def reaching(self, points: Number) -> TargetSolution:
        """The solution for one number of points."""
        request = dataclasses.replace(self.request, objective=AtLeast(points))
        parts = self.anchors, self.lattice, self.leads
        return TargetSolution(self.game, request, *parts, seconds=self.seconds)

    def table(self, *, every: bool = False) -> pl.DataFrame:  # noqa: ARG002  # there is but one
        """A data frame with one row for each number of points, and the chance of reaching it."""
        with explain_missing_extra():
            import polars as pl

        return pl.DataFrame({"points": range(self.most + 1), "chance": self.chances})

    # Depending on the points to reach

    def lead_of(self, before: Turn, score: Number | None) -> int:  # noqa: ARG002  # no one lead
        raise NotOfferedError(f"this {self.remedy(TargetSolution)}")

    def remedy(self, question: Need) -> str:  # noqa: ARG002  # it is always the same
        return (
            f"depends on the points to be reached; choose them, as with at-least:{self.most // 2}"
        )


def needed(points: Number, most: int) -> int:
    """The smallest whole number of points that suffices; one more than the most if none does."""
    return max(0, min(math.ceil(points), most + 1))


def most_points(leads: Leads) -> int:
    """The highest final score."""
    return int(leads.plies[-1].mover.most[0])
