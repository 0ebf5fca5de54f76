"""The lines tried in games without a scorecard: conditions on fields, and options."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from numbers import Real
from typing import Any

from perfectplay.errors import PerfectPlayError
from perfectplay.model.game import Game
from perfectplay.solution.decision_columns import DecisionColumns
from perfectplay.solution.decision_costs import DecisionCosts
from perfectplay.strategies.distil.lists import Language
from perfectplay.strategies.rules.expressions import known_words, read_line

Array = Any
THRESHOLDS, SUM_THRESHOLDS = 32, 12
"""The number of thresholds tried for a field, and for a sum or a difference of two."""
SLOPES = (4, 6, 8, 12)
FEW_VALUES = 12
HALVES = (2, 3, 4, 5, 6, 7, 8, 9, 10)
"""Divisors for numbers such as the dice in hand, in halves."""
MORE = (-4, -2, 0, 2, 4)


def language_of(game: Game[Any], decisions: DecisionCosts) -> Language:
    """The language of lines for a game."""
    import numpy as np

    fields = fields_of(decisions, known_words(game).names)
    found: dict[bytes, tuple[str, Array]] = {}
    for text, holds in conditions(decisions, fields):
        if holds.any():
            found.setdefault(holds.tobytes(), (text, holds))
    texts = list(dict.fromkeys(actions(decisions, fields, game.parameter_values)))

    def priced(text: str) -> Array:
        """The costs of a line."""
        chosen = read_line(text, game).choose(decisions.columns)
        return np.where(chosen >= 0, decisions.costs[chosen], np.inf)

    return Language(
        [text for text, _ in found.values()],
        np.array([holds for _, holds in found.values()]).reshape(len(found), len(decisions.visits)),
        texts,
        np.array([*map(priced, texts)]).T,
        priced,
        lambda condition, action: f"{condition}: {action}" if condition else action,
        lambda one, other: f"{one} and {other}",
        lambda one, other: f"{one} or {other}",
    )


def fields_of(decisions: DecisionCosts, names: frozenset[str]) -> dict[str, Array]:
    """What can be asked about the decisions, by name: whole numbers and texts that vary."""
    found = {}
    for name in sorted(names - {"player"}):
        try:
            column = decisions.columns[name]
        except (KeyError, PerfectPlayError):
            continue
        plain = hasattr(column, "shape") and column.dtype.kind in "ifU"
        if plain and (column != column[0]).any():
            found[name] = column
    return found


def conditions(
    decisions: DecisionCosts, fields: Mapping[str, Array]
) -> Iterator[tuple[str, Array]]:
    """All conditions to try, each with the decisions at which it holds."""
    import numpy as np

    numeric = {name: column for name, column in fields.items() if column.dtype.kind in "if"}
    for name, column in fields.items():
        values = np.unique(column)
        if name not in numeric or 2 < len(values) <= FEW_VALUES:
            for value in values.tolist():
                yield f"{name} == {value!r}", column == value
    flags = [name for name, column in numeric.items() if set(np.unique(column)) == {0, 1}]
    for name in flags:
        yield name, numeric[name] == 1
        yield f"not {name}", numeric[name] == 0
    numeric = {name: column for name, column in numeric.items() if name not in flags}
    for name, column in numeric.items():
        yield from thresholds(name, column, decisions.visits, THRESHOLDS)
    for (one, first), (two, second) in itertools.combinations(numeric.items(), 2):
        for text, column in (
            (f"{one} - {two}", first - second),
            (f"{one} + {two}", first + second),
        ):
            yield from thresholds(text, column, decisions.visits, SUM_THRESHOLDS)
    for (one, column), slope in itertools.product(numeric.items(), SLOPES):
        others = [name for name in numeric if name != one]
        for two, three in itertools.permutations(others, 2):
            lean = (numeric[two] - numeric[three]) / slope
            for value in spread(column, decisions.visits, SUM_THRESHOLDS):
                yield f"{one} >= {value} + ({two} - {three}) / {slope}", column >= value + lean
    yield from gains(decisions.columns, decisions.visits)


def thresholds(text: str, column: Array, visits: Array, count: int) -> Iterator[tuple[str, Array]]:
    """Conditions that a number is at least, or below, some threshold."""
    for value in spread(column, visits, count):
        yield f"{text} >= {value}", column >= value
        yield f"{text} < {value}", column < value


def spread(column: Array, visits: Array, count: int) -> list[Any]:
    """Some values of a column, denser where play comes more often."""
    import numpy as np

    values, where = np.unique(column, return_inverse=True)
    if len(values) > count:
        often = np.cumsum(np.bincount(where, visits + visits.mean() / 4))
        places = np.searchsorted(often, np.linspace(0, often[-1], count + 1)[1:-1])
        values = values[np.unique(places)]
    return values[values > values.min()].tolist() if len(values) else []


def gains(columns: DecisionColumns, visits: Array) -> Iterator[tuple[str, Array]]:
    """Conditions that an option scores at least, or less than, some points at once."""
    if not columns.points.any() or len(columns.labels) > FEW_VALUES:
        return
    for label in columns.labels:
        text = f'gain("{label}")'
        yield from thresholds(text, columns.gain(label), visits, FEW_VALUES)


def actions(
    decisions: DecisionCosts, fields: Mapping[str, Array], chosen: Mapping[str, Any]
) -> Iterator[str]:
    """Everything a line can do: an option, or how to compute one that is a number."""
    labels = decisions.columns.labels
    yield from map(str, labels[:FEW_VALUES])
    if len(labels) <= FEW_VALUES or not all(isinstance(label, Real) for label in labels):
        return
    bases = [name for name in fields if name != "last"]
    bases += [
        f"{limit} - {name}"
        for limit, value in chosen.items()
        for name in bases
        if isinstance(value, int) and value >= fields[name].max() > value / 2
    ]
    for base, more, halves in itertools.product(bases, MORE, HALVES):
        summed = f"{base} {'-' if more < 0 else '+'} {abs(more)}" if more else base
        by = f"// {halves // 2}" if halves % 2 == 0 else f"* 2 // {halves}"
        yield f"({summed}) {by}" if halves != 2 else summed
