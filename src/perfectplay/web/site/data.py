"""A solved game for a page without a server: the data from which it answers everything."""

from __future__ import annotations

from itertools import chain, zip_longest
from typing import Any, NamedTuple

from perfectplay.errors import PerfectPlayError
from perfectplay.play.practice import session
from perfectplay.present.cards import card_of
from perfectplay.request import Progress
from perfectplay.solution.answers import Portable
from perfectplay.solution.solution import Solution
from perfectplay.web.charts import chart_facts
from perfectplay.web.messages import PracticeFacts
from perfectplay.web.odds import odds_of, spread_facts
from perfectplay.web.practising import practice_facts
from perfectplay.web.rules import solution_facts
from perfectplay.web.site.by_card import cards_for, rules_of
from perfectplay.web.site.extent import TableTooLargeError, require_bytes, require_small
from perfectplay.web.site.game import table_of
from perfectplay.web.site.packing import CHANCE_BITS, VALUE_BITS, in_steps, packed
from perfectplay.web.table import position_facts
from perfectplay.web.table_messages import PositionQuestion

SEED, EXERCISES = 1, 200
"""The number of positions a site draws exercises from, drawn as for practice elsewhere."""
MOST_STEPS_SHOWN = 60_000
"""For a game without a table, the most options and outcomes shown after its exercises."""


def is_card(solution: Solution) -> bool:
    """Whether a game is stored as a card, turn by turn, rather than position by position."""
    return solution.objective.linear and Portable in solution.answers


class GameData(NamedTuple):
    """The contents of a game's files, by name; and the reason if it has no table."""

    texts: dict[str, str]
    untabled: str = ""


def data_of(key: str, solution: Solution, progress: Progress) -> GameData:
    """All data of a game on a site: what it is played with, its charts, and its practice."""
    if is_card(solution):
        texts = of_card(key, solution, progress)
        require_bytes(sum(map(len, texts.values())))
        return GameData({**texts, **of_practice(drawn(solution, progress))})
    told = {**solution_facts(key, solution).model_dump(), "card": None, "kind": "other"}
    charts, asked = charts_of(solution, progress), drawn(solution, progress)
    learnt = {"charts": packed(charts, {}), **of_practice(asked)}
    try:
        return GameData({"table": of_table(told, solution, progress), **learnt})
    except TableTooLargeError as error:
        if not (charts["light"] or asked.exercises):
            raise
        untabled = {"table": packed({"solution": told}, {}), **of_positions(solution, asked)}
        return GameData({**untabled, **learnt}, str(error))


def of_table(told: dict[str, Any], solution: Solution, progress: Progress) -> str:
    """All positions of a game."""
    require_small(solution.game, progress)
    facts, columns = table_of(solution, progress)
    table = packed({**facts, "solution": told}, columns)
    require_bytes(len(table))
    return table


def charts_of(solution: Solution, progress: Progress) -> dict[str, list[dict[str, Any]]]:
    """The charts of how to play a game, in light and in dark colours."""
    progress("drawing charts", 0)
    return {
        colours: [chart.model_dump() for chart in chart_facts(solution, dark=colours == "dark")]
        for colours in ("light", "dark")
    }


def drawn(solution: Solution, progress: Progress) -> PracticeFacts:
    """Positions to practise; None if nothing can go wrong."""
    progress("drawing positions to practise on", 0)
    try:
        found = practice_facts(solution, session(solution, SEED, many=EXERCISES))
    except PerfectPlayError:
        return PracticeFacts(natural=0, by_kind={}, exercises=[])
    if not is_card(solution):  # otherwise a scorecard is drawn like any other game
        found.exercises = [each.model_copy(update={"table": None}) for each in found.exercises]
    return found


def of_practice(asked: PracticeFacts) -> dict[str, str]:
    """The positions to practise."""
    return {"practice": packed(asked.model_dump(), {})}


def of_positions(solution: Solution, asked: PracticeFacts) -> dict[str, str]:
    """The positions of the exercises, and what follows their options: the case for the best.

    The best options come first, then the second best, and so on as far as there is room.
    """
    questions = [PositionQuestion(at=each.at, score=each.score) for each in asked.exercises]
    here = [position_facts(solution, each) for each in questions]
    found = {(each.at, each.score): each for each in here}
    room = MOST_STEPS_SHOWN
    for edge in chain.from_iterable(zip_longest(*(each.edges for each in here))):
        if edge is None or edge.kind == "final" or edge.passes or (edge.at, edge.score) in found:
            continue
        then = position_facts(solution, PositionQuestion(at=edge.at, score=edge.score))
        room -= len(then.edges)
        if room < 0:
            break
        found[edge.at, edge.score] = then
    return {"positions": packed({"positions": [each.model_dump() for each in found.values()]}, {})}


def of_card(key: str, solution: Solution, progress: Progress) -> dict[str, str]:
    """The contents of a card's files, by name; `portable` provides most of it.

    Advice is made from the table. The odds, of scores and of bonuses, can be loaded later.
    """
    game, portable = solution.game, solution.answer(Portable)
    odds = odds_of(solution, progress)
    progress("packing the table", 0)
    card = card_of(game)
    facts = {
        **portable.facts,
        "solution": solution_facts(key, solution).model_dump(),
        "possible": card.possible,
        "repeat_points": 0 if card.repeat is None else card.repeat.points,
        "step": 2.0**-VALUE_BITS,
    }
    values = in_steps(portable.columns["values"], VALUE_BITS)
    told = {
        "step": 2.0**-CHANCE_BITS,
        "spread": odds.distribution and spread_facts(odds.distribution).model_dump(),
        "refusal": odds.refusal,
    }
    bonus: dict[str, Any] = {}
    if odds.bonus:
        bonus = {"bonus": in_steps(odds.bonus.chances, CHANCE_BITS)}
    return {
        "table": packed(facts, {**portable.columns, "values": values}),
        "odds": packed(told, bonus),
        **of_rules(solution),
    }


def of_rules(solution: Solution) -> dict[str, str]:
    """The lines of the cards of rules for a game, if there are any."""
    cards = cards_for(solution.game)
    return {"rules": packed(*rules_of(solution, cards))} if cards else {}
