"""All that play of a small game can come to: the score distribution of every way to play it."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

from perfectplay import Chance, Choice, Final, Gain, Game


class Dares(Game):
    """So many times, take 2 points for sure, or dare to win 5 with one chance in three."""

    rounds: int = 3

    def start(self):
        return self.rounds

    def at(self, left):
        if left == 0:
            return Final(0)
        dare = Chance.weighted({Gain(5, left - 1): 1, left - 1: 2})
        return Choice({"take": Gain(2, left - 1), "dare": dare})


def distributions(game: Game) -> list[dict[int, Fraction]]:
    """How likely each score is, for every deterministic way to play with the score in sight."""

    @cache
    def ends(position, score):
        return frozenset(after(game.at(position), score))

    def after(node, score):
        if isinstance(node, Final):
            return [((score + node.payoff, Fraction(1)),)]
        if isinstance(node, Choice):
            return [way for option in node.options.values() for way in follow(option, score)]
        weighed = list(node.odds.fractions())
        branches = [follow(then, score) for then in node.thens]
        return [mixed(weighed, ways) for ways in product(*branches)]

    def follow(then, score):
        if isinstance(then, Gain):
            return follow(then.then, score + then.points)
        if isinstance(then, (Final, Choice, Chance)):
            return after(then, score)
        return ends(then, score)

    return [dict(way) for way in ends(game.start(), 0)]


def mixed(weights, ways):
    """The mixture of some distributions."""
    total = Counter()
    for weight, way in zip(weights, ways, strict=True):
        for score, chance in way:
            total[score] += weight * chance
    return tuple(sorted(total.items()))
