"""Run a user's own Python file, and find games and functions in it."""

from __future__ import annotations

import importlib.util
import sys
import sysconfig
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from perfectplay.errors import FileError, PerfectPlayError, UnknownGameError, did_you_mean
from perfectplay.games import registry
from perfectplay.model.game import Game


class UserCodeError(PerfectPlayError):
    """A user's own Python file failed."""


def user_object(place: str) -> Any:
    """The object in a user's own Python file, given as `path/to/file.py:name`."""
    path_text, _, name = place.partition(":")
    path = Path(path_text)
    try:
        path.open("rb").close()
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        raise FileError(f"there is no file {path}") from None
    except OSError as error:
        raise FileError(f"cannot read {path}: {error.strerror}") from None
    module = user_module(path)
    games = [key for key, value in vars(module).items() if is_own_game(value, module)]
    if not name:
        shown = " or ".join(f"{path}:{game}" for game in games) or f"{path}:ClassName"
        raise UnknownGameError(f"say which game in {path} is meant: {shown}")
    if not hasattr(module, name):
        own = [key for key, value in vars(module).items() if is_own(value, module)]
        raise UnknownGameError(f"there is no {name} in {path}; {did_you_mean(name, own)}")
    return getattr(module, name)


def user_game(place: str) -> type[Game[Any]]:
    """The game in a user's file, added to the registry for this process."""
    found = user_object(place)
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise UnknownGameError(f"{place} is not a game; it must be a subclass of Game")
    registry.bring(found)
    return found


def user_module(path: Path) -> ModuleType:
    """A user's Python file, executed."""
    if path.suffix != ".py":
        raise FileError(f"{path} is not a Python file")
    name = f"{path.stem}_" if path.stem in sys.stdlib_module_names else path.stem
    loader = AsWritten(name, str(path))
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent.resolve()))
    try:
        loader.exec_module(module)
    except Exception as error:
        raise UserCodeError(f"{path} cannot be run: {exception_text(error, path)}") from error
    finally:
        sys.path.pop(0)
    return module


class AsWritten(SourceFileLoader):
    """Reads a file as it is now: byte code may be of an earlier version."""

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002  # the path tells all
        return self.source_to_code(self.get_data(self.path), self.path)


def is_own(value: Any, module: ModuleType) -> bool:
    """Whether an object in a module is a class or function defined there."""
    return callable(value) and getattr(value, "__module__", None) == module.__name__


def is_own_game(value: Any, module: ModuleType) -> bool:
    """Whether an object in a module is a game defined there."""
    return is_game(value) and (isinstance(value, Game) or value.__module__ == module.__name__)


def is_game(value: Any) -> bool:
    """Whether an object is a game, or a class of games."""
    return isinstance(value, Game) or (isinstance(value, type) and issubclass(value, Game))


@contextmanager
def user_errors(game: Game[Any]) -> Iterator[None]:
    """Report errors raised by a game's own rules in one line."""
    try:
        yield
    except (PerfectPlayError, MemoryError):
        raise
    except Exception as error:
        if not comes_from_rules(error, game):
            raise
        story = "; ".join([exception_text(error), *getattr(error, "__notes__", [])])
        raise UserCodeError(f"the rules of {game.name} fail: {story}") from error


def comes_from_rules(error: Exception, game: Game[Any]) -> bool:
    """Whether a game's rules, or other user code, took part in an error."""
    rules = {getattr(sys.modules.get(kind.__module__), "__file__", "") for kind in type(game).mro()}
    libraries = tuple(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib"))
    package = str(Path(registry.__file__).parents[1])
    return any(
        frame.filename in rules
        if frame.filename.startswith((package, *libraries))
        else frame.filename.endswith(".py")
        for frame in traceback.extract_tb(error.__traceback__)
    )


def exception_text(error: Exception, path: Path | None = None) -> str:
    """An exception in brief: its type, its message, and where it was raised.

    If a file took part in it, the line in that file is given rather than one it called.
    """
    every = [*traceback.extract_tb(error.__traceback__)]
    frames = [frame for frame in every if frame.filename == str(path)] or every
    if isinstance(error, SyntaxError):
        return f"{error.msg} (line {error.lineno})"
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{where}"
