"""What varies in a study: keys with their values, as a grid or a sample of it."""

from __future__ import annotations

import dataclasses
import math
import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from perfectplay.errors import ParameterError, did_you_mean
from perfectplay.model.parameters import spell

Value: TypeAlias = bool | int | float | str
Settings: TypeAlias = dict[str, Value]
"""A variant: the value of each key."""

MOST_ROWS = 100_000
RANGE = ("from", "to", "step")


@dataclasses.dataclass(frozen=True)
class Axis:
    """A key with the values it takes."""

    key: str
    values: tuple[Value, ...]

    @classmethod
    def of(cls, key: str, given: Any) -> Axis:
        """The axis for a key: from a value, a list, or a range with from, to and step.

        >>> Axis.of("rerolls", [2, 3])
        Axis(key='rerolls', values=(2, 3))
        >>> Axis.of("bonuses.upper.at", {"from": 40, "to": 60, "step": 10}).values
        (40, 50, 60)
        """
        if isinstance(given, Mapping):
            values = in_steps(key, given)
        elif isinstance(given, Iterable) and not isinstance(given, str):
            values = tuple(given)
        else:
            values = (given,)
        for value in values:
            if not isinstance(value, bool | int | float | str):
                raise ParameterError(f"{key}: {value!r} is not a number, a word or on or off")
        twice = next((value for place, value in enumerate(values) if value in values[:place]), None)
        if twice is not None:
            raise ParameterError(f"{key}: {spell(twice)} is given twice")
        if not values:
            raise ParameterError(f"{key} has no values; give some")
        return cls(key, values)


def in_steps(key: str, given: Mapping[str, Any]) -> tuple[Value, ...]:
    """The numbers in a range with a step; the end is included if a step reaches it."""
    for word in given:
        if word not in RANGE:
            raise ParameterError(f"{key}: there is no '{word}'; {did_you_mean(word, RANGE)}")
    for word in RANGE[:2]:
        if word not in given:
            raise ParameterError(f"{key}: a range needs '{word}', as in {{from = 40, to = 90}}")
    first, last, step = given["from"], given["to"], given.get("step", 1)
    for word, value in zip(RANGE, (first, last, step), strict=True):
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or not math.isfinite(value)
        ):
            raise ParameterError(f"{key}: {word}={value!r} is not a number")
    if step <= 0 or last < first:
        raise ParameterError(f"{key}: from {first} to {last} there are no steps of {step}")
    count = int((last - first) / step + 1e-9) + 1
    if count > MOST_ROWS:
        raise ParameterError(
            f"{key} takes {count:,} values; a study has at most {MOST_ROWS:,} rows"
        )
    if isinstance(first, int) and isinstance(step, int):
        return tuple(range(first, first + count * step, step))
    return tuple(round(first + place * step, 12) for place in range(count))


def grid(axes: Sequence[Axis], sample: int | None = None, seed: int = 0) -> list[Settings]:
    """The variants: all that the axes span, the last axis varying fastest, or a random sample.

    A sample is in the order of the grid, and the same for the same seed.

    >>> axes = [Axis.of("dice", [4, 5]), Axis.of("rerolls", [2, 3])]
    >>> grid(axes)[1], len(grid(axes, sample=3))
    ({'dice': 4, 'rerolls': 3}, 3)
    """
    size = math.prod(len(axis.values) for axis in axes)
    rows = size if sample is None else min(sample, size)
    if rows > MOST_ROWS:
        raise ParameterError(
            f"the grid has {size:,} rows, and a study at most {MOST_ROWS:,}; take a sample of it"
        )
    generator = random.Random(seed)  # noqa: S311  # a sample
    chosen = range(size) if rows == size else sorted(generator.sample(range(size), rows))
    return [settings_at(axes, place) for place in chosen]


def settings_at(axes: Sequence[Axis], place: int) -> Settings:
    """The variant at an index of the grid."""
    values = []
    for axis in reversed(axes):
        place, at = divmod(place, len(axis.values))
        values.append((axis.key, axis.values[at]))
    return dict(reversed(values))
