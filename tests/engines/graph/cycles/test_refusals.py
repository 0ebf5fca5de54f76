"""What has no answer is told with the cycle that is to blame, and what would have one."""

import math
from fractions import Fraction

import pytest

from perfectplay import AtLeast, Chance, Choice, Final, Gain, solve
from perfectplay.errors import CycleError, PerfectPlayError, WidthError
from tests.engines.graph.cycles.test_components import slow_leak
from tests.table_game import TableGame


def refusal(game, *arguments, **keywords):
    with pytest.raises(CycleError) as caught:
        solve(game, *arguments, **keywords)
    return str(caught.value)


@pytest.mark.parametrize("exact", [False, True])
def test_points_without_end_are_told_with_their_cycle(exact):
    game = TableGame(
        {
            0: Choice({"in": 1}),
            1: Choice({"on": Gain(1, 2), "out": Final(0)}),
            2: Choice({"back": 1}),
        }
    )
    line = refusal(game, exact=exact)
    assert "the expected points are infinite" in line
    assert "1 -> 2 -> 1" in line


def test_a_pit_that_costs_for_ever_is_told():
    game = TableGame({"pit": Chance({Gain(-1, "pit"): 1})})
    assert "the expected points are infinite: play can be kept going" in refusal(game)


@pytest.mark.parametrize("exact", [False, True])
def test_points_up_and_down_for_ever_are_undefined(exact):
    bet = Chance.weighted([(Gain(1, "here"), 1), (Gain(-1, "here"), 1)])
    game = TableGame({"here": Choice({"stop": Final(0), "bet": bet})})
    line = refusal(game, exact=exact)
    assert "the expected points are undefined" in line
    assert "'here' -> 'here'" in line


def test_a_long_cycle_is_shortened_in_the_middle():
    ring = {place: Choice({"on": Gain(1, (place + 1) % 100)}) for place in range(100)}
    assert "4 -> 5 -> ... 89 more ... -> 95 -> 96" in refusal(TableGame(ring))


def test_a_running_score_without_bound_is_refused():
    game = TableGame({0: Chance([(Gain(1, 0), 0.5), (1, 0.5)]), 1: Final(0)})
    line = refusal(game, AtLeast(3))
    assert "the running score has no bound" in line
    assert "0 -> 0" in line


def test_a_leak_too_slow_for_a_width_is_refused_and_told():
    game = slow_leak(Fraction(1, 10**8))
    with pytest.raises(WidthError) as caught:
        solve(game, width=1e-12)
    assert "the value at 'there' could be proved to" in str(caught.value)
    assert "ask for a larger width, or solve it exactly" in str(caught.value)
    assert solve(game, exact=True).value == Fraction(2, 3)
    wide = solve(game, width=1e-6)
    assert wide.lower <= Fraction(2, 3) <= wide.upper
    assert wide.upper - wide.lower <= 1e-6


@pytest.mark.parametrize("width", [0, -1, math.inf, math.nan])
def test_a_width_that_cannot_be_is_refused(width):
    with pytest.raises(PerfectPlayError, match="must be above 0"):
        solve(TableGame({0: Final(1)}), width=width)
