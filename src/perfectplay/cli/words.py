"""Turn what people type into games, solutions and strategies, or one line of what is wrong."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from perfectplay.cli.progress import Ticker
from perfectplay.errors import (
    ParameterError,
    PerfectPlayError,
    UnknownGameError,
    did_you_mean,
)
from perfectplay.games import registry
from perfectplay.model.game import Game
from perfectplay.model.loaded import DIE, require_die
from perfectplay.model.uncertain_die import DieBounds, UncertainDie
from perfectplay.objectives import FORMS, Objective, read_objective
from perfectplay.request import MEMORY_LIMIT, Compute, Request
from perfectplay.solution.solution import Solution
from perfectplay.solution.storage.checkpoint import Checkpoint
from perfectplay.solution.storage.container import open_file
from perfectplay.solution.storage.files import load, parameter_words
from perfectplay.solve import solve, solved
from perfectplay.strategies.rules import read_rules
from perfectplay.strategies.strategy import Strategy, at_random, first_option
from perfectplay.user_code import is_game, user_errors, user_object

STRATEGIES: dict[str, Strategy] = {"random": at_random, "first": first_option}
UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


def is_saved(name: str) -> bool:
    """Whether a name is that of a saved solution."""
    return name.endswith(".safetensors")


def find_game(name: str, words: list[str], die: str | None = None) -> Game[Any]:
    """The game for a name and `name=value` words, with its die if one is given."""
    if die is None:
        return named_game(name, words)
    if ".." not in die:
        require_die(named_game(name, []))
        return named_game(name, [*words, f"{DIE}={die}"])
    return UncertainDie(named_game(name, words), DieBounds.read(die))


def named_game(name: str, words: list[str]) -> Game[Any]:
    """The game for a name and words: a known one, or one in a file."""
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


def labelled(game: Game[Any], language: str) -> Game[Any]:
    """A scorecard game with the names of its boxes in another language."""
    if game.card is None:
        raise ParameterError(f"{game.name} is not played on a scorecard; --labels is for those")
    if game.card is game:
        return game.card.labelled(language)
    if "labels" not in game.parameters():
        raise ParameterError(f"{game.name} has no labels; its boxes have these names only")
    return game.for_words([f"labels={language}"])


def solved_for(game: Game[Any], objective: str, memory: str) -> Solution:
    """A game solved for an objective other than the one requested, perhaps earlier."""
    with Ticker() as ticker, user_errors(game):
        goal = read_objective(objective)
        return solved(
            game, Request(goal, compute=Compute(memory_limit=read_memory(memory), progress=ticker))
        )


@contextmanager
def kept_beside(save: Path | None) -> Iterator[Path | None]:
    """The file where a long solve stores its progress until saved; it stays if interrupted."""
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
    """The folder where a solve in blocks stores its progress; it stays if interrupted."""
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

    The backend is for the goal; play for other objectives may not be able to use it.
    """
    if word in STRATEGIES:
        return STRATEGIES[word]
    if word.endswith(".toml"):
        return read_rules(word, game)
    if ".py" in word:
        return user_function(word, "a strategy", "a decision")
    objective = goal if word == "optimal" else read_objective_or_strategy(word)
    backend = backend if objective == goal else "auto"
    with Ticker() as ticker, user_errors(game):
        return solve(
            game, objective, compute=Compute(memory_limit=memory, backend=backend, progress=ticker)
        ).play


def read_objective_or_strategy(word: str) -> Objective:
    """An objective; the error also mentions strategies."""
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


def user_function(place: str, what: str, of: str) -> Callable[[Any], Any]:
    """A user's own one-argument function, as `path/to/file.py:name`; games are not accepted."""
    found = user_object(place)
    fits = callable(found) and not isinstance(found, type)
    if fits:
        with suppress(ValueError):  # not every function has a signature
            try:
                inspect.signature(found).bind(None)
            except TypeError:
                fits = False
    if not fits:
        kind = "a game" if is_game(found) else "not " + what
        raise PerfectPlayError(f"{place} is {kind}; {what} is a function of {of}")
    function: Callable[[Any], Any] = found
    return function
