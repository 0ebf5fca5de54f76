"""What a file stores as text: labels, paths of nodes, and positions that are not rows."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable
from typing import Any

from perfectplay.errors import FileError, PositionError
from perfectplay.model.game import Game


def joined(texts: Iterable[str]) -> array[int]:
    """Texts as a column, one per line.

    >>> split(joined(["one", "two"]))
    ['one', 'two']
    """
    return array("B", "\n".join(texts).encode())


def split(column: Any) -> list[str]:
    """The texts in a column."""
    return bytes(column).decode().split("\n") if len(column) else []


def readable_text(game: Game[Any], position: Hashable) -> str:
    """The text of a position, checked to be readable."""
    text = game.text(position)
    try:
        back = game.read(text)
        same = back == position and type(back) is type(position)
    except PositionError:
        same = False
    if not same or "\n" in text:
        raise PositionError(
            f"{game.name} cannot be kept in a file: {position!r} is not read back from its text "
            f"'{text}'; name its kind, as class {type(game).__name__}(Game[KIND]), or override "
            "text and read"
        )
    return text


def storable(label: Hashable) -> Any:
    """A label in JSON: numbers, words, and tuples of them."""
    if isinstance(label, tuple):
        return [storable(part) for part in label]
    if label is None or isinstance(label, (bool, int, float, str)):
        return label
    raise FileError(f"the label {label!r} cannot be stored; use words, numbers or tuples of them")


def hashable(label: Any) -> Any:
    """A label, or a path of labels, from its JSON."""
    if isinstance(label, dict):
        raise ValueError("its labels do not fit")  # noqa: TRY004  # it is a file's fault
    return tuple(map(hashable, label)) if isinstance(label, list) else label
