"""Who is at work on a file? Whoever has locked it; a process that ends, however, lets go of it."""

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
    """Lock an open file, where the file system can; a BlockingIOError if somebody else has.

    On Windows there is no need: what is open can be neither removed nor replaced there.
    """
    if sys.platform != "win32":
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in NO_LOCKS:
                raise


def release(file: IO[bytes]) -> None:
    """Unlock a file and close it; one that stays mapped would stay locked otherwise."""
    if sys.platform != "win32":
        fcntl.flock(file, fcntl.LOCK_UN)
    file.close()


def claimed(path: Path, mode: str) -> IO[bytes]:
    """A file, opened and locked; a BlockingIOError if it is somebody else's, or not there now."""
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
    """Whether a path still leads to an open file, and not to another or to none."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def remove_idle(path: Path) -> bool:
    """Remove a file unless somebody is at work on it; whether it is gone."""
    try:
        with claimed(path, "r+b") as file:
            if sys.platform == "win32":
                file.close()
            path.unlink()
    except OSError:
        return not path.exists()
    return True
