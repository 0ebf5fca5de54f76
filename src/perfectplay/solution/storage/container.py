"""A file of tensors with a header of plain data: safetensors, checksummed, opened by memory map.

Nothing in it is code. It is written under a temporary name and renamed, so a file that is there
is whole.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

from safetensors import SafetensorError

from perfectplay.engines.backends.machine import as_array
from perfectplay.errors import FileError

FORMAT = "perfectplay solution 3"
TYPECODES: dict[str, Any] = {"I8": "b", "I32": "i", "I64": "q", "F32": "f", "F64": "d", "U8": "B"}
LARGEST_HEADER = 100_000_000
CHECKSUM = b'"checksum":"'
BLANK = "0" * 32
"""What stands for the checksum while it is computed."""


class Stored(NamedTuple):
    """What a file holds: its header, in words, and its tensors, mapped into memory."""

    path: Path
    header: dict[str, str]
    tensors: dict[str, memoryview[Any]]


def write_file(path: Path, header: Mapping[str, str], tensors: Mapping[str, Any]) -> None:
    """Write tensors and a header to a file, whole or not at all."""
    from safetensors.numpy import save_file

    arrays = {name: as_array(column) for name, column in tensors.items()}
    with whole_file(path) as temporary:
        save_file(arrays, temporary, {"format": FORMAT, **header, "checksum": BLANK})
        with temporary.open("r+b") as file, map_file(file, mmap.ACCESS_WRITE) as content:
            place = content.find(CHECKSUM) + len(CHECKSUM)
            content[place : place + len(BLANK)] = fingerprint(content, place).encode()


def fingerprint(content: Any, place: int) -> str:
    """The checksum of a file: of all its bytes, but with zeros at the place of the checksum."""
    digest = hashlib.blake2b(digest_size=len(BLANK) // 2)
    view = memoryview(content)
    digest.update(view[:place])
    digest.update(BLANK.encode())
    digest.update(view[place + len(BLANK) :])
    view.release()
    return digest.hexdigest()


def map_file(file: IO[bytes], access: int) -> mmap.mmap:
    """A file as memory."""
    return mmap.mmap(file.fileno(), 0, access=access)


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A temporary name to write a file under; then it is renamed, so it is never there in part."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        temporary.touch()
        yield temporary
        with temporary.open("rb") as file:
            os.fsync(file.fileno())
        temporary.replace(path)
    except (OSError, SafetensorError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FileError(f"cannot write {path}: {reason}") from error
    finally:
        with suppress(OSError):
            temporary.unlink()


def open_file(path: Path) -> Stored:
    """The header and the tensors of a file, mapped and checked against its checksum.

    They are mapped as memory of one's own, as kernels are made for arrays that can be written to;
    the file stays as it is.
    """
    try:
        with path.open("rb") as file:
            mapped = map_file(file, mmap.ACCESS_COPY)
    except OSError as error:
        raise FileError(f"cannot read {path}: {error.strerror}") from error
    except ValueError:
        raise FileError(f"{path} is empty") from None
    header, entries, start = read_header(path, mapped)
    place = mapped.find(CHECKSUM) + len(CHECKSUM)
    try:
        end = start + max(entry["data_offsets"][1] for entry in entries.values())
        if len(mapped) < end:
            raise FileError(f"{path} is truncated: it has {len(mapped):,} of {end:,} bytes")
        data = memoryview(mapped)[start:]
        tensors = {
            name: data[slice(*entry["data_offsets"])].cast(TYPECODES[entry["dtype"]])
            for name, entry in entries.items()
        }
        sound = fingerprint(mapped, place) == header["checksum"]
    except (ValueError, KeyError, TypeError, IndexError, AttributeError):
        sound = False
    if not sound:
        raise FileError(f"{path} is damaged: its checksum does not match")
    return Stored(path, header, tensors)


def read_header(path: Path, mapped: mmap.mmap) -> tuple[dict[str, str], dict[str, Any], int]:
    """A file's header, the places of its tensors, and where these begin."""
    foreign = f"{path} is not a perfectplay solution"
    size = int.from_bytes(mapped[:8], "little")
    if size > LARGEST_HEADER:
        raise FileError(foreign)
    try:
        entries = json.loads(mapped[8 : 8 + size])
        header = entries.pop("__metadata__")
        stated = header["format"]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise FileError(foreign) from None
    if stated != FORMAT:
        raise FileError(f"{foreign}: its format is {stated!r}, not {FORMAT!r}")
    return header, entries, 8 + size
