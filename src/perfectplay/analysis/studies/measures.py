"""What is measured for each variant: a few numbers of its solution, by name."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from perfectplay.analysis.bonuses import BonusChances
from perfectplay.analysis.measures.fairness import Fairness, is_contest
from perfectplay.analysis.measures.skill import skill as against
from perfectplay.errors import NotOfferedError, ParameterError, did_you_mean
from perfectplay.model.nodes import Number
from perfectplay.objectives import Win
from perfectplay.request import Compute
from perfectplay.solution.answers import BoxValues, PlayReach
from perfectplay.solution.solution import Solution
from perfectplay.solve import solution_offering, solve

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
    """The scores not exceeded by 5, 25, 50, 75 and 95 of 100 games."""
    distribution = solution_offering(solution, Solution.distribution).distribution()
    return {f"p{rank}": distribution.quantile(rank / 100) for rank in RANKS}


def bonuses(solution: Solution) -> Numbers:
    """The chance of each bonus of a scorecard."""
    if not BonusChances.are_known(solution):
        raise NotOfferedError(f"{solution.game.name} has no bonuses to give the chances of")
    card = solution.game.card
    assert card is not None
    chances = BonusChances.of(solution).at(solution.game.start())
    pairs = zip(card.bonuses, chances, strict=True)
    return {f"bonus {bonus.name}": chance for bonus, chance in pairs}


def boxes(solution: Solution) -> Numbers:
    """The value of each box of a scorecard at the start: the points lost without it."""
    value = solution_offering(solution, BoxValues).answer(BoxValues)
    return {f"box {name}": by_turn[0] for name, by_turn in value.items()}


def skill(solution: Solution) -> Numbers:
    """How far best play is ahead of random and of greedy play: by value, and in deviations.

    On a scorecard for one, this compares players with simple habits. In a game for two it is the
    mean over going first and second, above what an equal opponent would get.
    """
    ahead = {each.name: each.ahead for each in against(solution, cards={})}
    spread = solution_offering(solution, Solution.distribution).deviation()
    in_deviations = {
        f"skill {habit} sd": points / spread if spread else 0.0 for habit, points in ahead.items()
    }
    return {f"skill {habit}": points for habit, points in ahead.items()} | in_deviations


def advantage(solution: Solution) -> Numbers:
    """How far the first player's chance of winning exceeds the second's, where two play to win.

    A tie counts half. For a game for one that can be played by two, it is that of the two.
    """
    game = solution.game
    if game.players == 1:
        if "players" not in game.parameters():
            raise NotOfferedError(f"{game.name} is for one player; there is no first player")
        game = dataclasses.replace(game, players=2)  # type: ignore[type-var]  # any game is one
    won = solution
    if game.players != solution.game.players or not isinstance(solution.objective, Win):
        memory = solution.request.compute.memory_limit
        won = solve(game, Win(), compute=Compute(memory_limit=memory))
    return {"advantage": 2 * won.value - 1}


def fair(solution: Solution) -> Numbers:
    """What makes a game for two fair: for each kind of help, the amount that comes closest."""
    if not is_contest(solution):
        raise NotOfferedError(f"{solution.game.name} is not a game that two players play to win")
    return {f"fair {each.what}": each.amount for each in Fairness.of(solution).compensations}


def turns(solution: Solution) -> Numbers:
    """The number of turns in a game: mean, deviation, and what 90 of 100 games do not exceed."""
    from perfectplay.analysis.measures.course import turns_of
    from perfectplay.analysis.measures.play import TurnByTurn
    from perfectplay.analysis.measures.summary import turns_of_card

    on_card = solution.game.card is not None
    found = turns_of_card(solution) if on_card else turns_of(TurnByTurn(solution))
    ranks = {f"turns p{rank}": found.quantile(rank / 100) for rank in (5, 95)}
    return {"turns": found.mean, "turns sd": found.deviation, **ranks}


def rolls(solution: Solution) -> Numbers:
    """How often chance decides in a game of best play, and how many positions that avoids."""
    reach = solution_offering(solution, PlayReach).answer(PlayReach)
    return {"rolls": reach.rolls, "unreached": reach.unreached}


def decisions(solution: Solution) -> Numbers:
    """How many decisions a game has, and how many of them matter, on average."""
    from perfectplay.analysis.measures.stakes import DecisionStakes
    from perfectplay.analysis.measures.summary import unit_of

    stakes = DecisionStakes.of(solution, unit_of(solution, functools.cache(solution.distribution)))
    return {
        "decisions": stakes.decisions,
        "decisions that matter": stakes.matter,
        "decisions notable": stakes.notable,
    }


def options(solution: Solution) -> Numbers:
    """How often best play takes each option in a game, on average."""
    from perfectplay.analysis.measures.usage import Usage

    return {f"option {option.label}": option.taken for option in Usage.of(solution)}


def drama(solution: Solution) -> Numbers:
    """After how many turns half of the result is decided; for two, lead changes and comebacks."""
    from perfectplay.analysis.measures.course import Drama, GameCourse
    from perfectplay.analysis.measures.play import TurnByTurn

    play = TurnByTurn(solution)
    found: Numbers = {"half settled": GameCourse.of(play).settled(0.5)}
    if not is_contest(play.solution):
        return found
    seen = Drama.of(play)
    return {**found, "lead changes": seen.lead_changes, "comebacks": seen.comebacks}


MEASURES: dict[str, Callable[[Solution], Numbers]] = {
    measure.__name__: measure
    for measure in (
        *(value, deviation, percentiles, bonuses, boxes, options),
        *(turns, rolls, decisions, skill, advantage, fair, drama),
    )
}


def find_measure(word: str) -> str:
    """The name of a measure, if there is one."""
    if word not in MEASURES:
        raise ParameterError(f"there is no measure '{word}'; {did_you_mean(word, MEASURES)}")
    return word


def name_of(measure: str | Own) -> str:
    """The name of a measure."""
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
    """A measure as a float; refused if it is not a number."""
    try:
        return float(found)
    except (TypeError, ValueError):
        raise ParameterError(f"the measure {name} gives {found!r}, which is not a number") from None


def names_of(measures: Sequence[str | Own]) -> list[str]:
    """The names of measures, without repetition."""
    names = [name_of(measure) for measure in measures]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise ParameterError(f"the measure {name} is named twice")
    return names
