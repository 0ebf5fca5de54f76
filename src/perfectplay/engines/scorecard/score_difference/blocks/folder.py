"""The folder in which blocks lie: a file for each, and one that tells of which solve they are.

A block is written under another name and renamed, so that it is there whole or not at all: what is
there is done. The file `solution.safetensors` is the manifest. It is written before the first block
and is the solution itself, its values being in the blocks beside it.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from perfectplay.engines.scorecard.score_difference.blocks.partition import PlyBlock
from perfectplay.errors import FileError
from perfectplay.solution.storage.container import open_file, write_file

CARDS = "cards"
"""What the header of a manifest calls the most cards of a group; other solutions have none."""
PASSING = {"format", "checksum", "seconds"}
"""What a header tells beside which solve it is."""


def solve_of(header: Mapping[str, str]) -> str:
    """What tells a solve, and how it is cut, from any other."""
    told = sorted((name, word) for name, word in header.items() if name not in PASSING)
    return hashlib.blake2b(json.dumps(told).encode(), digest_size=16).hexdigest()


@dataclasses.dataclass(frozen=True)
class Folder:
    """The blocks of a solve."""

    path: Path
    solve: str
    """Which solve it is; the blocks of another are of no use."""

    def file(self, block: PlyBlock) -> Path:
        """The file of a block.

        >>> Folder(Path("yazy"), "").file(PlyBlock(9, 3, 0)).as_posix()
        'yazy/step-9/3-0.safetensors'
        """
        return self.step(block.place) / f"{block.mover}-{block.other}.safetensors"

    def step(self, place: int) -> Path:
        """The folder of the blocks of a ply."""
        return self.path / f"step-{place}"

    def has(self, block: PlyBlock) -> bool:
        """Whether a block is done."""
        return self.file(block).exists()

    def read(self, block: PlyBlock) -> Any:
        """The values of a block, mapped into memory once they are checked."""
        path = self.file(block)
        try:
            stored = open_file(path)
        except FileError as error:
            raise FileError(f"{error}; without this file, the same solve does it anew") from error
        if (stored.header.get("solve"), stored.header.get("block")) != self.words(block):
            raise FileError(f"{path} is a block of another solve; take it away")
        return np.asarray(stored.numbers("value", "fd"))

    def write(self, block: PlyBlock, values: Any) -> None:
        """Keep the values of a block, whole or not at all."""
        try:
            self.step(block.place).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(f"cannot write in {self.path}: {error.strerror}") from error
        solve, name = self.words(block)
        write_file(self.file(block), {"solve": solve, "block": name}, {"value": values})

    def words(self, block: PlyBlock) -> tuple[str, str]:
        """What the header of a block says: of which solve it is, and which one."""
        return self.solve, " ".join(map(str, block))

    def remove(self, place: int) -> None:
        """Drop the blocks of a ply."""
        shutil.rmtree(self.step(place), ignore_errors=True)
