"""Asking a solution about one position: what it says, and what it refuses."""

from fractions import Fraction

import pytest

from perfectplay import AtLeast, Chance, Choice, Compute, Final, Gain, Score, Utility, solve
from perfectplay.errors import ObjectiveError, PositionError
from perfectplay.games.coins import Coins, Purse
from perfectplay.games.pig import Pig
from perfectplay.games.slots import SLOTS, Slots
from perfectplay.model import Inline
from perfectplay.model.scorecard import Rolled
from perfectplay.objectives import Win
from perfectplay.solution.answers import WholePolicy
from perfectplay.solution.options import Outcome
from tests.table_game import TableGame

BET = TableGame(
    {
        "start": Choice({"play": Gain(-1, "toss"), "leave": Final()}),
        "toss": Chance.weighted([(Gain(3, Final()), 1), ("lost", 1)]),
        "lost": Choice({"again": Gain(-1, "last toss"), "leave": Final()}),
        "last toss": Chance.weighted([(Gain(3, Final()), 1), (Final(), 1)]),
    }
)


def test_a_value_is_a_float():
    assert isinstance(solve(BET).value, float)


def test_an_exact_value_is_a_fraction_even_if_whole():
    assert isinstance(solve(TableGame({"start": Final(2)}), exact=True).value, Fraction)


def test_the_value_of_a_position_is_what_is_still_to_come():
    assert solve(BET).value_at("lost") == 0.5


def test_the_value_of_a_position_with_its_score_is_that_of_the_whole():
    assert solve(BET, AtLeast(1)).value_at("lost", score=-1) == 0.5


def test_the_outcomes_of_a_chance_tell_where_they_lead_and_what_they_gain():
    assert solve(BET, exact=True).outcomes("toss") == [
        Outcome(Inline("toss", (0,)), Fraction(1, 2), 3, 3),
        Outcome("lost", Fraction(1, 2), 0, Fraction(1, 2)),
    ]


def test_the_outcomes_tell_their_points_also_where_the_score_is_tracked():
    outcomes = solve(BET, AtLeast(1)).outcomes("toss", score=-1)
    assert [(outcome.points, outcome.value) for outcome in outcomes] == [(3, 1.0), (0, 0.5)]


def test_the_remedy_for_a_policy_that_is_not_told_in_pieces_leads_to_a_table():
    assert (
        solve(Coins(coins=2)).remedy(WholePolicy) == "ask for its table(), which has every decision"
    )
    pig = solve(Pig(target=10), compute=Compute(engine="turn-game"))
    assert pig.remedy(WholePolicy) == "solve it with the engine 'graph'"


@pytest.mark.parametrize(
    ("position", "kind"),
    [("start", "choice"), ("toss", "chance"), (Inline("start", ("leave",)), "final")],
)
def test_a_position_has_a_kind(position, kind):
    assert solve(BET).kind(position) == kind


def test_a_node_in_place_is_asked_by_the_path_to_it():
    flip = Inline(Purse(2, 0), (2,))
    assert len(solve(Coins(coins=2)).outcomes(flip)) == 3


def test_nodes_in_place_are_told_apart_by_labels_that_read_the_same():
    game = TableGame({"start": Choice({1: Choice({"a": Final(1)}), "1": Choice({"b": Final(2)})})})
    assert solve(game).best(Inline("start", ("1",))) == "b"


def test_the_score_may_be_left_out_where_there_is_only_one():
    solution = solve(BET, AtLeast(1))
    assert solution.options("lost") == solution.options("lost", score=-1)


def test_a_score_may_be_given_as_a_decimal():
    decimals = TableGame(
        {
            "start": Chance.weighted({Gain(0.1, "next"): 1, Gain(0.2, "next"): 1}),
            "next": Choice({"go": Final()}),
        }
    )
    assert solve(decimals, AtLeast(Fraction(1, 5))).value_at("next", score=0.2) == 1


def test_equal_scores_on_different_ways_are_one_position():
    points = TableGame(
        {
            "start": Choice({"low": Gain(0.1, "low"), "high": Gain(0.3, "end")}),
            "low": Choice({"go": Gain(0.2, "end")}),
            "end": Final(),
        }
    )
    assert solve(points, AtLeast(0)).positions == 3


def test_positions_are_counted_without_nodes_in_place():
    assert solve(BET).positions == 4


def test_positions_are_counted_with_each_score():
    game = TableGame(
        {"start": Chance.weighted([(Gain(1, "end"), 1), (Gain(2, "end"), 1)]), "end": Final()}
    )
    assert solve(game, AtLeast(2)).positions == 3


def test_a_text_is_read_as_a_position():
    assert solve(Coins()).read("coins=3 points=2") == Purse(3, 2)


def test_a_text_is_read_as_a_node_in_place():
    assert solve(Coins()).read("coins=3 points=2 > 1") == Inline(Purse(3, 2), (1,))


@pytest.mark.parametrize(
    ("ask", "complaint"),
    [
        (lambda: solve(Coins()).best(Purse(6, 0)), "coins=6 points=0 cannot occur in Coins"),
        (lambda: solve(Coins()).best(Purse(6, 0)), "did you mean 'coins=5 points=0'"),
        (lambda: solve(Coins()).best("a picture"), "it may not be reachable from the start"),
        (
            lambda: solve(Coins()).best("coins=3 points=2"),
            r"the text of a position; pass solution.read\('coins=3 points=2'\)",
        ),
        (lambda: solve(Coins()).best([5, 0]), r"\[5, 0\] is not hashable"),
        (lambda: solve(Coins()).best(Purse(0, 0)), "no choice to make .*: the game is over"),
        (lambda: solve(BET).best("toss"), "no choice to make at 'toss': chance decides"),
        (lambda: solve(BET).outcomes("start"), "'start' is not a chance"),
        (
            lambda: solve(Coins()).best(Inline(Purse(5, 0), (9,))),
            "coins=5 points=0 > 9 cannot occur",
        ),
        (
            lambda: solve(Coins()).read("coins=3 points=2 > 9"),
            "there is no '9' at coins=3 points=2",
        ),
        (lambda: solve(Coins()).read("coins=9 points=9"), "coins=9 points=9 cannot occur"),
        (
            lambda: solve(Slots()).best(Rolled(("x3", "bin"), (5,))),
            "the score at open=x3,bin roll=5 must be given; it can be ",
        ),
        (
            lambda: solve(BET, AtLeast(1)).best("lost", score=7),
            "the score at 'lost' cannot be 7; it can be -1",
        ),
        (
            lambda: solve(BET, AtLeast(1)).best("lost", score=-0.5),
            "the score at 'lost' cannot be -0.5; it can be -1",
        ),
    ],
)
def test_what_cannot_be_asked_is_refused_with_the_reason(ask, complaint):
    with pytest.raises(PositionError, match=complaint):
        ask()


def test_many_possible_scores_are_shown_in_short():
    with pytest.raises(PositionError, match=r"it can be 4, 5, 6, 7, 8, 9, 10, \.\.\., 51$"):
        solve(Slots()).best(Rolled(("bin",), (5,)))


def test_an_objective_for_two_does_not_fit_a_game_for_one():
    with pytest.raises(ObjectiveError, match="'win' is for 2 players and slots is for 1"):
        solve(Slots(), Win())


def test_an_infinite_utility_is_refused_with_the_score():
    with pytest.raises(ObjectiveError, match="the utility of a score of 0 is inf"):
        solve(Coins(), Utility(lambda score: float("inf") if score == 0 else 1))


def test_its_repr_tells_game_objective_and_value():
    assert repr(solve(Coins(coins=1, target=1))) == (
        "<Solution of Coins(coins=1, target=1) for score: 0.5>"
    )


def test_progress_is_told_in_stages():
    stages = []
    solve(Slots(), compute=Compute(progress=lambda stage, done: stages.append(stage)))
    assert list(dict.fromkeys(stages)) == ["ordering", "solving"]


def test_the_second_player_takes_what_is_worst_for_the_first():
    game = TableGame({"start": Choice({"high": Final(2), "low": Final(1)}, player=1)}, players=2)
    assert solve(game).best("start") == "low"


def test_all_slots_are_options_at_first():
    first = Rolled(tuple(SLOTS), (6,))
    assert {option.label for option in solve(Slots(), Score()).options(first)} == set(SLOTS)
