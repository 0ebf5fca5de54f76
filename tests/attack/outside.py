"""Attacks that may end a process are made in one of their own, a line for each attempt."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
READY = "ready\n"


@contextmanager
def process(module: str, *words: str | Path) -> Iterator[Callable[[object], str]]:
    """A process that answers lines; a line that ends it fails the test."""
    command = [sys.executable, "-W", "error", "-m", module, *map(str, words)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as running:

        def ask(line: object) -> str:
            assert running.stdin
            assert running.stdout
            running.stdin.write(f"{line}\n")
            running.stdin.flush()
            answer = running.stdout.readline()
            if not answer:
                pytest.fail(f"{module} has ended with {running.wait()} at {line}")
            return answer.strip()

        assert running.stdout.readline() == READY
        yield ask
        running.stdin.close()


def answer_lines(answer: Callable[[str], str]) -> None:
    """What such a process does, once it is ready: answer each line with a line."""
    print(READY, end="", flush=True)
    for line in sys.stdin:
        print(answer(line.strip()), flush=True)
