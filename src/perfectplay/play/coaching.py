"""What sessions of practice have shown: kept in a file, a line each, and what to practise next."""

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
    """What a decision of some kind has cost, and what is natural to lose there."""

    kind: str
    cost: float
    natural: float
    weight: float = 1
    """How many decisions of a game it stands for."""

    @property
    def answered(self) -> JudgedAnswer:
        """The answer without its kind."""
        return JudgedAnswer(self.cost, self.natural, self.weight)


@dataclasses.dataclass(frozen=True)
class PracticeRecord:
    """A session that was answered."""

    date: str
    game: str
    objective: str
    only: str | None
    a_game: float
    """What would be lost in a game at this rate."""
    by_kind: dict[str, float]
    """What the simulated player loses in a game."""
    answers: tuple[ExerciseAnswer, ...]
    error: float | None = None
    """The standard error of what would be lost."""

    @classmethod
    def of(
        cls, asked: PracticeSession, costs: Sequence[Number], date: str, only: str | None
    ) -> Self:
        """What some answers to the first exercises of a session have cost."""
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
        """A session out of plain data; a ValueError, or the like, if it is none."""
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
        """Whether both were of the same game, for the same objective."""
        return (self.game, self.objective) == (other.game, other.objective)

    def comparable(self, other: PracticeRecord) -> bool:
        """Whether both asked about the same decisions of the same game."""
        return self.like(other) and self.only == other.only


def text(value: Any) -> str:
    """A text in plain data; a TypeError if it is none."""
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def loss(value: Any) -> float:
    """What was lost, in plain data; a ValueError, or the like, if that cannot be."""
    if type(value) not in {int, float} or not 0 <= float(value) < math.inf:
        raise ValueError(value)
    return float(value)


def losses(sittings: Iterable[PracticeRecord]) -> dict[str, float]:
    """What is lost in a game at each kind of decision, as far as it was asked; the largest first.

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
    """The sessions in a file; none, if it is not there yet."""
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
    """Write a session below those that a file holds, whole or not at all."""
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
    """Make a file as long as it was; one that was not there goes."""
    with suppress(OSError):
        if size:
            os.truncate(file, size)
        else:
            file.unlink()
