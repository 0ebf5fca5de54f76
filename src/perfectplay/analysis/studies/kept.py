"""The rows of a study that are done, in a file that grows by a line for each.

A study that is run again finds them there and solves the others. A line that was not written to
its end, since its writer was killed, is none; nothing else reads or changes the file.
"""

from __future__ import annotations

import json
from pathlib import Path

from perfectplay.analysis.studies.tasks import StudyRow
from perfectplay.errors import FileError
from perfectplay.solution.storage.cache import default_folder

FOLDER = "studies"


def default_file(name: str) -> Path | None:
    """Where the rows of a study are kept, unless its user says otherwise or wants none kept."""
    folder = default_folder()
    return None if folder is None else folder / FOLDER / f"{name}.jsonl"


class KeptRows:
    """A file of rows, by what each is known by."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: dict[str, StudyRow] = {}
        try:
            lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
        except OSError as error:
            raise FileError(f"cannot read {path}: {error.strerror}") from None
        self.torn = bool(lines) and not lines[-1].endswith(b"\n")
        for line in lines:
            try:
                key, numbers, reason = json.loads(line)
                self.rows[str(key)] = StudyRow(dict(numbers), reason)
            except (ValueError, TypeError):
                continue

    def keep(self, key: str, row: StudyRow) -> None:
        """Write a row down, at once."""
        self.rows[key] = row
        line = json.dumps([key, row.numbers, row.reason]) + "\n"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                file.write("\n" * self.torn + line)
        except OSError as error:
            raise FileError(f"cannot write {self.path}: {error.strerror}") from None
        self.torn = False
