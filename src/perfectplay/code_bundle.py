"""A user's own code, packed for a worker: plain bytes, and the files it was written in.

Code that a user wrote in a file travels as its text, since a worker may not have the file; code
written in a notebook travels by value.
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
    """A user's file: its module name, its path, and its text."""

    module: str
    path: str
    text: str


class CodeBundle(NamedTuple):
    """Some objects, with the user's files that define their classes and functions."""

    files: tuple[OwnFile, ...]
    packed: bytes

    @classmethod
    def of(cls, content: Any, files: Iterable[OwnFile]) -> CodeBundle:
        """Pack an object, with the files it needs."""
        import cloudpickle

        packed: bytes = cloudpickle.dumps(content)
        return cls(tuple(file for file in files if not is_importable(file)), packed)

    def opened(self) -> Any:
        """Unpack the object."""
        for file in self.files:
            load_own(file)
        return pickle.loads(self.packed)  # noqa: S301  # it was packed by `of`


def own_files(written: Iterable[Any]) -> list[OwnFile]:
    """The files in which a user's classes and functions were written."""
    names = dict.fromkeys(each.__module__ for each in written)
    found = []
    for name in names:
        path = getattr(sys.modules.get(name), "__file__", None)
        if path is not None and name.partition(".")[0] != PACKAGE:
            found.append(OwnFile(name, path, Path(path).read_text(encoding="utf-8")))
    return found


def is_importable(file: OwnFile) -> bool:
    """Whether a worker can import a module by itself, from a package or a script."""
    if "." in file.module or file.module == "__main__":
        return True
    spec = PathFinder.find_spec(file.module)
    return spec is not None and spec.origin == file.path


def load_own(file: OwnFile) -> None:
    """Load a user's file as a module, as it was where the work started."""
    if getattr(sys.modules.get(file.module), "__file__", None) == file.path:
        return
    module = ModuleType(file.module)
    module.__file__ = file.path
    sys.modules[file.module] = module
    sys.path.append(str(Path(file.path).parent))
    exec(compile(file.text, file.path, "exec"), module.__dict__)  # noqa: S102  # it is the user's
