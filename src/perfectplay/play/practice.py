"""A practice session: decisions that occur often, are close, and are easy to get wrong.

The decisions come from games of a simulated player (`exercise.py`). The more that player loses at a
decision, the likelier it is to be drawn; but answers are balanced, so that a session of Pig asks
where to hold as well as where to roll, and obvious decisions are left out. As every decision is
drawn with a known probability, the answers say what you would lose in a game:

    loss per game = the simulated player's loss per game * your losses / theirs at these decisions,

where each decision is weighted by how many it represents. This is a ratio estimate, reported with
its standard error.
"""

from __future__ import annotations

import dataclasses
import random
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from math import floor, inf, sqrt
from typing import NamedTuple

from perfectplay.errors import PerfectPlayError
from perfectplay.model.nodes import Number
from perfectplay.play.exercise import OBVIOUS, Exercise, one_game, temper_of
from perfectplay.play.subject import filter_of
from perfectplay.solution.solution import Solution

GAMES, MOST_GAMES = 12, 120
DECISIONS = 150
"""Games are played until there are this many decisions, but within these numbers of games."""


class JudgedAnswer(NamedTuple):
    """An answer: its cost, the simulated player's expected loss, and its weight."""

    cost: float
    natural: float
    weight: float = 1


class Estimate(NamedTuple):
    """The loss per game with its standard error; a single answer has no error estimate."""

    value: float
    error: float | None

    @classmethod
    def of(cls, natural: float, answers: Sequence[JudgedAnswer]) -> Estimate:
        """From the simulated player's loss per game and some answers.

        >>> estimate = Estimate.of(10, [JudgedAnswer(2, 1), JudgedAnswer(0, 1), JudgedAnswer(1, 2)])
        >>> round(estimate.value, 2), round(estimate.error, 2)
        (7.5, 4.72)
        """
        theirs = sum(each.weight * each.natural for each in answers)
        ratio = sum(each.weight * each.cost for each in answers) / theirs
        if len(answers) == 1:
            return cls(natural * ratio, None)
        off = sum((each.weight * (each.cost - ratio * each.natural)) ** 2 for each in answers)
        spread = sqrt(off * len(answers) / (len(answers) - 1))
        return cls(natural * ratio, natural * spread / theirs)


@dataclasses.dataclass(frozen=True)
class PracticeSession:
    """Some exercises, and the simulated player's loss per game, by kind of decision."""

    exercises: list[Exercise]
    natural: float
    """At decisions of the kinds requested."""
    by_kind: dict[str, float]
    """At all decisions that are not obvious."""

    def answered(self, costs: Sequence[Number]) -> list[JudgedAnswer]:
        """The answers to the first exercises, given their costs."""
        return [
            JudgedAnswer(float(cost), each.natural, each.weight)
            for each, cost in zip(self.exercises, costs, strict=False)
        ]

    def lost_a_game(self, costs: Sequence[Number]) -> Estimate:
        """The loss per game at this rate, given the costs of the first exercises."""
        return Estimate.of(self.natural, self.answered(costs))


def session(
    solution: Solution, seed: int | str | None, *, many: int = 10, only: str | None = None
) -> PracticeSession:
    """A session of exercises; the same seed gives the same ones.

    >>> from perfectplay import solve
    >>> from perfectplay.games.slots import Slots
    >>> ten = session(solve(Slots()), seed=1)
    >>> len(ten.exercises), ten.lost_a_game([0] * 10).value, ten.by_kind.keys()
    (10, 0.0, dict_keys(['early place', 'late place']))
    """
    dice = random.Random(seed)  # noqa: S311  # practice, not a secret
    fits = filter_of(solution, only)
    met = decisions(solution, dice)
    asked = [each for each in met if fits(each)]
    if not asked:
        about = "" if only is None else f" about '{only}'"
        raise PerfectPlayError(f"there are no mistakes to make{about} in {solution.game.name}")
    by_kind = {
        kind: natural_loss(each for each in met if each.kind == kind)
        for kind in dict.fromkeys(each.kind for each in met)
    }
    return PracticeSession(drawn(asked, many, dice), natural_loss(asked), by_kind)


def natural_loss(some: Iterable[Exercise]) -> float:
    """What the simulated player loses per game at these decisions."""
    return sum(each.often * each.natural for each in some)


def decisions(solution: Solution, dice: random.Random) -> list[Exercise]:
    """The decisions of some games that can go wrong and are not obvious, without repetition."""
    temper = temper_of(solution, dice)
    found: dict[Hashable, list[Exercise]] = defaultdict(list)
    games = met = 0
    while games < GAMES or (met < DECISIONS and games < MOST_GAMES):
        for each in one_game(solution, dice, temper):
            met += 1
            if each.gap <= OBVIOUS * temper:
                found[each.position, each.score].append(each)
        games += 1
    return [
        dataclasses.replace(same[0], often=len(same) / games)
        for same in found.values()
        if same[0].gap < inf
    ]


def drawn(met: list[Exercise], many: int, dice: random.Random) -> list[Exercise]:
    """A sample of decisions without repetition, with their probabilities; all if there are few.

    This is systematic sampling along the sum of the probabilities, sorted by answer and from the
    beginning to the end of a game, so that a session has some of everything.
    """
    by_answer = sorted(met, key=lambda each: (answer_of(each), len(each.line.steps)))
    sums: dict[str, float] = defaultdict(float)
    for each in by_answer:
        sums[answer_of(each)] += each.often * each.natural
    appeals = [each.often * each.natural / sqrt(sums[answer_of(each)]) for each in by_answer]
    chances = chances_of(appeals, many)
    chosen, mark = [], dice.random()
    for each, chance in zip(by_answer, chances, strict=True):
        if floor(mark + chance + 1e-12) > floor(mark):
            chosen.append(dataclasses.replace(each, chance=chance))
        mark += chance
    dice.shuffle(chosen)
    return chosen


def answer_of(each: Exercise) -> str:
    """What to balance a session by: the best option or, on a scorecard, the kind of decision."""
    return each.kind or str(each.options[0].label)


def chances_of(appeals: Sequence[float], many: int) -> list[float]:
    """The probability of drawing each: proportional to its appeal, at most 1, with a given sum.

    >>> chances_of([1, 1, 2], 2), chances_of([1, 1, 6], 2), chances_of([1, 2], 5)
    ([0.5, 0.5, 1.0], [0.5, 0.5, 1.0], [1.0, 1.0])
    """
    certain = set[int]()
    while len(certain) < min(many, len(appeals)):
        rest = sum(appeal for place, appeal in enumerate(appeals) if place not in certain)
        left = many - len(certain)
        over = {n for n, each in enumerate(appeals) if left * each >= rest} - certain
        if not over:
            return [
                1.0 if place in certain else left * appeal / rest
                for place, appeal in enumerate(appeals)
            ]
        certain |= over
    return [float(place in certain) for place in range(len(appeals))]
