"""Rules that say which positions can occur, for engines that do not enumerate them."""

from __future__ import annotations

import typing
from collections.abc import Hashable
from numbers import Real
from typing import Any

from perfectplay.errors import PositionError
from perfectplay.model.game import Game, Position
from perfectplay.model.nodes import Inline
from perfectplay.model.text import hints_of


class Checked(Game[Position]):
    """A game of a family that has its own engine."""

    def kinds(self) -> tuple[type, ...]:
        """The kinds of position that these parameters allow."""
        return (type(self.start()),)

    def complaint(self, position: Any) -> str:
        """Why a position of the right kind cannot occur; None if it can."""
        raise NotImplementedError

    def require(self, position: Hashable) -> Any:
        """The position itself, or that of a node in place below one, if it can occur.

        >>> from perfectplay.games.farkle import Farkle
        >>> farkle = Farkle()
        >>> farkle.require(farkle.start())
        PushSolo(mine=0, turn=0, dice=6, roll=())
        >>> farkle.require(farkle.start()._replace(turn=50))
        Traceback (most recent call last):
        perfectplay.errors.PositionError: the position mine=0 turn=50 dice=6 roll=- of farkle
        cannot occur: no dice that are set aside leave 6 to throw and 50 points
        """
        if isinstance(position, Inline):
            return Inline(self.require(position.position), position.path)
        if type(position) not in self.kinds():
            raise self.misfit(position)
        kind: Any = type(position)
        hints = hints_of(kind)
        parts = list(map(plain, typing.cast(tuple[Any, ...], position)))
        if not all(fits(part, hints[name]) for name, part in zip(kind._fields, parts, strict=True)):
            raise self.misfit(position)
        whole = kind(*parts)
        if complaint := self.complaint(whole):
            raise PositionError(
                f"the position {self.text(whole)} of {self.name} cannot occur: {complaint}"
            )
        return whole

    def misfit(self, position: Hashable) -> PositionError:
        """The message for something that is not a position at all."""
        return PositionError(
            f"{position!r} is not a position of {self.name}; write it like "
            f"'{self.text(self.start())}'"
        )


def plain(value: Any) -> Any:
    """A value as positions hold it, with NumPy's integers turned into Python's own.

    >>> plain((3.0, True, "x"))
    (3, True, 'x')
    """
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    if isinstance(value, Real) and not isinstance(value, (bool, int)) and value % 1 == 0:
        return int(typing.cast(float, value))
    return value


def fits(value: Any, hint: Any) -> bool:
    """Whether a value has the type that a position declares for its field.

    >>> fits((1, 2), tuple[int, ...]), fits((1, "2"), tuple[int, ...]), fits("x", int)
    (True, False, False)
    """
    arguments = typing.get_args(hint)
    if typing.get_origin(hint) is tuple:
        return type(value) is tuple and all(fits(each, arguments[0]) for each in value)
    if typing.get_origin(hint) is typing.Literal:
        return value in arguments
    return type(value) is hint
