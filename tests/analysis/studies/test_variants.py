"""Variants: the same game with some rules changed, and nothing else."""

import pytest

from perfectplay.analysis.studies.axes import Axis
from perfectplay.analysis.studies.variants import checked, read_value, value_in, variant
from perfectplay.errors import ModelError, ParameterError
from perfectplay.games.coins import Coins
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.model.scorecard import Box, Scorecard


def test_a_variant_of_the_base_itself_is_the_base():
    keys = ["joker", "bonuses.upper.at", "rerolls", "boxes.full-house.points", "boxes.chance"]
    settings = {key: value_in(Yahtzee(), key) for key in keys}
    assert settings == {
        "joker": "forced",
        "bonuses.upper.at": 63,
        "rerolls": 2,
        "boxes.full-house.points": 25,
        "boxes.chance": True,
    }
    assert variant(Yahtzee(), settings).fingerprint == Yahtzee().fingerprint


def test_parameters_come_first_and_keys_of_the_card_then():
    changed = variant(Yahtzee(), {"repeat.points": 50, "joker": "free", "players": 2})
    assert (changed.card.repeat.points, changed.card.repeat.joker) == (50, "free")
    assert changed.players == 2


def test_with_a_box_goes_what_was_counted_of_it():
    without_sixes = variant(Yahtzee(), {"boxes.sixes": False}).card
    assert "sixes" not in without_sixes.names
    assert "sixes" not in without_sixes.bonuses[0].boxes
    without_yahtzee = variant(Yahtzee(), {"boxes.yahtzee": False}).card
    assert without_yahtzee.repeat is None
    no_upper = variant(Yahtzee(), {f"boxes.{name}": False for name in Yahtzee().card.names[:6]})
    assert no_upper.card.bonuses == ()


def test_bonuses_can_be_taken_off():
    plain = variant(Yahtzee(), {"bonuses.upper": False, "repeat": False}).card
    assert (plain.bonuses, plain.repeat) == ((), None)


def test_rules_that_do_not_go_together_are_told():
    with pytest.raises(ModelError, match="yahtzee, boxes 9: a full house"):
        variant(Yahtzee(), {"dice": 4})


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("jokr", "yahtzee has no 'jokr'; "),
        ("bonuses.uper.at", "yahtzee has no 'bonuses.uper'; did you mean 'upper'?"),
        ("bonuses.upper.att", "yahtzee has no 'bonuses.upper.att'; did you mean 'at'?"),
        ("bonuses.upper.at.now", "yahtzee has no 'bonuses.upper.at.now'; there are none"),
        ("boxes", "yahtzee: say what of 'boxes' varies"),
        ("name", "yahtzee has no 'name'"),
        ("", "yahtzee has no ''"),
    ],
)
def test_a_key_that_does_not_exist(key, message):
    with pytest.raises(ParameterError) as error:
        checked(Yahtzee(), Axis.of(key, [1]))
    assert message in str(error.value)


def test_values_that_a_key_does_not_take():
    with pytest.raises(ParameterError, match=r"boxes\.chance can only be on or off"):
        checked(Yahtzee(), Axis.of("boxes.chance", [1, 2]))
    with pytest.raises(ParameterError, match="joker=fre is not forced, free or none"):
        checked(Yahtzee(), Axis.of("joker", ["fre"]))
    with pytest.raises(ParameterError, match="coins has no parameter 'dice'"):
        checked(Coins(), Axis.of("dice", [1]))
    with pytest.raises(ParameterError, match=r"boxes\.chance=maybe is not on or off"):
        read_value(Yahtzee(), "boxes.chance", "maybe")


def test_a_card_of_python_code_has_parameters_only():
    card = Scorecard("own", dice=1, boxes=[Box("first", lambda roll: roll[0])])
    assert variant(card, {"players": 2}).players == 2
    with pytest.raises(ParameterError, match="own is not declared as data"):
        value_in(card, "dice")
