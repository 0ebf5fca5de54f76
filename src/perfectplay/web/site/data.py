"""A solved card as a page without a server has it: whatever it is asked, it answers from this."""

from __future__ import annotations

from typing import Any

from perfectplay.present.cards import card_of
from perfectplay.request import Progress
from perfectplay.solution.answers import Portable
from perfectplay.solution.solution import Solution
from perfectplay.web.odds import odds_of, spread_facts
from perfectplay.web.rules import solution_facts
from perfectplay.web.site.packing import CHANCE_BITS, VALUE_BITS, in_steps, packed


def texts_of(key: str, solution: Solution, progress: Progress) -> dict[str, str]:
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
