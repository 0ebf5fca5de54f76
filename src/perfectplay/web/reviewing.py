"""A game review for a page: rows that add up, with the worst decisions explained."""

from __future__ import annotations

from perfectplay.analysis.review import ReviewedTurn, Verdict, review
from perfectplay.model.scorecard.record import Record, write_dice
from perfectplay.present.cards import Reason, card_of
from perfectplay.present.review import reasons_of
from perfectplay.solution.solution import Solution
from perfectplay.web.messages import (
    AimFacts,
    BonusRow,
    MistakeFacts,
    ReasonFacts,
    ReviewFacts,
    TurnRow,
    VerdictFacts,
)


def review_record(solution: Solution, record: Record) -> ReviewFacts:
    """A game turn by turn, and its worst decisions."""
    found = review(solution, record)
    bonuses = zip(record.game.card.bonuses, record.last.totals, strict=True)
    rows = [turn_row(solution, turn) for turn in found.turns]
    return ReviewFacts(
        value=float(found.value),
        luck=float(found.luck),
        lost=float(found.lost),
        final=float(found.final),
        score=record.score,
        over=record.over,
        turns=rows,
        bonuses=[
            BonusRow(name=bonus.name, points=bonus.points if total >= bonus.at else 0)
            for bonus, total in bonuses
            if record.over
        ],
        decisions=[each for row in rows for each in row.decisions],
        worst=[mistake_facts(solution, each) for each in found.worst],
    )


def turn_row(solution: Solution, turn: ReviewedTurn) -> TurnRow:
    """A turn: the rolls and keeps, the box, the luck and the losses."""
    played, card = turn.played, card_of(solution.game)
    return TurnRow(
        box=played.box,
        points=played.placed.points,
        extra=played.placed.extra,
        rolls=[write_dice(card, roll) for roll in played.rolls],
        keeps=[write_dice(card, keep) for keep in played.keeps],
        luck=float(turn.luck),
        lost=float(turn.lost),
        decisions=[verdict_facts(solution, each) for each in turn.decisions],
    )


def verdict_facts(solution: Solution, verdict: Verdict) -> VerdictFacts:
    """A decision, in words."""
    game, position = solution.game, verdict.position
    return VerdictFacts(
        turn=verdict.turn,
        position=game.text(position),
        chosen=str(verdict.chosen.label),
        best=[str(option.label) for option in verdict.best],
        words=game.describe_option(position, verdict.chosen.label),
        best_words=game.describe_option(position, verdict.best[0].label),
        lost=float(verdict.lost),
    )


def mistake_facts(solution: Solution, verdict: Verdict) -> MistakeFacts:
    """One of the worst decisions: the table, and what spoke for either option."""
    chosen, best = reasons_of(solution, verdict)
    return MistakeFacts(
        turn=verdict.turn,
        dice=list(verdict.position.roll),
        rerolls=verdict.position.rerolls,
        open=list(verdict.position.open),
        lost=float(verdict.lost),
        chosen=reason_facts(chosen),
        best=reason_facts(best),
    )


def reason_facts(reason: Reason) -> ReasonFacts:
    """What speaks for an option."""
    return ReasonFacts(
        words=reason.option.words,
        value=float(reason.option.whole),
        points=reason.points,
        later=None if reason.later is None else float(reason.later),
        aims=[
            AimFacts(
                box=aim.box,
                made=float(aim.made),
                filled=float(aim.filled),
                points=float(aim.points),
            )
            for aim in reason.aims
        ],
    )
