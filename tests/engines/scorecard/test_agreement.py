"""On any card, the engine for dice and boxes answers as the one that solves it by positions."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import Phase, assume, find, settings

from perfectplay.engines.backends.threads import Threads
from perfectplay.engines.scorecard.evaluate.card_play import CardPlay
from perfectplay.engines.scorecard.solve import induction
from perfectplay.engines.scorecard.solve.induction import solve_card
from perfectplay.objectives import Score
from tests.by_engine import solve_scorecard
from tests.comparing import CLEAR_GAP
from tests.engines.backends.annotated import Annotated
from tests.engines.scorecard.both_ways import GRID, both_ways, on_all_cards
from tests.random_cards import cards

pytestmark = pytest.mark.slow

GAMES = 20_000
SIGMAS = 4.5


def near(expected):
    return pytest.approx(float(expected), rel=1e-9, abs=1e-12)


def is_near(found, expected):
    """The same at a glance, for the many numbers of a whole card."""
    return math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-12)


def clear_both_ways(card):
    """A card solved twice, if its options are equally good or clearly not."""
    both = both_ways(card)
    assume(both.smallest_gap > CLEAR_GAP)
    return both


@on_all_cards
def test_every_position_is_of_the_same_kind_and_value(card):
    both = both_ways(card)
    for position in both.positions:
        assert both.engine.kind(position) == both.graph.kind(position)
        assert is_near(both.engine.value_at(position), both.graph.value_at(position))


@on_all_cards
def test_the_value_of_every_option_is_right(card):
    both = both_ways(card)
    for position, options in both.choices.items():
        found = {option.label: option.value for option in both.engine.options(position)}
        assert len(found) == len(options)
        for option in options:
            assert is_near(found[option.label], option.value)


@on_all_cards
def test_the_options_tie_alike_and_cost_the_same(card):
    both = clear_both_ways(card)
    for position, options in both.choices.items():
        found = {option.label: option for option in both.engine.options(position)}
        ties = [option.label for option in options if option.best]
        assert [label for label, option in found.items() if option.best] == ties
        assert both.engine.best(position) == both.graph.best(position) == ties[0]
        for option in options:
            assert is_near(found[option.label].cost, option.cost)


@on_all_cards
def test_every_chance_has_the_same_outcomes_in_the_same_order(card):
    both = both_ways(card)
    for position in both.of_kind("chance"):
        for found, outcome in zip(
            both.engine.outcomes(position), both.graph.outcomes(position), strict=True
        ):
            assert (found.position, found.points) == (outcome.position, outcome.points)
            assert is_near(found.probability, outcome.probability)
            assert is_near(found.value, outcome.value)


@on_all_cards
def test_every_turn_is_visited_as_often(card):
    both = clear_both_ways(card)
    expected = [float(both.visits[anchor]) for anchor in range(both.engine.positions)]
    assert both.engine.card_play.visits == pytest.approx(expected, rel=1e-9, abs=1e-12)


@on_all_cards
def test_visits_are_told_by_turns_that_can_occur(card):
    both = clear_both_ways(card)
    visits = {
        both.engine.anchors.anchor(turn): often for turn, often in both.engine.visits().items()
    }
    assert visits == {anchor: near(often) for anchor, often in both.visits.items() if often}


@on_all_cards
def test_the_final_score_is_distributed_alike(card):
    both = clear_both_ways(card)
    expected = {score: near(chance) for score, chance in both.graph.distribution().items()}
    assert dict(both.engine.distribution()) == expected


@on_all_cards
def test_simulated_games_come_to_the_value(card):
    both = both_ways(card)
    reach = SIGMAS * both.engine.distribution().deviation / math.sqrt(GAMES)
    simulated = both.engine.simulate(GAMES, seed=7)
    assert simulated.mean == pytest.approx(both.engine.value, abs=reach + 1e-9)


def played_again(solution, backend):
    """A card solved by another backend, with play by its values; in parts of a few anchors."""
    tables = solution.anchors, solution.lattice, Score()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(induction, "ANCHORS_A_PART", 3)
        return CardPlay(*tables, solve_card(*tables, backend=backend), backend)


@on_all_cards
def test_it_does_not_matter_how_the_work_is_shared_out(card):
    solution = both_ways(card).engine
    again, limit = played_again(solution, Threads(3)), solution.request.compute.memory_limit
    assert again.values.tolist() == solution.values.tolist()
    assert again.simulate(200, seed=3).tolist() == solution.card_play.simulate(200, seed=3).tolist()
    assert again.visits == pytest.approx(solution.card_play.visits, rel=1e-12)
    expected = solution.card_play.distribution(limit)
    assert again.distribution(limit) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("card", GRID)
def test_kernels_do_the_same_in_plain_python(card):
    solution = both_ways(card).engine
    again, limit = played_again(solution, Annotated()), solution.request.compute.memory_limit
    assert again.values == pytest.approx(solution.values, rel=1e-13)
    assert again.visits == pytest.approx(solution.card_play.visits, rel=1e-12)
    expected = solution.card_play.distribution(limit)
    assert again.distribution(limit) == pytest.approx(expected, rel=1e-12)
    with np.errstate(over="ignore"):
        scores = again.simulate(20, seed=3)
    assert scores.tolist() == solution.card_play.simulate(20, seed=3).tolist()


# What random cards can be like


def value(card, **changes):
    return solve_scorecard(dataclasses.replace(card, **changes), Score()).value


def repeat(card, **changes):
    return dataclasses.replace(card.repeat, **changes)


def is_forced(card):
    return card.repeat is not None and card.repeat.joker == "forced"


FEATURES = {
    "a reroll": lambda card: card.rerolls == 2 and value(card) > value(card, rerolls=1),
    "the order": lambda card: card.in_order and value(card) < value(card, in_order=False),
    "either bonus": lambda card: (
        len(card.bonuses) == 2
        and all(value(card) > value(card, bonuses=[bonus]) for bonus in card.bonuses)
    ),
    "overlapping bonuses": lambda card: (
        len(card.bonuses) == 2
        and {*card.bonuses[0].boxes} & {*card.bonuses[1].boxes}
        and 0 < value(card, bonuses=[]) < value(card)
    ),
    "points for a repeat": lambda card: (
        card.repeat is not None and value(card) > value(card, repeat=repeat(card, points=0))
    ),
    "a joker": lambda card: (
        is_forced(card) and value(card) > value(card, repeat=repeat(card, joker="none"))
    ),
    "where a joker must go": lambda card: (
        is_forced(card) and value(card) < value(card, repeat=repeat(card, joker="free"))
    ),
    "a joker with no points for the repeat": lambda card: (
        is_forced(card) and card.repeat.points == 0 and value(card) > value(card, repeat=None)
    ),
    "a bonus for the repeat box": lambda card: (
        any(card.repeat is not None and card.repeat.box in bonus.boxes for bonus in card.bonuses)
        and value(card) > max(value(card, bonuses=[]), value(card, repeat=None))
    ),
}


@pytest.mark.parametrize("feature", FEATURES)
def test_random_cards_can_be_such_that_a_feature_matters(feature):
    find(cards(), FEATURES[feature], settings=settings(max_examples=2_000, phases=[Phase.generate]))
