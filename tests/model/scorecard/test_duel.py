"""A scorecard for two: who moves, what counts for whom, and what play comes to by hand."""

import dataclasses
from fractions import Fraction

import pytest

from perfectplay import Chance, Choice, Final, Gain, Score, Win, solve
from perfectplay.conformance import CHECKS
from perfectplay.conformance.walk import walk
from perfectplay.errors import ParameterError, PositionError
from perfectplay.games.slots import Slots
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.games.yazy import Yazy
from perfectplay.model.parameters import parameter
from perfectplay.model.scorecard import (
    Bonus,
    Box,
    DiceAndBoxes,
    Duel,
    DuelRolled,
    Face,
    OfAKind,
    Repeat,
    Scorecard,
    Straight,
    Total,
    Turn,
    faces,
)
from perfectplay.model.scorecard.record import Record
from perfectplay.model.walk import reached
from tests.by_engine import solve_graph
from tests.model.scorecard import duel_by_hand

ONES, THREES = Box("ones", Face(1)), Box("threes", Face(3))
ROW, PAIR = Box("row", Straight(2, 4)), Box("pair", OfAKind(2, 5))
UPPER = Bonus("upper", ["ones", "threes"], at=5, points=7)
SMALL = Scorecard(
    "small",
    dice=2,
    sides=3,
    rerolls=1,
    boxes=[ONES, THREES, PAIR],
    bonuses=[UPPER, Bonus("even", ["pair"], at=5, points=2)],
    repeat=Repeat("pair", points=10),
    players=2,
)
QUICK = dataclasses.replace(SMALL, rerolls=0)
FLIP = Scorecard("flip", dice=1, sides=2, rerolls=1, boxes=[Box("any", Total())], players=2)

QUICK_POSITIONS = [position for position, _ in reached(QUICK, scored=False)]


# How many play


@pytest.mark.parametrize("players", [0, 3, 2.0, True])
def test_one_or_two_can_play(players):
    for game in (Yazy, lambda **more: Scorecard("mine", boxes=faces(), **more)):
        with pytest.raises(ParameterError, match=r"players=.* is not a whole number from 1 to 2"):
            game(players=players)


def test_a_game_tells_how_many_play_where_they_are_two():
    assert (repr(Yazy()), repr(Yazy(players=2))) == ("Yazy()", "Yazy(players=2)")
    assert repr(SMALL) == "Scorecard('small', players=2)"
    assert (Yazy().words, Yazy(players=2).words) == ([], ["players=2"])
    assert Yazy.from_words(["players=2"]) == Yazy(players=2)


@pytest.mark.parametrize("game", [Slots(players=2), Yazy(players=2), SMALL], ids=repr)
def test_two_players_play_to_win(game):
    assert game.objective() == Win()


def test_both_begin_with_an_empty_card():
    names = ("ones", "threes", "pair")
    assert SMALL.start() == Duel(names, names, (0, 0), (0, 0))


# Rules


def test_all_steps_of_a_turn_are_the_movers():
    for position in QUICK_POSITIONS:
        node = QUICK.at(position)
        if isinstance(position, DuelRolled):
            assert node.player == position.before.mover
            filled = [len(turn.open) for turn in position.before.turns]
            assert node.player == (0 if filled[0] == filled[1] else 1)
        else:
            assert isinstance(node, Final if position.over else Chance)


def test_players_alternate():
    for seed in range(20):
        movers = [step.node.player for step in walk(QUICK, seed) if isinstance(step.node, Choice)]
        assert movers == [0, 1] * 3


def test_points_count_for_the_first_player_and_against_the_first_for_the_second():
    first = Duel(("threes", "pair"), ("threes", "pair"), (2, 0), (0, 0))
    second = Duel(("threes",), ("threes", "pair"), (2, 0), (0, 0))
    assert QUICK.at(first.rolled((3, 3), 0)).options["threes"] == Gain(
        6, Duel(("pair",), ("threes", "pair"), (5, 0), (0, 0))
    )
    assert QUICK.at(second.rolled((3, 3), 0)).options["threes"] == Gain(
        -6, Duel(("threes",), ("pair",), (2, 0), (5, 0))
    )


def test_a_repeat_brings_its_player_the_bonus():
    duel = Duel(("ones",), ("ones", "threes"), (0, 5), (0, 5), True, True)
    options = QUICK.at(duel.rolled((3, 3), 0)).options
    assert options == {"threes": Gain(-16, Duel(("ones",), ("ones",), (0, 5), (5, 5), True, True))}


def test_the_repeat_of_one_is_of_no_use_to_the_other():
    duel = Duel(("ones",), ("ones", "threes"), (0, 5), (0, 0), True, False)
    [option] = QUICK.at(duel.rolled((3, 3), 0)).options.values()
    assert option.points == -6


@pytest.mark.parametrize(
    ("first", "second", "payoff"),
    [((0, 0), (0, 0), 0), ((5, 0), (0, 0), 7), ((0, 0), (5, 5), -9), ((5, 5), (4, 5), 7)],
)
def test_the_bonuses_of_the_second_player_count_against_the_first(first, second, payoff):
    assert QUICK.at(Duel((), (), first, second)).payoff == payoff


def test_rerolling_leaves_both_cards_as_they_are():
    duel = Duel(("threes",), ("threes", "pair"), (2, 0), (1, 0))
    options = SMALL.at(duel.rolled((1, 3), 1)).options
    assert list(options) == ["keep all", "keep 1", "keep 3", "reroll all"]
    assert options["keep all"] == duel.rolled((1, 3), 0)
    assert options["keep 3"].outcomes == [
        (duel.rolled(roll, 0), 1) for roll in [(1, 3), (2, 3), (3, 3)]
    ]


def test_each_player_plays_as_one_alone():
    alone = dataclasses.replace(QUICK, players=1)
    for position in QUICK_POSITIONS:
        if isinstance(position, DuelRolled):
            before = position.before
            expected = alone.at(before.turn.rolled(position.roll, position.rerolls))
            sign = -1 if before.mover else 1
            assert QUICK.at(position).options == {
                label: Gain(sign * gain.points, before.moved(gain.then))
                for label, gain in expected.options.items()
            }


# What it comes to, by hand


def test_a_game_without_choices_is_even():
    even = dataclasses.replace(QUICK, boxes=[PAIR], bonuses=(), repeat=None)
    assert solve(even, exact=True).value == Fraction(1, 2)
    assert solve(even, Win(tie=0), exact=True).value == Fraction(1, 3) * Fraction(2, 3)


@pytest.mark.parametrize(
    ("tie", "value"),
    [(Fraction(1, 2), Fraction(1, 2)), (0, Fraction(3, 16)), (1, Fraction(13, 16))],
)
def test_who_comes_second_knows_what_is_to_be_beaten(tie, value):
    """A coin of 1 or 2 with one reroll.

    The first player has a 2 in three games of four. Then the second ties in three of four, else the
    second wins in three of four and ties in the other.
    """
    assert solve(FLIP, Win(tie), exact=True).value == value


def test_the_second_player_stops_at_what_is_enough():
    flip = solve(FLIP, exact=True)
    assert flip.best(DuelRolled((), ("any",), (1,), 1), score=1) == "reroll all"
    assert flip.best(DuelRolled((), ("any",), (2,), 1), score=1) == "keep all"


def test_the_expected_score_of_two_is_how_much_the_first_wins_by():
    assert solve(QUICK, Score(), exact=True).value == 0


CARDS = [
    *(dataclasses.replace(FLIP, sides=sides, rerolls=2) for sides in (2, 6)),
    dataclasses.replace(QUICK, boxes=[ONES, ROW, PAIR], bonuses=QUICK.bonuses[1:], repeat=None),
    QUICK,
    dataclasses.replace(QUICK, repeat=Repeat("pair", 10, "free")),
    dataclasses.replace(QUICK, boxes=[PAIR, ONES], bonuses=(), rerolls=1),
    dataclasses.replace(QUICK, repeat=Repeat("pair", 10, "none"), in_order=True),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "objective"),
    [*((place, Win()) for place in range(len(CARDS))), (3, Win(tie=0)), (4, Score())],
)
def test_play_comes_to_what_it_does_at_the_table(place, objective):
    card = CARDS[place]
    expected = duel_by_hand.value(card, lambda lead: Fraction(objective.utility(lead)))
    assert solve_graph(card, objective, exact=True).value == expected


# Texts and tables


def test_a_position_is_read_back_from_its_text():
    for position in QUICK_POSITIONS:
        back = QUICK.read(QUICK.text(position))
        assert (type(back), back) == (type(position), position)


def test_a_text_stands_for_one_position():
    assert len(set(map(QUICK.text, QUICK_POSITIONS))) == len(QUICK_POSITIONS)


@pytest.mark.parametrize(
    ("position", "text"),
    [
        (Duel(("x",), ("x", "y")), "first=x second=x,y"),
        (Duel((), ()), "first=- second=-"),
        (
            Duel(("x",), ("y",), (0, 3), (2, 0), True, False),
            "first=x second=y first_totals=0,3 second_totals=2,0 first_repeat=yes",
        ),
        (DuelRolled(("x",), ("y",), (5,)), "first=x second=y roll=5"),
        (
            DuelRolled(("x",), ("y",), (1, 2), 1, (4,), (0,), False, True),
            "first=x second=y roll=1,2 rerolls=1 first_totals=4 second_totals=0 second_repeat=yes",
        ),
    ],
)
def test_a_text_leaves_out_what_says_nothing(position, text):
    assert SMALL.text(position) == text


def test_a_text_may_have_boxes_and_dice_in_any_order():
    read = SMALL.read("roll=3,1 second=pair,ones first=threes,ones rerolls=1 second_totals=2,0")
    assert read == DuelRolled(("ones", "threes"), ("ones", "pair"), (1, 3), 1, (0, 0), (2, 0))


def test_a_text_of_a_player_alone_is_no_position_of_two():
    with pytest.raises(PositionError, match="is not a position; write it like 'first="):
        SMALL.read("open=ones")
    with pytest.raises(PositionError, match="is not a position; write it like 'open="):
        Yahtzee().read("first=ones second=ones")


@pytest.mark.parametrize(
    ("card", "columns"),
    [
        (
            SMALL,
            {"first": "ones", "second": "ones,pair", "roll": "1,3", "rerolls": 1}
            | {"first_totals": "2,0", "second_totals": "0,5"}
            | {"first_repeat": False, "second_repeat": True},
        ),
        (
            Scorecard("one-die", dice=1, rerolls=1, boxes=faces(), players=2),
            {"first": "ones", "second": "ones,pair", "roll": 3, "rerolls": 1},
        ),
        (
            Scorecard("plain", dice=2, rerolls=0, boxes=faces(), players=2),
            {"first": "ones", "second": "ones,pair", "roll": "1,3"},
        ),
    ],
)
def test_a_table_has_the_columns_that_the_card_needs(card, columns):
    roll = (1, 3) if card.dice == 2 else (3,)
    told = (2, 0), (0, 5), False, True
    assert card.row_of(DuelRolled(("ones",), ("ones", "pair"), roll, 1, *told)) == columns


def test_a_game_that_was_played_is_looked_back_on_card_by_card():
    with pytest.raises(PositionError, match="players=1"):
        Record.read(Yahtzee(players=2), "22222 yahtzee")


# The promises of a game


class SlotsForTwo(Slots):
    """45-point slots, but for two."""

    players: int = parameter(default=2, low=2, high=2, doc="two who take turns")


class Trifle(DiceAndBoxes):
    """A small card with all that a card can have, for two."""

    players: int = parameter(default=2, low=1, high=2, doc="one, or two who take turns")

    @property
    def scorecard(self) -> Scorecard:
        boxes = {"boxes": [THREES, PAIR], "bonuses": QUICK.bonuses[1:]}
        return dataclasses.replace(QUICK, players=1, **boxes)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("game", [SlotsForTwo, Trifle])
def test_a_game_for_two_keeps_the_promises_of_a_game(game, check):
    check(game())


def test_the_turn_of_each_is_a_turn_of_the_card():
    for position in QUICK_POSITIONS:
        duel = position if isinstance(position, Duel) else position.before
        assert all(type(turn) is Turn for turn in duel.turns)
        assert 0 <= len(duel.turn.open) - len(duel.other.open) <= 1
