"""What others have published about games of dice and boxes.

Sources:

- Yahtzee, free joker: T. Verhoeff, "How to Maximize Your Score in Solitaire Yahtzee" (1999), has
  254.5896; his pages at Eindhoven, www-set.win.tue.nl/~wstomv/misc/yahtzee, the deviation, the
  median, the least score, and how often the upper bonus and the Yahtzee box are missed. The
  percentiles are from a million simulated games and may be off by one. More digits: the package
  yatzy-solver 1.0.0.
- Yahtzee, forced joker, the official rule: a program in C, and yatzy-solver.
- Yahtzee without jokers and without bonus, and Kniffel: notes on solitaire Yahtzee, which give
  245.87 for neither; more digits were recomputed without this package.
- Yatzy: yatzy-solver and a program in Rust (dlangk/yatzy), which has the distribution too. The
  248.63 of M. Larsson and A. Sjöberg, "Optimal Yatzy Strategy" (2012), counts one pair as two.
- Yazy: a blog post, to two digits.
- Yacht, Generala: nobody's but our own; they guard against a change.
"""

import functools
import math

import pytest

from perfectplay import solve
from perfectplay.games.generala import Generala
from perfectplay.games.kniffel import Kniffel
from perfectplay.games.yacht import Yacht
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.games.yatzy import Yatzy
from perfectplay.games.yazy import Yazy

pytestmark = pytest.mark.slow

PUBLISHED = [
    pytest.param(Yahtzee(), "254.5877287345", id="yahtzee, forced joker"),
    pytest.param(Yahtzee(joker="free"), "254.5896094820", id="yahtzee, free joker"),
    pytest.param(Yahtzee(joker="none"), "253.9702412", id="yahtzee, no joker"),
    pytest.param(Yahtzee(joker="none", bonus=False), "245.8707745", id="yahtzee, neither"),
    pytest.param(Kniffel(), "245.904728", id="kniffel"),
    pytest.param(Yatzy(), "248.4399893779", id="yatzy"),
    pytest.param(Yazy(), "165.76", id="yazy"),
]
OURS = [
    pytest.param(Yacht(), "166.9550677046", id="yacht"),
    pytest.param(Generala(), "147.4392892195", id="generala"),
]


def to_all_digits(published):
    """A number that others have rounded."""
    _, _, decimals = published.partition(".")
    return pytest.approx(float(published), rel=0, abs=0.5001 * 10 ** -len(decimals))


@functools.cache
def solved(game):
    """A game, solved once."""
    return solve(game)


@pytest.mark.parametrize(("game", "value"), PUBLISHED)
def test_the_expected_score_is_the_published_one(game, value):
    assert solved(game).value == to_all_digits(value)


@pytest.mark.parametrize(("game", "value"), OURS)
def test_the_expected_score_is_what_it_was(game, value):
    assert solve(game).value == to_all_digits(value)


# Distributions


@pytest.fixture(scope="module")
def yahtzee():
    """Yahtzee with the free joker."""
    return solved(Yahtzee(joker="free"))


@pytest.fixture(scope="module")
def yahtzee_scores(yahtzee):
    return yahtzee.distribution()


@pytest.fixture(scope="module")
def yatzy_scores():
    return solved(Yatzy()).distribution()


@pytest.fixture(scope="module")
def yahtzee_ends(yahtzee):
    """How often each last position of Yahtzee arises."""
    return {turn: often for turn, often in yahtzee.visits().items() if not turn.open}


def test_yahtzee_scores_lie_as_published(yahtzee_scores):
    assert yahtzee_scores.mean == to_all_digits("254.5896094820")
    assert yahtzee_scores.deviation == to_all_digits("59.61")
    assert (yahtzee_scores.quantile(0.5), min(yahtzee_scores)) == (248, 12)


def test_the_highest_score_of_yahtzee_is_the_known_one(yahtzee_scores):
    assert max(yahtzee_scores) == 1575


def test_yahtzee_scores_have_the_percentiles_of_a_million_games(yahtzee_scores):
    shares = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99]
    simulated = [152, 180, 195, 218, 248, 273, 319, 388, 474]
    assert [yahtzee_scores.quantile(share) for share in shares] == pytest.approx(simulated, abs=1)


def test_the_upper_bonus_of_yahtzee_is_missed_as_often_as_published(yahtzee_ends):
    missed = [often for turn, often in yahtzee_ends.items() if turn.totals[0] < 63]
    assert 100 * sum(missed) == to_all_digits("31.88")


def test_the_yahtzee_box_holds_nothing_as_often_as_published(yahtzee_ends):
    nothing = [often for turn, often in yahtzee_ends.items() if not turn.repeat]
    assert 100 * sum(nothing) == to_all_digits("66.26")


def test_yahtzee_without_bonus_and_jokers_has_the_published_deviation():
    scores = solved(Yahtzee(joker="none", bonus=False)).distribution()
    assert scores.mean == to_all_digits("245.8707745")
    assert scores.deviation == to_all_digits("39.82")


def test_yatzy_scores_lie_as_published(yatzy_scores):
    assert yatzy_scores.mean == to_all_digits("248.4399894")
    assert yatzy_scores.deviation == to_all_digits("38.4964")
    assert (yatzy_scores.quantile(0.5), min(yatzy_scores), max(yatzy_scores)) == (249, 10, 374)
    assert yatzy_scores.at_least(300) == to_all_digits("0.09946")


def test_all_chances_add_up_to_one(yahtzee_scores, yatzy_scores):
    for scores in (yahtzee_scores, yatzy_scores):
        assert math.fsum(scores.values()) == pytest.approx(1, abs=1e-13)
