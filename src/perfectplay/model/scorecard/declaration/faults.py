"""Turn pydantic's complaints into words about the game table."""

from __future__ import annotations

from pydantic import ValidationError

from perfectplay.model.scorecard.card import MOST_BOXES
from perfectplay.model.scorecard.declaration.boxes import BOXES
from perfectplay.model.scorecard.declaration.cards import BonusTable, CardTable, RepeatTable
from perfectplay.model.scorecard.declaration.lines import Place
from perfectplay.model.scorecard.declaration.values import DeclarationTable, Fault
from perfectplay.model.scorecard.spelling import hint, spelled


def first_fault(error: ValidationError) -> Fault:
    """The fault to report: a wrong key before a missing one, which it may be a misspelling of."""
    found = error.errors(include_url=False)
    fault = min(found, key=lambda fault: fault["type"] == "missing")
    place, table = table_at(fault["loc"])
    key = spelled(place[-1]).strip("'") if place else "scorecard"
    value = fault["input"]
    match fault["type"]:
        case "wanted":
            return place, f"{key}={spelled(value)} is not {fault['msg']}"
        case "missing":
            return place[:-1], f"{key} is missing; needed are: {', '.join(table.needed())}"
        case "extra_forbidden":
            return place, f"there is no key '{key}'; {hint(key, table.keys())}"
        case "union_tag_not_found":
            return place, f"rule is missing; {hint('', BOXES)}"
        case "union_tag_invalid":
            rule = value["rule"]
            return (*place, "rule"), f"{spelled(rule)} is not a rule; {hint(rule, BOXES)}"
        case "too_long":
            many = f"{len(value):,} {key} are declared; a card has up to {MOST_BOXES}"
            return (*place, MOST_BOXES), many
        case "too_short":
            return place, f"no {key} are declared; a card has 1 to {MOST_BOXES}"
        case "list_type":
            return place, f"{key}={spelled(value)} is not a list; write [[{key}]] above each"
        case "dict_type":
            return place, f'{key}={spelled(value)} is not a table such as {{"66633" = 10}}'
        case _:
            return place, f"{spelled(value)} is not a table of keys and values"


def table_at(loc: tuple[int | str, ...]) -> tuple[Place, type[DeclarationTable]]:
    """The place pydantic refers to, and the table it is in; pydantic adds the rule of a box."""
    match loc:
        case ("boxes", int() as index, str() as rule, *rest):
            return ("boxes", index, *rest), BOXES[rule]
        case ("bonuses", int(), *_):
            return loc, BonusTable
        case ("repeat", _, *_):
            return loc, RepeatTable
        case _:
            return loc, CardTable
