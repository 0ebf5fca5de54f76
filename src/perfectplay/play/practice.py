"""Positions to practise on: as they come in play, and those more often in which more is at stake.

A natural player errs, but the more rarely the more it costs: an option that costs c is taken with a
weight of exp(-c / temper), the logit of the economists. Games of such a player give the positions;
what the player is expected to lose at one is how often it is asked for. So the losses of who
practises tell what they would lose in a game:

    a game = the natural player's loss in a game * your losses / theirs at the same positions
"""

from __future__ import annotations

import dataclasses
import random
from bisect import bisect
from collections.abc import Callable, Hashable, Sequence
from itertools import accumulate
from math import exp

from perfectplay.analysis.aims import aims
from perfectplay.errors import PerfectPlayError
from perfectplay.model.naming import meant
from perfectplay.model.nodes import Chance, Label, Number
from perfectplay.model.scorecard import Rolled, Scorecard
from perfectplay.play.line import LineOfPlay
from perfectplay.solution.options import Option
from perfectplay.solution.solution import Solution

GAMES = 12
"""So many games are played to find positions."""
LONGEST = 1000
"""So many steps of a game are played: it may go round in cycles."""
TEMPER = 1.0
"""Of a natural player, in points; a hundredth of it where values are chances."""
KINDS = ("early", "late", "keep", "place")
"""Words for kinds of decisions on a scorecard."""


@dataclasses.dataclass(frozen=True)
class Exercise:
    """A decision on a line of play: its options best first, and what is natural to lose there."""

    line: LineOfPlay
    options: list[Option]
    natural: float

    @property
    def position(self) -> Hashable:
        """Where it is."""
        return self.line.here.name

    @property
    def score(self) -> Number:
        """The points so far."""
        return self.line.here.score

    @property
    def kind(self) -> str:
        """What sort of decision it is: early or late, what to keep or where to place the dice."""
        card, place = self.line.game.card, self.position
        if card is None or not isinstance(place, Rolled):
            return ""
        when = "early" if 2 * len(place.open) > len(card.names) else "late"
        return f"{when} {'keep' if place.rerolls else 'place'}"

    def cost(self, label: Label) -> Number:
        """What an option costs."""
        return next(option.cost for option in self.options if option.label == label)


@dataclasses.dataclass(frozen=True)
class PracticeSession:
    """Some exercises, and what a natural player loses in a game, by the kinds of decisions."""

    exercises: list[Exercise]
    natural: float
    """At decisions of those that were asked for."""
    by_kind: dict[str, float]
    """At all decisions."""

    def lost_a_game(self, lost: Sequence[Number]) -> float:
        """What would be lost in a game at this rate, from what the first exercises have cost."""
        theirs = sum(each.natural for each in self.exercises[: len(lost)])
        return self.natural * float(sum(lost)) / theirs


def session(
    solution: Solution, seed: int | str | None, *, many: int = 10, only: str | None = None
) -> PracticeSession:
    """A session of exercises; the same seed gives the same ones.

    >>> from perfectplay import solve
    >>> from perfectplay.games.slots import Slots
    >>> ten = session(solve(Slots()), seed=1)
    >>> len(ten.exercises), ten.lost_a_game([0] * 10), ten.by_kind.keys()
    (10, 0.0, dict_keys(['early place', 'late place']))
    """
    dice = random.Random(seed)  # noqa: S311  # practice, not a secret
    fits = filter_of(solution, only)
    met = [each for _ in range(GAMES) for each in one_game(solution, dice)]
    asked = [each for each in met if each.natural and fits(each)]
    if not asked:
        about = "" if only is None else f" about '{only}'"
        raise PerfectPlayError(f"nothing can go wrong{about} in {solution.game.name}")
    by_kind = {
        kind: sum(each.natural for each in met if each.kind == kind) / GAMES
        for kind in dict.fromkeys(each.kind for each in met)
    }
    natural = sum(each.natural for each in asked) / GAMES
    return PracticeSession(drawn(asked, many, dice), natural, by_kind)


def one_game(solution: Solution, dice: random.Random) -> list[Exercise]:
    """The decisions of a game that a natural player plays."""
    in_points = solution.objective.linear and not solution.meaning.startswith("P(")
    temper = TEMPER if in_points else TEMPER / 100
    line, met = LineOfPlay.begin(solution), []
    while not line.over and len(line.steps) < LONGEST:
        if isinstance(line.here.node, Chance):
            line = line.happen(dice.random())
            continue
        options = line.options()
        weights = [exp(-float(option.cost) / temper) for option in options]
        losses = (weight * float(each.cost) for weight, each in zip(weights, options, strict=True))
        met.append(Exercise(line, options, sum(losses) / sum(weights)))
        line = line.choose(dice.choices(options, weights)[0].label)
    return met


def drawn(met: list[Exercise], many: int, dice: random.Random) -> list[Exercise]:
    """So many of them, by what is natural to lose: at even steps along the sum of that.

    So none comes twice unless it outweighs a step.
    """
    sums = list(accumulate(each.natural for each in met))
    step = sums[-1] / many
    first = dice.random() * step
    places = (bisect(sums, first + number * step) for number in range(many))
    chosen = [met[min(place, len(met) - 1)] for place in places]
    dice.shuffle(chosen)
    return chosen


def filter_of(solution: Solution, only: str | None) -> Callable[[Exercise], bool]:
    """Which exercises some words ask for, all of them together: 'late straights'."""
    tests = [filter_by(solution, word) for word in (only or "").split()]
    return lambda each: all(test(each) for test in tests)


def filter_by(solution: Solution, word: str) -> Callable[[Exercise], bool]:
    """Which exercises a word asks for: early, late, keep, place, or a box, a bonus, straights.

    A box is asked about where it, or what is nearly as good, should be filled; and where the best
    keep leads to it most often.
    """
    if solution.game.card is None:
        raise PerfectPlayError("parts can be practised alone only of games on a scorecard")
    asked = word.lower()
    if asked in KINDS:
        return lambda each: asked in each.kind.split()
    about = boxes_named(solution.game.card, asked)

    def test(each: Exercise) -> bool:
        place = each.position
        if not isinstance(place, Rolled):
            return False
        if not place.rerolls:
            return any(option.label in about for option in each.options[:2])
        score = each.score if solution.tracked else None
        return aims(solution, place, each.options[0].label, score)[0].box in about

    return test


def boxes_named(card: Scorecard, word: str) -> set[str]:
    """The boxes that a word stands for: one, those of a bonus, or all with the word in them.

    >>> from perfectplay.games.yahtzee import Yahtzee
    >>> card = Yahtzee().card
    >>> sorted(boxes_named(card, "straights")), sorted(boxes_named(card, "3k"))
    (['large-straight', 'small-straight'], ['three-of-a-kind'])
    """
    sections = {bonus.name: set(bonus.boxes) for bonus in card.bonuses}
    stem = word.removesuffix("s")
    like = {name for name in card.names if stem and stem in name}
    about = sections.get(word) or set(meant(word, card.names)) or like
    if not about:
        known = ", ".join([*KINDS, *card.names, *sections])
        raise PerfectPlayError(f"'{word}' cannot be practised alone; there are: {known}")
    return about
