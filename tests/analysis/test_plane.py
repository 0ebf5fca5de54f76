"""The plane of a policy: one cell for each decision, or a reason why there is none."""

from __future__ import annotations

import pytest

from perfectplay import Chance, Choice, Final, PerfectPlayError, solve
from perfectplay.analysis.plane import Plane
from perfectplay.games.coins import Coins
from perfectplay.games.hog import Hog
from perfectplay.games.piglet import Piglet
from tests.table_game import TableGame


def test_it_is_the_table_of_decisions():
    solution = solve(Coins(coins=3, target=4))
    rows = solution.table().iter_rows(named=True)
    cells = {(cell.x, cell.y): (cell.best, cell.value) for cell in Plane.of(solution).cells}
    assert cells == {(row["coins"], row["points"]): (row["best"], row["value"]) for row in rows}


def test_two_players_have_cells_of_their_own():
    plane = Plane.of(solve(Hog(target=4, sides=3, dice=2)))
    assert {cell.player for cell in plane.cells} == {0, 1}
    assert len({(cell.x, cell.y, cell.player) for cell in plane.cells}) == len(plane.cells)
    assert plane.values == (
        min(cell.value for cell in plane.cells),
        max(cell.value for cell in plane.cells),
    )


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (Piglet(target=2), "if two numbers identify a decision"),
        (Coins(coins=40, target=60), "too large to draw"),
        (TableGame({0: Final(1)}), "no decisions"),
        (TableGame({0: Chance([(Choice({"a": Final(1)}), 1)])}), "if two numbers identify"),
    ],
)
def test_what_is_no_plane_is_refused(game, told):
    with pytest.raises(PerfectPlayError, match=told):
        Plane.of(solve(game))
