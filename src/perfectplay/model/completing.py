"""Complete a partly given position: missing fields are taken from the start of the game."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from perfectplay.errors import PositionError
from perfectplay.model.game import Game
from perfectplay.model.table import Table, TablePosition
from perfectplay.model.text import defaults, fields, hints_of, write_value


class CompletedPosition(NamedTuple):
    """The text of a complete position, and the words that were filled in."""

    text: str
    assumed: tuple[str, ...] = ()


def complete(game: Game[Any], text: str) -> CompletedPosition:
    """Complete a position from the start of the game; None if that is not yet possible.

    Text that is not `field=value` words is left as it is.

    >>> from perfectplay.games.pig import Pig
    >>> complete(Pig(), "mine=40 turn=21")
    CompletedPosition(text='mine=40 turn=21 theirs=0 player=0', assumed=('theirs=0', 'player=0'))
    """
    place, arrow, path = text.partition(" > ")
    words = [word.partition("=") for word in re.split(r"\s+(?=\w+=)", place.strip())]
    given = {name for name, equals, _ in words if equals}
    if len(given) < len(words):
        return CompletedPosition(text)
    for kind in kinds_of(game):
        if given <= {*fields(kind)}:
            left = [name for name in fields(kind) if name not in {*given, *defaults(kind)}]
            assumed = tuple(f"{name}={usual(game, kind, name)}" for name in left)
            whole = " ".join([place.strip(), *assumed])
            if is_read(game, whole):
                return CompletedPosition(whole + arrow + path, assumed)
    return CompletedPosition(text)


def position_from_fields(game: Game[Any], table: Table) -> TablePosition:
    """The position on a table, matching what was said of it with the fields of the game.

    >>> from perfectplay.games.pig import Pig
    >>> position_from_fields(Pig(), Table(score=40, opponent=70)).position.theirs
    70
    >>> position_from_fields(Pig(), Table(cards="Ah"))
    Traceback (most recent call last):
    perfectplay.errors.PositionError: pig has no --cards; give the position, such as --at 'mine=0
    theirs=0 turn=0 player=0'
    """
    if table.other is not None:
        raise PositionError(f"{game.name} is not played on two scorecards")
    return TablePosition(game.read(complete(game, with_fields(game, table)).text))


def with_fields(game: Game[Any], table: Table, at: str = "") -> str:
    """A position as far as it is told: by what was said of the table, and by fields beside it.

    >>> from perfectplay.games.pig import Pig
    >>> with_fields(Pig(), Table(opponent=70), "mine=40 turn=21")
    'mine=40 turn=21 theirs=70'
    """
    said = {name: getattr(table, name) for name in FIELDS}
    given = {name: value for name, value in said.items() if value not in (None, False)}
    typed = dict(re.findall(r"(\w+)=(\S*)", at))
    if at and (not typed or " > " in at):
        raise PositionError(
            f"--at '{at}' cannot be combined with --{next(iter(given))}; "
            "give the fields of a position, such as --at 'mine=40 turn=21'"
        )
    example = game.text(game.start())
    kinds = [kind for kind in kinds_of(game) if typed.keys() <= {*fields(kind)}]
    if not kinds and typed:
        raise PositionError(
            f"--at '{at}' names a field that {game.name} does not have; write it like '{example}'"
        )
    missing = ["--card"] if table.card is not None else []
    for kind in kinds if not missing else ():
        words = {name: word_of(kind, name, value) for name, value in given.items()}
        if all(words.values()):
            more = [word for name, word in words.items() if not is_typed(game, at, name, word)]
            return " ".join([*([at.strip()] if at else []), *more])
        missing += [f"--{name}" for name, word in words.items() if not word]
    raise PositionError(
        f"{game.name} has no {missing[0]}; give the position, such as --at '{example}'"
    )


def is_typed(game: Game[Any], at: str, name: str, word: str) -> bool:
    """Whether a position says a word already; refused if it says something else there."""
    field = word.partition("=")[0]
    own = re.search(rf"\b{field}=\S*", at)
    if own is None:
        return False
    said = game.read(complete(game, at.replace(own[0], word)).text)
    if said != game.read(complete(game, at).text):
        raise PositionError(f"--{name} says {word}, but --at says {own[0]}; give one of them")
    return True


def word_of(kind: type, name: str, value: Any) -> str:
    """A fact about the table as a word of a position; None if the position has no such field."""
    hints = hints_of(kind)
    for field in FIELDS[name]:
        hint = hints.get(field)
        if hint is None or (name == "dice" and field == "dice" and hint is int):
            continue
        if name == "dice":
            faces = re.findall(r"\d+" if re.search(r"[\s,]", value) else r"\d", value)
            return f"{field}={sum(map(int, faces)) if hint is int else ','.join(faces)}"
        return f"{field}={'yes' if value is True else ','.join(str(value).split())}"
    return ""


FIELDS = {
    "dice": ("roll", "dice", "die"),
    "rerolls": ("rerolls",),
    "score": ("mine", "points", "score"),
    "opponent": ("theirs",),
    "cards": ("cards",),
    "up": ("dealer",),
    "last": ("last",),
}
"""The fields that can hold each thing said of a table."""


def kinds_of(game: Game[Any]) -> list[type]:
    """The kinds of position, that of the start first."""
    first = type(game.start())
    named = [first] if hasattr(first, "_fields") else []
    return list(dict.fromkeys([*named, *game.position_kinds()]))


def usual(game: Game[Any], kind: type, name: str) -> str:
    """The value of a field nobody gave: that of the start, else its default."""
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
