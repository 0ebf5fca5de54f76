"""Bundle the modules of the page into one plain script, as browsers load no modules from files.

Each module becomes a function that is called once and returns its exports. Only the forms of
`import` and `export` that our modules use are understood; any other is refused.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from pathlib import Path

IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"([^"]+)";$', re.MULTILINE)
DECLARED = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
LISTED = re.compile(r"export\{([^}]*)\};?\s*\Z")
TYPES = re.compile(r"^[ \t]*/\*\*(?:[^*]|\*(?!/))*\*/\n", re.MULTILINE)
"""Type comments on their own lines, which are only for readers of the modules."""
LEFT = re.compile(r"^(?:import|export)\b.*|\bexport\{.*", re.MULTILINE)


def bundled(root: Path, entry: str, instead: Mapping[str, str]) -> str:
    """A script equivalent to the module `entry`, with the same exports.

    A module is named by its path below `root`; `instead` replaces some of them by others.
    """
    modules: dict[str, str] = {}
    entered: set[str] = set()

    def enter(name: str) -> None:
        if name in modules:
            return
        if name in entered:
            raise ValueError(f"{name} imports itself by way of others")
        entered.add(name)
        source = TYPES.sub("", (root / name).read_text(encoding="utf-8"))
        for _, path in IMPORT.findall(source):
            enter(meant(name, path))
        modules[name] = wrapped(name, source)

    def meant(name: str, path: str) -> str:
        found = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
        return found if name == instead.get(found) else instead.get(found, found)

    def wrapped(name: str, source: str) -> str:
        exported = [(each, each) for each in DECLARED.findall(source)]
        if listed := LISTED.search(source):
            exported += [renamed(each) for each in listed[1].split(",")]
        inner = IMPORT.sub(lambda found: taken(meant(name, found[2]), found[1]), source)
        inner = LISTED.sub("", DECLARED.sub("", inner))
        if strange := LEFT.search(inner):
            raise ValueError(f"{name}: '{strange[0][:60]}' is not a form that can be bundled")
        given = ", ".join(f"{outside}: {inside}" for inside, outside in exported)
        return f'modules["{name}"] = (() => {{\n{inner.strip()}\nreturn {{ {given} }};\n}})();\n'

    enter(entry)
    body = "".join([*modules.values(), f'return modules["{entry}"];\n'])
    return f'(() => {{\n"use strict";\nconst modules = {{}};\n{body}}})();\n'


def renamed(word: str) -> tuple[str, str]:
    """The name inside a module and outside, from `inside as outside` or a single name."""
    inside, _, outside = word.strip().partition(" as ")
    return inside, outside or inside


def taken(module: str, names: str | None) -> str:
    """The replacement for an import."""
    if names is None:
        return ""
    pairs = (renamed(word) for word in names.split(",") if word.strip())
    inner = ", ".join(f"{exported}: {here}" for exported, here in pairs)
    return f'const {{ {inner} }} = modules["{module}"];'
