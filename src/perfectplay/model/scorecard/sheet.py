"""What players write down: dice, and a scorecard as filled in so far."""

from __future__ import annotations

import dataclasses
import functools
import operator
import re
from collections.abc import Sequence

from perfectplay.errors import PositionError, did_you_mean
from perfectplay.model.naming import meant, several
from perfectplay.model.scorecard.card import REPEAT, Bonus, Scorecard
from perfectplay.model.scorecard.positions import Turn
from perfectplay.model.scorecard.scoring import Roll
from perfectplay.model.scorecard.spelling import dice_words

LONGEST_NUMBER = 7
SHOWN = 12


@dataclasses.dataclass(frozen=True)
class Sheet:
    """A scorecard in use: the current turn, and the score so far if given.

    >>> from perfectplay.games.yahtzee import Yahtzee
    >>> sheet = Sheet.read(Yahtzee().card, "ones=3 fours=12 yahtzee=0")
    >>> sheet.turn.totals, sheet.turn.repeat, sheet.score
    ((15,), False, 15)
    >>> Sheet.read(Yahtzee().card, "ones=3 chance").score is None
    True
    """

    turn: Turn
    score: int | None

    @classmethod
    def read(cls, card: Scorecard, text: str) -> Sheet:
        """Read the filled boxes, as `name=points`, or just `name` if the points do not matter.

        The name of a bonus gives the total towards it (`upper=23`), and `repeat=200` the points
        earned from the repeat bonus.
        """
        words = read_words(card, text)
        filled = {name: words[name] for name in card.names if name in words}
        for name, points in filled.items():
            require_points(card, name, points)
        if card.in_order and list(filled) != list(card.names[: len(filled)]):
            raise PositionError(
                f"{card.name} is filled in order; {next(iter(filled))} comes after "
                f"{next(name for name in card.names if name not in filled)}"
            )
        totals = tuple(total_of(card, bonus, filled, words) for bonus in card.bonuses)
        earned = repeat_points(card, filled, words)
        still_open = tuple(name for name in card.names if name not in filled)
        known = [points for points in filled.values() if points is not None]
        score = sum(known) + earned if len(known) == len(filled) else None
        return cls(Turn(still_open, totals, holds_repeat(card, filled, earned)), score)


def read_words(card: Scorecard, text: str) -> dict[str, int | None]:
    """The words of a sheet, each with its points if it has any."""
    known = [*card.names, *(bonus.name for bonus in card.bonuses)]
    if card.repeat is not None and card.repeat.points:
        known.append(REPEAT)
    words: dict[str, int | None] = {}
    joined = re.sub(r"\s*=\s*", "=", text.strip())
    for word in re.split(r"[\s,;]+", joined) if joined else []:
        typed, equals, number = word.partition("=")
        name = read_name(card, typed, known)
        if name in words:
            raise PositionError(f"{name} is given twice on the card")
        sound = number.isascii() and number.isdigit() and len(number) <= LONGEST_NUMBER
        if (equals and not sound) or (not equals and name not in card.names):
            raise PositionError(f"'{word}' on the card is not understood; write {name}=POINTS")
        words[name] = int(number) if equals else None
    return words


def read_name(card: Scorecard, typed: str, known: Sequence[str]) -> str:
    """The box, or another part of the card, that a word stands for.

    >>> from perfectplay.games.yahtzee import Yahtzee
    >>> card = Yahtzee().card
    >>> read_name(card, "FH", card.names)
    'full-house'
    >>> read_name(card, "three", card.names)
    Traceback (most recent call last):
    perfectplay.errors.PositionError: 'three' can be threes or three-of-a-kind; write more of it
    """
    names = meant(typed, known)
    if not names:
        raise PositionError(f"{card.name} has no box '{typed}'; {did_you_mean(typed, known)}")
    if len(names) > 1:
        raise PositionError(several(typed, names))
    return names[0]


def require_points(card: Scorecard, name: str, points: int | None) -> None:
    """Refuse points that a box cannot hold."""
    possible = card.possible[name]
    if points is not None and points not in possible:
        shown = [str(each) for each in possible]
        if len(shown) > SHOWN:
            shown[SHOWN - 1 : -1] = ["..."]
        raise PositionError(f"{name}={points} is impossible; {name} can hold {', '.join(shown)}")


def total_of(
    card: Scorecard, bonus: Bonus, filled: dict[str, int | None], words: dict[str, int | None]
) -> int:
    """The total towards a bonus: from the boxes, or as given."""
    counted = {name: points for name, points in filled.items() if name in bonus.boxes}
    known = sum(points for points in counted.values() if points is not None)
    unknown = [name for name, points in counted.items() if points is None]
    total = words.get(bonus.name)
    if total is None:
        if unknown and bonus.points:
            raise PositionError(
                f"the points of {unknown[0]} count towards the bonus {bonus.name}; write "
                f"{unknown[0]}=POINTS, or the total as {bonus.name}=POINTS"
            )
        return min(known, bonus.at)
    sums = functools.reduce(
        lambda reached, name: functools.reduce(
            operator.or_, (reached << points for points in card.possible[name])
        ),
        unknown,
        1 << known,
    )
    if not sums >> total & 1:
        raise PositionError(
            f"{bonus.name}={total} is impossible with {', '.join(counted) or 'no box'} filled"
            + (f"; they hold {known}" if not unknown else "")
        )
    return min(total, bonus.at)


def repeat_points(
    card: Scorecard, filled: dict[str, int | None], words: dict[str, int | None]
) -> int:
    """What the repeat bonus has earned."""
    earned = words.get(REPEAT) or 0
    repeat = card.repeat
    if not earned or repeat is None:
        return 0
    holds = repeat.box in filled and filled[repeat.box] != 0
    times, rest = divmod(earned, repeat.points)
    if rest or not holds or times >= len(filled):
        raise PositionError(
            f"{REPEAT}={earned} is impossible: the bonus is {repeat.points} for each of the other "
            f"filled boxes at most, and only once {repeat.box} holds points"
        )
    return earned


def holds_repeat(card: Scorecard, filled: dict[str, int | None], earned: int) -> bool:
    """Whether the repeat bonus can be earned."""
    repeat = card.repeat
    if repeat is None or not repeat.points or repeat.box not in filled:
        return False
    points = filled[repeat.box]
    if points is None and not earned:
        full = max(card.possible[repeat.box])
        raise PositionError(
            f"it matters what {repeat.box} holds; write {repeat.box}=0 or {repeat.box}={full}"
        )
    return points is None or points > 0


def read_dice(card: Scorecard, text: str) -> Roll:
    """The dice of a roll: 66633, or 6 6 6 3 3, or 6,6,6,3,3.

    >>> from perfectplay.games.yahtzee import Yahtzee
    >>> read_dice(Yahtzee().card, "66633")
    (3, 3, 6, 6, 6)
    """
    faces = read_faces(card, text)
    if len(faces) != card.dice:
        raise PositionError(
            f"'{text}' shows {dice_words(len(faces))}; "
            f"{card.name} is played with {dice_words(card.dice)}"
        )
    return faces


def read_faces(card: Scorecard, text: str) -> Roll:
    """Some dice, in ascending order."""
    parts = re.split(r"[\s,]+", text.strip())
    if len(parts) == 1 and card.sides <= 9:
        parts = list(parts[0])
    faces = {str(face) for face in range(1, card.sides + 1)}
    for part in parts:
        if part not in faces:
            raise PositionError(
                f"'{part}' in '{text}' is not on a die with {card.sides} sides; write the faces "
                "like 66633 or 6 6 6 3 3"
            )
    return tuple(sorted(int(part) for part in parts))
