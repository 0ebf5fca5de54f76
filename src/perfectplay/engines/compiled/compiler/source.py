"""The syntax trees of functions, and what these alone reveal."""

from __future__ import annotations

import ast
import functools
import inspect
import textwrap
import types
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from perfectplay.engines.compiled.compiler.values import NotCompiledError

CHANGING = frozenset(
    [
        "append",
        "extend",
        "insert",
        "pop",
        "remove",
        "sort",
        "reverse",
        "clear",
        "add",
        "discard",
        "update",
        "setdefault",
        "popitem",
        "appendleft",
        "popleft",
        "extendleft",
        "__setitem__",
        "intersection_update",
        "difference_update",
    ]
)
"""Methods that modify their object."""


@functools.cache
def tree_of(fn: types.FunctionType) -> tuple[ast.FunctionDef | ast.Lambda, str]:
    """The syntax tree of a function, and the file it is in."""
    try:
        lines, first = inspect.getsourcelines(fn.__code__)  # of fn, not of what it wraps
        file = Path(inspect.getsourcefile(fn.__code__) or "?").name
    except (OSError, TypeError):
        raise NotCompiledError(f"{fn.__qualname__}: its source is not there") from None
    text = textwrap.dedent("".join(lines))
    try:
        tree = ast.parse(text)
    except SyntaxError:
        tree = ast.parse(f"({text.strip().rstrip(',')})")
    ast.increment_lineno(tree, first - 1)
    found = [
        node
        for node in ast.walk(tree)
        if (isinstance(node, ast.FunctionDef) and node.name == fn.__name__)
        or (isinstance(node, ast.Lambda) and fn.__name__ == "<lambda>")
    ]
    if isinstance(tree.body[0], ast.FunctionDef) and fn.__name__ != "<lambda>":
        found = [tree.body[0]]
    if len(found) != 1:
        raise NotCompiledError(f"{file}:{first}: {fn.__qualname__} cannot be told from others")
    node = found[0]
    assert isinstance(node, (ast.FunctionDef, ast.Lambda))
    return node, file


def closure_of(fn: types.FunctionType) -> dict[str, Any]:
    """What a function sees around it besides its globals."""
    names = fn.__code__.co_freevars
    found = {}
    for name, cell in zip(names, fn.__closure__ or (), strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:
            continue
    return found


@functools.cache
def free_names(node: ast.AST) -> frozenset[str]:
    """The free names of an expression."""
    match node:
        case ast.Name(name):
            return frozenset({name})
        case ast.Lambda():
            bound = {arg.arg for arg in every_argument(node.args)}
            defaults = [*node.args.defaults, *filter(None, node.args.kw_defaults)]
            return (free_names(node.body) - bound).union(*map(free_names, defaults))
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            inner: list[ast.AST] = (
                [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
            )
            read = frozenset().union(*map(free_names, inner))
            for each in reversed(node.generators):
                read = read.union(*map(free_names, each.ifs)) - stored_names(each.target)
                read |= free_names(each.iter)
            return read
    return frozenset().union(*map(free_names, ast.iter_child_nodes(node)))


def every_argument(args: ast.arguments) -> list[ast.arg]:
    """All parameters of a function."""
    more = [each for each in (args.vararg, args.kwarg) if each]
    return [*args.posonlyargs, *args.args, *args.kwonlyargs, *more]


@functools.cache
def stored_names(node: ast.AST) -> frozenset[str]:
    """The names that statements assign, without those of nested functions."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return frozenset({node.name})
    if isinstance(node, (ast.Lambda, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
        return frozenset()
    if isinstance(node, ast.Name):
        return frozenset({node.id}) if isinstance(node.ctx, (ast.Store, ast.Del)) else frozenset()
    found = frozenset().union(*map(stored_names, ast.iter_child_nodes(node)))
    if isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name:
        found |= {node.name}
    return found


@functools.cache
def loads_of(node: ast.AST) -> Counter[str]:
    """How often statements read each name, nested functions included."""
    return Counter(
        each.id
        for each in ast.walk(node)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)
    )


@functools.cache
def rebound_names(node: ast.AST) -> frozenset[str]:
    """The names a function may assign more than once."""
    stores = Counter(each.arg for each in ast.walk(node) if isinstance(each, ast.arg))
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and isinstance(each.ctx, (ast.Store, ast.Del)):
            stores[each.id] += 1
        elif isinstance(each, (ast.For, ast.While, ast.comprehension)):
            stores.update(stored_names(each))
    return frozenset(name for name, count in stores.items() if count > 1)


@functools.cache
def is_used_once(node: ast.AST, name: str) -> bool:
    """Whether a function reads a name at most once for each assignment."""
    uses = list(uses_of(node, name, ()))
    loads = [around for store, around in uses if not store]
    stores = {around for store, around in uses if store}
    return not loads or (len(loads) == 1 and stores == set(loads))


def uses_of(
    node: ast.AST, name: str, around: tuple[ast.AST, ...]
) -> Iterator[tuple[bool, tuple[ast.AST, ...]]]:
    """Where a name is assigned or read, each with the loops and functions around it."""
    if isinstance(node, ast.Name) and node.id == name:
        yield not isinstance(node.ctx, ast.Load), around
    elif (isinstance(node, ast.arg) and node.arg == name) or (
        isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name == name
    ):
        yield True, around
    inner, first = around, None
    if isinstance(node, (ast.For, ast.While, ast.FunctionDef, ast.Lambda)):
        inner = (*around, node)
        first = node.iter if isinstance(node, ast.For) else None
    elif isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
        inner, first = (*around, node), node.generators[0].iter
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.comprehension):
            for part in ast.iter_child_nodes(child):
                yield from uses_of(part, name, around if part is first else inner)
        else:
            yield from uses_of(child, name, around if child is first else inner)


@functools.cache
def changed_names(node: ast.AST) -> frozenset[str]:
    """The names of what statements modify in place."""
    found = set()
    for each in ast.walk(node):
        match each:
            case ast.Call(func=ast.Attribute(value=ast.Name(name), attr=attr)) if attr in CHANGING:
                found.add(name)
            case ast.Subscript(value=ast.Name(name), ctx=ast.Store() | ast.Del()):
                found.add(name)
            case ast.AugAssign(target=ast.Name(name)):
                found.add(name)
    return frozenset(found)
