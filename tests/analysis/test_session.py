"""Sessions: how long coins last, against every course a short one can take."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay import Chance, Final, solve
from perfectplay.analysis.session import session
from perfectplay.errors import PerfectPlayError
from tests.table_game import TableGame


def machine(pays):
    return solve(TableGame({"start": Chance.weighted({Final(paid): 1 for paid in pays})}))


@given(
    pays=st.lists(st.integers(0, 5), min_size=1, max_size=4, unique=True),
    games=st.integers(1, 5),
    coins=st.integers(1, 6),
)
def test_every_course_of_a_short_session_is_counted(pays, games, coins):
    found = session(machine(pays), games, coins)
    ruined = played = left = 0
    for course in itertools.product(pays, repeat=games):
        held = coins
        for paid in course:
            if held:
                held += paid - 1
                played += 1
        ruined += held == 0
        left += held
    courses = len(pays) ** games
    assert found.ruin == pytest.approx(ruined / courses, abs=1e-12)
    assert found.played == pytest.approx(played / courses)
    assert found.left == pytest.approx(left / courses)
    results = [sum(course) - games for course in itertools.product(pays, repeat=games)]
    assert set(found.result) == set(results)
    for result in set(results):
        assert found.result[result] == pytest.approx(results.count(result) / courses)


@pytest.mark.parametrize(("games", "coins"), [(0, 5), (5, 0), (10_001, 5), (5, 10**9)])
def test_what_is_no_session_is_refused(games, coins):
    with pytest.raises(PerfectPlayError, match="a session has 1 to"):
        session(machine([0, 2]), games, coins)


def test_a_game_that_does_not_pay_in_coins_is_refused():
    with pytest.raises(PerfectPlayError, match="does not pay in whole coins"):
        session(machine([0, 0.5]), 2, 2)
