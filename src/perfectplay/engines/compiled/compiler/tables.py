"""Python objects as numbered rows, and what code needs to know of them as columns of numbers.

Anything that depends on a single row is computed by Python, once per row. The results of a helper
called with numbers are found by these numbers (`Memo`); for numbers not seen before, Python
computes the result, and the table grows.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import (
    Callable,
    Hashable,
    ItemsView,
    Iterable,
    Iterator,
    KeysView,
    Sequence,
    ValuesView,
)
from typing import Any

from perfectplay.engines.compiled.compiler.tree import Type
from perfectplay.engines.compiled.compiler.values import LEAST, MOST, Generator
from perfectplay.engines.compiled.layout import fields_of


class Failed:
    """Marks a row for which Python raised an error."""


FAILED = Failed()


class ObjectTable:
    """Objects in rows; tables derived from it have the same rows."""

    def __init__(
        self, tables: CompiledTables, objects: Iterable[Any], *, grows: bool = False
    ) -> None:
        self.tables, self.grows = tables, grows
        self.objects: list[Any] = list(objects)
        self.known = [obj for obj in self.objects if obj is not FAILED]
        """The objects, without errors."""
        self.guarded = len(self.known) < len(self.objects)
        """Whether some row has no object, so that code must check before using one."""
        self.root: ObjectTable = self
        self.fn: Callable[..., Any] | None = None
        self.parents: list[ObjectTable] = []
        self.derived: dict[Hashable, ObjectTable] = {}
        self.columns: dict[Hashable, tuple[int, Callable[[Any], int | float]]] = {}
        self.child: tuple[int, int, ObjectTable] | None = None

    def derive(
        self, key: Hashable, fn: Callable[..., Any], parents: Sequence[ObjectTable] = ()
    ) -> ObjectTable:
        """The table of a function's results for the object (or objects) in each row."""
        root = self.root
        key = (key, *(id(parent) for parent in parents or [self]))
        if key not in root.derived:
            made = ObjectTable(self.tables, [], grows=root.grows)
            made.root, made.fn, made.parents = root, fn, list(parents) or [self]
            root.derived[key] = made
            made.fill()
        return root.derived[key]

    def fill(self) -> None:
        """Compute the objects of all rows, before there are any columns."""
        assert self.fn is not None
        fn, given = self.fn, [parent.objects for parent in self.parents]
        if len(given) == 1:
            self.objects = [obj if obj is FAILED else attempt(fn, obj) for obj in given[0]]
        else:
            self.objects = [
                FAILED if any(obj is FAILED for obj in row) else attempt(fn, *row)
                for row in zip(*given, strict=True)
            ]
        self.known = [obj for obj in self.objects if obj is not FAILED]
        self.guarded = len(self.known) < len(self.objects)

    def append(self, row: int) -> None:
        """Compute the object of a row."""
        assert self.fn is not None
        given = [parent.objects[row] for parent in self.parents]
        self.take(FAILED if any(obj is FAILED for obj in given) else attempt(self.fn, *given))

    def take(self, obj: Any) -> bool:
        """Add a row; returns whether all columns could store it."""
        self.objects.append(obj)
        if obj is FAILED:
            self.guarded = True
        else:
            self.known.append(obj)
        fine = True
        for number, fn in self.columns.values():
            value = FAILED if obj is FAILED else attempt(fn, obj)
            fine = fine and value is not FAILED
            self.tables.columns[number].append(0 if value is FAILED else value)
        if self.child is not None:
            fine = self.add_children(obj) and fine
        return fine

    def grow(self, obj: Any) -> bool:
        """Add a row here and in all derived tables; returns whether code may use it."""
        fine = self.take(obj)
        for each in self.derived.values():
            before = each.guarded
            each.append(len(self.objects) - 1)
            fine = fine and (before or each.objects[-1] is not FAILED)
        return fine

    def column(self, key: Hashable, fn: Callable[[Any], int | float], kind: Type = "int") -> int:
        """The column of a function's numbers, one for each object."""
        if key not in self.columns:
            number = self.tables.new_column(kind)
            self.columns[key] = number, fn
            values = [0 if obj is FAILED else attempt(fn, obj) for obj in self.objects]
            if FAILED in values:
                raise TypeError(key)
            self.tables.columns[number] += values
        return self.columns[key][0]

    def there(self) -> int:
        """The column that marks rows which have an object."""
        if "there" not in self.columns:
            number = self.tables.new_column("int")
            self.columns["there"] = number, lambda _: 1
            self.tables.columns[number] += [int(obj is not FAILED) for obj in self.objects]
        return self.columns["there"][0]

    def children(self) -> tuple[int, int, ObjectTable]:
        """The elements of all objects, concatenated: where each begins, and how many there are."""
        if self.child is None:
            starts, lengths = self.tables.new_column("int"), self.tables.new_column("int")
            self.child = starts, lengths, ObjectTable(self.tables, [], grows=self.root.grows)
            for obj in self.objects:
                self.add_children(obj)
        return self.child

    def add_children(self, obj: Any) -> bool:
        """Add the elements of another object."""
        assert self.child is not None
        starts, lengths, child = self.child
        items = FAILED if obj is FAILED else attempt(list, obj)
        given = [] if isinstance(items, Failed) else items
        self.tables.columns[starts].append(len(child.objects))
        self.tables.columns[lengths].append(len(given))
        fine = [child.grow(item) for item in given]
        return all(fine) and items is not FAILED


def attempt(fn: Callable[..., Any], *given: Any) -> Any:
    """The result of a function, or `FAILED` if it raises an error."""
    try:
        return settled(fn(*given))
    except Exception:  # noqa: BLE001  # whatever rules may raise: they will raise it themselves
        return FAILED


def settled(obj: Any) -> Any:
    """An object that can be used repeatedly: an iterator becomes a tuple of its elements."""
    kept = keeper_of(obj.__class__)
    return kept(obj) if kept else obj


@functools.cache
def keeper_of(kind: type) -> Callable[[Any], Any] | None:
    """How to convert objects of a kind that cannot be used repeatedly, if so."""
    if issubclass(kind, Iterator):
        return Generator
    return tuple if issubclass(kind, (KeysView, ValuesView, ItemsView)) else None


def whole(obj: Any) -> int:
    """A whole number in the form code can use."""
    if not isinstance(obj, int) or not LEAST <= obj <= MOST:
        raise TypeError(obj)
    return int(obj)


@dataclasses.dataclass(eq=False)
class Memo:
    """A helper's results by its arguments, which are words: their rows in a table."""

    fn: Callable[..., Any]
    decode: Callable[[Sequence[int]], list[Any]]
    table: ObjectTable
    rows: dict[tuple[int, ...], int] = dataclasses.field(default_factory=dict)

    def answer(self, words: Sequence[int]) -> int:
        """The row for some words, computed by Python if new; -1 if that fails."""
        key = tuple(map(int, words))
        if key not in self.rows:
            obj = attempt(lambda: self.fn(*self.decode(key)))
            fine = obj is not FAILED and self.table.grow(obj)
            self.rows[key] = len(self.table.objects) - 1 if fine else -1
        return self.rows[key]


class ObjectNumbers:
    """Numbers objects: those with equal keys get the same number."""

    def __init__(self, key: Callable[[Any], Hashable]) -> None:
        self.key = key
        self.numbers: dict[Hashable, int] = {}
        self.objects: list[Any] = []

    def number(self, obj: Any) -> int:
        """The number of an object."""
        number = self.numbers.setdefault(self.key(obj), len(self.numbers))
        if number == len(self.objects):
            self.objects.append(obj)
        return number


def typed(obj: Any) -> Hashable:
    """A key that is equal only for objects that cannot be told apart.

    >>> typed((1, 2)) == typed((1, 2)), typed((1, 2)) == typed((True, 2.0))
    (True, False)
    """
    if isinstance(obj, tuple) or dataclasses.is_dataclass(obj):
        return type(obj), *map(typed, fields_of(obj))
    return type(obj), repr(obj) if isinstance(obj, float) else obj


class CompiledTables:
    """All columns and memo tables of a game's rules."""

    def __init__(self) -> None:
        self.columns: list[list[int | float]] = []
        self.types: list[Type] = []
        self.memos: list[Memo] = []
        self.equal = ObjectNumbers(lambda obj: obj)
        self.alike = ObjectNumbers(typed)
        self.fixed: dict[Hashable, tuple[ObjectTable, Any]] = {}

    def new_column(self, kind: Type) -> int:
        """The number of a new column."""
        self.columns.append([])
        self.types.append(kind)
        return len(self.columns) - 1

    def of(self, objects: Sequence[Any]) -> ObjectTable:
        """The table of some known objects."""
        key = tuple(map(id, objects))
        if key not in self.fixed:
            kept = list(objects)
            self.fixed[key] = ObjectTable(self, kept), kept
        return self.fixed[key][0]
