"""The lines tried on a scorecard: what the dice show, where, and what to do."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import NamedTuple

from perfectplay.model.scorecard import Scorecard
from perfectplay.strategies.rules.scoring import LEFT, made, place_of

COUNTS = {2: "a pair", 3: "three alike", 4: "four alike", 5: "five alike"}
WORDS = ("no", "one", "two", "three", "four", "five", "six")
MOST_FIGURES = 12
FEW, MANY = (2, 3, 4, 5, 7, 9), (5, 8, 11)
"""Numbers of open boxes."""
COURSES = ("on course", "behind", "4 ahead", "8 ahead", "6 behind", "lost")


class RulePhrase(NamedTuple):
    """A line: cases of what the dice show, which rerolls are left, what to do, and where."""

    cases: tuple[str, ...]
    when: tuple[str, ...]
    action: str
    where: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The line as text.

        >>> RulePhrase(("a pair", "a 6"), (), "keep them", ("sixes open",)).text
        'a pair or a 6, sixes open: keep them'
        """
        shown = (" or ".join(self.cases),) if self.cases else ()
        conditions = ", ".join([*shown, *self.when, *self.where])
        return f"{conditions}: {self.action}" if conditions else self.action


def phrased(card: Scorecard, text: str) -> RulePhrase:
    """A line parsed from text.

    >>> from perfectplay.games.yahtzee import Yahtzee
    >>> line = phrased(Yahtzee().card, "a pair or a 6, sixes open, 1 reroll left: keep them")
    >>> line.cases, line.when, line.where
    (('a pair', 'a 6'), ('1 reroll left',), ('sixes open',))
    """
    before, _, action = text.rpartition(":")
    phrases = re.split(r",\s*", before.strip()) if before.strip() else []
    where = [each for each in phrases if place_of(card, each) and not LEFT.fullmatch(each)]
    shown = [each for each in phrases if place_of(card, each) is None]
    cases = shown[0].split(" or ") if len(shown) == 1 else []
    if not all(made(card, each) for each in cases):
        cases = shown  # an `or` inside a case
    when = [each for each in phrases if each not in where and (not cases or each not in shown)]
    return RulePhrase(tuple(cases), tuple(when), action.strip(), tuple(where))


def moves(card: Scorecard) -> Iterator[RulePhrase]:
    """Everything that is tried, anywhere on the card."""
    whens = list(rolling(card))
    if card.rerolls:
        for shown, when in itertools.product(patterns(card), whens):
            yield RulePhrase((shown,), when, "keep them")
        for action, when in itertools.product(high_faces(card), whens):
            yield RulePhrase((), when, action)
    endings: list[tuple[str, ...]] = [(), ("no rerolls left",)] if card.rerolls else [()]
    for name in card.names:
        figures = [points for points in card.possible[name] if points]
        some = figures[:: -(-len(figures) // MOST_FIGURES) or 1]
        for points, when in itertools.product(some, endings):
            yield RulePhrase((f"{points} in {name}",), when, "score it")
        yield RulePhrase((), endings[-1], f"score {name}")


def rolling(card: Scorecard) -> Iterator[tuple[str, ...]]:
    """How many rerolls may be left when dice are kept."""
    yield ()
    if card.rerolls > 1:
        for left in range(1, card.rerolls + 1):
            yield (f"{left} reroll{'s' * (left > 1)} left",)


def patterns(card: Scorecard) -> Iterator[str]:
    """What dice can show."""
    for count in range(1, card.dice):
        words = COUNTS.get(count, "one alike")
        if count > 1:
            yield words
        if card.face_boxes:
            yield f"{words} of an open face"
        for face in range(1, card.sides + 1):
            yield f"{'a' if count == 1 else WORDS[count]} {face}{'s' * (count > 1)}"
            if count > 1 and 1 < face < card.sides:
                yield f"{words} of {face}s to {card.sides}s"
                yield f"{words} of 1s to {face}s"
            if 1 < face < card.sides and max(card.face_boxes, default=0) >= face:
                yield f"{words} of open {face}s to {card.sides}s"
    for count in range(3, card.dice):
        yield f"{WORDS[count]} in a row"
        yield f"{WORDS[count]} in a row open at both ends"
        for length in range(count + 1, card.dice + 1):
            yield f"{WORDS[count]} of {WORDS[length]} in a row"
    if card.dice > 3:
        yield "two pairs"


def high_faces(card: Scorecard) -> Iterator[str]:
    """What can be kept whatever the dice show."""
    yield "reroll all"
    yield f"keep {card.sides}s"
    for face in range(card.sides - 1, card.sides // 2, -1):
        yield f"keep {face}s to {card.sides}s"


def places(card: Scorecard) -> Iterator[tuple[str, ...]]:
    """Where a line can apply."""
    opens = [f"{name} open" for name in card.names]
    fills = [f"{name} filled" for name in card.names]
    courses, counts = list(courses_of(card)), list(counts_of(card))
    far = [*courses, *counts]
    yield ()
    for one in (*opens, *fills, *far):
        yield (one,)
    yield from itertools.combinations(opens, 2)
    yield from itertools.combinations(fills, 2)
    for first, second in itertools.product(opens, fills):
        if first.split()[0] != second.split()[0]:
            yield first, second
    yield from itertools.product((*opens, *fills), far)
    yield from itertools.product(courses, counts)


def stages(card: Scorecard) -> Iterator[tuple[str, ...]]:
    """Where a line of prices can apply: by stage of the game, or with a box open or filled."""
    courses, counts = list(courses_of(card)), list(counts_of(card))
    for name, state in itertools.product(card.names, ("open", "filled")):
        yield (f"{name} {state}",)
    for one in (*courses, *counts):
        yield (one,)
    yield from itertools.product(courses, counts)


def courses_of(card: Scorecard) -> Iterator[str]:
    """How far ahead or behind bonuses can be."""
    for bonus in card.bonuses:
        if bonus.points:
            for how in COURSES:
                yield f"{bonus.name} {how}"


def counts_of(card: Scorecard) -> Iterator[str]:
    """How many boxes can be open."""
    for count in FEW:
        if count < len(card.names):
            yield f"{count} or fewer boxes left"
    for count in MANY:
        if count < len(card.names):
            yield f"{count} or more boxes left"
