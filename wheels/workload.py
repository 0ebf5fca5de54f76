"""What is asked of the games while machine code is recorded: a wheel has all that this takes."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from perfectplay.games.registry import SHIPPED

COMPILED = frozenset({"hypergammon", "hypergammon-cube", "knucklebones", "qwixx", "royal-ur"})
"""Large games in plain rules, which are compiled for every game anew, and by LLVM alone."""
LATE = "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18 three-of-a-kind=24 four-of-a-kind=0"
COMMANDS = f"""
solve greed max=100 sides=6
distribution greed max=40 sides=6
table greed max=40 sides=6 --rows 5
evaluate greed --rules cards/greed-three-lines.toml
greed players max=50 sides=6
solve pig target=20 --engine graph
distribution pig target=20 players=1
evaluate pig target=20 --rules cards/pig-hold-at-20.toml
compare pig target=20 optimal random
measure pig target=20
table pig target=20 --rows 5
solve coins --objective at-least:5
distribution coins
solve cant-stop players=2
solve farkle players=2 target=1000
solve farkle rules=zilch target=1000 players=2
solve farkle target=1000
solve hog players=1
solve shut-the-box tiles=6 --engine graph
solve slots --objective at-least:40
solve slots --objective quantile:0.5
solve slots --objective exponential:0.01
solve slots players=2
distribution slots
evaluate slots --rules cards/slots-eight-lines.toml
distil slots --lines 2
simulate slots --games 10
simulate slots players=2 --games 10
table slots --rows 2
field slots
measure slots
solve yahtzee --objective exponential:0.01
solve yahtzee joker=free
solve yahtzee joker=none bonus=off
distribution yahtzee
simulate yahtzee --games 10
evaluate yahtzee --rules cards/yahtzee-seven-lines.toml --why
advise yahtzee --dice 66633 --rerolls 1 --card "ones=3 fours=12 chance=22"
advise yahtzee players=2 --mine "{LATE}" --theirs "{LATE}" --dice 66633
table yahtzee --rows 2
measure yahtzee
review yahtzee-game.txt
solve yacht --objective at-least:200
solve yazy --objective at-least:200
field yazy --others 1
session video-poker --games 100 --coins 50
distribution video-poker
"""
"""Much of what our pages show, in `examples/`."""


def questions() -> Iterator[list[str]]:
    """The words of each command: every game as it is, then what else can be asked."""
    for name in SHIPPED:
        if name not in COMPILED:
            yield ["solve", name]
    yield from map(shlex.split, COMMANDS.strip().splitlines())
