"""Refuses rules that are more than their arguments: random, keeping state, asking for identity."""

from __future__ import annotations

import ast
import types
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from perfectplay.engines.compiled.compiler.context import Context

IMPURE = frozenset(
    [
        "input",
        "open",
        "print",
        "exec",
        "eval",
        "compile",
        "globals",
        "locals",
        "vars",
        "id",
        "hash",
        "setattr",
        "delattr",
        "__import__",
        "breakpoint",
    ]
)
STATEFUL = frozenset(
    [
        "random",
        "time",
        "os",
        "secrets",
        "uuid",
        "sys",
        "datetime",
        "threading",
        "socket",
        "subprocess",
    ]
)
LOOKS = frozenset(("type",))


def may_run(c: Context, node: ast.AST, scope: dict[str, Any]) -> bool:
    """Whether Python may work out an expression; refuses what no rules should do."""
    for each in ast.walk(node):
        if isinstance(each, ast.NamedExpr):
            raise c.refuse("a name given within an expression")
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name):
            check_call(c, scope.get(each.func.id))
    return True


def check_call(c: Context, fn: Any) -> None:
    """Refuse a call of what is not the same every time."""
    name = getattr(fn, "__name__", "")
    module = getattr(fn, "__module__", None) or ""
    if isinstance(fn, types.BuiltinFunctionType) and name in IMPURE and module == "builtins":
        raise c.refuse(f"calls {name}")
    if module.split(".")[0] in STATEFUL:
        raise c.refuse(f"calls {name} of {module}")
    owner = getattr(fn, "__self__", None)
    if owner is not None and type(owner).__module__.split(".")[0] in STATEFUL:
        raise c.refuse(f"calls {name} of {type(owner).__module__}")


def check_attribute(c: Context, obj: Any, name: str) -> None:
    """Refuse an attribute of what keeps state."""
    if isinstance(obj, types.ModuleType) and obj.__name__.split(".")[0] in STATEFUL:
        raise c.refuse(f"uses {obj.__name__}.{name}")


def check_function(c: Context, fn: types.FunctionType, node: ast.AST) -> None:
    """Refuse a function that keeps state."""
    for each in ast.walk(node):
        if isinstance(each, (ast.Global, ast.Nonlocal)):
            c.at(each)
            raise c.refuse(f"{fn.__qualname__} changes names outside of it")
