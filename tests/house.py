"""How large the house is, and how much of it a command enters: `python -m tests.house`.

`docs/decisions/layout.md` has these numbers, and those of an earlier day.
"""

import ast
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import perfectplay
from perfectplay.solution.solution import Solution

PACKAGE = Path(perfectplay.__file__).parent
FUNCTION = 1
"""The flag of code that is a function's, not that of a module or of a class."""
HERE = "these modules were entered:"
COMMANDS = (
    "solve yazy",
    "plot coins --out coins.svg",
    "advise yahtzee --dice 66633 --rerolls 2",
    "export-web yazy --out site",
    "solve farkle players=2 target=1000",
)


def sources() -> dict[Path, str]:
    """Every module of the package."""
    return {path: path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}


def room(module: str) -> str:
    """The folder below the package in which a module lies, if it is not the package's own."""
    first = f"{module}.".split(".")[1]
    return first if (PACKAGE / first).is_dir() else ""


def imports() -> Iterator[tuple[str, str]]:
    """Every line that imports: the module in which it stands, and what it imports from."""
    for path, text in sources().items():
        here = ".".join(["perfectplay", *path.relative_to(PACKAGE).with_suffix("").parts])
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and node.module:
                yield here, node.module
            elif isinstance(node, ast.Import):
                yield from ((here, alias.name) for alias in node.names)


def in_package(frame: FrameType | None) -> bool:
    """Whether a piece of the package runs."""
    return frame is not None and Path(frame.f_code.co_filename).is_relative_to(PACKAGE)


def is_importing(frame: FrameType | None) -> bool:
    """Whether a module of the package is being imported meanwhile."""
    while frame is not None:
        if frame.f_code.co_name == "<module>" and in_package(frame):
            return True
        frame = frame.f_back
    return False


def entered(words: list[str]) -> set[Path]:
    """The modules of which a function runs for a command, other than while they are imported."""
    from perfectplay.cli.main import main

    found: set[str] = set()

    def notice(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event != "call" or code.co_filename in found or not in_package(frame):
            return
        is_named = code.co_flags & FUNCTION and not code.co_name.startswith("<")
        if is_named and not is_importing(frame.f_back):
            found.add(code.co_filename)

    sys.argv = ["perfectplay", *words]
    threading.setprofile(notice)
    sys.setprofile(notice)
    try:
        main()
    except SystemExit:
        pass
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return {Path(name) for name in found}


def entered_at_first(command: str) -> list[str]:
    """The modules that a command enters, where nothing is kept of earlier ones."""
    with tempfile.TemporaryDirectory() as folder:
        call = [sys.executable, "-m", "tests.house", *command.split()]
        path = os.pathsep.join([str(PACKAGE.parent), str(Path(__file__).parents[1])])
        known = {**os.environ, "XDG_CACHE_HOME": folder, "PYTHONPATH": path}
        done = subprocess.run(call, cwd=folder, env=known, check=True, capture_output=True)
    return done.stderr.decode().rpartition(HERE)[2].split()


def report() -> Iterator[tuple[str, int]]:
    """The numbers."""
    lines = {path: len(text.splitlines()) for path, text in sources().items()}
    families = {path.parent.name for path in PACKAGE.glob("engines/*/engine.py")}
    inside = re.compile(rf"perfectplay\.engines\.({'|'.join(sorted(families))})\b")
    between = [(a, b) for a, b in imports() if b.startswith("perfectplay.") and room(a) != room(b)]
    yield "import lines that name a family's inside", sum(bool(inside.match(b)) for _, b in between)
    yield "public members of Solution", sum(not name.startswith("_") for name in dir(Solution))
    yield "public names of the package", len(perfectplay.__all__)
    yield "import lines across rooms", len(between)
    yield "modules", len(lines)
    yield "lines", sum(lines.values())
    for folder in sorted(path for path in PACKAGE.iterdir() if path.is_dir()):
        held = sum(count for path, count in lines.items() if path.is_relative_to(folder))
        if held:
            yield f"lines of {folder.name}/", held
    for command in COMMANDS:
        yield f"modules entered by {command}", len(entered_at_first(command))


if __name__ == "__main__":
    if words := sys.argv[1:]:
        names = sorted(path.relative_to(PACKAGE).as_posix() for path in entered(words))
        print(HERE, *names, sep="\n", file=sys.stderr)
    else:
        for name, number in report():
            print(f"{number:>9,}  {name}", flush=True)
