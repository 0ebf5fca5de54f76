"""What people type, made into games, solutions and strategies; or one line of what is wrong."""

from __future__ import annotations

import importlib.util
import inspect
import re
import sys
import sysconfig
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from perfectplay.cli.progress import Ticker
from perfectplay.errors import (
    FileError,
    PerfectPlayError,
    UnknownGameError,
    did_you_mean,
)
from perfectplay.games import registry
from perfectplay.model.game import Game
from perfectplay.objectives import FORMS, Objective, read_objective
from perfectplay.request import MEMORY_LIMIT, Compute, Request
from perfectplay.solution.solution import Solution
from perfectplay.solution.storage.checkpoint import Checkpoint
from perfectplay.solution.storage.container import open_file
from perfectplay.solution.storage.files import load, parameter_words
from perfectplay.solve import solve, solved
from perfectplay.strategies.rules import read_rules
from perfectplay.strategies.strategy import Strategy, at_random, first_option

STRATEGIES: dict[str, Strategy] = {"random": at_random, "first": first_option}
UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


class UserCodeError(PerfectPlayError):
    """A user's own Python file failed."""


def is_saved(name: str) -> bool:
    """Whether a name is that of a saved solution."""
    return name.endswith(".safetensors")


def find_game(name: str, words: list[str]) -> Game[Any]:
    """The game that a name and `name=value` words stand for: a known one, or one in a file."""
    if is_saved(name):
        raise UnknownGameError(f"{name} is a saved solution; name the game itself here")
    if name.endswith(".toml"):
        from perfectplay.model.scorecard.declaration import read_scorecard

        return read_scorecard(name).for_words(words)
    if ".py" in name:
        found = user_object(name)
        if isinstance(found, Game):
            return found.for_words(words)
        if not (isinstance(found, type) and issubclass(found, Game)):
            raise UnknownGameError(f"{name} is not a game; it must be a subclass of Game")
        return found.from_words(words)
    return registry.find(name).from_words(words)


def solved_for(game: Game[Any], objective: str, memory: str) -> Solution:
    """A game solved for another objective than was asked, perhaps before."""
    with Ticker() as ticker, user_code(game):
        goal = read_objective(objective)
        return solved(
            game, Request(goal, compute=Compute(memory_limit=read_memory(memory), progress=ticker))
        )


@contextmanager
def kept_beside(save: Path | None) -> Iterator[Path | None]:
    """Where a long solve keeps what is done until it is saved; if it is stopped, that stays."""
    if save is None:
        yield None
        return
    checkpoint = Checkpoint(save.with_name(f"{save.name}.partial"), "")
    try:
        yield checkpoint.path
    except KeyboardInterrupt:
        if checkpoint.record.exists():
            raise InterruptedError(
                f"interrupted; {checkpoint.path} keeps what is done, and the same command goes on"
            ) from None
        raise
    checkpoint.remove()


@contextmanager
def kept_in(folder: Path | None) -> Iterator[None]:
    """Where a solve in blocks keeps what is done; if it is stopped, that stays."""
    try:
        yield
    except KeyboardInterrupt:
        if folder is None:
            raise
        raise InterruptedError(
            f"interrupted; {folder} keeps what is done, and the same command goes on"
        ) from None


def open_solution(path: Path, own: str | None) -> Solution:
    """A saved solution; one of a user's own game needs that game, as `file.py:Class`."""
    if own is None:
        return load(path)
    return load(path, find_game(own, parameter_words(open_file(path).header)))


def find_strategy(
    word: str,
    game: Game[Any],
    goal: Objective,
    memory: int = MEMORY_LIMIT,
    backend: str = "auto",
) -> Strategy:
    """A strategy: 'optimal', an objective to be optimal for, 'random', 'first', a file's.

    The backend is for the goal; what plays for anything else may have nothing to run there.
    """
    if word in STRATEGIES:
        return STRATEGIES[word]
    if word.endswith(".toml"):
        return read_rules(word, game)
    if ".py" in word:
        return user_function(word, "a strategy", "a decision")
    objective = goal if word == "optimal" else read_objective_or_strategy(word)
    backend = backend if objective == goal else "auto"
    with Ticker() as ticker, user_code(game):
        return solve(
            game, objective, compute=Compute(memory_limit=memory, backend=backend, progress=ticker)
        ).play


def read_objective_or_strategy(word: str) -> Objective:
    """An objective; or an error that also tells of the strategies."""
    if word.partition(":")[0] not in FORMS:
        known = ["optimal", *STRATEGIES, *FORMS.values(), "FILE.toml", "FILE.py:FUNCTION"]
        raise PerfectPlayError(f"there is no strategy '{word}'; {did_you_mean(word, known)}")
    return read_objective(word)


def read_memory(text: str) -> int:
    """A size in bytes: 500m, 4g.

    >>> read_memory("2g")
    2147483648
    """
    match = re.fullmatch(r"(\d{1,9})([kmg]?)(i?b)?", text.lower())
    if match is None:
        raise PerfectPlayError(f"'{text}' is not an amount of memory; write it like 500m or 4g")
    return int(match[1]) * UNITS[match[2]]


def user_object(place: str) -> Any:
    """What stands in a user's own Python file, as `path/to/file.py:name`."""
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


def user_function(place: str, what: str, of: str) -> Callable[[Any], Any]:
    """A user's own function of one thing, as `path/to/file.py:name`; a game is none."""
    found = user_object(place)
    fits = callable(found) and not isinstance(found, type)
    if fits:
        with suppress(ValueError):  # not every function tells what it takes
            try:
                inspect.signature(found).bind(None)
            except TypeError:
                fits = False
    if not fits:
        kind = "a game" if is_game(found) else "not " + what
        raise PerfectPlayError(f"{place} is {kind}; {what} is a function of {of}")
    function: Callable[[Any], Any] = found
    return function


def user_module(path: Path) -> ModuleType:
    """A user's Python file, run."""
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
        raise UserCodeError(f"{path} cannot be run: {tell(error, path)}") from error
    finally:
        sys.path.pop(0)
    return module


class AsWritten(SourceFileLoader):
    """Reads a file as it is now: byte code may be of what stood there a moment ago."""

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002  # the path tells all
        return self.source_to_code(self.get_data(self.path), self.path)


def is_own(value: Any, module: ModuleType) -> bool:
    """Whether something in a module is a class or function that was written there."""
    return callable(value) and getattr(value, "__module__", None) == module.__name__


def is_own_game(value: Any, module: ModuleType) -> bool:
    """Whether something in a module is a game that was written there."""
    return is_game(value) and (isinstance(value, Game) or value.__module__ == module.__name__)


def is_game(value: Any) -> bool:
    """Whether something is a game, or a kind of game."""
    return isinstance(value, Game) or (isinstance(value, type) and issubclass(value, Game))


@contextmanager
def user_code(game: Game[Any]) -> Iterator[None]:
    """While a game's own rules run: what they raise is told in one line."""
    try:
        yield
    except (PerfectPlayError, MemoryError):
        raise
    except Exception as error:
        if not comes_from_rules(error, game):
            raise
        story = "; ".join([tell(error), *getattr(error, "__notes__", [])])
        raise UserCodeError(f"the rules of {game.name} fail: {story}") from error


def comes_from_rules(error: Exception, game: Game[Any]) -> bool:
    """Whether a game's rules, or other code of the user, had a part in an error."""
    rules = {getattr(sys.modules.get(kind.__module__), "__file__", "") for kind in type(game).mro()}
    libraries = tuple(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib"))
    package = str(Path(registry.__file__).parents[1])
    return any(
        frame.filename in rules
        if frame.filename.startswith((package, *libraries))
        else frame.filename.endswith(".py")
        for frame in traceback.extract_tb(error.__traceback__)
    )


def tell(error: Exception, path: Path | None = None) -> str:
    """An exception in a few words: its kind, its message, and where it was raised.

    Where a file had a part in it, its line is told rather than one of what it has called.
    """
    every = [*traceback.extract_tb(error.__traceback__)]
    frames = [frame for frame in every if frame.filename == str(path)] or every
    if isinstance(error, SyntaxError):
        return f"{error.msg} (line {error.lineno})"
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{where}"
