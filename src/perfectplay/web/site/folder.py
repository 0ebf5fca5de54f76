"""Write a folder atomically, replacing only another one of its kind."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from perfectplay.errors import FileError
from perfectplay.version import __version__

MARK = "perfectplay.json"
"""The file that identifies a site: it lists everything else in the folder."""


def require_replaceable(folder: Path) -> None:
    """Refuse a folder that contains anything but an exported site, or that cannot be made."""
    if not folder.exists():
        parent = next(each for each in folder.absolute().parents if each.exists())
        if not (parent.is_dir() and os.access(parent, os.W_OK)):
            raise FileError(f"cannot write {folder}: {parent} is not a writable folder")
        return
    if not folder.is_dir():
        raise FileError(f"{folder} is a file; give a folder")
    own = {MARK, *listed(folder)}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if not path.is_dir() and name not in own:
            raise FileError(
                f"{folder} contains {name}, which does not belong to an exported site; "
                "give another folder"
            )


def listed(folder: Path) -> list[str]:
    """The files of an exported site; None if the folder is not one."""
    try:
        return [str(name) for name in json.loads((folder / MARK).read_bytes())["files"]]
    except (OSError, ValueError, KeyError, TypeError):
        return []


def write_folder(folder: Path, files: Mapping[str, bytes], games: Sequence[str]) -> None:
    """Write a site next to its folder, then move it into place."""
    require_replaceable(folder)
    mark = {"perfectplay": __version__, "games": list(games), "files": list(files)}
    whole = {**files, MARK: json.dumps(mark, indent=2).encode()}
    place = folder.resolve()
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{place.name}.", dir=place.parent) as beside:
            new, old = Path(beside) / "new", Path(beside) / "old"
            for name, content in whole.items():
                (new / name).parent.mkdir(parents=True, exist_ok=True)
                (new / name).write_bytes(content)
            if place.exists():
                place.rename(old)
            try:
                new.rename(place)
            except OSError:
                if old.exists():
                    old.rename(place)
                raise
    except OSError as error:
        raise FileError(f"cannot write {folder}: {error.strerror}") from None
