"""Convert between a scorecard and the plain data of TOML and JSON."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import ValidationError

from perfectplay.errors import ModelError
from perfectplay.model.naming import hyphened
from perfectplay.model.scorecard.card import Box, Scorecard
from perfectplay.model.scorecard.declaration.boxes import BOXES
from perfectplay.model.scorecard.declaration.cards import CardTable
from perfectplay.model.scorecard.declaration.faults import first_fault
from perfectplay.model.scorecard.declaration.lines import Place
from perfectplay.model.scorecard.scoring import Listed, NamedStraight


def in_words(place: Place, card: str = "scorecard") -> str:
    """The location of an error in data that has no lines.

    >>> in_words(("boxes", 3, "face"))
    'scorecard, boxes 4'
    """
    match place:
        case (section, int(index), *_):
            return f"{card}, {section} {index + 1}"
        case (section, _, *_):
            return f"{card}, {section}"
        case _:
            return card


def parse_scorecard(data: Mapping[str, Any], where: Callable[[Place], str] = in_words) -> Scorecard:
    """The scorecard that plain data declares; `where` turns a place into words for an error.

    >>> boxes = [{"name": "ones", "rule": "face", "face": 1}, {"name": "any", "rule": "chance"}]
    >>> parse_scorecard({"name": "small", "dice": 2, "boxes": boxes}).names
    ('ones', 'any')
    >>> parse_scorecard({"name": "small", "dice": 9, "boxes": boxes})
    Traceback (most recent call last):
    perfectplay.errors.ModelError: scorecard: dice=9 is not a whole number from 1 to 6
    """
    try:
        table = CardTable.model_validate(dict(data) if isinstance(data, Mapping) else data)
    except ValidationError as error:
        place, complaint = first_fault(error)
        raise ModelError(f"{where(place)}: {complaint}") from None
    for place, complaint in table.faults():
        raise ModelError(f"{where(place)}: {complaint}")
    return table.card()


def as_data(card: Scorecard) -> dict[str, Any]:
    """A scorecard as plain data, which `parse_scorecard` reads back; the library's rules only.

    >>> from perfectplay.model.scorecard import Box, Face, Scorecard
    >>> as_data(Scorecard("small", boxes=[Box("ones", Face(1))]))["boxes"]
    [{'name': 'ones', 'rule': 'face', 'face': 1}]
    """
    data = plain(card)
    for parameter in card.parameters():
        del data[parameter]
    data["boxes"] = [{"name": box.name, **rule_data(card, box)} for box in card.boxes]
    data["bonuses"] = [plain(bonus) | {"boxes": list(bonus.boxes)} for bonus in card.bonuses]
    labels = {language: dict(names) for language, names in data.pop("labels").items()}
    repeat = data.pop("repeat")
    if repeat is not None:
        data["repeat"] = plain(repeat)
    if labels:
        data["labels"] = labels
    # Refuse now, not on reading, anything that could not be read back.
    parse_scorecard(data, functools.partial(in_words, card=card.name))
    return data


def rule_data(card: Scorecard, box: Box) -> dict[str, Any]:
    """A box's rule: its name and its settings."""
    names = {table.scoring: name for name, table in BOXES.items()}
    kind = type(box.scoring)
    if kind not in names:
        raise ModelError(
            f"{card.name}: the box {box.name} is scored by Python code, which cannot be kept as "
            "data; use a rule from the library"
        )
    data = {"rule": names[kind], **plain(box.scoring)}
    match box.scoring:
        case Listed(table):
            del data["table"]
            data["points"] = {" ".join(map(str, roll)): n for roll, n in table.items()}
        case NamedStraight(faces):
            data["faces"] = list(faces)
    return data


def plain(declared: Any) -> dict[str, Any]:
    """The fields of a card, or of a part of it, by their keys in the data."""
    fields = dataclasses.fields(declared)
    return {hyphened(field.name): getattr(declared, field.name) for field in fields}
