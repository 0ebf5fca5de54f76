"""A solved game as a page without a server has it: whatever it is asked, it answers from this."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from perfectplay.errors import PerfectPlayError
from perfectplay.play.practice import session
from perfectplay.present.cards import card_of
from perfectplay.request import Progress
from perfectplay.solution.answers import Portable
from perfectplay.solution.solution import Solution
from perfectplay.web.charts import chart_facts
from perfectplay.web.odds import odds_of, spread_facts
from perfectplay.web.practising import practice_facts
from perfectplay.web.rules import solution_facts
from perfectplay.web.site.game import table_of
from perfectplay.web.site.packing import CHANCE_BITS, VALUE_BITS, in_steps, packed

SEED, EXERCISES = 1, 200
"""A site draws from so many positions, which are drawn as they are for practice elsewhere."""


def is_card(solution: Solution) -> bool:
    """Whether a game goes along as a card, turn by turn, and not position by position."""
    return solution.objective.linear and Portable in solution.answers


def texts_of(key: str, solution: Solution, progress: Progress) -> dict[str, str]:
    """What the files of a game hold, by their names."""
    texts = (of_card if is_card(solution) else of_game)(key, solution, progress)
    progress("drawing positions to practise on", 0)
    with suppress(PerfectPlayError):  # where nothing can go wrong
        asked = practice_facts(solution, session(solution, SEED, many=EXERCISES))
        texts["practice"] = packed(asked.model_dump(), {})
    return texts


def of_game(key: str, solution: Solution, progress: Progress) -> dict[str, str]:
    """What the files of a game hold: all its positions, and the charts of how to play it."""
    facts, columns = table_of(solution, progress)
    told = {**solution_facts(key, solution).model_dump(), "card": None, "kind": "other"}
    progress("drawing charts", 0)
    charts = {
        colours: [chart.model_dump() for chart in chart_facts(solution, dark=colours == "dark")]
        for colours in ("light", "dark")
    }
    return {
        "table": packed({**facts, "solution": told}, columns),
        "charts": packed(charts, {}),
    }


def of_card(key: str, solution: Solution, progress: Progress) -> dict[str, str]:
    """What the files of a card hold, by their names; `portable` tells most of it.

    The table is what advice is made from. The odds, of the scores and of the bonuses, may come
    later.
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
    }
