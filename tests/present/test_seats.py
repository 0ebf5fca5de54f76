"""Games for two in words: every player is called by name."""

from __future__ import annotations

from perfectplay.games.pig import Pig
from perfectplay.present.seats import addressed, player_names


def test_both_players_are_named_in_a_position_and_nobody_is_left_nameless():
    pig = Pig()
    for player in (0, 1):
        words = pig.describe(pig.read(f"mine=40 theirs=70 turn=21 player={player}"))
        for names in (player_names(0), player_names(1), ("Ann", "Bob")):
            told = addressed(words, names)
            assert "player" not in told
            assert all(number in told for number in ("40", "70", "21"))


def test_you_have_and_others_has():
    words = "the first player has 3, the second player has 4"
    assert addressed(words, player_names(0)) == "you have 3, the opponent has 4"
    assert addressed(words, player_names(1)) == "the opponent has 3, you have 4"


def test_a_game_for_one_keeps_its_words():
    assert addressed("two coins, no points", ()) == "two coins, no points"
