"""A position is entered in the same way in every game: in part, or by what lies on the table."""

from __future__ import annotations

import pytest

from perfectplay.games import registry


def test_what_is_left_out_is_filled_in_and_said(perfectplay):
    ran = perfectplay("advise", "pig", "target=30", "--at", "mine=10 turn=6")
    assert ran.code == 0
    assert "filled in" in ran.out
    assert "theirs=0, player=0" in ran.out
    whole = perfectplay(
        "advise", "pig", "target=30", "--at", "mine=10 theirs=0 turn=6 player=0", "--json"
    ).json
    part = perfectplay("advise", "pig", "target=30", "--at", "mine=10 turn=6", "--json").json
    assert (part["assumed"], whole["assumed"]) == (["theirs=0", "player=0"], [])
    assert part["options"] == whole["options"]


@pytest.mark.parametrize(
    ("words", "position"),
    [
        ("pig target=30 --score 10 --opponent 20", "mine=10 theirs=20 turn=0 player=0"),
        ("farkle --dice 615312", "mine=0 turn=0 dice=6 roll=1,1,2,3,5,6"),
        ("shut-the-box --dice 34", "open=1,2,3,4,5,6,7,8,9 roll=7"),
        ("bear-off checkers=3 --dice 61", "board=6,6,6 dice=6,1"),
        ("cant-stop sides=3 --dice 3211", "mine=0,0,0,0,0 turn=0,0,0,0,0 dice=1,1,2,3"),
        ("snackjack --cards 23 --up 3", "cards=2,3 dealer=3 done=- waiting=- peek=no"),
    ],
)
def test_what_lies_on_the_table_is_told_alike(perfectplay, words, position):
    assert perfectplay("advise", *words.split(), "--json").json["position"] == position


@pytest.mark.parametrize(
    ("words", "at", "position"),
    [
        ("shut-the-box --dice 3", "open=1,2,3", "open=1,2,3 roll=3"),
        ("shut-the-box --dice 12", "open=1,2,3 roll=3", "open=1,2,3 roll=3"),
        ("pig target=30 --opponent 20", "mine=10 turn=6", "mine=10 theirs=20 turn=6 player=0"),
        ("slots --dice 5 --score 30", "open=x3,bin", "open=x3,bin roll=5"),
        ("bear-off checkers=3 --dice 61", "board=1,2,3", "board=3,2,1 dice=6,1"),
    ],
)
def test_what_lies_on_the_table_goes_with_fields(perfectplay, words, at, position):
    both = perfectplay("advise", *words.split(), "--at", at, "--json").json
    assert both["position"] == position
    score = ["--score", str(both["score"])] if both["score"] is not None else []
    game = [word for word in words.split()[:2] if not word.startswith("-")]
    whole = perfectplay("advise", *game, "--at", position, *score, "--json").json
    assert both["options"] == whole["options"]


@pytest.mark.parametrize(
    ("words", "at", "complaint"),
    [
        (
            "shut-the-box --dice 12",
            "open=1,2,3 roll=4",
            "--dice says roll=3, but --at says roll=4; give one of them",
        ),
        ("pig --opponent 20", "wine=3", "--at 'wine=3' names a field that pig does not have"),
        ("pig --opponent 20", "mine", "--at 'mine' cannot be combined with --opponent"),
        ("pig --dice 6", "mine=3", "pig has no --dice"),
        ("yazy --card ones=1", "open=twos", "--card excludes --at and --score"),
    ],
)
def test_what_does_not_go_together_is_said(perfectplay, words, at, complaint):
    ran = perfectplay("advise", *words.split(), "--at", at)
    assert ran.code == 2
    assert complaint in ran.err


@pytest.mark.parametrize("option", ["--cards=Ah", "--opponent=3", "--dice=3"])
def test_the_example_in_the_error_works(perfectplay, option):
    ran = perfectplay("advise", "coins", option)
    assert ran.code == 2
    example = ran.err.split("--at '")[1].split("'")[0]
    assert perfectplay("advise", "coins", "--at", example).code == 0
    assert registry.find("coins")().read(example) == registry.find("coins")().start()


def test_the_table_is_drawn(perfectplay):
    ran = perfectplay("advise", "shut-the-box", "--at", "open=1,3,9 roll=4")
    assert "tiles  [1]  ·  [3]  ·   ·   ·   ·   ·  [9]" in ran.out
