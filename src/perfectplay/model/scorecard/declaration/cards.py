"""The table of a whole scorecard, and those of its bonuses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from pydantic import Field

from perfectplay.model.scorecard.card import (
    LIMITS,
    MOST_BOXES,
    MOST_POINTS,
    REPEAT,
    TOLD,
    Bonus,
    Repeat,
    Scorecard,
)
from perfectplay.model.scorecard.declaration.boxes import AnyBox, FaceBox
from perfectplay.model.scorecard.declaration.lines import Place
from perfectplay.model.scorecard.declaration.values import (
    CardName,
    DeclarationTable,
    Fault,
    Name,
    Points,
    Switch,
    Wanted,
    WholeNumber,
)
from perfectplay.model.scorecard.spelling import hint, spelled


class BonusTable(DeclarationTable):
    """Points for boxes that add up to at least a given number."""

    name: Name
    boxes: Annotated[
        list[str],
        Field(min_length=1, max_length=MOST_BOXES),
        Wanted("a list of names of boxes, such as ['ones', 'twos']"),
    ]
    at: Annotated[int, WholeNumber(1, MOST_POINTS)]
    points: Points

    def faults(self, names: list[str]) -> Iterator[Fault]:
        """Boxes that do not exist, or are listed twice."""
        for index, name in enumerate(self.boxes):
            if name not in names:
                yield ("boxes", index), f"there is no box {spelled(name)}; {hint(name, names)}"
            if name in self.boxes[:index]:
                yield ("boxes", index), f"the box {name} is counted twice"


class RepeatTable(DeclarationTable):
    """What a roll earns if it scores in a box that is already filled."""

    box: Annotated[str, Wanted("the name of a box")]
    points: Points = 100
    joker: Annotated[Literal["forced", "free", "none"], Wanted("'forced', 'free' or 'none'")] = (
        "forced"
    )

    def faults(self, names: list[str], *, in_order: bool) -> Iterator[Fault]:
        """A box that does not exist, or a joker that could never choose one."""
        if self.box not in names:
            yield ("box",), f"there is no box {spelled(self.box)}; {hint(self.box, names)}"
        if in_order and self.joker != "none":
            yield ("joker",), f"joker='{self.joker}' does not go with in-order=true; use 'none'"


class CardTable(DeclarationTable):
    """A whole scorecard."""

    name: CardName
    dice: Annotated[int, WholeNumber(*LIMITS["dice"])] = 5
    sides: Annotated[int, WholeNumber(*LIMITS["sides"])] = 6
    rerolls: Annotated[int, WholeNumber(*LIMITS["rerolls"])] = 2
    in_order: Switch = False
    boxes: Annotated[list[AnyBox], Field(min_length=1, max_length=MOST_BOXES)]
    bonuses: Annotated[list[BonusTable], Field(max_length=MOST_BOXES, default_factory=list)]
    repeat: RepeatTable | None = None
    labels: Annotated[
        dict[str, dict[Name, Name]],
        Field(max_length=MOST_BOXES, default_factory=dict),
        Wanted("tables of what boxes are called, such as {de = {ones = 'einser'}}"),
    ]

    def faults(self) -> Iterator[Fault]:
        """What does not fit together: duplicate names, rules and dice, boxes and bonuses."""
        names = [box.name for box in self.boxes]
        places: list[Place] = [("boxes", index) for index in range(len(self.boxes))]
        places += [("bonuses", index) for index in range(len(self.bonuses))]
        taken = names + [bonus.name for bonus in self.bonuses]
        for index, name in enumerate(taken):
            if name in taken[:index]:
                yield (*places[index], "name"), f"the name {name} is given twice"
            if name == REPEAT or (index >= len(names) and name in TOLD):
                yield (*places[index], "name"), f"'{name}' means something else; use another name"
        for index, box in enumerate(self.boxes):
            yield from within(("boxes", index), box.faults(self.dice, self.sides))
        for index, bonus in enumerate(self.bonuses):
            yield from within(("bonuses", index), bonus.faults(names))
        if self.repeat is not None:
            yield from within(("repeat",), self.repeat.faults(names, in_order=self.in_order))
            if self.repeat.joker != "none":
                yield from self.faces_twice()
        yield from self.labels_astray(taken)

    def labels_astray(self, names: list[str]) -> Iterator[Fault]:
        """Labels for boxes that do not exist, or that two boxes would share."""
        for language, labels in self.labels.items():
            called = [labels.get(name, name) for name in names]
            for name, label in labels.items():
                if name not in names:
                    reason = f"there is no box {spelled(name)}; {hint(name, names)}"
                    yield ("labels", language), reason
                if called.count(label) > 1:
                    yield ("labels", language), f"two boxes would be called {spelled(label)}"

    def faces_twice(self) -> Iterator[Fault]:
        """Second boxes for a face: a joker would not know which one is its own."""
        faces = [box.face if isinstance(box, FaceBox) else None for box in self.boxes]
        for index, face in enumerate(faces):
            if face is not None and face in faces[:index]:
                yield ("boxes", index, "face"), "with a joker rule, a face can have one box only"

    def card(self) -> Scorecard:
        """The scorecard itself."""
        return Scorecard(
            self.name,
            dice=self.dice,
            sides=self.sides,
            rerolls=self.rerolls,
            in_order=self.in_order,
            boxes=[box.box(self.dice) for box in self.boxes],
            bonuses=[Bonus(**bonus.model_dump()) for bonus in self.bonuses],
            repeat=None if self.repeat is None else Repeat(**self.repeat.model_dump()),
            labels=self.labels,
        )


def within(place: Place, faults: Iterable[Fault]) -> Iterator[Fault]:
    """The faults of a part, located in the whole."""
    for inner, complaint in faults:
        yield (*place, *inner), complaint
