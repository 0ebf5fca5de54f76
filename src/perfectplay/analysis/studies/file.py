r"""A study in a TOML file.

It names a base, what varies, and what is measured:

```toml
base = "yahtzee"                  # a game, or the file of a card or of a game of your own
measures = ["value", "skill"]     # by default "value"
objective = "score"               # by default the game's own
sample = 500                      # that many rows of the grid; by default all
seed = 1                          # which rows; by default 0

[parameters]                      # of the base, where they differ from the defaults
joker = "free"

[vary]
bonuses.upper.at = {from = 40, to = 90, step = 5}
rerolls = [2, 3]
boxes.chance = [true, false]      # there or not
```

File names are relative to the study.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from perfectplay.analysis.studies.axes import RANGE, Axis
from perfectplay.analysis.studies.measures import Own, find_measure
from perfectplay.analysis.studies.study import Study
from perfectplay.analysis.studies.variants import checked
from perfectplay.errors import FileError, PerfectPlayError, did_you_mean
from perfectplay.model.game import Game
from perfectplay.model.parameters import spell
from perfectplay.model.scorecard.declaration.lines import line_of
from perfectplay.model.scorecard.declaration.toml import read_toml
from perfectplay.model.scorecard.text_file import read_text
from perfectplay.objectives import read_objective

KEYS = {
    "base": (str, "the name of a game, or a file"),
    "parameters": (dict, "a table of the base's parameters"),
    "objective": (str, "an objective, such as 'score'"),
    "measures": (list, "a list of measures, such as ['value']"),
    "sample": (int, "a number of rows"),
    "seed": (int, "a whole number"),
    "vary": (dict, "a table of what varies"),
}
NEEDED = ("base", "vary")

FindGame = Callable[[str, list[str]], Game[Any]]
FindMeasure = Callable[[str], str | Own]


def is_study(path: Path) -> bool:
    """Whether a TOML file is a study rather than a scorecard, whatever else is wrong with it."""
    try:
        data = tomllib.loads(read_text(path))
    except (tomllib.TOMLDecodeError, PerfectPlayError, RecursionError, ValueError):
        return False
    return "boxes" not in data and any(key in data for key in NEEDED)


def read_study(
    path: Path, find_game: FindGame, own_measure: FindMeasure = find_measure, **changes: Any
) -> Study:
    """The study that a file describes; errors name the line.

    `find_game` finds a game by its name and words, `own_measure` a measure; `changes` override
    fields of the `Study`.
    """
    text = read_text(path)
    data = read_toml(path, text)

    @contextmanager
    def at(*place: str | int) -> Iterator[None]:
        try:
            yield
        except PerfectPlayError as error:
            raise FileError(f"{path}, line {line_of(text, place)}: {error}") from None

    for key, value in data.items():
        with at(key):
            require_key(key, value)
    with at():
        for key in NEEDED:
            if key not in data:
                raise FileError(f"{key} is missing; needed are: {', '.join(NEEDED)}")
    words = [f"{name}={spell(value)}" for name, value in data.get("parameters", {}).items()]
    with at("base"):
        base = find_game(beside(path, data["base"]), [])
    with at("parameters"):
        base = base.for_words(words)
    axes = []
    for place, given in leaves(data["vary"], ()):
        with at("vary", *place):
            axes.append(checked(base, Axis.of(".".join(place), given)))
    fields: dict[str, Any] = {"seed": data.get("seed", 0), "sample": data.get("sample")}
    measures: list[str | Own] = []
    for number, word in enumerate(data.get("measures", ["value"])):
        with at("measures", number):
            measures.append(own_measure(beside(path, word)))
    with at("objective"):
        objective = data.get("objective")
        fields["objective"] = None if objective is None else read_objective(objective)
    with at("sample"):
        return Study(base, tuple(axes), **({"measures": tuple(measures)} | fields | changes))


def require_key(key: str, value: Any) -> None:
    """Refuse a key that a study does not have, or a value of the wrong type."""
    if key not in KEYS:
        raise FileError(f"there is no key '{key}'; {did_you_mean(key, KEYS)}")
    kind, wanted = KEYS[key]
    if not isinstance(value, kind) or isinstance(value, bool):
        raise FileError(f"{key} is not {wanted}")


def leaves(table: Mapping[str, Any], place: tuple[str, ...]) -> Iterator[tuple[Any, Any]]:
    """The keys that vary, each as the parts of its path, with its values."""
    for key, value in table.items():
        inner = (*place, *key.split("."))
        if isinstance(value, Mapping) and not any(word in value for word in RANGE):
            yield from leaves(value, inner)
        else:
            yield inner, value


def beside(path: Path, word: Any) -> Any:
    """A word that names a file, relative to the study; any other word as it is."""
    is_file = isinstance(word, str) and (word.endswith(".toml") or ".py:" in word)
    return str(path.parent / word) if is_file else word
