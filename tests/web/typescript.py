"""TypeScript, which checks the types of the pages; run as a program it sees to it that there is one.

python -m tests.web.typescript
"""

from __future__ import annotations

import os
import sys

from tests import npm

VERSION = "7.0.2"
VARIABLE = "TYPESCRIPT"
"""Names a compiler to take instead."""
FOLDER = npm.folder("typescript", VERSION)


def compiler() -> str | None:
    """The program that is named, or the one that was fetched: a plain program, which needs no Node."""
    names = ("tsc", "tsc.exe")
    fetched = (FOLDER / "node_modules" / "@typescript").glob("typescript-*/lib/tsc*")
    found = (str(path) for path in fetched if path.name in names)
    return os.environ.get(VARIABLE) or next(found, None)


def set_up() -> str:
    """Fetch the compiler if there is none; why there is none, if there still is none."""
    if compiler():
        return ""
    why = npm.fetch("typescript", VERSION)
    return "" if compiler() else why or "the package has no compiler for this machine"


if __name__ == "__main__":
    failure = set_up()
    if failure and os.environ.get("CI"):
        sys.exit(f"the tests need TypeScript: {failure}")
    print(f"the types of the pages go unchecked: {failure}" if failure else f"tsc: {compiler()}")
