"""A scorecard, declared: the dice, the rerolls, and boxes that can each be filled once."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, Self

from perfectplay.errors import ModelError, ParameterError, did_you_mean
from perfectplay.model.loaded import Weights, weights_of
from perfectplay.model.parameters import Parameter
from perfectplay.model.scorecard.game import DiceAndBoxes
from perfectplay.model.scorecard.scoring import Face, Roll, Rule, Scoring

REPEAT = "repeat"
"""The name of the repeat bonus where a card is written down."""
TOLD = ("open", "roll", "rerolls", "best", "value", "visits")
"""Names that other columns of tables have, besides the bonuses."""
MOST_BOXES = 20
MOST_POINTS = 10_000
LIMITS = {"dice": (1, 6), "sides": (2, 12), "rerolls": (0, 5)}
CARD_NAME = re.compile(r"\S([^\x00-\x1f\x7f]{0,58}\S)?")
NAME = re.compile(r"[^\s,=:;|>#-][^\s,=:;|>#]{0,39}")


@dataclasses.dataclass(frozen=True)
class Box:
    """A box: its name and its scoring rule, one from `scoring` or any function.

    >>> from perfectplay.model.scorecard.scoring import Face
    >>> Box("sixes", Face(6)).scoring((3, 3, 6, 6, 6))
    18
    >>> Box("odd", lambda roll: sum(face % 2 for face in roll)).scoring((3, 3, 6, 6, 6))
    2
    """

    name: str
    scoring: Scoring


FACE_NAMES = (
    *("ones", "twos", "threes", "fours", "fives", "sixes"),
    *("sevens", "eights", "nines", "tens", "elevens", "twelves"),
)


def faces(sides: int = 6) -> list[Box]:
    """One box for each face.

    >>> [box.name for box in faces(3)]
    ['ones', 'twos', 'threes']
    """
    return [Box(name, Face(face)) for face, name in enumerate(FACE_NAMES[:sides], start=1)]


@dataclasses.dataclass(frozen=True)
class Bonus:
    """Points at the end of the game if certain boxes add up to at least `at` points."""

    name: str
    boxes: Sequence[str]
    at: int
    points: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "boxes", tuple(self.boxes))


@dataclasses.dataclass(frozen=True)
class Repeat:
    """What a roll earns if the box it would score in is already filled.

    It earns `points` if that box holds points. With the joker rule, such a roll may stand for
    pairs, a full house or a straight at full points. `forced` makes it fill the box of its own face
    if that is open, else a box that is not for a face, else any box; `free` leaves the choice of
    box to the player, and gives full points once the box of its own face is filled; `none` treats
    it like any other roll.
    """

    box: str
    points: int = 100
    joker: Literal["forced", "free", "none"] = "forced"


class Scorecard(DiceAndBoxes):
    """Dice, rerolls, and boxes that can each be filled once, all declared in one place.

    >>> from perfectplay import Score, solve
    >>> from perfectplay.model.scorecard import Bonus, Box, Face, Scorecard, Total
    >>> small = Scorecard(
    ...     "small", dice=2, sides=3, rerolls=1,
    ...     boxes=[Box("ones", Face(1)), Box("threes", Face(3)), Box("any", Total())],
    ...     bonuses=[Bonus("upper", ["ones", "threes"], at=6, points=5)],
    ... )
    >>> solve(small, exact=True).value
    Fraction(30307, 2187)
    """

    name: str = dataclasses.field(kw_only=False)  # type: ignore[misc]  # each card has its own
    dice: int = 5
    sides: int = 6
    rerolls: int = 2
    boxes: Sequence[Box] = ()
    bonuses: Sequence[Bonus] = ()
    repeat: Repeat | None = None
    in_order: bool = False
    """Whether the boxes must be filled in the order they are listed."""
    labels: Mapping[str, Mapping[str, str]] = dataclasses.field(
        default_factory=dict, hash=False, compare=False
    )
    """For each language, the names of boxes and bonuses in it."""

    def __new__(cls, *_: Any, **__: Any) -> Self:
        return object.__new__(cls)

    def __post_init__(self) -> None:
        for name, each in self.parameters().items():
            each.check(getattr(self, name), self.name)
        for several in ("boxes", "bonuses"):
            object.__setattr__(self, several, tuple(getattr(self, several)))
        for complaint in complaints(self):
            raise ModelError(f"{self.name}: {complaint}")
        _ = self.weights

    @classmethod
    def from_file(cls, path: str | PathLike[str]) -> Scorecard:
        """The scorecard that a TOML file declares; errors name the line."""
        from perfectplay.model.scorecard.declaration import read_scorecard

        return read_scorecard(path)

    def labelled(self, language: str) -> Scorecard:
        """The same card, with the names of its boxes and bonuses in another language.

        >>> from perfectplay.games.kniffel import Kniffel
        >>> Kniffel().card.labelled("de").names[:3]
        ('einser', 'zweier', 'dreier')
        >>> Kniffel().card.labelled("fr")
        Traceback (most recent call last):
        perfectplay.errors.ParameterError: kniffel has no labels 'fr'; there are: de
        """
        if language not in self.labels:
            hint = did_you_mean(language, self.labels)
            raise ParameterError(f"{self.name} has no labels '{language}'; {hint}")

        def called(name: str) -> str:
            return self.labels[language].get(name, name)

        repeat = self.repeat
        return dataclasses.replace(
            self,
            boxes=[dataclasses.replace(box, name=called(box.name)) for box in self.boxes],
            bonuses=[
                dataclasses.replace(
                    bonus, name=called(bonus.name), boxes=[*map(called, bonus.boxes)]
                )
                for bonus in self.bonuses
            ],
            repeat=repeat and dataclasses.replace(repeat, box=called(repeat.box)),
            labels={},
        )

    def __repr__(self) -> str:
        loaded = f", die={self.die!r}" if self.die else ""
        return f"Scorecard({self.name!r}{', players=2' if self.players == 2 else ''}{loaded})"

    @property
    def scorecard(self) -> Scorecard:
        """A scorecard is its own declaration."""
        return self

    @classmethod
    def parameters(cls) -> dict[str, Parameter]:
        """The players and the die; the rest of the scorecard is no parameter."""
        return DiceAndBoxes.parameters()

    def declaration(self) -> Any:
        """The card as a file would declare it, if it has no boxes scored by Python code."""
        from perfectplay.model.scorecard.declaration import as_data

        try:
            return as_data(self)
        except ModelError:
            return None

    @property
    def weights(self) -> Weights:
        """How often each face of a die comes up."""
        return weights_of(self.die, self.sides)

    @functools.cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the boxes, in card order."""
        return tuple(box.name for box in self.boxes)

    @functools.cached_property
    def rolls(self) -> tuple[Roll, ...]:
        """All rolls of the dice, regardless of order."""
        faces = range(1, self.sides + 1)
        return tuple(itertools.combinations_with_replacement(faces, self.dice))

    @functools.cached_property
    def points(self) -> dict[str, dict[Roll, int]]:
        """What each roll scores in each box."""
        return {
            box.name: {roll: checked(self, box, roll, box.scoring) for roll in self.rolls}
            for box in self.boxes
        }

    @functools.cached_property
    def joker_points(self) -> dict[str, dict[Roll, int]]:
        """What each possible joker scores in each box."""
        return {
            box.name: {roll: checked(self, box, roll, as_joker(box)) for roll in self.repeats}
            for box in self.boxes
        }

    @functools.cached_property
    def possible(self) -> dict[str, list[int]]:
        """The points that each box can hold, in ascending order."""
        return {
            name: sorted({*self.points[name].values(), *self.joker_points[name].values()})
            for name in self.names
        }

    def ask_all_rules(self) -> None:
        """Score every roll by every rule, so that a rule that fails does so before solving."""
        for name in self.names:
            self.most(name)

    @functools.cached_property
    def repeats(self) -> tuple[Roll, ...]:
        """The rolls that score in the repeat box."""
        if self.repeat is None:
            return ()
        points = self.points[self.repeat.box]
        return tuple(roll for roll in self.rolls if points[roll])

    @functools.cached_property
    def face_boxes(self) -> dict[int, str]:
        """The box of each face, if there is one."""
        return {box.scoring.face: box.name for box in self.boxes if isinstance(box.scoring, Face)}

    @functools.cached_property
    def fingerprint(self) -> str:
        """A text shared by two cards only if they play alike, however their rules are written."""
        tables = [(name, [*self.points[name].values()]) for name in self.names]
        jokers = [[*points.values()] for points in self.joker_points.values()]
        rest = (self.dice, self.sides, self.rerolls, self.bonuses, self.repeat, self.in_order)
        loaded = (self.weights,) if self.die else ()
        text = repr((tables, jokers, sorted(self.face_boxes.items()), rest, *loaded))
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()

    def most(self, name: str) -> int:
        """The most points that a box can hold."""
        return self.possible[name][-1]


def is_for_a_face(box: Box) -> bool:
    """Whether a box is for one face of the dice."""
    return isinstance(box.scoring, Face)


def as_joker(box: Box) -> Scoring:
    """What a box gives for a joker, by its rule; a plain function treats it as any other roll."""
    return box.scoring.joker if isinstance(box.scoring, Rule) else box.scoring


def checked(card: Scorecard, box: Box, roll: Roll, scoring: Scoring) -> int:
    """The points for a roll; refused if a box cannot hold them."""
    try:
        points = scoring(roll)
    except Exception as error:
        error.add_note(f"the box {box.name} was asked for the roll {' '.join(map(str, roll))}")
        raise
    if type(points) is not int or not 0 <= points <= MOST_POINTS:
        raise ModelError(
            f"{card.name}: the box {box.name} gives {points!r} for the roll "
            f"{' '.join(map(str, roll))}; points are whole numbers from 0 to {MOST_POINTS:,}"
        )
    return points


def complaints(card: Scorecard) -> Iterable[str]:
    """What is wrong with a declaration."""
    for name, (low, high) in LIMITS.items():
        value = getattr(card, name)
        if type(value) is not int or not low <= value <= high:
            yield f"{name}={value!r} is not a whole number from {low} to {high}"
    if not isinstance(card.name, str) or CARD_NAME.fullmatch(card.name) is None:
        yield f"{card.name!r} cannot name a scorecard; use a few words"
    if type(card.in_order) is not bool:
        yield f"in_order={card.in_order!r} is not True or False"
    if not 1 <= len(card.boxes) <= MOST_BOXES:
        yield f"{len(card.boxes)} boxes are declared; a card has 1 to {MOST_BOXES}"
    if len(card.bonuses) > MOST_BOXES:
        yield f"{len(card.bonuses)} bonuses are declared; a card has at most {MOST_BOXES}"
    for several, kind in ((card.boxes, Box), (card.bonuses, Bonus), ([card.repeat], Repeat)):
        for one in several:
            if one is not None and not isinstance(one, kind):
                yield f"{one!r} is not a {kind.__name__}"
                return
    names = [box.name for box in card.boxes]
    yield from bad_names("box", names)
    yield from bad_names("bonus", [bonus.name for bonus in card.bonuses], taken=names)
    for box in card.boxes:
        if not callable(box.scoring):
            yield f"the box {box.name} has no rule; give one from the library or a function"
    for bonus in card.bonuses:
        yield from bad_bonus(bonus, names)
    if card.repeat is not None:
        yield from bad_repeat(card, card.repeat, names)
    known = [*names, *(bonus.name for bonus in card.bonuses)]
    for language, labels in card.labels.items():
        for name in labels:
            if name not in known:
                yield f"the labels {language} name a box {name}; {did_you_mean(name, known)}"


def bad_names(kind: str, names: list[str], taken: Iterable[str] = ()) -> Iterable[str]:
    """Names that are invalid or already taken."""
    seen = set(taken)
    for name in names:
        if not (isinstance(name, str) and NAME.fullmatch(name) and name.isprintable()):
            yield (
                f"{name!r} cannot name a {kind}; use up to 40 letters, digits or hyphens, "
                "such as full-house"
            )
        if name in seen:
            yield f"the name {name} is given twice"
        if name == REPEAT or (kind == "bonus" and name in TOLD):
            yield f"'{name}' means something else in tables and cards; give the {kind} another name"
        seen.add(name)


def bad_bonus(bonus: Bonus, names: list[str]) -> Iterable[str]:
    """What is wrong with a section bonus."""
    if not bonus.boxes:
        yield f"the bonus {bonus.name} counts no boxes; name them"
    for name in bonus.boxes:
        if name not in names:
            yield f"the bonus {bonus.name} counts the box {name}; {did_you_mean(name, names)}"
    if len(set(bonus.boxes)) < len(bonus.boxes):
        yield f"the bonus {bonus.name} counts a box twice"
    for what, low in (("at", 1), ("points", 0)):
        value = getattr(bonus, what)
        if type(value) is not int or not low <= value <= MOST_POINTS:
            yield (
                f"the bonus {bonus.name} has {what}={value!r}; give a whole number from {low} to "
                f"{MOST_POINTS:,}"
            )


def bad_repeat(card: Scorecard, repeat: Repeat, names: list[str]) -> Iterable[str]:
    """What is wrong with the repeat bonus."""
    if repeat.box not in names:
        yield f"the repeat bonus is for the box {repeat.box}; {did_you_mean(repeat.box, names)}"
    if type(repeat.points) is not int or not 0 <= repeat.points <= MOST_POINTS:
        yield (
            f"the repeat bonus has points={repeat.points!r}; give a whole number from 0 to "
            f"{MOST_POINTS:,}"
        )
    if repeat.joker not in ("forced", "free", "none"):
        yield f"the joker rule is {repeat.joker!r}; it can be forced, free or none"
    elif repeat.joker != "none" and len(card.face_boxes) < sum(map(is_for_a_face, card.boxes)):
        yield f"with the joker rule {repeat.joker}, a face can have one box only"
    elif card.in_order and repeat.joker != "none":
        yield f"boxes filled in order leave no room for the joker rule {repeat.joker}; use none"
