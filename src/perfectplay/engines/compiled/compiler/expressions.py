"""Expressions of the rules: evaluated now where possible, turned into code otherwise."""

from __future__ import annotations

import ast
import builtins as python
import dataclasses
import functools
import types
from collections.abc import Callable, Iterator
from typing import Any

from perfectplay import model
from perfectplay.engines.compiled.compiler import (
    calls,
    helpers,
    lists,
    members,
    operators,
    ordering,
    purity,
    sequences,
    texts,
)
from perfectplay.engines.compiled.compiler.context import Context
from perfectplay.engines.compiled.compiler.source import free_names
from perfectplay.engines.compiled.compiler.tables import ObjectTable
from perfectplay.engines.compiled.compiler.tree import Const, Expr, Op
from perfectplay.engines.compiled.compiler.values import (
    MISSING,
    DeadEnd,
    FinalValue,
    Float,
    GainValue,
    Generator,
    Int,
    NotCompiledError,
    RecordValue,
    RowValue,
    Sequence,
    Static,
    Stream,
    Union,
    Value,
)
from perfectplay.engines.compiled.compiler.writer import constant, negated

BUILT = (ast.Lambda, ast.Name, ast.Starred)
"""Expressions that are never evaluated as a whole."""
IN_TABLES = (ast.Call, ast.Subscript, ast.JoinedStr, ast.BinOp, ast.Attribute)
"""Expressions that may become tables over the numbers they depend on."""
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
    """An expression the compiler cannot translate: a table, if it depends on few numbers."""
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
    of = {name_: helpers.known_of(each) for name_, each in zip(names, args, strict=True)}
    if not names or not purity.may_run(c, node, scope, of):
        raise refusal
    key = ("expression", id(node), tuple(sorted((name_, id(obj)) for name_, obj in scope.items())))
    if key not in c.memos:
        c.memos[key] = by_row(node, scope, names)
        c.keep_alive.append(node)
    try:
        found = helpers.tabulated(c, c.memos[key], args)
    except purity.ImpureError:
        raise
    except (NotCompiledError, DeadEnd):
        raise refusal from None
    if calls.makes_nodes(c, found):
        raise refusal
    return found


# Evaluated by Python


def worked_out(c: Context, node: ast.expr) -> Value | None:
    """The value of an expression that is constant, or that depends only on a row of a table."""
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
    if not purity.may_run(c, node, scope, {name: helpers.known_of(rows[name]) for name in rows}):
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
    """A computed row, if it can be used as it is."""
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
    """The result of evaluating an expression now; errors are left for Python to raise later."""
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
    """A constant, with iterators expanded and payoffs and points taken apart."""
    if isinstance(obj, Iterator):
        obj = Generator(obj)
    if type(obj) is model.Final:
        return FinalValue(Static(obj.payoff))
    if type(obj) is model.Gain:
        return GainValue(Static(obj.points), apart(obj.then))
    return Static(obj)


def by_row(node: ast.expr, scope: dict[str, Any], names: list[str]) -> Callable[..., Any]:
    """An expression as a function of the object in a row."""
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
            operators.settled(c, ex(c, each.value))
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
    """A lambda."""
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
    """Whether the order in which a comprehension iterates matters."""
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
    """Whether keys are certainly distinct, each being what the comprehension iterates over."""
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
    """A conditional expression."""
    condition = c.truth(ex(c, node.test))
    return c.choose(
        condition,
        lambda: c.settle(ex(c, node.body)),
        lambda: c.settle(ex(c, node.orelse)),
    )


def bool_op(c: Context, node: ast.BoolOp) -> Value:
    """`and` and `or`, which return one of their operands."""
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
    """A unary operator."""
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
    """A binary operator."""
    return operators.operate(c, node.op, ex(c, node.left), ex(c, node.right))


# Comparisons


def compare(c: Context, node: ast.Compare) -> Value:
    """A comparison, or a chain of them."""
    left = operators.settled(c, ex(c, node.left))
    return chain(c, left, node.ops, node.comparators)


def chain(c: Context, left: Value, ops: list[ast.cmpop], nodes: list[ast.expr]) -> Value:
    """A comparison, and the rest of the chain if it holds."""
    right = operators.settled(c, ex(c, nodes[0]))
    holds = ordering.compared(c, ops[0], left, right)
    if len(ops) == 1:
        return c.as_bool(holds)
    return c.choose(
        holds,
        lambda: chain(c, right, ops[1:], nodes[1:]),
        lambda: Static(False),
    )


# Parts


def subscript(c: Context, node: ast.Subscript) -> Value:
    """An element, or a slice."""
    of = operators.settled(c, ex(c, node.value))
    if isinstance(node.slice, ast.Slice):
        return slice_of(c, of, node.slice)
    return members.item(c, of, ex(c, node.slice))


def slice_of(c: Context, of: Value, node: ast.Slice) -> Value:
    """A slice."""
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
        return members.reverse(c, of)
    if not isinstance(step, Static) or step.obj not in (None, 1):
        raise c.refuse("a slice with a step")
    return sequences.cut(c, of, start, stop)


def attribute_(c: Context, node: ast.Attribute) -> Value:
    """An attribute."""
    return members.attribute(c, ex(c, node.value), node.attr)


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
