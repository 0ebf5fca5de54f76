"""What a phrase on a card means for dice: which patterns they show, and with which dice."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from perfectplay.errors import ModelError
from perfectplay.model.scorecard import Scorecard
from perfectplay.model.scorecard.scoring import Roll

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
COUNT = r"(?:a|an|one|two|three|four|five|six|\d)"
FACES = r"\d+s?(?:(?:, | or | and | to )\d+s?)*"
OPEN = "an open face"
OF = rf"(?: of (?P<of>{OPEN}|open {FACES}|{FACES}))?"
PATTERNS = {
    "alike": re.compile(rf"(?P<count>{COUNT}) alike{OF}"),
    "pair": re.compile(rf"a pair{OF}"),
    "faces": re.compile(rf"(?P<count>{COUNT}) (?P<of>\d+)s?"),
    "row": re.compile(rf"(?P<count>{COUNT})(?: of (?P<length>{COUNT}))? in a row"),
    "open row": re.compile(rf"(?P<count>{COUNT}) in a row open at both ends"),
    "pairs": re.compile(r"two pairs"),
}


class PatternCase(NamedTuple):
    """Dice that show a pattern, given an open box: for each roll, the dice that form it."""

    box: str | None
    dice: dict[Roll, Roll]


def pattern(card: Scorecard, phrase: str) -> list[PatternCase] | None:
    """The cases of a pattern, of which the first that holds decides; None if it is not a pattern.

    >>> from perfectplay.games.yahtzee import Yahtzee
    >>> pattern(Yahtzee().card, "three alike")[0].dice[(3, 3, 6, 6, 6)]
    (6, 6, 6)
    >>> pattern(Yahtzee().card, "four of five in a row")[0].dice[(1, 2, 4, 4, 5)]
    (1, 2, 4, 5)
    """
    for kind, form in PATTERNS.items():
        found = form.fullmatch(phrase)
        if found is not None:
            words = found.groupdict()
            count = count_of(words.get("count") or "two")
            match kind:
                case "row":
                    length = count_of(words["length"]) if words["length"] else count
                    return [PatternCase(None, rows(card, count, length))]
                case "open row":
                    return [PatternCase(None, open_rows(card, count))]
                case "pairs":
                    return [PatternCase(None, two_pairs(card))]
                case _:
                    return alike(card, count, words.get("of"))
    return None


def count_of(word: str) -> int:
    """A number written as a word or as a digit."""
    if word.isdigit():
        return int(word)
    return 1 if word in ("a", "an") else NUMBERS.index(word)


def faces_of(card: Scorecard, words: str) -> tuple[int, ...]:
    """The faces named by some words.

    >>> from perfectplay.games.yahtzee import Yahtzee
    >>> faces_of(Yahtzee().card, "4s to 6s"), faces_of(Yahtzee().card, "1s and 5s")
    ((4, 5, 6), (1, 5))
    """
    faces: list[int] = []
    for part in re.split(r", | or | and ", words):
        ends = [int(number) for number in re.findall(r"\d+", part)]
        if not 1 <= ends[0] <= ends[-1] <= card.sides:
            raise ModelError(f"'{words}' are not faces of dice with {card.sides} sides")
        faces += range(ends[0], ends[-1] + 1)
    return tuple(faces)


def alike(card: Scorecard, count: int, of: str | None) -> list[PatternCase]:
    """Several dice alike: if several faces qualify, the largest group, then the highest face."""
    named = of.removeprefix("open ") if of and of != OPEN else ""
    faces = faces_of(card, named) if named else range(1, card.sides + 1)
    if of is None or of == named:
        return [PatternCase(None, dict(most_alike(card.rolls, count, faces)))]
    return [
        PatternCase(name, {roll: (face,) * many for roll in card.rolls if roll.count(face) == many})
        for many in range(card.dice, count - 1, -1)
        for face, name in sorted(card.face_boxes.items(), reverse=True)
        if face in faces
    ]


def most_alike(
    rolls: Iterable[Roll], count: int, faces: Iterable[int]
) -> Iterator[tuple[Roll, Roll]]:
    """For each roll, the largest group of equal dice among some faces, if large enough."""
    wanted = list(faces)
    for roll in rolls:
        many, face = max((roll.count(face), face) for face in wanted)
        if many >= count:
            yield roll, (face,) * many


def rows(card: Scorecard, count: int, length: int) -> dict[Roll, Roll]:
    """For each roll, the most faces within a run of some length or longer, if enough."""
    found: dict[Roll, Roll] = {}
    for roll in card.rolls:
        kept = max(
            (
                tuple(face for face in range(low, low + wide) if face in roll)
                for wide in ({length} if length > count else range(length, card.dice + 1))
                for low in range(1, card.sides - wide + 2)
            ),
            key=lambda kept: (len(kept) if is_row(kept, count, length) else 0, kept),
            default=(),
        )
        if len(kept) >= count and is_row(kept, count, length):
            found[roll] = kept
    return found


def open_rows(card: Scorecard, count: int) -> dict[Roll, Roll]:
    """For each roll, that many faces in a row which can be extended at either end."""
    return {
        roll: kept
        for roll, kept in rows(card, count, count).items()
        if len(kept) == count and kept[0] > 1 and kept[-1] < card.sides
    }


def is_row(kept: Roll, count: int, length: int) -> bool:
    """Whether some faces are in a row, without gaps."""
    return length > count or all(b == a + 1 for a, b in itertools.pairwise(kept))


def two_pairs(card: Scorecard) -> dict[Roll, Roll]:
    """For each roll, its two highest pairs of different faces."""
    found = {}
    for roll in card.rolls:
        paired = [face for face in sorted(set(roll)) if roll.count(face) >= 2]
        if len(paired) >= 2:
            found[roll] = tuple(sorted(paired[-2:] * 2))
    return found
