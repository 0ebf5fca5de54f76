"""Solve and save again and again, in processes that are killed: `python -m ... FOLDER OPTIONS`.

A line 'SIGNAL SECONDS' starts the solve of a card for two, which keeps what is done, and ends it by
this signal after a while; the answer is 'killed' or 'done'. With 'beside' behind it, a second solve
does the same meanwhile, and is not ended; the answer tells of both. The clock stands still in these
processes, so that the same solution has the same bytes.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import redirect_stdout
from pathlib import Path

from perfectplay.cli import main as cli
from perfectplay.engines.scorecard.score_difference import leads
from tests.attack.outside import answer_lines

FILE = "card.safetensors"
OPTIONS = sys.argv[2:]
CARD = """
name = "card"
dice = 3
[[boxes]]
name = "ones"
rule = "face"
face = 1
[[boxes]]
name = "twos"
rule = "face"
face = 2
[[boxes]]
name = "sixes"
rule = "face"
face = 6
[[boxes]]
name = "pair"
rule = "of-a-kind"
count = 2
[[boxes]]
name = "any"
rule = "chance"
[[bonuses]]
name = "upper"
boxes = ["ones", "twos", "sixes"]
at = 12
points = 20
"""


def solve() -> int:
    """Do as the command line does, in the current folder; the exit code."""
    sys.argv = ["perfectplay", "solve", "card.toml", "players=2", "-o", "win", *OPTIONS]
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
        try:
            cli.main()
        except SystemExit as stop:
            return int(stop.code or 0)
    return 0


def in_a_process_of_its_own() -> int:
    """The number of a process that solves."""
    number = os.fork()
    if number == 0:
        code = 1
        try:
            code = solve()
        except KeyboardInterrupt:  # before the command has begun, or after it has ended
            code = cli.INTERRUPTED
        finally:
            os._exit(code)
    return number


def attempt(line: str) -> str:
    """Solve once, and be killed perhaps."""
    name, seconds, *beside = line.split()
    if beside:
        other = in_a_process_of_its_own()
        ended = attempt(f"{name} {seconds}")
        return f"{ended} and {told(os.waitpid(other, 0)[1])}"
    number = in_a_process_of_its_own()
    end = time.monotonic() + float(seconds)
    while time.monotonic() < end:
        ended, status = os.waitpid(number, os.WNOHANG)
        if ended:
            return told(status)
        time.sleep(0.002)
    os.kill(number, signal.Signals[name])
    return told(os.waitpid(number, 0)[1])


def told(status: int) -> str:
    """How a process ended."""
    code = os.waitstatus_to_exitcode(status)
    if code in {0, 2}:
        return "refused" if code else "done"
    expected = (-signal.SIGKILL, -signal.SIGTERM, cli.INTERRUPTED)
    return "killed" if code in expected else f"ended with {code}"


def main() -> None:
    """Answer lines."""
    os.chdir(sys.argv[1])
    Path("card.toml").write_text(CARD, encoding="utf-8")
    leads.SMALL = 0  # so that it counts as long
    time.perf_counter = lambda: 0.0
    solve()  # what is compiled and imported now, need not be in each process
    answer_lines(attempt)


if __name__ == "__main__":
    main()
