"""Values that others have published, or that were computed without this package.

Sources:

- slots: notes on a "45-point dice slot game", which describe the game and ask for the chance to win
  and for the expected reward 2p - 1; the values are from a separate exact enumeration.
- coins: lecture notes on finite probabilistic games, in which at least one coin is flipped.
- greed: C. Addis, "A Guide to Optimization and Optimal Play in Greed" (2024), which gives the rules
  and the recursion. It rates going first at (10, 3) at 0.54; under its own rules that is wrong, and
  three solvers written apart, the author's later program among them, agree on the value here. The
  value of (1000, 6) is our own.
- shut the box: the chance to shut nine tiles with two dice, as published for optimal play; the exact
  fraction is from the model checker Storm.
- video poker: the exact returns of 9/6 Jacks or Better and of full-pay Deuces Wild, as published; of
  the other tables, the percentages that collections of pay tables give.
- blackjack: M. Shackleford, "Blackjack Appendix 9" (wizardofodds.com), what stand, hit and double are
  worth by hand and up card. His splits look at how many hands there are and not at their cards, so
  that values of whole games are near ours and not the same. So are those of A. Krigman, "The Skinny
  on Playing Options" (2010): 0.402225 % for six decks and 0.429881 % for eight.
"""

from fractions import Fraction

import pytest

from perfectplay import AtLeast, Score, solve
from perfectplay.games.blackjack import Blackjack
from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.games.shut_the_box import ShutTheBox
from perfectplay.games.slots import Slots
from perfectplay.games.video_poker import VideoPoker
from perfectplay.model.race import RaceTurn
from perfectplay.objectives import Win
from tests.by_engine import solve_race

WIN_AT_45 = Fraction(13817, 46656)

EXACT = [
    pytest.param(Slots(target=45), None, WIN_AT_45, id="slots: P(45 or more)"),
    pytest.param(Slots(), AtLeast(45, otherwise=-1), 2 * WIN_AT_45 - 1, id="slots: reward"),
    pytest.param(Slots(), Score(), Fraction(471161, 11664), id="slots: expected score"),
    pytest.param(Coins(coins=3, target=5), None, Fraction(73, 256), id="coins (3, 5)"),
    pytest.param(Coins(coins=5, target=10), None, Fraction(409, 2048), id="coins (5, 10)"),
    pytest.param(Greed(max=10, sides=3), None, Fraction(14352595, 28697814), id="greed (10, 3)"),
    pytest.param(
        Greed(max=20, sides=3),
        None,
        Fraction(16868586063910603, 33354363399333138),
        id="greed (20, 3)",
    ),
    pytest.param(ShutTheBox(), None, Fraction(466473281, 6530347008), id="shut the box"),
]


@pytest.mark.parametrize(("game", "objective", "value"), EXACT)
def test_the_exact_value_is_the_known_one(game, objective, value):
    assert solve(game, objective, exact=True).value == value


@pytest.mark.parametrize(("game", "objective", "value"), EXACT)
def test_the_value_in_floats_is_the_known_one(game, objective, value):
    assert solve(game, objective).value == pytest.approx(float(value), rel=1e-12)


def test_shutting_the_box_has_the_published_chance():
    assert solve(ShutTheBox()).value == pytest.approx(0.071431622306, abs=5e-13)


in_floats_and_exactly = pytest.mark.parametrize("exact", [False, True], ids=["floats", "exact"])

GREED = [
    pytest.param(10, 3, Fraction(14352595, 28697814), 1, id="greed (10, 3)"),
    pytest.param(20, 3, Fraction(16868586063910603, 33354363399333138), 8, id="greed (20, 3)"),
]


@in_floats_and_exactly
@pytest.mark.parametrize(("limit", "sides", "rating", "dice"), GREED)
def test_the_engine_for_races_finds_the_known_ratings(limit, sides, rating, dice, exact):
    solution = solve_race(Greed(max=limit, sides=sides), Win(), exact=exact)
    assert solution.value == (rating if exact else pytest.approx(float(rating), abs=1e-14))
    assert solution.best(RaceTurn(0, 0)) == dice


def test_going_first_at_greed_10_3_has_the_published_rating():
    assert solve(Greed(max=10, sides=3)).value == pytest.approx(0.500128511531, abs=5e-13)


def test_the_first_roll_at_greed_10_3_is_of_one_die():
    assert solve(Greed(max=10, sides=3)).best(RaceTurn(0, 0)) == 1


@in_floats_and_exactly
def test_going_first_at_greed_100_6_has_the_published_rating(exact):
    solution = solve(Greed(max=100, sides=6), exact=exact)
    assert float(solution.value) == pytest.approx(0.513841733041, abs=5e-13)
    assert solution.best(RaceTurn(0, 0)) == 24


def test_going_first_at_greed_1000_6_has_the_rating_we_have_found():
    solution = solve(Greed(max=1000, sides=6))
    assert solution.value == pytest.approx(0.5154880829, abs=5e-11)
    assert solution.best(RaceTurn(0, 0)) == 267


@in_floats_and_exactly
@pytest.mark.parametrize(("dice", "rating"), [(1, 0.48777), (2, 0.48231), (3, 0.48631)])
def test_ratings_at_greed_10_3_fall_and_rise_again_with_the_dice(dice, rating, exact):
    game = Greed(max=10, sides=3)
    for solution in (solve(game, exact=exact), solve_race(game, Win(), exact=exact)):
        values = {option.label: float(option.value) for option in solution.options(RaceTurn(2, 4))}
        assert values[dice] == pytest.approx(rating, abs=5e-6)


@pytest.mark.parametrize(
    ("table", "value"),
    [
        ("jacks-9-6", Fraction(1653526326983, 1661102543100)),
        ("deuces-wild", Fraction(32187682693, 31944279675)),
    ],
)
def test_video_poker_pays_back_what_was_published(table, value):
    assert solve(VideoPoker(table=table), exact=True).value == value


@pytest.mark.parametrize(
    ("table", "percent"),
    [
        ("jacks-8-5", 97.30),
        ("bonus", 99.17),
        ("double-double-bonus", 98.98),
        ("joker-poker", 100.65),
    ],
)
def test_other_tables_pay_back_what_was_published(table, percent):
    assert float(solve(VideoPoker(table=table)).value) * 100 == pytest.approx(percent, abs=0.005)


ONE_DECK = Blackjack(decks=1)
EUROPEAN = Blackjack(decks=6, soft17="hit", peek=False)


@pytest.mark.parametrize(
    ("game", "hand", "stand", "hit", "double"),
    [
        (ONE_DECK, "cards=A,2 dealer=A", -0.661732, -0.067808, -0.593281),
        (ONE_DECK, "cards=4,6 dealer=A", -0.636118, 0.081506, 0.048615),
        (EUROPEAN, "cards=A,7 dealer=A", -0.466029, -0.421285, -0.909374),
        (EUROPEAN, "cards=4,6 dealer=A", -0.720814, -0.286818, -0.639108),
    ],
)
def test_hands_of_blackjack_are_worth_what_was_published(game, hand, stand, hit, double):
    solution = solve(game)
    worth = {option.label: option.value for option in solution.options(solution.read(hand))}
    assert worth == pytest.approx({"stand": stand, "hit": hit, "double": double}, abs=5.1e-7)


@pytest.mark.parametrize(
    ("game", "published"),
    [
        (Blackjack(decks=6), -0.00402225),
        (Blackjack(decks=8), -0.00429881),
        (ONE_DECK, 0.001839),
        (EUROPEAN, -0.0072705),
    ],
)
def test_blackjack_is_worth_about_what_was_published(game, published):
    assert solve(game).value == pytest.approx(published, abs=2.5e-5)
