"""Positions to practise, for a page."""

from __future__ import annotations

from perfectplay.errors import PerfectPlayError
from perfectplay.model.scorecard import Rolled
from perfectplay.model.scorecard.record import write_dice
from perfectplay.objectives import as_text
from perfectplay.play.exercise import Exercise
from perfectplay.play.practice import PracticeSession, session
from perfectplay.present.cards import card_of, filled_boxes
from perfectplay.solution.solution import Solution
from perfectplay.web.messages import ExerciseFacts, PracticeFacts, PracticeQuestion, TableFacts
from perfectplay.web.solution_store import StoredSolution


def pick_exercises(entry: StoredSolution, question: PracticeQuestion) -> PracticeFacts:
    """Some exercises; empty for a game in which every answer takes long."""
    solution = entry.solution
    if not entry.light:
        raise PerfectPlayError(
            f"{solution.game.name} is too large to be practised here; "
            "perfectplay practice asks about it in a terminal"
        )
    asked = session(solution, question.seed, many=question.many, only=question.only)
    return practice_facts(solution, asked)


def practice_facts(solution: Solution, asked: PracticeSession) -> PracticeFacts:
    """A session, in the form a page expects."""
    return PracticeFacts(
        natural=asked.natural,
        by_kind=asked.by_kind,
        exercises=[exercise_facts(solution, each) for each in asked.exercises],
    )


def exercise_facts(solution: Solution, each: Exercise) -> ExerciseFacts:
    """A position with a decision."""
    place, table = each.position, None
    if isinstance(place, Rolled):
        dice = write_dice(card_of(solution.game), place.roll)
        table = TableFacts(dice=dice, rerolls=place.rerolls, card={**filled_boxes(each.line)})
    return ExerciseFacts(
        at=solution.game.text(place),
        score=as_text(each.score),
        table=table,
        kind=each.kind,
        natural=each.natural,
        weight=each.weight,
    )
