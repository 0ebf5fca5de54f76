"""Any command line is answered, or refused in one line that writes nothing."""

from __future__ import annotations

import io
import json
import random
import shutil
import sys

import pytest
import typer.main

from perfectplay.cli import main
from perfectplay.cli.words import find_game
from tests.attack.patience import losing_patience

CARD = """
name = "$5 or $10"
dice = 2
sides = 3
[[boxes]]
name = "ones"
rule = "face"
face = 1
[[boxes]]
name = "pair"
rule = "of-a-kind"
count = 2
points = 5
"""
RECORD = "game: card.toml\n11 -> ones\n12 | 1: 13 | 3: 33 -> pair\n"
GOOD = [
    "games --json",
    "solve coins",
    "solve slots -o at-least:45 --json",
    "solve slots --exact --save slots.safetensors",
    "solve card.toml players=2 -o win --engine score-difference",
    "solve card.toml -o exponential:0.1 --explain",
    "solve card.toml -o at-least:all --json",
    "solve piglet target=4 --width 1e-6",
    "solve mine.py:OneReroll bonus=2 --exact",
    "solve kept.safetensors",
    "advise coins --at coins=5|points=0",
    "advise slots -o at-least:45 --at open=x3|roll=3 --score 12",
    "advise card.toml --dice 13 --rerolls 1 --card ones=2 --why",
    "advise card.toml players=2 --mine ones=2 --theirs ones=0 --dice 33",
    "advise greed max=20 sides=6 --score 5 --opponent 7 --last",
    "advise kept.safetensors --json",
    "review record.txt card.toml --json",
    "table coins --rows 3 --every",
    "table slots --when x3 --by roll --out slots.csv",
    "table card.toml --decisions --out card.parquet",
    "distribution slots --json",
    "distribution card.toml -o at-least:3",
    "simulate coins -n 50 --seed 3",
    "simulate card.toml --games 20 --json",
    "compare coins optimal random first",
    "compare card.toml optimal at-least:7 mine.py:keep_all",
    "verify kept.safetensors --json",
    "check coins --record coins.txt",
    "check card.toml --json",
    "plot coins --kind scores --out coins.svg --dark",
    "plot card.toml --kind turn --out card.png",
    "plot slots --with random --with first",
    "report coins --out coins.html",
    "play coins --seed 1",
    "solve card.toml players=2 --folder blocks",
    "solve card.toml players=2 --plan",
    "play card.toml players=2 --against person --second --json",
    "greed pmf --dice 2,3 --sides 6",
    "greed terminal max=20 sides=6 --at 3,4",
    "greed normal max=10 sides=3 --exact --json",
    "greed first-move --max 1-9 --sides 3",
    "greed conjectures max=10 sides=3",
    "greed players max=10 sides=3 until:5 random",
    "--version",
    "solve --help",
]
VALUES = [
    *("", " ", "-", "--", "=", ":", "0", "1", "-1", "2", "7", "1e3", "0.5", "1/3", "1/0", "nan"),
    *("inf", "-0", "1e999", "9" * 40, "0x10", "ones=1", "ones=", "=1", "ones", "12", "33", "123"),
    *("open=x3 roll=3", "coins=1 points=2", "start > keep", "(1, 2)", "[", "é", "\udcff", "💥"),
    *("a\nb", "$x$", "score", "at-least:", "at-least:3", "at-least:all", "win", "win:tie=1/3"),
    *("exponential:1", "optimal", "random", "players=2", "players=3", "target=5", "coins=3"),
    *(
        "1k",
        "3m",
        "graph",
        "score-difference",
        "race",
        "scorecard",
        "x.csv",
        "x.parquet",
        "x.svg",
        "x.png",
    ),
    *(
        "x.html",
        "x.txt",
        "x.safetensors",
        "mine.py",
        "mine.py:cheat",
        "mine.py:number",
        "broken.py",
    ),
    *("card.toml", "record.txt", "kept.safetensors", "coins", "slots", "pig", "max=5", "sides=2"),
    *("x" * 300, "no/such/x.csv", ".", "1,2,3", "1-3", "5-1", "until:3", "always:2", "by-the-mean"),
]
CROWDED = (
    *("serve", "study", "warm", "--workers", "--cluster", "--backend"),
    *("--debug", "--install-completion"),
)
"""What starts processes or waits for others, is to show a traceback, or changes the shell."""
LETTERS = "abcxyz0123456789-=:.,|[]()'\"% \t\n$é"


def commands():
    """Every command with the options that it has, but for those that start other processes."""
    found = {(): typer.main.get_command(main.app)}
    for words, command in found.copy().items():
        for name, each in getattr(command, "commands", {}).items():
            found[*words, name] = each
            found |= {(name, key): one for key, one in getattr(each, "commands", {}).items()}
    return {
        words: [
            name
            for each in command.params
            for name in each.opts
            if name.startswith("-") and name not in CROWDED
        ]
        for words, command in found.items()
        if not {*words} & {*CROWDED}
    }


def made_up(generator, known):
    """A command with any of its options, and any words after them."""
    words, options = generator.choice([*known.items()])
    line = [*words, generator.choice(["coins", "slots", "card.toml", generator.choice(VALUES)])]
    for _ in range(generator.randrange(4)):
        line += generator.sample([*options, "--json"], 1)
        line += generator.choices(VALUES, k=generator.choice([0, 1, 1]))
    return line + generator.choices(VALUES, k=generator.choice([0, 0, 1, 2]))


def spoilt(generator):
    """A good line with a few words changed, left out, doubled or taken from another."""
    line = generator.choice(GOOD).split()
    for _ in range(generator.randrange(4)):
        place = generator.randrange(len(line) + 1)
        match generator.randrange(5):
            case 0:
                del line[place : place + 1]
            case 1:
                line.insert(place, generator.choice(VALUES))
            case 2:
                line[place : place + 1] = [generator.choice(VALUES)]
            case 3:
                line[place:] = generator.choice(GOOD).split()[place:]
            case _:
                line[place : place + 1] = [letters(generator, *line[place : place + 1])]
    return [word.replace("|", " ") for word in line]


ODD = [
    *("", "9", "-1", "0", "1", "3", "6", "x", "yes", "no", "None", "1,2", "9,9", "A", "T,6", "A,T"),
    *("2c", "2c,2c", "2c,3c,4c,5c,6c", "1e9", "0.5", "9" * 30, "-", "é", "ones", "pair,ones"),
    *("1,1,1,1,1", "6,6,6", "x2", "88x2", "start"),
]
SMALL = {
    "bear-off": ["checkers=2"],
    "blackjack": ["decks=1"],
    "cant-stop": ["sides=2"],
    "card.toml": [],
    "coins": [],
    "farkle": ["longest=400"],
    "greed": ["max=9", "sides=3"],
    "hog": ["target=9"],
    "pig": ["target=8"],
    "piglet": ["target=5"],
    "shut-the-box": ["tiles=4"],
    "slots": [],
    "snackjack": [],
    "video-poker": [],
}
"""Games that are solved in a moment, of all families."""
STRATEGIES = ["mine.py:OneReroll", "mine.py:alone", "mine.py:number", "card.toml", "mine.py:cheat"]
GAMES = ["mine.py:keep_all", "mine.py:number", "record.txt", "mine.py", "broken.py"]


def misplaced(generator, known):
    """A position with odd fields; or a game for a strategy, a strategy for a game; or two on a card."""
    game = generator.choice([*SMALL])
    words = [game, *SMALL[game], *["players=2"] * (generator.random() < 0.3)]
    start = find_game(game, []).start()
    fields = generator.sample([*start._fields, "extra", "mine"], generator.randint(1, 3))
    place = " ".join(f"{name}={generator.choice(ODD)}" for name in fields)
    ways = [
        ["advise", *words, "--at", place],
        ["advise", *words, "--at", f"{place} > {generator.choice(ODD)}", "--json"],
        ["compare", *words, generator.choice(STRATEGIES), "optimal"],
        ["plot", *words, "--with", generator.choice(STRATEGIES)],
        ["greed", "players", "max=9", "sides=3", generator.choice(STRATEGIES)],
        [*generator.choice([*known]), generator.choice(GAMES)],
        [*generator.choice([*known]), "card.toml", "players=2"],
    ]
    return generator.choice(ways)


def letters(generator, word=""):
    """A word with a letter changed, put in or left out."""
    place = generator.randrange(len(word) + 1)
    return word[:place] + generator.choice(["", *LETTERS]) + word[place + generator.randrange(2) :]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no alarms there")
def test_any_line_is_answered_or_refused_in_one_line(
    perfectplay,
    own_game,
    seeds,
    count,
    monkeypatch,
):
    (own_game / "card.toml").write_text(CARD, encoding="utf-8")
    (own_game / "record.txt").write_text(RECORD, encoding="utf-8")
    assert perfectplay("solve", "coins", "--save", "kept.safetensors").code == 0
    kept = {path.name: path.read_bytes() for path in own_game.iterdir()}
    known = commands()
    for seed in seeds:
        generator = random.Random(seed)
        made = [spoilt, lambda each: made_up(each, known), lambda each: misplaced(each, known)]
        line = generator.choice(made)(generator)
        if {*line} & {*CROWDED}:
            continue
        moves = "\n".join(generator.choices([*VALUES, "1", "keep", "undo", "hint", "quit"], k=9))
        monkeypatch.setattr("sys.stdin", io.StringIO(moves))
        with losing_patience() as lost:
            ran = perfectplay(*line)
        left = {path.name for path in own_game.iterdir()} - {"__pycache__"}
        assert "Traceback" not in ran.err, line
        if ran.code == 0:
            count("answered")
            assert ran.out, line
            if "--json" in line and not {"--help", "-h", "--version"} & {*line}:
                assert isinstance(json.loads(ran.out), dict), line
        else:
            count("interrupted" if lost else "refused")
            assert ran.code == (130 if lost else 2), (line, ran)
            assert ran.out == "", line
            assert ran.err.startswith("perfectplay: "), line
            assert ran.err.count("\n") == 1, line
            assert left == kept.keys(), line
        for name in left - kept.keys():
            path = own_game / name
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        for name, content in kept.items():
            (own_game / name).write_bytes(content)
