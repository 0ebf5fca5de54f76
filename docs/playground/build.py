"""Adds to the built documentation what its playground runs: Python, the library, and its table.

    python -m docs.playground.build SITE

Pyodide is fetched from npm, once; only its core is taken, without NumPy or any other package. The
page is then complete: it asks for no file but those of the documentation.
"""

from __future__ import annotations

import ast
import importlib.metadata
import io
import json
import os
import re
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path

from tests import npm

from perfectplay.web.embedded import table_module
from perfectplay.web.site.contents import worker

VERSION = "314.0.7"
"""Of Pyodide."""
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"
HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LOADED = re.compile(
    r'<(?:script|link|img)\b(?![^>]*canonical)[^>]*\b(?:src|href)="([^"#?]+)"|"search": *"([^"]+)"'
)
"""What a page loads, in its own words; the last is the worker that searches."""
SEARCHED = "../search.json"


def pyodide() -> Path | str:
    """The folder with Pyodide, or why there is none."""
    folder = npm.folder("pyodide", VERSION) / "node_modules" / "pyodide"
    if not (folder / LOCK).exists() and (why := npm.fetch("pyodide", VERSION)):
        return why
    return folder


def add_playground(site: Path) -> str:
    """Add it to a built site; why that is impossible, or nothing."""
    core = pyodide()
    if isinstance(core, str):
        return core
    place = site / "playground"
    files = {
        **{f"pyodide/{name}": (core / name).read_bytes() for name in CORE},
        f"pyodide/{LOCK}": lock(core).encode(),
        "perfectplay.zip": library(),
        "examples.json": json.dumps(examples()).encode(),
        "table.js": table_module().encode(),
    }
    for name, content in files.items():
        (place / name).parent.mkdir(exist_ok=True)
        (place / name).write_bytes(content)
    kept = {name: (place / name).read_bytes() for name in [*parts(place), *files]}
    (place / "offline.js").write_text(worker(kept), encoding="utf-8")
    return ""


def lock(core: Path) -> str:
    """The list of the packages of Pyodide, of which the page has none."""
    listed = json.loads((core / LOCK).read_text(encoding="utf-8"))
    return json.dumps({**listed, "packages": {}})


def library() -> bytes:
    """The library, icepool and the program that runs what readers write, as one archive.

    The same files make the same bytes, so that a page that has not changed is not loaded again.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted({**own_files(), **icepool_files()}.items()):
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, 9)
    return packed.getvalue()


def own_files() -> dict[str, bytes]:
    """The modules of the library, and the runner beside them."""
    source = ROOT / "src"
    kept = (path for path in source.rglob("*") if path.suffix in {".py", ".toml"})
    files = {path.relative_to(source).as_posix(): path.read_bytes() for path in kept}
    return {**files, "runner.py": (HERE / "runner.py").read_bytes()}


def icepool_files() -> dict[str, bytes]:
    """The modules of icepool as it is installed here, with its licence."""
    listed: Iterable[importlib.metadata.PackagePath] = importlib.metadata.files("icepool") or []
    return {
        path.as_posix(): path.read_binary()
        for path in listed
        if path.suffix == ".py" or "LICENSE" in path.name
    }


def examples() -> list[dict[str, str]]:
    """The games that the page begins with, each with its first line as its title."""
    found = []
    for path in sorted((HERE / "examples").glob("*.py")):
        source = path.read_text(encoding="utf-8")
        title = (ast.get_docstring(ast.parse(source)) or "").rstrip(".")
        found.append({"name": path.stem, "title": title, "source": source})
    return found


def parts(place: Path) -> list[str]:
    """The page and what it loads, by their names in it: its own files, and those of the theme."""
    page = (place / "index.html").read_text(encoding="utf-8")
    named = [*map("".join, LOADED.findall(page)), SEARCHED]
    files = [name for name in named if (place / name).is_file()]
    loaded = [name for name in files if not name.endswith(".html")]
    return list(dict.fromkeys(["index.html", "worker.js", *loaded]))


if __name__ == "__main__":
    failure = add_playground(Path(sys.argv[1]))
    if failure and os.environ.get("CI"):
        sys.exit(f"the playground needs Pyodide: {failure}")
    if failure:
        print(f"the documentation is built without its playground: {failure}")
