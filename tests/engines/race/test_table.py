"""A solved race as a data frame."""

from fractions import Fraction

import pytest

from perfectplay.games.greed import Greed
from perfectplay.model.race import RaceTurn
from perfectplay.objectives import Win
from tests.by_engine import solve_race

GAME = Greed(max=6, sides=3)


@pytest.mark.parametrize("exact", [False, True], ids=["floats", "exact"])
def test_every_turn_has_a_row(exact):
    solution = solve_race(GAME, Win(), exact=exact)
    table = solution.table()
    assert table.columns == ["mine", "theirs", "last", "best", "rating"]
    rows = {
        (row["mine"], row["theirs"], row["last"]): (row["best"], row["rating"])
        for row in table.rows(named=True)
    }
    assert len(rows) == len(table) == 2 * 7**2
    for (mine, theirs, last), (best, rating) in rows.items():
        turn = RaceTurn(mine, theirs, last)
        assert best == solution.best(turn)
        assert rating == float(solution.value_at(turn))


def test_there_is_a_row_for_either_mover_where_a_tie_is_not_worth_the_same_to_both():
    solution = solve_race(GAME, Win(Fraction(1, 4)))
    table = solution.table()
    assert table.columns == ["mine", "theirs", "last", "best", "rating", "mover"]
    assert len(table) == 2 * 2 * 7**2
    for row in table.rows(named=True):
        player = ["first", "second"].index(row["mover"])
        turn = RaceTurn(row["mine"], row["theirs"], row["last"], player)
        value = solution.value_at(turn)
        assert row["best"] == solution.best(turn)
        assert row["rating"] == pytest.approx(value if player == 0 else 1 - value, abs=1e-15)


def test_there_is_but_one_table():
    solution = solve_race(GAME, Win())
    assert solution.table(every=True).equals(solution.table())


def test_floats_and_fractions_make_the_same_table():
    floats, exact = (solve_race(GAME, Win(), exact=exact).table() for exact in (False, True))
    assert floats.drop("rating").equals(exact.drop("rating"))
    assert floats["rating"].to_list() == pytest.approx(exact["rating"].to_list(), abs=1e-15)
