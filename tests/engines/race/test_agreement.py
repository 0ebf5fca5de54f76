"""The engine for races against the graph engine, and against a recursion that knows the rules only.

In fractions the graph engine is asked about every race up to a max of 8 and dice of up to 8 sides:
every state, every option and every tie. Up to a max of 30 the floats are held against the whole
numbers everywhere, and these against the recursion on a sample.
"""

import random
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings

from perfectplay.engines.race import ratings as ratings_of_races
from perfectplay.engines.race.answers import outcome_chances as ends_of_races
from perfectplay.engines.race.answers.outcome_chances import OutcomeChances
from perfectplay.engines.race.ratings import HALF, Ratings
from perfectplay.games.greed import Greed
from perfectplay.model import Inline
from perfectplay.model.race import RaceTurn
from perfectplay.objectives import Win
from tests.by_engine import solve_graph, solve_race
from tests.engines.backends.plain import Python
from tests.engines.race.by_the_rules import ByTheRules
from tests.engines.race.races import OTHER_RULES, TIES, all_turns, races

SIDES = range(1, 9)


@cache
def both_ways(game, tie=HALF):
    """A race solved by its own engine and by the graph engine, and the turns that can occur."""
    race = solve_race(game, Win(tie), exact=True)
    graph = solve_graph(game, Win(tie), exact=True)
    return race, graph, turns_of(graph)


def turns_of(graph):
    return [position for position in graph.names.found if isinstance(position, RaceTurn)]


def odds(outcomes):
    """The chance of each outcome, with its value."""
    chances = {}
    for outcome in outcomes:
        key = outcome.position, outcome.points, outcome.value
        chances[key] = chances.get(key, 0) + outcome.probability
    return chances


def small_races(sides):
    return [Greed(max=limit, sides=sides) for limit in range(9)]


# Against the graph engine, exactly


@pytest.mark.parametrize("sides", SIDES)
def test_every_state_of_a_small_race_is_worth_what_the_graph_engine_finds(sides):
    for game in small_races(sides):
        race, graph, turns = both_ways(game)
        assert race.value == graph.value
        assert turns
        for turn in turns:
            assert race.value_at(turn) == graph.value_at(turn)


@pytest.mark.parametrize("sides", SIDES)
def test_every_option_of_a_small_race_is_ranked_as_the_graph_engine_ranks_it(sides):
    for game in small_races(sides):
        race, graph, turns = both_ways(game)
        for turn in turns:
            assert race.options(turn) == graph.options(turn)
            assert race.best(turn) == graph.best(turn)


@pytest.mark.slow
@pytest.mark.parametrize("sides", SIDES)
def test_every_roll_of_a_small_race_comes_out_as_by_the_graph_engine(sides):
    for game in small_races(sides)[::2]:
        race, graph, turns = both_ways(game)
        for turn in turns:
            for dice in range(1, game.max - turn.mine + 1):
                roll = Inline(turn, (dice,))
                assert race.value_at(roll) == graph.value_at(roll)
                assert odds(race.outcomes(roll)) == odds(graph.outcomes(roll))


@pytest.mark.parametrize("sides", SIDES)
def test_a_small_race_ends_as_by_the_graph_engine(sides):
    for game in small_races(sides):
        race, graph, _ = both_ways(game)
        assert dict(race.distribution()) == dict(graph.distribution())


@pytest.mark.parametrize("tie", TIES, ids=str)
@pytest.mark.parametrize("game", [Greed(max=7, sides=3), *OTHER_RULES], ids=repr)
def test_other_rules_and_other_ties_are_solved_as_by_the_graph_engine(game, tie):
    race, graph, turns = both_ways(game, tie)
    assert race.value == graph.value
    assert dict(race.distribution()) == dict(graph.distribution())
    for turn in turns:
        assert race.value_at(turn) == graph.value_at(turn)
        assert race.options(turn) == graph.options(turn)
        assert race.best(turn) == graph.best(turn)


@given(case=races())
def test_any_race_is_solved_as_by_the_graph_engine(case):
    game, objective = case
    race, graph, turns = both_ways(game, Fraction(objective.tie))
    assert dict(race.distribution()) == dict(graph.distribution())
    for turn in turns:
        assert race.value_at(turn) == graph.value_at(turn)
        assert race.options(turn) == graph.options(turn)


# Against the graph engine, in floats


@pytest.mark.slow
@pytest.mark.parametrize(("limit", "sides"), [(30, 8), (30, 2), (25, 5)])
def test_a_larger_race_in_floats_is_that_of_the_graph_engine(limit, sides):
    game = Greed(max=limit, sides=sides)
    race, graph = solve_race(game, Win()), solve_graph(game, Win())
    turns = turns_of(graph)
    for turn in turns:
        assert race.value_at(turn) == pytest.approx(graph.value_at(turn), abs=1e-12)
        assert race.best(turn) == graph.best(turn)
    for turn in random.Random(1).sample(turns, 400):
        ours = {option.label: option for option in race.options(turn)}
        theirs = {option.label: option for option in graph.options(turn)}
        assert ours.keys() == theirs.keys()
        for label, option in ours.items():
            assert option.value == pytest.approx(theirs[label].value, abs=1e-12)
            assert option.best == theirs[label].best


# Against the rules alone


@pytest.mark.slow
@pytest.mark.parametrize(
    ("limit", "sides", "low"), [(30, 8, 14), (30, 2, 10), (25, 5, 7), (17, 3, 0), (30, 1, 0)]
)
def test_every_state_is_worth_what_the_rules_make_it(limit, sides, low):
    rules, ratings = ByTheRules(limit, sides), Ratings.of(limit, sides, limit, HALF, exact=True)
    for mine, theirs, last, player in all_turns(limit):
        if min(mine, theirs) < low:
            continue
        rating, dice = ratings.best(mine, theirs, last=last, player=player)
        assert rating == rules.rating(mine, theirs, last=last)
        if (mine * 7 + theirs) % 11 == 0:
            options = rules.options(mine, theirs, last=last)
            assert ratings.options(mine, theirs, last=last, player=player) == options
            assert dice == options.index(rating)


@given(case=races())
def test_every_state_of_any_race_is_worth_what_its_rules_make_it(case):
    game, objective = case
    rules = ByTheRules(game.max, game.sides, game.most)
    race = solve_race(game, objective, exact=True)
    for turn in all_turns(game.max):
        mine, theirs, last, player = turn
        tie = objective.tie if player == 0 else 1 - objective.tie
        options = rules.options(mine, theirs, last=last, tie=Fraction(tie))
        ratings = race.ratings.options(mine, theirs, last=last, player=player)
        assert ratings == options
        rating = race.value_at(turn)
        assert (rating if player == 0 else 1 - rating) == max(options)
        assert race.best(turn) == options.index(max(options))


# Floats against whole numbers


@cache
def in_floats_and_exactly(limit, sides):
    return tuple(Ratings.of(limit, sides, limit, HALF, exact=exact) for exact in (False, True))


@pytest.mark.slow
@pytest.mark.parametrize("sides", SIDES)
def test_floats_rate_every_state_as_whole_numbers_do(sides):
    for limit in range(31):
        floats, exact = in_floats_and_exactly(limit, sides)
        for mine, theirs, last, player in all_turns(limit)[::2]:
            state = {"last": last, "player": player}
            rating, dice = floats.best(mine, theirs, **state)
            exactly, least = exact.best(mine, theirs, **state)
            assert rating == pytest.approx(float(exactly), abs=1e-13)
            assert dice == least


@pytest.mark.parametrize("sides", SIDES)
def test_floats_rate_every_option_as_whole_numbers_do(sides):
    draw = random.Random(sides)
    for limit in range(31):
        floats, exact = in_floats_and_exactly(limit, sides)
        turns = all_turns(limit)
        for mine, theirs, last, player in draw.sample(turns, min(len(turns), 12)):
            state = {"last": last, "player": player}
            options = floats.options(mine, theirs, **state)
            exactly = exact.options(mine, theirs, **state)
            assert options == pytest.approx([float(rating) for rating in exactly], abs=1e-13)


@settings(max_examples=40)
@given(case=races(limit=40, sides=12))
def test_floats_solve_any_race_as_whole_numbers_do(case):
    game, objective = case
    floats, exact = (solve_race(game, objective, exact=exact) for exact in (False, True))
    turns = all_turns(game.max)
    for turn in turns:
        assert floats.value_at(turn) == pytest.approx(float(exact.value_at(turn)), abs=1e-12)
        assert floats.best(turn) <= exact.best(turn)
    for turn in random.Random(1).sample(turns, min(len(turns), 40)):
        costs = {option.label: option.cost for option in exact.options(turn)}
        assert costs[floats.best(turn)] < 2e-9


@pytest.mark.parametrize("tie", TIES, ids=str)
@pytest.mark.parametrize("game", [Greed(max=40, sides=6), *OTHER_RULES], ids=repr)
def test_floats_end_a_race_as_whole_numbers_do(game, tie):
    floats, exact = (solve_race(game, Win(tie), exact=exact) for exact in (False, True))
    assert dict(floats.distribution()) == pytest.approx(
        {margin: float(chance) for margin, chance in exact.distribution().items()}, abs=1e-13
    )


@pytest.mark.parametrize("tie", TIES, ids=str)
def test_kernels_do_the_same_in_plain_python(tie, monkeypatch):
    expected = Ratings.of(9, 3, 9, tie, exact=False)
    ends = OutcomeChances(expected).tables
    monkeypatch.setattr(ratings_of_races, "THREADS", Python())
    monkeypatch.setattr(ends_of_races, "THREADS", Python())
    found = Ratings.of(9, 3, 9, tie, exact=False)
    for name in ("last", "last_choice", "normal", "normal_choice"):
        assert getattr(found, name) == pytest.approx(getattr(expected, name), abs=1e-14)
    for one, other in zip(OutcomeChances(found).tables, ends, strict=True):
        assert one == pytest.approx(other, abs=1e-14)


@pytest.mark.parametrize("exact", [False, True])
def test_progress_counts_all_turns(exact):
    told = []
    Ratings.of(50, 3, 50, HALF, exact=exact, progress=lambda *news: told.append(news))
    stages, counts = zip(*told, strict=True)
    assert stages[-1] == "rating all turns, 100%, 1 second left"
    assert [*counts] == sorted(set(counts))
    assert counts[-1] == 2 * 51**2


def test_what_cannot_happen_has_no_chance_in_floats_either():
    game = Greed(max=1, sides=3, second=1, second_starts=True)
    assert set(solve_race(game, Win(tie=1)).distribution()) == {-1, 0}


def test_a_rating_in_floats_is_never_outside_what_a_chance_can_be():
    race = solve_race(Greed(max=80, sides=3), Win())
    options = [option for turn in all_turns(80)[::23] for option in race.options(turn)]
    assert min(option.value for option in options) >= 0
    assert max(option.value for option in options) <= 1
