"""Solutions on disk: safetensors with a header of plain data, checksummed, opened by memory map.

A file holds the graph and the values as flat tensors; positions are kept as texts, labels and
parameters as JSON. Nothing in it is code. It is written under a temporary name and renamed, so a
file that is there is whole.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
import sys
from array import array
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import IO, Any, overload

from safetensors import SafetensorError

from perfectplay.engines.explore import MEMORY_LIMIT
from perfectplay.engines.graph import Column, Graph, Names
from perfectplay.engines.lanes import Lanes
from perfectplay.engines.machine import as_array
from perfectplay.errors import FileError, ObjectiveError, PositionError
from perfectplay.exact import exactly
from perfectplay.games import registry
from perfectplay.model.game import Game
from perfectplay.model.parameters import spell
from perfectplay.objectives import Objective, read_objective
from perfectplay.solution.graph_solution import GraphSolution
from perfectplay.solution.solution import Solution
from perfectplay.solution.strategies import Played
from perfectplay.version import __version__

FORMAT = "perfectplay solution 1"
TYPECODES: dict[str, Any] = {"I8": "b", "I32": "i", "I64": "q", "F64": "d", "U8": "B"}
NODE_COLUMNS = ("kind", "player", "payoff", "first", "order")
EDGE_COLUMNS = ("target", "label", "probability", "points")
GRAPH_COLUMNS = NODE_COLUMNS + EDGE_COLUMNS
LANE_COLUMNS = ("low", "offset", "reach")
LARGEST_HEADER = 100_000_000
CHECKSUM = b'"checksum":"'
BLANK = "0" * 32
"""What stands for the checksum while it is computed."""


def save(solution: Solution, path: str | os.PathLike[str]) -> None:
    """Write a solution to a file, whole or not at all."""
    from safetensors.numpy import save_file

    if isinstance(solution.game, Played):
        raise FileError("play by given strategies is not kept in files; save a solved game")
    tensors = dict(solution_tensors(solution))
    header = {
        "format": FORMAT,
        "version": __version__,
        "game": solution.game.name,
        "rules": rules(solution.game),
        "parameters": json.dumps(solution.game.chosen),
        "objective": str(solution.objective),
        "labels": json.dumps([storable(label) for label in solution.names.labels]),
        "unit": str(solution.lanes.unit),
        "seconds": repr(solution.seconds),
    }
    arrays = {name: as_array(column) for name, column in tensors.items()}
    with whole_file(Path(path)) as temporary:
        save_file(arrays, temporary, header | {"checksum": BLANK})
        with temporary.open("r+b") as file, map_file(file, mmap.ACCESS_WRITE) as content:
            place = content.find(CHECKSUM) + len(CHECKSUM)
            content[place : place + len(BLANK)] = fingerprint(content, place).encode()


def load(
    path: str | os.PathLike[str],
    game: Game[Any] | None = None,
    objective: Objective | None = None,
) -> Solution:
    """Read a solution from a file: it is checked whole; its numbers are mapped, not copied.

    A game of one's own, which the file can only name, is given as `game`; so is an objective that
    has no text.

    >>> import tempfile
    >>> from perfectplay import load, solve
    >>> from perfectplay.games.coins import Coins
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     solve(Coins(coins=3, target=5), exact=True).save(f"{folder}/coins.safetensors")
    ...     load(f"{folder}/coins.safetensors").value
    Fraction(73, 256)
    """
    path = Path(path)
    header, tensors = open_file(path)
    try:
        labels = [hashable(label) for label in json.loads(header["labels"])]
        parameters = json.loads(header["parameters"])
        texts = split(tensors.pop("positions"))
        paths = [hashable(json.loads(path)) for path in split(tensors.pop("paths"))]
        numbers = {name: decoded(column) for name, column in tensors.items()}
        graph = Graph(
            **{name: numbers[name] for name in GRAPH_COLUMNS},
        )
        places = {name: numbers[name] for name in LANE_COLUMNS}
        lanes = Lanes(graph, exactly(Fraction(header["unit"])), **places)
        seconds = float(header["seconds"])
    except (KeyError, ValueError, TypeError) as error:
        raise FileError(f"{path} is damaged: {error!r}") from error
    game = game or stored_game(path, header, parameters)
    if (rules(game), game.chosen) != (header["rules"], parameters):
        raise FileError(f"{path} holds {header['rules']} with {parameters}, not {game!r}")
    if objective is None:
        try:
            objective = read_objective(header["objective"])
        except ObjectiveError:
            raise FileError(
                f"{path} was solved for {header['objective']}, which has no text form; "
                "pass it as load(path, objective=...)"
            ) from None
    positions, numbers_by_position = StoredPositions(game, texts), StoredNumbers(game, texts)
    names = Names(positions, tensors["root"], paths, labels, numbers_by_position)
    return GraphSolution(game, objective, MEMORY_LIMIT, seconds, lanes, names, numbers["value"])


class StoredPositions(Sequence[Hashable]):
    """Positions kept as texts, each read when it is needed."""

    def __init__(self, game: Game[Any], texts: list[str]) -> None:
        self.game = game
        self.texts = texts

    def __len__(self) -> int:
        return len(self.texts)

    @overload
    def __getitem__(self, place: int) -> Hashable: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Hashable]: ...
    def __getitem__(self, place: int | slice) -> Hashable | Sequence[Hashable]:
        if isinstance(place, slice):
            return StoredPositions(self.game, self.texts[place])
        return self.game.read(self.texts[place])


class StoredNumbers(Mapping[Hashable, int]):
    """From a position, by its text, to its number."""

    def __init__(self, game: Game[Any], texts: list[str]) -> None:
        self.game = game
        self.texts = texts

    @cached_property
    def numbers(self) -> dict[str, int]:
        """From a text to its number, made at the first question."""
        return {text: number for number, text in enumerate(self.texts)}

    def __getitem__(self, position: Hashable) -> int:
        return self.numbers[self.game.text(position)]

    def __len__(self) -> int:
        return len(self.texts)

    def __iter__(self) -> Iterator[Hashable]:
        return map(self.game.read, self.texts)


def stored_game(path: Path, header: Mapping[str, str], parameters: dict[str, Any]) -> Game[Any]:
    """The game that a file names, if it is a registered one."""
    name = header["game"]
    if name in registry.names():
        game = registry.find(name)(**parameters)
        if rules(game) == header["rules"]:
            return game
    raise FileError(
        f"{path} holds a solution of {header['rules']}, which is not a registered game; "
        "pass the game itself, as load(path, game=...) or with --game FILE.py:CLASS"
    )


def rules(game: Game[Any]) -> str:
    """Which class the rules of a game are; a script is called the same when it is imported."""
    module = type(game).__module__
    script = getattr(sys.modules.get("__main__"), "__file__", None)
    if module == "__main__" and script:
        module = Path(script).stem
    return f"{module}.{type(game).__qualname__}"


def solution_tensors(solution: Solution) -> Iterator[tuple[str, Any]]:
    """All columns of a solution, by name."""
    for name in GRAPH_COLUMNS:
        yield name, encoded(getattr(solution.graph, name))
    for name in LANE_COLUMNS:
        yield name, getattr(solution.lanes, name)
    yield "value", encoded(solution.values)
    game = solution.game
    texts = [readable_text(game, position) for position in solution.names.found]
    yield "positions", array("B", "\n".join(texts).encode())
    yield "root", solution.names.root
    paths = [json.dumps(list(map(storable, path))) for path in solution.names.paths]
    yield "paths", array("B", "\n".join(paths).encode())


def readable_text(game: Game[Any], position: Hashable) -> str:
    """The text of a position, from which it can be read back."""
    text = game.text(position)
    try:
        back = game.read(text)
        same = back == position and type(back) is type(position)
    except PositionError:
        same = False
    if not same or "\n" in text:
        raise PositionError(
            f"{game.name} cannot be kept in a file: {position!r} is not read back from its text "
            f"'{text}'; name its kind, as class {type(game).__name__}(Game[KIND]), or override "
            "text and read"
        )
    return text


def encoded(column: Column) -> Any:
    """A column as it is stored: numbers as they are, exact ones as text."""
    if isinstance(column, list):
        return array("B", "\n".join(map(str, column)).encode())
    return column


def decoded(column: Any) -> Column:
    """A column as an engine wants it."""
    if column.format == "B":
        return [exactly(Fraction(text)) for text in split(column)]
    return column


def split(column: Any) -> list[str]:
    """The texts in a column."""
    return bytes(column).decode().split("\n") if len(column) else []


def storable(label: Hashable) -> Any:
    """A label as JSON has it: numbers, words, and tuples of them."""
    if isinstance(label, tuple):
        return [storable(part) for part in label]
    if label is None or isinstance(label, (bool, int, float, str)):
        return label
    raise FileError(f"the label {label!r} cannot be stored; use words, numbers or tuples of them")


def hashable(label: Any) -> Any:
    """A label, or a path of labels, from its JSON."""
    return tuple(map(hashable, label)) if isinstance(label, list) else label


def fingerprint(content: Any, place: int) -> str:
    """The checksum of a file: of all its bytes, but with zeros at the place of the checksum."""
    digest = hashlib.blake2b(digest_size=len(BLANK) // 2)
    view = memoryview(content)
    digest.update(view[:place])
    digest.update(BLANK.encode())
    digest.update(view[place + len(BLANK) :])
    view.release()
    return digest.hexdigest()


def map_file(file: IO[bytes], access: int) -> mmap.mmap:
    """A file as memory."""
    return mmap.mmap(file.fileno(), 0, access=access)


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A temporary name to write a file under; then it is renamed, so it is never there in part."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        temporary.touch()
        yield temporary
        with temporary.open("rb") as file:
            os.fsync(file.fileno())
        temporary.replace(path)
    except (OSError, SafetensorError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FileError(f"cannot write {path}: {reason}") from error
    finally:
        with suppress(OSError):
            temporary.unlink()


def open_file(path: Path) -> tuple[dict[str, str], dict[str, memoryview[Any]]]:
    """The header and the tensors of a file, mapped and checked against its checksum."""
    try:
        with path.open("rb") as file:
            mapped = map_file(file, mmap.ACCESS_READ)
    except OSError as error:
        raise FileError(f"cannot read {path}: {error.strerror}") from error
    except ValueError:
        raise FileError(f"{path} is empty") from None
    header, entries, start = read_header(path, mapped)
    place = mapped.find(CHECKSUM) + len(CHECKSUM)
    try:
        end = start + max(entry["data_offsets"][1] for entry in entries.values())
        if len(mapped) < end:
            raise FileError(f"{path} is truncated: it has {len(mapped):,} of {end:,} bytes")
        data = memoryview(mapped)[start:]
        tensors = {
            name: data[slice(*entry["data_offsets"])].cast(TYPECODES[entry["dtype"]])
            for name, entry in entries.items()
        }
        sound = fingerprint(mapped, place) == header["checksum"]
    except (ValueError, KeyError, TypeError, IndexError, AttributeError):
        sound = False
    if not sound:
        raise FileError(f"{path} is damaged: its checksum does not match")
    return header, tensors


def read_header(path: Path, mapped: mmap.mmap) -> tuple[dict[str, str], dict[str, Any], int]:
    """A file's header, the places of its tensors, and where these begin."""
    foreign = f"{path} is not a perfectplay solution"
    size = int.from_bytes(mapped[:8], "little")
    if size > LARGEST_HEADER:
        raise FileError(foreign)
    try:
        entries = json.loads(mapped[8 : 8 + size])
        header = entries.pop("__metadata__")
        stated = header["format"]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise FileError(foreign) from None
    if stated != FORMAT:
        raise FileError(f"{foreign}: its format is {stated!r}, not {FORMAT!r}")
    return header, entries, 8 + size


def parameter_words(header: Mapping[str, str]) -> list[str]:
    """The game's parameters that a header states, as `name=value` words."""
    return [f"{name}={spell(value)}" for name, value in json.loads(header["parameters"]).items()]
