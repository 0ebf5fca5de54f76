"""The value of the whole game, from the value of a position and the running score.

Only this module knows how the running score enters: values include it if the solution tracks it,
and leave it out otherwise. An unknown score is left out.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable

from perfectplay.model.nodes import Number
from perfectplay.solution.options import Option, Options
from perfectplay.solution.solution import Solution


def whole_value(solution: Solution, value: Number, score: Number | None) -> Number:
    """The value of the whole game, given the value of what is still to come.

    >>> from perfectplay import Exponential, solve
    >>> from perfectplay.games.yazy import Yazy
    >>> whole_value(solve(Yazy()), 20.0, 100), whole_value(solve(Yazy()), 20.0, None)
    (120.0, 20.0)
    >>> cautious = solve(Yazy(), Exponential(-0.01))
    >>> utility = whole_value(cautious, cautious.objective.utility(20), 100)
    >>> round(cautious.objective.certainty_equivalent(utility), 9)
    120.0
    """
    if score is None or not leaves_score_out(solution):
        return value
    return solution.objective.whole(value, score)


def leaves_score_out(solution: Solution) -> bool:
    """Whether values leave out the running score, so that it has to be added."""
    return solution.objective.memoryless and not solution.tracked


def whole_value_at(solution: Solution, position: Hashable, score: Number | None = None) -> Number:
    """The value of the whole game at a position, including the running score.

    >>> from perfectplay import Score, solve
    >>> from perfectplay.games.slots import Slots
    >>> slots = solve(Slots(), Score(), exact=True)
    >>> position = slots.read("open=bin")
    >>> slots.value_at(position), whole_value_at(slots, position, 30)
    (Fraction(0, 1), Fraction(30, 1))
    """
    value = solution.value_at(position, score if solution.tracked else None)
    return whole_value(solution, value, score)


def whole_options(
    solution: Solution, position: Hashable, score: Number | None = None
) -> list[Option]:
    """The options at a choice, with the value of the whole game for each."""
    options = solution.options(position, score if solution.tracked else None)
    return Options(whole_option(solution, option, score) for option in options)


def whole_option(solution: Solution, option: Option, score: Number | None) -> Option:
    """An option with the value of the whole game for it, and its cost in these terms."""
    if score is None or not leaves_score_out(solution):
        return option
    cost = solution.objective.scale(score) * option.cost
    return dataclasses.replace(option, value=whole_value(solution, option.value, score), cost=cost)
