"""Positions and keys: read fields from the words of a key, and pack new positions into keys."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from perfectplay.engines.compiled.compiler import equality, sequences
from perfectplay.engines.compiled.compiler.places import ElementStore
from perfectplay.engines.compiled.compiler.tree import (
    RANGE,
    Block,
    Const,
    Exit,
    Expr,
    If,
    Loop,
    Op,
    Set,
    Var,
)
from perfectplay.engines.compiled.compiler.values import (
    Int,
    RecordValue,
    RowValue,
    Sequence,
    Static,
    Union,
    Value,
    is_plain,
    name_of,
)
from perfectplay.engines.compiled.compiler.writer import constant
from perfectplay.engines.compiled.layout import (
    NUMBERS,
    Field,
    IntField,
    ItemsField,
    ObjectField,
    PositionKind,
    RecordField,
    token_of,
)
from perfectplay.engines.compiled.program import (
    CHANCE,
    FINAL,
    FLOAT,
    LEAF,
    NUMBER_BITS,
    OPERATION_BITS,
    WEIGHT,
    WHOLE,
)

if TYPE_CHECKING:
    from perfectplay.engines.compiled.compiler.context import Context

KEY = (Var("key0"), Var("key1"))


# Reading keys


def digit(c: Context, whole: IntField) -> Int | Static:
    """The digit of a field in the position's key."""
    if whole.size == 1 and whole.is_bool is not None:
        return Static(bool(whole.low) if whole.is_bool else whole.low)
    expr: Expr = KEY[whole.word]
    if power(whole.step) and power(whole.size):
        if whole.step > 1:
            expr = Op("shr", (expr, Const(whole.step.bit_length() - 1)))
        expr = Op("bitand", (expr, Const(whole.size - 1)))
    else:
        if whole.step > 1:
            expr = Op("floordiv", (expr, Const(whole.step)))
        expr = Op("mod", (expr, Const(whole.size)))
    if whole.low:
        expr = Op("add", (expr, Const(whole.low)))
    return Int(c.keep(expr), whole.low, whole.low + whole.size - 1, whole.is_bool)


def power(number: int) -> bool:
    """Whether a number is a power of two."""
    return number & (number - 1) == 0


def unpacked(c: Context, field: Field) -> Value:
    """The value of a field in the position's key."""
    match field:
        case IntField():
            return digit(c, field)
        case ObjectField(whole, things):
            number = c.int(digit(c, whole))
            c.keep_alive.append(things)
            table = c.tables.of(things)
            if number.high >= len(things):  # no key contains such a number
                beyond = Op("ge", (number.expr, Const(len(things))))
                c.trap_if(beyond)
            return c.row(table, c.keep(number.expr))
        case RecordField(cls, parts):
            if not is_plain(cls):
                raise c.refuse(f"{cls.__name__} does more than a tuple of fields")
            return RecordValue(cls, [unpacked(c, part) for part in parts])
        case ItemsField(cls, length, items):
            store = ElementStore(c, len(items))
            for at, item in enumerate(items):
                store.write(Const(at), digit(c, item))
            return Sequence(cls, store, c.int(digit(c, length)), frozen=True)
    raise AssertionError(field)


def score(c: Context) -> Int:
    """The running score."""
    return Int(c.keep(c.score))


@contextlib.contextmanager
def scored(c: Context, points: Value) -> Iterator[None]:
    """Points to add to everything written in the meantime."""
    kept = c.score
    c.score = c.arithmetic("add", score(c), c.int(points)).expr
    try:
        yield
    finally:
        c.score = kept


# Writing keys


class Packer:
    """The words of a key under construction."""

    def __init__(self, c: Context) -> None:
        self.c = c
        self.words: list[Expr] = [Const(0)] * c.layout.words

    def add(self, word: int, amount: Expr) -> None:
        """Add to a word."""
        before = self.words[word]
        if before == Const(0) or amount == Const(0):
            self.words[word] = amount if before == Const(0) else before
        elif isinstance(before, Const) and isinstance(amount, Const):
            self.words[word] = Const(before.value + amount.value)
        else:
            self.words[word] = self.c.keep(Op("add", (before, amount)))

    def whole(self, whole: IntField, value: Value) -> None:
        """Pack a number into a field."""
        c = self.c
        if isinstance(value, Static) and type(value.obj) not in NUMBERS:
            raise c.dead_end(RANGE, Const(whole.number))
        if isinstance(value, RowValue):
            value = c.derived(value.table, value.row, "number itself", itself)
        number = c.int(value)
        if whole.is_bool is not None and number.is_bool is not whole.is_bool:
            raise c.dead_end(RANGE, Const(whole.number))  # it would come back as another type
        high = whole.low + whole.size - 1
        if number.low < whole.low:
            below = Op("lt", (number.expr, Const(whole.low)))
            c.trap_if(below, RANGE, Const(whole.number), number.expr)
        if number.high > high:
            above = Op("gt", (number.expr, Const(high)))
            c.trap_if(above, RANGE, Const(whole.number), number.expr)
        self.digit(whole, number)

    def digit(self, whole: IntField, number: Int) -> None:
        """Pack a number that is known to be in range."""
        if isinstance(number.expr, Const):
            self.add(whole.word, Const((int(number.expr.value) - whole.low) * whole.step))
            return
        expr = number.expr
        if whole.low:
            expr = Op("sub", (expr, Const(whole.low)))
        if whole.step > 1:
            expr = Op("mul", (expr, Const(whole.step)))
        self.add(whole.word, self.c.keep(expr))

    def put(self, field: Field, value: Value) -> None:
        """Pack a value of any kind into a field."""
        c = self.c
        match field:
            case IntField():
                self.whole(field, value)
            case ObjectField():
                self.thing(field, value)
            case RecordField(cls, parts):
                if isinstance(value, RecordValue) and value.cls is not cls:
                    raise c.refuse(f"a {value.cls.__name__} where there was a {cls.__name__}")
                if isinstance(value, Static) and type(value.obj) is not cls:
                    raise c.dead_end()
                for part, each in zip(parts, c.parts(value, len(parts)), strict=True):
                    self.field(part, each)
            case ItemsField():
                self.items(field, value)

    def field(self, field: Field, value: Value) -> None:
        """Pack a value into a field, handling each alternative of a union."""
        if not isinstance(value, Union):
            self.put(field, value)
            return
        found = self.c.map_ways(value, lambda way: self.apart(field, way))
        parts = self.c.parts(found, len(self.words))
        for word, part in enumerate(parts):
            self.add(word, self.c.int(part).expr)

    def apart(self, field: Field, value: Value) -> Value:
        """The amounts a value adds to each word."""
        packer = Packer(self.c)
        packer.put(field, value)
        return RecordValue(tuple, [Int(word, 0) for word in packer.words])

    def thing(self, field: ObjectField, value: Value) -> None:
        """Pack the index of an object into a field."""
        c, whole = self.c, field.whole

        def number_of(obj: Any) -> int:
            number = field.numbers.get(obj, -1)
            fits = number >= 0 and type(field.things[number]) is type(obj)
            return number if fits else -1

        if isinstance(value, Static):
            number = number_of(value.obj)
            if number < 0:
                raise c.dead_end(RANGE, Const(whole.number))
            self.digit(whole, constant(number))
        elif isinstance(value, RowValue):
            found = c.derived(value.table, value.row, ("thing", id(field)), number_of)
            self.whole(whole, found)
        else:
            self.whole(whole, self.search(field, value))

    def search(self, field: ObjectField, value: Value) -> Int:
        """The index of the object that equals a value."""
        c = self.c
        found = c.var()
        c.set(found, Const(-1))
        if len(field.things) > 64:
            raise c.refuse(f"{name_of(value)} in a field of objects")
        for number, obj in enumerate(field.things):
            same = equality.equal(c, Static(obj), value)
            if same is not False:
                c.emit(If(c.expr(same), [Set(found, Const(number))]))
        return Int(found, -1, len(field.things) - 1)

    def items(self, field: ItemsField, value: Value) -> None:
        """Pack numbers into the fields of a tuple or a set."""
        from perfectplay.engines.compiled.compiler import builtins

        c = self.c
        if isinstance(value, RowValue):
            self.items_of_row(field, value)
            return
        if isinstance(value, Static):
            if type(value.obj) is not field.cls:
                raise c.dead_end()
            given: Any = value.obj
            items = sorted(given) if field.cls is frozenset else list(given)
            value = RecordValue(tuple, list(map(Static, items)))
        elif field.cls is frozenset:
            value = builtins.in_order(c, value)
        if isinstance(value, RecordValue):
            count = len(value.parts)
            self.whole(field.length, Static(count))
            if count > len(field.items):
                raise c.dead_end(RANGE, Const(field.length.number), Const(count))
            for item, each in zip(field.items, value.parts, strict=False):
                self.field(item, each)
            return
        if not isinstance(value, Sequence):
            raise c.refuse(f"{name_of(value)} where there was a {field.cls.__name__}")
        if field.cls is tuple and value.cls is not tuple:
            raise c.refuse(f"a {value.cls.__name__} in a position")
        self.whole(field.length, value.length)
        if value.length.high > len(field.items):
            too_many = Op("gt", (value.length.expr, Const(len(field.items))))
            c.trap_if(too_many, RANGE, Const(field.length.number), value.length.expr)
        for at, item in enumerate(field.items[: value.length.high]):
            self.item(item, value, at)

    def item(self, item: IntField, value: Sequence, at: int) -> None:
        """Pack one number of a tuple into its field, if the tuple is that long."""
        c = self.c
        if at < value.length.low:
            self.field(item, value.store.read(c.plus(value.offset, Const(at))))
            return
        added = [c.var() for _ in self.words]
        for var in added:
            c.set(var, Const(0))

        def there() -> None:
            read = value.store.read(c.plus(value.offset, Const(at)))
            found = self.apart(item, c.int(read))
            for var, part in zip(added, c.parts(found, len(added)), strict=True):
                c.set(var, c.int(part).expr)

        c.when(Op("lt", (Const(at), value.length.expr)), there)
        self.add(item.word, added[item.word])

    def items_of_row(self, field: ItemsField, value: RowValue) -> None:
        """Pack a tuple from a table, with its contribution computed once per row."""
        c = self.c

        def added(obj: Any) -> tuple[int, ...] | None:
            key = [0] * len(self.words)
            if not field.keeps(obj):
                return None
            try:
                field.put(key, obj)
            except ValueError:
                return None
            return tuple(key)

        table = value.table.derive(("added", id(field)), added)
        c.require(table, value.row)
        fits = c.truth(c.derived(table, value.row, "fits", lambda key: key is not None))
        if fits is not True:
            misfit = Op("not", (c.expr(fits),))
            c.trap_if(misfit, RANGE, Const(field.length.number), Const(0))
        for word in range(len(self.words)):
            amount = table.derive(("word", word), lambda key, word=word: key[word] if key else 0)
            column = amount.column("key", int)
            self.add(word, c.cell(column, value.row))


def itself(obj: Any) -> int:
    """A number that is not an instance of a subclass."""
    if type(obj) not in NUMBERS:
        raise TypeError(obj)
    return int(obj) if type(obj) is int else bool(obj)


def leaf(c: Context, value: Value) -> None:
    """Write the key of the position an edge leads to."""
    from perfectplay.engines.compiled.compiler import calls

    value = calls.canonical(c, c.settle(value))
    if isinstance(value, Union):
        c.each_way(value, lambda way: leaf_or_inlined(c, way))
    else:
        leaf_or_inlined(c, value)


def leaf_or_inlined(c: Context, value: Value) -> None:
    """Write a key, or the node itself if the position's kind is computed in place."""
    from perfectplay.engines.compiled.compiler import calls, nodes

    if sequences.class_of(value) in c.layout.inlined:
        start = c.keep(nodes.TOP)
        node = calls.at(c, value)
        c.set(nodes.TOP, start)  # move what it has written instead of writing it again
        nodes.edge(c, node)
        return
    leaf_of(c, value)


def leaf_of(c: Context, value: Value) -> None:
    """Write the key of a position of one kind."""
    from perfectplay.engines.compiled.compiler import nodes

    packer = Packer(c)
    kind = kind_of(c, value)
    packer.digit(c.layout.kind, constant(kind.number))
    packer.field(kind.shape, value)
    if c.layout.score is not None and c.tracked:
        packer.whole(c.layout.score, score(c))
    nodes.word(c, Const(LEAF), *packer.words)


def kind_of(c: Context, value: Value) -> PositionKind:
    """The kind of a position."""
    match value:
        case Static(obj):
            token = token_of(obj)
        case Int():
            token = (int, 0)
        case RecordValue(cls, parts):
            token = (cls, len(parts) if cls is tuple else 0)
        case Sequence(cls) if value.length.low == value.length.high:
            token = (cls, value.length.low if cls is tuple else 0)
        case RowValue(table):
            tokens = {token_of(obj) for obj in table.known}
            if len(tokens) > 1:
                raise c.refuse("positions of several kinds in a table")
            token = tokens.pop()
            c.promise(table, ("token", token), lambda obj: token_of(obj) == token)
        case _:
            raise c.refuse(f"an edge that leads to {name_of(value)}")
    kind = c.layout.by_token.get(token)
    if kind is None:
        raise c.dead_end()
    return kind


# Points that come before what is already written


def add_points(c: Context, start: Expr, points: Value) -> None:
    """Add points to the running scores in everything written since a given place."""
    from perfectplay.engines.compiled.compiler import nodes

    layout = c.layout
    assert layout.score is not None
    field, number = layout.score, c.int(points)
    at, label, again = c.var(), c.name("L"), c.name("L")
    c.set(at, start)
    form_mask = (1 << OPERATION_BITS) - 1

    def here(offset: int) -> Expr:
        place = Op("add", (at, Const(offset))) if offset else at
        return c.load(nodes.PROGRAM, place)

    def in_leaf() -> None:
        key = here(1 + field.word)
        before = c.keep(Op("mod", (Op("floordiv", (key, Const(field.step))), Const(field.size))))
        after = c.keep(Op("add", (before, number.expr), checked=True))
        now = Op("add", (after, Const(field.low)))
        c.trap_if(Op("lt", (after, Const(0))), RANGE, Const(field.number), now)
        c.trap_if(Op("ge", (after, Const(field.size))), RANGE, Const(field.number), now)
        moved = Op("mul", (number.expr, Const(field.step)))
        c.store(nodes.PROGRAM, Op("add", (at, Const(1 + field.word))), Op("add", (key, moved)))
        c.set(at, Op("add", (at, Const(layout.words))))

    def in_final() -> None:
        form = Op("bitand", (Op("shr", (here(0), Const(OPERATION_BITS))), Const(3)))
        c.trap_if(Op("ne", (form, Const(WHOLE))))
        moved = Op("shl", (number.expr, Const(OPERATION_BITS + NUMBER_BITS)))
        c.store(nodes.PROGRAM, at, Op("add", (here(0), moved)))

    with c.into([]) as body:
        c.emit(If(Op("ge", (at, nodes.TOP)), [Exit(label)]))
        with c.into([]) as once:
            operation = c.keep(Op("bitand", (here(0), Const(form_mask))))
            first = here(0)
            c.when(Op("eq", (operation, Const(LEAF))), in_leaf)
            c.when(Op("eq", (operation, Const(FINAL))), in_final)
            c.when(
                Op("eq", (operation, Const(CHANCE))),
                lambda: c.set(at, Op("add", (at, Const(1)))),
            )
            form = Op("bitand", (Op("shr", (first, Const(OPERATION_BITS))), Const(3)))
            is_float = Op("eq", (form, Const(FLOAT)))
            is_weight = Op("eq", (operation, Const(WEIGHT)))
            c.trap_if(Op("and", (is_weight, is_float)))
        c.emit(Block(again, once))
        c.set(at, Op("add", (at, Const(1))))
    c.emit(Loop(label, body))
