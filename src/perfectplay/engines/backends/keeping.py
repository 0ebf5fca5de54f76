"""Machine code on disk: where it is kept, whom to trust, and what it was made from.

Anyone who can write these files can make the user run code, so they are trusted only as far as the
package itself: if they belong to the user or root, in a folder that does too, and nobody else can
write to either. Every file records what it was made from: the kernel, its argument types, the
processor and the versions. A file whose record differs is ignored, whatever its name, and so is a
damaged one. The code is then compiled anew.

Code is looked for next to the source of its kernel, so that code compiled at installation serves
all users, and then in the user's cache; or only where `PERFECTPLAY_CODE` says. New code is kept in
the first of these places that is safe and writable. Code of a game's rules is always kept in the
user's cache.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

SETTINGS = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_OPT")
"""Other settings that affect how Numba compiles."""
RULES = "rules"
"""The name of the code of a game's rules, which has no single function."""
MOST_RULES = 64
"""The number of games whose code is kept."""
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


class Origin(NamedTuple):
    """What machine code is made from."""

    kernel: str
    text: str
    """A short text that differs if the kernel, anything it calls or their constants do."""
    kinds: str
    """The types of its arguments, and its caller."""
    machine: str

    @property
    def file(self) -> str:
        """The name of the file for code of this origin."""
        digest = hashlib.sha256(repr(self).encode()).hexdigest()
        return f"{self.stem}-{digest[:20]}.code"

    @property
    def stem(self) -> str:
        """The common beginning of the names of all files for this kernel."""
        return f"{self.kernel.rpartition('.')[2]}-{self.text}"


class Kept(NamedTuple):
    """Machine code from the disk, with its record."""

    words: dict[str, Any]
    content: bytes


def version(package: str) -> str:
    """The version of an installed package, by the name of the folder that tells it.

    What is made for this, `importlib.metadata`, takes longer to import than a small game to solve.
    """
    for place in sys.path:
        for folder in Path(place).glob(f"{package}-*.dist-info"):
            return folder.stem.partition("-")[2]
    from importlib import metadata

    return metadata.version(package)


@functools.cache
def machine() -> str:
    """What the code of a kernel depends on besides its text."""
    import llvmlite.binding as llvm

    tools = [version("numba"), version("llvmlite"), sys.version, llvm.get_process_triple()]
    processor = [llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()]
    return repr((*tools, *processor, *map(os.environ.get, SETTINGS)))


def origin_of(function: Callable[..., Any], text: str, kinds: str) -> Origin:
    """What the code of a kernel for some argument types is made from."""
    return Origin(f"{function.__module__}.{function.__qualname__}", text, kinds, machine())


def places(function: Callable[..., Any]) -> Iterator[Path]:
    """The folders in which a kernel's code may be kept, the preferred one first."""
    given = os.environ.get("PERFECTPLAY_CODE")
    if given:
        yield Path(given)
        return
    yield Path(function.__code__.co_filename).parent / "__pycache__"
    yield from user_folder()


def user_folder() -> Iterator[Path]:
    """The folder for code in the user's cache, unless that is disabled."""
    from perfectplay.solution.storage.cache import default_folder

    caches = default_folder()
    if caches is not None:
        yield caches / "code"


def is_safe(found: os.stat_result) -> bool:
    """Whether a file or folder belongs to the user or root, and nobody else can write to it.

    Windows reports neither; there, the package and the user's cache are protected by the
    permissions they inherit.
    """
    if sys.platform == "win32":
        return True
    return found.st_uid in {0, os.geteuid()} and not found.st_mode & OTHERS_WRITE


def is_safe_folder(folder: Path) -> bool:
    """Whether a folder is our own, and not a link to another."""
    try:
        found = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and is_safe(found)


def find(function: Callable[..., Any], origin: Origin) -> Kept | None:
    """The code of an origin, if it is kept in a safe place."""
    return found_in(places(function), origin)


def found_in(folders: Iterable[Path], origin: Origin) -> Kept | None:
    """The code of an origin in one of these folders."""
    for folder in folders:
        if is_safe_folder(folder):
            kept = read(folder / origin.file, origin)
            if kept is not None:
                return kept
    return None


def read(path: Path, origin: Origin) -> Kept | None:
    """The code in a file; None if it is missing, unsafe, damaged, or of another origin."""
    try:
        with open(path, "rb", opener=opened) as file:
            if not is_safe(os.fstat(file.fileno())):
                return None
            digest, _, rest = file.read().partition(b"\n")
        if digest != digest_of(rest):
            return None
        header, _, content = rest.partition(b"\n")
        made_from, words = json.loads(header)
    except (OSError, RecursionError, TypeError, ValueError):
        return None
    if made_from != list(origin) or not isinstance(words, dict):
        return None
    return Kept(words, content)


def opened(path: str, flags: int) -> int:
    """Open a file unless it is a link; nobody else can write to a new one."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o644)


def keep(function: Callable[..., Any], origin: Origin, kept: Kept) -> None:
    """Keep code where possible; if there is no suitable place, it is compiled again next time."""
    keep_in(places(function), origin, kept)


def keep_in(folders: Iterable[Path], origin: Origin, kept: Kept) -> None:
    """Keep code in the first of these folders that is safe."""
    rest = json.dumps([origin, kept.words]).encode() + b"\n" + kept.content
    content = digest_of(rest) + b"\n" + rest
    for folder in folders:
        make_folder(folder, 0o755 if folder.name == "__pycache__" else 0o700)
        if is_safe_folder(folder) and write(folder / origin.file, content):
            return


def rules_of(digest: str) -> Origin:
    """What the code of a game's rules is made from: the text that the compiler was given."""
    return Origin(RULES, digest, "", machine())


def rules_folders() -> list[Path]:
    """Where code of rules may be kept: not in the package, which belongs to no single user."""
    given = os.environ.get("PERFECTPLAY_CODE")
    return [Path(given)] if given else list(user_folder())


def find_rules(digest: str) -> bytes | None:
    """The code of some rules, if it is kept; this marks it as recently used."""
    origin, folders = rules_of(digest), rules_folders()
    found = found_in(folders, origin)
    if found is None:
        return None
    for folder in folders:
        with suppress(OSError):
            os.utime(folder / origin.file)
    return found.content


def keep_rules(digest: str, code: bytes, most: int = MOST_RULES) -> None:
    """Keep the code of some rules, evicting the least recently used."""
    folders = rules_folders()
    keep_in(folders, rules_of(digest), Kept({}, code))
    for folder in folders:
        with suppress(OSError):
            files = sorted(folder.glob(f"{RULES}-*.code"), key=lambda each: each.stat().st_mtime)
            for old in files[:-most]:
                old.unlink(missing_ok=True)


def make_folder(folder: Path, mode: int) -> None:
    """Make a folder and its parents, writable by nobody else."""
    with suppress(OSError):
        if not folder.exists():
            make_folder(folder.parent, mode)
            folder.mkdir(mode)


def write(path: Path, content: bytes) -> bool:
    """Write a file atomically; returns whether that succeeded."""
    part = path.with_suffix(f".{os.getpid()}")
    try:
        with open(part, "wb", opener=opened) as file:
            file.write(content)
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink()
        return False
    return True


def digest_of(content: bytes) -> bytes:
    """A digest that shows whether content is intact."""
    return hashlib.sha256(content).hexdigest().encode()
