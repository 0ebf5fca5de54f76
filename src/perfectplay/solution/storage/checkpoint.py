"""The finished part of a long solve, kept on disk so that the solve can continue after a stop.

The numbers are in one file, mapped into memory while they are computed. A second file says which
solve they belong to, how many steps are done, and the checksum of each.

The first file is locked by the solve that works on it. It has its full size from the beginning, as
the process would be killed if the disk had no room for mapped memory; for the same reason it is
never shortened. Another solve makes a new file of the same name.
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
    """A step of a solve: where its numbers are among those of all steps."""

    @property
    def first(self) -> int:
        """The index of its first number."""

    @property
    def end(self) -> int:
        """The index after its last number."""


@dataclasses.dataclass
class Checkpoint:
    """The finished steps of a solve, next to the file where it will be saved."""

    path: Path
    solve: str
    """The identity of the solve; steps of another one are useless."""
    checksums: list[str] = dataclasses.field(default_factory=list)

    @property
    def record(self) -> Path:
        """The file that records what is done."""
        return self.path.with_name(f"{self.path.name}.json")

    @contextmanager
    def open(self, steps: Sequence[Stretch], dtype: Any) -> Iterator[tuple[Any, int]]:
        """The numbers of all steps, mapped from the file, and the number of finished steps.

        Until all steps are done, no other solve can open them.
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
        """The locked file of the numbers: the existing one, or a new one if that is useless.

        The solver that wrote an existing file may still have it mapped, so it is left unchanged.
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
        """A new, locked file of a given size, allocated on the disk."""
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
        """The checksums of the steps recorded as done, if they belong to this solve."""
        try:
            kept = json.loads(self.record.read_text())
            checksums = kept["checksums"] if kept["solve"] == self.solve else []
            return [str(checksum) for checksum in checksums]
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return []

    def keep(self, values: Any) -> None:
        """Record that another step is done; its numbers are on disk by then."""
        mapped = values.base
        while not isinstance(mapped, mmap.mmap):
            mapped = mapped.obj if isinstance(mapped, memoryview) else mapped.base
        mapped.flush()
        self.checksums.append(fingerprint(values))
        with whole_file(self.record) as temporary:
            temporary.write_text(json.dumps({"solve": self.solve, "checksums": self.checksums}))

    def remove(self) -> None:
        """Remove the checkpoint, unless another solve is using it by now."""
        if remove_idle(self.path):
            with suppress(OSError):
                self.record.unlink()


def fingerprint(values: Any) -> str:
    """The checksum of some numbers."""
    return hashlib.blake2b(memoryview(values).cast("B"), digest_size=16).hexdigest()
