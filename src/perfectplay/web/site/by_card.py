"""The shipped cards of rules as a site has them, which reads no lines: what each of them says.

A line is made of steps: where each applies, as masks and numbers, and what it does with which rolls
(`strategies/rules/scoring.py`). The first step that applies decides.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from perfectplay.errors import ModelError
from perfectplay.model.game import Game
from perfectplay.present.cards import card_of
from perfectplay.solution.answers import Portable
from perfectplay.solution.solution import Solution
from perfectplay.strategies.rules.rules import Rules
from perfectplay.strategies.rules.scoring import CardLine, LineContext, RuleCase
from perfectplay.strategies.rules.shipped import shipped_cards

Columns = dict[str, list[int]]


def cards_for(game: Game[Any]) -> list[Rules]:
    """The shipped cards that can be played by, whatever the parameters of the game.

    >>> from perfectplay.games.yahtzee import Yahtzee
    >>> [card.name for card in cards_for(Yahtzee(bonus=False))]
    ['Yahtzee in 5 lines', 'Yahtzee in 20 lines']
    """
    found = []
    for each in shipped_cards():
        if each.game == game.name:
            try:
                found.append(Rules(game, each.lines, each.name))
            except ModelError:  # a box or a bonus that the game does not have
                continue
    return [card for card in found if not any(line.scored for line in lines_of(card))]


def lines_of(rules: Rules) -> list[CardLine]:
    """The lines of a card for a scorecard."""
    return [line for line in rules.lines if isinstance(line, CardLine)]


def rules_of(solution: Solution, cards: list[Rules]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What some cards say, as facts and columns of numbers."""
    keeps = solution.answer(Portable).facts["keeps"]
    numbers = {tuple(keep): number for number, keep in enumerate(keeps)}
    boxes = {name: -1 - place for place, name in enumerate(card_of(solution.game).names)}
    columns: Columns = {name: [] for name in ("line", "where", "begin", "roll", "act")}
    wheres: dict[LineContext, int] = {}
    told = []
    for rules in cards:
        first = len(columns["line"])
        for number, line in enumerate(lines_of(rules), start=1):
            for step in line.steps:
                columns["line"].append(number)
                columns["where"].append(wheres.setdefault(step.where, len(wheres)))
                write(step, columns, {**numbers, **boxes})
        told.append({"lines": rules.texts, "first": first, "end": len(columns["line"])})
    columns["begin"].append(len(columns["roll"]))
    facts = {"cards": told, "wheres": [where_facts(solution.game, each) for each in wheres]}
    return facts, {name: np.array(column, np.int64) for name, column in columns.items()}


def write(step: RuleCase, columns: Columns, numbers: dict[Any, int]) -> None:
    """What a step does, by roll: plainly, and then as a joker."""
    for acts in step.acts:
        columns["begin"].append(len(columns["roll"]))
        for roll, act in acts.items():
            columns["roll"].append(numbers[roll])
            columns["act"].append(numbers[act])


def where_facts(game: Game[Any], where: LineContext) -> dict[str, Any]:
    """Where a step applies; nothing where it looks at no bonus, or there is no end."""
    card = card_of(game)
    name, *ends = where.course or ("", 0, 0)
    return {
        "open": mask_of(card.names, where.open),
        "filled": mask_of(card.names, where.filled),
        "rerolls": None if where.rerolls is None else sorted(where.rerolls),
        "boxes": where.boxes,
        "bonus": next((n for n, bonus in enumerate(card.bonuses) if bonus.name == name), None),
        "lead": [end if abs(end) < np.inf else None for end in ends],
    }


def mask_of(names: tuple[str, ...], some: frozenset[str]) -> int:
    """Some boxes as a mask."""
    return sum(1 << place for place, name in enumerate(names) if name in some)
