"""Methods of Python's built-in classes, and of chances."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from perfectplay import model
from perfectplay.engines.compiled.compiler import (
    builtins,
    calls,
    chances,
    equality,
    helpers,
    lists,
    members,
    operators,
    purity,
    sequences,
    texts,
)
from perfectplay.engines.compiled.compiler.context import Context
from perfectplay.engines.compiled.compiler.places import copy
from perfectplay.engines.compiled.compiler.resolving import Instance
from perfectplay.engines.compiled.compiler.source import CHANGING
from perfectplay.engines.compiled.compiler.tree import Const, Expr, Op
from perfectplay.engines.compiled.compiler.values import (
    Int,
    RecordValue,
    RowValue,
    Sequence,
    Static,
    Stream,
    Text,
    Union,
    Value,
    name_of,
)

SETS = (set, frozenset)


def call(c: Context, of: Value, name: str, args: list[Value], named: dict[str, Value]) -> Value:
    """The result of a method call."""
    if isinstance(of, Union):
        return c.map_ways(of, lambda way: call(c, way, name, args, named))
    if isinstance(of, Static) and of.obj is model.Chance:
        return class_method(c, name, args)
    if name == "then" and len(args) == 1:
        after = args[0]
        return chances.chance_then(c, of, lambda then: calls.call(c, after, [then], {}))
    if name == "__getitem__" and len(args) == 1:
        return members.item(c, of, args[0])
    if isinstance(of, RecordValue) and name in ("_replace", "_asdict"):
        return replaced(c, of, name, named)
    action = METHODS.get(name)
    if action is not None and isinstance(of, (Sequence, RecordValue, RowValue, Static, Stream)):
        found = action(c, c.settle(of), *args, **named)
        if found is not None:
            return found
    if name in CHANGING:
        raise c.refuse(f"changes {name_of(of)}")
    if name == "get" and isinstance(of, Static) and isinstance(of.obj, dict):
        default = args[1] if len(args) > 1 else Static(None)
        return members.known_value_at(c, of.obj, args[0], default)
    if isinstance(of, RowValue) and not named:
        return of_row(c, of, name, args)
    if isinstance(of, Int) and of.is_bool is not None and hasattr(int, name):
        return helpers.tabulated(c, getattr(int, name), [of, *args])
    if isinstance(of, (Text, Static)) and name == "join" and len(args) == 1:
        return join(c, of, args[0])
    if isinstance(of, Static):
        purity.check_call(c, getattr(of.obj, name))
        return helpers.tabulated(c, getattr(of.obj, name), args, known_arguments(of.obj))
    raise c.refuse(f"the method {name} of {name_of(of)}")


def known_arguments(of: Any) -> list[tuple[Any, ...]]:
    """The arguments with which a method of a known object may be called: its contents."""
    try:
        return [(each,) for each in list(of)[:64]]
    except TypeError:
        return []


def of_row(c: Context, of: RowValue, name: str, args: list[Value]) -> Value:
    """A method call on an object of a table."""
    same = [each for each in args if isinstance(each, RowValue) and each.row == of.row]
    if all(isinstance(each, Static) for each in args):
        given = [each.obj for each in args if isinstance(each, Static)]
        for cls in {type(obj) for obj in of.table.known}:
            purity.check_call(c, getattr(cls, name, None), [Instance((cls,))])
        classes = frozenset(type(obj) for obj in of.table.known)
        c.promise(of.table, ("among", classes), lambda obj: type(obj) in classes)
        key = ("method", name, tuple((type(obj), repr(obj)) for obj in given))
        return c.derived(of.table, of.row, key, lambda obj: getattr(obj, name)(*given))
    if same:
        raise c.refuse(f"the method {name} of an object of a table with another one")
    if {type(obj) for obj in of.table.known} <= {tuple, list, *SETS}:
        return call(c, c.sequence(of), name, args, {})
    raise c.refuse(f"the method {name} of an object of a table")


def class_method(c: Context, name: str, args: list[Value]) -> Value:
    """`Chance.weighted` and `Chance.of`."""
    if name == "weighted":
        return chances.made(c, args[0], None)
    if name == "of" and len(args) == 2 and isinstance(args[0], Static):
        known = calls.run_now(c, model.Chance.of, [args[0]], {})
        assert known is not None
        return chances.chance_then(c, known, lambda then: calls.call(c, args[1], [then], {}))
    if name == "of" and isinstance(args[0], RowValue):
        table, row = args[0].table, args[0].row
        found = c.derived(table, row, "chance of", model.Chance.of)
        if len(args) == 1:
            return found
        return chances.chance_then(c, found, lambda then: calls.call(c, args[1], [then], {}))
    raise c.refuse(f"Chance.{name} of {name_of(args[0])}")


def replaced(c: Context, of: RecordValue, name: str, named: dict[str, Value]) -> Value:
    """A NamedTuple with some fields replaced."""
    names = members.field_names(of.cls)
    if name == "_asdict" or not named.keys() <= set(names):
        raise c.refuse(f"the method {name}")
    parts = [named.get(each, part) for each, part in zip(names, of.parts, strict=True)]
    return RecordValue(of.cls, [c.still(c.settle(part)) for part in parts])


def join(c: Context, between: Value, items: Value) -> Value:
    """Texts joined by a separator."""
    separator = texts.content(c, between)
    found, power, some = c.var(), c.var(), c.var()
    empty = c.text(Static(""))
    for var, value in ((found, empty.hash), (power, empty.power), (some, Const(0))):
        c.set(var, value)

    def put(text: Text) -> None:
        c.set(found, Op("add", (Op("mul", (found, text.power)), text.hash)))
        c.set(power, Op("mul", (power, text.power)))

    def one(item: Value) -> None:
        if not isinstance(item, (Text, RowValue)) and not (
            isinstance(item, Static) and isinstance(item.obj, str)
        ):
            raise c.refuse(f"joins {name_of(item)}")
        c.when(some, lambda: put(separator))
        put(texts.content(c, item))
        c.set(some, Const(1))

    sequences.each(c, items, one)
    return Text(c.keep(found), c.keep(power))


# Lists, tuples, sets and dicts


def changing(action: Callable[..., Value | None]) -> Callable[..., Value | None]:
    """A method that modifies its object, which must have been made at run time."""

    def called(c: Context, of: Value, *args: Value, **named: Value) -> Value | None:
        if not isinstance(of, Sequence):
            raise c.refuse(f"changes {name_of(of)}")
        sequences.changeable(c, of)
        return action(c, of, *args, **named) or Static(None)

    return called


def append(c: Context, of: Sequence, item: Value) -> None:
    """`append`."""
    sequences.append(c, of, c.still(c.settle(item)))


def extend(c: Context, of: Sequence, items: Value) -> None:
    """`extend`."""
    sequences.each(c, items, lambda item: sequences.append(c, of, item))


def sort(c: Context, of: Sequence, key: Value | None = None, reverse: Value | None = None) -> None:
    """`sort`."""
    ordered = builtins.in_order(c, of, key, reverse)
    assert isinstance(ordered, Sequence)
    copy(c, of, ordered)


def clear(c: Context, of: Sequence) -> None:
    """`clear`."""
    assert of.size is not None
    c.set(of.size, Const(0))


def flip(c: Context, of: Sequence) -> None:
    """`reverse`."""
    turned = members.reverse(c, of)
    assert isinstance(turned, Sequence)
    copy(c, of, turned)


def pop(c: Context, of: Sequence, *args: Value) -> Value:
    """`pop`."""
    if of.cls is dict:
        raise c.refuse("pops from a dict")
    return lists.pop(c, of, args[0] if args else None)


def count(c: Context, of: Value, item: Value) -> Value | None:
    """`count`."""
    if isinstance(of, RowValue) and isinstance(item, Static):
        return None
    if isinstance(of, Static) and isinstance(of.obj, str):
        return None

    def is_it(each: Value) -> Expr:
        return c.expr(equality.equal(c, each, item))

    found = sequences.fold(c, of, 0, "add", is_it, ordered=True)
    return Int(c.keep(found), 0, sequences.count_of(of) or 1 << 40)


def index(c: Context, of: Value, item: Value) -> Value | None:
    """`index`."""
    if isinstance(of, RowValue) and isinstance(item, Static):
        return None
    source = c.sequence(of)
    found = c.var()
    c.set(found, Const(-1))

    def one(at: Expr) -> None:
        same = c.expr(equality.equal(c, source.store.read(c.plus(source.offset, at)), item))
        first = Op("and", (same, Op("lt", (found, Const(0)))))
        c.when(first, lambda: c.set(found, at))

    if source.length.high:
        c.repeat(c.keep(source.length.expr), one)
    c.trap_if(Op("lt", (found, Const(0))))
    return Int(c.keep(found), 0, max(source.length.high - 1, 0))


def subset(c: Context, of: Value, other: Value) -> Value | None:
    """`issubset`."""
    return Int(equality.subset(c, of, c.settle(other)), 0, 1, is_bool=True)


def superset(c: Context, of: Value, other: Value) -> Value | None:
    """`issuperset`."""
    return Int(equality.subset(c, c.settle(other), of), 0, 1, is_bool=True)


def apart(c: Context, of: Value, other: Value) -> Value | None:
    """`isdisjoint`."""
    other = c.settle(other)

    def is_elsewhere(item: Value) -> Expr:
        return Op("not", (c.expr(equality.contains(c, other, item)),))

    return c.as_bool(sequences.fold(c, of, 1, "and", is_elsewhere))


def set_method(name: str) -> Callable[..., Value | None]:
    """`union`, `intersection` and `difference`."""

    def called(c: Context, of: Value, *others: Value) -> Value | None:
        op = getattr(ast, name)()
        for other in others:
            given = c.settle(other)
            of = operators.operate(c, op, of, builtins.collection(frozenset)(c, given))
        return of

    return called


def items(c: Context, of: Value) -> Value | None:
    """`items`."""
    if not isinstance(of, Sequence) or of.keys is None:
        return None
    c.freeze(of)
    keys, length = of.keys, c.keep(of.length.expr)

    def run(action: Callable[[Value], None]) -> None:
        def one(at: Expr) -> None:
            action(RecordValue(tuple, [keys.read(at), of.store.read(at)]))

        c.repeat(length, one)

    return Stream(run, of.store.most)


def keys(c: Context, of: Value) -> Value | None:
    """`keys`."""
    if not isinstance(of, Sequence) or of.keys is None:
        return None
    c.freeze(of)
    return Sequence(tuple, of.keys, Int(c.keep(of.length.expr), 0, of.store.most))


def values(c: Context, of: Value) -> Value | None:
    """`values`."""
    if not isinstance(of, Sequence) or of.keys is None:
        return None
    c.freeze(of)
    return Sequence(tuple, of.store, Int(c.keep(of.length.expr), 0, of.store.most))


def get(c: Context, of: Value, key: Value, default: Value | None = None) -> Value | None:
    """`get`."""
    if not isinstance(of, Sequence) or of.keys is None:
        return None
    return members.value_at(c, of, key, default or Static(None))


def copy_of(c: Context, of: Value) -> Value | None:
    """`copy`."""
    if not isinstance(of, Sequence):
        return None
    if of.cls is dict:
        return builtins.as_dict(c, of)
    return builtins.collection(of.cls)(c, of)


METHODS: dict[str, Callable[..., Value | None]] = {
    "append": changing(append),
    "extend": changing(extend),
    "insert": changing(lists.insert),
    "remove": changing(lambda c, of, item: lists.discard(c, of, item, must=True)),
    "discard": changing(lists.discard),
    "add": changing(sequences.add),
    "update": changing(lists.update),
    "sort": changing(sort),
    "reverse": changing(flip),
    "clear": changing(clear),
    "pop": changing(pop),
    "count": count,
    "index": index,
    "issubset": subset,
    "issuperset": superset,
    "isdisjoint": apart,
    "union": set_method("BitOr"),
    "intersection": set_method("BitAnd"),
    "difference": set_method("Sub"),
    "items": items,
    "keys": keys,
    "values": values,
    "get": get,
    "copy": copy_of,
}
