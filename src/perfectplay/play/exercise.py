"""Decisions to practise: those of a simulated player who errs, but rarely at great cost.

An option that costs c is taken with weight exp(-c / temper), the logit model of economics; now and
then the player is not paying attention and takes any option. The temper depends on the game: half
of what the second best option typically costs under best play. So decisions can be close both in a
game for points and in a hand of cards.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Hashable, Iterator, Sequence
from math import exp, inf
from statistics import median

from perfectplay.model.nodes import Chance, Label, Number
from perfectplay.model.scorecard import Rolled
from perfectplay.play.line import LineOfPlay
from perfectplay.solution.options import Option
from perfectplay.solution.solution import Solution

LONGEST = 1000
"""The most steps played in a game, since it may have cycles."""
PILOT, PILOT_GAMES = 60, 12
"""The decisions of best play, and the most games, from which the typical cost is estimated."""
SLIP = 0.01
"""How often the simulated player takes any option at all."""
OBVIOUS = 3
"""If every other option costs more than this multiple of the temper, nobody needs to practise."""


@dataclasses.dataclass(frozen=True)
class Exercise:
    """A decision in a game: its options, best first, and what the simulated player loses."""

    line: LineOfPlay
    options: list[Option]
    natural: float
    """What the simulated player is expected to lose here."""
    often: float = 1
    """How often it occurs in a game of that player."""
    chance: float = 1
    """The probability with which it was drawn."""

    @property
    def position(self) -> Hashable:
        """Where it is."""
        return self.line.here.name

    @property
    def score(self) -> Number:
        """The points so far."""
        return self.line.here.score

    @property
    def player(self) -> int:
        """Who is to choose."""
        return self.line.chooser or 0

    @property
    def weight(self) -> float:
        """How many decisions of a game it represents: fewer if it is more likely to be drawn."""
        return self.often / self.chance

    @property
    def gap(self) -> float:
        """What the best other option costs; infinite if all are equally good."""
        return min((float(option.cost) for option in self.options if not option.best), default=inf)

    @property
    def kind(self) -> str:
        """The kind of decision: early or late, which dice to keep or where to score them."""
        card, place = self.line.game.card, self.position
        if card is None or not isinstance(place, Rolled):
            return ""
        when = "early" if 2 * len(place.open) > len(card.names) else "late"
        return f"{when} {'keep' if place.rerolls else 'place'}"

    def cost(self, label: Label) -> Number:
        """What an option costs."""
        return next(option.cost for option in self.options if option.label == label)


def temper_of(solution: Solution, dice: random.Random) -> float:
    """The size of an easy mistake: half of what the second best option typically costs."""
    gaps: list[float] = []
    for _ in range(PILOT_GAMES):
        best_play = one_game(solution, dice, temper=0)
        gaps += [each.gap for each in best_play if each.gap < inf]
        if len(gaps) >= PILOT:
            break
    return median(gaps) / 2 if gaps else 1


def one_game(solution: Solution, dice: random.Random, temper: float) -> Iterator[Exercise]:
    """The decisions of one game of the simulated player; without a temper, of best play."""
    line = LineOfPlay.begin(solution)
    while not line.over and len(line.steps) < LONGEST:
        if isinstance(line.here.node, Chance):
            line = line.happen(dice.random())
            continue
        options = line.options()
        shares = shares_of(options, temper)
        losses = (share * float(each.cost) for share, each in zip(shares, options, strict=True))
        yield Exercise(line, options, sum(losses))
        line = line.choose(dice.choices(options, shares)[0].label)


def shares_of(options: Sequence[Option], temper: float) -> list[float]:
    """How often the simulated player takes each option.

    >>> even, worse = Option("hold", 0.5, 0, True), Option("roll", 0.4, 0.1, False)
    >>> [round(share, 3) for share in shares_of([even, worse], temper=0.1)]
    [0.729, 0.271]
    """
    if not temper:
        return [float(place == 0) for place in range(len(options))]
    weights = [exp(-float(option.cost) / temper) for option in options]
    slip = SLIP / len(options)
    return [slip + (1 - SLIP) * weight / sum(weights) for weight in weights]
