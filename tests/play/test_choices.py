"""What players type: the option that is meant, or what else they could have said."""

from __future__ import annotations

import itertools

import pytest

from perfectplay import PerfectPlayError
from perfectplay.games.coins import Coins
from perfectplay.games.video_poker import VideoPoker
from perfectplay.games.yazy import Yazy
from perfectplay.play.choices import read_choice

YAZY = Yazy()
ROLL = YAZY.read("open=sixes,straight roll=2,3,4,6,6 rerolls=1")
KEEPS = list(YAZY.at(ROLL).options)
DOWN = YAZY.read("open=sixes,straight roll=2,3,4,6,6 rerolls=0")


def test_every_option_is_read_by_its_own_name_in_any_case_and_order():
    for game in (YAZY, Coins(coins=3, target=3)):
        position = ROLL if game is YAZY else game.start()
        options = list(game.at(position).options)
        for option in options:
            words = str(option).split()
            for typed in (str(option), str(option).upper(), f"  {' '.join(words)} "):
                assert read_choice(game, position, options, typed) == option


@pytest.mark.parametrize("typed", [",".join(p) for p in itertools.permutations("266")])
def test_dice_to_keep_may_be_named_in_any_order(typed):
    assert read_choice(YAZY, ROLL, KEEPS, typed) == "keep 2 6 6"


@pytest.mark.parametrize("typed", ["-", "none", "Nothing", "reroll"])
def test_to_keep_nothing_is_to_roll_all(typed):
    assert read_choice(YAZY, ROLL, KEEPS, typed) in KEEPS
    assert "2" not in str(read_choice(YAZY, ROLL, KEEPS, typed))


@pytest.mark.parametrize("typed", ["all", "stop", "stay", "2 3 4 6 6"])
def test_to_keep_everything_is_to_be_done(typed):
    assert read_choice(YAZY, ROLL, KEEPS, typed) == read_choice(YAZY, ROLL, KEEPS, "all")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("666", "6 6 6 cannot be kept from 2 3 4 6 6"),
        ("bananas", "type the dice to keep, all or none"),
    ],
)
def test_dice_that_are_not_there_are_refused(typed, told):
    with pytest.raises(PerfectPlayError, match=told):
        read_choice(YAZY, ROLL, KEEPS, typed)


def test_a_word_that_begins_several_options_names_them():
    with pytest.raises(PerfectPlayError, match=r"three-of-a-kind.*two-pairs|threes"):
        read_choice(YAZY, "any", ["threes", "three-of-a-kind", "sixes"], "three")


def test_an_option_that_is_not_on_offer_is_refused_with_the_nearest():
    with pytest.raises(PerfectPlayError, match="sixes"):
        read_choice(YAZY, DOWN, list(YAZY.at(DOWN).options), "sixxes")


def test_cards_to_hold_may_be_named_in_any_order_and_with_a_ten_in_digits():
    game = VideoPoker()
    hand = game.read("cards=Th,Qh,2c,3d,9s")
    options = list(game.at(hand).options)
    assert read_choice(game, hand, options, "qh 10h") == read_choice(game, hand, options, "Th Qh")
    with pytest.raises(PerfectPlayError, match="not in the hand"):
        read_choice(game, hand, options, "Ac")
