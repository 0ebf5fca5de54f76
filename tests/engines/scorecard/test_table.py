"""The turns of a solved scorecard as a table."""

import dataclasses

import pytest

from perfectplay import Score, solve
from perfectplay.games.yazy import Yazy
from perfectplay.model.scorecard import Bonus, Repeat, Turn
from tests.by_engine import solve_scorecard
from tests.engines.scorecard.both_ways import BOXES, OVERLAPPING, SMALL, UPPER

FULL = dataclasses.replace(SMALL, bonuses=[UPPER, OVERLAPPING], repeat=Repeat("pair", 10))


@pytest.fixture(scope="module", params=[Yazy(), FULL, SMALL], ids=lambda game: game.name)
def solution(request):
    return solve_scorecard(request.param, Score())


def turn_of(card, row):
    """The turn that a row stands for."""
    totals = tuple(row[bonus.name] for bonus in card.bonuses)
    still_open = tuple(name for name in card.names if name in row["open"].split(","))
    return Turn(still_open, totals, row.get("repeat", False))


def test_there_is_a_row_for_every_turn(solution):
    assert len(solution.table()) == solution.positions == solution.anchors.count


def test_the_turns_that_arise_most_often_come_first(solution):
    visits = solution.table()["visits"].to_list()
    assert visits == sorted(visits, reverse=True)
    assert visits[0] == 1


def test_visits_add_up_to_a_turn_for_every_box_and_the_end(solution):
    boxes = len(solution.game.card.boxes)
    assert solution.table()["visits"].sum() == pytest.approx(boxes + 1, rel=1e-12)


def test_a_row_is_a_turn_with_its_value_and_its_visits(solution):
    visits = solution.visits()
    for row in solution.table().iter_rows(named=True):
        turn = turn_of(solution.game.card, row)
        assert row["value"] == solution.value_at(turn)
        assert row["visits"] == visits.get(turn, 0)


def test_every_row_is_another_turn(solution):
    rows = list(solution.table().iter_rows(named=True))
    assert len({turn_of(solution.game.card, row) for row in rows}) == len(rows)


def test_the_start_stands_in_the_table(solution):
    start = solution.game.start()
    rows = solution.table().iter_rows(named=True)
    [row] = [row for row in rows if turn_of(solution.game.card, row) == start]
    assert (row["value"], row["visits"]) == (solution.value, 1)


def test_the_end_stands_in_the_table_with_no_box_open():
    table = solve_scorecard(SMALL, Score()).table()
    [end] = table.filter(table["open"] == "-").iter_rows(named=True)
    assert end == {"open": "-", "value": 0, "visits": pytest.approx(1)}


@pytest.mark.parametrize(
    ("changes", "columns"),
    [
        ({}, []),
        ({"bonuses": [UPPER, OVERLAPPING]}, ["upper", "lower"]),
        ({"repeat": Repeat("pair", 10)}, ["repeat"]),
        ({"repeat": Repeat("pair", 0)}, []),
    ],
)
def test_a_column_tells_what_counts_towards_each_bonus(changes, columns):
    table = solve_scorecard(dataclasses.replace(SMALL, **changes), Score()).table()
    assert table.columns == ["open", *columns, "value", "visits"]


def test_a_total_from_which_the_bonus_is_lost_stands_for_those_below_it():
    card = dataclasses.replace(SMALL, boxes=BOXES[:2], bonuses=[Bonus("upper", ["threes"], 6, 7)])
    table = solve_scorecard(card, Score()).table()
    assert sorted(table.filter(table["open"] == "ones")["upper"]) == [3, 6]


def test_the_table_of_every_position_is_the_same(solution):
    assert solution.table(every=True).equals(solution.table())


def test_the_table_of_a_large_card_is_that_of_its_own_engine():
    assert solve(Yazy()).table().columns == ["open", "value", "visits"]
