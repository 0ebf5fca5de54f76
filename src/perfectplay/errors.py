"""What can go wrong, told in one line: what, where, and what would be right.

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
    """Play can cycle in a cycle in which it collects points for ever."""


class UnboundedError(ModelError):
    """Positions grow without limit, so that there is no end of them."""


class WidthError(PerfectPlayError):
    """The bounds of a value could not be proved to lie as close together as was asked."""


class MemoryLimitError(PerfectPlayError):
    """A game outgrew the memory it was given."""


class ParameterError(PerfectPlayError, ValueError):
    """A game was given a parameter it does not have, or a value outside its range."""


class UnknownGameError(PerfectPlayError, LookupError):
    """No game has this name."""


class PositionError(PerfectPlayError, LookupError):
    """A position cannot occur in this game, or cannot be read from its text."""


class ObjectiveError(PerfectPlayError, ValueError):
    """An objective does not exist or does not fit the game."""


class EngineError(PerfectPlayError, LookupError):
    """No engine has this name, or none does what is asked."""


class ForeignGameError(EngineError):
    """A game, or what is asked of it, is none that an engine is made for."""


class NotOfferedError(PerfectPlayError):
    """A solution does not offer the answer; the message says how to get it, where one can."""


class StrategyError(PerfectPlayError):
    """A strategy chose something that is not on offer."""


class WorkersError(PerfectPlayError):
    """Those who should do the work cannot be had, or were lost, or are of another version."""


class MissingExtraError(PerfectPlayError, ImportError):
    """Something is asked for that an optional part of the package does.

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
"""By module, the optional part of the package that needs it, and the name of the library."""


def missing_extra(error: BaseException) -> MissingExtraError | None:
    """What to say if an error is that an optional part of the package is not there.

    >>> print(missing_extra(ModuleNotFoundError("No module named 'polars'", name="polars")))
    this needs Polars; add it by pip install 'perfectplay[table]'
    """
    if not isinstance(error, ModuleNotFoundError) or error.name is None:
        return None
    extra = EXTRAS.get(error.name.partition(".")[0])
    return None if extra is None else MissingExtraError(*extra)


@contextmanager
def explain_missing_extra() -> Iterator[None]:
    """Import what may be missing, and tell in one line how to add it if it is."""
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
    """A closing hint for an error message: the nearest of the known words, or all of them.

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
