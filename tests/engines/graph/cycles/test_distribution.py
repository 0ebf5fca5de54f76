"""The distribution of the final score, where play can go round in cycles."""

from fractions import Fraction

import pytest
from hypothesis import given

from perfectplay import Chance, Compute, Final, Gain, solve
from perfectplay.engines.graph.cycles import score_distribution as distribution
from perfectplay.errors import MemoryLimitError
from perfectplay.games.piglet import Piglet
from tests.engines.graph.cycles.solved import solved
from tests.random_cycles import cyclic_games
from tests.table_game import TableGame


@given(cyclic_games(points=("none",)))
def test_the_distribution_adds_up_and_its_mean_is_the_value(game):
    solution = solved(game, exact=True)
    scores = solution.distribution()
    assert sum(scores.values()) == 1
    assert scores.mean == solution.value
    assert scores.truncated_mass == 0


@given(cyclic_games(points=("costs", "gains", "mixed")))
def test_a_cut_distribution_tells_what_it_leaves_out(game):
    solution = solved(game)
    scores = solution.distribution()
    assert 0 <= scores.truncated_mass <= 1e-12
    assert sum(scores.values()) + scores.truncated_mass == pytest.approx(1, abs=1e-11)
    assert scores.mean == pytest.approx(solution.value, abs=1e-7)


@pytest.mark.parametrize("out", [1e-9, Fraction(1, 10**9), 1e-15])
def test_a_small_chance_to_get_out_keeps_its_digits(out):
    game = TableGame(
        {
            "here": Chance([("there", 1 - 2 * out), (Final(1), out), (Final(0), out)]),
            "there": Chance([("here", 1 - out), (Final(2), out)]),
        }
    )
    scores = solve(game, width=1).distribution()
    assert sum(scores.values()) == pytest.approx(1, abs=1e-14)
    chance = Fraction(str(out))
    arise = 1 / (1 - (1 - 2 * chance) * (1 - chance))
    ends = {0: arise * chance, 1: arise * chance, 2: arise * (1 - 2 * chance) * chance}
    assert dict(scores) == pytest.approx(
        {end: float(often) for end, often in ends.items()}, rel=1e-14
    )


def test_fractions_that_grow_and_grow_are_refused():
    with pytest.raises(MemoryLimitError) as caught:
        solve(Piglet(target=6, players=1, loses="score"), exact=True).distribution()
    assert str(caught.value) == (
        "piglet: there are infinitely many scores, and in fractions their chances outgrow 629,145 "
        "digits before the rest is below 1e-12; ask for them in floats"
    )


def test_fractions_that_stay_short_are_told():
    toll = TableGame({0: Chance.weighted([(Gain(-1, 0), 1), (Final(0), 1)])})
    scores = solve(toll, exact=True).distribution()
    assert [scores[-turns] for turns in range(3)] == [
        Fraction(1, 2 ** (1 + turns)) for turns in range(3)
    ]


def test_scores_that_would_take_too_long_to_list_are_refused():
    solution = solve(Piglet(target=20, players=1), compute=Compute(engine="graph"))
    with pytest.raises(MemoryLimitError, match=r"too long to list them .a chance of .*simulate it"):
        distribution.truncated_distribution(solution, most_work=100)
