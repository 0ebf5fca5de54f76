"""A game with some of its rules changed: parameters, or keys of the declaration of its card."""

from __future__ import annotations

import copy
import dataclasses
import functools
from collections.abc import Mapping
from typing import Any

from perfectplay.analysis.studies.axes import Axis, Value
from perfectplay.errors import ParameterError, did_you_mean
from perfectplay.model.game import Game
from perfectplay.model.parameters import SWITCHES


def variant(base: Game[Any], settings: Mapping[str, Value]) -> Game[Any]:
    """A game with some parameters, and some keys of its declaration, set to other values.

    A key is a dotted path, as in `bonuses.upper.at` or `rerolls`. A box, a bonus or the repeat
    bonus itself is there (True) or not; a removed box also leaves the bonuses it counted for.

    >>> from perfectplay.games.yazy import Yazy
    >>> card = variant(Yazy(), {"rerolls": 3, "boxes.sixes": False}).card
    >>> card.rerolls, len(card.boxes)
    (3, 10)
    """
    known = base.parameters()
    chosen = {key: value for key, value in settings.items() if key in known}
    game: Game[Any] = dataclasses.replace(base, **chosen)  # type: ignore[type-var]  # any game is one
    changes = {key: value for key, value in settings.items() if key not in known}
    if not changes:
        return game
    from perfectplay.model.scorecard.declaration.data import in_words, parse_scorecard

    data = declared(game)
    gone = [key for key, value in changes.items() if value is False and is_part(data, key)]
    for key, value in changes.items():
        if not is_part(data, key):
            table, last = place_of(data, key)
            table[last] = value
    for key in gone:
        remove(data, key)
    card = parse_scorecard(data, functools.partial(in_words, card=game.name))
    return dataclasses.replace(card, players=game.players)


def checked(base: Game[Any], axis: Axis) -> Axis:
    """An axis, refused if the game has no such key or a parameter does not accept the values."""
    known = base.parameters()
    if axis.key in known:
        values = tuple(known[axis.key].check(value, base.name) for value in axis.values)
        return Axis(axis.key, values)
    present = value_in(base, axis.key)
    if present is True and not all(isinstance(value, bool) for value in axis.values):
        raise ParameterError(f"{base.name}: {axis.key} can only be on or off")
    return axis


def value_in(base: Game[Any], key: str) -> Value:
    """The current value of a key.

    >>> from perfectplay.games.yahtzee import Yahtzee
    >>> value_in(Yahtzee(), "joker"), value_in(Yahtzee(), "bonuses.upper.at")
    ('forced', 63)
    >>> value_in(Yahtzee(), "bonuses.lower.at")
    Traceback (most recent call last):
    perfectplay.errors.ParameterError: yahtzee has no 'bonuses.lower'; there are: upper
    """
    if key in base.parameters():
        chosen: Value = base.parameter_values[key]
        return chosen
    if base.card is None:
        hint = did_you_mean(key, base.parameters())
        raise ParameterError(f"{base.name} has no parameter '{key}'; {hint}")
    data = declared(base)
    try:
        if is_part(data, key):
            return True
        table, last = place_of(data, key)
    except ParameterError as error:
        raise ParameterError(f"{base.name} has no {error}") from None
    value: Value = table[last]
    if not isinstance(value, bool | int | float | str):
        inside = named(value)
        raise ParameterError(f"{base.name}: say what of '{key}' varies; there are: {inside}")
    return value


def read_value(base: Game[Any], key: str, text: str) -> Value:
    """The value that a word on the command line stands for, for a key of a game.

    >>> from perfectplay.games.yahtzee import Yahtzee
    >>> read_value(Yahtzee(), "bonus", "off"), read_value(Yahtzee(), "rerolls", "3")
    (False, 3)
    """
    if key in base.parameters():
        value: Value = base.parameters()[key].read(text, base.name)
        return value
    if isinstance(value_in(base, key), bool):
        switch = SWITCHES.get(text.lower())
        if switch is None:
            raise ParameterError(f"{base.name}: {key}={text} is not on or off")
        return switch
    return int(text) if text.removeprefix("-").isdecimal() else text


def declared(game: Game[Any]) -> dict[str, Any]:
    """The declaration of a game's card, ready to be changed."""
    data = None if game.card is None else game.card.declaration()
    if data is None:
        raise ParameterError(
            f"{game.name} is not declared as data, so only its parameters can vary"
        )
    return copy.deepcopy(dict(data))


def is_part(data: dict[str, Any], key: str) -> bool:
    """Whether a key names a whole box or bonus, or the repeat bonus, rather than a part of it."""
    _, last = place_of(data, key)
    return isinstance(last, int) or key == "repeat"


def place_of(data: dict[str, Any], key: str) -> tuple[Any, Any]:
    """The table or list that contains a key, and its place in there; refused if there is none."""
    table: Any = data
    parts = key.split(".")
    for depth, part in enumerate(parts):
        names = named(table)
        if part not in names:
            path = ".".join(parts[: depth + 1])
            raise ParameterError(f"'{path}'; {did_you_mean(part, names)}")
        at = names.index(part) if isinstance(table, list) else part
        if depth < len(parts) - 1:
            table = table[at]
    return table, at


def named(table: Any) -> list[str]:
    """The names in a table or in a list of tables; the name of the game does not vary."""
    if isinstance(table, list):
        return [each["name"] for each in table if isinstance(each, dict)]
    return [key for key in table if key != "name"] if isinstance(table, dict) else []


def remove(data: dict[str, Any], key: str) -> None:
    """Remove a box, a bonus or the repeat bonus; bonuses no longer count a removed box."""
    table, at = place_of(data, key)
    del table[at]
    section, _, name = key.partition(".")
    if section == "boxes":
        for bonus in data["bonuses"]:
            bonus["boxes"] = [box for box in bonus["boxes"] if box != name]
        data["bonuses"] = [bonus for bonus in data["bonuses"] if bonus["boxes"]]
        if data.get("repeat", {}).get("box") == name:
            del data["repeat"]
