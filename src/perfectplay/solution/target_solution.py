"""Scorecards played for a number of points: for one, or for every one at once."""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

from perfectplay.engines.lead.leads import Leads, place_of
from perfectplay.engines.lead.play import simulate, ties_of
from perfectplay.engines.scorecard.turn import TurnValues
from perfectplay.errors import ObjectiveError, PerfectPlayError, PositionError
from perfectplay.model.nodes import Number
from perfectplay.model.scorecard import Turn
from perfectplay.objectives import AtLeast
from perfectplay.solution.card_solution import TURNS_KEPT, CardSolution
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.simulation import Simulation, require_games

if TYPE_CHECKING:
    import polars as pl


@dataclasses.dataclass(repr=False)
class TargetSolution(CardSolution):
    """A scorecard solved for the chance of a final score of at least so many points.

    A value counts the score so far, which must be told.

    >>> from perfectplay import AtLeast, solve
    >>> from perfectplay.games.yazy import Yazy
    >>> yazy = solve(Yazy(), AtLeast(200))
    >>> round(yazy.value, 6)
    0.219134
    >>> yazy.best(yazy.read("open=sixes,straight roll=2,3,4,5,5 rerolls=1"), score=170)
    'keep 2 3 4 5'
    """

    leads: Leads

    @property
    def value(self) -> float:
        return self.value_between(self.start, 0)

    @property
    def start(self) -> Turn:
        """The turn that play starts with."""
        start = self.game.start()
        assert isinstance(start, Turn)
        return start

    @property
    def tracked(self) -> bool:
        return True

    @property
    def positions(self) -> int:
        """How many positions between turns were solved; each running score counts."""
        return self.leads.count

    @functools.cached_property
    def need(self) -> int:
        """The least whole number of points that will do."""
        assert isinstance(self.objective, AtLeast)
        return needed(self.objective.points, self.most)

    @property
    def most(self) -> int:
        """The highest score that there can be."""
        return most_points(self.leads)

    # What the base asks

    def value_between(self, before: Turn, score: Number | None) -> float:
        place, lead = self.place(before), self.lead(before, score)
        return self.told(self.leads.mover_chance(place, self.anchor(before), 0, lead))

    def values_in(self, before: Turn, score: Number | None) -> TurnValues:
        return self.turn(before, self.lead(before, score))

    def ties(self, value: Number, best: Number) -> bool:
        return as_good(self.leads, float(value), float(best))

    @functools.cached_property
    def turn(self) -> Callable[[Turn, int], TurnValues]:
        """The values inside a turn with a lead; those asked for lately are remembered."""

        @functools.lru_cache(TURNS_KEPT)
        def values_of(turn: Turn, lead: int) -> TurnValues:
            place = self.place(turn)

            def worth(points: int, then: Turn) -> float:
                return self.told(self.leads.after(place, self.anchor(then), 0, lead + points))

            return TurnValues(self.game, self.lattice, turn, worth)

        return values_of

    def place(self, turn: Turn) -> int:
        """The step of play that a turn belongs to."""
        return self.leads.number[0, len(self.game.card.boxes) - len(turn.open)]

    def lead(self, turn: Turn, score: Number | None) -> int:
        """How many points a score is above the target."""
        side = self.leads.steps[self.place(turn)].played.mover
        try:
            here = place_of(side.anchors, self.anchor(turn))
        except KeyError:
            raise PositionError(
                f"the position {self.game.text(turn)} cannot occur in {self.game!r}"
            ) from None
        low, high = int(side.low[here]), int(side.high[here])
        if score is None:
            if low < high:
                raise PositionError(
                    f"the score so far matters at {self.game.text(turn)}; it can be from {low} to "
                    f"{high}"
                )
            score = low
        if not low <= score <= high or score != int(score):
            raise PositionError(
                f"the score cannot be {score} at {self.game.text(turn)}; it is from {low} to {high}"
            )
        return int(score) - self.need

    def told(self, chance: float) -> float:
        """What a chance of success is worth."""
        assert isinstance(self.objective, AtLeast)
        otherwise = float(self.objective.otherwise)
        return otherwise + (1 - otherwise) * chance

    # The whole of play

    def simulate(self, games: int = 100_000, seed: int = 0) -> Simulation:
        require_games(games, seed)
        margins = simulate(self.leads, -self.need, games, seed)
        return Simulation.of(margins + self.need, self.objective, seed)

    def visits(self) -> dict[Hashable, Number]:
        raise too_many(self, "how often each turn arises")

    def distribution(self) -> Distribution:
        raise too_many(self, "the distribution of scores")

    def table(self, *, every: bool = False) -> pl.DataFrame:  # noqa: ARG002  # there is none
        raise too_many(self, "a table of decisions")


@dataclasses.dataclass(repr=False)
class EveryTargetSolution(CardSolution):
    """A scorecard solved for the chance of at least x points, for every x.

    >>> from perfectplay import solve
    >>> from perfectplay.objectives import EveryTarget
    >>> from perfectplay.games.yazy import Yazy
    >>> yazy = solve(Yazy(), EveryTarget())
    >>> round(yazy.chances[200], 6), round(yazy.at(200).value, 6)
    (0.219134, 0.219134)
    """

    leads: Leads

    @property
    def value(self) -> float:
        return float(sum(self.chances[1:]))

    @property
    def positions(self) -> int:
        """How many positions between turns were solved; each running score counts."""
        return self.leads.count

    @property
    def most(self) -> int:
        """The highest score that there can be."""
        return most_points(self.leads)

    @functools.cached_property
    def chances(self) -> list[float]:
        """The greatest chance of at least x points, for every x from 0 to the highest score."""
        return [self.at(points).value for points in range(self.most + 1)]

    def at(self, points: Number) -> TargetSolution:
        """The solution for one number of points."""
        told = self.game, AtLeast(points), self.memory_limit, self.seconds
        return TargetSolution(*told, self.anchors, self.lattice, self.leads)

    def simulate(self, games: int = 100_000, seed: int = 0) -> Simulation:  # noqa: ARG002
        raise self.which()

    def visits(self) -> dict[Hashable, Number]:
        raise self.which()

    def distribution(self) -> Distribution:
        raise self.which()

    def value_between(self, before: Turn, score: Number | None) -> float:  # noqa: ARG002
        raise self.which()

    def values_in(self, before: Turn, score: Number | None) -> TurnValues:  # noqa: ARG002
        raise self.which()

    def table(self, *, every: bool = False) -> pl.DataFrame:  # noqa: ARG002  # there is but one
        """A data frame with one row for each number of points, and the chance to reach it."""
        import polars as pl

        return pl.DataFrame({"points": range(self.most + 1), "chance": self.chances})

    def which(self) -> ObjectiveError:
        """What to say where one number of points must be chosen."""
        return ObjectiveError(
            "this depends on the points to be reached; choose them, as with at-least:"
            f"{self.most // 2}"
        )


def needed(points: Number, most: int) -> int:
    """The least whole number of points that will do; one more than there are if none does."""
    return max(0, min(math.ceil(points), most + 1))


def most_points(leads: Leads) -> int:
    """The highest final score."""
    return int(leads.steps[-1].played.mover.most[0])


def as_good(leads: Leads, value: float, best: float) -> bool:
    """Whether two chances are equally good, but for rounding."""
    relative, absolute, _ = ties_of(leads)
    return abs(value - best) <= relative * max(abs(value), abs(best)) + absolute


def too_many(solution: CardSolution, what: str) -> PerfectPlayError:
    """What to say where there is too much to be told."""
    return PerfectPlayError(
        f"{solution.game.name} is too large to tell {what} for '{solution.objective}'; simulate it"
    )
