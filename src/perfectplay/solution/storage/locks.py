"""Who is working on a file? Whoever has locked it; a lock is released when its process ends."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import IO

if sys.platform != "win32":
    import fcntl

NO_LOCKS = {errno.ENOLCK, errno.ENOTSUP}


def lock(file: IO[bytes]) -> None:
    """Lock an open file, where the file system supports it; BlockingIOError if it is locked.

    Windows does not need it: an open file can be neither removed nor replaced there.
    """
    if sys.platform != "win32":
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in NO_LOCKS:
                raise


def release(file: IO[bytes]) -> None:
    """Unlock a file and close it; it may stay mapped, and would otherwise stay locked."""
    if sys.platform != "win32":
        fcntl.flock(file, fcntl.LOCK_UN)
    file.close()


def claimed(path: Path, mode: str) -> IO[bytes]:
    """A file, opened and locked; BlockingIOError if another process has it, or it is gone."""
    file: IO[bytes] = path.open(mode)
    try:
        lock(file)
        if not is_at(file, path):
            raise BlockingIOError
    except OSError:
        file.close()
        raise
    return file


def is_at(file: IO[bytes], path: Path) -> bool:
    """Whether a path still refers to an open file, rather than to another or to none."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def remove_idle(path: Path) -> bool:
    """Remove a file unless a process is working on it; returns whether it is gone."""
    try:
        with claimed(path, "r+b") as file:
            if sys.platform == "win32":
                file.close()
            path.unlink()
    except OSError:
        return not path.exists()
    return True
