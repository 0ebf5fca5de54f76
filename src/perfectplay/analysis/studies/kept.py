"""The finished rows of a study, in a file that gains a line for each.

Running a study again finds them there and solves the rest. An incomplete line, left by a writer
that was killed, is ignored; nothing else reads or changes the file.
"""

from __future__ import annotations

import json
from pathlib import Path

from perfectplay.analysis.studies.tasks import StudyRow
from perfectplay.errors import FileError
from perfectplay.solution.storage.cache import default_folder

FOLDER = "studies"


def default_file(name: str) -> Path | None:
    """The default file for the rows of a study."""
    folder = default_folder()
    return None if folder is None else folder / FOLDER / f"{name}.jsonl"


class KeptRows:
    """A file of rows, by key."""

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
        """Write a row immediately."""
        self.rows[key] = row
        line = json.dumps([key, row.numbers, row.reason]) + "\n"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                file.write("\n" * self.torn + line)
        except OSError as error:
            raise FileError(f"cannot write {self.path}: {error.strerror}") from None
        self.torn = False
