"""What the names in some source stand for, as far as that can be known before it runs."""

from __future__ import annotations

import ast
import builtins
import functools
import inspect
import types
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

CACHED = type(functools.cache(lambda: 0))
Scope = Mapping[str, Any]


class Instance(NamedTuple):
    """An object of one of these classes, about which nothing else is known."""

    classes: tuple[type, ...]


def resolved(node: ast.AST, scope: Scope) -> Any:
    """The object that a name or attribute stands for; for a property, its function."""
    if isinstance(node, ast.Name):
        return scope.get(node.id, getattr(builtins, node.id, None))
    if isinstance(node, ast.Attribute):
        of = resolved(node.value, scope)
        if isinstance(of, Instance):
            return [member(cls, node.attr) for cls in of.classes]
        if of is None:
            return None
        found = inspect.getattr_static(type(of), node.attr, None)
        if isinstance(found, (property, functools.cached_property)):
            return function_of(found)
        return getattr(of, node.attr, None)
    return None


def is_property(of: Any, name: str) -> bool:
    """Whether an attribute is a property."""
    classes = of.classes if isinstance(of, Instance) else (type(of),)
    kinds = property, functools.cached_property
    return any(isinstance(inspect.getattr_static(each, name, None), kinds) for each in classes)


def member(cls: type, name: str) -> Any:
    """What a class holds under a name, as a function if it is one."""
    return function_of(inspect.getattr_static(cls, name, None))


def function_of(found: Any) -> Any:
    """The function underlying a method, a property or a cached function."""
    if isinstance(found, property):
        return found.fget
    if isinstance(found, functools.cached_property):
        return found.func
    if isinstance(found, (staticmethod, classmethod, types.MethodType)):
        return found.__func__
    return found.__wrapped__ if isinstance(found, CACHED) else found


def namesakes(name: str, scope: Scope) -> Iterator[types.FunctionType]:
    """The methods and properties of this name in all classes in sight."""
    for cls in scope.values():
        if isinstance(cls, Instance):
            found = [member(each, name) for each in cls.classes]
        elif isinstance(cls, type):
            found = [member(cls, name)]
        else:
            continue
        for each in found:
            if isinstance(each, types.FunctionType):
                yield each


def called_in(node: ast.AST, scope: Scope, sight: Scope | None = None) -> Iterator[Any]:
    """What a call may refer to; if nothing is known, all methods of that name."""
    found = resolved(node, scope)
    if found is None and isinstance(node, ast.Attribute):
        yield from namesakes(node.attr, scope if sight is None else sight)
    elif isinstance(found, list):
        yield from found
    else:
        yield function_of(found)
