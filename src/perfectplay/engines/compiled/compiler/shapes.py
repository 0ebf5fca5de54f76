"""The shapes of run-time values, so that one place can hold everything that may be stored there."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any, TypeAlias

from perfectplay import model
from perfectplay.engines.compiled.compiler.tables import ObjectTable
from perfectplay.engines.compiled.compiler.tree import Type
from perfectplay.engines.compiled.compiler.values import (
    LEAST,
    MOST,
    FinalValue,
    Float,
    FunctionValue,
    GainValue,
    Int,
    Node,
    RecordValue,
    RowValue,
    Sequence,
    Static,
    Text,
    Union,
    UnplacedError,
    Value,
    is_plain,
    name_of,
)
from perfectplay.engines.compiled.layout import NUMBERS

MOST_OBJECTS = 64
"""The most objects that a number may select from."""


@dataclasses.dataclass(frozen=True)
class IntShape:
    """A whole number within a range."""

    low: int
    high: int
    is_bool: bool | None = False


@dataclasses.dataclass(frozen=True)
class FloatShape:
    """A float."""


@dataclasses.dataclass(frozen=True)
class TextShape:
    """A label."""


@dataclasses.dataclass(frozen=True, eq=False)
class StaticShape:
    """One particular object."""

    obj: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StaticShape) and same(self.obj, other.obj)

    def __hash__(self) -> int:
        return hash(type(self.obj))


@dataclasses.dataclass(frozen=True)
class RowShape:
    """One of the objects of a table."""

    table: ObjectTable


@dataclasses.dataclass(frozen=True)
class RecordShape:
    """A tuple of parts; a final position has its payoff, a gain its points and what follows."""

    cls: type
    parts: tuple[Shape, ...]


@dataclasses.dataclass(frozen=True)
class SequenceShape:
    """Elements of one shape, with a maximum number; a dict has keys, too."""

    cls: type
    element: Shape | None
    most: int
    key: Shape | None = None


@dataclasses.dataclass(frozen=True)
class NodeShape:
    """A node that has been written."""

    kind: type


@dataclasses.dataclass(frozen=True)
class SameShape:
    """A value that is the same on every path."""

    value: Value


@dataclasses.dataclass(frozen=True)
class UnionShape:
    """One of several shapes."""

    ways: tuple[Shape, ...]


Shape: TypeAlias = (
    IntShape
    | FloatShape
    | TextShape
    | StaticShape
    | RowShape
    | RecordShape
    | SequenceShape
    | NodeShape
    | SameShape
    | UnionShape
)


def same(a: Any, b: Any) -> bool:
    """Whether two objects cannot be distinguished."""
    if a is b:
        return True
    if type(a) is not type(b):
        return False
    if isinstance(a, tuple):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, float):
        return repr(a) == repr(b)
    return isinstance(a, (int, str, frozenset)) and bool(a == b)


def shape_of(value: Value) -> Shape:
    """The shape of a value."""
    match value:
        case Static(obj):
            return StaticShape(obj)
        case Int(_, low, high, is_bool):
            return IntShape(low, high, is_bool)
        case Float():
            return FloatShape()
        case Text():
            return TextShape()
        case RowValue(table):
            return RowShape(table)
        case RecordValue(cls, parts):
            return RecordShape(cls, tuple(map(shape_of, parts)))
        case Sequence():
            keys = value.keys.shape if value.keys else None
            return SequenceShape(value.cls, value.store.shape, value.store.most, keys)
        case Node(_, _, kind):
            return NodeShape(kind)
        case FinalValue(payoff):
            return RecordShape(model.Final, (shape_of(payoff),))
        case GainValue(points, then):
            return RecordShape(model.Gain, (shape_of(points), shape_of(then)))
        case Union(_, ways):
            return UnionShape(tuple(map(shape_of, ways)))
        case FunctionValue():
            return SameShape(value)
    raise UnplacedError(f"keeps {name_of(value)} for later")


def loose(shape: Shape) -> Shape:
    """The shape for a place that may hold another number next time."""
    match shape:
        case StaticShape(obj) if type(obj) in NUMBERS and LEAST <= obj <= MOST:
            return IntShape(int(obj), int(obj), isinstance(obj, bool))
        case StaticShape(obj) if type(obj) is float:
            return FloatShape()
        case StaticShape(obj) if (
            isinstance(obj, tuple) and len(obj) <= MOST_OBJECTS and is_plain(type(obj))
        ):
            return RecordShape(type(obj), tuple(loose(StaticShape(each)) for each in obj))
        case RecordShape(cls, parts):
            return RecordShape(cls, tuple(map(loose, parts)))
    return shape


def merge(a: Shape, b: Shape) -> Shape | None:
    """The shape that holds both, without making a union."""
    if a == b:
        return a
    a_number, b_number = loose(a), loose(b)
    match a_number, b_number:
        case IntShape(), IntShape():
            truth = a_number.is_bool if a_number.is_bool == b_number.is_bool else None
            low, high = min(a_number.low, b_number.low), max(a_number.high, b_number.high)
            return IntShape(low, high, truth)
        case FloatShape(), FloatShape():
            return FloatShape()
        case RecordShape(), RecordShape():
            if a_number.cls is not b_number.cls:
                return None
            if a_number.cls in (model.Final, model.Gain):
                parts = list(map(merge, a_number.parts, b_number.parts))
                return RecordShape(a_number.cls, tuple(filter(None, parts))) if all(parts) else None
            if len(a_number.parts) == len(b_number.parts):
                a_parts = a.parts if isinstance(a, RecordShape) else a_number.parts
                b_parts = b.parts if isinstance(b, RecordShape) else b_number.parts
                return record_of(a_number.cls, zip(a_parts, b_parts, strict=True))
            return merge_sequences(a_number, b_number) if a_number.cls is tuple else None
        case (SequenceShape(), RecordShape()) | (RecordShape(), SequenceShape()):
            return merge_sequences(a_number, b_number)
        case SequenceShape(), SequenceShape():
            return merge_sequences(a_number, b_number)
    return None


def record_of(cls: type, pairs: Iterator[tuple[Shape, Shape]]) -> Shape | None:
    """The record whose parts hold both parts of each pair."""
    parts = []
    for a, b in pairs:
        part = a if a == b else merge(a, b)
        parts.append(part or union_of(a, b))
    return RecordShape(cls, tuple(parts))


def elements_of(shape: Shape) -> tuple[type, Shape | None, int, Shape | None] | None:
    """A sequence's class, element shape, maximum length and keys."""
    if isinstance(shape, SequenceShape):
        return shape.cls, shape.element, shape.most, shape.key
    if isinstance(shape, RecordShape) and shape.cls is tuple:
        element: Shape | None = None
        for part in shape.parts:
            element = loose(part) if element is None else join(element, loose(part))
        return shape.cls, element, len(shape.parts), None
    return None


def merge_sequences(a: Shape, b: Shape) -> Shape | None:
    """The sequence shape that holds both."""
    first, second = elements_of(a), elements_of(b)
    if first is None or second is None or first[0] is not second[0]:
        return None
    element = joined(first[1], second[1])
    key = joined(first[3], second[3])
    return SequenceShape(first[0], element, max(first[2], second[2]), key)


def joined(a: Shape | None, b: Shape | None) -> Shape | None:
    """The shape that holds both, either of which may be missing."""
    return join(a, b) if a and b else a or b


def union_of(a: Shape, b: Shape) -> Shape:
    """A union of shapes, with mergeable ones merged."""
    ways: list[Shape] = []
    for shape in (a, b):
        for way in shape.ways if isinstance(shape, UnionShape) else (shape,):
            for at, known in enumerate(ways):
                both = merge(known, way)
                if both is not None and not isinstance(both, UnionShape):
                    ways[at] = both
                    break
            else:
                ways.append(way)
    if len(ways) > MOST_OBJECTS:
        raise UnplacedError(f"may have more than {MOST_OBJECTS} different values")
    return ways[0] if len(ways) == 1 else UnionShape(tuple(ways))


def join(a: Shape, b: Shape) -> Shape:
    """The shape that holds both."""
    return merge(a, b) or union_of(a, b)


def widened(before: Shape, after: Shape) -> Shape:
    """The shape, with the ranges that have grown made as wide as possible."""
    match before, after:
        case IntShape(), IntShape():
            low = after.low if after.low >= before.low else LEAST
            high = after.high if after.high <= before.high else MOST
            return IntShape(low, high, after.is_bool)
        case RecordShape(), RecordShape() if len(before.parts) == len(after.parts):
            parts = map(widened, before.parts, after.parts)
            return RecordShape(after.cls, tuple(parts))
        case SequenceShape(), SequenceShape() if before.element and after.element:
            most = after.most if after.most <= before.most else 4 * after.most
            return SequenceShape(after.cls, widened(before.element, after.element), most, after.key)
        case UnionShape(), UnionShape():
            return UnionShape(
                tuple(
                    widened(before.ways[at], way) if at < len(before.ways) else way
                    for at, way in enumerate(after.ways)
                )
            )
    return after


def slots(shape: Shape, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Type]]:
    """The numbers that a shape consists of, each with its path."""
    match shape:
        case IntShape() | RowShape():
            yield path, "int"
        case FloatShape():
            yield path, "float"
        case TextShape() | NodeShape():
            yield (*path, 0), "int"
            yield (*path, 1), "int"
        case RecordShape(_, parts):
            for at, part in enumerate(parts):
                yield from slots(part, (*path, at))
        case UnionShape(ways):
            yield (*path, 0), "int"
            for at, way in enumerate(ways):
                yield from slots(way, (*path, at + 1))
        case SequenceShape(_, element, most, None):
            yield (*path, 0), "int"
            for at in range(most if element else 0):
                assert element is not None
                yield from slots(element, (*path, at + 1))
        case SequenceShape():
            raise UnplacedError("keeps a dict in a list")
