"""A position of which not every field was told: the start of the game has the others."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from perfectplay.errors import PositionError
from perfectplay.model.game import Game
from perfectplay.model.text import defaults, fields, hints_of, write_value


class Completed(NamedTuple):
    """The text of a position with all its fields, and those words of it that were filled in."""

    text: str
    assumed: tuple[str, ...] = ()


def complete(game: Game[Any], text: str) -> Completed:
    """A position as far as it was told, with the rest as it is at the start, or nothing yet.

    What is no `field=value` words stays as it is.

    >>> from perfectplay.games.pig import Pig
    >>> complete(Pig(), "mine=40 turn=21")
    Completed(text='mine=40 turn=21 theirs=0 player=0', assumed=('theirs=0', 'player=0'))
    """
    place, arrow, path = text.partition(" > ")
    words = [word.partition("=") for word in re.split(r"\s+(?=\w+=)", place.strip())]
    given = {name for name, equals, _ in words if equals}
    if len(given) < len(words):
        return Completed(text)
    for kind in kinds_of(game):
        if given <= {*fields(kind)}:
            left = [name for name in fields(kind) if name not in {*given, *defaults(kind)}]
            assumed = tuple(f"{name}={usual(game, kind, name)}" for name in left)
            whole = " ".join([place.strip(), *assumed])
            if is_read(game, whole):
                return Completed(whole + arrow + path, assumed)
    return Completed(text)


def kinds_of(game: Game[Any]) -> list[type]:
    """The kinds of positions, that of the start first."""
    first = type(game.start())
    named = [first] if hasattr(first, "_fields") else []
    return list(dict.fromkeys([*named, *game.position_kinds()]))


def usual(game: Game[Any], kind: type, name: str) -> str:
    """What a field has that nobody told: as at the start, or else nothing."""
    start = game.start()
    if name in getattr(start, "_fields", ()):
        return write_value(getattr(start, name))
    hint = hints_of(kind)[name]
    return {int: "0", float: "0", bool: "no"}.get(hint, "-")


def is_read(game: Game[Any], text: str) -> bool:
    """Whether a text is a position of the game."""
    try:
        game.read(text)
    except PositionError:
        return False
    return True
