"""Lines for a scorecard: what the dice show and which boxes are open, what to keep or to score.

A line is `condition, condition: action`, or an action alone. It is turned into steps: each applies
if certain boxes are open, others filled, a bonus is far enough along and so on, and says for every
roll what to do. Python follows the steps one by one; the kernels follow tables of them.
"""

from __future__ import annotations

import dataclasses
import functools
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from perfectplay.errors import ModelError, did_you_mean
from perfectplay.model.game import Game
from perfectplay.model.nodes import Label
from perfectplay.model.scorecard import Bonus, Scorecard, Turn
from perfectplay.model.scorecard.course import LOST, SURE, bonus_lead
from perfectplay.model.scorecard.game import keep_words
from perfectplay.model.scorecard.scoring import Roll
from perfectplay.strategies.rules import dice
from perfectplay.strategies.strategy import Decision

SCORE = re.compile(r"score (?P<sign>>=|<) (?P<points>\d+)")
LEFT = re.compile(rf"(?P<count>{dice.COUNT}|no) rerolls? left")
BOXES_LEFT = re.compile(r"(?P<count>\d+) (?P<which>or fewer|or more) boxes left")
POINTS = re.compile(r"(?P<points>\d+) in (?P<box>\S+)")
AHEAD = re.compile(r"(?P<points>\d+ )?(?P<where>ahead|behind)|on course|lost")
FIRST = re.compile(r"score (?:the )?first of (?P<boxes>.+?)(?: with (?P<reach>\d+) in reach)?")
DOUBLE = r"(?: with (?P<double>\S+) double)?"
MOST = re.compile(rf"score the most{DOUBLE}(?: of (?P<boxes>.+))?")
OVER = re.compile(rf"score the most{DOUBLE} over (?P<prices>.+)")
KEEP = re.compile(rf"keep (?P<faces>{dice.FACES})")
FORMS = (
    *(
        "four alike",
        "a pair of 5s or 6s",
        "a pair of open 4s to 6s",
        "three 6s",
        "four of five in a row",
        "four in a row for BOX",
        "four in a row open at both ends",
        "two pairs",
    ),
    *("BOX open", "BOX filled", "18 in BOX", "2 rerolls left", "3 or fewer boxes left"),
    *("BONUS on course", "BONUS 3 ahead", "BONUS 3 behind", "BONUS lost", "score >= 30"),
)
ACTIONS = (
    *("keep them", "keep 5s and 6s", "keep all", "reroll all", "score it", "score BOX"),
    *("score first of BOX, BOX", "score the most", "score the most over BOX 5, BOX 20"),
    "score the most with BONUS double over BOX 5, BOX 20",
)

MOST_CASES = 200
"""The most cases in a line, since everything joined by `or` is combined."""

Act = Roll | str
"""What to do with a roll: the dice to keep, or the box to score in."""


@dataclasses.dataclass(frozen=True)
class LineContext:
    """Where a line applies, whatever the dice show."""

    open: frozenset[str] = frozenset()
    filled: frozenset[str] = frozenset()
    rerolls: frozenset[int] | None = None
    boxes: tuple[int, int] = (1, 99)
    """The range for the number of open boxes."""
    course: tuple[str, float, float] | None = None
    """How far a bonus is ahead of par: at least, and less than."""
    score: tuple[float, float] | None = None

    def __and__(self, other: LineContext) -> LineContext:
        """Where both apply."""
        if self.course and other.course:
            raise ModelError("one line can look at one bonus")
        return LineContext(
            self.open | other.open,
            self.filled | other.filled,
            meeting(self.rerolls, other.rerolls),
            (max(self.boxes[0], other.boxes[0]), min(self.boxes[1], other.boxes[1])),
            self.course or other.course,
            between(self.score, other.score),
        )

    def holds(self, card: Scorecard, turn: Turn, rerolls: int, decision: Decision) -> bool:
        """Whether it applies in a turn."""
        if not (self.open <= set(turn.open) and self.filled.isdisjoint(turn.open)):
            return False
        if self.rerolls is not None and rerolls not in self.rerolls:
            return False
        if not self.boxes[0] <= len(turn.open) <= self.boxes[1]:
            return False
        if self.course is not None:
            name, least, below = self.course
            if not least <= bonus_lead(card, turn, name) < below:
                return False
        return self.score is None or self.score[0] <= decision.score < self.score[1]


def meeting(ours: frozenset[int] | None, theirs: frozenset[int] | None) -> frozenset[int] | None:
    """The rerolls both allow; None allows all."""
    if ours is None or theirs is None:
        return theirs if ours is None else ours
    return ours & theirs


def between(
    ours: tuple[float, float] | None, theirs: tuple[float, float] | None
) -> tuple[float, float] | None:
    """The scores both allow; None allows all."""
    if ours is None or theirs is None:
        return theirs if ours is None else ours
    return max(ours[0], theirs[0]), min(ours[1], theirs[1])


class RuleCase(NamedTuple):
    """A case of a line: where it applies, and what it does for each roll, plain or as a joker."""

    where: LineContext
    acts: tuple[Mapping[Roll, Act], Mapping[Roll, Act]]


@dataclasses.dataclass(frozen=True, eq=False)
class CardLine:
    """A line for a scorecard."""

    text: str
    game: Game[Any]
    steps: tuple[RuleCase, ...]
    reach: int | None = None
    """The points that must stay within reach, for as long as possible."""

    def answer(self, decision: Decision) -> Label | None:
        """The option the line takes; None if it does not apply."""
        card, place = self.game.card, decision.position
        assert card is not None
        turn, roll, rerolls = place.before.turn, place.roll, place.rerolls
        joker = as_joker(card, turn, roll)
        fallen: Label | None = None
        for step in self.steps:
            act = step.acts[joker].get(roll)
            if act is None or not step.where.holds(card, turn, rerolls, decision):
                continue
            option = option_of(card, act, roll, rerolls)
            if option not in decision.options:
                continue
            if self.reach is None or self.reach <= most_by(card, turn, act, roll, decision):
                return option
            fallen = option if fallen is None else fallen
        return fallen

    @property
    def always(self) -> bool:
        """Whether it applies to all dice and boxes."""
        card = self.game.card
        assert card is not None
        covered = [
            (act, roll)
            for step in self.steps
            if step.where == LineContext(open=step.where.open) and len(step.where.open) == 1
            for roll, act in step.acts[0].items()
            if isinstance(act, str)
        ]
        return len(set(covered)) == len(card.names) * len(card.rolls)

    @property
    def scored(self) -> bool:
        """Whether it depends on the running score."""
        return self.reach is not None or any(step.where.score for step in self.steps)


def option_of(card: Scorecard, act: Act, roll: Roll, rerolls: int) -> Label:
    """An act as an option of the game; to score the current dice, all of them are kept."""
    if isinstance(act, str):
        return keep_words(roll, card.dice) if rerolls else act
    return keep_words(act, card.dice) if rerolls else ""


def as_joker(card: Scorecard, turn: Turn, roll: Roll) -> bool:
    """Whether a roll scores as a joker in a turn."""
    repeat = card.repeat
    if repeat is None or repeat.joker == "none" or repeat.box in turn.open:
        return False
    own = card.face_boxes.get(roll[0]) if len(set(roll)) == 1 else None
    return roll in card.repeats and own not in turn.open


def most_by(card: Scorecard, turn: Turn, act: Act, roll: Roll, decision: Decision) -> float:
    """The most points still possible in the end after scoring a roll in a box."""
    assert isinstance(act, str)
    others = sum(card.most(name) for name in turn.open if name != act)
    return float(decision.score) + card.points[act][roll] + others


def read_line(text: str, game: Game[Any]) -> CardLine:
    """A line for a scorecard.

    >>> from perfectplay.games.yahtzee import Yahtzee
    >>> line = read_line("four in a row, large-straight open: keep them", Yahtzee())
    >>> line.steps[0].where.open
    frozenset({'large-straight'})
    """
    card = game.card
    assert card is not None
    before, colon, after = text.rpartition(":")
    where, cases = conditions(card, before.strip() if colon else "")
    action, reach = after.strip(), None
    if found := FIRST.fullmatch(action):
        reach = int(found["reach"]) if found["reach"] else None
    steps = acted(card, cases, action)
    return CardLine(
        text, game, tuple(step._replace(where=where & step.where) for step in steps), reach
    )


class ConditionMatch(NamedTuple):
    """What conditions have matched: where, and the dice or box they refer to."""

    where: LineContext
    dice: tuple[Mapping[Roll, Roll], Mapping[Roll, Roll]]
    box: str | None


def conditions(card: Scorecard, text: str) -> tuple[LineContext, list[ConditionMatch]]:
    """Parse conditions: where they apply, and in which cases."""
    where = LineContext()
    anything: Mapping[Roll, Roll] = dict.fromkeys(card.rolls, ())
    cases = [ConditionMatch(LineContext(), (anything, anything), None)]
    shown = False
    for phrase in re.split(r",\s*", text) if text else []:
        found = place_of(card, phrase)
        if found is not None:
            where &= found
            continue
        more = made(card, phrase)
        if more is None:
            raise ModelError(f"'{phrase}' is not understood; {did_you_mean(phrase, FORMS)}")
        if shown and more[0].box is None and cases[0].box is None:
            raise ModelError(f"'{phrase}' is one pattern too many; a line can have one")
        if len(cases) * len(more) > MOST_CASES:
            raise ModelError(f"it has more than {MOST_CASES} cases; split it into two lines")
        shown = True
        cases = [both(case, other) for case in cases for other in more]
    return where, cases


def both(case: ConditionMatch, other: ConditionMatch) -> ConditionMatch:
    """Two cases combined; the dice referred to are those of a pattern, the box that of points."""
    plain, joker = (
        {roll: ours[roll] or theirs[roll] for roll in ours if roll in theirs}
        for ours, theirs in zip(case.dice, other.dice, strict=True)
    )
    return ConditionMatch(case.where & other.where, (plain, joker), case.box or other.box)


def made(card: Scorecard, phrase: str) -> list[ConditionMatch] | None:
    """The cases of a phrase about the dice: patterns or points in boxes, whichever comes first."""
    for one in (shown, scored):
        found = either(card, phrase.split(" or "), one)
        if found is not None:
            return found
    return None


def either(
    card: Scorecard,
    parts: Sequence[str],
    one: Callable[[Scorecard, str], list[ConditionMatch] | None],
) -> list[ConditionMatch] | None:
    """The cases of phrases joined by `or`, which may also be part of a phrase."""
    for end in range(len(parts), 0, -1):
        found = one(card, " or ".join(parts[:end]))
        if found is not None:
            more = either(card, parts[end:], one) if parts[end:] else []
            return None if more is None else [*found, *more]
    return None


def shown(card: Scorecard, phrase: str) -> list[ConditionMatch] | None:
    """The cases of a pattern on the dice, possibly for a box that must be open."""
    words, aims, aim = phrase.partition(" for ")
    cases = dice.pattern(card, words)
    if cases is None or " " in aim:
        return None
    wanted = frozenset({require_box(card, aim)} if aims else ())
    return [
        ConditionMatch(LineContext(open=wanted | ({box} if box else set())), (kept, kept), None)
        for box, kept in cases
    ]


def scored(card: Scorecard, phrase: str) -> list[ConditionMatch] | None:
    """The case of scoring points in a box."""
    found = POINTS.fullmatch(phrase)
    if found is None:
        return None
    box = require_box(card, found["box"])
    kept = tuple(
        {
            roll: ()
            for roll in card.rolls
            if points_in(card, box, roll, joker) >= int(found["points"])
        }
        for joker in (False, True)
    )
    return [ConditionMatch(LineContext(open=frozenset({box})), (kept[0], kept[1]), box)]


def points_in(card: Scorecard, box: str, roll: Roll, joker: bool) -> int:
    """What a roll scores in a box."""
    if joker and roll in card.joker_points[box]:
        return card.joker_points[box][roll]
    return card.points[box][roll]


def place_of(card: Scorecard, phrase: str) -> LineContext | None:
    """Where a phrase about boxes, rerolls, a bonus or the score holds; None if it is not one."""
    name, _, rest = phrase.partition(" ")
    if rest in ("open", "filled"):
        boxes = frozenset({require_box(card, name)})
        return LineContext(open=boxes) if rest == "open" else LineContext(filled=boxes)
    if found := LEFT.fullmatch(phrase):
        count = 0 if found["count"] == "no" else dice.count_of(found["count"])
        return LineContext(rerolls=frozenset({count}))
    if found := BOXES_LEFT.fullmatch(phrase):
        count = int(found["count"])
        return LineContext(boxes=(1, count) if found["which"] == "or fewer" else (count, 99))
    if found := SCORE.fullmatch(phrase):
        points = float(found["points"])
        return LineContext(
            score=(points, math.inf) if found["sign"] == ">=" else (-math.inf, points)
        )
    if found := AHEAD.fullmatch(rest):
        require_bonus(card, name)
        if rest == "lost":
            return LineContext(course=(name, -math.inf, LOST / 2))
        points = min(float(found["points"] or 0), SURE / 2)
        if found["where"] == "behind":
            below = math.nextafter(-points, math.inf) if found["points"] else 0.0
            return LineContext(course=(name, -math.inf, below))
        return LineContext(course=(name, points, math.inf))
    return None


def require_box(card: Scorecard, name: str) -> str:
    """A box of the card."""
    if name not in card.names:
        raise ModelError(f"{card.name} has no box '{name}'; {did_you_mean(name, card.names)}")
    return name


def require_bonus(card: Scorecard, name: str) -> Bonus:
    """A bonus of the card."""
    for bonus in card.bonuses:
        if bonus.name == name:
            return bonus
    names = [bonus.name for bonus in card.bonuses]
    raise ModelError(f"there is no bonus '{name}'; {did_you_mean(name, names)}")


def acted(card: Scorecard, cases: Sequence[ConditionMatch], action: str) -> list[RuleCase]:
    """The steps of an action in some cases."""
    if action == "keep them":
        if not any(case.dice[0].values() and any(case.dice[0].values()) for case in cases):
            raise ModelError("'keep them' needs a condition on dice, such as: four alike")
        return [RuleCase(rolling(case.where), case.dice) for case in cases]
    if action in ("keep all", "reroll all"):
        stop = action == "keep all"
        return [
            done(rolling(case.where), case, lambda roll: roll if stop else ()) for case in cases
        ]
    if found := KEEP.fullmatch(action):
        faces = dice.faces_of(card, found["faces"])
        return [
            done(rolling(case.where), case, lambda roll: tuple(f for f in roll if f in faces))
            for case in cases
        ]
    if action == "score it":
        if any(case.box is None for case in cases):
            raise ModelError("'score it' needs a condition on a box, such as: 18 in sixes")
        return [placed(case, case.box) for case in cases if case.box]
    if found := OVER.fullmatch(action):
        return by_points(card, cases, prices(card, found["prices"]), found["double"])
    if found := MOST.fullmatch(action):
        boxes = named_boxes(card, found["boxes"]) if found["boxes"] else card.names
        return by_points(card, cases, dict.fromkeys(boxes, 0), found["double"])
    if found := FIRST.fullmatch(action):
        boxes = named_boxes(card, found["boxes"])
        return [placed(case, box) for case in cases for box in boxes]
    if action.startswith("score "):
        box = require_box(card, action.removeprefix("score "))
        return [placed(case, box) for case in cases]
    raise ModelError(f"'{action}' is not understood; {did_you_mean(action, ACTIONS)}")


def rolling(where: LineContext) -> LineContext:
    """The same place, while dice can still be rerolled."""
    return where & LineContext(rerolls=frozenset(range(1, 10)))


def done(where: LineContext, case: ConditionMatch, act: Callable[[Roll], Act]) -> RuleCase:
    """A step that does the same with all dice of a case."""
    plain, joker = ({roll: act(roll) for roll in each} for each in case.dice)
    return RuleCase(where, (plain, joker))


def placed(case: ConditionMatch, box: str) -> RuleCase:
    """A step that scores in a box."""
    return done(case.where & LineContext(open=frozenset({box})), case, lambda _: box)


def named_boxes(card: Scorecard, words: str) -> list[str]:
    """Boxes that are listed."""
    return list(dict.fromkeys(require_box(card, name) for name in re.split(r",\s*", words)))


def prices(card: Scorecard, words: str) -> dict[str, int]:
    """Boxes that are listed, each with a number."""
    found = {}
    for part in re.split(r",\s*", words):
        name, _, number = part.partition(" ")
        if not re.fullmatch(r"-?\d{1,5}", number):
            raise ModelError(f"'{part}' is not a box with its price, such as: ones 2")
        found[require_box(card, name)] = int(number)
    return found


def by_points(
    card: Scorecard, cases: Iterable[ConditionMatch], over: Mapping[str, int], double: str | None
) -> list[RuleCase]:
    """Steps that score where points exceed a price by most; on a tie, in the first box.

    Points towards a bonus may count double.
    """
    twice = require_bonus(card, double).boxes if double else ()
    tables = [table_by_points(card, name) for name in over]
    steps = []
    for case in cases:
        ranked = sorted(
            ((over[name] - points * (2 if name in twice else 1), place, name, points)
             for place, name in enumerate(over)
             for points in tables[place]),
        )  # fmt: skip
        for _, place, name, points in ranked:
            acts = tuple(
                {roll: name for roll in tables[place][points][joker] if roll in case.dice[joker]}
                for joker in (0, 1)
            )
            steps.append(
                RuleCase(case.where & LineContext(open=frozenset({name})), (acts[0], acts[1]))
            )
    return steps


@functools.lru_cache(256)
def table_by_points(card: Scorecard, name: str) -> dict[int, tuple[list[Roll], list[Roll]]]:
    """For each number of points, the rolls that score it in a box, plain and as jokers."""
    found: dict[int, tuple[list[Roll], list[Roll]]] = {}
    for joker in (0, 1):
        for roll in card.rolls:
            points = points_in(card, name, roll, bool(joker))
            found.setdefault(points, ([], []))[joker].append(roll)
    return found
