"""A position of any game on a page's table, and how play continues from it."""

from __future__ import annotations

from collections.abc import Callable

from perfectplay.errors import PositionError
from perfectplay.model.nodes import Choice, Inline
from perfectplay.present.place import Place
from perfectplay.present.table import drawn_by_chance, place_at, position_data
from perfectplay.solution.solution import Solution
from perfectplay.strategies.strategy import Decision
from perfectplay.web.advising import read_lines
from perfectplay.web.messages import LineFacts
from perfectplay.web.solution_store import StoredSolution
from perfectplay.web.table_messages import (
    CardQuestion,
    EdgeFacts,
    PositionFacts,
    PositionQuestion,
)


def place_of(solution: Solution, question: PositionQuestion) -> tuple[Place, list[str]]:
    """The position in question, and what was filled in."""
    return place_at(solution, question.at, question.score)


def position_facts(solution: Solution, question: PositionQuestion) -> PositionFacts:
    """A position and what can follow."""
    return PositionFacts.model_validate(position_data(*place_of(solution, question)))


def chance_brings(
    solution: Solution, question: PositionQuestion, spot: Callable[[], float]
) -> EdgeFacts:
    """What chance brings at a position; `spot` is a random number between 0 and 1."""
    place, _ = place_of(solution, question)
    return EdgeFacts.model_validate(drawn_by_chance(place, spot()))


def card_line(entry: StoredSolution, question: CardQuestion) -> LineFacts:
    """The line of a card of rules that applies at a position."""
    place, _ = place_of(entry.solution, question)
    if not isinstance(place.node, Choice) or isinstance(place.position, Inline):
        raise PositionError("there is nothing to decide here for which a card has lines")
    options = tuple(place.node.options)
    decision = Decision(place.position, place.score or 0, place.node.player, options)
    line, option = read_lines(entry.solution.game, tuple(question.lines)).applied(decision)
    return LineFacts(line=line, option=str(option))
