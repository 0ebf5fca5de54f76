"""A game review as plain data, for programs and web pages."""

from __future__ import annotations

from typing import Any

from perfectplay.analysis.review import Review, ReviewedTurn, Verdict
from perfectplay.model.table import TablePosition
from perfectplay.present.cards import CardAdvice, Reason
from perfectplay.solution.solution import Solution


def review_facts(solution: Solution, found: Review) -> dict[str, Any]:
    """A review with its turns and all of their decisions.

    >>> from perfectplay import review, solve
    >>> from perfectplay.games.yazy import Yazy
    >>> from perfectplay.model.scorecard.record import Record
    >>> yazy = solve(Yazy())
    >>> found = review(yazy, Record.read(yazy.game, "12366 keep 66 24566 keep 66 34666 sixes"))
    >>> facts = review_facts(yazy, found)
    >>> facts["score"], facts["turns"][0]["decisions"][-1]["best"]
    (18, ['three-of-a-kind'])
    """
    return {
        "value": float(found.value),
        "luck": float(found.luck),
        "lost": float(found.lost),
        "final": float(found.final),
        "over": found.record.over,
        "score": found.record.score,
        "turns": [turn_facts(solution, turn) for turn in found.turns],
    }


def turn_facts(solution: Solution, turn: ReviewedTurn) -> dict[str, Any]:
    """A turn."""
    played = turn.played
    return {
        "box": played.box,
        "points": played.placed.points,
        "extra": played.placed.extra,
        "luck": float(turn.luck),
        "lost": float(turn.lost),
        "rolls": [
            {
                "roll": throw.roll,
                "before": float(throw.before),
                "after": float(throw.after),
                "luck": float(throw.luck),
            }
            for throw in turn.throws
        ],
        "keeps": played.keeps,
        "decisions": [verdict_facts(solution, verdict) for verdict in turn.decisions],
    }


def verdict_facts(solution: Solution, verdict: Verdict) -> dict[str, Any]:
    """A decision."""
    return {
        "turn": verdict.turn,
        "position": solution.game.text(verdict.position),
        "score": verdict.score,
        "chosen": verdict.chosen.label,
        "best": [option.label for option in verdict.best],
        "before": float(verdict.before),
        "after": float(verdict.after),
        "lost": float(verdict.lost),
    }


def reasons_of(solution: Solution, verdict: Verdict) -> tuple[Reason, Reason]:
    """What spoke for the chosen option, and what for the best one."""
    advice = CardAdvice.at(solution, TablePosition(verdict.position, verdict.score))
    chosen, best = verdict.chosen, verdict.best[0]
    return advice.reason(advice.option(chosen.label)), advice.reason(advice.option(best.label))
