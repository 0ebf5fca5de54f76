"""The arguments with which helpers are called, found by observing the plain rules on a sample."""

from __future__ import annotations

import contextlib
import cProfile
import functools
import sys
import types
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from perfectplay.engines.compiled.compiler.context import Context

CACHED = type(functools.cache(lambda: 0))
MOST = 200
"""The most positions that are observed, and the most calls kept per helper."""


def arguments(c: Context, fn: Any) -> list[tuple[Any, ...]] | None:
    """The arguments of a helper's calls in the sample; None if they cannot be observed."""
    wanted = fn.__wrapped__ if isinstance(fn, CACHED) else getattr(fn, "__func__", fn)
    if not isinstance(wanted, types.FunctionType):
        return None
    of = getattr(fn, "__self__", None)
    watch = c.memos.setdefault("watched", {})
    if wanted.__code__ not in watch:
        watch[wanted.__code__] = watched(c, fn, wanted.__code__)
    found = watch[wanted.__code__]
    skip = 1 if of is not None else 0
    return [each[skip:] for each in found]


def watched(c: Context, fn: Any, code: types.CodeType) -> list[tuple[Any, ...]]:
    """The arguments of the calls that the plain rules make at the sampled positions."""
    found: dict[Any, tuple[Any, ...]] = {}
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]

    def notice(frame: types.FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code is code and len(found) < MOST:
            args = tuple(frame.f_locals[name] for name in names)
            with contextlib.suppress(TypeError):
                found.setdefault(args, args)

    if isinstance(fn, CACHED):
        fn.cache_clear()  # otherwise cached results would hide calls
    step = max(1, len(c.positions) // MOST)
    before = sys.getprofile()
    sys.setprofile(notice)
    try:
        for position in c.positions[::step]:
            with contextlib.suppress(Exception):
                c.game.at(position)
    finally:
        sys.setprofile(None)
        if isinstance(before, cProfile.Profile):
            before.enable()
        else:
            sys.setprofile(before)
    return list(found.values())
