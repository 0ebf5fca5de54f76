"""`perfectplay play`: everything by keyboard, in 80 columns, with an account that adds up."""

from __future__ import annotations

import io
import re

import pytest


@pytest.fixture
def play(perfectplay, monkeypatch):
    def run(*words: str, typed: str):
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed.split("|")) + "\n"))
        return perfectplay("play", *words)

    return run


def test_a_game_alone_adds_up(play):
    ran = play("slots", "--seed", "1", "--json", typed="flip|+4odd|bin|x3|x2even|+4low|bin|x3")
    [seat] = ran.json["players"]
    assert ran.json["over"]
    assert len(seat["decisions"]) == 6
    assert seat["came_to"] == float(seat["score"] >= 45)
    assert ran.json["value"] + seat["luck"] - seat["lost"] == pytest.approx(seat["came_to"])


def test_best_play_loses_nothing_and_takes_turns(play):
    ran = play("slots", "--against", "optimal", "--seed", "2", "--json", typed="bin|x3|flip")
    you, other = ran.json["players"]
    assert (you["name"], other["name"], other["lost"]) == ("you", "best play", 0)
    assert len(other["decisions"]) == len(you["decisions"]) == 3
    assert not ran.json["over"]


def test_hints_undo_score_card_help_and_mistakes(play):
    typed = "?|666|7|all|undo|undo|4 4|-|score|card|help|on|all|quit"
    out = play("yazy", "--seed", "3", typed=typed).out
    for part in (
        "keep 4 4, reroll three                 163.94  best",
        "6 6 6 cannot be kept from 1 2 2 4 4",
        "'7' in '7' is not on a die",
        "taken back",
        "there is nothing to take back",
        "you: luck ",
        "take your last decision back",
        "You stopped here.",
    ):
        assert part in out, part
    assert max(map(len, out.splitlines())) < 80
    assert "\x1b" not in out


def test_a_move_taken_back_meets_the_same_dice(play):
    once = play("yazy", "--seed", "5", typed="-|quit").out
    twice = play("yazy", "--seed", "5", typed="-|undo|-|quit").out
    assert once.splitlines()[-6:] == twice.splitlines()[-6:]


def test_a_game_for_two(play):
    ran = play("greed", "max=6", "sides=2", "--seed", "1", "--json", typed="1|0|0|0")
    you, other = ran.json["players"]
    assert ran.json["over"]
    assert other["lost"] == 0
    assert you["luck"] == -other["luck"]
    assert ran.json["value"] + you["luck"] - you["lost"] == pytest.approx(you["came_to"])


def test_two_people_and_going_second(play):
    ran = play("greed", "max=6", "sides=2", "--against", "person", typed="1|0|0|quit")
    assert "first person against second person" in ran.out
    assert "second person> " in ran.err
    ran = play("greed", "max=6", "sides=2", "--second", "--seed", "1", "--json", typed="0|0|0")
    assert [seat["person"] for seat in ran.json["players"]] == [False, True]


def test_who_goes_second_is_told_their_own_chances(play):
    seat = ("--second", "--seed", "4")
    ran = play("pig", "target=20", *seat, "--json", typed="r|hold|quit")
    you = ran.json["players"][1]
    assert you["start"] == pytest.approx(1 - ran.json["value"])
    assert you["came_to"] == 0
    out = play("pig", "target=20", *seat, typed="r|hold|quit").out
    assert "you: worth 38.44 % at the start" in out
    hints = play("greed", "max=20", *seat, typed="?|quit").out
    values = re.findall(r"(\S+) %  (?:best|costs)", hints)
    assert values == ["48.59", "48.49", "48.11", "48.11", "47.65"]


def test_pig_and_greed_tell_what_is_rolled_and_who_has_won(play):
    out = play("pig", "target=20", "--seed", "4", typed="r|r|r|r|r|r|r|r|r|r|r|r|r|r|r").out
    assert re.search(r"  you rolled \d: \d+ in this turn", out)
    assert re.search(r"  best play rolled \d: \d+ in this turn", out)
    assert re.search(r"  (you have|best play has) won", out)
    assert "lost the turn" in out
    out = play("greed", "max=10", "sides=4", "--seed", "1", typed="2|0|0|0|0").out
    assert re.search(r"  you rolled \d with 2 dice: \d now", out)
    assert "the first player" not in out


def test_a_game_is_saved_for_a_review(play, perfectplay, tmp_path):
    file = tmp_path / "game.txt"
    typed = "12|-|ones|all|fours|none|-|sixes|quit"
    played = play("yazy", "--seed", "3", "--save", str(file), "--json", typed=typed).json
    reviewed = perfectplay("review", str(file), "--json").json
    [you] = played["players"]
    assert len(reviewed["turns"]) == 3
    assert reviewed["lost"] == pytest.approx(you["lost"])
    refused = play("pig", "target=20", "--save", str(file), typed="quit")
    assert refused.code == 2
    assert "pig is not played on a scorecard" in refused.err


def test_what_cannot_be_saved_is_told_before_the_game(play, tmp_path):
    refused = play("yazy", "--save", str(tmp_path / "none" / "game.txt"), typed="quit")
    assert refused.code == 2
    assert "cannot write" in refused.err
    assert "turn 1" not in refused.out


def test_interrupting_ends_with_the_review(perfectplay, monkeypatch):
    class Interrupted(io.StringIO):
        def readline(self, *_):
            raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", Interrupted())
    ran = perfectplay("play", "slots", "--seed", "1")
    assert ran.code == 0
    assert "You stopped here." in ran.out


def test_ones_own_game_needs_no_words(play, own_game):
    ran = play("mine.py:OneReroll", "--seed", "1", typed="k")
    assert "keep, reroll" in ran.out
    assert "The game is over." in ran.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["coins", "--against", "nobody"], "'nobody' cannot be played against"),
        (["greed", "max=6", "--against", "dice"], "greed is for two"),
        (["coins", "--second"], "--second is for games for two"),
    ],
)
def test_mistakes_are_one_line(play, words, told):
    ran = play(*words, typed="")
    assert ran.code == 2
    assert told in ran.err
