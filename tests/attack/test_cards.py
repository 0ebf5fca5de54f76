"""Random scorecards by every engine that takes them, against positions solved in fractions."""

from __future__ import annotations

import dataclasses
import math

from hypothesis import strategies as st

from perfectplay import AtLeast, Exponential, Score
from perfectplay.solution.verification import verify
from tests.attack.drawing import try_each
from tests.by_engine import solve_graph, solve_scorecard
from tests.comparing import CLEAR_GAP
from tests.engines.scorecard.both_ways import both_ways as for_points
from tests.engines.scorecard.score_difference.both_ways import WINS, tiny_cards
from tests.engines.scorecard.score_difference.both_ways import both_ways as to_win
from tests.random_cards import cards


def near(found, expected, wide=1e-9):
    return math.isclose(found, expected, rel_tol=wide, abs_tol=wide)


def test_cards_for_points(seeds, count):
    def attempt(card):
        count("cards")
        both = for_points(card)
        for position, options in both.choices.items():
            found = {option.label: option for option in both.engine.options(position)}
            assert len(found) == len(options)
            for option in options:
                assert near(found[option.label].value, option.value)
                assert near(found[option.label].cost, option.cost)
            if both.smallest_gap > CLEAR_GAP:
                assert both.engine.best(position) == both.graph.best(position)
        if both.smallest_gap > CLEAR_GAP:
            found, expected = both.engine.distribution(), both.graph.distribution()
            assert found.keys() == expected.keys()
            assert all(near(found[score], expected[score]) for score in expected)
        verify(both.engine)
        timid = Exponential(-0.1)
        assert near(solve_scorecard(card, timid).value, solve_graph(card, timid).value)

    for seed in seeds:
        try_each(cards(), seed, attempt)


def test_cards_for_a_target_and_for_two(seeds, count):
    def attempt(case):
        card, target, objective = case
        if target is not None:
            objective = AtLeast(target)
            count("cards for a target")
        else:
            card = dataclasses.replace(card, players=2)
            count("cards for two")
        both = to_win(card, objective)
        for position, score, value in both.between:
            assert near(both.engine.value_at(position, score), value, 1e-6)
        for position, score, options in both.choices(most=50):
            found = {each.label: each.value for each in both.engine.options(position, score)}
            assert len(found) == len(options)
            assert all(near(found[each.label], each.value, 1e-6) for each in options)
        verify(both.engine)
        separate = solve_scorecard(card, Score()).value
        assert near(separate, 0) if card.players == 2 else separate >= 0

    targets = st.none() | st.integers(0, 30)
    for seed in seeds:
        try_each(st.tuples(tiny_cards, targets, st.sampled_from(WINS)), seed, attempt)
