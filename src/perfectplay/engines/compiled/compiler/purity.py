"""Refuses rules that are more than their arguments: random, keeping state, asking for identity.

Python runs parts of the rules while they are compiled, and helpers whose results stand in tables.
That is right only if they give the same each time, and change nothing: their source is read first.
"""

from __future__ import annotations

import ast
import builtins
import functools
import itertools
import operator
import types
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from perfectplay.engines.compiled.compiler.source import (
    CHANGING,
    closure_of,
    every_argument,
    stored_names,
    tree_of,
)
from perfectplay.engines.compiled.compiler.values import NotCompiledError

if TYPE_CHECKING:
    from perfectplay.engines.compiled.compiler.context import Context

IMPURE = frozenset(
    getattr(builtins, name)
    for name in (
        *("input", "open", "print", "exec", "eval", "compile", "globals", "locals", "vars"),
        *("id", "hash", "setattr", "delattr", "__import__", "breakpoint"),
    )
) | {operator.is_, operator.is_not, object.__setattr__}
STATEFUL = frozenset(
    ("random", "time", "os", "secrets", "uuid", "sys", "datetime", "threading", "socket", "numpy")
)
"""Modules whose functions do not give the same each time, or of which that cannot be told."""
TRUSTED = frozenset(
    (
        *("icepool", "math", "itertools", "collections", "fractions", "functools", "operator"),
        *("types", "dataclasses", "enum", "typing", "bisect", "heapq", "statistics", "abc"),
        *("string", "re", "numbers", "decimal", "copy"),
        *("perfectplay.model.nodes", "perfectplay.model.parameters"),
    )
)
"""Modules whose functions always do."""
CACHED = type(functools.cache(lambda: 0))
MUTABLE = (list, dict, set, bytearray)
FRESH = frozenset(("list", "dict", "set", "sorted", "Counter", "defaultdict", "deque", "copy"))
"""Functions that make an object that nobody else has."""


class ImpureError(NotCompiledError):
    """Rules that give different answers to the same question, or may."""


def may_run(c: Context, node: ast.AST, scope: dict[str, Any]) -> bool:
    """Whether Python may work out an expression as a whole; refuses what no rules should do."""
    for each in ast.walk(node):
        if isinstance(each, ast.NamedExpr):
            return False
        if isinstance(each, ast.Compare) and any(map(is_identity, each.ops)):
            sides = [each.left, *each.comparators]
            if not any(isinstance(side, ast.Constant) for side in sides):
                return False
        if isinstance(each, ast.Attribute):
            check_property(c, resolved(each.value, scope), each.attr)
        if isinstance(each, ast.Call):
            if isinstance(each.func, ast.Attribute) and each.func.attr in CHANGING:
                return False
            check_call(c, resolved(each.func, scope))
            for given in each.args:
                check_call(c, resolved(given, scope))
    return True


def is_identity(op: ast.cmpop) -> bool:
    """Whether a comparison asks for identity."""
    return isinstance(op, (ast.Is, ast.IsNot))


def resolved(node: ast.AST, scope: dict[str, Any]) -> Any:
    """The object that a name, or an attribute of one, stands for."""
    if isinstance(node, ast.Name):
        return scope.get(node.id, getattr(builtins, node.id, None))
    if isinstance(node, ast.Attribute):
        of = resolved(node.value, scope)
        found = getattr(type(of), node.attr, None)
        if of is None or isinstance(found, (property, functools.cached_property)):
            return None
        return getattr(of, node.attr, None)
    return None


def check_call(c: Context, fn: Any) -> None:
    """Refuse to call what may not give the same each time."""
    why = complaint(fn)
    if why:
        raise ImpureError(str(c.refuse(why)))


def check_property(c: Context, of: Any, name: str) -> None:
    """Refuse an attribute of what keeps state, or that is worked out by what does."""
    if isinstance(of, types.ModuleType) and of.__name__.partition(".")[0] in STATEFUL:
        raise ImpureError(str(c.refuse(f"uses {of.__name__}.{name}")))
    found = getattr(type(of), name, None)
    if isinstance(found, property):
        check_call(c, found.fget)
    elif isinstance(found, functools.cached_property):
        check_call(c, found.func)


def check_function(c: Context, fn: types.FunctionType, node: ast.AST) -> None:
    """Refuse to write a function in place that changes names outside of it."""
    for each in ast.walk(node):
        if isinstance(each, (ast.Global, ast.Nonlocal)):
            c.at(each)
            raise ImpureError(str(c.refuse(f"{fn.__qualname__} changes names outside of it")))


def complaint(fn: Any) -> str:
    """What is wrong with calling something; nothing, where it gives the same each time."""
    fn = fn.__wrapped__ if isinstance(fn, CACHED) else fn
    try:
        if fn in IMPURE:
            return f"calls {fn.__name__}"
    except TypeError:
        pass
    if isinstance(fn, functools.partial):
        return complaint(fn.func)
    owner = getattr(fn, "__self__", None)
    name = getattr(fn, "__name__", "")
    module = (getattr(fn, "__module__", None) or "").partition(".")[0]
    if module in STATEFUL or type(owner).__module__.partition(".")[0] in STATEFUL:
        return f"calls {name} of {module or type(owner).__module__}"
    if isinstance(owner, MUTABLE) and name in CHANGING:
        return f"changes a {type(owner).__name__} that is not its own"
    if isinstance(owner, Iterator) or (isinstance(fn, Iterator) and not isinstance(fn, type)):
        return "uses an iterator that is not its own"
    fn = getattr(fn, "__func__", fn)
    if isinstance(fn, types.FunctionType) and not trusted(fn):
        return function_complaint(fn)
    return ""


def trusted(fn: types.FunctionType) -> bool:
    """Whether a function belongs to a library that is known to give the same each time."""
    module = fn.__module__ or ""
    return module in TRUSTED or module.partition(".")[0] in TRUSTED


CHECKED: dict[Any, str] = {}


def function_complaint(fn: types.FunctionType) -> str:
    """What is wrong with a function of the rules."""
    if fn.__code__ in CHECKED:
        return CHECKED[fn.__code__]
    CHECKED[fn.__code__] = ""  # while it is read: it may call itself
    try:
        node, file = tree_of(fn)
    except NotCompiledError:
        found = "" if fn.__code__.co_filename == "<string>" else f"{fn.__qualname__} has no source"
    else:
        scope = {**fn.__globals__, **closure_of(fn)}
        found = next(
            (f"{fn.__qualname__} ({file}:{line}) {why}" for line, why in troubles(node, scope)), ""
        )
    CHECKED[fn.__code__] = found
    return found


def troubles(
    node: ast.FunctionDef | ast.Lambda, scope: dict[str, Any]
) -> Iterator[tuple[int, str]]:
    """The lines of a function that keep state, or ask for what they should not."""
    body = node.body if isinstance(node.body, list) else [node.body]
    own = {each.arg for each in every_argument(node.args)}.union(*map(stored_names, body))
    inner = {each for each in ast.walk(node) if isinstance(each, (ast.comprehension, ast.Lambda))}
    for each in inner:
        if isinstance(each, ast.comprehension):
            own |= stored_names(each.target)
        elif isinstance(each, ast.Lambda):
            own |= {arg.arg for arg in every_argument(each.args)}
    outer = {name: obj for name, obj in scope.items() if name not in own}
    shared = names_of_others(node, own)
    for part in itertools.chain(*map(ast.walk, body)):
        why = trouble(part, outer, shared)
        if why:
            yield getattr(part, "lineno", 0), why


def trouble(node: ast.AST, outer: dict[str, Any], shared: set[str]) -> str:
    """What is wrong with a piece of a function."""
    match node:
        case ast.Global() | ast.Nonlocal():
            return "changes names outside of it"
        case ast.Attribute(ctx=ast.Store() | ast.Del()):
            return f"changes {ast.unparse(node)}"
        case ast.Subscript(value=of, ctx=ast.Store() | ast.Del()) if not is_own(of, outer, shared):
            return f"changes {ast.unparse(of)}, which is not its own"
        case ast.Call(func=ast.Attribute(value=of, attr=attr)) if attr in CHANGING:
            module = resolved(of, outer)
            if not isinstance(module, types.ModuleType) and not is_own(of, outer, shared):
                return f"changes {ast.unparse(of)}, which is not its own"
        case ast.Call(func=func, args=args) if not all(
            is_own(arg, outer, shared) or not isinstance(arg, (ast.Name, ast.Attribute))
            for arg in args
        ):
            called = resolved(func, outer)
            if isinstance(called, types.FunctionType) and changes_arguments(called):
                return f"hands on to {called.__name__} what is changed there"
        case ast.Compare(ops=ops) if any(map(is_identity, ops)):
            if not any(is_unique(side, outer) for side in (node.left, *node.comparators)):
                return "asks for identity"
    if isinstance(node, (ast.Name, ast.Attribute)):
        found = resolved(node, outer)
        if isinstance(node, ast.Attribute):
            of = resolved(node.value, outer)
            if isinstance(of, types.ModuleType) and of.__name__.partition(".")[0] in STATEFUL:
                return f"uses {of.__name__}.{node.attr}"
        if callable(found) and not isinstance(found, type):
            return complaint(found)
        if isinstance(found, Iterator):
            return "uses an iterator that is not its own"
    return ""


def is_unique(node: ast.expr, outer: dict[str, Any]) -> bool:
    """Whether what equals it is the same object: None, a truth value, a class, an enum's member."""
    if isinstance(node, (ast.Constant, ast.Attribute)):
        return True
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "type"
    return isinstance(resolved(node, outer), type)


@functools.cache
def changes_arguments(fn: Any) -> bool:
    """Whether a function changes what it is given, as far as its source tells."""
    fn = fn.__wrapped__ if isinstance(fn, CACHED) else getattr(fn, "__func__", fn)
    if not isinstance(fn, types.FunctionType):
        return getattr(fn, "__name__", "") in CHANGING
    try:
        node, _ = tree_of(fn)
    except NotCompiledError:
        return True
    names = {each.arg for each in every_argument(node.args)}
    for each in ast.walk(node):
        match each:
            case ast.Subscript(value=of, ctx=ast.Store() | ast.Del()):
                pass
            case ast.Call(func=ast.Attribute(value=of, attr=attr)) if attr in CHANGING:
                pass
            case ast.AugAssign(target=ast.Name() as of):
                pass
            case _:
                continue
        while isinstance(of, (ast.Subscript, ast.Attribute)):
            of = of.value
        if isinstance(of, ast.Name) and of.id in names:
            return True
    return False


def is_own(node: ast.AST, outer: dict[str, Any], shared: set[str]) -> bool:
    """Whether an object that is changed was made by the function itself."""
    if isinstance(node, ast.Name):
        return node.id not in outer and node.id not in shared
    if isinstance(node, ast.Subscript):
        return is_own(node.value, outer, shared)
    return False


def names_of_others(node: ast.AST, own: set[str]) -> set[str]:
    """The names that are given what others may have, too."""
    shared = set()
    for each in ast.walk(node):
        match each:
            case ast.Assign(targets=targets, value=value) if not is_fresh(value):
                shared |= set().union(*map(stored_names, targets))
            case ast.AnnAssign(target=target, value=value) if value and not is_fresh(value):
                shared |= stored_names(target)
            case ast.For(target=target):
                shared |= stored_names(target)
    return shared & own


def is_fresh(node: ast.expr) -> bool:
    """Whether an expression makes an object that nobody else has."""
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        name = node.func.id if isinstance(node.func, ast.Name) else name
        return name in FRESH
    return not isinstance(node, (ast.Name, ast.Attribute, ast.IfExp, ast.BoolOp)) and not (
        isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice)
    )
