"""Players of simple habits, and the deviation, against plain recursions that share no code."""

import functools

import pytest
from hypothesis import given

from perfectplay import Compute, Score, solve
from perfectplay.model.nodes import Chance, Choice, Final
from perfectplay.model.scorecard import Scorecard, Turn
from perfectplay.model.walk import edges, node_at
from perfectplay.solution.answers import Baselines
from tests.by_engine import solve_graph
from tests.random_cards import cards


def expected_by_habit(card, counted):
    """What comes of taking what brings most now and what is counted for the turn that follows."""

    def best(values):
        top = max(values.values())
        return next(step for step, value in values.items() if value >= top - 1e-9)

    @functools.cache
    def seen(place):
        return counted(place) if isinstance(place, Turn) else walk(place)[0]

    @functools.cache
    def walk(place):
        """What is counted from a place on within its turn, and what really comes."""
        node = node_at(card, place)
        if isinstance(node, Final):
            return 0.0, float(node.payoff)
        if isinstance(node, Chance):
            odds = list(zip(edges(place, node), node.odds.floats(), strict=True))
            return tuple(
                sum(likely * (edge.points + worth(edge)) for edge, likely in odds)
                for worth in (lambda edge: seen(edge.place), lambda edge: walk(edge.place)[1])
            )
        assert isinstance(node, Choice)
        steps = {edge.step: edge for edge in edges(place, node)}
        values = {step: edge.points + seen(edge.place) for step, edge in steps.items()}
        chosen = steps[best(values)]
        return values[chosen.step], chosen.points + walk(chosen.place)[1]

    return walk(card.start())[1]


def alone(card, box):
    """The exact value of a turn that is played for one box."""
    plain = Scorecard("alone", dice=card.dice, sides=card.sides, rerolls=card.rerolls, boxes=[box])
    return float(solve_graph(plain).value)


@given(card=cards())
def test_habits_come_to_what_following_them_does(card):
    pars = {box.name: alone(card, box) for box in card.boxes}
    habits = solve(card, Score(), compute=Compute(engine="scorecard")).answer(Baselines)
    assert habits["greedy"] == pytest.approx(expected_by_habit(card, lambda turn: 0.0))
    par = expected_by_habit(card, lambda turn: sum(pars[name] for name in turn.open))
    assert habits["par"] == pytest.approx(par)


@given(card=cards())
def test_the_deviation_is_that_of_the_distribution(card):
    solution = solve(card, Score(), compute=Compute(engine="scorecard"))
    assert solution.deviation() == pytest.approx(solution.distribution().deviation, abs=1e-6)
