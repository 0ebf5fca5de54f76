"""Bad input gets one clear line on stderr and exit code 2; nothing on stdout, nothing written."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

CASES = [
    ("solve slotz", "there is no game 'slotz'; did you mean 'slots'?"),
    ("solve chess", "there is no game 'chess'; there are: bear-off, blackjack, cant-stop, "),
    ("solve slots targt=45", "slots has no parameter 'targt'; did you mean 'target'?"),
    ("solve slots target=101", "slots: target=101 is not a whole number from 0 to 100"),
    ("solve slots target=many", "slots: target=many is not a whole number from 0 to 100"),
    ("solve slots target", "slots: 'target' lacks a value; write target=VALUE"),
    ("solve slots target=1 target=2", "slots: target is given twice"),
    ("solve shut-the-box one_die=maybe", "one_die=maybe is not on or off"),
    ("solve slots -o at-leest:45", "there is no objective 'at-leest'; did you mean 'at-least'?"),
    ("solve slots -o at-least", "'at-least' is not an objective; write it like at-least:45"),
    ("solve slots -o at-least:x", "'x' in 'at-least:x' is not a number"),
    ("solve slots -o at-least:1e999999999", "is not a number"),
    ("solve slots -o win", "the objective 'win' is for 2 players and slots is for 1"),
    ("solve greed -o win:tie=2", "a tie is worth between 0 and 1, not 2"),
    ("solve slots --memory lots", "'lots' is not an amount of memory; write it like 500m or 4g"),
    ("solve greed max=20 sides=6 --memory 1m", "greed is larger than its memory limit of 1 MiB"),
    ("solve greed max=500 sides=6 --memory 1m", "greed up to 500 with 6 sides needs about"),
    ("solve slots --memory 300k", "tracking the running score needs about 334 KiB for 10,688"),
    ("solve slots --backend tpu", "there is no backend 'tpu'; did you mean 'gpu'?"),
    ("solve coins --backend gpu --engine graph", "the engine 'graph' cannot use a GPU"),
    (
        "study coins --vary coins=4,5 --backend tpu",
        "there is no backend 'tpu'; did you mean 'gpu'?",
    ),
    ("table blackjack", "far too many positions for this; `perfectplay plot blackjack decks=6"),
    ("play yahtzee players=2", "a card each: `perfectplay play yahtzee --against optimal`"),
    ("advise yahtzee --cards Ah", "yahtzee has no --cards; give the position, such as --at"),
    ("serve --backend tpu", "there is no backend 'tpu'; did you mean 'gpu'?"),
    ("solve slots --save slots.bin", "slots.bin must end in .safetensors"),
    ("solve slots --save no/such/slots.safetensors", "cannot write no/such/slots.safetensors"),
    ("solve nothing.py:Game", "there is no file nothing.py"),
    ("solve mine.py", "say which game in mine.py is meant: mine.py:OneReroll or mine.py:Failing"),
    ("solve mine.py:OneRerol", "there is no OneRerol in mine.py; did you mean 'OneReroll'?"),
    ("solve mine.py:number", "mine.py:number is not a game"),
    ("solve slots target=1" + 400 * "0", "is not a whole number from 0 to 100"),
    ("compare coins mine.py:nope", "there is no nope in mine.py; there are: OneReroll, Failing,"),
    ("solve broken.py:Game", "broken.py cannot be run: invalid syntax (line 1)"),
    ("solve mine.py:Failing", "ZeroDivisionError: division by zero (mine.py, line 25)"),
    ("solve --objetive score slots", "No such option: --objetive"),
    ("sove slots", "No such command 'sove'"),
    ("advise slots --at nonsense", "'nonsense' is not a position; write it like 'open=..."),
    ("advise slots --at (1, --score 1", "is not a position"),
    ("advise coins --at coins=x|points=1", "is not a position"),
    ("advise coins --at coins=9|points=1", "the position coins=9 points=1 cannot occur"),
    ("advise coins --at coins=5|points=0|>|7", "there is no '7' at coins=5 points=0"),
    ("advise slots --at open=x3|roll=3", "must be given; it can be 1, 2, 3, 4, 5, 6, 7, ..., 33"),
    ("advise slots --at open=x3|roll=3 --score 99", "cannot be 99; it can be 1, 2,"),
    ("advise coins --score 3", "the score does not matter for 'score'; leave it out"),
    ("table coins --out coins.xls", "coins.xls must end in .csv or .parquet"),
    ("table slots --when x4", "no decision offers 'x4'; there are: x3, flip,"),
    ("table slots --when x3 --by rol", "decisions have no column 'rol'; did you mean 'roll'?"),
    ("table slots --by roll", "--by goes with --when OPTION"),
    ("table slots --rows 0", "Input should be greater than or equal to 1"),
    ("simulate slots --games 0", "Input should be greater than or equal to 1"),
    ("simulate slots --games 1000000000", "ask for between 1 and 100,000,000"),
    ("compare coins", "Missing argument"),
    ("compare coins optimal optimal", "the strategy optimal is named twice"),
    ("compare coins.safetensors optimal", "is a saved solution; name the game itself here"),
    ("advise coins --game mine.py:OneReroll", "--game goes with a saved solution"),
    ("compare coins target=5", "name the strategies to compare, such as: optimal random"),
    ("compare coins optimul", "there is no strategy 'optimul'; did you mean 'optimal'?"),
    (
        "compare mine.py:OneReroll mine.py:cheat",
        "answers 'a seven' at 1; the options are keep, reroll",
    ),
    ("compare coins mine.py:number", "mine.py:number is not a strategy"),
    (
        "compare coins mine.py:OneReroll",
        "mine.py:OneReroll is a game; a strategy is a function of a decision",
    ),
    ("greed players max=9 sides=3 mine.py:OneReroll", "mine.py:OneReroll is a game; a strategy is"),
    ("greed players max=9 sides=3 mine.py:alone", "mine.py:alone is not a strategy"),
    (
        "study coins --vary coins=4,5 --measure mine.py:OneReroll",
        "a measure is a function of a sol",
    ),
    ("advise video-poker --at cards=9", "of video-poker cannot occur: '9' is no card of this deck"),
    ("advise farkle --at turn=50", "cannot occur: no turn comes to 50 points with 6 dice in hand"),
    ("solve cant-stop sides=1", "cant-stop: sides must be between 2 and 6, not 1"),
    (
        "advise cant-stop sides=3 --at turn=0,1,0,0,0|dice=1,2,3,3",
        "cannot occur: each roll climbs two steps, or one where only one of its columns can be climbed",
    ),
    ("distil card.toml players=2", "lines of small with players=1"),
    ("distil farkle longest=400", "no option of farkle is on offer at every decision"),
    ("distil snackjack", "positions of snackjack have no numbers and words by which lines"),
    ("verify nothing.safetensors", "cannot read nothing.safetensors: No such file or directory"),
    ("verify mine.py", "mine.py is not a perfectplay solution"),
    ("advise nothing.safetensors", "cannot read nothing.safetensors"),
]


@pytest.mark.parametrize(("line", "message"), CASES, ids=[line for line, _ in CASES])
def test_one_clear_line_and_nothing_written(perfectplay, own_game, line, message):
    before = sorted(own_game.iterdir())
    ran = perfectplay(*(word.replace("|", " ") for word in line.split()))
    assert ran.code == 2
    assert ran.out == ""
    assert message in ran.err
    assert ran.err.startswith("perfectplay: ")
    assert ran.err.count("\n") == 1
    assert "Traceback" not in ran.err
    left = [path for path in own_game.iterdir() if path.name != "__pycache__"]
    assert sorted(left) == before


INTERRUPTED = """
import itertools, signal
from perfectplay.cli.main import main
from perfectplay.games.greed import Greed

look, looked = Greed.at, itertools.count()

def look_until_interrupted(game, position):
    if next(looked) == 10:
        signal.raise_signal(signal.SIGINT)
    return look(game, position)

Greed.at = look_until_interrupted
main()
"""


def test_an_interrupted_solve_leaves_no_file(tmp_path):
    command = [sys.executable, "-c", INTERRUPTED, "solve", "greed", "max=100", "sides=6"]
    command += ["-o", "score", "--save", "greed.safetensors"]
    ran = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert ran.returncode == 130
    assert ran.stderr == "perfectplay: interrupted; nothing was written\n"
    assert list(tmp_path.iterdir()) == []


# What nobody thought of


@pytest.fixture
def mistake(monkeypatch):
    """A mistake of our own, in an engine."""
    monkeypatch.setattr("perfectplay.engines.graph.solve.solver.plain_lanes", None)


@pytest.mark.usefixtures("mistake")
def test_a_mistake_of_ours_is_told_in_one_line_and_not_blamed_on_the_rules(perfectplay, own_game):
    for game in ("coins", "mine.py:OneReroll"):
        ran = perfectplay("solve", game)
        assert ran.code == 1
        assert ran.out == ""
        assert ran.err.count("\n") == 1
        assert (
            "this should not happen: TypeError: 'NoneType' object is not callable (solver.py"
            in ran.err
        )
        assert "please report it" in ran.err


@pytest.mark.usefixtures("mistake")
def test_debug_shows_where_it_comes_from(perfectplay):
    ran = perfectplay("--debug", "solve", "coins")
    assert ran.code == 1
    assert "Traceback" in ran.err
    assert ran.err.splitlines()[-1].startswith("perfectplay: this should not happen")
    assert "Traceback" in perfectplay("--debug", "solve", "slotz").err


def test_a_machine_without_memory_is_told_so(perfectplay, monkeypatch):
    def fail(*_, **__):
        raise MemoryError

    monkeypatch.setattr("perfectplay.engines.graph.solve.solver.explore", fail)
    ran = perfectplay("solve", "coins")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "no memory left" in ran.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["check", "coins", "--record", ""], "'.' is a folder, not a file that can be written"),
        (["check", "coins", "--record", "\udcff"], "its name is not UTF-8"),
        (["table", "coins", "--out", "\udcff.csv"], "its name is not UTF-8"),
        (["plot", "coins", "--out", "\udcff.svg"], "its name is not UTF-8"),
        (["solve", "coins", "--save", "\udcff.safetensors"], "its name is not UTF-8"),
        (["solve", "\udcff.toml"], "cannot read"),
        (["solve", "x" * 5000 + ".py:Game"], "File name too long"),
        (["solve", "x" * 5000 + ".toml"], "cannot read"),
    ],
    ids=lambda words: ascii(words)[:40],
)
def test_names_that_no_file_can_have(perfectplay, own_game, words, message):
    before = sorted(own_game.iterdir())
    ran = perfectplay(*words)
    assert ran.code == 2
    assert message in ran.err
    assert ran.err.count("\n") == 1
    assert sorted(own_game.iterdir()) == before


def test_a_python_file_that_may_not_be_read_is_named(perfectplay, own_game, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.open", refuse)
    ran = perfectplay("solve", "mine.py:OneReroll")
    assert (ran.code, ran.err) == (2, "perfectplay: cannot read mine.py: Permission denied\n")


RUN = "import sys; from perfectplay.cli.main import main; main()"


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
@pytest.mark.parametrize(
    "line", ["distribution slots", "games", "table coins", "solve coins --json"]
)
def test_a_terminal_without_all_characters_gets_an_answer(encoding, line):
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    command = [sys.executable, "-c", RUN, *line.split()]
    ran = subprocess.run(command, capture_output=True, check=False, env=environment)
    assert ran.returncode == 0
    assert ran.stderr == b""
    assert ran.stdout.decode(encoding)


def test_json_is_whole_whatever_the_terminal(own_game):
    (own_game / "umlaut.toml").write_text(
        'name = "Würfel"\ndice = 1\n[[boxes]]\nname = "eins"\nrule = "face"\nface = 1\n',
        encoding="utf-8",
    )
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-c", RUN, "solve", "umlaut.toml", "--json"]
    ran = subprocess.run(command, capture_output=True, check=False, env=environment, cwd=own_game)
    assert json.loads(ran.stdout)["game"] == "Würfel", ran.stderr


@pytest.fixture
def full_disk():
    """A disk on which no file may hold more than a hundred bytes."""
    import resource

    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    signal.signal(signal.SIGXFSZ, before)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit to the size of files there")
@pytest.mark.parametrize(
    "line",
    [
        "table slots --out slots.parquet",
        "table slots --out slots.csv",
        "plot coins --out coins.svg",
        "report coins --out coins.html",
        "solve coins --save coins.safetensors",
        "table slots --decisions --out slots.parquet",
        "table slots --decisions --out slots.csv",
        "check coins --record coins.txt",
        "study coins --vary coins=1..4 --workers 1 --out coins.parquet",
        "study coins --vary coins=1..30 --workers 1 --out coins.csv",
        "study coins --vary coins=1..4 --workers 1 --figure coins.svg",
        "export coins --out coins.umb",
        "export coins --out coins.drn",
        "export-web slots --objective score --out site",
        "practice coins --seed 1 --many 9 --record coins.jsonl",
        "evaluate slots --rules CARDS/slots-six-lines.toml --out card.html",
        "greed report max=10 --out greed.html",
    ],
)
def test_a_full_disk_is_told_in_one_line_and_nothing_is_left(
    perfectplay, full_disk, tmp_path, monkeypatch, line
):
    cards = Path(__file__).parents[2] / "examples" / "cards"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 400))
    ran = perfectplay(*line.replace("CARDS", str(cards)).split())
    *_, file = line.split()
    told = [each for each in ran.err.splitlines() if not each.startswith("> ")]
    assert told == [f"perfectplay: cannot write {file}: File too large"]
    assert ran.code == 2
    assert not [*tmp_path.iterdir()]


TWO_GAMES = '''
from perfectplay import Final, Game


class Hand(Game):
    """Has a parameter that cannot be one."""

    card: int = 3


class Grid(Game):
    """Has a parameter that could not be one once."""

    columns: int = 3

    def start(self):
        return 0

    def at(self, position):
        return Final(self.columns)
'''


def test_one_wrong_class_in_a_file_does_not_stand_in_the_way_of_others(perfectplay, own_game):
    (own_game / "two.py").write_text(TWO_GAMES, encoding="utf-8")
    assert perfectplay("solve", "two.py:Grid", "columns=5", "--json").json["value"] == 5
    ran = perfectplay("solve", "two.py:Hand")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "perfectplay: Hand: every game answers to 'card', so it cannot be a parameter; give it "
        "another name\n"
    )


def test_a_file_that_fails_is_told_by_its_own_line(perfectplay, own_game):
    made = "\nfrom perfectplay.games.coins import Coins\n\ngame = Coins(coins=-3)\n"
    (own_game / "made.py").write_text(made, encoding="utf-8")
    assert "coins=-3 is not a whole number from" in perfectplay("solve", "made.py:game").err
    assert "(made.py, line 4)" in perfectplay("solve", "made.py:game").err


@pytest.mark.parametrize("file", ["pig.csv", "pig.parquet"])
def test_a_table_in_which_no_option_is_as_good_as_the_best_can_be_written(
    perfectplay, tmp_path, file
):
    ran = perfectplay("table", "pig", "target=5", "--out", str(tmp_path / file))
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_an_answer_that_cannot_be_written_is_one_line(more):
    code = "from perfectplay.cli.main import main; main()"
    command = [sys.executable, "-c", code, "solve", "pig", "target=5", *more]
    with open("/dev/full", "w") as full:  # noqa: PTH123  # a device
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr == "perfectplay: the answer cannot be written: No space left on device\n"
