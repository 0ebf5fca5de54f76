"""The tables of boxes, one kind for each rule of the library."""

from __future__ import annotations

import typing
from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from perfectplay.model.scorecard.card import LIMITS, Box
from perfectplay.model.scorecard.declaration.values import (
    Award,
    DeclarationTable,
    FaceNumber,
    Fault,
    Name,
    Points,
    Switch,
    Wanted,
    WholeNumber,
)
from perfectplay.model.scorecard.scoring import (
    Face,
    FullHouse,
    Listed,
    NamedStraight,
    OfAKind,
    Pairs,
    Roll,
    Rule,
    Straight,
    Total,
)
from perfectplay.model.scorecard.spelling import spelled

MOST_DICE = LIMITS["dice"][1]


class BoxTable(DeclarationTable):
    """A box: its name, its rule, and the rule's settings."""

    scoring: ClassVar[type[Rule]]
    name: Name
    rule: str

    def box(self, dice: int) -> Box:  # noqa: ARG002  # rolls are written by the number of dice
        """The box itself."""
        return Box(self.name, self.scoring(**self.model_dump(exclude={"name", "rule"})))

    def faults(self, dice: int, sides: int) -> Iterable[Fault]:  # noqa: ARG002  # most rules have some
        """Why no roll of these dice can ever score by the rule."""
        return ()


class FaceBox(BoxTable):
    """The sum of the dice that show one face."""

    scoring = Face
    rule: Literal["face"]
    face: FaceNumber

    def faults(self, dice: int, sides: int) -> Iterator[Fault]:  # noqa: ARG002  # as of all
        if self.face > sides:
            yield ("face",), f"face={self.face} is more than sides={sides}"


class OfAKindBox(BoxTable):
    """Several dice alike."""

    scoring = OfAKind
    rule: Literal["of-a-kind"]
    count: Annotated[int, WholeNumber(1, MOST_DICE)]
    points: Award = "sum"

    def faults(self, dice: int, sides: int) -> Iterator[Fault]:  # noqa: ARG002  # as of all
        if self.count > dice:
            yield ("count",), f"count={self.count} is more than dice={dice}"


class PairsBox(BoxTable):
    """Several pairs of different faces."""

    scoring = Pairs
    rule: Literal["pairs"]
    count: Annotated[int, WholeNumber(1, MOST_DICE // 2)]
    points: Award = "kind"

    def faults(self, dice: int, sides: int) -> Iterator[Fault]:
        if 2 * self.count > dice:
            yield ("count",), f"count={self.count} takes {2 * self.count} dice, not dice={dice}"
        if self.count > sides:
            yield ("count",), f"count={self.count} is more than sides={sides}"


class FullHouseBox(BoxTable):
    """Three dice of one face and two of another."""

    scoring = FullHouse
    rule: Literal["full-house"]
    points: Award = 25
    five_alike: Switch = False

    def faults(self, dice: int, sides: int) -> Iterator[Fault]:  # noqa: ARG002  # as of all
        if dice < 5:
            yield ("rule",), f"a full house takes 5 dice, not dice={dice}"


class StraightBox(BoxTable):
    """Several faces in a row."""

    scoring = Straight
    rule: Literal["straight"]
    length: Annotated[int, WholeNumber(1, MOST_DICE)]
    points: Award

    def faults(self, dice: int, sides: int) -> Iterator[Fault]:
        for what, most in (("dice", dice), ("sides", sides)):
            if self.length > most:
                yield ("length",), f"length={self.length} is more than {what}={most}"


class NamedStraightBox(BoxTable):
    """All of certain faces."""

    scoring = NamedStraight
    rule: Literal["named-straight"]
    faces: Annotated[
        tuple[FaceNumber, ...],
        Field(strict=False, min_length=1),
        Wanted("a list of faces, such as [1, 2, 3, 4, 5]"),
    ]
    points: Award

    def faults(self, dice: int, sides: int) -> Iterator[Fault]:
        for index, face in enumerate(self.faces):
            if face > sides:
                yield ("faces", index), f"the face {face} is more than sides={sides}"
            if face in self.faces[:index]:
                yield ("faces", index), f"the face {face} is named twice"
        if len(self.faces) > dice:
            yield ("faces",), f"{len(self.faces)} faces are more than dice={dice}"


class ChanceBox(BoxTable):
    """The sum of all dice."""

    scoring = Total
    rule: Literal["chance"]


class ListedBox(BoxTable):
    """Points by roll."""

    scoring = Listed
    rule: Literal["table"]
    points: dict[str, Points]

    def box(self, dice: int) -> Box:
        table = {roll(key, dice): points for key, points in self.points.items()}
        return Box(self.name, Listed(table))

    def faults(self, dice: int, sides: int) -> Iterator[Fault]:
        seen: dict[Roll, str] = {}
        for key in self.points:
            shown = roll(key, dice)
            if len(shown) != dice or not all(1 <= face <= sides for face in shown):
                like = " ".join([str(sides)] * dice)
                misfit = f"{spelled(key)} is not a roll of dice={dice} with sides={sides}"
                yield ("points", key), f"{misfit}; write one like '{like}'"
            if shown in seen:
                yield ("points", key), f"{spelled(key)} is the same roll as {spelled(seen[shown])}"
            seen[shown] = key


def roll(key: str, dice: int) -> Roll:
    """The roll that a key of the table stands for: digits, or numbers separated by spaces.

    >>> roll("66633", 5), roll("12 10", 2), roll("12", 1), roll("six", 1)
    ((3, 3, 6, 6, 6), (10, 12), (12,), ())
    """
    words = key.split() if " " in key or dice == 1 else list(key)
    if not all(word.isascii() and word.isdigit() and len(word) <= 2 for word in words):
        return ()
    return tuple(sorted(map(int, words)))


AnyBox: TypeAlias = Annotated[
    FaceBox
    | OfAKindBox
    | PairsBox
    | FullHouseBox
    | StraightBox
    | NamedStraightBox
    | ChanceBox
    | ListedBox,
    Field(discriminator="rule"),
]
BOXES: dict[str, type[BoxTable]] = {
    typing.get_args(table.model_fields["rule"].annotation)[0]: table
    for table in BoxTable.__subclasses__()
}
"""The table for each rule, by the name of the rule."""
