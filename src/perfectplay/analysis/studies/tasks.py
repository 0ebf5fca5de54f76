"""A row of a study as a task: a game to solve and measure, on any machine.

A task is plain bytes, with the files in which a user wrote games and measures.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from perfectplay.analysis.studies.measures import Own, measured, name_of
from perfectplay.code_bundle import CodeBundle, OwnFile, own_files
from perfectplay.engines.backends.compiling import content_of_code
from perfectplay.errors import ParameterError, PerfectPlayError
from perfectplay.model.game import Game
from perfectplay.request import Request
from perfectplay.solve import solve_request
from perfectplay.version import __version__


class StudyTask(NamedTuple):
    """A row to solve."""

    key: str
    """The row's identity: rows with the same key have the same numbers."""
    parcel: CodeBundle


class StudyRow(NamedTuple):
    """The result for a variant: its numbers, and why some or all of them are missing."""

    numbers: dict[str, float]
    reason: str | None = None
    lasting: bool = True
    """Whether another try would give the same: refusals last, failures may not."""


def task_for(game: Game[Any], request: Request, measures: Sequence[str | Own]) -> StudyTask:
    """The task of solving and measuring a variant."""
    files = own_files([type(game), *(each for each in measures if callable(each))])
    lean = dataclasses.replace(game)  # type: ignore[type-var]  # without what it has worked out
    try:
        parcel = CodeBundle.of((lean, request, tuple(measures)), files)
    except Exception as error:
        raise ParameterError(
            f"{game.name} and its measures cannot be sent to workers: {error}; write them in a file"
        ) from error
    key = key_of(game, request, measures, files)
    return StudyTask(key, parcel)


def key_of(
    game: Game[Any],
    request: Request,
    measures: Sequence[str | Own],
    files: Sequence[OwnFile],
) -> str:
    """The key of a row: its rules, the objective, and what is measured."""
    kind = type(game)
    rules: tuple[Any, ...] = (
        kind.__module__,
        kind.__qualname__,
        sorted(game.parameter_values.items()),
    )
    if game.card is not None:  # a card is identified by how it plays, however it was set
        rules = (game.fingerprint, game.players)
    written = [*vars(kind).values(), *measures]  # in a notebook there is no file to tell by
    code = [content_of_code(each.__code__) for each in written if hasattr(each, "__code__")]
    asked = (
        str(request.objective),
        request.compute.memory_limit,
        [name_of(each) for each in measures],
    )
    text = repr((__version__, rules, asked, code, [file.text for file in files]))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def solve_row(task: StudyTask) -> StudyRow:
    """Solve and measure a variant; a failure is recorded in the row, and stops nothing."""
    numbers: dict[str, float] = {}
    try:
        game, request, measures = task.parcel.opened()
        solution = solve_request(game, request)
    except Exception as error:  # noqa: BLE001  # it is told
        return StudyRow(numbers, error_text(error), isinstance(error, PerfectPlayError))
    faults: dict[str, Exception] = {}
    for measure in measures:
        try:
            numbers |= measured(solution, measure)
        except Exception as error:  # noqa: BLE001  # it is told
            faults[name_of(measure)] = error
    reason = "; ".join(f"{name}: {error_text(error)}" for name, error in faults.items())
    lasting = all(isinstance(error, PerfectPlayError) for error in faults.values())
    return StudyRow(numbers, reason or None, lasting)


def error_text(error: Exception) -> str:
    """The message of an error, in one line."""
    line = " ".join(str(error).split())
    if isinstance(error, PerfectPlayError):
        return line
    return f"{type(error).__name__}: {line}" if line else type(error).__name__
