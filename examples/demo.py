"""The main job, shown: `make demo`."""

from __future__ import annotations

import shlex
import subprocess
import sys

WEB = (
    "Play along in the browser, with the dice in your hand:\n\n$ .venv/bin/perfectplay serve --open"
)
STORY = [
    (
        "A game that was played: how much was luck, and what was lost?",
        "review examples/yahtzee-game.txt",
    ),
    (
        "House rules, declared in a file:",
        "solve examples/house-rules.toml",
    ),
    (
        "A die is rolled six times, each roll goes into one of six slots. Can we reach 45?",
        "solve slots --exact",
    ),
    (
        "Two slots are left, we have 30 points and rolled a 5. What now, and by how much?",
        "advise slots --at 'open=x3,bin roll=5' --score 30",
    ),
    (
        "When should x3 be spent, and when kept?",
        "table slots --when x3 --by roll",
    ),
    (
        "Playing for the best mean score instead is something else:",
        "compare slots optimal score random",
    ),
    (
        "Greed, for two players: who is favoured? (A paper has it at 0.54.)",
        "solve greed max=10 sides=3 --exact",
    ),
    (
        "What else there is:",
        "games",
    ),
    (
        "Yahtzee: what is it worth? (The first time, machine code is prepared: some seconds.)",
        "solve yahtzee",
    ),
    (
        "We rolled 6 6 6 3 3, and three boxes are filled. What now, by how much, and why?",
        "advise yahtzee --dice 66633 --rerolls 2 --card 'ones=3 fours=12 yahtzee=0' --why",
    ),
]


def main() -> None:
    """Tell the story, one command after the other."""
    for question, command in STORY:
        print(f"\n{question}\n\n$ perfectplay {command}", flush=True)
        program = [sys.executable, "-c", "from perfectplay.cli.main import main; main()"]
        subprocess.run([*program, *shlex.split(command)], check=True)  # noqa: S603  # our own
    print(f"\n{WEB}")


if __name__ == "__main__":
    main()
