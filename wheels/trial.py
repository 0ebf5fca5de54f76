"""Try a wheel where nothing else is installed: `python -m wheels.trial`, in its environment.

Every shipped game that has kernels is solved twice, each time by a process of its own, without a
compiler. What the first solve takes longer than the second should be next to nothing.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from wheels.workload import COMPILED

SOLVE = """
import sys, time
from perfectplay.cli.main import main
try:
    main()
finally:
    print(time.process_time(), file=sys.stderr)
"""


def solve(game: str, caches: Path) -> float:
    """The CPU seconds that a solve takes on the command line, from the start of Python."""
    folders = {
        "PERFECTPLAY_CODE": str(caches / "code"),
        "PERFECTPLAY_CACHE": str(caches / "cache"),
    }
    command = [sys.executable, "-c", SOLVE, "solve", game]
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, env=os.environ | folders
    )
    if done.returncode:
        sys.exit(done.stderr)
    return float(done.stderr.split()[-1])


def size() -> float:
    """The megabytes of all that is installed, without what Python and pip add themselves."""
    folder = Path(sysconfig.get_path("purelib"))
    files = (each for each in folder.rglob("*") if each.is_file())
    added = {"__pycache__", "pip"}
    return sum(each.stat().st_size for each in files if not added & set(each.parts)) / 1e6


def main() -> None:
    """Solve all of them; the first that fails ends it."""
    from perfectplay.engines.backends import shipped
    from perfectplay.games.registry import SHIPPED

    if importlib.util.find_spec("llvmlite") or importlib.util.find_spec("numba"):
        sys.exit("there is a compiler here: try the wheel where nothing else is installed")
    if shipped.library() is None:
        sys.exit("the package that is installed here has no machine code for this processor")
    print(f"{size():.0f} MB are installed. CPU seconds:\n")
    print("| game | first | second |\n| --- | ---: | ---: |")
    with tempfile.TemporaryDirectory() as caches:
        for game in sorted(SHIPPED.keys() - COMPILED):
            first, second = (solve(game, Path(caches)) for _ in range(2))
            print(f"| {game} | {first:.2f} | {second:.2f} |", flush=True)


if __name__ == "__main__":
    main()
