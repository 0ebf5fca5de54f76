"""What functions modify: their arguments, and other objects that are not their own."""

from __future__ import annotations

import ast
import bisect
import functools
import heapq
import operator
import types
from typing import Any

from perfectplay.engines.compiled.compiler.resolving import Scope, called_in, function_of
from perfectplay.engines.compiled.compiler.source import (
    CHANGING,
    closure_of,
    every_argument,
    stored_names,
    tree_of,
)
from perfectplay.engines.compiled.compiler.values import NotCompiledError

MUTABLE = (list, dict, set, bytearray)
FRESH = frozenset(("list", "dict", "set", "sorted", "Counter", "defaultdict", "deque", "copy"))
"""Functions that return an object nobody else holds."""
CHANGERS = frozenset(
    (
        *(heapq.heapify, heapq.heappush, heapq.heappop, heapq.heapreplace, heapq.heappushpop),
        *(bisect.insort, bisect.insort_left, bisect.insort_right),
        *(operator.setitem, operator.delitem, operator.iadd, operator.iconcat, operator.ior),
        next,
    )
)
"""Functions that modify their arguments."""
ALL = "*"
"""Any argument of a function whose source is not examined."""
READ: dict[tuple[types.FunctionType, bool], frozenset[str]] = {}
ELEMENTS = (ast.List, ast.ListComp, ast.Set, ast.SetComp, ast.Dict, ast.DictComp, ast.Tuple)


def changes_arguments(fn: Any) -> bool:
    """Whether a function modifies its arguments, judging by its source."""
    return bool(changed_arguments(fn))


def changed_arguments(fn: Any, *, sure: bool = False) -> frozenset[str]:
    """The names of the parameters that a function modifies, judging by its source.

    The target of `+=` may be a list or a number; if `sure` is set, it is taken to be a number.
    """
    fn = function_of(fn)
    if isinstance(fn, functools.partial):
        return frozenset({ALL}) if changes_arguments(fn.func) else frozenset()
    if not isinstance(fn, types.FunctionType):
        try:
            changes = fn in CHANGERS or getattr(fn, "__name__", "") in CHANGING
        except TypeError:
            changes = False
        return frozenset({ALL}) if changes else frozenset()
    key = fn, sure
    if key not in READ:
        READ[key] = frozenset()  # in progress: it may call itself
        READ[key] = changed_in(fn, sure=sure)
    return READ[key]


def changed_in(fn: types.FunctionType, *, sure: bool) -> frozenset[str]:
    """The parameters that the source modifies, or passes on to a function that does."""
    try:
        node, _ = tree_of(fn)
    except NotCompiledError:
        written = not fn.__code__.co_filename.startswith("<")
        return frozenset({ALL}) if written else frozenset()
    scope = {**fn.__globals__, **closure_of(fn)}
    changed = {name for each in ast.walk(node) for name in changed_by(each, scope, sure=sure)}
    if changed & names_of_others(node):
        return frozenset({ALL})
    return frozenset(changed & {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)})


def changed_by(node: ast.AST, scope: Scope, *, sure: bool = False) -> list[str]:
    """The names of what some source modifies, directly or by a function it calls."""
    match node:
        case ast.Subscript(value=of, ctx=ast.Store() | ast.Del()):
            return roots_of(of)
        case ast.AugAssign(target=ast.Name() as of, value=value):
            return roots_of(of) if isinstance(value, ELEMENTS) or not sure else []
        case ast.Call(func=func):
            changed = []
            if isinstance(func, ast.Attribute) and func.attr in CHANGING:
                changed += roots_of(func.value)
            for called in called_in(func, scope):
                for each in handed_over(node, called, sure=sure):
                    changed += roots_of(each)
            return changed
    return []


def handed_over(node: ast.Call, called: Any, *, sure: bool = False) -> list[ast.expr]:
    """What a call passes to a function that modifies it."""
    changed = changed_arguments(called, sure=sure)
    named = [(each.arg, each.value) for each in node.keywords]
    if ALL in changed:
        return [*node.args, *(each for _, each in named)]
    if not changed:
        return []
    args = tree_of(function_of(called))[0].args
    places = [each.arg for each in (*args.posonlyargs, *args.args)]
    if isinstance(node.func, ast.Attribute) and places[:1] == ["self"]:
        places = places[1:]
    rest = args.vararg.arg if args.vararg else ""
    places += [rest] * (len(node.args) - len(places))
    given = [*zip(places, node.args, strict=False), *named]
    return [each for name, each in given if name is None or name in changed]


def roots_of(node: ast.AST) -> list[str]:
    """The name of the object an expression is a part of."""
    while isinstance(node, (ast.Subscript, ast.Attribute, ast.Starred)):
        node = node.value
    return [node.id] if isinstance(node, ast.Name) else []


def handed_on(node: ast.AST, scope: Scope) -> frozenset[str]:
    """The names that some source passes to functions that modify them."""
    calls = (each for each in ast.walk(node) if isinstance(each, ast.Call))
    return frozenset(name for each in calls for name in changed_by(each, scope))


def is_own(node: ast.AST, outer: Scope, shared: set[str]) -> bool:
    """Whether a modified object was made by the function itself, or passed to it."""
    if isinstance(node, ast.Name):
        return node.id not in outer and node.id not in shared
    if isinstance(node, ast.Subscript):
        return is_own(node.value, outer, shared)
    return False


def names_of_others(node: ast.AST) -> set[str]:
    """The names that are bound to objects that others may hold too."""
    shared = set()
    for each in ast.walk(node):
        match each:
            case ast.Assign(targets=targets, value=value) if not is_fresh(value):
                shared |= set().union(*map(stored_names, targets))
            case ast.AnnAssign(target=target, value=value) if value and not is_fresh(value):
                shared |= stored_names(target)
            case ast.For(target=target) | ast.comprehension(target=target):
                shared |= stored_names(target)
    return shared


def is_fresh(node: ast.expr) -> bool:
    """Whether an expression makes an object that nobody else holds."""
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        name = node.func.id if isinstance(node.func, ast.Name) else name
        return name in FRESH
    return not isinstance(node, (ast.Name, ast.Attribute, ast.IfExp, ast.BoolOp)) and not (
        isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice)
    )


def own_names(node: ast.FunctionDef | ast.Lambda) -> set[str]:
    """The local names of a function: its parameters, and the names it assigns."""
    own = {each.arg for each in every_argument(node.args)}
    for each in ast.walk(node):
        if isinstance(each, ast.comprehension):
            own |= stored_names(each.target)
        elif isinstance(each, (ast.Lambda, ast.FunctionDef)) and each is not node:
            own |= {arg.arg for arg in every_argument(each.args)}
        elif isinstance(each, ast.stmt) and each is not node:
            own |= stored_names(each)
    return own
