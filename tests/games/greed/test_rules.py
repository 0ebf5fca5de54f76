"""The rules of Greed."""

from collections import Counter

import pytest

from perfectplay import solve
from perfectplay.errors import ParameterError
from perfectplay.games.greed import Greed
from perfectplay.model.race import RaceOver, RaceTurn


def rolls(game, position, n):
    """What rolling n dice leads to, with how many ways."""
    ways = Counter()
    for then, weight in game.at(position).options[n].outcomes:
        ways[then] += weight
    return ways


def test_rolling_adds_to_the_score_and_passes_the_turn():
    assert rolls(Greed(max=10, sides=3), RaceTurn(2, 5), 1) == {
        RaceTurn(5, 3, False, 1): 1,
        RaceTurn(5, 4, False, 1): 1,
        RaceTurn(5, 5, False, 1): 1,
    }


def test_rolling_over_the_max_loses_at_once():
    assert rolls(Greed(max=3, sides=2), RaceTurn(1, 0), 2) == {
        RaceTurn(0, 3, False, 1): 1,
        RaceOver(-1): 3,
    }


def test_the_second_player_who_rolls_over_the_max_loses_too():
    assert rolls(Greed(max=1, sides=2), RaceTurn(0, 0, False, 1), 1)[RaceOver(1)] == 1


def test_rolling_no_dice_gives_the_other_a_last_turn():
    assert Greed().at(RaceTurn(7, 4)).options[0] == RaceTurn(4, 7, True, 1)


@pytest.mark.parametrize(("mine", "theirs", "margin"), [(5, 3, 1), (3, 3, 0), (2, 3, -1)])
def test_after_the_last_turn_the_higher_score_wins(mine, theirs, margin):
    assert Greed().at(RaceTurn(mine, theirs, True, 0)).options[0] == RaceOver(margin)


@pytest.mark.parametrize(("mine", "theirs", "margin"), [(5, 3, -1), (3, 3, 0), (2, 3, 1)])
def test_the_margin_is_the_first_players_also_when_the_second_moves_last(mine, theirs, margin):
    assert Greed().at(RaceTurn(mine, theirs, True, 1)).options[0] == RaceOver(margin)


def test_no_more_dice_may_be_rolled_than_could_fit():
    assert list(Greed(max=10, sides=3).at(RaceTurn(7, 0)).options) == [0, 1, 2, 3]


def test_a_rule_may_allow_fewer_dice():
    game = Greed(max=10, sides=3, dice=2)
    assert list(game.at(RaceTurn(2, 0)).options) == [0, 1, 2]
    assert list(game.at(RaceTurn(9, 0)).options) == [0, 1]
    assert list(game.at(RaceTurn(10, 0, True)).options) == [0]


def test_dice_that_could_never_fit_are_no_more_than_any():
    game = Greed(max=4, sides=3, dice=9)
    assert list(game.at(RaceTurn(0, 0)).options) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("rules", "start"),
    [
        ({}, RaceTurn(0, 0, False, 0)),
        ({"first": 3, "second": 5}, RaceTurn(3, 5, False, 0)),
        ({"second_starts": True}, RaceTurn(0, 0, False, 1)),
        ({"first": 3, "second": 5, "second_starts": True}, RaceTurn(5, 3, False, 1)),
    ],
    ids=str,
)
def test_play_starts_with_the_scores_and_the_player_that_the_rules_say(rules, start):
    assert Greed(max=10, **rules).start() == start


@pytest.mark.parametrize("exact", [False, True], ids=["floats", "exact"])
def test_a_race_that_the_second_player_starts_is_worth_the_rest_to_the_first(exact):
    ours = solve(Greed(max=9, sides=3, first=2, second=4), exact=exact).value
    theirs = solve(Greed(max=9, sides=3, first=4, second=2, second_starts=True), exact=exact).value
    assert ours + theirs == pytest.approx(1, abs=1e-14)


BAD_RULES = [
    ({"sides": 0}, "greed: sides=0 is not a whole number from 1 to 200"),
    ({"max": -1}, "greed: max=-1 is not a whole number from 0 to 3000"),
    ({"max": 3001}, "greed: max=3001 is not a whole number from 0 to 3000"),
    ({"dice": -1}, "greed: dice=-1 is not a whole number from 0 to 3000"),
    ({"first": -1}, "greed: first=-1 is not a whole number from 0 to 3000"),
    ({"max": 10, "first": 11}, "greed: first=11 is above max=10"),
    ({"max": 10, "second": 11}, "greed: second=11 is above max=10"),
]


@pytest.mark.parametrize(("rules", "complaint"), BAD_RULES)
def test_rules_that_make_no_game_are_refused_in_one_line(rules, complaint):
    with pytest.raises(ParameterError) as caught:
        Greed(**rules)
    assert str(caught.value) == complaint


def test_with_nothing_to_gain_the_players_tie():
    assert solve(Greed(max=0), exact=True).value * 2 == 1


def test_what_one_player_may_hope_for_so_may_the_other():
    rows = solve(Greed(max=6, sides=3)).table().rows(named=True)
    ratings = {(*row_turn(row), row["player"]): row["value"] for row in rows}
    pairs = [(ratings[(*turn, 0)], ratings[(*turn, 1)]) for turn in both_sides(ratings)]
    assert [first + second for first, second in pairs] == pytest.approx([1] * len(pairs))


def row_turn(row):
    return row["mine"], row["theirs"], row["last"]


def both_sides(ratings):
    """The turns that can be either player's; there are some."""
    turns = [turn for *turn, player in ratings if player == 0 and (*turn, 1) in ratings]
    assert turns
    return turns
