"""A game's parameters: types, ranges, words, and what is refused."""

import math
from fractions import Fraction
from typing import ClassVar, Literal

import pytest

from perfectplay import Game, parameter
from perfectplay.errors import ModelError, ParameterError
from perfectplay.games.coins import Coins
from perfectplay.games.farkle import Farkle
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.model.parameters import spell


class Rules(Game):
    """Rules of every kind.

    More about them.
    """

    dice: int = parameter(5, 1, 10, "dice to roll")
    bonus: float = parameter(35.0, 0.0)
    debt: int = parameter(-1, high=0)
    joker: Literal["forced", "free", "none"] = "forced"
    colours: Literal[2, 4] = 2
    last_turn: bool = False
    owner: str = "nobody"
    anything: int = 0
    share: float = 0.5
    players: ClassVar[int] = 2


def test_the_defaults_are_taken():
    assert Rules().parameter_values == {
        "dice": 5,
        "bonus": 35.0,
        "debt": -1,
        "joker": "forced",
        "colours": 2,
        "last_turn": False,
        "owner": "nobody",
        "anything": 0,
        "share": 0.5,
    }


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("dice", "dice=5 (1 to 10): dice to roll"),
        ("bonus", "bonus=35.0 (0.0 or more)"),
        ("debt", "debt=-1 (0 or less)"),
        ("joker", "joker=forced (forced, free or none)"),
        ("colours", "colours=2 (2 or 4)"),
        ("last_turn", "last_turn=off (on or off)"),
        ("owner", "owner=nobody (any)"),
        ("anything", "anything=0 (any)"),
        ("share", "share=0.5 (any)"),
    ],
)
def test_a_parameter_tells_its_range(name, text):
    assert str(Rules.parameters()[name]) == text


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[("dice", 1), ("dice", 10), ("bonus", 0.0), ("debt", 0), ("joker", "none")],
        *[("colours", 4), ("last_turn", True), ("owner", ""), ("anything", -(10**30))],
    ],
)
def test_a_value_in_range_is_taken(name, value):
    assert getattr(Rules(**{name: value}), name) == value


@pytest.mark.parametrize(
    ("name", "value", "range_"),
    [
        ("dice", 0, "1 to 10"),
        ("dice", 11, "1 to 10"),
        ("dice", 5.0, "1 to 10"),
        ("dice", True, "1 to 10"),
        ("dice", "5", "1 to 10"),
        ("dice", None, "1 to 10"),
        ("bonus", -0.5, "0.0 or more"),
        ("bonus", math.nan, "0.0 or more"),
        ("bonus", Fraction(1, 2), "0.0 or more"),
        ("debt", 1, "0 or less"),
        ("joker", "freed", "forced, free or none"),
        ("colours", 3, "2 or 4"),
        ("last_turn", 1, "on or off"),
        ("last_turn", "on", "on or off"),
        ("owner", 5, "a word"),
        ("share", math.inf, "a number"),
    ],
)
def test_a_value_out_of_range_is_refused_with_the_range(name, value, range_):
    with pytest.raises(ParameterError) as caught:
        Rules(**{name: value})
    assert str(caught.value).startswith(f"rules: {name}=")
    assert str(caught.value).endswith(range_)


def test_a_whole_number_is_taken_for_a_float():
    assert type(Rules(bonus=35).bonus) is float


@pytest.mark.parametrize(
    ("word", "value"),
    [
        *[("dice=7", 7), ("bonus=1.5", 1.5), ("bonus=2", 2.0), ("debt=-3", -3)],
        *[("joker=free", "free"), ("colours=4", 4), ("owner=a=b", "a=b"), ("owner=", "")],
        *[(f"last_turn={word}", True) for word in ("on", "yes", "true", "True")],
        *[(f"last_turn={word}", False) for word in ("off", "no", "false", "False")],
    ],
)
def test_a_word_is_read_by_the_parameters_type(word, value):
    name = word.partition("=")[0]
    assert getattr(Rules.from_words([word]), name) == value


def test_every_value_is_read_back_from_its_word():
    rules = Rules(dice=3, last_turn=True, joker="none", colours=4, share=0.125, owner="me")
    words = [f"{name}={spell(value)}" for name, value in rules.parameter_values.items()]
    assert Rules.from_words(words) == rules


@pytest.mark.parametrize(
    ("words", "complaint", "remedy"),
    [
        (["dices=3"], "rules has no parameter 'dices'", "did you mean 'dice'?"),
        (["zebra=3"], "rules has no parameter 'zebra'", "there are: dice, bonus, debt, joker, "),
        (["dice"], "rules: 'dice' lacks a value", "write dice=VALUE"),
        (["dice=3", "dice=4"], "rules: dice is given twice", ""),
        (["dice=many"], "rules: dice=many is not", "1 to 10"),
        (["dice=3.5"], "rules: dice=3.5 is not", "1 to 10"),
        (["dice="], "rules: dice= is not", "1 to 10"),
        (["dice=99"], "rules: dice=99 is not", "1 to 10"),
        (["bonus=nan"], "rules: bonus=nan is not", "0.0 or more"),
        (["share=inf"], "rules: share=inf is not", "a number"),
        (["last_turn=maybe"], "rules: last_turn=maybe is not", "on or off"),
        (["joker=wild"], "rules: joker=wild is not", "forced, free or none"),
        (["colours=3"], "rules: colours=3 is not", "2 or 4"),
    ],
)
def test_a_word_that_makes_no_sense_is_refused_with_what_would(words, complaint, remedy):
    with pytest.raises(ParameterError) as caught:
        Rules.from_words(words)
    assert str(caught.value).startswith(complaint)
    assert remedy in str(caught.value)


def test_an_unknown_parameter_is_refused_in_python_too():
    with pytest.raises(ParameterError, match="rules has no parameter 'die'; did you mean 'dice'"):
        Rules(die=3)


def test_a_parameter_must_have_a_plain_type():
    class Listed(Game):
        boxes: list[int] = parameter(None)

    with pytest.raises(ModelError, match=r"parameter boxes has type .*; use int, float, bool"):
        Listed.parameters()


def test_a_parameter_must_have_a_default():
    class Undecided(Game):
        dice: int

    with pytest.raises(ModelError, match="parameter dice has no default; give it one"):
        Undecided.parameters()


def test_parameters_are_given_in_their_order_or_by_name():
    assert Coins(3, 5) == Coins(3, target=5) == Coins(coins=3, target=5)
    assert Yahtzee("free", players=2) == Yahtzee(joker="free", players=2)


@pytest.mark.parametrize(
    ("values", "named", "line"),
    [
        ((1, 2, 3), {}, "coins takes 2 parameters in order (coins, target), not 3"),
        ((1,), {"coins": 2}, "coins: 'coins' is given twice; give it once"),
        (("a",), {}, "coins: coins=a is not a whole number from 1 to 40"),
    ],
)
def test_parameters_in_order_are_checked(values, named, line):
    with pytest.raises(ParameterError) as refused:
        Coins(*values, **named)
    assert str(refused.value) == line


def test_farkle_for_two_tells_what_it_is_played_to():
    assert repr(Farkle(players=2)) == "Farkle(rules='online', target=10000, players=2)"
