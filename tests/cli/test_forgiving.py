"""Names in any case, by their beginnings or in short; dice with or without spaces."""

from __future__ import annotations

import io

import pytest


def test_a_game_and_its_boxes_are_found_by_what_people_write(perfectplay):
    plain = perfectplay(
        *("advise", "yazy", "--dice", "66633", "--json", "--card"),
        "full-house=25 ones=3 three-of-a-kind=20 straight=0",
    )
    short = perfectplay(
        *("advise", "YAZ", "--dice", "6 6 6 3 3", "--json", "--card"),
        "FH=25 aces=3 3k=20 Str=0",
    )
    assert plain.json["options"] == short.json["options"]


def test_a_word_that_can_be_several_names_is_told_so(perfectplay):
    ran = perfectplay("advise", "yazy", "--dice", "66633", "--card", "three=3")
    assert ran.code == 2
    assert "'three' can be threes or three-of-a-kind; write more of it" in ran.err
    assert "'ya' can be yacht, yahtzee, yatzy or yazy" in perfectplay("solve", "ya").err


def test_a_record_is_read_as_it_was_jotted_down(perfectplay, tmp_path):
    neat, loose = tmp_path / "neat.txt", tmp_path / "loose.txt"
    neat.write_text("game yazy\n13356 keep 33 33146 keep 33 33325 threes\n22233 full-house\n")
    loose.write_text(
        "game Yazy\n1 3 3 5 6 Keep 3 3 3 3 1 4 6 keep 3 3 33325 THREES\n2 2 2 3 3 fh\n"
    )
    one, other = (perfectplay("review", str(file), "--json") for file in (neat, loose))
    assert one.json["turns"] == other.json["turns"]


def test_a_box_is_chosen_by_its_short_name(perfectplay, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("all\nfull\nall\n3K\n"))
    ran = perfectplay("play", "yazy", "--seed", "3", "--json")
    chosen = [each["chosen"] for each in ran.json["players"][0]["decisions"]]
    assert chosen[1::2] == ["full-house", "three-of-a-kind"]


def test_advice_without_dice_asks_for_them(perfectplay):
    out = perfectplay("advise", "yazy").out
    assert "Roll the dice, then ask with --dice." in out
    assert len(out.splitlines()) < 8


@pytest.mark.parametrize("typed", ["66633\n", "6 6 6 3 3\n"])
def test_at_a_terminal_the_dice_are_typed_when_they_are_asked_for(perfectplay, monkeypatch, typed):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setattr("sys.stdin", Terminal(typed))
    ran = perfectplay("advise", "yazy", "--card", "ones=3")
    assert "What did you roll?" in ran.err
    assert "Roll the dice" not in ran.out
    assert "best  keep 6 6 6, reroll two" in ran.out
    for nothing in ("", "\n"):
        monkeypatch.setattr("sys.stdin", Terminal(nothing))
        assert perfectplay("advise", "yazy").code == 0
    monkeypatch.setattr("sys.stdin", Terminal(typed))
    assert "options" in perfectplay("advise", "yazy", "--json").json


def test_a_box_in_advice_has_the_words_of_the_page(perfectplay):
    out = " ".join(perfectplay("advise", "yazy", "--dice", "66633", "--why").out.split())
    assert "chance it you would average" in out
    assert "At the end of the turn, with best play" in out
    assert "made" not in out
    assert "filled" not in out


@pytest.mark.parametrize("dice", ["6", "666"])
def test_one_die_is_a_die(perfectplay, dice):
    told = perfectplay("advise", "yazy", "--dice", dice).err
    assert ("1 die;" in told) == (dice == "6")
