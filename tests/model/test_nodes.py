"""Nodes as their authors write them."""

from fractions import Fraction

import pytest
from icepool import Die, coin, d

from perfectplay import Chance, Choice, Final, Gain
from perfectplay.errors import ModelError
from perfectplay.model import Inline


def test_gains_are_equal_if_points_and_destination_are():
    assert Gain(1, "here") == Gain(1.0, "here")
    assert hash(Gain(1, "here")) == hash(Gain(1.0, "here"))


@pytest.mark.parametrize("other", [Gain(2, "here"), Gain(1, "there"), (1, "here")])
def test_gains_differ_if_points_or_destination_do(other):
    assert Gain(1, "here") != other


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (Gain(1, "here"), "Gain(1, 'here')"),
        (Final(), "Final(0)"),
        (Choice({"a": "b"}), "Choice({'a': 'b'})"),
        (Choice({"a": "b"}, 1), "Choice({'a': 'b'}, player=1)"),
        (Chance({"a": 1}), "Chance([('a', 1)])"),
        (Chance.weighted({"a": 1, "b": 2}), "Chance([('a', 1), ('b', 2)], total=3)"),
    ],
)
def test_a_node_shows_how_it_was_written(node, text):
    assert repr(node) == text


@pytest.mark.parametrize("die", [6, None, "d6", {1: 1, 2: 1}])
def test_what_is_no_die_is_refused_with_what_would_be_one(die):
    with pytest.raises(ModelError, match=r"takes a die, such as icepool's d\(6\), not"):
        Chance.of(die)


@pytest.mark.parametrize(
    "chance",
    [
        Chance({"win": 0.25, "lose": 0.75}),
        Chance([("win", Fraction(1, 4)), ("lose", Fraction(3, 4))]),
        Chance({"win": 1, "lose": 3}, total=4),
        Chance.weighted({"win": 1, "lose": 3}),
        Chance.weighted([("win", 2), ("lose", 6), ("never", 0)]),
        Chance.of(Die({"win": 1, "lose": 3})),
        Chance.of(2 @ coin(1, 2), lambda heads: "win" if heads == 2 else "lose"),
        Chance.of(d(4)).then(lambda face: "win" if face == 1 else "lose"),
    ],
)
def test_every_way_to_write_a_chance_means_the_same(chance):
    odds = {}
    for then, share in zip(chance.thens, chance.odds.fractions(), strict=True):
        odds[then] = odds.get(then, 0) + share
    assert odds == {"win": Fraction(1, 4), "lose": Fraction(3, 4)}


@pytest.mark.parametrize("weights", [(1, 2), (Fraction(1, 3), Fraction(2, 3)), (0.5, 1.0)])
def test_floats_and_fractions_of_the_same_odds_agree(weights):
    odds = Chance.weighted(list(zip("ab", weights, strict=True))).odds
    assert odds.floats() == [float(share) for share in odds.fractions()]


def test_a_chance_leads_on_without_a_change_of_the_first():
    first = Chance({1: 0.5, 2: 0.5})
    first.then(str)
    assert first.thens == [1, 2]


def test_the_outcomes_are_told_with_their_weights():
    assert Chance.weighted({"a": 1, "b": 2}).outcomes == [("a", 1), ("b", 2)]


def test_a_node_in_place_is_named_by_its_position_and_the_way_to_it():
    assert str(Inline((5, 0), ("roll", 3))) == "(5, 0) > roll > 3"
