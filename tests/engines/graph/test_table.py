"""A solution as tables: its decisions, its positions, and when to do what."""

from collections import Counter
from typing import NamedTuple

import pytest

from perfectplay import (
    AtLeast,
    Chance,
    Choice,
    Compute,
    Final,
    Gain,
    PerfectPlayError,
    Score,
    solve,
)
from perfectplay.engines.graph.graph import CHOICE
from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.games.pig import Pig
from perfectplay.games.shut_the_box import ShutTheBox
from perfectplay.games.slots import Slots
from perfectplay.model.scorecard import Rolled
from perfectplay.solution.answers import WhenToTake
from tests.table_game import RuleGame, TableGame

ALIKE = [Pig(target=4), Greed(max=4, sides=2), Coins(coins=3, target=3), ShutTheBox(tiles=3)]

BET = TableGame(
    {
        "start": Choice({"play": Gain(-1, "toss"), "leave": Final()}),
        "toss": Chance.weighted([(Final(3), 1), (Final(), 1)]),
    }
)


def test_the_decisions_that_matter_most_come_first():
    matters = solve(Slots()).table()["matters"].to_list()
    assert matters == sorted(matters, reverse=True)


def test_a_decision_is_a_row_with_the_fields_of_its_position():
    row = solve(Slots(), Score()).table().row(0, named=True)
    assert set(row) == {
        *("open", "roll", "player", "best", "value"),
        *("also", "second", "cost", "visits", "matters"),
    }


def test_a_decision_names_the_options_that_tie_and_the_best_of_the_others():
    ends = {"left": Final(3), "middle": Final(1), "right": Final(3), "back": Final(2)}
    row = solve(TableGame({"start": Choice(ends)})).table().row(0, named=True)
    assert (row["best"], row["also"], row["second"]) == ("left", ["right"], "back")


def test_what_matters_is_how_often_times_how_much():
    for row in solve(BET).table().rows(named=True):
        assert row["matters"] == row["visits"] * row["cost"]


def test_the_table_of_every_position_tells_what_each_is():
    rows = solve(BET).table(every=True).rows(named=True)
    assert {row["position"]: row["kind"] for row in rows} == {
        "'start'": "choice",
        "'toss'": "chance",
    }


def test_whole_and_broken_scores_share_a_column():
    game = TableGame(
        {
            "start": Choice({"half": Gain(0.5, "end"), "one": Gain(1, "end")}),
            "end": Choice({"stop": Final()}),
        }
    )
    table = solve(game, AtLeast(1)).table(every=True)
    assert sorted(table["score"]) == [0, 0.5, 1]


def test_a_game_without_choices_has_an_empty_table_of_decisions():
    assert solve(TableGame({"start": Final()})).table().is_empty()


def test_fields_with_one_name_but_two_types_share_a_column():
    class Turn(NamedTuple):
        open: int

    class Roll(NamedTuple):
        open: tuple[int, ...]
        face: int

    ways = {Turn: Choice({"roll": Roll((1, 2), 6)}), Roll: Choice({"stop": Final()})}
    game = RuleGame(Turn(3), lambda position: ways[type(position)])
    assert sorted(map(str, solve(game).table()["open"])) == ["1,2", "3"]


def test_when_to_take_an_option_is_told_by_group():
    table = solve(Slots()).answer(WhenToTake).table("x3", ["roll"])
    assert table["roll"].to_list() == [1, 2, 3, 4, 5, 6]


def test_taking_keeping_and_either_are_all_there_is():
    table = solve(Slots()).answer(WhenToTake).table("x3", ["roll"])
    shares = table.select(total=table["take"] + table["keep"] + table["either"])["total"]
    assert shares.to_list() == pytest.approx([1] * 6)


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(
    ("worth", "shares", "gains"),
    [(5, (1, 0, 0), 2), (3, (0, 0, 1), 0), (1, (0, 1, 0), -2)],
)
def test_an_option_gains_what_it_is_worth_more_than_the_best_other(player, worth, shares, gains):
    sign = 1 - 2 * player
    ends = {"it": Final(sign * worth), "poor": Final(sign * 2), "good": Final(sign * 3)}
    table = (
        solve(TableGame({"start": Choice(ends, player)}, players=2)).answer(WhenToTake).table("it")
    )
    assert table.rows() == [(1, *shares, gains)]


def test_when_counts_the_positions_that_arise():
    table = solve(Slots()).answer(WhenToTake).table("bin")
    choices = sum(
        often
        for (position, _), often in solve(Slots()).visits().items()
        if isinstance(position, Rolled) and "bin" in position.open and len(position.open) > 1
    )
    assert table["arise"].to_list() == [pytest.approx(choices)]


@pytest.mark.parametrize(
    ("label", "by", "complaint"),
    [
        ("x2eve", [], "no decision offers 'x2eve'; did you mean 'x2even'?"),
        ("x3", ["rol"], "decisions have no column 'rol'; did you mean 'roll'?"),
    ],
)
def test_when_refuses_what_is_not_there(label, by, complaint):
    with pytest.raises(PerfectPlayError, match=complaint.replace("?", r"\?")):
        solve(Slots()).answer(WhenToTake).table(label, by)


class Held(NamedTuple):
    value: int
    last: int | None


def test_a_field_named_like_a_column_of_the_table_keeps_its_value():
    game = RuleGame(Held(7, None), lambda at: Choice({"go": Final(1), "stay": Final(0)}))
    row = solve(game).table().row(0, named=True)
    assert (row["its value"], row["value"], row["last"]) == (7, 1.0, None)


def test_labels_that_read_alike_are_told_apart():
    game = TableGame(
        {"start": Choice({1: "next", "1": Final(5)}), "next": Choice({True: Final(2)})}
    )
    solution = solve(game)
    assert [type(option.label) for option in solution.options("next")] == [bool]
    assert solution.answer(WhenToTake).table(1).row(0, named=True)["gains"] == -3


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("game", ALIKE, ids=repr)
def test_a_decision_is_told_as_its_options_are(game, exact):
    solution = solve(game, exact=exact, compute=Compute(engine="graph"))
    told = Counter()
    for node, state in solution.states((CHOICE,)):
        options, best = solution.options_of(state), solution.best_label(state)
        others = [option for option in options if not option.best]
        also = [str(each.label) for each in options if each.best and each.label != best]
        second, cost = (str(others[0].label), float(others[0].cost)) if others else (None, None)
        value, visits = float(solution.values[state]), float(solution.state_visits[state])
        player = solution.graph.player[node]
        told[(player, str(best), value, tuple(also), second, cost, visits)] += 1
    columns = ["player", "best", "value", "also", "second", "cost", "visits"]
    rows = solution.table().select(columns).rows()
    assert told == Counter((*row[:3], tuple(row[3]), *row[4:]) for row in rows)
