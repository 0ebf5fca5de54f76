"""The console examples of the documentation: find them, run them, compare, and record them anew.

A ```console block holds commands (`$ perfectplay ...` or `$ python FILE`), each followed by what
it prints. A line `...` stands for any lines, `...` within a line for anything. The examples of a
page run one after the other in one folder, beside the files of examples/, so that a later command
can use what an earlier one has written.

    python -m tests.docs.console        writes what the commands print now into the pages
"""

import contextlib
import io
import os
import re
import runpy
import shlex
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from perfectplay.solution.storage.cache import KEEPING

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^( *)```console\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
VARYING = [(re.compile(r"(\btime +)\d+\.\d\d s$"), r"\1... s")]
"""What differs from run to run, and how it is recorded."""


class Example(NamedTuple):
    """A command and the lines it is said to print."""

    command: str
    expected: list[str]


def blocks(page: Path) -> list[str]:
    """The console blocks of a page."""
    return [match[2] for match in BLOCK.finditer(page.read_text(encoding="utf-8"))]


def examples(block: str) -> list[Example]:
    """The commands of a block with their output, less the indentation of the block."""
    lines = block.rstrip().splitlines()
    margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    found: list[Example] = []
    for line in (line[margin:].rstrip() for line in lines):
        if line.startswith("$ "):
            found.append(Example(line[2:], []))
        else:
            found[-1].expected.append(line)
    return found


def run(command: str) -> list[str]:
    """What a command prints, on either stream."""
    program, *arguments = shlex.split(command)
    printed = io.StringIO()
    before, keyboard = sys.argv, sys.stdin
    sys.stdin = io.StringIO()  # nobody types anything
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        try:
            if program == "perfectplay":
                from perfectplay.cli.main import main

                sys.argv = [program, *arguments]
                main()
            elif program == "python":
                sys.argv = arguments
                runpy.run_path(arguments[0], run_name="__main__")
            else:
                raise ValueError(f"'{command}' is neither a perfectplay nor a python command")
        except SystemExit:
            pass
        finally:
            sys.argv, sys.stdin = before, keyboard
    return tidy(printed.getvalue().splitlines())


def tidy(lines: list[str]) -> list[str]:
    """Lines without blanks at their ends, and without empty ones around them."""
    return "\n".join(line.rstrip() for line in lines).strip("\n").splitlines()


def matches(expected: list[str], printed: list[str]) -> bool:
    """Whether a command printed what it was said to print."""
    pattern = "".join(
        r"(?:.*\n)*?" if line == "..." else ".*".join(map(re.escape, line.split("..."))) + r"\n"
        for line in tidy(expected)
    )
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in printed)) is not None


@contextlib.contextmanager
def workshop() -> Iterator[Path]:
    """A folder with the examples in it, to run a page's commands in; 80 columns, no colours.

    What one command has solved is kept for the next, as it is for a user.
    """
    before, environment = Path.cwd(), dict(os.environ)
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as kept:
        shutil.copytree(ROOT / "examples", Path(folder) / "examples")
        shutil.copytree(ROOT / "examples", folder, dirs_exist_ok=True)
        os.chdir(folder)
        os.environ.update(COLUMNS="80", NO_COLOR="1", TERM="dumb", PERFECTPLAY_CACHE=kept)
        try:
            yield Path(folder)
        finally:
            for thread in threading.enumerate():
                if thread.name == KEEPING:
                    thread.join()
            os.chdir(before)
            os.environ.clear()
            os.environ.update(environment)
            for script in Path(folder).glob("*.py"):
                sys.modules.pop(script.stem, None)


def masked(line: str) -> str:
    """Put three dots for what differs from run to run."""
    for pattern, instead in VARYING:
        line = pattern.sub(instead, line)
    return line


def record(page: Path) -> bool:
    """Write what the commands print now into a page, where it differs; tells whether it did."""

    def anew(match: re.Match[str]) -> str:
        margin, said = match[1], examples(match[2])
        printed = [run(command) for command, _ in said]
        if all(matches(each.expected, lines) for each, lines in zip(said, printed, strict=True)):
            return match[0]
        recorded = []
        for (command, expected), lines in zip(said, printed, strict=True):
            kept = expected if matches(expected, lines) else list(map(masked, lines))
            recorded += [f"$ {command}", *kept]
        body = "\n".join(f"{margin}{line}".rstrip() for line in recorded)
        return f"{margin}```console\n{body}\n{margin}```"

    old = page.read_text(encoding="utf-8")
    with workshop():
        new = BLOCK.sub(anew, old)
    page.write_text(new, encoding="utf-8")
    return new != old


if __name__ == "__main__":
    wanted = [Path(name).resolve() for name in sys.argv[1:]] or PAGES
    for each in wanted:
        if record(each):
            print(f"{each.relative_to(ROOT)} was recorded anew: read it before you keep it")
