"""Read a text file that people wrote: short, and in UTF-8."""

from __future__ import annotations

import stat
from pathlib import Path

from perfectplay.errors import FileError

LARGEST = 100_000


def read_text(path: Path) -> str:
    """The text of a file, if a person could have written it."""
    try:
        content = first_bytes(path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FileError(f"cannot read {path}: {reason}") from None
    if len(content) > LARGEST:
        raise FileError(f"{path} has over {LARGEST:,} bytes, which is too large")
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FileError(f"{path}, line {line}: it is not in UTF-8; save it as such") from None


def first_bytes(path: Path) -> bytes:
    """As many bytes as a file may have, and one more; a pipe could keep us waiting."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise FileError("it is not a file")
    with path.open("rb") as file:
        return file.read(LARGEST + 1)
