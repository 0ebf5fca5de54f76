"""The results of practice sessions, kept in a file, one per line; and what to practise next."""

from __future__ import annotations

import dataclasses
import json
import math
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import fmean
from typing import Any, Self

from perfectplay.errors import FileError
from perfectplay.model.nodes import Number
from perfectplay.play.practice import Estimate, JudgedAnswer, PracticeSession


@dataclasses.dataclass(frozen=True)
class ExerciseAnswer:
    """What a decision of some kind cost, and how much is typically lost there."""

    kind: str
    cost: float
    natural: float
    weight: float = 1
    """How many decisions of a game it represents."""

    @property
    def answered(self) -> JudgedAnswer:
        """The answer without its kind."""
        return JudgedAnswer(self.cost, self.natural, self.weight)


@dataclasses.dataclass(frozen=True)
class PracticeRecord:
    """A completed session."""

    date: str
    game: str
    objective: str
    only: str | None
    a_game: float
    """The loss per game at this rate."""
    by_kind: dict[str, float]
    """The simulated player's loss per game, by kind of decision."""
    answers: tuple[ExerciseAnswer, ...]
    error: float | None = None
    """The standard error of the loss per game."""

    @classmethod
    def of(
        cls, asked: PracticeSession, costs: Sequence[Number], date: str, only: str | None
    ) -> Self:
        """The record of some answers to the first exercises of a session."""
        first = asked.exercises[: len(costs)]
        solution, lost = first[0].line.solution, asked.lost_a_game(costs)
        return cls(
            date,
            " ".join([solution.game.name, *solution.game.words]),
            str(solution.objective),
            only,
            lost.value,
            asked.by_kind,
            tuple(
                ExerciseAnswer(each.kind, float(cost), each.natural, each.weight)
                for each, cost in zip(first, costs, strict=True)
            ),
            lost.error,
        )

    @classmethod
    def read(cls, facts: Any) -> Self:
        """A session from plain data; raises a ValueError or similar if it is invalid."""
        found = cls(
            text(facts["date"]),
            text(facts["game"]),
            text(facts["objective"]),
            None if facts["only"] is None else text(facts["only"]),
            loss(facts["a_game"]),
            {kind: loss(lost) for kind, lost in facts["by_kind"].items()},
            tuple(
                ExerciseAnswer(
                    text(each["kind"]),
                    loss(each["cost"]),
                    loss(each["natural"]),
                    loss(each.get("weight", 1)),
                )
                for each in facts["answers"]
            ),
            None if facts.get("error") is None else loss(facts["error"]),
        )
        if not all(
            each.kind in found.by_kind and each.natural * each.weight > 0 for each in found.answers
        ):
            raise ValueError(facts)
        return found

    def like(self, other: PracticeRecord) -> bool:
        """Whether both sessions were about the same game and objective."""
        return (self.game, self.objective) == (other.game, other.objective)

    def comparable(self, other: PracticeRecord) -> bool:
        """Whether both sessions were about the same decisions of the same game."""
        return self.like(other) and self.only == other.only


def text(value: Any) -> str:
    """A text in plain data; TypeError if it is not one."""
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def loss(value: Any) -> float:
    """A loss in plain data; a ValueError or similar if it is impossible."""
    if type(value) not in {int, float} or not 0 <= float(value) < math.inf:
        raise ValueError(value)
    return float(value)


def losses(sittings: Iterable[PracticeRecord]) -> dict[str, float]:
    """The loss per game for each kind of decision, as far as it was practised; largest first.

    >>> early, late = ExerciseAnswer("early keep", 3, 2), ExerciseAnswer("late keep", 1, 2)
    >>> met = {"early keep": 8, "late keep": 6}
    >>> losses([PracticeRecord("", "", "", None, 9, met, (early, late))])
    {'early keep': 12.0, 'late keep': 3.0}
    """
    known = list(sittings)
    found = {}
    for kind in {answer.kind: 0 for each in known for answer in each.answers}:
        answers = [answer for each in known for answer in each.answers if answer.kind == kind]
        natural = fmean(each.by_kind[kind] for each in known if kind in each.by_kind)
        found[kind] = Estimate.of(natural, [answer.answered for answer in answers]).value
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def read_sittings(file: Path) -> list[PracticeRecord]:
    """The sessions in a file; none if it does not exist yet."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    except OSError as error:
        raise FileError(f"cannot read {file}: {error.strerror}") from None
    except UnicodeError:
        raise FileError(f"{file} is not a practice record: it is not text") from None
    found = []
    for number, line in enumerate(lines, start=1):
        try:
            found.append(PracticeRecord.read(json.loads(line)))
        except (
            ArithmeticError,
            AttributeError,
            LookupError,
            RecursionError,
            TypeError,
            ValueError,
        ):
            raise FileError(f"{file}, line {number}: this is not a practice session") from None
    return found


def add_sitting(file: Path, sitting: PracticeRecord) -> None:
    """Append a session to a file, atomically."""
    line = json.dumps(dataclasses.asdict(sitting)).encode() + b"\n"
    before = None
    try:
        with file.open("a+b") as record:
            before = record.seek(0, os.SEEK_END)
            if before:
                record.seek(before - 1)
                line = line if record.read() == b"\n" else b"\n" + line
            record.write(line)
    except OSError as error:
        if before is not None:
            take_back(file, before)
        raise FileError(f"cannot write {file}: {error.strerror}") from None


def take_back(file: Path, size: int) -> None:
    """Truncate a file to its old length; delete it if it did not exist."""
    with suppress(OSError):
        if size:
            os.truncate(file, size)
        else:
            file.unlink()
