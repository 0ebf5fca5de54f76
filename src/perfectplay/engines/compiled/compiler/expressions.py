"""Expressions of the rules. What Python can work out now, it does; the rest becomes code."""

from __future__ import annotations

import ast
import builtins as python
import dataclasses
import enum
import functools
import inspect
import types
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from perfectplay import model
from perfectplay.engines.compiled.compiler import calls, equality, lists, purity, sequences, texts
from perfectplay.engines.compiled.compiler.context import Context
from perfectplay.engines.compiled.compiler.source import free_names
from perfectplay.engines.compiled.compiler.tables import ObjectTable
from perfectplay.engines.compiled.compiler.tree import Block, Const, Exit, Expr, If, Op
from perfectplay.engines.compiled.compiler.values import (
    LEAST,
    MISSING,
    MOST,
    ChanceValue,
    DeadEnd,
    FinalValue,
    Float,
    GainValue,
    Generator,
    Int,
    Method,
    NotCompiledError,
    RecordValue,
    RowValue,
    Sequence,
    Static,
    Stream,
    Text,
    Union,
    Value,
    is_passing,
    is_written,
    name_of,
)
from perfectplay.engines.compiled.compiler.writer import both, constant, negated

BUILT = (ast.Lambda, ast.Name, ast.Starred)
"""Expressions that are not worked out as a whole."""
IN_TABLES = (ast.Call, ast.Subscript, ast.JoinedStr, ast.BinOp, ast.Attribute)
"""Expressions that may become tables of the numbers that they depend on."""
METHODS = (types.MethodType, types.BuiltinMethodType, types.MethodWrapperType)


def ex(c: Context, node: ast.expr) -> Value:
    """The value of an expression."""
    c.at(node)
    if isinstance(node, ast.Constant):
        return Static(node.value)
    if not isinstance(node, BUILT):
        found = worked_out(c, node)
        if found is not None:
            return found
    action = EXPRESSIONS.get(type(node))
    if action is None:
        raise c.refuse(f"{type(node).__name__} is not understood: {ast.unparse(node)[:60]}")
    if not isinstance(node, IN_TABLES):
        return action(c, node)
    state = c.state()
    try:
        with c.into([]) as out:
            found = action(c, node)
    except purity.ImpureError:
        raise
    except DeadEnd:
        c.out += out
        raise
    except NotCompiledError as refusal:
        c.restore(state)
        return by_table(c, node, refusal)
    c.out += out
    return found


def by_table(c: Context, node: ast.expr, refusal: NotCompiledError) -> Value:
    """An expression that is not understood, but whose values depend on few numbers: as a table."""
    scope: dict[str, Any] = {}
    names, args = [], []
    for name_ in sorted(free_names(node)):
        value = lookup(c, name_)
        if isinstance(value, Static) and value.obj is not MISSING:
            scope[name_] = value.obj
        elif isinstance(value, (Int, RowValue, RecordValue, Sequence)):
            names.append(name_)
            args.append(value)
        else:
            raise refusal
    of = {name_: calls.known_of(each) for name_, each in zip(names, args, strict=True)}
    if not names or not purity.may_run(c, node, scope, of):
        raise refusal
    key = ("expression", id(node), tuple(sorted((name_, id(obj)) for name_, obj in scope.items())))
    if key not in c.memos:
        c.memos[key] = by_row(node, scope, names)
        c.keep_alive.append(node)
    try:
        found = calls.tabulated(c, c.memos[key], args)
    except purity.ImpureError:
        raise
    except (NotCompiledError, DeadEnd):
        raise refusal from None
    if calls.makes_nodes(c, found):
        raise refusal
    return found


# What Python works out


def worked_out(c: Context, node: ast.expr) -> Value | None:
    """What an expression is, if that is known now or depends on a row of a table alone."""
    scope: dict[str, Any] = {}
    rows: dict[str, RowValue] = {}
    for name in free_names(node):
        value = lookup(c, name)
        if isinstance(value, Static):
            if value.obj is MISSING:
                return None
            scope[name] = value.obj
        elif isinstance(value, RowValue):
            rows[name] = value
        else:
            return None
    if not rows:
        if not purity.may_run(c, node, scope):
            return None
        return static(c, node, scope)
    first, *others = rows.values()
    if any(each.table.root is not first.table.root or each.row != first.row for each in others):
        return None
    if not purity.may_run(c, node, scope, {name: calls.known_of(rows[name]) for name in rows}):
        return None
    tables = [each.table for each in rows.values()]
    table = first.table.derive(
        (id(node), tuple(sorted((name, id(obj)) for name, obj in scope.items()))),
        by_row(node, dict(scope), list(rows)),
        tables,
    )
    c.keep_alive.append((node, scope))
    return usable(c, table, first.row)


def usable(c: Context, table: ObjectTable, row: Expr) -> Value | None:
    """A row of what was worked out, if it can be used like that."""
    if table.objects and not table.known:
        raise c.dead_end()
    if any(isinstance(obj, METHODS) for obj in table.known):
        return None
    return c.row(table, row)


@functools.cache
def code_of(node: ast.expr) -> types.CodeType:
    """An expression as code."""
    return compile(ast.Expression(node), "<rules>", "eval")


def static(c: Context, node: ast.expr, scope: dict[str, Any]) -> Value:
    """What Python makes of an expression; where it complains, it will do so itself."""
    key = ("static", id(node), tuple(sorted((name_, id(obj)) for name_, obj in scope.items())))
    if key not in c.memos:
        try:
            found = eval(code_of(node), {**scope})  # noqa: S307  # the rules' own code
            c.memos[key] = Generator(found) if isinstance(found, Iterator) else found
        except Exception:  # noqa: BLE001  # whatever rules may raise, they will raise themselves
            raise c.dead_end() from None
        c.keep_alive.append((node, scope))
    return apart(c.memos[key])


def apart(obj: Any) -> Value:
    """Something known: what an iterator gives, and what payoffs and points are made of."""
    if isinstance(obj, Iterator):
        obj = Generator(obj)
    if type(obj) is model.Final:
        return FinalValue(Static(obj.payoff))
    if type(obj) is model.Gain:
        return GainValue(Static(obj.points), apart(obj.then))
    return Static(obj)


def by_row(node: ast.expr, scope: dict[str, Any], names: list[str]) -> Callable[..., Any]:
    """An expression as a function of what stands in a row."""
    code = code_of(node)

    def of_row(*objects: Any) -> Any:
        given = dict(zip(names, objects, strict=True))
        return eval(code, {**scope, **given})  # noqa: S307  # the rules' own code

    return of_row


def lookup(c: Context, name: str) -> Value:
    """The value of a name."""
    env = c.frame.env
    if name in env:
        return env[name]
    if name in c.frame.scope.names:
        return Static(c.frame.scope.names[name])
    if hasattr(python, name):
        return Static(getattr(python, name))
    return Static(MISSING)


def name(c: Context, node: ast.Name) -> Value:
    """A name."""
    value = lookup(c, node.id)
    if isinstance(value, Static) and value.obj is MISSING:
        raise c.dead_end()
    if isinstance(value, Union):
        ways = value.ways
        for at, way in enumerate(ways):
            if isinstance(way, Static) and way.obj is MISSING:
                c.trap_if(Op("eq", (value.tag, Const(at))))
                left = [each for each in ways if each is not way]
                if len(left) == 1:
                    return left[0]
    return value


# Displays


def tuple_(c: Context, node: ast.Tuple | ast.List | ast.Set) -> Value:
    """A tuple, list or set of expressions."""
    cls = {ast.Tuple: tuple, ast.List: list, ast.Set: set}[type(node)]
    if any(isinstance(each, ast.Starred) for each in node.elts):
        parts = [
            settled(c, ex(c, each.value))
            if isinstance(each, ast.Starred)
            else RecordValue(tuple, [ex(c, each)])
            for each in node.elts
        ]
        return sequences.concatenated(c, parts, cls)
    if cls is set:
        return sequences.gather(c, RecordValue(tuple, [ex(c, each) for each in node.elts]), set)
    return RecordValue(cls, [c.settle(ex(c, each)) for each in node.elts])


def dict_(c: Context, node: ast.Dict) -> Value:
    """A dict."""
    made = sequences.new(c, dict, max(len(node.keys), 1) + c.rooms.items)
    for key, item in zip(node.keys, node.values, strict=True):
        if key is None:
            lists.update(c, made, ex(c, item))
        else:
            label = ex(c, key)
            sequences.put(c, made, label, c.settle(ex(c, item)))
    return made


def lambda_(c: Context, node: ast.Lambda) -> Value:
    """A function in an expression."""
    return calls.closure(c, node)


# Comprehensions


def comprehension(
    c: Context,
    node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp,
    element: Callable[[], Value],
) -> Stream:
    """The elements of a comprehension, one by one."""
    outer = c.frame
    first = ex(c, node.generators[0].iter)

    def run(action: Callable[[Value], None]) -> None:
        inner = dataclasses.replace(outer, env=dict(outer.env), returns=[], loops=[])
        user = c.frame

        def level(at: int) -> None:
            if at == len(node.generators):
                item = element()
                c.frame = user
                try:
                    action(item)
                finally:
                    c.frame = inner
                return
            generator = node.generators[at]
            source = ex(c, generator.iter) if at else first
            sequences.each(c, source, lambda item: chosen(at, item), ordered=ordered(node))

        def chosen(at: int, item: Value) -> None:
            from perfectplay.engines.compiled.compiler import statements

            kept, user_inside = dict(inner.env), c.frame
            c.frame = inner
            try:
                statements.bind(c, node.generators[at].target, item)
                tested(at, list(node.generators[at].ifs))
            finally:
                inner.env = kept
                c.frame = user_inside

        def tested(at: int, tests: list[ast.expr]) -> None:
            if not tests:
                level(at + 1)
                return
            c.when(c.truth(ex(c, tests[0])), lambda: tested(at, tests[1:]))

        c.frame = inner
        try:
            level(0)
        finally:
            c.frame = user

    counts = [sequences.count_of(first)]
    most = counts[0] if len(node.generators) == 1 else None
    cls = Generator if isinstance(node, ast.GeneratorExp) else list
    return Stream(run, most, cls=cls)


def ordered(node: ast.AST) -> bool:
    """Whether the order of what a comprehension goes through matters."""
    return not isinstance(node, ast.SetComp)


def list_comp(c: Context, node: ast.ListComp) -> Value:
    """A list comprehension."""
    return comprehension(c, node, lambda: ex(c, node.elt))


def set_comp(c: Context, node: ast.SetComp) -> Value:
    """A set comprehension."""
    return sequences.gather(c, comprehension(c, node, lambda: ex(c, node.elt)), set)


def dict_comp(c: Context, node: ast.DictComp) -> Value:
    """A dict comprehension."""
    fresh = are_distinct(c, node)
    pairs = comprehension(
        c, node, lambda: RecordValue(tuple, [ex(c, node.key), c.settle(ex(c, node.value))])
    )
    made = sequences.new(c, dict, pairs.most)

    def put(pair: Value) -> None:
        assert isinstance(pair, RecordValue)
        key, item = pair.parts
        if fresh:
            made.known = None
            sequences.append(c, made, c.settle(item), sequences.as_key(c, key))
        else:
            sequences.put(c, made, key, item)

    pairs.run(put)
    return made


def are_distinct(c: Context, node: ast.DictComp) -> bool:
    """Whether it is plain that no key comes twice: each is what the comprehension goes through."""
    if len(node.generators) > 1:
        return False
    match node.generators[0].target, node.key:
        case ast.Name(given), ast.Name(key) if given == key:
            source, whole = ex(c, node.generators[0].iter), True
        case (ast.Tuple(elts=[ast.Name(given), *_]), ast.Name(key)) if given == key:
            source, whole = ex(c, node.generators[0].iter), False
        case _:
            return False
    return sequences.has_distinct(c, source, whole=whole)


# Operators


def if_exp(c: Context, node: ast.IfExp) -> Value:
    """One expression or another."""
    condition = c.truth(ex(c, node.test))
    return c.choose(
        condition,
        lambda: c.settle(ex(c, node.body)),
        lambda: c.settle(ex(c, node.orelse)),
    )


def bool_op(c: Context, node: ast.BoolOp) -> Value:
    """`and` and `or`, which give one of their operands."""
    return bool_of(c, node.values, stop_at=isinstance(node.op, ast.Or))


def bool_of(c: Context, nodes: list[ast.expr], *, stop_at: bool) -> Value:
    """The first operand that is true (or false), or else the last one."""
    value = c.settle(ex(c, nodes[0]))
    if len(nodes) == 1:
        return value
    condition = c.truth(value)
    if isinstance(condition, bool):
        return value if condition == stop_at else bool_of(c, nodes[1:], stop_at=stop_at)
    condition = c.keep(condition)

    def more() -> Value:
        return bool_of(c, nodes[1:], stop_at=stop_at)

    return c.choose(
        condition, lambda: value if stop_at else more(), more if stop_at else lambda: value
    )


def unary(c: Context, node: ast.UnaryOp) -> Value:
    """An operator with one operand."""
    value = ex(c, node.operand)
    match node.op:
        case ast.Not():
            return c.as_bool(negated(c.truth(value)))
        case ast.USub() if c.is_float(value):
            return Float(c.keep(Op("fmul", (Const(-1.0), c.float(value)))))
        case ast.USub():
            return c.arithmetic("sub", constant(0), c.int(value))
        case ast.Invert():
            return c.arithmetic("sub", constant(-1), c.int(value))
    number = c.int(value)
    return Int(number.expr, number.low, number.high)


def bin_op(c: Context, node: ast.BinOp) -> Value:
    """An operator with two operands."""
    return operate(c, node.op, ex(c, node.left), ex(c, node.right))


OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.MatMult: "matmul",
    ast.Div: "truediv",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
}
ARITHMETIC = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul"}
FLOATS = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul", ast.Div: "fdiv"}
BITS = {ast.BitAnd: "bitand", ast.BitOr: "bitor", ast.BitXor: "bitxor"}


def operate(c: Context, op: ast.operator, a: Value, b: Value) -> Value:
    """What an operator makes of two values."""
    a, b = settled(c, a), settled(c, b)
    if isinstance(a, Static) and isinstance(b, Static):
        node = ast.BinOp(ast.Name("a", ast.Load()), op, ast.Name("b", ast.Load()))
        return static(c, ast.fix_missing_locations(node), {"a": a.obj, "b": b.obj})
    if isinstance(a, Union) and not c.is_int(a):
        return c.map_ways(a, lambda way: operate(c, op, way, b))
    if isinstance(b, Union) and not c.is_int(b):
        return c.map_ways(b, lambda way: operate(c, op, a, way))
    own = own_operator(c, op, a, b)
    if own is not None:
        return own
    if is_text(a) or is_text(b):
        if isinstance(op, ast.Add):
            return texts.joined(c, [texts.content(c, a), texts.content(c, b)])
    elif equality.has_items(a) or equality.has_items(b) or has_elements(a) or has_elements(b):
        return sequence_operation(c, op, a, b)
    elif is_flag(a) or is_flag(b):
        raise c.refuse(f"{type(op).__name__} of flags")
    elif is_whole(c, a) and is_whole(c, b) and not isinstance(op, ast.Div):
        return whole_operation(c, op, c.int(a), c.int(b))
    elif type(op) in FLOATS and is_real(c, a) and is_real(c, b):
        return float_operation(c, op, a, b)
    raise c.refuse(f"{type(op).__name__} of {name_of(a)} and {name_of(b)}")


def own_operator(c: Context, op: ast.operator, a: Value, b: Value) -> Value | None:
    """What the method of a NamedTuple or a dataclass makes of an operator, if it has one."""
    name_ = OPERATORS[type(op)]
    if isinstance(b, RecordValue) and is_written(b.cls, f"__r{name_}__"):
        raise c.refuse(f"{b.cls.__name__} has an operator for what stands on its left")
    if isinstance(a, RecordValue) and is_written(a.cls, f"__{name_}__"):
        found = calls.call_python(c, getattr(a.cls, f"__{name_}__"), [a, b], {})
        if isinstance(found, Static) and found.obj is NotImplemented:
            raise c.dead_end()
        return found
    return None


def settled(c: Context, value: Value) -> Value:
    """A value of which both operands may be asked."""
    return c.settle(value) if isinstance(value, Stream) else value


def is_text(value: Value) -> bool:
    """Whether it is a text."""
    return isinstance(value, Text) or (isinstance(value, Static) and isinstance(value.obj, str))


def is_flag(value: Value) -> bool:
    """Whether it is a number of a class that has operators of its own."""
    objects = value.table.known if isinstance(value, RowValue) else [getattr(value, "obj", None)]
    return any(isinstance(obj, enum.Flag) for obj in objects)


def has_elements(value: Value) -> bool:
    """Whether it is a row of tuples, lists or sets."""
    return isinstance(value, RowValue) and all(
        isinstance(obj, (tuple, list, set, frozenset)) for obj in value.table.known
    )


def is_whole(c: Context, value: Value) -> bool:
    """Whether it is an integer, or has to be."""
    return c.is_int(value) or (
        isinstance(value, RowValue)
        and any(isinstance(obj, int) for obj in value.table.known)
        and not any(isinstance(obj, (float, Fraction)) for obj in value.table.known)
    )


def is_real(c: Context, value: Value) -> bool:
    """Whether it is an integer or a float."""
    return is_whole(c, value) or c.is_float(value)


def float_operation(c: Context, op: ast.operator, a: Value, b: Value) -> Value:
    """An operation of floats."""
    first, second = c.float(a), c.float(b)
    if isinstance(op, ast.Div):
        c.trap_if(Op("eq", (second, Const(0.0))))
    return Float(c.keep(Op(FLOATS[type(op)], (first, second))))


def whole_operation(c: Context, op: ast.operator, a: Int, b: Int) -> Value:
    """An operation of integers."""
    if type(op) in ARITHMETIC:
        return c.arithmetic(ARITHMETIC[type(op)], a, b)
    match op:
        case ast.BitAnd() | ast.BitOr() | ast.BitXor():
            return bits(c, BITS[type(op)], a, b)
        case ast.FloorDiv() | ast.Mod():
            return division(c, op, a, b)
        case ast.LShift() | ast.RShift():
            return shift(c, op, a, b)
        case ast.Pow():
            return to_power(c, a, b)
    raise c.refuse(f"{type(op).__name__} of whole numbers")


def bits(c: Context, name_: str, a: Int, b: Int) -> Int:
    """Bits of two integers."""
    expr = c.keep(Op(name_, (a.expr, b.expr)))
    truth = False if False in (a.is_bool, b.is_bool) else a.is_bool and b.is_bool
    if a.low >= 0 and b.low >= 0:
        most = (1 << max(a.high, b.high).bit_length()) - 1
        return Int(expr, 0, min(a.high, b.high) if name_ == "bitand" else most, truth)
    if name_ == "bitand" and max(a.low, b.low) >= 0:  # which no truth value is
        return Int(expr, 0, a.high if a.low >= 0 else b.high)
    size = 1 << max(x.bit_length() for x in (a.low, a.high, b.low, b.high))
    return Int(expr, max(-size, LEAST), min(size - 1, MOST))


def division(c: Context, op: ast.operator, a: Int, b: Int) -> Int:
    """A quotient or a remainder, rounded down."""
    if b.low <= 0 <= b.high:
        c.trap_if(Op("eq", (b.expr, Const(0))))
    if b.low <= -1 <= b.high and a.low == LEAST:  # the one quotient that is too large
        c.trap_if(both(Op("eq", (b.expr, Const(-1))), Op("eq", (a.expr, Const(LEAST)))))
    if isinstance(op, ast.Mod):
        expr = c.keep(Op("mod", (a.expr, b.expr)))
        if b.low >= 0:
            top = b.high - 1 if a.low < 0 else min(b.high - 1, a.high)
            return Int(expr, 0, max(top, 0))
        return Int(expr, min(b.low + 1, 0), max(b.high - 1, 0))
    expr = c.keep(Op("floordiv", (a.expr, b.expr)))
    if b.low > 0:
        ends = [x // y for x in (a.low, a.high) for y in (b.low, b.high)]
        return Int(expr, min(ends), max(ends))
    size = max(abs(a.low), abs(a.high))
    return Int(expr, max(-size, LEAST), min(size, MOST))


def shift(c: Context, op: ast.operator, a: Int, b: Int) -> Int:
    """Bits moved by some places."""
    if b.low < 0:
        c.trap_if(Op("lt", (b.expr, Const(0))))
    if b.high > 60:
        c.trap_if(Op("gt", (b.expr, Const(60))))
    low, high = max(b.low, 0), min(b.high, 60)
    if isinstance(op, ast.RShift):
        expr = c.keep(Op("shr", (a.expr, b.expr)))
        ends = [x >> y for x in (a.low, a.high) for y in (low, high)]
        return Int(expr, min(ends), max(ends))
    factor = Int(c.keep(Op("shl", (Const(1), b.expr))), 1 << low, 1 << high)
    return c.arithmetic("mul", a, factor)


def to_power(c: Context, a: Int, b: Int) -> Value:
    """A whole number to the power of another."""
    if isinstance(b.expr, Const) and 0 <= b.expr.value <= 16:
        found = constant(1)
        for _ in range(int(b.expr.value)):
            found = c.arithmetic("mul", found, a)
        return found
    if isinstance(a.expr, Const) and a.expr.value == 2:
        return shift(c, ast.LShift(), constant(1), b)
    raise c.refuse("a power of whole numbers that are not known")


def sequence_operation(c: Context, op: ast.operator, a: Value, b: Value) -> Value:
    """An operation of tuples, lists or sets."""
    first = class_of(a)
    match op:
        case ast.Add() if first in (tuple, list) or (first and issubclass(first, tuple)):
            return sequences.concatenated(c, [a, b], list if first is list else tuple)
        case ast.Mult():
            if not equality.has_items(a):
                a, b = b, a
            return repeated(c, a, c.int(b))
        case ast.Sub() | ast.BitAnd() | ast.BitOr() | ast.BitXor() if first in equality.SETS:
            return set_operation(c, op, a, b, first or set)
        case ast.BitOr() if isinstance(a, Sequence) and a.cls is dict:
            made = sequences.new(c, dict)
            lists.update(c, made, a)
            lists.update(c, made, b)
            return made
    raise c.refuse(f"{type(op).__name__} of {name_of(a)} and {name_of(b)}")


def class_of(value: Value) -> type | None:
    """The class of a tuple, list or set."""
    if isinstance(value, RowValue):
        classes = {type(obj) for obj in value.table.known}
        return classes.pop() if len(classes) == 1 else None
    return sequences.type_of(value)


def repeated(c: Context, value: Value, times: Int) -> Value:
    """A tuple or list some times over."""
    cls = class_of(value) or list
    count = sequences.count_of(value) or 0
    most = count * max(times.high, 0) if times.high < c.rooms.items else None
    made = sequences.new(c, list, most)

    def once(_: Expr) -> None:
        sequences.each(c, value, lambda item: sequences.append(c, made, item))

    c.repeat(times.expr, once)
    return made if cls is list else sequences.gather(c, made, tuple)


def set_operation(c: Context, op: ast.operator, a: Value, b: Value, cls: type) -> Value:
    """Sets put together, or taken apart."""
    first, second = (c.sequence(a) if isinstance(a, Stream) else a), b
    made = sequences.new(c, set)

    def pick(source: Value, other: Value, *, there: bool) -> None:
        def one(item: Value) -> None:
            found = equality.contains(c, other, item)
            wanted = found if there else negated(found)
            c.when(wanted, lambda: sequences.append(c, made, item))

        sequences.each(c, source, one, ordered=False)

    match op:
        case ast.BitAnd():
            pick(first, second, there=True)
        case ast.Sub():
            pick(first, second, there=False)
        case ast.BitXor():
            pick(first, second, there=False)
            pick(second, first, there=False)
        case _:
            sequences.each(c, first, lambda item: sequences.append(c, made, item), ordered=False)
            pick(second, first, there=False)
    return sequences.finished(c, made, cls)


# Comparisons

COMPARISONS = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}


def compare(c: Context, node: ast.Compare) -> Value:
    """A comparison, or several in a chain."""
    left = settled(c, ex(c, node.left))
    return chain(c, left, node.ops, node.comparators)


def chain(c: Context, left: Value, ops: list[ast.cmpop], nodes: list[ast.expr]) -> Value:
    """A comparison, and those behind it where it holds."""
    right = settled(c, ex(c, nodes[0]))
    holds = compared(c, ops[0], left, right)
    if len(ops) == 1:
        return c.as_bool(holds)
    return c.choose(
        holds,
        lambda: chain(c, right, ops[1:], nodes[1:]),
        lambda: Static(False),
    )


def compared(c: Context, op: ast.cmpop, a: Value, b: Value) -> equality.Answer:
    """Whether a comparison holds."""
    match op:
        case ast.Eq():
            return equality.equal(c, a, b)
        case ast.NotEq():
            return negated(equality.equal(c, a, b))
        case ast.In():
            return equality.contains(c, b, a)
        case ast.NotIn():
            return negated(equality.contains(c, b, a))
        case ast.Is():
            return identical(c, a, b)
        case ast.IsNot():
            return negated(identical(c, a, b))
    return smaller(c, COMPARISONS[type(op)], a, b)


def identical(c: Context, a: Value, b: Value) -> equality.Answer:
    """Whether something is None, or a truth value."""
    if isinstance(a, Static) and not isinstance(b, Static):
        a, b = b, a
    if not isinstance(b, Static) or not (
        b.obj is None or isinstance(b.obj, (bool, type, enum.Enum))
    ):
        raise c.refuse("asks for identity")
    if isinstance(a, Union):
        return c.truth(c.map_ways(a, lambda way: c.as_bool(identical(c, way, b))))
    if isinstance(a, Static):
        return a.obj is b.obj
    if isinstance(a, RowValue):
        obj = b.obj
        return c.truth(c.derived(a.table, a.row, ("is", id(obj)), lambda each: each is obj))
    if isinstance(a, Int) and isinstance(b.obj, int):
        if isinstance(b.obj, bool) and a.is_bool:
            return c.compare("eq", a, constant(b.obj))
        if not isinstance(b.obj, bool) or a.is_bool is None:
            raise c.refuse("asks whether a number is a truth value, or a member of an enum")
    return False


def smaller(c: Context, name_: str, a: Value, b: Value) -> equality.Answer:
    """Whether one value is below another."""
    if isinstance(a, Union) and not c.is_int(a):
        return c.truth(c.map_ways(a, lambda way: c.as_bool(smaller(c, name_, way, b))))
    if isinstance(b, Union) and not c.is_int(b):
        return c.truth(c.map_ways(b, lambda way: c.as_bool(smaller(c, name_, a, way))))
    if is_whole(c, a) and is_whole(c, b):
        return c.compare(name_, c.int(a), c.int(b))
    if is_real(c, a) and is_real(c, b):
        return Op(name_, (c.float(a), c.float(b)))
    classes = {class_of(a), class_of(b)}
    if classes <= {set, frozenset}:
        small, big = (a, b) if name_ in ("le", "lt") else (b, a)
        part = equality.subset(c, small, big)
        if name_ in ("le", "ge"):
            return part
        fewer = c.compare("lt", c.sequence(small).length, c.sequence(big).length)
        return equality.conjunction(part, fewer)
    known = all(isinstance(each, (RecordValue, Static)) for each in (a, b))
    ordered = all(cls and (issubclass(cls, tuple) or has_order(cls)) for cls in classes)
    if known and ordered and (isinstance(a, RecordValue) or isinstance(b, RecordValue)):
        return smaller_tuples(c, name_, a, b)
    if all(issubclass(cls or object, (tuple, list)) for cls in classes):
        return smaller_sequences(c, name_, c.sequence(a), c.sequence(b))
    raise c.refuse(f"compares {name_of(a)} with {name_of(b)}")


def has_order(cls: type) -> bool:
    """Whether objects of a class are compared by their fields."""
    parameters = getattr(cls, "__dataclass_params__", None)
    return bool(parameters and parameters.order)


def smaller_tuples(c: Context, name_: str, a: Value, b: Value) -> equality.Answer:
    """Whether one tuple comes before another of the same length."""
    count = (
        len(a.parts)
        if isinstance(a, RecordValue)
        else len(b.parts if isinstance(b, RecordValue) else ())
    )
    first, second = c.parts(a, count), c.parts(b, count)
    strict = {"le": "lt", "ge": "gt"}.get(name_, name_)
    whole: equality.Answer = name_ in ("le", "ge")
    for x, y in zip(reversed(first), reversed(second), strict=True):
        below, same = smaller(c, strict, x, y), equality.equal(c, x, y)
        whole = equality.disjunction(below, equality.conjunction(same, whole))
    return whole


def smaller_sequences(c: Context, name_: str, a: Sequence, b: Sequence) -> equality.Answer:
    """Whether one tuple or list comes before another: by the first elements that differ."""
    order, at = c.var(), c.name("L")
    lengths = [Int(c.keep(each.length.expr), each.length.low, each.length.high) for each in (a, b)]
    longer = c.expr(c.compare("gt", *lengths))
    shorter = c.expr(c.compare("lt", *lengths))
    c.set(order, Op("sub", (longer, shorter)))
    few = Op("select", (shorter, lengths[0].expr, lengths[1].expr))

    def one(place: Expr) -> None:
        x = a.store.read(c.plus(a.offset, place))
        y = b.store.read(c.plus(b.offset, place))
        for sign, less in ((-1, smaller(c, "lt", x, y)), (1, smaller(c, "lt", y, x))):
            with c.into([]) as out:
                c.set(order, Const(sign))
                c.emit(Exit(at))
            c.emit(If(c.expr(less), out))

    with c.into([]) as body:
        if lengths[0].high and lengths[1].high:
            c.repeat(c.keep(few), one)
    c.emit(Block(at, body))
    return Op(name_, (order, Const(0)))


# Parts


def subscript(c: Context, node: ast.Subscript) -> Value:
    """An element, or a slice."""
    of = settled(c, ex(c, node.value))
    if isinstance(node.slice, ast.Slice):
        return slice_of(c, of, node.slice)
    return item(c, of, ex(c, node.slice))


def slice_of(c: Context, of: Value, node: ast.Slice) -> Value:
    """The elements between two places."""
    step = ex(c, node.step) if node.step else Static(None)
    start = ex(c, node.lower) if node.lower else None
    stop = ex(c, node.upper) if node.upper else None
    start = None if isinstance(start, Static) and start.obj is None else start
    stop = None if isinstance(stop, Static) and stop.obj is None else stop
    known = all(each is None or isinstance(each, Static) for each in (start, stop))
    if isinstance(of, RecordValue) and known and isinstance(step, Static):
        ends = slice(*(each.obj if isinstance(each, Static) else None for each in (start, stop)))
        whole = slice(ends.start, ends.stop, step.obj)
        return RecordValue(list if of.cls is list else tuple, of.parts[whole])
    if isinstance(step, Static) and step.obj == -1 and start is None and stop is None:
        return reverse(c, of)
    if not isinstance(step, Static) or step.obj not in (None, 1):
        raise c.refuse("a slice with a step")
    return sequences.cut(c, of, start, stop)


def reverse(c: Context, of: Value) -> Value:
    """The elements from the last to the first."""
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
    """What stands at an index or a key."""
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
    """What stands at an index or a key of something known."""
    if isinstance(index, Static):
        node = ast.parse("a[b]", mode="eval").body
        return static(c, node, {"a": of.obj, "b": index.obj})
    if isinstance(index, RowValue):
        key = ("at", id(of.obj))
        c.keep_alive.append(of.obj)
        return c.derived(index.table, index.row, key, lambda obj: of.obj[obj])
    if isinstance(of.obj, (list, tuple)) and is_whole(c, index):
        objects = list(of.obj)
        if not objects:
            raise c.dead_end()
        view = Sequence(tuple, c.new_store(0), constant(len(objects)))
        place = sequences.place_of(c, view, c.int(index))
        return c.row(c.tables.of(objects), c.keep(place))
    if isinstance(of.obj, range) and is_whole(c, index):
        return item_of_known(c, Static(list(of.obj)), index)
    if isinstance(of.obj, dict):
        keys = list(of.obj)
        numbered = keys in (list(range(len(keys))), list(range(1, len(keys) + 1)))
        if keys and numbered and is_whole(c, index):
            return by_number(c, of.obj, c.int(index))
        return known_value_at(c, of.obj, index, None)
    raise c.refuse(f"takes an element out of {name_of(of)}")


def known_value_at(c: Context, known: dict[Any, Any], key: Value, default: Value | None) -> Value:
    """The value of a key in a dict that is known."""
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
        place = calls.tabulated(c, finder, [key], [*((each,) for each in known), (MISSING,)])
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
    """The number of a key in a dict, or -1."""
    places = {key: place for place, key in enumerate(known)}
    return lambda key: places.get(key, -1)


def by_number(c: Context, known: dict[int, Any], index: Int) -> Value:
    """The value of a dict whose keys are numbers without gaps."""
    low, high = min(known), max(known)
    if index.low < low:
        c.trap_if(Op("lt", (index.expr, Const(low))))
    if index.high > high:
        c.trap_if(Op("gt", (index.expr, Const(high))))
    table = c.tables.of(list(known.values()))
    return c.row(table, c.plus(index.expr, Const(-low)))


def value_at(c: Context, of: Sequence, key: Value, default: Value | None) -> Value:
    """The value of a key in a dict made at run time."""
    found = c.var()
    c.set(found, Const(-1))
    assert of.keys is not None
    sequences.search(c, of.keys, of.length, sequences.as_key(c, key), lambda at: c.set(found, at))
    missing = Op("lt", (found, Const(0)))
    if default is None:
        c.trap_if(missing)
        return of.store.read(found)
    return c.choose(missing, lambda: default, lambda: of.store.read(found))


def attribute_(c: Context, node: ast.Attribute) -> Value:
    """An attribute."""
    return attribute(c, ex(c, node.value), node.attr)


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
    """An attribute of something known."""
    purity.check_property(c, obj, name_)
    try:
        return Static(getattr(obj, name_))
    except Exception:  # noqa: BLE001  # whatever rules may raise: they will raise it themselves
        raise c.dead_end() from None


def call(c: Context, node: ast.Call) -> Value:
    """A call."""
    return calls.call_node(c, node)


EXPRESSIONS: dict[type[ast.expr], Callable[[Context, Any], Value]] = {
    ast.Name: name,
    ast.Tuple: tuple_,
    ast.List: tuple_,
    ast.Set: tuple_,
    ast.Dict: dict_,
    ast.Lambda: lambda_,
    ast.ListComp: list_comp,
    ast.GeneratorExp: list_comp,
    ast.SetComp: set_comp,
    ast.DictComp: dict_comp,
    ast.IfExp: if_exp,
    ast.BoolOp: bool_op,
    ast.UnaryOp: unary,
    ast.BinOp: bin_op,
    ast.Compare: compare,
    ast.Subscript: subscript,
    ast.Attribute: attribute_,
    ast.JoinedStr: texts.formatted,
    ast.Call: call,
}
