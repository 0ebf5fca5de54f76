"""A user's own code on its way to a worker: plain bytes, and the files that it was written in.

What a user wrote in a file of their own travels along as its text, since a worker may have no such
file; what was written in a notebook goes by value.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterable
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

PACKAGE = __name__.partition(".")[0]


class OwnFile(NamedTuple):
    """A user's file: the name of its module, where it was, and what it says."""

    module: str
    path: str
    text: str


class CodeBundle(NamedTuple):
    """Some objects, and the user's files that their classes and functions stand in."""

    files: tuple[OwnFile, ...]
    packed: bytes

    @classmethod
    def of(cls, content: Any, files: Iterable[OwnFile]) -> CodeBundle:
        """Pack something up, with the files that it needs."""
        import cloudpickle

        packed: bytes = cloudpickle.dumps(content)
        return cls(tuple(file for file in files if not is_importable(file)), packed)

    def opened(self) -> Any:
        """What was packed up."""
        for file in self.files:
            load_own(file)
        return pickle.loads(self.packed)  # noqa: S301  # it was packed by `of`


def own_files(written: Iterable[Any]) -> list[OwnFile]:
    """The files that a user's classes and functions were written in."""
    names = dict.fromkeys(each.__module__ for each in written)
    found = []
    for name in names:
        path = getattr(sys.modules.get(name), "__file__", None)
        if path is not None and name.partition(".")[0] != PACKAGE:
            found.append(OwnFile(name, path, Path(path).read_text(encoding="utf-8")))
    return found


def is_importable(file: OwnFile) -> bool:
    """Whether a worker finds a module by itself, as one of a package or of a script."""
    if "." in file.module or file.module == "__main__":
        return True
    spec = PathFinder.find_spec(file.module)
    return spec is not None and spec.origin == file.path


def load_own(file: OwnFile) -> None:
    """Have a user's file as a module, as it was where the work was begun."""
    if getattr(sys.modules.get(file.module), "__file__", None) == file.path:
        return
    module = ModuleType(file.module)
    module.__file__ = file.path
    sys.modules[file.module] = module
    sys.path.append(str(Path(file.path).parent))
    exec(compile(file.text, file.path, "exec"), module.__dict__)  # noqa: S102  # it is the user's
