"""Parts of values: items by index or key, and attributes."""

from __future__ import annotations

import ast
import dataclasses
import functools
import inspect
import types
from collections.abc import Callable
from typing import Any

from perfectplay.engines.compiled.compiler import (
    calls,
    expressions,
    helpers,
    operators,
    purity,
    sequences,
)
from perfectplay.engines.compiled.compiler.context import Context
from perfectplay.engines.compiled.compiler.tables import ObjectTable
from perfectplay.engines.compiled.compiler.tree import Const, Expr, Op
from perfectplay.engines.compiled.compiler.values import (
    MISSING,
    ChanceValue,
    Int,
    Method,
    RecordValue,
    RowValue,
    Sequence,
    Static,
    Stream,
    Text,
    Union,
    Value,
    is_passing,
    name_of,
)
from perfectplay.engines.compiled.compiler.writer import constant, negated


def reverse(c: Context, of: Value) -> Value:
    """The elements in reverse order."""
    source = c.sequence(of)
    if source.cls not in (tuple, list):
        raise c.refuse(f"reverses a {source.cls.__name__}")
    length = c.keep(source.length.expr)

    def run(action: Callable[[Value], None]) -> None:
        def one(at: Expr) -> None:
            place = Op("sub", (Op("sub", (length, Const(1))), at))
            action(source.store.read(c.plus(source.offset, c.keep(place))))

        if source.length.high:
            c.repeat(length, one)

    return sequences.gather(c, Stream(run, source.store.most), source.cls)


def item(c: Context, of: Value, index: Value) -> Value:
    """The item at an index or key."""
    if is_passing(of):
        raise c.dead_end()
    if isinstance(of, Union):
        return c.map_ways(of, lambda way: item(c, way, index))
    if isinstance(of, RowValue) and isinstance(index, Static):
        key = ("item", type(index.obj), repr(index.obj))
        return c.derived(of.table, of.row, key, lambda obj: obj[index.obj])
    if isinstance(of, Static):
        return item_of_known(c, of, index)
    if isinstance(of, RecordValue) and isinstance(index, Static) and isinstance(index.obj, int):
        if not -len(of.parts) <= index.obj < len(of.parts):
            raise c.dead_end()
        return of.parts[index.obj]
    if isinstance(of, Sequence) and of.cls is dict:
        return value_at(c, of, index, None)
    if isinstance(of, RowValue):
        number = c.int(index)
        starts, lengths, child = of.table.children()
        if any(isinstance(obj, (dict, set, frozenset)) for obj in of.table.known):
            raise c.refuse("an index that is not known, of what is no list")
        length = Int(c.cell(lengths, of.row), 0)
        view = Sequence(tuple, c.new_store(0), length)
        place = sequences.place_of(c, view, number)
        return c.row(child, c.plus(c.cell(starts, of.row), place))
    if isinstance(of, (RecordValue, Sequence)):
        return sequences.element(c, c.sequence(of), c.int(index))
    raise c.refuse(f"takes an element out of {name_of(of)}")


def item_of_known(c: Context, of: Static, index: Value) -> Value:
    """The item at an index or key of a known object."""
    if isinstance(index, Static):
        node = ast.parse("a[b]", mode="eval").body
        return expressions.static(c, node, {"a": of.obj, "b": index.obj})
    if isinstance(index, RowValue):
        key = ("at", id(of.obj))
        c.keep_alive.append(of.obj)
        return c.derived(index.table, index.row, key, lambda obj: of.obj[obj])
    if isinstance(of.obj, (list, tuple)) and operators.is_whole(c, index):
        objects = list(of.obj)
        if not objects:
            raise c.dead_end()
        view = Sequence(tuple, c.new_store(0), constant(len(objects)))
        place = sequences.place_of(c, view, c.int(index))
        return c.row(c.tables.of(objects), c.keep(place))
    if isinstance(of.obj, range) and operators.is_whole(c, index):
        return item_of_known(c, Static(list(of.obj)), index)
    if isinstance(of.obj, dict):
        keys = list(of.obj)
        numbered = keys in (list(range(len(keys))), list(range(1, len(keys) + 1)))
        if keys and numbered and operators.is_whole(c, index):
            return by_number(c, of.obj, c.int(index))
        return known_value_at(c, of.obj, index, None)
    raise c.refuse(f"takes an element out of {name_of(of)}")


def known_value_at(c: Context, known: dict[Any, Any], key: Value, default: Value | None) -> Value:
    """The value for a key in a known dict."""
    if isinstance(key, Static):
        found = known.get(key.obj, MISSING)
        if found is MISSING and default is None:
            raise c.dead_end()
        return Static(found) if found is not MISSING else default or Static(None)
    values = c.memos.setdefault(("values", id(known)), list(known.values()))
    finder = c.memos.setdefault(("finder", id(known)), finder_in(known))
    c.keep_alive.append(known)
    if isinstance(key, RowValue):
        place = c.derived(key.table, key.row, ("place", id(known)), finder)
    else:
        place = helpers.tabulated(c, finder, [key], [*((each,) for each in known), (MISSING,)])
    index = c.int(place)
    there = c.compare("ge", index, constant(0))
    if not values:
        there = False
    table = c.tables.of(values) if values else None

    def found_value() -> Value:
        assert table is not None
        return c.row(table, index.expr)

    if default is None:
        c.trap_if(c.expr(negated(there)))
        return found_value()
    given = default
    return c.choose(there, found_value, lambda: given)


def finder_in(known: dict[Any, Any]) -> Callable[[Any], int]:
    """A function that finds the position of a key in a dict, or -1."""
    places = {key: place for place, key in enumerate(known)}
    return lambda key: places.get(key, -1)


def by_number(c: Context, known: dict[int, Any], index: Int) -> Value:
    """The value in a dict whose keys are consecutive numbers."""
    low, high = min(known), max(known)
    if index.low < low:
        c.trap_if(Op("lt", (index.expr, Const(low))))
    if index.high > high:
        c.trap_if(Op("gt", (index.expr, Const(high))))
    table = c.tables.of(list(known.values()))
    return c.row(table, c.plus(index.expr, Const(-low)))


def value_at(c: Context, of: Sequence, key: Value, default: Value | None) -> Value:
    """The value for a key in a dict made at run time."""
    found = c.var()
    c.set(found, Const(-1))
    assert of.keys is not None
    sequences.search(c, of.keys, of.length, sequences.as_key(c, key), lambda at: c.set(found, at))
    missing = Op("lt", (found, Const(0)))
    if default is None:
        c.trap_if(missing)
        return of.store.read(found)
    return c.choose(missing, lambda: default, lambda: of.store.read(found))


def attribute(c: Context, of: Value, name_: str) -> Value:
    """An attribute of a value."""
    match of:
        case Union():
            if all(isinstance(way, (RecordValue, Static)) for way in of.ways) and any(
                isinstance(way, RecordValue) and name_ in field_names(way.cls) for way in of.ways
            ):
                return c.map_ways(of, lambda way: attribute(c, way, name_))
            return Method(of, name_)
        case Static(obj):
            return attribute_of_known(c, obj, name_)
        case RecordValue(cls, parts):
            names = field_names(cls)
            if name_ in names:
                return parts[names.index(name_)]
            found = inspect.getattr_static(cls, name_, None)
            if isinstance(found, property) and isinstance(found.fget, types.FunctionType):
                return calls.call_python(c, found.fget, [of], {})
            if isinstance(found, functools.cached_property) and isinstance(
                found.func, types.FunctionType
            ):
                return calls.call_python(c, found.func, [of], {})
            if isinstance(found, types.FunctionType) and found.__module__ != "collections":
                return calls.bound(c, found, of)
            if isinstance(found, (staticmethod, classmethod)):
                return Static(getattr(cls, name_))
            if found is not None and not callable(found) and not hasattr(found, "__get__"):
                return Static(found)
        case RowValue(table, row):
            if not callable_in(table, name_):
                return c.derived(table, row, ("attribute", name_), lambda obj: getattr(obj, name_))
        case ChanceValue() | Sequence() | Text() | Stream():
            pass
    return Method(of, name_)


def callable_in(table: ObjectTable, name_: str) -> bool:
    """Whether an attribute of the objects of a table is a method."""
    return any(callable(getattr(obj, name_, None)) for obj in table.known)


def field_names(cls: type) -> tuple[str, ...]:
    """The fields of a NamedTuple or a dataclass."""
    if dataclasses.is_dataclass(cls):
        return tuple(field.name for field in dataclasses.fields(cls))
    return getattr(cls, "_fields", ())


def attribute_of_known(c: Context, obj: Any, name_: str) -> Value:
    """An attribute of a known object."""
    purity.check_property(c, obj, name_)
    try:
        return Static(getattr(obj, name_))
    except Exception:  # noqa: BLE001  # whatever rules may raise: they will raise it themselves
        raise c.dead_end() from None
