"""How a race ends: the chances to win and to tie make up every rating."""

from fractions import Fraction

import pytest
from hypothesis import given, settings

from perfectplay.engines.race.ratings import chance_to_stay
from perfectplay.games.greed import Greed
from perfectplay.objectives import Win
from tests.by_engine import solve_race
from tests.engines.race.races import OTHER_RULES, TIES, all_turns, races

SLACK = 1e-12


def tie_of(solution, player):
    """What a tie is worth to a player."""
    return solution.objective.tie if player == 0 else 1 - solution.objective.tie


def own_rating(solution, turn):
    value = solution.value_at(turn)
    return value if turn.player == 0 else 1 - value


def ratings_made_of_ends(solution, turns):
    """For each turn the chance to win and what a tie adds to it, beside the rating."""
    for turn in turns:
        mine, theirs, last, player = turn
        won, level, *_ = solution.ratings.ends.best(mine, theirs, last=last, player=player)
        assert -SLACK <= won <= 1 + SLACK
        assert -SLACK <= level <= 1 + SLACK
        yield won + tie_of(solution, player) * level, own_rating(solution, turn)


@pytest.mark.parametrize(("limit", "sides"), [(0, 3), (1, 1), (10, 3), (20, 6), (30, 2)])
def test_a_rating_is_the_chance_to_win_and_half_that_to_tie(limit, sides):
    solution = solve_race(Greed(max=limit, sides=sides), Win(), exact=True)
    for made, rating in ratings_made_of_ends(solution, all_turns(limit)):
        assert made == rating


@pytest.mark.parametrize("tie", TIES, ids=str)
@pytest.mark.parametrize("game", OTHER_RULES, ids=repr)
def test_so_it_is_with_other_rules_and_other_ties(game, tie):
    solution = solve_race(game, Win(tie), exact=True)
    for made, rating in ratings_made_of_ends(solution, all_turns(game.max)):
        assert made == rating


@settings(max_examples=30)
@given(case=races(limit=14))
def test_so_it_is_in_any_race(case):
    game, objective = case
    solution = solve_race(game, objective, exact=True)
    for made, rating in ratings_made_of_ends(solution, all_turns(game.max)):
        assert made == rating


@pytest.mark.parametrize("tie", [Fraction(1, 2), Fraction(1, 4)], ids=str)
def test_so_it_is_in_floats(tie):
    solution = solve_race(Greed(max=60, sides=6), Win(tie))
    pairs = list(ratings_made_of_ends(solution, all_turns(60)[::5]))
    assert [made for made, _ in pairs] == pytest.approx([rating for _, rating in pairs], abs=1e-9)


@pytest.mark.parametrize("exact", [False, True], ids=["floats", "exact"])
@pytest.mark.parametrize("tie", [Fraction(1, 2), Fraction(0)], ids=str)
def test_every_number_of_dice_is_worth_what_its_chances_are(tie, exact):
    solution = solve_race(Greed(max=12, sides=4), Win(tie), exact=exact)
    for turn in all_turns(12):
        mine, theirs, last, player = turn
        for option in solution.options(turn):
            win, level, bust = solution.ratings.ends.rolling(
                option.label, mine, theirs, last=last, player=player
            )
            rating = option.value if player == 0 else 1 - option.value
            worth = win + tie_of(solution, player) * level
            assert worth == (rating if exact else pytest.approx(rating, abs=1e-12))
            stay = chance_to_stay(12 - mine, option.label, 4)
            assert bust == (1 - stay if exact else pytest.approx(1 - float(stay), abs=1e-15))
            assert win + level + bust <= 1 + (0 if exact else 1e-12)


def test_the_first_player_of_a_race_ends_as_the_distribution_says():
    game = Greed(max=20, sides=3, second_starts=True)
    solution = solve_race(game, Win(), exact=True)
    masses = solution.distribution()
    assert sum(masses.values()) == 1
    assert masses[1] + masses[0] / 2 == solution.value
    assert solution.value == 1 - solve_race(Greed(max=20, sides=3), Win(), exact=True).value
