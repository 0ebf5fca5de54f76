"""What a long solve has done so far, kept on disk, so that it can go on after it was stopped.

The numbers lie in one file, mapped into memory while they are worked out. A second file tells of
which solve they are, how many steps are done, and a checksum of each.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import mmap
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from perfectplay.errors import FileError
from perfectplay.solution.storage.container import whole_file

if TYPE_CHECKING:
    from perfectplay.engines.scorecard.lead.plies import Ply


@dataclasses.dataclass
class Checkpoint:
    """The steps of a solve that are done, beside the file that it will be saved in."""

    path: Path
    solve: str
    """Which solve it is; another's steps are of no use."""
    checksums: list[str] = dataclasses.field(default_factory=list)

    @property
    def record(self) -> Path:
        """The file that tells what is done."""
        return self.path.with_name(f"{self.path.name}.json")

    def open(self, steps: Sequence[Ply], dtype: Any) -> tuple[Any, int]:
        """The numbers of all steps, mapped from the file, and how many steps are done."""
        import numpy as np

        size = steps[-1].end * np.dtype(dtype).itemsize
        known = self.recorded()
        try:
            if not known or not self.path.exists() or self.path.stat().st_size != size:
                known = []
                with self.path.open("wb") as file:
                    file.truncate(size)
            with self.path.open("r+b") as file:
                mapped = mmap.mmap(file.fileno(), size)
        except OSError as error:
            raise FileError(f"cannot write {self.path}: {error.strerror}") from error
        values = np.frombuffer(mapped, dtype)
        for step, checksum in zip(steps, known, strict=False):
            if fingerprint(values[step.first : step.end]) != checksum:
                break
            self.checksums.append(checksum)
        return values, len(self.checksums)

    def recorded(self) -> list[str]:
        """The checksums of the steps that are said to be done, if they are of this solve."""
        try:
            told = json.loads(self.record.read_text())
            checksums = told["checksums"] if told["solve"] == self.solve else []
            return [str(checksum) for checksum in checksums]
        except (OSError, ValueError, KeyError, TypeError):
            return []

    def keep(self, values: Any) -> None:
        """Take note of one more step that is done, with its numbers; they are on disk by then."""
        mapped = values.base
        while not isinstance(mapped, mmap.mmap):
            mapped = mapped.obj if isinstance(mapped, memoryview) else mapped.base
        mapped.flush()
        self.checksums.append(fingerprint(values))
        with whole_file(self.record) as temporary:
            temporary.write_text(json.dumps({"solve": self.solve, "checksums": self.checksums}))

    def remove(self) -> None:
        """Drop what was kept."""
        for path in (self.record, self.path):
            with suppress(FileNotFoundError):
                path.unlink()


def fingerprint(values: Any) -> str:
    """The checksum of some numbers."""
    return hashlib.blake2b(memoryview(values).cast("B"), digest_size=16).hexdigest()
