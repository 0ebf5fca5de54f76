"""Two players on scorecards, on the command line."""

import pytest

MINE = "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18 three-of-a-kind=20"
THEIRS = "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18 full-house=25"
TABLE = ("yazy", "players=2", "--objective", "win", "--mine", MINE, "--theirs", THEIRS)


def test_the_options_are_ranked_by_the_chance_to_win(perfectplay):
    ran = perfectplay("advise", *TABLE, "--dice", "33351", "--rerolls", "1")
    assert ran.code == 0
    assert "you are behind by 5" in ran.out
    assert "chance to win  32.029 % (a tie counts 0.5)" in ran.out
    assert "best  keep 3 3 3, reroll two         32.029 %" in ran.out


def test_reasons_tell_what_playing_for_points_costs(perfectplay):
    ran = perfectplay("advise", *TABLE, "--dice", "33351", "--rerolls", "0", "--why")
    assert "For the expected score you would fill" in ran.out
    told = perfectplay(
        "advise", *TABLE, "--dice", "33351", "--rerolls", "0", "--why", "--json"
    ).json
    costs = {option["option"]: option["cost"] for option in told["options"]}
    assert told["for_points"]["cost"] == costs[told["for_points"]["option"]]


def test_both_sides_see_chances_that_add_up(perfectplay):
    first = perfectplay("advise", *TABLE, "--json").json
    assert first["lead"] == -5
    second = perfectplay(
        *("advise", "yazy", "players=2", "--mine", THEIRS, "--json"),
        *("--theirs", f"{MINE} straight=40"),
    ).json
    assert second["lead"] == -35
    assert second["position"].startswith("first=four-of-a-kind,full-house,five-of-a-kind")


def test_without_dice_one_is_told_to_roll(perfectplay):
    assert "Roll the dice" in perfectplay("advise", *TABLE).out


def test_a_yahtzee_end_game_is_solved_from_there(perfectplay):
    full = "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18 three-of-a-kind=20 four-of-a-kind=0"
    ran = perfectplay(
        *("advise", "yahtzee", "players=2", "--dice", "33351", "--json"),
        *("--mine", f"{full} full-house=25 small-straight=30 yahtzee=50"),
        *("--theirs", f"{full} full-house=25 large-straight=40 yahtzee=0"),
    )
    assert ran.json["lead"] == 40
    assert 0.9 < ran.json["chance"] < 1


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("yazy", "--mine", MINE), "players=2, which Yazy() is not"),
        (("coins", "--mine", "x"), "coins is not played on two scorecards"),
        (("yazy", "players=2", "--mine", "ones"), "points of every filled box"),
        (("yazy", "players=2", "--mine", MINE), "you have 4 open boxes and they have 11"),
        ((*TABLE, "--rerolls", "1"), "--rerolls needs --dice"),
        ((*TABLE, "--dice", "33351", "--rerolls", "3"), "3 rerolls cannot be left"),
        ((*TABLE, "--dice", "3335"), "'3335' shows 4 dice"),
        ((*TABLE, "--at", "first=ones second=ones"), "exclude --at"),
        (("yazy", "players=2", "--mine", "ones=7", "--theirs", "ones=1"), "ones=7 is impossible"),
        (("yahtzee", "players=2", "--mine", "", "--theirs", ""), "pairs of cards"),
        (("yazy", "players=3", "--mine", ""), "players=3 is not a whole number from 1 to 2"),
        ((*TABLE[:2], "-o", "score", *TABLE[4:]), "solved for the win, not for 'score'"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(perfectplay, words, complaint):
    ran = perfectplay("advise", *words)
    assert ran.code == 2
    assert complaint in ran.err
    assert ran.err.count("\n") == 1


def test_large_games_are_refused_with_their_states(perfectplay):
    assert "306,356,498 states" in perfectplay("solve", "yazy", "players=2", "--memory", "1g").err


def test_a_card_of_ones_own_is_played_by_two(perfectplay, tmp_path):
    path = tmp_path / "two-dice.toml"
    path.write_text(
        'name = "two dice"\ndice = 2\nrerolls = 1\n'
        '[[boxes]]\nname = "ones"\nrule = "face"\nface = 1\n'
        '[[boxes]]\nname = "pair"\nrule = "of-a-kind"\ncount = 2\npoints = 9\n'
        '[[boxes]]\nname = "any"\nrule = "chance"\n'
    )
    ran = perfectplay("solve", str(path), "players=2", "--json")
    assert 0.4 < ran.json["value"] < 0.5
    matches = perfectplay("compare", str(path), "players=2", "optimal", "score", "--json").json
    values = {tuple(match["strategies"]): match["value"] for match in matches["results"]}
    assert values["optimal", "optimal"] == pytest.approx(ran.json["value"])
    assert values["score", "score"] == pytest.approx(0.5)
    assert values["optimal", "score"] >= values["optimal", "optimal"] >= values["score", "optimal"]


def test_a_saved_duel_is_asked(perfectplay, tmp_path):
    path = str(tmp_path / "slots.safetensors")
    assert perfectplay("solve", "slots", "players=2", "--save", path).code == 0
    ran = perfectplay(
        "advise", path, "--mine", "x3=15", "--theirs", "bin=0", "--dice", "6", "--json"
    )
    assert ran.json["lead"] == 15
    assert perfectplay("verify", path).code == 0
