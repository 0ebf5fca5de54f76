"""Helpers that are not inlined: their results are kept in tables that Python fills."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable
from collections.abc import Sequence as Many
from typing import Any

from perfectplay.engines.compiled.compiler import builtins, calls, effects, purity, samples
from perfectplay.engines.compiled.compiler.context import Context
from perfectplay.engines.compiled.compiler.resolving import Instance
from perfectplay.engines.compiled.compiler.tables import Memo, ObjectTable
from perfectplay.engines.compiled.compiler.tree import Const, Expr, Lookup, Op
from perfectplay.engines.compiled.compiler.values import (
    Generator,
    Int,
    RecordValue,
    RowValue,
    Sequence,
    Static,
    Union,
    Value,
    name_of,
)

MOST_GUESSES = 32
"""The number of guessed calls to try if a helper cannot be observed."""
MOST_WORDS = 64
"""The most words that a tabulated helper's arguments may have."""


def by_table(c: Context, fn: Any, args: list[Value], named: dict[str, Value]) -> Value:
    """A call to a helper that is not inlined: its result is looked up in a table."""
    purity.check_call(c, fn, list(map(known_of, args)))
    if named:
        raise c.refuse(f"{getattr(fn, '__name__', fn)} is called with keywords")
    if effects.changes_arguments(fn) and any(map(is_mutable, args)):
        raise purity.ImpureError(str(c.refuse(f"{fn.__name__} changes what it is given")))
    lifted = of_row(c, fn, args)
    if lifted is not None:
        return lifted
    return tabulated(c, fn, args, samples.arguments(c, fn))


def is_mutable(value: Value) -> bool:
    """Whether an object can be modified."""
    match value:
        case Static(obj):
            return isinstance(obj, effects.MUTABLE)
        case RowValue(table):
            return any(isinstance(obj, effects.MUTABLE) for obj in table.known)
        case RecordValue(cls) | Sequence(cls):
            return cls in effects.MUTABLE
        case Union(_, ways):
            return any(map(is_mutable, ways))
    return False


def known_of(value: Value) -> Any:
    """What is known of a value: the value itself, or its class."""
    match value:
        case Static(obj):
            return obj
        case RecordValue(cls) | Sequence(cls):
            return Instance((cls,))
        case RowValue(table):
            return Instance(tuple({type(obj) for obj in table.known}))
    return Instance((int,))


def of_row(c: Context, fn: Any, args: list[Value]) -> Value | None:
    """A helper that depends only on one row of a table."""
    rows = [each for each in args if isinstance(each, RowValue)]
    if len(rows) != 1 or any(not isinstance(each, (RowValue, Static)) for each in args):
        return None
    known = [each.obj if isinstance(each, Static) else None for each in args]
    at = args.index(rows[0])

    def of(obj: Any) -> Any:
        return fn(*[obj if place == at else each for place, each in enumerate(known)])

    c.keep_alive.append((fn, known))
    key = ("call", id(fn), at, tuple(id(each) for each in known))
    return c.derived(rows[0].table, rows[0].row, key, of)


def tabulated(
    c: Context,
    fn: Callable[..., Any],
    args: Many[Value],
    given: Many[tuple[Any, ...]] | None = None,
) -> Value:
    """The row that holds a helper's result, found by the arguments as words."""
    c.keep_alive.append(fn)
    array = c.array(MOST_WORDS)
    count = c.var()
    c.set(count, Const(0))

    def push(expr: Expr) -> None:
        c.trap_if(Op("ge", (count, Const(MOST_WORDS))))
        c.store(array, count, expr)
        c.set(count, Op("add", (count, Const(1))))

    forms = [encode(c, c.settle(each), push) for each in args]
    key = (fn_key(fn), tuple(each.key for each in forms))
    if key not in c.memos:
        c.memos[key] = memo_of(c, fn, forms, given)
    number, table = c.memos[key]
    row = c.var()
    c.emit(Lookup(row, number, array, count))
    if not table.objects:
        raise c.dead_end()
    c.trap_if(Op("lt", (row, Const(0))))
    return c.row(table, c.keep(row))


def fn_key(fn: Any) -> Any:
    """What distinguishes helpers from one another."""
    of = getattr(fn, "__self__", None)
    return (id(of), fn.__name__) if of is not None and hasattr(fn, "__name__") else id(fn)


def memo_of(
    c: Context, fn: Callable[..., Any], forms: list[Form], given: Many[tuple[Any, ...]] | None
) -> tuple[int, ObjectTable]:
    """A new table for a helper, started with the arguments met in the sample."""

    def decode(words: Many[int]) -> list[Any]:
        read = iter(words)
        return [form.decode(read) for form in forms]

    table = ObjectTable(c.tables, [], grows=True)
    memo = Memo(fn, decode, table)
    c.tables.memos.append(memo)
    for words in guesses(forms) if given is None else ():
        memo.answer(words)
    for args in given or ():
        try:
            words = [
                word for form, arg in zip(forms, args, strict=True) for word in form.encode(arg)
            ]
        except (TypeError, ValueError, KeyError):
            continue
        memo.answer(words)
    return len(c.tables.memos) - 1, table


def guesses(forms: list[Form]) -> list[list[int]]:
    """Words with which a helper is likely to be called."""
    return list(map(list, together([form.guesses for form in forms])))


def together(guesses: Many[Many[tuple[int, ...]]]) -> Many[tuple[int, ...]]:
    """The words of several arguments, concatenated and limited in number."""
    some = itertools.islice(itertools.product(*guesses), MOST_GUESSES)
    return [tuple(itertools.chain(*words)) for words in some]


@dataclasses.dataclass
class Form:
    """How an argument is written as words, and read back."""

    key: Any
    decode: Callable[[Any], Any]
    encode: Callable[[Any], list[int]]
    guesses: Many[tuple[int, ...]]
    """Words that the argument may have."""


def encode(c: Context, value: Value, push: Callable[[Expr], None]) -> Form:
    """Write an argument as words."""
    match value:
        case Static(obj):
            c.keep_alive.append(obj)
            return Form(("static", id(obj)), lambda _: obj, lambda arg: only(arg, obj), [()])
        case Int(expr, _, _, is_bool) if is_bool is not None:
            push(expr)
            cls = bool if is_bool else int
            likely = sorted({min(max(n, value.low), value.high) for n in (0, 1, 2, 3, 7)})
            guesses = [(number,) for number in likely]
            return Form(cls, lambda read: cls(next(read)), lambda arg: [as_whole(arg)], guesses)
        case RowValue(table, row):
            numbers = table.derive("alike", c.tables.alike.number)
            c.require(numbers, row)
            push(c.int(c.whole_in(numbers, row)).expr)
            return row_form(c)
        case RecordValue(cls, parts):
            forms = [encode(c, part, push) for part in parts]
            return record_form(cls, forms)
        case Sequence(cls) if cls in calls.SETS and not value.frozen:
            raise c.refuse("hands on a set made here, whose order is Python's own")
        case Sequence(cls) if cls is not dict:
            ordered = builtins.in_order(c, value) if cls in (set, frozenset) else value
            return sequence_form(c, cls, c.sequence(ordered), push)
    raise c.refuse(f"a table of a helper by {name_of(value)}")


def as_whole(arg: Any) -> int:
    """A whole number."""
    if not isinstance(arg, int):
        raise TypeError(arg)
    return int(arg)


def only(arg: Any, obj: Any) -> list[int]:
    """No words at all, for an argument that can only be this object."""
    if arg is not obj and arg != obj:
        raise ValueError(arg)
    return []


def same_class(arg: Any, cls: type) -> bool:
    """Whether an argument is of exactly this class, not of a subclass."""
    return type(arg) is cls


def row_form(c: Context) -> Form:
    """An argument that is an object of a table."""
    tables = c.tables

    guesses = [(number,) for number in range(len(tables.alike.objects))]
    return Form(
        "object",
        lambda read: tables.alike.objects[next(read)],
        lambda arg: [tables.alike.number(arg)],
        guesses,
    )


def record_form(cls: type, forms: list[Form]) -> Form:
    """An argument that is a tuple of known length."""

    def decode(read: Any) -> Any:
        parts = [form.decode(read) for form in forms]
        return cls(parts) if cls in (tuple, list, Generator) else cls(*parts)

    def words(arg: Any) -> list[int]:
        if not same_class(arg, cls):
            raise TypeError(arg)
        return [word for form, part in zip(forms, arg, strict=True) for word in form.encode(part)]

    guesses = together([form.guesses for form in forms])
    return Form((cls, tuple(form.key for form in forms)), decode, words, guesses)


def sequence_form(c: Context, cls: type, value: Sequence, push: Callable[[Expr], None]) -> Form:
    """An argument that is a tuple of any length."""
    length = c.keep(value.length.expr)
    push(length)
    forms: list[Form] = []

    def one(at: Expr) -> None:
        item = value.store.read(c.plus(value.offset, at))
        forms.append(encode(c, item, push))

    if value.length.high:
        c.repeat(length, one)
    form = forms[0] if forms else Form("none", lambda _: None, lambda _: [], [])

    def decode(read: Any) -> Any:
        return cls([form.decode(read) for _ in range(next(read))])

    def words(arg: Any) -> list[int]:
        if not same_class(arg, cls):
            raise TypeError(arg)
        items = sorted(arg) if cls in (set, frozenset) else arg
        return [len(arg), *(word for item in items for word in form.encode(item))]

    lengths = {value.length.low, min(value.length.high, 4), min(value.length.high, 2)}
    guesses = [
        (size, *words_)
        for size in sorted(lengths)
        for words_ in together([form.guesses] * size)[:4]
    ]
    return Form((cls, form.key), decode, words, guesses)
