"""What can go wrong, in one line each: what, where, and what would be right.

Every error a user can cause derives from `PerfectPlayError`, so that a caller (the command line,
a web page) can show its message and nothing else.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager


class PerfectPlayError(Exception):
    """The base class of all errors that a user's input can cause."""


class ModelError(PerfectPlayError):
    """A game's rules break a promise: the message names the position and the remedy."""


class CycleError(ModelError):
    """Play can run in a cycle that collects points for ever."""


class UnboundedError(ModelError):
    """Positions grow without limit."""


class WidthError(PerfectPlayError):
    """The bounds of a value could not be proved to be as close together as requested."""


class MemoryLimitError(PerfectPlayError):
    """A game needs more memory than it was given."""


class ParameterError(PerfectPlayError, ValueError):
    """A game was given an unknown parameter, or a value out of range."""


class UnknownGameError(PerfectPlayError, LookupError):
    """No game has this name."""


class PositionError(PerfectPlayError, LookupError):
    """A position cannot occur in this game, or cannot be read from its text."""


class ObjectiveError(PerfectPlayError, ValueError):
    """An objective does not exist or does not fit the game."""


class EngineError(PerfectPlayError, LookupError):
    """No engine has this name, or none can do what is requested."""


class ForeignGameError(EngineError):
    """An engine was given a game, or a task, that it is not made for."""


class NotOfferedError(PerfectPlayError):
    """A solution cannot answer this question; if possible, the message says how to get it."""


class StrategyError(PerfectPlayError):
    """A strategy chose something that is not on offer."""


class WorkersError(PerfectPlayError):
    """Workers could not be reached, were lost, or run another version."""


class MissingExtraError(PerfectPlayError, ImportError):
    """Something was requested that needs an optional part of the package.

    >>> str(MissingExtraError("plot", "Matplotlib"))
    "this needs Matplotlib; add it by pip install 'perfectplay[plot]'"
    >>> str(MissingExtraError("", "NumPy"))
    'this needs NumPy; add it by pip install numpy'
    """

    def __init__(self, extra: str, library: str) -> None:
        wanted = f"'perfectplay[{extra}]'" if extra else library.lower()
        super().__init__(f"this needs {library}; add it by pip install {wanted}")


EXTRAS = {
    "anywidget": ("notebook", "anywidget"),
    "cupy": ("gpu", "CuPy"),
    "llvmlite": ("compiler", "LLVM"),
    "numba": ("compiler", "Numba"),
    "fastapi": ("web", "FastAPI"),
    "gymnasium": ("gym", "Gymnasium"),
    "matplotlib": ("plot", "Matplotlib"),
    "pettingzoo": ("gym", "PettingZoo"),
    "polars": ("table", "Polars"),
    "pyspiel": ("openspiel", "OpenSpiel"),
    "ray": ("cluster", "Ray"),
    "scipy": ("sparse", "SciPy"),
    "uvicorn": ("web", "Uvicorn"),
}
"""For each module, the optional part of the package that needs it, and the library's name."""


def missing_extra(error: BaseException) -> MissingExtraError | None:
    """The message if an error is due to a missing optional part of the package.

    >>> print(missing_extra(ModuleNotFoundError("No module named 'polars'", name="polars")))
    this needs Polars; add it by pip install 'perfectplay[table]'
    """
    if not isinstance(error, ModuleNotFoundError) or error.name is None:
        return None
    extra = EXTRAS.get(error.name.partition(".")[0])
    return None if extra is None else MissingExtraError(*extra)


@contextmanager
def explain_missing_extra() -> Iterator[None]:
    """Import something that may be missing; if it is, say in one line how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise missing_extra(error) or error from None


class FileError(PerfectPlayError, OSError):
    """A file is missing, damaged, truncated or not one of ours."""


def in_bytes(size: int) -> str:
    """An amount of memory for people.

    >>> in_bytes(4 << 30), in_bytes(300_000), in_bytes(5 << 42)
    ('4 GiB', '293 KiB', '20 TiB')
    """
    for exponent, unit in ((40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")):
        if size >= 1 << exponent:
            return f"{size / (1 << exponent):.3g} {unit}"
    return f"{size} bytes"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A closing hint for an error message: the closest known words, or all of them.

    >>> did_you_mean("slotz", ["slots", "coins"])
    "did you mean 'slots'?"
    >>> did_you_mean("chess", ["slots", "coins"])
    'there are: slots, coins'
    """
    known = list(known)
    near = difflib.get_close_matches(word, known, n=1)
    if near:
        return f"did you mean '{near[0]}'?"
    return f"there are: {', '.join(known)}" if known else "there are none"
