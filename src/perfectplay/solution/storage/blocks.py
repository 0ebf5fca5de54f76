"""A solve in a folder: each finished block is a file, and a manifest identifies the solve.

A block is written under another name and renamed, so that it is there completely or not at all:
what exists is finished. The manifest, `solution.safetensors`, is written before the first block and
is the solution itself, with its values in the blocks next to it.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import shutil
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from perfectplay.errors import FileError
from perfectplay.solution.storage.container import Stored, open_file, temporaries, write_file
from perfectplay.solution.storage.files import MANIFEST
from perfectplay.solution.storage.locks import claimed, release, remove_idle

LOCK = ".at-work"
"""The file that is locked while a process works on a folder."""
PASSING = {"format", "checksum", "seconds"}
"""Entries of a header that do not identify the solve."""


def solve_of(header: Mapping[str, str]) -> str:
    """The entries that distinguish a solve, and how it is split, from any other."""
    words = sorted((name, word) for name, word in header.items() if name not in PASSING)
    return hashlib.blake2b(json.dumps(words).encode(), digest_size=16).hexdigest()


@dataclasses.dataclass(frozen=True)
class Folder:
    """The blocks of a solve, with names such as `step-9/3`."""

    path: Path
    solve: str
    """The identity of the solve; blocks of another one are useless."""

    def file(self, name: str) -> Path:
        """The file of a block.

        >>> Folder(Path("yazy"), "").file("step-9/3-0").as_posix()
        'yazy/step-9/3-0.safetensors'
        """
        return self.path / f"{name}.safetensors"

    def has(self, name: str) -> bool:
        """Whether a block is done."""
        return self.file(name).exists()

    def stored(self, name: str) -> Stored:
        """The contents of a block, mapped into memory after a check."""
        path = self.file(name)
        try:
            stored = open_file(path)
        except FileError as error:
            raise FileError(
                f"{error}; delete this file, and the same solve makes it again"
            ) from error
        if (stored.header.get("solve"), stored.header.get("block")) != (self.solve, name):
            raise FileError(f"{path} is a block of another solve; remove it")
        return stored

    def keep(self, name: str, tensors: Mapping[str, Any], words: Mapping[str, str] = {}) -> None:
        """Write a block, atomically."""
        path = self.file(name)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(f"cannot write in {self.path}: {error.strerror}") from error
        write_file(path, {"solve": self.solve, "block": name, **words}, tensors)

    def remove(self, step: str) -> None:
        """Remove the blocks of a step."""
        shutil.rmtree(self.path / step, ignore_errors=True)

    @classmethod
    def on_node(cls, folder: str, solve: str) -> Self:
        """The folder of a solve in progress, as a node of a cluster sees it."""
        manifest, here = Path(folder) / MANIFEST, f"the node {socket.gethostname()}"
        shared = "the folder must be on storage that all nodes of the cluster share"
        if not manifest.exists():
            raise FileError(f"{here} does not see {manifest}; {shared}")
        if solve_of(open_file(manifest).header) != solve:
            raise FileError(f"{here} sees another solve in {folder}; {shared}")
        return cls(Path(folder), solve)


def manifest_before(path: Path, header: Mapping[str, str], cut: str) -> Stored | None:
    """The manifest of the same solve, if one was started in this folder.

    In addition to the `header`, it says how the solve is split, under the key `cut`.
    """
    manifest = path / MANIFEST
    if not manifest.exists():
        return None
    stored = open_file(manifest)
    before = stored.header
    if cut not in before:
        raise FileError(f"{manifest} is a solution that is not in blocks; take another folder")
    if solve_of(before) != solve_of({**header, cut: before[cut]}):
        held = f"{before.get('game')} for {before.get('objective')}"
        if before.get("version") != header["version"]:
            held += f", begun by perfectplay {before.get('version')}"
        raise FileError(f"{path} holds the blocks of {held}; take another folder")
    return stored


def write_manifest(path: Path, header: Mapping[str, str], tensors: Mapping[str, Any]) -> None:
    """Record which solve the blocks in a folder belong to."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"cannot write in {path}: {error.strerror}") from error
    write_file(path / MANIFEST, {"seconds": "0.0", **header}, tensors)


def take_time(path: Path, seconds: float) -> None:
    """Add to the time that the solve in a folder has taken."""
    stored = open_file(path / MANIFEST)
    seconds += float(stored.header["seconds"])
    write_manifest(path, {**stored.header, "seconds": repr(seconds)}, stored.tensors)


@contextmanager
def alone_at_work(path: Path) -> Iterator[None]:
    """Refuse a folder in use by another solve; clean up after a killed one."""
    lock = path / LOCK
    try:
        path.mkdir(parents=True, exist_ok=True)
        lock.touch()
        file = claimed(lock, "r+b")
    except BlockingIOError:
        raise FileError(f"another solve is using {path}; wait for it") from None
    except OSError as error:
        raise FileError(f"cannot write in {path}: {error.strerror}") from error
    try:
        for step in path.glob("step-*"):
            for left in temporaries(step):
                remove_idle(left)
        yield
    finally:
        lock.unlink(missing_ok=True)
        release(file)
