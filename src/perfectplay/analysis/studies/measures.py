"""What is measured of each variant: a few numbers of its solution, by name."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from perfectplay.analysis.bonuses import BonusChances
from perfectplay.errors import NotOfferedError, ParameterError, did_you_mean
from perfectplay.model.nodes import Number
from perfectplay.objectives import Win
from perfectplay.request import Compute
from perfectplay.solution.answers import Baselines, BoxValues
from perfectplay.solution.solution import Solution
from perfectplay.solve import evaluate, solution_offering, solve
from perfectplay.strategies.strategy import at_random

Numbers: TypeAlias = Mapping[str, Number]
Own: TypeAlias = Callable[[Solution], Any]
"""A user's own measure: a number, or several by name."""
RANKS = (5, 25, 50, 75, 95)


def value(solution: Solution) -> Numbers:
    """The value of the game for its objective."""
    return {"value": solution.value}


def deviation(solution: Solution) -> Numbers:
    """The standard deviation of the final score."""
    return {"deviation": solution_offering(solution, Solution.distribution).deviation()}


def percentiles(solution: Solution) -> Numbers:
    """The scores that 5, 25, 50, 75 and 95 of 100 games do not exceed."""
    distribution = solution_offering(solution, Solution.distribution).distribution()
    return {f"p{rank}": distribution.quantile(rank / 100) for rank in RANKS}


def bonuses(solution: Solution) -> Numbers:
    """The chance of each bonus of a scorecard."""
    if not BonusChances.are_told(solution):
        raise NotOfferedError(f"{solution.game.name} has no bonuses whose chances could be told")
    card = solution.game.card
    assert card is not None
    chances = BonusChances.of(solution).at(solution.game.start())
    pairs = zip(card.bonuses, chances, strict=True)
    return {f"bonus {bonus.name}": chance for bonus, chance in pairs}


def boxes(solution: Solution) -> Numbers:
    """What each box of a scorecard is worth at the start: points that would be lost without it."""
    value = solution_offering(solution, BoxValues).answer(BoxValues)
    return {f"box {name}": by_turn[0] for name, by_turn in value.items()}


def skill(solution: Solution) -> Numbers:
    """What best play is ahead of players of simple habits: in points, and in deviations.

    On a scorecard they are the `Baselines`; in any other game, one who plays at random.
    """
    game, objective = solution.game, solution.objective
    if game.players != 1:
        raise NotOfferedError(f"{game.name} is for two players; skill is measured of one")
    means: Numbers
    if game.card is None:
        means = {"random": evaluate(game, at_random, objective=objective).value}
    else:
        means = solution_offering(solution, Baselines).answer(Baselines)
    spread = solution_offering(solution, Solution.distribution).deviation()
    ahead = {habit: solution.value - mean for habit, mean in means.items()}
    in_deviations = {
        f"skill {habit} sd": float(points) / spread if spread else 0.0
        for habit, points in ahead.items()
    }
    return {f"skill {habit}": points for habit, points in ahead.items()} | in_deviations


def rating(solution: Solution) -> Numbers:
    """The first player's rating where two play to win: the chance of it, a tie counting half."""
    game = solution.game
    if game.players == 2 and isinstance(solution.objective, Win):
        return {"rating": solution.value}
    if game.players == 1:
        if "players" not in game.parameters():
            raise NotOfferedError(f"{game.name} is for one player; there is no first one to rate")
        game = dataclasses.replace(game, players=2)  # type: ignore[type-var]  # any game is one
    return {
        "rating": solve(
            game, Win(), compute=Compute(memory_limit=solution.request.compute.memory_limit)
        ).value
    }


def length(solution: Solution) -> Numbers:
    """How many positions a game passes through in the mean; on a scorecard, how many turns."""
    game = solution.game
    if game.card is not None:
        return {"length": game.players * len(game.card.boxes)}
    return {"length": solution_offering(solution, Solution.visits).length()}


MEASURES: dict[str, Callable[[Solution], Numbers]] = {
    measure.__name__: measure
    for measure in (value, deviation, percentiles, bonuses, boxes, skill, rating, length)
}


def find_measure(word: str) -> str:
    """The name of a measure, if there is one."""
    if word not in MEASURES:
        raise ParameterError(f"there is no measure '{word}'; {did_you_mean(word, MEASURES)}")
    return word


def name_of(measure: str | Own) -> str:
    """What a measure is called."""
    return measure if isinstance(measure, str) else getattr(measure, "__name__", "measure")


def measured(solution: Solution, measure: str | Own) -> dict[str, float]:
    """The numbers of a measure.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> coins = solve(Coins(coins=2, target=2))
    >>> measured(coins, "value"), measured(coins, lambda solution: solution.positions)
    ({'value': 0.5}, {'<lambda>': 8.0})
    """
    name = name_of(measure)
    found = MEASURES[measure](solution) if isinstance(measure, str) else measure(solution)
    numbers = found if isinstance(found, Mapping) else {name: found}
    return {key: as_number(name, each) for key, each in numbers.items()}


def as_number(name: str, found: Any) -> float:
    """A measure as a float; refused if it is no number."""
    try:
        return float(found)
    except (TypeError, ValueError):
        raise ParameterError(f"the measure {name} gives {found!r}, which is no number") from None


def names_of(measures: Sequence[str | Own]) -> list[str]:
    """The names of measures, none of them twice."""
    names = [name_of(measure) for measure in measures]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise ParameterError(f"the measure {name} is named twice")
    return names
