"""What came out of solving a scorecard: a value for every anchor, and the rest on demand."""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, ClassVar

from perfectplay.engines.scorecard.answers.turn_values import TurnValues
from perfectplay.engines.scorecard.card_solution import CardSolution
from perfectplay.engines.scorecard.evaluate.card_play import CardPlay
from perfectplay.errors import PositionError
from perfectplay.model.nodes import Number
from perfectplay.model.scorecard import Turn
from perfectplay.objectives import Exponential
from perfectplay.solution.answers import (
    Baselines,
    BoxValues,
    Expectations,
    PolicyRegret,
    Portable,
    RuleTrials,
    TurnDeviations,
    TurnProspects,
    WholePolicy,
    answers,
)
from perfectplay.solution.decisions import Decisions
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.simulation import Simulation, require_games

if TYPE_CHECKING:
    import polars as pl


def for_points(solution: ScorecardSolution) -> bool:
    """Whether the objective is the expected score, so that all points count the same."""
    return solution.objective.linear


@dataclasses.dataclass(repr=False)
class ScorecardSolution(CardSolution):
    """A scorecard solved for the expected score, or the exponential utility of the score.

    A value is that of the points still to come.

    >>> from perfectplay import solve
    >>> from perfectplay.games.yazy import Yazy
    >>> yazy = solve(Yazy())
    >>> round(yazy.value, 6)
    165.757319
    >>> yazy.best(yazy.read("open=sixes,straight roll=2,3,4,6,6 rerolls=1"))
    'keep 6 6'
    """

    engine: ClassVar[str] = "scorecard"

    values: Any

    @property
    def value(self) -> float:
        return float(self.objective.as_utility(float(self.values[-1])))

    @property
    def certainty_equivalent(self) -> float | None:
        """Computed from the stored value, which distinguishes scores to the last digit."""
        if isinstance(self.objective, Exponential):
            return math.log(self.objective.rate * self.values[-1]) / self.objective.rate
        return super().certainty_equivalent

    @property
    def positions(self) -> int:
        """How many positions between turns were solved."""
        return self.anchors.count

    @property
    def is_quick_to_draw(self) -> bool:
        """No: the distribution of a large card takes some seconds."""
        return False

    # What the base asks

    def value_between(self, before: Turn, score: Number | None) -> float:
        require_finite(score)
        return float(self.values[self.anchor(before)])

    def values_in(self, before: Turn, score: Number | None) -> TurnValues:
        require_finite(score)
        return self.turn(before)

    def ties(self, value: Number, best: Number) -> bool:
        relative, absolute, constant = self.card_play.ties
        top = float(best)
        return abs(top - float(value)) <= relative * min(abs(top), abs(top - constant)) + absolute

    def value_to_mover(self, value: float, mover: int) -> float:  # noqa: ARG002  # there is but one
        return float(self.objective.as_utility(value))

    @functools.cached_property
    def turn(self) -> Callable[[Turn], TurnValues]:
        """The values inside a turn; recent ones are cached."""

        @functools.lru_cache(self.turns_kept)
        def values_of(turn: Turn) -> TurnValues:
            return TurnValues(self.game, self.lattice, turn, self.value_after)

        return values_of

    def value_after(self, points: int, turn: Turn) -> float:
        """The value of some points plus the turn that follows them."""
        return float(self.objective.after(points, float(self.values[self.anchor(turn)])))

    # The whole of play

    def visits(self) -> dict[Hashable, Number]:
        """How often each turn occurs.

        A turn from which a bonus is out of reach also represents those with lower totals.
        """
        visits = self.card_play.visits
        return {
            turn: float(visits[anchor])
            for anchor, turn in self.anchors.turns()
            if visits[anchor] > 0
        }

    def distribution(self) -> Distribution:
        chances = self.card_play.distribution(self.request.compute.memory_limit)
        return Distribution({score: float(chance) for score, chance in enumerate(chances)})

    def deviation(self) -> float:
        return self.card_play.moments[1]

    @answers(Baselines, where=for_points)
    def baselines(self) -> Baselines:
        """The scores of players with simple habits."""
        from perfectplay.engines.scorecard.answers.baselines import baselines

        return Baselines(baselines(self))

    @answers(TurnDeviations, where=for_points)
    def turn_deviations(self) -> TurnDeviations:
        """How the game is decided, turn by turn."""
        return TurnDeviations(map(math.sqrt, self.card_play.turn_variances))

    def simulate(self, games: int = 100_000, seed: int = 0) -> Simulation:
        require_games(games, seed)
        return Simulation.of(self.card_play.simulate(games, seed), self.objective, seed)

    def table(self, *, every: bool = False) -> pl.DataFrame:  # noqa: ARG002  # there is but one
        """A data frame with one row for each turn: its value, and how often it occurs."""
        from perfectplay.engines.scorecard.answers.tables import turns

        return turns(self)

    @answers(Decisions)
    def decisions(self) -> Decisions:
        """The most frequent decisions, with what each option is worth."""
        from perfectplay.engines.scorecard.answers.decisions import frequent_decisions

        return frequent_decisions(self)

    @answers(Expectations)
    def expectations(self) -> Expectations:
        """The expected values of what final positions show, one row per turn."""
        from perfectplay.engines.scorecard.answers.expectations import expected

        return Expectations(functools.partial(expected, self), self.row)

    def row(self, position: Hashable, score: Number | None = None) -> int:
        """The anchor of a turn."""
        require_finite(score)
        assert isinstance(position, Turn)
        return self.anchor(position)

    @answers(TurnProspects)
    def prospects(self) -> TurnProspects:
        """The possible outcomes of turns."""
        from perfectplay.engines.scorecard.answers.prospects import CardProspects

        most = CardProspects.most_bytes(self.game.card)
        return TurnProspects(functools.partial(CardProspects, self), most)

    @answers(BoxValues, where=for_points)
    def box_values(self) -> BoxValues:
        """The values of open boxes."""
        from perfectplay.engines.scorecard.answers.box_values import box_values

        return BoxValues(box_values(self))

    @answers(WholePolicy)
    def policy(self) -> WholePolicy:
        """Every decision, one piece at a time."""
        from perfectplay.engines.scorecard.answers.tables import CardPolicy

        return CardPolicy(self)

    @answers(PolicyRegret, where=for_points)
    def regret(self) -> PolicyRegret:
        """What lines lose, by line and dice: the positions reported are dice alone."""
        from perfectplay.engines.scorecard.evaluate.regret import regret

        return PolicyRegret(functools.partial(regret, self))

    @answers(RuleTrials, where=for_points)
    def rule_trials(self) -> RuleTrials:
        """Tries out lines on this card."""
        from perfectplay.engines.scorecard.answers.rule_trials import SampledRuleTrials

        return SampledRuleTrials(self)

    @answers(Portable, where=for_points)
    def portable(self) -> Portable:
        """The solution as plain numbers."""
        from perfectplay.engines.scorecard.answers.portable import portable

        return portable(self)

    @functools.cached_property
    def card_play(self) -> CardPlay:
        """How play by this solution goes."""
        return CardPlay(self.anchors, self.lattice, self.objective, self.values)


def require_finite(score: Number | None) -> None:
    """The score so far changes nothing here, but it has to be a number."""
    if score is not None and not math.isfinite(score):
        raise PositionError(f"the score cannot be {score}")
