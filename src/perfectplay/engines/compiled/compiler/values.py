"""What the compiler knows of a value: a Python object, or how to compute it at run time.

`Static` is known now, and Python itself evaluates it. All others are made at run time from integers
and floats: `Int`, `Float`, a `RecordValue` of parts, a `Sequence` of elements in arrays, a
`RowValue` of a table of Python objects, or one of several alternatives (`Union`).
"""

from __future__ import annotations

import ast
import dataclasses
import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from perfectplay.engines.compiled.compiler.tree import Const, Expr, Var
from perfectplay.errors import PerfectPlayError

if TYPE_CHECKING:
    from perfectplay.engines.compiled.compiler.places import ElementStore
    from perfectplay.engines.compiled.compiler.tables import ObjectTable

LEAST, MOST = -(1 << 63), (1 << 63) - 1
"""The range of integers at run time; leaving it is a trap."""


class NotCompiledError(PerfectPlayError):
    """Rules that the compiler does not understand: where and why."""


class UnplacedError(NotCompiledError):
    """Something the compiler does not understand, not yet located in the source."""


class DeadEnd(Exception):  # noqa: N818  # not an error: a way that play cannot go on
    """Compilation reached a trap; nothing after it is reachable."""


class Generator(tuple[Any, ...]):
    """The elements of an iterator, which can be used only once."""

    __slots__ = ()


class Missing:
    """The value of a name that has not been assigned."""

    def __repr__(self) -> str:
        return "nothing yet"


MISSING = Missing()


@dataclasses.dataclass(eq=False)
class Static:
    """A Python object known at compile time."""

    obj: Any


@dataclasses.dataclass(eq=False)
class Int:
    """An integer at run time, with its range."""

    expr: Expr
    low: int = LEAST
    high: int = MOST
    is_bool: bool | None = False
    """Whether it is a truth value in Python; None if unknown."""


@dataclasses.dataclass(eq=False)
class Float:
    """A float at run time."""

    expr: Expr


@dataclasses.dataclass(eq=False)
class RecordValue:
    """A tuple, NamedTuple or frozen dataclass of known length."""

    cls: type
    parts: list[Value]


@dataclasses.dataclass(eq=False)
class RowValue:
    """One of the objects of a table."""

    table: ObjectTable
    row: Expr


@dataclasses.dataclass(eq=False)
class Sequence:
    """A list, set or tuple of any length: elements in a store, from some index on."""

    cls: type
    store: ElementStore
    length: Int
    offset: Expr = dataclasses.field(default_factory=lambda: Const(0))
    keys: ElementStore | None = None
    """The keys, if this is a dict; the values are the elements."""
    size: Var | None = None
    """The variable with the length, if the length can change."""
    frozen: bool = False
    """Whether there is a copy elsewhere, so that it must not be modified any more."""
    depth: int = 0
    """The number of loops around the place where it was made."""
    known: set[Any] | None = None
    """The static keys of a dict that has no others."""


@dataclasses.dataclass(eq=False)
class Union:
    """One of several values; a variable says which."""

    tag: Expr
    ways: list[Value]


@dataclasses.dataclass(eq=False)
class Text:
    """A text used only as a label: its hash, and the hash's base raised to its length."""

    hash: Expr
    power: Expr


@dataclasses.dataclass(eq=False)
class Stream:
    """Elements one at a time: `run` writes the loops around the code for each element."""

    run: Callable[[Callable[[Value], None]], None]
    most: int | None = None
    """An upper bound on the number of elements, if known."""
    distinct: bool = False
    """Whether no element occurs twice or, for pairs, no first part."""
    whole: bool = True
    """Whether `distinct` refers to elements rather than to the first parts of pairs."""
    cls: type = list


@dataclasses.dataclass(eq=False)
class FunctionValue:
    """A function of the rules, with the names it sees around it."""

    node: ast.FunctionDef | ast.Lambda
    scope: Scope
    bound: tuple[Value, ...] = ()
    seen: dict[str, Value] = dataclasses.field(default_factory=dict)
    frame: Any = None
    owner: Any = None
    """The Python function it comes from, if any."""
    defaults: dict[str, Value] = dataclasses.field(default_factory=dict)
    """The defaults of its parameters, if it comes from none."""


@dataclasses.dataclass(eq=False)
class Method:
    """A method of a value."""

    of: Value
    name: str


@dataclasses.dataclass(eq=False)
class FinalValue:
    """A final position with a payoff."""

    payoff: Value


@dataclasses.dataclass(eq=False)
class GainValue:
    """Points on the way to another place."""

    points: Value
    then: Value


@dataclasses.dataclass(eq=False)
class ChanceValue:
    """Outcomes one at a time, each with its weight, and their total (None: the sum of weights)."""

    run: Callable[[Callable[[Value, Value], None]], None]
    total: Value | None
    checked: bool = False
    """Whether the weights are known to add up to the total."""


@dataclasses.dataclass(eq=False)
class Node:
    """A node that has been written, as a range of the program so far."""

    start: Expr
    end: Expr
    kind: type


Value: TypeAlias = (
    Static
    | Int
    | Float
    | RecordValue
    | RowValue
    | Sequence
    | Union
    | Text
    | Stream
    | FunctionValue
    | Method
    | FinalValue
    | GainValue
    | ChanceValue
    | Node
)


@dataclasses.dataclass(eq=False)
class Scope:
    """Where a function is defined: its globals, and the file to name in errors."""

    names: dict[str, Any]
    file: str
    name: str = ""


OWN = (
    *("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__bool__", "__len__"),
    *("__iter__", "__getitem__", "__contains__", "__reversed__", "__getattribute__"),
    *("__getattr__", "__new__", "__init__", "__post_init__"),
)
"""What a class of tuples might override, besides operators."""


@functools.cache
def is_plain(cls: type) -> bool:
    """Whether a class is just a tuple, NamedTuple or frozen dataclass."""
    if cls in (tuple, list):
        return True
    if issubclass(cls, tuple):
        return hasattr(cls, "_fields") and not any(is_written(cls, name) for name in OWN)
    parameters = getattr(cls, "__dataclass_params__", None)
    if parameters is None or not (parameters.frozen and parameters.eq):
        return False
    fields = dataclasses.fields(cls)  # type: ignore[arg-type]  # as it is a dataclass
    return not any(is_written(cls, name) for name in OWN) and all(
        each.init and each.compare and not each.kw_only for each in fields
    )


def is_written(cls: type, name: str) -> bool:
    """Whether a class defines a method in Python source."""
    found = getattr(cls, name, None)
    code = getattr(found, "__code__", None)
    return code is not None and not code.co_filename.startswith("<")


def is_passing(value: Value) -> bool:
    """Whether a value can be iterated over only once."""
    match value:
        case Static(obj):
            return isinstance(obj, Generator)
        case RecordValue(cls) | Sequence(cls):
            return cls is Generator
        case Stream():
            return value.cls is Generator
        case RowValue(table):
            return any(isinstance(obj, Generator) for obj in table.known)
        case Union(_, ways):
            return any(map(is_passing, ways))
    return False


def name_of(value: Value) -> str:
    """What a value is, for error messages."""
    match value:
        case Static(obj):
            return f"{type(obj).__name__} {obj!r}"[:60]
        case RecordValue(cls):
            return f"a {cls.__name__}"
        case Sequence(cls):
            return f"a {cls.__name__} made at run time"
        case RowValue(table):
            known = sorted({type(obj).__name__ for obj in table.objects})
            return f"a {' or '.join(known) or 'value'} of a table"
        case Union(_, ways):
            return " or ".join(sorted({name_of(way) for way in ways}))[:80]
        case _:
            return f"{type(value).__name__.lower()} made at run time"
