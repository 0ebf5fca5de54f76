"""Optimal play by plain recursion in Fractions, to check the engines against.

It shares no code with them: it asks the game's rules what there is at a position, follows every
edge with the running score in hand, and looks at nothing but the nodes it is given. A node written
in place is called by the position it stands in and the path to it, as the package's users call it.
"""

import dataclasses
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from perfectplay import Chance, Choice, Final, Gain, Game


class Place(NamedTuple):
    """Where play is: a position, the path to a node written in place there, the score so far."""

    position: Hashable
    path: tuple[Hashable, ...]
    score: Fraction


class Step(NamedTuple):
    """One edge out of a node."""

    label: Hashable
    probability: Fraction
    place: Place
    node: Any


Utility = Callable[[Fraction], Any]
Chooser = Callable[[Place, Choice], Mapping[Hashable, Any]]
"""Weights for the options of a choice."""


@dataclasses.dataclass
class Answer:
    """What optimal play comes to; values include the score so far."""

    value: Fraction
    options: dict[Place, dict[Hashable, Fraction]] = dataclasses.field(default_factory=dict)
    best: dict[Place, list[Hashable]] = dataclasses.field(default_factory=dict)
    values: dict[Place, Fraction] = dataclasses.field(default_factory=dict)

    def play(self, place: Place, node: Choice) -> Mapping[Hashable, Any]:
        """Take the first of the best options."""
        return {self.best[place][0]: 1}

    @property
    def smallest_gap(self) -> Fraction | float:
        """The least difference between two options that are not equally good."""
        ranked = (sorted(set(options.values())) for options in self.options.values())
        gaps = (high - low for values in ranked for low, high in pairwise(values))
        return min(gaps, default=float("inf"))


class Playout(NamedTuple):
    """What fixed play comes to: how likely each final score is, how often each place arises."""

    distribution: Counter[Fraction]
    visits: Counter[Place]

    def value(self, utility: Utility) -> Fraction:
        return sum(
            (mass * number(utility(score)) for score, mass in self.distribution.items()), ZERO
        )


ZERO = Fraction(0)


def solve(game: Game[Any], utility: Utility) -> Answer:
    """The value of every option at every place that play can reach."""
    answer = Answer(ZERO)

    def value(place: Place, node: Any) -> Fraction:
        if place in answer.values:
            return answer.values[place]
        if isinstance(node, Final):
            worth = number(utility(place.score + number(node.payoff)))
        else:
            steps = list(steps_from(game, place, node))
            values = {step.label: value(step.place, step.node) for step in steps}
            if isinstance(node, Choice):
                worth = max(values.values()) if node.player == 0 else min(values.values())
                answer.options[place] = values
                answer.best[place] = [label for label in values if values[label] == worth]
            else:
                worth = sum((step.probability * values[step.label] for step in steps), ZERO)
        answer.values[place] = worth
        return worth

    answer.value = value(*start_of(game))
    return answer


def play_out(game: Game[Any], choose: Chooser) -> Playout:
    """Follow play to every end it can have, where `choose` makes the choices."""
    playout = Playout(Counter(), Counter())

    def follow(place: Place, node: Any, probability: Fraction) -> None:
        playout.visits[place] += probability
        if isinstance(node, Final):
            playout.distribution[place.score + number(node.payoff)] += probability
            return
        weights = choose(place, node) if isinstance(node, Choice) else None
        for step in steps_from(game, place, node):
            share = step.probability
            if weights is not None:
                share = number(weights.get(step.label, 0)) / sum(map(number, weights.values()))
            if share:
                follow(step.place, step.node, probability * share)

    follow(*start_of(game), Fraction(1))
    return playout


def start_of(game: Game[Any]) -> tuple[Place, Any]:
    start = game.start()
    return Place(start, (), ZERO), game.at(start)


def steps_from(game: Game[Any], place: Place, node: Any) -> Iterator[Step]:
    """The edges of a node that play can take."""
    if isinstance(node, Choice):
        edges = [(label, Fraction(1), then) for label, then in node.options.items()]
    else:
        assert isinstance(node, Chance)
        total = number(node.odds.total)
        edges = [
            (label, number(weight) / total, then)
            for label, (then, weight) in enumerate(node.outcomes)
            if weight
        ]
    for label, probability, edge in edges:
        score, then = place.score, edge
        if isinstance(edge, Gain):
            score, then = score + number(edge.points), edge.then
        if isinstance(then, Final | Choice | Chance):
            inner = Place(place.position, (*place.path, label), score)
            yield Step(label, probability, inner, then)
        else:
            yield Step(label, probability, Place(then, (), score), game.at(then))


def number(value: Any) -> Fraction:
    """A number as it was written: 0.1 is a tenth."""
    return Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
