"""What a long solve has done so far, kept on disk, so that it can go on after it was stopped.

The numbers lie in one file, mapped into memory while they are computed. A second file tells of
which solve they are, how many steps are done, and a checksum of each.

The first is locked by the solve that is at work on it. It has all its bytes from the beginning, as
mapped memory for which the disk has no room ends the process; for the same reason it is never made
shorter. Another solve makes a file of its own under the same name.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import mmap
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Protocol

from perfectplay.errors import FileError
from perfectplay.solution.storage.container import require_name, whole_file
from perfectplay.solution.storage.locks import claimed, release, remove_idle

BLOCK = 1 << 20


class Stretch(Protocol):
    """A step of a solve: where its numbers lie among those of all steps."""

    @property
    def first(self) -> int:
        """The place of its first number."""

    @property
    def end(self) -> int:
        """The place behind its last."""


@dataclasses.dataclass
class Checkpoint:
    """The steps of a solve that are done, beside the file that it will be saved in."""

    path: Path
    solve: str
    """Which solve it is; another's steps are of no use."""
    checksums: list[str] = dataclasses.field(default_factory=list)

    @property
    def record(self) -> Path:
        """The file that says what is done."""
        return self.path.with_name(f"{self.path.name}.json")

    @contextmanager
    def open(self, steps: Sequence[Stretch], dtype: Any) -> Iterator[tuple[Any, int]]:
        """The numbers of all steps, mapped from the file, and how many steps are done.

        Until they are all worked out, no other solve can open them.
        """
        import numpy as np

        size = steps[-1].end * np.dtype(dtype).itemsize
        file = self.opened(size)
        try:
            values = np.frombuffer(mmap.mmap(file.fileno(), size), dtype)
            for step, checksum in zip(steps, self.recorded(), strict=False):
                if fingerprint(values[step.first : step.end]) != checksum:
                    break
                self.checksums.append(checksum)
            yield values, len(self.checksums)
        finally:
            release(file)

    def opened(self, size: int) -> IO[bytes]:
        """The file of the numbers, locked: the one that is there, or a new one if it is of no use.

        Who solved what is there may still have it mapped, so it is left as it is.
        """
        require_name(self.path)
        try:
            if self.path.exists():
                file = claimed(self.path, "r+b")
                if self.recorded() and os.fstat(file.fileno()).st_size == size:
                    return file
                self.path.unlink()
                release(file)
            return self.allocated(size)
        except (BlockingIOError, FileExistsError):
            raise FileError(
                f"another solve is using {self.path}; wait for it, or save under another name"
            ) from None
        except OSError as error:
            raise FileError(f"cannot write {self.path}: {error.strerror}") from error

    def allocated(self, size: int) -> IO[bytes]:
        """A new file of some bytes, all of them on the disk, and locked."""
        file = claimed(self.path, "x+b")
        try:
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file.fileno(), 0, size)
            else:
                for place in range(0, size, BLOCK):
                    file.write(bytes(min(BLOCK, size - place)))
                file.flush()
        except BaseException:
            self.path.unlink()
            release(file)
            raise
        return file

    def recorded(self) -> list[str]:
        """The checksums of the steps that are said to be done, if they are of this solve."""
        try:
            kept = json.loads(self.record.read_text())
            checksums = kept["checksums"] if kept["solve"] == self.solve else []
            return [str(checksum) for checksum in checksums]
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
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
        """Drop what was kept, unless another solve is using it by now."""
        if remove_idle(self.path):
            with suppress(OSError):
                self.record.unlink()


def fingerprint(values: Any) -> str:
    """The checksum of some numbers."""
    return hashlib.blake2b(memoryview(values).cast("B"), digest_size=16).hexdigest()
