"""Calls: functions of the rules are inlined, or become tables that Python fills."""

from __future__ import annotations

import ast
import dataclasses
import functools
import inspect
import types
from typing import Any

from perfectplay import model
from perfectplay.engines.compiled.compiler import (
    builtins,
    effects,
    expressions,
    helpers,
    members,
    methods,
    nodes,
    purity,
)
from perfectplay.engines.compiled.compiler.context import Context, Frame
from perfectplay.engines.compiled.compiler.places import merge_values
from perfectplay.engines.compiled.compiler.resolving import Instance
from perfectplay.engines.compiled.compiler.source import (
    changed_names,
    closure_of,
    every_argument,
    free_names,
    is_used_once,
    loads_of,
    rebound_names,
    tree_of,
)
from perfectplay.engines.compiled.compiler.tree import Block, Exit
from perfectplay.engines.compiled.compiler.values import (
    DeadEnd,
    FunctionValue,
    Method,
    NotCompiledError,
    RecordValue,
    RowValue,
    Scope,
    Sequence,
    Static,
    Union,
    Value,
    is_passing,
    is_plain,
    name_of,
)
from perfectplay.model.game import Game

CACHED = type(functools.cache(lambda: 0))
SETS = (set, frozenset)
DEEPEST = 40
"""How deeply calls may be nested."""


def call_node(c: Context, node: ast.Call) -> Value:
    """A call."""
    fn = expressions.ex(c, node.func)
    args: list[Value] = []
    for each in node.args:
        if isinstance(each, ast.Starred):
            args += spread(c, expressions.ex(c, each.value))
        else:
            args.append(expressions.ex(c, each))
    named = {}
    for keyword in node.keywords:
        if keyword.arg is None:
            raise c.refuse("**keywords")
        named[keyword.arg] = expressions.ex(c, keyword.value)
    c.at(node)
    with c.step(id(node)):
        return call(c, fn, args, named)


def spread(c: Context, value: Value) -> list[Value]:
    """The arguments given by a starred expression."""
    match value:
        case RecordValue(_, parts):
            return parts
        case Static(obj):
            return list(map(Static, obj))
        case Sequence() if value.length.low == value.length.high:
            return c.parts(value, value.length.low)
    raise c.refuse(f"*{name_of(value)} as arguments")


def call(c: Context, fn: Value, args: list[Value], named: dict[str, Value]) -> Value:
    """The result of a call."""
    match fn:
        case FunctionValue():
            return call_function(c, fn, args, named)
        case Method(of, name):
            return methods.call(c, of, name, args, named)
        case Static(obj):
            return call_known(c, obj, args, named)
        case Union():
            return c.map_ways(fn, lambda way: call(c, way, args, named))
        case RowValue(table) if len(set(map(id, table.known))) == 1:
            return call_known(c, table.known[0], args, named)
    raise c.refuse(f"calls {name_of(fn)}")


def call_known(c: Context, fn: Any, args: list[Value], named: dict[str, Value]) -> Value:
    """A call to a known function or class."""
    given = [*args, *named.values()]
    changes = any(map(helpers.is_mutable, given)) and effects.changes_arguments(fn)
    if all(isinstance(each, Static) for each in given) and not changes:
        found = run_now(c, fn, args, named)
        if found is not None:
            return found
    if isinstance(fn, type):
        made = construct(c, fn, args, named)
        if made is not None:
            return made
    special = builtins.known(fn)
    if special is not None:
        return special(c, *args, **named)
    if isinstance(fn, CACHED):
        return cached(c, fn, args, named)
    if isinstance(fn, functools.partial):
        return call_known(
            c,
            fn.func,
            [*map(Static, fn.args), *args],
            {name: Static(obj) for name, obj in fn.keywords.items()} | named,
        )
    if isinstance(fn, types.MethodType):
        if fn.__self__ is model.Chance or isinstance(fn.__self__, model.Chance):
            return methods.call(c, Static(fn.__self__), fn.__name__, args, named)
        if isinstance(fn.__func__, types.FunctionType):
            return call_python(c, fn.__func__, [Static(fn.__self__), *args], named)
    if isinstance(fn, types.FunctionType):
        return call_python(c, fn, args, named)
    if isinstance(fn, type) and fn.__module__.partition(".")[0] in purity.TRUSTED:
        return helpers.by_table(c, fn, args, named)
    if isinstance(fn, (types.BuiltinFunctionType, types.MethodWrapperType)):
        of = getattr(fn, "__self__", None)
        if of is not None and not isinstance(of, types.ModuleType):
            return methods.call(c, Static(of), fn.__name__, args, named)
        return helpers.by_table(c, fn, args, named)
    raise c.refuse(f"calls {getattr(fn, '__qualname__', fn)!s:.60}")


def cached(c: Context, fn: Any, args: list[Value], named: dict[str, Value]) -> Value:
    """A cached helper: becomes a table, which caches as well, or else is inlined."""
    state = c.state()
    try:
        return helpers.by_table(c, fn, args, named)
    except purity.ImpureError:
        raise
    except NotCompiledError:
        c.restore(state)
        return call_python(c, fn.__wrapped__, args, named)


def run_now(c: Context, fn: Any, args: list[Value], named: dict[str, Value]) -> Value | None:
    """What Python returns for a call with known arguments."""
    values = [each.obj for each in args if isinstance(each, Static)]
    words = {name: each.obj for name, each in named.items() if isinstance(each, Static)}
    purity.check_call(c, fn, [*values, *words.values()])
    try:
        return expressions.apart(fn(*values, **words))
    except NotCompiledError:
        raise
    except Exception:  # noqa: BLE001  # whatever rules may raise: they will raise it themselves
        raise c.dead_end() from None


# Records


def construct(c: Context, cls: type, args: list[Value], named: dict[str, Value]) -> Value | None:
    """Construct a NamedTuple or a frozen dataclass."""
    names = members.field_names(cls)
    if not names or not (issubclass(cls, tuple) or dataclasses.is_dataclass(cls)):
        return None
    if not is_plain(cls):
        raise c.refuse(f"{cls.__name__} does more than a tuple of fields")
    if issubclass(cls, tuple):
        defaults = dict(cls._field_defaults)  # type: ignore[attr-defined]  # a NamedTuple
    else:
        defaults = {
            field.name: field.default
            for field in dataclasses.fields(cls)
            if field.default is not dataclasses.MISSING
        }
    values = dict(zip(names, args, strict=False)) | named
    if len(args) + len(named) != len(values) or not values.keys() <= set(names):
        raise c.dead_end()
    missing = [name for name in names if name not in values and name not in defaults]
    if missing:
        raise c.dead_end()
    parts = [c.settle(values[n]) if n in values else Static(defaults[n]) for n in names]
    return RecordValue(cls, list(map(c.still, parts)))


# Inlined functions


def bound(c: Context, fn: types.FunctionType, of: Value) -> FunctionValue:
    """A method bound to a value."""
    node, scope, seen = read(c, fn)
    return FunctionValue(node, scope, (of,), seen, owner=fn)


def read(
    c: Context, fn: types.FunctionType
) -> tuple[ast.FunctionDef | ast.Lambda, Scope, dict[str, Value]]:
    """The source of a Python function, and what it can see."""
    node, file = tree_of(fn)
    purity.check_function(c, fn, node)
    seen: dict[str, Value] = {name: Static(obj) for name, obj in closure_of(fn).items()}
    return node, Scope(fn.__globals__, file, fn.__qualname__), seen


def call_python(
    c: Context, fn: types.FunctionType, args: list[Value], named: dict[str, Value]
) -> Value:
    """A function of the rules: inlined, or else turned into a table."""
    state = c.state()
    try:
        node, scope, seen = read(c, fn)
        if isinstance(node, ast.FunctionDef) and any(
            isinstance(each, (ast.Yield, ast.YieldFrom)) for each in ast.walk(node)
        ):
            raise c.refuse(f"{fn.__name__} is a generator")
        with c.into([]) as written:
            found = call_function(c, FunctionValue(node, scope, (), seen, owner=fn), args, named)
    except NotCompiledError as refusal:
        c.restore(state)
        if isinstance(refusal, purity.ImpureError):
            raise
        return instead(c, fn, args, named, refusal)
    except DeadEnd:
        c.out += written
        raise
    c.out += written
    return found


def instead(
    c: Context, fn: Any, args: list[Value], named: dict[str, Value], refusal: NotCompiledError
) -> Value:
    """A table for a function that cannot be inlined, unless it makes nodes."""
    try:
        found = helpers.by_table(c, fn, args, named)
    except NotCompiledError:
        raise refusal from None
    except DeadEnd:
        raise refusal from None
    if makes_nodes(c, found):
        raise refusal
    return found


def makes_nodes(c: Context, value: Value) -> bool:
    """Whether a value holds nodes or positions, of which there are too many for a table."""
    return isinstance(value, RowValue) and any(
        isinstance(obj, nodes.KINDS) or type(obj) in c.classes for obj in value.table.known
    )


def call_function(
    c: Context, fn: FunctionValue, args: list[Value], named: dict[str, Value]
) -> Value:
    """Inline a call to a function whose source is known."""
    if c.depth > DEEPEST:
        raise c.refuse("a function that calls itself too often")
    env = surrounding_names(c, fn)
    bind_arguments(c, fn, args, named, env)
    node = fn.node
    frame = Frame(
        fn.scope,
        env,
        c.name("L"),
        loads=loads_of(node),
        changed=changed_names(node) | handed_on(c, fn),
        node=node,
    )
    caller, line = c.frame, c.line
    c.frame, c.depth = frame, c.depth + 1
    try:
        with c.step("call", id(node)):
            if isinstance(node, ast.Lambda):
                return expressions.ex(c, node.body)
            return run_body(c, node, frame)
    finally:
        frame.active = False
        c.frame, c.depth, c.line = caller, c.depth - 1, line


def handed_on(c: Context, fn: FunctionValue) -> frozenset[str]:
    """The names a function passes on to others that modify them."""
    key = "handed on", fn.node
    if key not in c.memos:
        known = {name: each.obj for name, each in fn.seen.items() if isinstance(each, Static)}
        game = {"self": Instance((type(c.game),))}
        c.memos[key] = effects.handed_on(fn.node, {**game, **fn.scope.names, **known})
    found: frozenset[str] = c.memos[key]
    return found


def run_body(c: Context, node: ast.FunctionDef, frame: Frame) -> Value:
    """The statements of a function, and the value at which its returns meet."""
    from perfectplay.engines.compiled.compiler import statements

    with c.into([]) as body:
        ended = statements.block(c, node.body)
        if not ended:
            frame.returns.append((c.out, Static(None)))
    returns = frame.returns
    if not returns:
        c.out += body
        raise DeadEnd
    if len(returns) == 1 and returns[0][0] is body:
        c.out += body
        return returns[0][1]
    value = merge_values(c, returns)
    for out, _ in returns:
        out.append(Exit(frame.label))
    c.emit(Block(frame.label, body))
    return value


def surrounding_names(c: Context, fn: FunctionValue) -> dict[str, Value]:
    """What a function sees around it at this point."""
    env = dict(fn.seen)
    if fn.frame is not None and fn.frame.active:
        names = free_names(fn.node) if isinstance(fn.node, ast.Lambda) else loads_of(fn.node)
        for name in names:
            if name in fn.frame.env:
                env[name] = fn.frame.env[name]
    elif fn.frame is not None:
        changed = rebound_names(fn.frame.node) & loads_of(fn.node).keys()
        if changed:
            raise c.refuse(f"a function that outlives a change of {min(changed)}")
    return env


def closure(c: Context, node: ast.FunctionDef | ast.Lambda) -> FunctionValue:
    """A function defined inside another one; its defaults are evaluated now."""
    spec = node.args
    places = [*spec.posonlyargs, *spec.args]
    pairs = list(zip(places[len(places) - len(spec.defaults) :], spec.defaults, strict=True))
    pairs += [(a, d) for a, d in zip(spec.kwonlyargs, spec.kw_defaults, strict=True) if d]
    defaults = {each.arg: c.settle(expressions.ex(c, default)) for each, default in pairs}
    return FunctionValue(node, c.frame.scope, (), dict(c.frame.env), c.frame, defaults=defaults)


def bind_arguments(
    c: Context,
    fn: FunctionValue,
    args: list[Value],
    named: dict[str, Value],
    env: dict[str, Value],
) -> None:
    """Bind the parameters of a function to their arguments."""
    spec = fn.node.args
    given = [*fn.bound, *args]
    places = [*spec.posonlyargs, *spec.args]
    if spec.kwarg is not None:
        raise c.refuse("**keywords of a function")
    values: dict[str, Value] = {}
    defaults = defaults_of(fn)
    for each, value in zip(places, given, strict=False):
        values[each.arg] = value
    if len(given) > len(places):
        if spec.vararg is None:
            raise c.dead_end()
        values[spec.vararg.arg] = RecordValue(tuple, [c.settle(v) for v in given[len(places) :]])
    elif spec.vararg is not None:
        values[spec.vararg.arg] = Static(())
    for each in every_argument(spec):
        name = each.arg
        if name in named:
            values[name] = named[name]
        elif name not in values:
            if name not in defaults:
                raise c.dead_end()
            values[name] = defaults[name]
    if not named.keys() <= values.keys():
        raise c.dead_end()
    for name, value in values.items():
        require_one_use(c, fn.node, name, value)
        env[name] = c.settle(value)


def require_one_use(c: Context, node: ast.AST, name: str, value: Value) -> None:
    """Refuse to pass a generator to a function that uses it more than once."""
    if is_passing(value) and not is_used_once(node, name):
        raise c.refuse("a generator that is kept")


def defaults_of(fn: FunctionValue) -> dict[str, Value]:
    """The defaults of a function's parameters."""
    if fn.owner is None:
        return fn.defaults
    signature = inspect.signature(fn.owner).parameters.values()
    return {
        each.name: Static(each.default)
        for each in signature
        if each.default is not inspect.Parameter.empty
    }


# Tables


# The game itself


def at(c: Context, position: Value) -> Value:
    """What there is at a position."""
    method = type(c.game).at
    return call_python_only(c, method, [Static(c.game), position])


def call_python_only(c: Context, fn: Any, args: list[Value]) -> Value:
    """Inline a function of the rules."""
    node, scope, seen = read(c, fn)
    return call_function(c, FunctionValue(node, scope, (), seen, owner=fn), args, {})


def canonical(c: Context, position: Value) -> Value:
    """The position that represents all those that are equivalent."""
    method = getattr(type(c.game), "canonical", None)
    if method is None or method is getattr(Game, "canonical", None):
        return position
    return call_python(c, method, [Static(c.game), position], {})
