"""A file of tensors with a header of plain data: safetensors, checksummed, opened by memory map.

Nothing in it is code. The description of its tensors is checked before any is accessed, so that
none of them reaches beyond the file.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
import secrets
import sys
from array import array
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from struct import calcsize
from typing import IO, Any, NamedTuple

from perfectplay.errors import FileError
from perfectplay.solution.storage.locks import claimed, remove_idle

FORMAT = "perfectplay solution 3"
TYPECODES: dict[str, Any] = {"I8": "b", "I32": "i", "I64": "q", "F32": "f", "F64": "d", "U8": "B"}
DTYPES = {typecode: dtype for dtype, typecode in TYPECODES.items()} | {"l": "I64"}
ALIGNMENT = 8
LARGEST_HEADER = 1 << 24
LONGEST_WORD = 1000
CHECKSUM = b'"checksum":"'
BLANK = "0" * 32
"""The placeholder for the checksum while it is computed."""
TOKEN = 4
"""The random bytes in a file's temporary name."""


class Stored(NamedTuple):
    """The contents of a file: its header, as text, and its tensors, mapped into memory."""

    path: Path
    header: dict[str, str]
    tensors: dict[str, memoryview[Any]]

    def word(self, name: str) -> str:
        """A short text in the header, safe to display."""
        word = self.header[name]
        if not is_word(word):
            raise ValueError(f"{name} is not a short word")
        return word

    def numbers(self, name: str, kinds: str) -> memoryview[Any]:
        """A tensor, if its type (as `array` calls it) is one of some kinds."""
        column = self.tensors[name]
        if column.format not in kinds:
            raise ValueError(f"{name} has numbers of another kind")
        return column


def write_file(path: Path, header: Mapping[str, str], tensors: Mapping[str, Any]) -> None:
    """Write tensors and a header to a file, atomically."""
    columns = {name: memoryview(tensor) for name, tensor in tensors.items()}
    wide_first = sorted(columns, key=lambda name: -columns[name].itemsize)  # aligns them all
    entries: dict[str, Any] = {"__metadata__": {"format": FORMAT, **header, "checksum": BLANK}}
    end = 0
    for name in wide_first:
        column = columns[name]
        first, end = end, end + column.nbytes
        dtype = DTYPES[column.format]
        entries[name] = {"dtype": dtype, "shape": [len(column)], "data_offsets": [first, end]}
    text = json.dumps(entries, separators=(",", ":")).encode()
    text += b" " * (-len(text) % ALIGNMENT)
    if len(text) > LARGEST_HEADER:
        raise FileError(f"cannot write {path}: its labels and texts are too long for a file")
    head = len(text).to_bytes(8, "little") + text
    parts: list[Any] = [
        head,
        *(columns[name].cast("B") for name in wide_first if columns[name].nbytes),
    ]
    place = head.find(CHECKSUM) + len(CHECKSUM)
    digest = hashlib.blake2b(digest_size=len(BLANK) // 2)
    for part in parts:
        digest.update(part)
    parts[0] = head[:place] + digest.hexdigest().encode() + head[place + len(BLANK) :]
    with whole_file(path) as temporary, temporary.open("wb") as file:
        for part in parts:
            file.write(part)


def fingerprint(content: Any, place: int) -> str:
    """The checksum of a file: of all its bytes, with zeros in place of the checksum."""
    digest = hashlib.blake2b(digest_size=len(BLANK) // 2)
    view = memoryview(content)
    digest.update(view[:place])
    digest.update(BLANK.encode())
    digest.update(view[place + len(BLANK) :])
    view.release()
    return digest.hexdigest()


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A temporary name for a file that is renamed when complete, so it never exists in part.

    It is locked meanwhile; unlocked ones were left behind by killed processes, and are removed.
    """
    require_name(path)
    temporary = path
    try:
        for left in temporaries(path.parent, path.name):
            remove_idle(left)
        temporary, file = new_file(path)
        with file:
            yield temporary
            os.fsync(file.fileno())
            if sys.platform == "win32":
                file.close()
            temporary.replace(path)
    except OSError as error:
        raise FileError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        if temporary != path:
            temporary.unlink(missing_ok=True)


class QuietFile:
    """A file for a library that would report a full disk in its own words.

    It never raises; the first error is recorded, and everything written after it is dropped.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self.error: OSError | None = None

    def write(self, content: bytes) -> int:
        """Write some bytes, unless an earlier write failed."""
        if self.error is None:
            try:
                self.file.write(content)
            except OSError as error:
                self.error = error
        return len(content)

    def flush(self) -> None:
        """Do nothing; the file does that."""


@contextmanager
def quiet_file(path: Path) -> Iterator[Any]:
    """A file for a library to write to; a recorded error is raised at the end."""
    with path.open("wb") as file:
        deaf = QuietFile(file)
        yield deaf
        if deaf.error is not None:
            raise deaf.error


def new_file(path: Path) -> tuple[Path, IO[bytes]]:
    """A new, locked file next to a path, and its name."""
    while True:
        temporary = path.with_name(f".{path.name}.{secrets.token_hex(TOKEN)}")
        with suppress(BlockingIOError):  # another process took it for left behind
            return temporary, claimed(temporary, "xb")


def temporaries(folder: Path, name: str | None = None) -> Iterator[Path]:
    """The temporary files in a folder, for one name or for all."""
    for path in folder.iterdir():
        before, _, token = path.name.rpartition(".")
        random = len(token) == 2 * TOKEN and set(token) <= set("0123456789abcdef")
        if random and (before == f".{name}" if name else before.startswith(".")):
            yield path


def require_name(path: Path) -> None:
    """Refuse a name that no file can be written to."""
    if not path.name:
        raise FileError(f"'{path}' is a folder, not a file that can be written")
    try:
        str(path).encode()
    except UnicodeEncodeError:
        raise FileError(f"cannot write {str(path)!r}: its name is not UTF-8") from None


def open_file(path: Path) -> Stored:
    """The header and the tensors of a file, mapped and checked against its checksum.

    They are mapped privately, since kernels are compiled for writable arrays; the file itself is
    never changed.
    """
    try:
        with path.open("rb") as file:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
    except OSError as error:
        raise FileError(f"cannot read {path}: {error.strerror}") from error
    except ValueError:
        raise FileError(f"{path} is empty") from None
    header, entries, start = read_header(path, mapped)
    place = mapped.find(CHECKSUM) + len(CHECKSUM)
    try:
        places = {name: place_of(entry) for name, entry in entries.items()}
        end = start + max(end for _, end, _ in places.values())
        if len(mapped) < end:
            raise FileError(f"{path} is truncated: it has {len(mapped):,} of {end:,} bytes")
        sound = end == len(mapped) and are_side_by_side(places.values())
        sound = sound and fingerprint(mapped, place) == header["checksum"]
    except (ValueError, KeyError, TypeError):
        sound = False
    if not sound:
        raise FileError(f"{path} is damaged: its checksum does not match")
    data = memoryview(mapped)[start:]
    tensors = {
        name: data[first:last].cast(typecode) if first < last else memoryview(array(typecode))
        for name, (first, last, typecode) in places.items()
    }
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
        shown = stated if is_word(stated) else "unknown"
        raise FileError(f"{foreign}: its format is {shown!r}, not {FORMAT!r}")
    if not all(isinstance(text, str) for text in header.values()):
        raise FileError(f"{path} is damaged: its header holds more than text")
    return header, entries, 8 + size


def is_word(text: Any) -> bool:
    """Whether a value is a short text that can be displayed."""
    return isinstance(text, str) and len(text) <= LONGEST_WORD and text.isprintable()


def place_of(entry: Any) -> tuple[int, int, Any]:
    """The place and type of a tensor; ValueError if they are invalid."""
    typecode = TYPECODES[entry["dtype"]]
    (first, end), [count] = entry["data_offsets"], entry["shape"]
    if not all(type(each) is int and each >= 0 for each in (first, end, count)):
        raise ValueError("a tensor lies outside the file")
    size = calcsize(typecode)
    if end - first != count * size or first % size:
        raise ValueError("a tensor's size does not match its header")
    return first, end, typecode


def are_side_by_side(places: Iterable[tuple[int, int, str]]) -> bool:
    """Whether tensors are contiguous, without gaps.

    >>> are_side_by_side([(8, 24, "d"), (0, 8, "d")]), are_side_by_side([(0, 8, "d"), (4, 8, "i")])
    (True, False)
    """
    spans = sorted((first, end) for first, end, _ in places)
    return spans[0][0] == 0 and all(one[1] == other[0] for one, other in pairwise(spans))
