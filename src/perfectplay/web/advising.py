"""Advice for the dice on the table, for a page."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from math import inf
from typing import Any

from perfectplay.errors import PositionError
from perfectplay.model.game import Game
from perfectplay.model.nodes import Choice, Number
from perfectplay.model.scorecard.record import write_dice
from perfectplay.model.scorecard.scoring import Roll
from perfectplay.model.scorecard.sheet import read_faces
from perfectplay.model.scorecard.spelling import dice_words
from perfectplay.model.table import Table
from perfectplay.present.advice import Ranked
from perfectplay.present.cards import CardAdvice, card_of
from perfectplay.solution.answers import TurnProspects
from perfectplay.strategies.rules import Rules as RuleCard
from perfectplay.strategies.strategy import Decision
from perfectplay.web.messages import Card, LineFacts, LineQuestion, TableQuestion
from perfectplay.web.solution_store import StoredSolution

DIGITS = 6


def advise(entry: StoredSolution, question: TableQuestion, seconds: float = inf) -> dict[str, Any]:
    """The ranked keeps or boxes, as `messages.Advice`, with explanations within a time limit."""
    until = time.monotonic() + seconds
    solution = entry.solution
    table = Table(question.dice, question.rerolls, card_words(question.card))
    seen = solution.game.position_from_table(table)
    bonuses = entry.odds.bonus if entry.odds else None  # odds may arrive meanwhile
    prospects = None
    if TurnProspects in solution.answers:
        prospects = entry.prospects(seen.position.turn, bonuses=bonuses is not None)
    advice = CardAdvice.at(solution, seen, bonuses, prospects)
    return {
        "position": solution.game.text(advice.position),
        "moment": advice.moment,
        "open": list(advice.position.open),
        "score": seen.score,
        "value": rounded(advice.whole),
        "bonuses": [
            {**each._asdict(), "chance": None if each.chance is None else rounded(each.chance)}
            for each in advice.standings()
        ],
        "options": [
            option_facts(
                advice,
                option,
                question,
                explained=rank < question.explain and time.monotonic() < until,
            )
            for rank, option in enumerate(advice.options)
        ],
    }


def line_at(entry: StoredSolution, question: LineQuestion) -> LineFacts:
    """The line of a card of rules that applies to the table."""
    game = entry.solution.game
    seen = game.position_from_table(
        Table(question.dice, question.rerolls, card_words(question.card))
    )
    node = game.at(seen.position)
    if not isinstance(node, Choice):
        raise PositionError("there is nothing to decide yet: say what was rolled")
    rules = read_lines(game, tuple(question.lines))
    if seen.score is None and any(getattr(line, "scored", False) for line in rules.lines):
        raise PositionError(
            "a line depends on the score so far: write the points of every filled box"
        )
    decision = Decision(seen.position, seen.score or 0, node.player, tuple(node.options))
    line, option = rules.applied(decision)
    return LineFacts(line=line, option=str(option))


@functools.lru_cache(32)
def read_lines(game: Game[Any], lines: tuple[str, ...]) -> RuleCard:
    """A card of rules for a game, parsed once for all turns."""
    return RuleCard(game, lines)


def option_facts(
    advice: CardAdvice, option: Ranked, question: TableQuestion, *, explained: bool
) -> dict[str, Any]:
    """An option, as `messages.OptionFacts`."""
    placed = advice.placements.get(str(option.label))
    bonus, later = advice.bonus_chances(option), advice.later(option)
    aims = None
    if explained and placed is None:
        aims = [
            {
                "box": aim.box,
                "made": rounded(aim.made),
                "filled": rounded(aim.filled),
                "points": rounded(aim.points),
            }
            for aim in advice.aims(option)
        ]
    return {
        "label": str(option.label),
        "words": option.words,
        "value": rounded(option.whole),
        "cost": rounded(option.cost),
        "best": option.best,
        "points": placed and placed.points,
        "extra": placed and placed.extra,
        "later": None if later is None else rounded(later),
        "then": advice.after(option, question.card)._asdict(),
        "bonus": bonus and {name: rounded(chance) for name, chance in bonus.items()},
        "aims": aims,
    }


def card_words(card: Card) -> str:
    """The filled boxes, as players write them."""
    return " ".join(name if held is None else f"{name}={held}" for name, held in card.items())


def rounded(number: Number) -> float:
    """A number with as many digits as a page can use."""
    return round(float(number), DIGITS)


def dice_after(game: Game[Any], kept: str, throw: Callable[[int], int]) -> str:
    """What all dice show after rerolling those not kept; `throw(sides)` rolls one."""
    card = card_of(game)
    keep: Roll = read_faces(card, kept) if kept.strip() else ()
    if len(keep) > card.dice:
        raise PositionError(
            f"'{kept}' shows {dice_words(len(keep))}; "
            f"{game.name} is played with {dice_words(card.dice)}"
        )
    new = tuple(throw(card.sides) for _ in range(card.dice - len(keep)))
    return write_dice(card, tuple(sorted(keep + new)))
