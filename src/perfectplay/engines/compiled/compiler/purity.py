"""Refuse rules that depend on more than their arguments: randomness, state or object identity.

Python evaluates parts of the rules during compilation, and helpers whose results are kept in
tables. That is only valid if they always return the same result and change nothing, so their source
is examined first.
"""

from __future__ import annotations

import ast
import builtins
import enum
import functools
import itertools
import operator
import types
from collections import ChainMap
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from perfectplay.engines.compiled.compiler.effects import (
    MUTABLE,
    changed_by,
    changes_arguments,
    handed_over,
    is_own,
    names_of_others,
    own_names,
)
from perfectplay.engines.compiled.compiler.resolving import (
    Instance,
    Scope,
    called_in,
    function_of,
    is_property,
    member,
    namesakes,
    resolved,
)
from perfectplay.engines.compiled.compiler.source import CHANGING, closure_of, tree_of
from perfectplay.engines.compiled.compiler.values import NotCompiledError

if TYPE_CHECKING:
    from perfectplay.engines.compiled.compiler.context import Context

IMPURE = frozenset(
    getattr(builtins, name)
    for name in (
        *("input", "open", "print", "exec", "eval", "compile", "globals", "locals", "vars"),
        *("id", "hash", "__import__", "breakpoint"),
    )
) | {operator.is_, operator.is_not}
SETTERS = (setattr, delattr, object.__setattr__, object.__delattr__)
STATEFUL = frozenset(
    (
        *("random", "time", "os", "secrets", "uuid", "sys", "datetime", "threading", "socket"),
        *("numpy", "io", "gc", "weakref", "subprocess", "multiprocessing", "queue", "inspect"),
    )
)
"""Modules whose functions may not return the same result each time."""
TRUSTED = frozenset(
    (
        *("icepool", "math", "itertools", "collections", "fractions", "functools", "operator"),
        *("types", "dataclasses", "enum", "typing", "bisect", "heapq", "statistics", "abc"),
        *("string", "re", "numbers", "decimal", "copy"),
        *("perfectplay.model", "perfectplay.errors", "perfectplay.exact"),
    )
)
"""Modules whose functions always return the same."""
MOST_REFERRED = 256
"""The most functions in a list or dict that are examined."""


class ImpureError(NotCompiledError):
    """Rules that give, or could give, different answers to the same question."""


# For the compiler


def may_run(c: Context, node: ast.AST, scope: Scope, of: dict[str, Instance] | None = None) -> bool:
    """Whether Python may evaluate a whole expression now; refuses what no rules should do.

    The scope has the names that are known; others may at least have a known class.
    """
    known: dict[str, Any] = {**scope, **(of or {})}
    sight = ChainMap(known, c.frame.scope.names)
    calls = any(isinstance(each, ast.Call) for each in ast.walk(node))
    for each in ast.walk(node):
        if isinstance(each, ast.NamedExpr):
            return False
        if isinstance(each, ast.Compare) and any(map(is_identity, each.ops)):
            sides = [each.left, *each.comparators]
            if not any(isinstance(side, ast.Constant) for side in sides):
                return False
        if isinstance(each, ast.Attribute) or (calls and isinstance(each, ast.Name)):
            why = complaint_of_reference(each, known, sight, called=calls)
            if why:
                raise ImpureError(str(c.refuse(why)))
        if isinstance(each, ast.Call):
            if isinstance(each.func, ast.Attribute) and each.func.attr in CHANGING:
                return False
            if any(map(changes_arguments, called_in(each.func, known, sight))):
                return False
    return True


def check_call(c: Context, fn: Any, given: Sequence[Any] = ()) -> None:
    """Refuse to call a function that may not always return the same for these arguments."""
    why = complaint(fn, given) or first(map(complaint_of_object, given))
    if why:
        raise ImpureError(str(c.refuse(why)))


def check_property(c: Context, of: Any, name: str) -> None:
    """Refuse an attribute that keeps state, or is computed by something that does."""
    if is_stateful(of):
        raise ImpureError(str(c.refuse(f"uses {of.__name__}.{name}")))
    if is_property(of, name):
        check_call(c, member(type(of), name), [of])


def check_function(c: Context, fn: types.FunctionType, node: ast.AST) -> None:
    """Refuse to inline a function that modifies names outside it."""
    for each in ast.walk(node):
        if isinstance(each, (ast.Global, ast.Nonlocal)):
            c.at(each)
            raise ImpureError(str(c.refuse(f"{fn.__qualname__} changes names outside of it")))


# What is wrong


def is_identity(op: ast.cmpop) -> bool:
    """Whether a comparison tests identity."""
    return isinstance(op, (ast.Is, ast.IsNot))


def is_stateful(of: Any) -> bool:
    """Whether an object is a module that keeps state."""
    return isinstance(of, types.ModuleType) and of.__name__.partition(".")[0] in STATEFUL


def complaint_of_reference(
    node: ast.Name | ast.Attribute, scope: Scope, sight: Scope, *, called: bool = True
) -> str:
    """What is wrong with using, or evaluating, what a name or attribute stands for.

    For an attribute of an unknown object, all classes in sight are considered.
    """
    found = resolved(node, scope)
    if isinstance(node, ast.Attribute):
        of = resolved(node.value, scope)
        if is_stateful(of):
            return f"uses {of.__name__}.{node.attr}"
        if not called and not is_property(of, node.attr):
            return ""
        if found is None:
            return first(map(complaint, namesakes(node.attr, sight)))
        if isinstance(of, Instance):
            return first(complaint(each, [of]) for each in found if callable(each))
        if isinstance(found, types.FunctionType) and not isinstance(of, (type, types.ModuleType)):
            return complaint(found, [of])
    return complaint_of_object(found)


def complaint_of_object(found: Any) -> str:
    """What is wrong with an object that rules may use: a function, or several."""
    if isinstance(found, Iterator):
        return "uses an iterator that is not its own"
    if isinstance(found, type):
        made = [member(found, name) for name in ("__init__", "__post_init__", "__new__")]
        return first(map(complaint, filter(is_written, made)))
    if isinstance(found, (list, tuple, dict)) and not isinstance(found, Instance):
        several = found.values() if isinstance(found, dict) else found
        some = itertools.islice(several, MOST_REFERRED)
        return first(map(complaint_of_object, filter(callable, some)))
    return complaint(found) if callable(found) else ""


def first(complaints: Iterable[str]) -> str:
    """The first complaint, if there is one."""
    return next(filter(None, complaints), "")


def is_written(fn: Any) -> bool:
    """Whether a function has Python source."""
    return isinstance(fn, types.FunctionType) and not fn.__code__.co_filename.startswith("<")


def complaint(fn: Any, given: Sequence[Any] = ()) -> str:
    """What is wrong with a call; None if it always returns the same."""
    fn = function_of(fn) if not isinstance(fn, types.MethodType) else fn
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
    if isinstance(fn, types.MethodType):
        fn, given = fn.__func__, [fn.__self__, *given]
    called = member(type(fn), "__call__")
    if isinstance(called, types.FunctionType):
        fn, given = called, [fn, *given]
    if isinstance(fn, types.FunctionType) and not trusted(fn):
        return complaint_of_function(fn, given)
    return ""


def trusted(fn: types.FunctionType) -> bool:
    """Whether a function comes from a library known to be pure."""
    module = fn.__module__ or ""
    parts = module.split(".")
    return not TRUSTED.isdisjoint(itertools.accumulate(parts, "{}.{}".format))


CHECKED: dict[Any, str] = {}


def complaint_of_function(fn: types.FunctionType, given: Sequence[Any]) -> str:
    """What is wrong with a function of the rules, for arguments of these classes."""
    known = [each if isinstance(each, Instance) else Instance((type(each),)) for each in given]
    key = fn, tuple(known)
    if key in CHECKED:
        return CHECKED[key]
    CHECKED[key] = ""  # in progress: it may call itself
    try:
        node, file = tree_of(fn)
    except NotCompiledError:
        found = "" if fn.__code__.co_filename == "<string>" else f"{fn.__qualname__} has no source"
    else:
        found = next(
            (
                f"{fn.__qualname__} ({file}:{line}) {why}"
                for line, why in impurities(fn, node, known)
            ),
            "",
        )
    CHECKED[key] = found
    return found


def impurities(
    fn: types.FunctionType, node: ast.FunctionDef | ast.Lambda, given: Sequence[Instance]
) -> Iterator[tuple[int, str]]:
    """The lines of a function that keep state, or depend on something they should not."""
    places = [each.arg for each in (*node.args.posonlyargs, *node.args.args)]
    own, shared = own_names(node), names_of_others(node)
    scope = {**fn.__globals__, **closure_of(fn)}
    outer: dict[str, Any] = {name: obj for name, obj in scope.items() if name not in own}
    defaults = [*(fn.__defaults__ or ()), *(fn.__kwdefaults__ or {}).values()]
    kept = any(isinstance(each, MUTABLE) for each in defaults)
    made = places[0] if places and fn.__name__ in ("__init__", "__post_init__", "__new__") else ""
    mine = {name for name, of in zip(places, given, strict=False) if not is_container(of)}
    outer |= {name: of for name, of in zip(places, given, strict=False) if name in mine - {made}}
    body = node.body if isinstance(node.body, list) else [node.body]
    for part in itertools.chain(*map(ast.walk, body)):
        why = impurity(part, outer, shared & own, made)
        if kept and not why and set(changed_by(part, outer)) & set(places):
            why = "changes the default of an argument"
        if why:
            yield getattr(part, "lineno", 0), why


def is_container(of: Instance) -> bool:
    """Whether an object is of a built-in class such as list."""
    return any(cls.__module__ == "builtins" for cls in of.classes)


def impurity(node: ast.AST, outer: Scope, shared: set[str], made: str = "") -> str:
    """What is wrong with part of a function, which may modify what it has `made` itself."""
    match node:
        case ast.Global() | ast.Nonlocal():
            return "changes names outside of it"
        case ast.Attribute(value=of, ctx=ast.Store() | ast.Del()):
            if not is_made(of, made):
                return f"changes {ast.unparse(node)}"
        case ast.Subscript(value=of, ctx=ast.Store() | ast.Del()) if not is_own(of, outer, shared):
            return f"changes {ast.unparse(of)}, which is not its own"
        case ast.Call(func=ast.Attribute(value=of, attr=attr)) if attr in CHANGING:
            known = resolved(of, outer)
            mine = is_own(of, outer, shared) or isinstance(known, (types.ModuleType, type))
            if not mine:
                return f"changes {ast.unparse(of)}, which is not its own"
        case ast.Compare(ops=ops) if any(map(is_identity, ops)):
            if not any(is_unique(side, outer) for side in (node.left, *node.comparators)):
                return "asks for identity"
    if isinstance(node, ast.Call):
        if resolved(node.func, outer) in SETTERS and not is_made(node.args[0], made):
            return f"changes {ast.unparse(node.args[0])}"
        for called in called_in(node.func, outer):
            for each in handed_over(node, called, sure=True):
                named = isinstance(each, (ast.Name, ast.Attribute))
                if named and not is_own(each, outer, shared):
                    return f"hands on to {called.__name__} what is changed there"
    if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Load):
        return complaint_of_reference(node, outer, outer)
    return ""


def is_made(node: ast.AST, made: str) -> bool:
    """Whether an expression is the object that a function makes."""
    return bool(made) and isinstance(node, ast.Name) and node.id == made


def is_unique(node: ast.expr, outer: Scope) -> bool:
    """Whether equality implies identity: None, a truth value, a class or an enum member."""
    if isinstance(node, ast.Constant):
        return node.value is None or isinstance(node.value, bool)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "type"
    return isinstance(resolved(node, outer), (type, enum.Enum))
