"""A game's parameters: typed, with ranges, so that lists and errors can name them."""

from __future__ import annotations

import dataclasses
import functools
import math
import types
import typing
from collections.abc import Iterable
from typing import Any, Literal

from perfectplay.errors import ModelError, ParameterError, did_you_mean


def parameter(
    default: Any,
    low: float | None = None,
    high: float | None = None,
    doc: str = "",
    *,
    quiet: bool = False,
    kw_only: bool = False,
    played_to: float | None = None,
) -> Any:
    """Declare a game's parameter with its default, its range and a word on what it means.

    A quiet parameter is left out of the game's name while it has its default. Parameters are given
    in order or by name; a `kw_only` one, only by name. If high values make positions too large to
    play through one by one, the checks use values up to `played_to`.

    >>> from perfectplay import Game
    >>> class Walk(Game):
    ...     steps: int = parameter(default=3, low=1, high=10, doc="steps to take")
    >>> print(Walk.parameters()["steps"])
    steps=3 (1 to 10): steps to take
    """
    details = {"low": low, "high": high, "doc": doc, "quiet": quiet, "played_to": played_to}
    return dataclasses.field(default=default, kw_only=kw_only, metadata=details)


@dataclasses.dataclass(frozen=True)
class Parameter:
    """One parameter of a game, as its class declares it."""

    name: str
    type: type
    default: Any
    low: float | None = None
    high: float | None = None
    choices: tuple[Any, ...] = ()
    doc: str = ""
    quiet: bool = False
    by_name: bool = False
    """Whether it can only be given by name."""
    played_to: float | None = None

    @classmethod
    def declared(cls, field: dataclasses.Field[Any], hint: Any) -> Parameter:
        """Read a parameter off a dataclass field and its resolved type hint."""
        choices: tuple[Any, ...] = ()
        if typing.get_origin(hint) is Literal:
            choices = typing.get_args(hint)
            hint = type(choices[0])
        if not isinstance(hint, type) or isinstance(hint, types.GenericAlias):
            raise ModelError(
                f"parameter {field.name} has type {hint}; use int, float, bool, str or a Literal"
            )
        if field.default is dataclasses.MISSING:
            raise ModelError(f"parameter {field.name} has no default; give it one")
        details = {"by_name": field.kw_only, **field.metadata}
        return cls(field.name, hint, field.default, choices=choices, **details)

    @property
    def range(self) -> str:
        """The values it accepts, in words: '1 to 10', 'on or off', 'forced, free or none'."""
        if self.choices:
            *others, last = map(str, self.choices)
            return f"{', '.join(others)} or {last}" if others else last
        if self.type is bool:
            return "on or off"
        if self.low is not None and self.high is not None:
            return f"{self.low} to {self.high}"
        if self.low is not None:
            return f"{self.low} or more"
        return "any" if self.high is None else f"{self.high} or less"

    @property
    def wanted(self) -> str:
        """What a value has to be: 'a whole number from 1 to 10'."""
        kind = {int: "a whole number", float: "a number", str: "a word"}.get(self.type, "")
        if self.choices or self.type is bool:
            return self.range
        if self.low is not None and self.high is not None:
            return f"{kind} from {self.range}"
        return kind if self.range == "any" else f"{kind}, {self.range}"

    def __str__(self) -> str:
        text = f"{self.name}={spell(self.default)} ({self.range})"
        return f"{text}: {self.doc}" if self.doc else text

    def check(self, value: Any, game: str) -> Any:
        """The value itself if the parameter accepts it; else an error that names the parameter."""
        if self.type is float and type(value) is int:
            value = float(value)
        fits = type(value) is self.type and (not self.choices or value in self.choices)
        if fits and self.type in (int, float):
            fits = self.type is int or math.isfinite(value)
            fits = fits and (self.low is None or value >= self.low)
            fits = fits and (self.high is None or value <= self.high)
        if not fits:
            raise ParameterError(f"{game}: {self.name}={spell(value)} is not {self.wanted}")
        return value

    def read(self, text: str, game: str) -> Any:
        """The value that a word on the command line stands for."""
        value: Any = text
        if self.type is bool:
            value = SWITCHES.get(text.lower())
        elif self.type in (int, float):
            try:
                value = self.type(text)
            except ValueError:
                value = None
        if value is None:
            raise ParameterError(f"{game}: {self.name}={text} is not {self.wanted}")
        return self.check(value, game)


@functools.cache
def declared_by(rules: type) -> dict[str, Parameter]:
    """A class's parameters by name; cached, since resolving type hints is slow."""
    hints = typing.get_type_hints(rules)
    return {
        field.name: Parameter.declared(field, hints[field.name])
        for field in dataclasses.fields(rules)
    }


SWITCHES = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


def spell(value: Any) -> str:
    """A parameter's value as the word that `Parameter.read` takes for it.

    >>> spell(True), spell(45)
    ('on', '45')
    """
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def read_words(words: Iterable[str], known: dict[str, Parameter], game: str) -> dict[str, Any]:
    """Parameters from `name=value` words, checked one by one.

    >>> read_words(["steps=4"], {"steps": Parameter("steps", int, 3, 1, 10)}, "walk")
    {'steps': 4}
    """
    values: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if name not in known:
            raise ParameterError(f"{game} has no parameter '{name}'; {did_you_mean(name, known)}")
        if not equals:
            raise ParameterError(f"{game}: '{word}' lacks a value; write {known[name].name}=VALUE")
        if name in values:
            raise ParameterError(f"{game}: {name} is given twice")
        values[name] = known[name].read(text, game)
    return values
