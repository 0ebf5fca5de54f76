"""Positions to practise on: as they come in play, and those more often in which more is at stake.

A natural player errs, but the more rarely the more it costs: an option that costs c is taken with a
weight of exp(-c / temper), the logit of the economists. Games of such a player give the positions;
what the player is expected to lose at one is how often it is asked for. So the losses of who
practises tell what they would lose in a game:

    a game = the natural player's loss in a game * the mean of (your loss / theirs)
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Hashable, Sequence
from math import exp
from statistics import fmean

from perfectplay.errors import PerfectPlayError
from perfectplay.model.nodes import Chance, Label, Number
from perfectplay.model.scorecard import Rolled, Scorecard
from perfectplay.play.line import Line
from perfectplay.solution.options import Option
from perfectplay.solution.solution import Solution

GAMES = 12
"""So many games are played to find positions."""
TEMPER = 1.0
"""Of a natural player, in points; a hundredth of it where values are chances."""


@dataclasses.dataclass(frozen=True)
class Exercise:
    """A position with the score so far, its options best first, and what is natural to lose."""

    position: Hashable
    score: Number
    options: list[Option]
    weight: float

    def cost(self, label: Label) -> Number:
        """What an option costs."""
        return next(option.cost for option in self.options if option.label == label)


@dataclasses.dataclass(frozen=True)
class Session:
    """Some exercises, and what a natural player loses in a game at positions like them."""

    exercises: list[Exercise]
    natural: float

    def lost_a_game(self, lost: Sequence[Number]) -> float:
        """What would be lost in a game at this rate, from what the first exercises have cost."""
        pairs = zip(lost, self.exercises, strict=False)
        return self.natural * fmean(float(cost) / each.weight for cost, each in pairs)


def session(
    solution: Solution, seed: int | str | None, *, many: int = 10, only: str | None = None
) -> Session:
    """A session of exercises; the same seed gives the same ones.

    >>> from perfectplay import solve
    >>> from perfectplay.games.slots import Slots
    >>> ten = session(solve(Slots()), seed=1)
    >>> len(ten.exercises), ten.lost_a_game([0] * 10)
    (10, 0.0)
    """
    dice = random.Random(seed)  # noqa: S311  # practice, not a secret
    fits = filter_of(solution.game.card, only)
    met = [each for _ in range(GAMES) for each in one_game(solution, dice) if fits(each)]
    weights = [each.weight for each in met]
    if not any(weights):
        about = "" if only is None else f" about '{only}'"
        raise PerfectPlayError(f"nothing can go wrong{about} in {solution.game.name}")
    return Session(dice.choices(met, weights, k=many), sum(weights) / GAMES)


def one_game(solution: Solution, dice: random.Random) -> list[Exercise]:
    """The decisions of a game that a natural player plays."""
    in_points = solution.objective.linear and not solution.meaning.startswith("P(")
    temper = TEMPER if in_points else TEMPER / 100
    line, met = Line.begin(solution), []
    while not line.over:
        if isinstance(line.here.node, Chance):
            line = line.happen(dice.random())
            continue
        options = line.options()
        weights = [exp(-float(option.cost) / temper) for option in options]
        losses = (weight * float(each.cost) for weight, each in zip(weights, options, strict=True))
        met.append(Exercise(line.here.name, line.here.score, options, sum(losses) / sum(weights)))
        line = line.choose(dice.choices(options, weights)[0].label)
    return met


def filter_of(card: Scorecard | None, word: str | None) -> Callable[[Exercise], bool]:
    """Which exercises a word asks for: early, late, keep, place, or a box, a bonus, straights.

    A box is asked about where it, or what is nearly as good, should be filled.
    """
    if word is None:
        return lambda _: True
    if card is None:
        raise PerfectPlayError("--only is for games on a scorecard")
    half, asked = len(card.names) / 2, word.lower()
    tests: dict[str, Callable[[Rolled, Exercise], bool]] = {
        "early": lambda place, _: len(place.open) > half,
        "late": lambda place, _: len(place.open) <= half,
        "keep": lambda place, _: place.rerolls > 0,
        "place": lambda place, _: place.rerolls == 0,
    }
    sections = {bonus.name: set(bonus.boxes) for bonus in card.bonuses}
    named = {name for name in card.names if name == asked}
    like = {name for name in card.names if asked.removesuffix("s") in name}
    about = named or sections.get(asked) or like
    if asked not in tests and not about:
        known = ", ".join([*tests, *card.names, *sections])
        raise PerfectPlayError(f"'{word}' cannot be practised alone; there are: {known}")

    def fills(place: Rolled, each: Exercise) -> bool:
        return not place.rerolls and any(option.label in about for option in each.options[:2])

    test = tests.get(asked, fills)
    return lambda each: isinstance(each.position, Rolled) and test(each.position, each)
