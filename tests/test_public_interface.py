"""The public names: all listed, all told in the reference, and none that needs a hidden one."""

import builtins
import inspect
import re
import sys
import typing
from pathlib import Path
from typing import Any

import pytest

import perfectplay

REFERENCE = Path("docs/reference/python.md").read_text(encoding="utf-8")
TOLD = dict(re.findall(r"^::: ([\w.]+\.(\w+))$", REFERENCE, re.MULTILINE))
PUBLIC = {name: getattr(perfectplay, name) for name in perfectplay.__all__}


def names_for(function: Any) -> dict[str, Any]:
    """What stands for names in its annotations, some of which are imported for type checkers alone."""
    words = set(re.findall(r"[A-Za-z]\w*", " ".join(map(str, function.__annotations__.values()))))
    known = {**vars(builtins), **function.__globals__}
    return {word: meant_by(word) for word in words - known.keys()}


def meant_by(name: str) -> Any:
    """What a name stands for in the package."""
    for module in list(sys.modules):
        if module.startswith("perfectplay") and name in vars(sys.modules[module]):
            return vars(sys.modules[module])[name]
    return Foreign() if name.islower() else Any


class Foreign:
    """A module of another package, whose types are not ours."""

    def __getattr__(self, name: str) -> Any:
        return list


def functions_of(thing):
    """What of a public thing can be called or read: itself, or its public methods."""
    if inspect.isfunction(thing):
        yield thing
    elif inspect.isclass(thing):
        for name, each in vars(thing).items():
            found = each.fget if isinstance(each, property) else getattr(each, "__func__", each)
            if inspect.isfunction(found) and not name.startswith("_"):
                yield found


def classes_in(hint):
    """Our classes in a type hint."""
    for part in typing.get_args(hint):
        yield from classes_in(part)
    kind = typing.get_origin(hint) or hint
    if isinstance(kind, type) and kind.__module__.startswith("perfectplay."):
        yield kind


def test_all_of_it_is_listed():
    assert dir(perfectplay) == sorted([*perfectplay.__all__, "__version__"])
    assert set(perfectplay.WHEN_ASKED) <= set(perfectplay.__all__)


@pytest.mark.parametrize("name", [*PUBLIC])
def test_the_reference_tells_of_it(name):
    assert TOLD[f"perfectplay.{name}"] == name


@pytest.mark.parametrize("name", [name for name in PUBLIC if [*functions_of(PUBLIC[name])]])
def test_what_it_takes_and_gives_can_be_looked_up(name):
    for function in functions_of(PUBLIC[name]):
        hints = typing.get_type_hints(function, localns=names_for(function))
        for kind in {kind for hint in hints.values() for kind in classes_in(hint)}:
            own = kind.__qualname__ in PUBLIC and PUBLIC[kind.__qualname__] is kind
            places = {f"{kind.__module__}.{kind.__qualname__}"} | {
                place for place, told in TOLD.items() if told == kind.__qualname__
            }
            assert own or places & TOLD.keys(), f"{function.__qualname__}: {kind.__qualname__}"
