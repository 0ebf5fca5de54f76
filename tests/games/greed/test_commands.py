"""`perfectplay greed ...`: the numbers are the library's, the figures are written, errors are one line."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import pytest

from perfectplay.engines.race.evaluate.matches import matches
from perfectplay.engines.race.ratings import HALF, Ratings
from perfectplay.games.greed import Greed
from perfectplay.games.greed.audit import audit
from perfectplay.games.greed.strategies import until
from perfectplay.model.dice_sums import chance_of, variance
from perfectplay.objectives import Win
from tests.by_engine import solve_race

GREED_10_3 = "14352595/28697814"


def test_pmf_has_the_exact_chances(perfectplay):
    answer = perfectplay("greed", "pmf", "--dice", "2,3", "--sides", "4", "--json").json
    assert [each["dice"] for each in answer["sums"]] == [2, 3]
    for each in answer["sums"]:
        assert Fraction(each["variance"]) == variance(each["dice"], 4)
        chances = {row["total"]: Fraction(row["exact"]) for row in each["totals"]}
        assert sum(chances.values()) == 1
        assert all(chance == chance_of(total, each["dice"], 4) for total, chance in chances.items())


def test_pmf_tells_means_variances_and_ways(perfectplay):
    out = perfectplay("greed", "pmf").out
    assert "3 dice  mean 21/2, variance 35/4, 216 ways in all" in out
    assert [line.split()[:4] for line in out.splitlines() if line.split()[:1] == ["7"]] == [
        ["7", "6", "16.667", "%"]
    ]


def test_pmf_of_many_dice_shows_the_likely_totals(perfectplay):
    out = perfectplay("greed", "pmf", "--dice", "1,30", "--sides", "20").out
    assert "560 less likely totals; --json has all" in out
    assert "20^30 ways" in out


@pytest.mark.parametrize(("command", "last"), [("terminal", True), ("normal", False)])
def test_boards_have_every_state(perfectplay, command, last):
    answer = perfectplay("greed", command, "max=12", "sides=4", "--exact", "--json").json
    ratings = Ratings.of(12, 4, 12, HALF, exact=True)
    assert answer["last"] is last
    for mine in range(13):
        for theirs in range(13):
            rating, dice = ratings.best(mine, theirs, last=last, player=0)
            assert answer["dice"][mine][theirs] == dice
            assert answer["ratings"][mine][theirs] == float(rating)
            assert Fraction(answer["exact"][mine][theirs]) == rating


@pytest.mark.parametrize(("command", "last"), [("terminal", True), ("normal", False)])
def test_the_board_in_text_reads_across_and_upwards(perfectplay, command, last):
    lines = perfectplay("greed", command).out.splitlines()
    ratings = Ratings.of(20, 3, 20, HALF, exact=False)
    rows = dict(line.split("│") for line in lines if "│" in line)
    assert len(rows) == 21
    for theirs, row in rows.items():
        for mine, dice in enumerate(row.split()):
            assert int(dice) == ratings.best(mine, int(theirs), last=last, player=0)[1]
    assert max(map(len, lines)) <= 80


def test_a_large_board_is_summed_up(perfectplay):
    out = perfectplay("greed", "normal", "max=100", "sides=6").out
    assert "0.513841733041" in out
    assert "The board is 101 by 101 states" in out
    assert "│" not in out
    assert max(map(len, out.splitlines())) <= 80


def test_the_most_dice_in_a_roll_are_kept_to(perfectplay):
    answer = perfectplay("greed", "normal", "dice=2", "--json").json
    assert max(map(max, answer["dice"])) == 2


def test_one_state_ranks_all_numbers_of_dice(perfectplay):
    answer = perfectplay("greed", "normal", "max=10", "--at", "2,4", "--exact", "--json").json
    ratings = Ratings.of(10, 3, 10, HALF, exact=True).options(2, 4, last=False, player=0)
    assert {each["dice"]: Fraction(each["exact"]) for each in answer["options"]} == dict(
        enumerate(ratings)
    )


def test_first_moves_and_the_correction(perfectplay):
    words = ("greed", "first-move", "--max", "10,20", "--sides", "3,6")
    moves = perfectplay(*words, "--exact", "--json").json["moves"]
    assert [(move["max"], move["sides"]) for move in moves] == [(10, 3), (20, 3), (10, 6), (20, 6)]
    assert moves[0]["exact"] == GREED_10_3
    assert moves[1]["exact"] == "16868586063910603/33354363399333138"
    for ran in (perfectplay(*words), perfectplay(*words, "--exact")):
        assert f"max=10 sides=3 is exactly {GREED_10_3} = 0.500128511531" in ran.out
        assert "0.54" in ran.out
    assert "0.54" not in perfectplay("greed", "first-move", "--max", "20").out


def test_first_moves_of_the_classic_game(perfectplay):
    [move] = perfectplay("greed", "first-move", "--max", "100", "--sides", "6", "--json").json[
        "moves"
    ]
    assert move["rating"] == pytest.approx(0.513841733041, abs=1e-12)
    assert move["first_roll"] == 24


def test_conjectures_are_told_as_the_audit_has_them(perfectplay):
    answer = perfectplay("greed", "conjectures", "max=10", "--json").json
    for told, finding in zip(answer["findings"], audit(10, 3), strict=True):
        assert told["statement"] == finding.statement
        assert told["states"] == finding.states
        assert (told["holds"], told["strictly"]) == (finding.holds, finding.strictly)
        assert [Fraction(case["rating"]) for case in told["fails"]] == [
            case.rating for case in finding.fails
        ]


def test_conjectures_tell_weakly_from_strictly(perfectplay):
    out = " ".join(perfectplay("greed", "conjectures", "max=10").out.split())
    assert "holds weakly: no counterexample among 66 states, but 10 times" in out
    assert "holds strictly: no counterexample among 66 states" in out
    assert "fails at 9 of 121 states" in out
    assert "512635/1062882" in out


def test_players_meet_best_play_in_both_seats(perfectplay):
    words = ("greed", "players", "max=10", "until:8", "by-the-mean")
    answer = perfectplay(*words, "--json").json["matches"]
    pairs = [(match["first"], match["second"]) for match in answer]
    assert pairs[:2] == [("best play", "until:8"), ("until:8", "best play")]
    assert len(pairs) == 4
    game = Greed(max=10, sides=3)
    strategies = {"best play": solve_race(game, Win()).play, "until:8": until(8)}
    values = {result.strategies: result.value for result in matches(game, strategies)}
    for pair, match in zip(pairs[:2], answer[:2], strict=True):
        assert match["rating"] == pytest.approx(values[pair], abs=1e-12)
        assert match["win"] + match["tie"] + match["lose"] == pytest.approx(1)


def test_a_player_of_ones_own_meets_best_play(perfectplay, own_game):
    (own_game / "timid.py").write_text(
        "def one(decision):\n    return min(1, decision.options[-1])\n"
    )
    out = perfectplay("greed", "players", "max=6", "timid.py:one").out
    assert "timid.py:one" in out


def test_some_players_are_known_without_being_named(perfectplay):
    out = perfectplay("greed", "players", "max=8").out
    for name in ("until:7", "always:2", "always:4", "by-the-mean", "as-if-last"):
        assert name in out


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("pmf",),
        ("terminal", "max=6"),
        ("normal", "max=40"),
        ("terminal", "max=9", "--at", "3,5"),
        ("normal", "max=9", "--at", "3,5"),
        ("first-move", "--max", "1-20"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("name", ["greed.svg", "greed.png"])
def test_figures_are_written_and_nothing_else(perfectplay, tmp_path, monkeypatch, words, name):
    monkeypatch.chdir(tmp_path)
    ran = perfectplay("greed", *words, "--out", name, "--dark")
    assert ran.code == 0
    assert f"written to {name}" in ran.out
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.slow
def test_a_report_is_written_whole(perfectplay, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = perfectplay("greed", "report", "max=10", "--out", "greed.html", "--json").json
    assert answer["out"] == "greed.html"
    page = (tmp_path / "greed.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert page.endswith("</html>\n")
    assert [path.name for path in tmp_path.iterdir()] == ["greed.html"]


def test_without_a_command_there_is_help(perfectplay):
    ran = perfectplay("greed")
    assert ran.code == 0
    assert "first-move" in ran.out


def test_help_loads_no_large_library():
    code = (
        "import sys\n"
        "from perfectplay.cli.main import main\n"
        "sys.argv = ['perfectplay', 'greed', 'normal', '--help']\n"
        "try:\n    main()\n"
        "except SystemExit:\n    pass\n"
        "sys.exit(str({'numpy', 'numba', 'matplotlib', 'icepool'} & set(sys.modules) or '') or 0)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


CASES = [
    ("pmf --dice 0", "--dice: 0 does not lie between 1 and 100"),
    ("pmf --dice x", "--dice x is not a list of whole numbers; write it like 10,20 or 1-100"),
    ("pmf --dice 90 --sides 200", "90 dice of 200 sides are too many to list"),
    ("pmf --sides 0", "greed: sides=0 is not a whole number from 1 to 200"),
    ("terminal --out board.gif", "board.gif must end in .svg or .png"),
    ("terminal --dark", "--dark goes with --out FILE.svg or FILE.png"),
    ("terminal max=2 --out no/such/board.svg", "cannot write no/such/board.svg"),
    ("terminal sides=0", "greed: sides=0 is not a whole number from 1 to 200"),
    ("terminal --at 21,3", "there is no state 21,3; scores go from 0 to 20"),
    ("terminal --at 3", "'3' is not a state; write both scores like 12,15"),
    ("terminal --at -1,3", "'-1,3' is not a state"),
    ("normal first=3", "greed: first does not matter here: all scores are covered; leave it out"),
    ("normal max=2000 --exact", "more than the memory limit of 4 GiB"),
    ("normal maxx=3", "greed has no parameter 'maxx'; did you mean 'max'?"),
    ("first-move --max 10-5", "--max 10-5 is not a list of whole numbers"),
    ("first-move --sides 0", "--sides: 0 does not lie between 1 and 200"),
    ("conjectures max=201", "greed: every state is checked up to max=200, not 201"),
    ("conjectures dice=2", "the conjectures are for any number of dice; leave out dice"),
    ("players max=300", "greed: players are matched up to max=100, not 300"),
    ("players by-the-meen", "there is no player 'by-the-meen'; did you mean 'by-the-mean'?"),
    ("players until:x", "'until:x' is not a player; write it like until:10"),
    ("players until:21", "with a number from 1 to 20"),
    ("players nothing.py:f", "there is no file nothing.py"),
    ("players max=6 mine.py:cheat", "answers 'a seven' at mine="),
    ("report", "Missing option '--out'"),
    ("report --out greed.pdf", "greed.pdf must end in .html"),
    ("report dice=2 --out greed.html", "a report is for any number of dice in a roll"),
    ("report max=2 --out no/such/greed.html", "cannot write no/such/greed.html"),
]


@pytest.mark.parametrize(("line", "message"), CASES, ids=[line for line, _ in CASES])
def test_one_clear_line_and_nothing_written(perfectplay, own_game, line, message):
    before = sorted(own_game.iterdir())
    ran = perfectplay("greed", *line.split())
    assert ran.code == 2
    assert ran.out == ""
    assert message in ran.err
    assert ran.err.startswith("perfectplay: ")
    assert ran.err.count("\n") == 1
    left = [path for path in own_game.iterdir() if path.name != "__pycache__"]
    assert sorted(left) == before
