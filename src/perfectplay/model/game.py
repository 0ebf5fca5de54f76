"""A game: where it starts, and what there is at each position. Everything else follows."""

from __future__ import annotations

import dataclasses
import re
import typing
from collections.abc import Hashable, Iterable
from types import FunctionType
from typing import Any, ClassVar, Generic, TypeVar, dataclass_transform

from perfectplay.errors import ModelError, ParameterError, did_you_mean
from perfectplay.model import text as texts
from perfectplay.model.nodes import Inline, Label, Node, Number, position_of
from perfectplay.model.parameters import Parameter, declared_by, parameter, read_words, spell
from perfectplay.model.table import Table, TablePosition
from perfectplay.model.text import write_value
from perfectplay.model.view import Counter, Event, View, brought
from perfectplay.objectives import Objective, Score

if typing.TYPE_CHECKING:
    from perfectplay.model.scorecard import Scorecard

Position = TypeVar("Position", bound=Hashable)

SEATS = ("the first player", "the second player")
"""What the words of a game for two call its players, unless they have names."""


class Extent(typing.NamedTuple):
    """How many options and outcomes the rules of a game have: at least, and roughly."""

    least: int
    about: int


@dataclass_transform(frozen_default=True, field_specifiers=(parameter, dataclasses.field))
class Game(Generic[Position]):
    """A finite game of chance for one player, or for two with opposite interests.

    Subclass it and say where play starts and what there is at each position. Annotated class
    attributes are the game's parameters. A position is any hashable value: the least information
    that affects what happens next. Points on the way (`Gain`) are added up for you.

    >>> from icepool import d6
    >>> from perfectplay import Chance, Choice, Final, Game, solve
    >>> class OneReroll(Game):
    ...     '''Roll a die; keep it, or roll once more.'''
    ...     def start(self):
    ...         return "start"
    ...     def at(self, position):
    ...         if position == "start":
    ...             return Chance.of(d6)
    ...         return Choice({"keep": Final(position), "reroll": Chance.of(d6, Final)})
    >>> solve(OneReroll(), exact=True).value
    Fraction(17, 4)

    Positions that are NamedTuples are written and read as `field=value` words. If there are several
    kinds of position, name them: `class Mine(Game[Turn | Roll])`.
    """

    players: ClassVar[int] = 1
    endless: ClassVar[Number] = 0
    """The payoff of play that never ends, on top of the points on the way."""
    name: ClassVar[str] = "game"
    title: ClassVar[str] = ""
    """The title in print, if it differs from the name."""
    family: ClassVar[str] = ""
    """The family of games it belongs to, which has its own engines; most games have none."""
    _wrong: ClassVar[str] = ""
    """What is wrong with the declared parameters; raised when such a game is made."""

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if "name" not in vars(cls):
            cls.name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", cls.__name__).lower()
        written = cls.__doc__
        cls._wrong = cls._wrong or declare(cls)
        cls.__doc__ = written  # without one, a dataclass would have made up a docstring

    def __new__(cls, *values: Any, **named: Any) -> typing.Self:
        known = cls.parameters()
        by_place = [name for name, each in known.items() if not each.by_name]
        if len(values) > len(by_place):
            raise ParameterError(
                f"{cls.name} takes {len(by_place)} parameters in order "
                f"({', '.join(by_place) or 'none'}), not {len(values)}"
            )
        for name in named:
            if name not in known:
                hint = did_you_mean(name, known)
                raise ParameterError(f"{cls.name} has no parameter '{name}'; {hint}")
            if name in by_place[: len(values)]:
                raise ParameterError(f"{cls.name}: '{name}' is given twice; give it once")
        return super().__new__(cls)

    def __post_init__(self) -> None:
        for name, declared in self.parameters().items():
            value = declared.check(getattr(self, name), self.name)
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        known = self.parameters()
        arguments = [
            f"{name}={value!r}"
            for name, value in self.parameter_values.items()
            if not (known[name].quiet and value == known[name].default)
        ]
        return f"{type(self).__qualname__}({', '.join(arguments)})"

    def start(self) -> Position:
        """The position the game starts from."""
        raise ModelError(
            f"{type(self).__name__} has no start(); give the position play starts from"
        )

    def at(self, position: Position) -> Node:  # noqa: ARG002  # for a subclass to use
        """What there is at a position: a `Final`, a `Choice` or a `Chance`."""
        raise ModelError(f"{type(self).__name__} has no at(position); say what there is at each")

    def ask(self, position: Position) -> Node:
        """The result of `at`; an exception inside it is reported with the position."""
        try:
            return self.at(position)
        except Exception as error:
            error.add_note(f"it was asked for the position {self.text(position)}")
            raise

    def canonical(self, position: Position) -> Position:
        """The position that represents all those equivalent to it by a symmetry of the game.

        Large games are solved for representatives alone. By default every position represents
        itself.
        """
        return position

    # What rules may say about themselves, so that no caller needs to know their kind

    def extent(self) -> Extent | None:
        """How large the game is, if its rules say so without being explored."""
        return None

    def check_rules(self) -> None:
        """Check rules that can be checked as a whole, and refuse invalid ones before a solve."""

    @property
    def fingerprint(self) -> str:
        """What tells these rules apart from others of the same class with the same parameters."""
        return ""

    @property
    def card(self) -> Scorecard | None:
        """The scorecard the game is played on, if any."""
        return None

    def declaration(self) -> Any:
        """The rules as plain data if they are nothing else; None if they are code."""
        return None

    def position_from_table(self, table: Table) -> TablePosition:
        """The position that players see on their table, in a game played at one."""
        from perfectplay.model.completing import position_from_fields

        return position_from_fields(self, table)

    def begins_turn(self, position: Position) -> bool | None:  # noqa: ARG002  # for a subclass
        """Whether a new turn begins at a position; None leaves that to the default rule.

        By default, a turn is everything one player does until the other is to move; in a game for
        one, every decision is a turn.
        """
        return None

    def objective(self) -> Objective:
        """What to optimise unless the user says otherwise."""
        return Score()

    def meaning(self, objective: Objective) -> str:
        """What the value for an objective means, in words; override it to say it better."""
        return objective.meaning

    @classmethod
    def parameters(cls) -> dict[str, Parameter]:
        """The game's parameters by name, in the order they were declared."""
        if cls._wrong:
            raise ModelError(cls._wrong)
        return {**declared_by(cls)} if dataclasses.is_dataclass(cls) else {}

    @classmethod
    def from_words(cls, words: Iterable[str]) -> typing.Self:
        """The game with parameters given as `name=value` words.

        >>> from perfectplay.games.coins import Coins
        >>> Coins.from_words(["coins=3", "target=5"])
        Coins(coins=3, target=5)
        """
        return cls(**read_words(words, cls.parameters(), cls.name))

    def for_words(self, words: Iterable[str]) -> typing.Self:
        """The same game with parameters given as `name=value` words.

        >>> from perfectplay.games.coins import Coins
        >>> Coins(coins=3).for_words(["target=5"])
        Coins(coins=3, target=5)
        """
        given = read_words(words, self.parameters(), self.name)
        return dataclasses.replace(self, **given)  # type: ignore[type-var]  # any game is one

    @classmethod
    def summary(cls) -> str:
        """The first line of the game's docstring."""
        return (cls.__doc__ or "").strip().partition("\n")[0]

    @property
    def parameter_values(self) -> dict[str, Any]:
        """The values of this game's parameters."""
        return {name: getattr(self, name) for name in self.parameters()}

    @property
    def words(self) -> list[str]:
        """The parameters as `name=value` words, without quiet ones that have their default.

        >>> from perfectplay.games.coins import Coins
        >>> Coins(coins=3).words
        ['coins=3', 'target=10']
        """
        known = self.parameters()
        return [
            f"{name}={spell(value)}"
            for name, value in self.parameter_values.items()
            if not (known[name].quiet and value == known[name].default)
        ]

    def text(self, position: Hashable) -> str:
        """A position as text that `read` understands."""
        if isinstance(position, Inline):
            return str(position._replace(position=Words(self.text(position.position))))
        return texts.write(position)

    def read(self, text: str) -> Hashable:
        """The position that a text describes."""
        return texts.read(text, self.position_kinds())

    def describe(self, position: Hashable) -> str:
        """A position in words, for a player; override it to say it better.

        >>> from perfectplay.games.coins import Coins, Purse
        >>> Coins().describe(Purse(3, 4))
        'coins 3, points 4'
        """
        if isinstance(position, Inline):
            path = " > ".join(map(str, position.path))
            return f"{self.describe(position.position)} > {path}"
        fields = self.row_of(position)
        if "position" in fields:
            return self.text(position)
        return ", ".join(f"{name} {write_value(value)}" for name, value in fields.items())

    def describe_option(self, position: Hashable, option: Label) -> str:  # noqa: ARG002  # for a subclass
        """An option as players would say it at a position; override it to say it better."""
        return str(option)

    def describe_outcome(self, before: Hashable, after: Hashable) -> str:  # noqa: ARG002  # for a subclass
        """What chance brought between two positions; empty if the second one already says it."""
        return ""

    def view(self, position: Position) -> View:
        """What lies on the table; by default one counter for each field.

        >>> [(piece.name, piece.value) for piece in Game().view((5, "heads")).pieces]
        [('position', "(5, 'heads')")]
        """
        fields = self.row_of(position)
        known = getattr(position, "_fields", ())
        return View(
            tuple(
                Counter(name, value if type(value) is int else write_value(value), field=field)
                for name, value in fields.items()
                for field in [name if name in known else ""]
            )
        )

    def event(self, before: Hashable, after: Hashable) -> Event:
        """What chance brought between two places; by default, how their views differ."""
        old, new = typing.cast(tuple[Position, Position], (position_of(before), position_of(after)))
        return Event(() if old == new else brought(self.view(old), self.view(new)))

    def row_of(self, position: Hashable) -> dict[str, Any]:
        """A position as a row of a table: its fields, or its text."""
        if not (isinstance(position, tuple) and hasattr(position, "_fields")):
            return {"position": self.text(position)}
        return {
            name: value if value is None or isinstance(value, (int, str)) else write_value(value)
            for name, value in zip(position._fields, position, strict=True)
        }

    def position_kinds(self) -> list[type]:
        """The NamedTuples given as `Game[...]`; if none, that of the start, if it is one."""
        for base in getattr(type(self), "__orig_bases__", ()):
            for argument in typing.get_args(base):
                kinds = [argument, *typing.get_args(argument)]
                if named := [kind for kind in kinds if hasattr(kind, "_fields")]:
                    return named
        first = type(self.start())
        return [first] if hasattr(first, "_fields") else []


def declare(rules: type) -> str:
    """Turn a class's annotated attributes into parameters; return what is wrong with them.

    Nothing is raised here, so that the other classes in the same file can still be used.
    """
    try:
        dataclasses.dataclass(frozen=True, repr=False)(rules)
    except (TypeError, ValueError) as error:
        return f"{rules.__name__}: {error}"
    taken = [
        name
        for name in vars(rules)["__dataclass_fields__"]
        if isinstance(vars(Game).get(name), (property, classmethod, FunctionType))
    ]
    for name in {*taken} & vars(rules).keys():
        delattr(rules, name)  # so that the class is still usable
    if not taken:
        return ""
    return (
        f"{rules.__name__}: every game answers to '{taken[0]}', so it cannot be a parameter; "
        "give it another name"
    )


class Words(str):
    """A text used in place of a position."""

    __slots__ = ()
