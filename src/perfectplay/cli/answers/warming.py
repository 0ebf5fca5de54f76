"""The answer of `warm`: prepare machine code by solving small games of each kind."""

from __future__ import annotations

import time
from collections.abc import Callable

from perfectplay.cli import show
from perfectplay.cli.progress import Ticker
from perfectplay.engines.backends import compiling
from perfectplay.errors import MissingExtraError
from perfectplay.games import registry
from perfectplay.objectives import AtLeast, Score, Win
from perfectplay.request import Compute
from perfectplay.solution.solution import Solution
from perfectplay.solve import solve


def cards() -> None:
    """Score a card, with a distribution."""
    yahtzee = solve(registry.find("yahtzee")(), Score(), compute=Compute(engine="scorecard"))
    yahtzee.distribution()


def targets() -> None:
    """Play a card to reach a number of points."""
    solve(registry.find("slots")(), AtLeast(45), compute=Compute(engine="score-difference"))


def duels() -> None:
    """Play a card against an opponent."""
    solve(registry.find("slots")(players=2), Win(), compute=Compute(engine="score-difference"))


def races() -> None:
    """Race."""
    solve(registry.find("greed")(max=10), Win(), compute=Compute(engine="race"))


def turns() -> None:
    """Push your luck: with dice, with columns, and with rolls of your choice."""
    for name, words in TURNS.items():
        solve(registry.find(name)(**words), compute=Compute(engine="turn-game"))


def any_game() -> Solution:
    """Explore a game large enough for machine code, with cycles, and analyse its play."""
    pig = solve(registry.find("pig")(target=60), compute=Compute(engine="graph"))
    pig.visits()
    return pig


TURNS: dict[str, dict[str, int]] = {
    "pig": {"target": 20},
    "hog": {"target": 10},
    "cant-stop": {"sides": 3},
}
KINDS: dict[str, Callable[[], object]] = {
    "scorecards": cards,
    "targets": targets,
    "duels": duels,
    "races": races,
    "turns": turns,
    "any game": any_game,
}


def warm(*, as_json: bool) -> None:
    """Solve a game of each kind, and say how long it took."""
    if not compiling.is_there():
        raise MissingExtraError("compiler", "Numba, unless the machine code came with a wheel")
    took = {}
    for kind, play in KINDS.items():
        began = time.perf_counter()
        with Ticker(f"compiling for {kind}"):
            play()
        took[kind] = time.perf_counter() - began
        if not as_json:
            show.print_line(f"{kind:12} {took[kind]:6.1f} s")
    if as_json:
        show.emit({"seconds": took})
