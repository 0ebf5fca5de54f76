"""Rules in plain Python, how fast they run: whole solves, each in a process of its own.

python -m benchmarks.rules         all games, as a Markdown table
python -m benchmarks.rules Pig     those whose names begin so

CPU seconds and peak memory from the start of the process to the value, start-up included. `plain`
runs the rules for every position, `compiled` compiles them; kernels are compiled before, in a solve
that does not count, and Python keeps its bytecode, whatever the environment says.
Storm and OpenSpiel have models of their own. `by hand` is the script of `benchmarks.by_hand`.
Anyone else who takes longer than `LIMIT` is stopped.
"""

from __future__ import annotations

import json
import os
import platform
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from benchmarks import by_hand
from benchmarks.own_games import Blackjack, Farkle, Grid, Sliding
from benchmarks.record import note
from benchmarks.slots import BoxSlots

from perfectplay import Compute, Game, solve
from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.games.hog import Hog
from perfectplay.games.pig import Pig
from perfectplay.games.royal_ur import RoyalUr
from perfectplay.games.shut_the_box import ShutTheBox

LIMIT = 20
DIGITS = 1e-10

GAMES: dict[str, Callable[[], Game[Any]]] = {
    "Pig 40": lambda: Pig(target=40),
    "Pig 100": lambda: Pig(target=100),
    "Hog 100": lambda: Hog(target=100),
    "Greed (50, 6)": lambda: Greed(max=50, sides=6),  # position by position
    "Coins (20, 50)": lambda: Coins(coins=20, target=50),
    "Shut the Box 1-12": lambda: ShutTheBox(tiles=12),
    "slots, 10 boxes": lambda: BoxSlots(boxes=10, target=75),
    "blackjack": Blackjack,
    "Farkle": Farkle,
    "2048 on 2x3": Sliding,
    "grid of a million": Grid,
    "grid of ten million": lambda: Grid(size=3163),
    "Royal Ur, 3 pieces": lambda: RoyalUr(pieces=3),
    "Royal Ur, 5 pieces": lambda: RoyalUr(pieces=5),
}
BY_HAND: dict[str, Callable[[], float]] = {
    "Pig 40": lambda: by_hand.pig(40),
    "Pig 100": lambda: by_hand.pig(100),
    "Hog 100": by_hand.hog,
    "Greed (50, 6)": by_hand.greed,
    "Coins (20, 50)": by_hand.coins,
    "Shut the Box 1-12": by_hand.shut_the_box,
    "slots, 10 boxes": by_hand.slots,
    "blackjack": by_hand.blackjack,
    "Farkle": by_hand.farkle,
    "grid of a million": lambda: by_hand.grid(1000),
    "grid of ten million": lambda: by_hand.grid(3163),
}


def by_storm(name: str) -> float:
    """A game solved by Storm, the C++ model checker, which knows no second player."""
    from benchmarks.peers import storm
    from benchmarks.peers.boxes import TEN

    runs = {
        "Coins (20, 50)": lambda: storm.coins(20, 50),
        "Shut the Box 1-12": lambda: storm.shut_the_box(12),
        "slots, 10 boxes": lambda: storm.slots(TEN, 75),
        "grid of a million": lambda: storm.grid(1000),
    }
    return float(runs[name]().value)


def by_open_spiel(name: str) -> float:
    """A game solved by OpenSpiel's value iteration."""
    from benchmarks.peers import openspiel

    return float({"Pig 40": openspiel.pig}[name](40, 1e-12).value)


WAYS = ("plain", "compiled", "Storm", "OpenSpiel", "by hand")
PEERS = {
    "Storm": {"Coins (20, 50)", "Shut the Box 1-12", "slots, 10 boxes", "grid of a million"},
    "OpenSpiel": {"Pig 40"},
}


def measure(name: str, way: str) -> dict[str, Any]:
    """Solve one game, in this process; the time is that of the process from its start on."""
    positions, width = 0, 0.0
    if way == "by hand":
        value = BY_HAND[name]()
    elif way in PEERS:
        value = (by_storm if way == "Storm" else by_open_spiel)(name)
    else:
        engine = "graph" if way == "plain" else way
        solution = solve(GAMES[name](), compute=Compute(engine=engine))
        value, positions = float(solution.value), solution.positions
        width = float(solution.upper or 0) - float(solution.lower or 0)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    cpu = time.process_time()
    return {"value": value, "positions": positions, "cpu": cpu, "MiB": peak, "width": width}


def measured(name: str, way: str) -> dict[str, Any] | None:
    """The same in a process of its own; None if it takes too long, or has no model."""
    if name not in PEERS.get(way, BY_HAND if way == "by hand" else GAMES):
        return None
    command = [sys.executable, "-m", "benchmarks.rules", "one", name, way]
    kept = {name: each for name, each in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    if way == "compiled":  # which compiles what has not been compiled
        subprocess.run(command, env=kept, check=True, capture_output=True)  # noqa: S603  # ourselves
    ran = subprocess.run(command, env=kept, check=False, capture_output=True, text=True)  # noqa: S603  # ourselves
    if ran.returncode == -signal.SIGXCPU:
        return {"cpu": LIMIT, "MiB": 0}
    if ran.returncode:
        raise SystemExit(f"{name}, {way}: {ran.stderr}")
    told: dict[str, Any] = json.loads(ran.stdout)
    return told


def cell(found: dict[str, Any] | None) -> str:
    """CPU seconds and MiB."""
    if found is None:
        return ""
    return f"{found['cpu']:.2f}, {found['MiB']:.0f}" if found["MiB"] else f"over {LIMIT}"


def row(name: str) -> str:
    """One game by all who solve it, who must agree."""
    found = {way: measured(name, way) for way in WAYS}
    ours = found["compiled"]
    assert ours is not None
    note(f"{name}, compiled rules", [ours["cpu"]])
    for way, told in found.items():
        if told and "value" in told and abs(told["value"] - ours["value"]) > DIGITS:
            raise SystemExit(f"{name}: {way} finds {told['value']}, not {ours['value']}")
    cells = " | ".join(cell(found[way]) for way in WAYS)
    return (
        f"| {name} | {ours['positions']:,} | {cells} | {ours['value']:.10f} | {ours['width']:.0e} |"
    )


def main() -> None:
    """Measure all games, or those whose names begin as told."""
    if sys.argv[1:2] == ["one"]:
        if sys.argv[3] != "compiled":
            resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT + 1))
        print(json.dumps(measure(sys.argv[2], sys.argv[3])))
        return
    cores = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    print(f"Measured on {datetime.now(tz=UTC):%Y-%m-%d} on {cores}; CPU seconds, MiB.\n")
    print(f"| game | positions | {' | '.join(WAYS)} | value | bounds |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |", flush=True)
    for name in GAMES:
        if name.startswith(" ".join(sys.argv[1:])):
            print(row(name), flush=True)


if __name__ == "__main__":
    main()
