"""One row of a study as a piece of work: a game to be solved and measured, wherever that is done.

A task is plain bytes. What a user wrote in a file of their own, a game or a measure, travels along
as its text, since a worker may have no such file; what was written in a notebook goes by value.
"""

from __future__ import annotations

import dataclasses
import hashlib
import pickle
import sys
from collections.abc import Iterable, Sequence
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from perfectplay.analysis.studies.measures import Own, measured, name_of
from perfectplay.engines.backends.compiling import content
from perfectplay.errors import ParameterError, PerfectPlayError
from perfectplay.model.game import Game
from perfectplay.request import Request
from perfectplay.solve import solve_request
from perfectplay.version import __version__

PACKAGE = __name__.partition(".")[0]


class OwnFile(NamedTuple):
    """A user's file: the name of its module, where it was, and what it says."""

    module: str
    path: str
    text: str


class StudyTask(NamedTuple):
    """A row to be solved."""

    key: str
    """What the row is known by: rows with the same key have the same numbers."""
    files: tuple[OwnFile, ...]
    packed: bytes


class StudyRow(NamedTuple):
    """What came of a variant: its numbers, and why some or all of them are missing."""

    numbers: dict[str, float]
    reason: str | None = None
    lasting: bool = True
    """Whether another try would come to the same: what was refused is, what broke may not."""


def task_for(game: Game[Any], request: Request, measures: Sequence[str | Own]) -> StudyTask:
    """The task to solve a variant and to measure it."""
    from numba import cloudpickle

    files = own_files([type(game), *(each for each in measures if callable(each))])
    lean = dataclasses.replace(game)  # type: ignore[type-var]  # without what it has worked out
    try:
        parts = lean, request, tuple(measures)
        packed: bytes = cloudpickle.dumps(parts)  # type: ignore[no-untyped-call]  # has no types
    except Exception as error:
        raise ParameterError(
            f"{game.name} and its measures cannot be sent to workers: {error}; write them in a file"
        ) from error
    key = key_of(game, request, measures, files)
    return StudyTask(key, tuple(file for file in files if not is_importable(file)), packed)


def key_of(
    game: Game[Any],
    request: Request,
    measures: Sequence[str | Own],
    files: Sequence[OwnFile],
) -> str:
    """What a row is known by: its rules, what is best, and what is measured of it."""
    kind = type(game)
    rules: tuple[Any, ...] = (
        kind.__module__,
        kind.__qualname__,
        sorted(game.parameter_values.items()),
    )
    if game.card is not None:  # a card is known by how it plays, whatever was set to get there
        rules = (game.fingerprint, game.players)
    written = [*vars(kind).values(), *measures]  # in a notebook there is no file to tell them apart
    code = [content(each.__code__) for each in written if hasattr(each, "__code__")]
    asked = (
        str(request.objective),
        request.compute.memory_limit,
        [name_of(each) for each in measures],
    )
    told = repr((__version__, rules, asked, code, [file.text for file in files]))
    return hashlib.blake2b(told.encode(), digest_size=16).hexdigest()


def own_files(written: Iterable[Any]) -> list[OwnFile]:
    """The files that a user's classes and functions were written in."""
    names = dict.fromkeys(each.__module__ for each in written)
    found = []
    for name in names:
        path = getattr(sys.modules.get(name), "__file__", None)
        if path is not None and name.partition(".")[0] != PACKAGE:
            found.append(OwnFile(name, path, Path(path).read_text(encoding="utf-8")))
    return found


def is_importable(file: OwnFile) -> bool:
    """Whether a worker finds a module by itself, as one of a package or of a script."""
    if "." in file.module or file.module == "__main__":
        return True
    spec = PathFinder.find_spec(file.module)
    return spec is not None and spec.origin == file.path


def load_own(file: OwnFile) -> None:
    """Have a user's file as a module, as it was where the study was begun."""
    if getattr(sys.modules.get(file.module), "__file__", None) == file.path:
        return
    module = ModuleType(file.module)
    module.__file__ = file.path
    sys.modules[file.module] = module
    sys.path.append(str(Path(file.path).parent))
    exec(compile(file.text, file.path, "exec"), module.__dict__)  # noqa: S102  # it is the user's


def solve_row(task: StudyTask) -> StudyRow:
    """Solve a variant and measure it; what fails is told in the row, and stops nothing."""
    numbers: dict[str, float] = {}
    try:
        for file in task.files:
            load_own(file)
        game, request, measures = pickle.loads(task.packed)  # noqa: S301  # from `task_for`
        solution = solve_request(game, request)
    except Exception as error:  # noqa: BLE001  # it is told
        return StudyRow(numbers, told(error), isinstance(error, PerfectPlayError))
    faults: dict[str, Exception] = {}
    for measure in measures:
        try:
            numbers |= measured(solution, measure)
        except Exception as error:  # noqa: BLE001  # it is told
            faults[name_of(measure)] = error
    reason = "; ".join(f"{name}: {told(error)}" for name, error in faults.items())
    lasting = all(isinstance(error, PerfectPlayError) for error in faults.values())
    return StudyRow(numbers, reason or None, lasting)


def told(error: Exception) -> str:
    """What an error says, in a line."""
    line = " ".join(str(error).split())
    if isinstance(error, PerfectPlayError):
        return line
    return f"{type(error).__name__}: {line}" if line else type(error).__name__
