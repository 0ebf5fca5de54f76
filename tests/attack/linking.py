"""Damage, swap or forge machine code that is kept, then run it: `python -m ... FOLDER`.

A line with a seed is answered with what was done. Whatever it was, each kernel has to come to the
same as plain Python: what is not its own code is ignored and compiled anew. A file that was forged
with all that it should say, in a safe folder, is the user's own doing, and not tried.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any

from perfectplay.engines.backends import code, compiling
from perfectplay.engines.backends.keeping import Origin, digest_of
from perfectplay.engines.backends.threads import THREADS
from tests.attack.opening import damaged
from tests.attack.outside import answer_lines

COLUMN = array("d", [3.0, 5.0, 7.0])
WRONG = (b"", b"nothing", b"\xff", b"[" * 9000, b"{}", b"null", b"[1, 2]", b'[["a"], {}]')


def total(numbers: Any) -> float:
    """A kernel."""
    return numbers[0] + numbers[1] + numbers[2]


def product(numbers: Any) -> float:
    """One that is called in the same way."""
    return numbers[0] * numbers[1] * numbers[2]


def count(numbers: Any) -> int:
    """One with another result."""
    return len(numbers)


def ends(numbers: Any) -> tuple[float, float]:
    """One that only Numba can call."""
    return numbers[0], numbers[len(numbers) - 1]


def turned(numbers: Any) -> tuple[float, float]:
    """Another."""
    return numbers[len(numbers) - 1], numbers[0]


KERNELS = (total, product, count, ends, turned)
RIGHT = [kernel(COLUMN) for kernel in KERNELS]


def run_all() -> list[Any]:
    """What the kernels come to, in a process that has loaded none of them."""
    code.LOADED.clear()
    compiling.compiled.cache_clear()
    return [THREADS.compile(kernel)(COLUMN) for kernel in KERNELS]


def with_header(path: Path, change: Callable[[bytes], bytes]) -> None:
    """Write a file anew with another header, and with a right checksum."""
    header, _, content = path.read_bytes().partition(b"\n")[2].partition(b"\n")
    rest = change(header) + b"\n" + content
    path.write_bytes(digest_of(rest) + b"\n" + rest)


def of_another_origin(generator: random.Random) -> Callable[[bytes], bytes]:
    """Have a header say that code was made from something else: another processor, say."""
    field = generator.randrange(len(Origin._fields))

    def change(header: bytes) -> bytes:
        origin, told = json.loads(header)
        place = generator.randrange(len(origin[field]))
        origin[field] = f"{origin[field][:place]}~{origin[field][place + 1 :]}"
        return json.dumps([origin, told]).encode()

    return change


def swapped(files: list[Path], generator: random.Random) -> None:
    """Exchange the contents of two files."""
    one, other = generator.sample(files, 2)
    first, second = one.read_bytes(), other.read_bytes()
    one.write_bytes(second)
    other.write_bytes(first)


def poisoned(file: Path, files: list[Path]) -> None:
    """Put the code of another kernel behind a right header and a right checksum."""
    other = next(each for each in files if each != file)
    header = file.read_bytes().split(b"\n")[1]
    content = other.read_bytes().partition(b"\n")[2].partition(b"\n")[2]
    rest = header + b"\n" + content
    file.write_bytes(digest_of(rest) + b"\n" + rest)


def attack(folder: Path, generator: random.Random) -> str:
    """Do something to the files in a folder; what it was."""
    files = sorted(folder.iterdir())
    file = generator.choice(files)
    match generator.randrange(6):
        case 0:
            swapped(files, generator)
            return "swapped"
        case 1:
            file.write_bytes(damaged(file.read_bytes(), generator))
            return "damaged"
        case 2:
            with_header(file, of_another_origin(generator))
            return "of another origin"
        case 3:
            with_header(file, lambda _: generator.choice(WRONG))
            return "with a senseless header"
        case 4:
            poisoned(file, files)
            folder.chmod(generator.choice([0o777, 0o775, 0o702]))
            return "forged where others can write"
        case _:
            poisoned(file, files)
            file.chmod(generator.choice([0o666, 0o664, 0o602]))
            return "forged in a file that others can write to"


def main() -> None:
    """Answer seeds."""
    folder, kept = Path(sys.argv[1]) / "code", Path(sys.argv[1]) / "kept"
    os.environ["PERFECTPLAY_CODE"] = str(folder)
    assert run_all() == RIGHT
    folder.rename(kept)

    def attempt(seed: str) -> str:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(kept, folder)
        done = attack(folder, random.Random(int(seed)))
        assert run_all() == RIGHT, done
        return done

    answer_lines(attempt)


if __name__ == "__main__":
    main()
