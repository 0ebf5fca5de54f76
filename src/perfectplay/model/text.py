"""Positions as text, for the command line, tables and files: written, and read back.

A position that is a NamedTuple is written `field=value field=value`, by its type hints:

>>> from typing import NamedTuple
>>> class Turn(NamedTuple):
...     open: tuple[str, ...]
...     roll: int
...     last: bool = False
>>> write(Turn(("x3", "bin"), 6))
'open=x3,bin roll=6 last=no'
>>> read("open=x3, bin roll=6", [Turn])
Turn(open=('x3', 'bin'), roll=6, last=False)

Any other position is written as Python writes it and read back if it is made of plain values:

>>> read(write((5, "heads")), [])
(5, 'heads')
"""

from __future__ import annotations

import ast
import functools
import re
import types
import typing
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import Any

from perfectplay.errors import PositionError

NOTHING = "-"
"""How an empty tuple or set is written."""


def write(position: Hashable) -> str:
    """The text of a position."""
    if isinstance(position, tuple) and hasattr(position, "_fields"):
        values = zip(position._fields, position, strict=True)
        return " ".join(f"{name}={write_value(value)}" for name, value in values)
    return write_plain(position)


def write_plain(value: object) -> str:
    """A value as Python writes it, but with the members of a set in one fixed order."""
    if type(value) is tuple:
        parts = ", ".join(map(write_plain, value))
        return f"({parts},)" if len(value) == 1 else f"({parts})"
    if type(value) is frozenset and value:
        return f"frozenset({{{', '.join(sorted(map(write_plain, value)))}}})"
    return repr(value)


def write_value(value: object) -> str:
    """The text of one field."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(map(write_value, value)) or NOTHING
    if isinstance(value, frozenset):
        return ",".join(sorted(map(write_value, value))) or NOTHING
    return str(value)


def read(text: str, kinds: Sequence[type]) -> Hashable:
    """The position that a text describes; `kinds` are the NamedTuples it may be."""
    if kinds:
        return read_fields(text, kinds)
    try:
        position = literal(ast.parse(text.strip(), mode="eval").body)
        hash(position)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        raise PositionError(f"'{text}' is not a position; write it like (5, 0)") from None
    return position


def literal(tree: ast.expr) -> Hashable:
    """The value of a literal: what Python counts as one, and frozensets."""
    match tree:
        case ast.Tuple(elts=parts):
            return tuple(map(literal, parts))
        case ast.Call(func=ast.Name(id="frozenset"), args=[ast.Set(elts=parts)], keywords=[]):
            return frozenset(map(literal, parts))
        case ast.Call(func=ast.Name(id="frozenset"), args=[], keywords=[]):
            return frozenset()
        case _:
            value: Hashable = ast.literal_eval(tree)
            return value


def read_fields(text: str, kinds: Sequence[type]) -> Hashable:
    """The NamedTuple whose fields a text gives; defaults fill the rest."""
    words: dict[str, str] = {}
    for word in re.split(r"\s+(?=\w+=)", text.strip()):
        name, equals, value = word.partition("=")
        if not equals or name in words:
            raise PositionError(f"'{text}' is not a position; {patterns(kinds)}")
        words[name] = value
    for kind in kinds:
        required = [name for name in fields(kind) if name not in defaults(kind)]
        if set(required) <= set(words) <= set(fields(kind)):
            hints = hints_of(kind)
            try:
                values = {name: read_value(value, hints[name]) for name, value in words.items()}
            except (ValueError, KeyError) as error:
                raise PositionError(f"'{text}' is not a position: {error}") from None
            return typing.cast(Hashable, kind(**values))
    raise PositionError(f"'{text}' is not a position; {patterns(kinds)}")


@functools.cache
def hints_of(kind: type) -> dict[str, Any]:
    """The type hints of a NamedTuple class."""
    return typing.get_type_hints(kind)


def read_value(text: str, hint: Any) -> Any:
    """The value of one field, by its type hint."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (tuple, frozenset):
        parts = [] if text == NOTHING else [part.strip() for part in text.split(",")]
        if origin is tuple and arguments and Ellipsis not in arguments:
            return tuple(map(read_value, parts, arguments))
        inner = arguments[0] if arguments else str
        return origin(read_value(part, inner) for part in parts)
    if origin in (types.UnionType, typing.Union):
        if text == "None" and type(None) in arguments:
            return None
        hint = next(option for option in arguments if option is not type(None))
    if hint is bool:
        if text not in ("yes", "no"):
            raise ValueError(f"'{text}' is not yes or no")
        return text == "yes"
    if hint in (int, float, Fraction):
        return typing.cast(Callable[[str], Any], hint)(text)
    return text


def fields(kind: type) -> tuple[str, ...]:
    """The field names of a NamedTuple class."""
    return typing.cast(tuple[str, ...], kind._fields)  # type: ignore[attr-defined]  # a NamedTuple


def defaults(kind: type) -> dict[str, Any]:
    """The default values of a NamedTuple class."""
    return typing.cast(dict[str, Any], kind._field_defaults)  # type: ignore[attr-defined]  # same


def patterns(kinds: Sequence[type]) -> str:
    """The shape of a position, for error messages."""
    shapes = (
        " ".join(
            f"[{name}=...]" if name in defaults(kind) else f"{name}=..." for name in fields(kind)
        )
        for kind in kinds
    )
    return "write it like " + " or ".join(f"'{shape}'" for shape in shapes)
