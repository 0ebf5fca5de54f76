"""Find an order of positions automatically: a rank that no step of the game increases.

The rank is a signed sum of features of keys (fields, sums and lengths of tuples, how many items
have the largest value, sums of powers of two). Where it leaves steps unchanged, another sum decides
among these, and so on. It is learned from the steps of a sample of positions. Whether it holds
everywhere shows when the game is solved, since each position needs its successors.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from perfectplay.engines.compiled.compiler.tree import (
    Const,
    Expr,
    Function,
    If,
    Op,
    Return,
    Statement,
    Var,
)
from perfectplay.engines.compiled.layout import (
    Field,
    IntField,
    ItemsField,
    Layout,
    ObjectField,
    RecordField,
)

STEPS = 4_000
"""The number of steps to learn from."""
MOST_LEVELS = 8
SMALL_POWERS = 24
"""Items up to this size are also counted by powers of two."""
TURNS = 300
KEYS = (Var("key0"), Var("key1"))


@dataclasses.dataclass(frozen=True)
class Feature:
    """A feature of keys of one kind: a sum over some of their digits."""

    name: str
    digits: tuple[IntField, ...]
    how: str = "sum"
    """What is added up: the digits, their powers of two, or how many equal `top`."""
    top: int = 0

    def of(self, keys: Any) -> Any:
        """The value of the feature for some keys."""
        digits = [keys[:, d.word] // d.step % d.size for d in self.digits]
        if self.how == "powers":
            return sum(1 << digit for digit in digits)
        if self.how == "tops":
            return sum((digit == self.top).astype(np.int64) for digit in digits)
        return sum(digits)

    @property
    def most(self) -> int:
        """An upper bound."""
        if self.how == "powers":
            return sum(1 << (d.size - 1) for d in self.digits)
        return sum(1 if self.how == "tops" else d.size - 1 for d in self.digits)

    def expr(self) -> Expr:
        """The same as an expression tree."""
        found: Expr = Const(0)
        for each in self.digits:
            quotient = Op("floordiv", (KEYS[each.word], Const(each.step)))
            digit: Expr = Op("mod", (quotient, Const(each.size)))
            if self.how == "powers":
                digit = Op("shl", (Const(1), digit))
            elif self.how == "tops":
                digit = Op("eq", (digit, Const(self.top)))
            found = Op("add", (found, digit))
        return found


class Features:
    """The features of all kinds of position; features with the same name are one."""

    def __init__(self, layout: Layout, keys: Any) -> None:
        self.layout = layout
        self.kinds: list[list[Feature]] = []
        numbers = keys[:, layout.kind.word] // layout.kind.step % layout.kind.size
        for kind in layout.kinds:
            found = list(features_of("", kind.shape, keys[numbers == kind.number]))
            if layout.score:
                found.append(Feature("the score", (layout.score,)))
            self.kinds.append(found)
        names = dict.fromkeys(each.name for found in self.kinds for each in found)
        kinds = [f"kind {kind.number}" for kind in layout.kinds] if len(layout.kinds) > 1 else []
        self.names = [*names, *kinds]
        self.place = {name: place for place, name in enumerate(self.names)}

    def of(self, keys: Any) -> Any:
        """The features of some keys, a row for each."""
        kind = self.layout.kind
        numbers = keys[:, kind.word] // kind.step % kind.size
        found = np.zeros((len(keys), len(self.names)), np.int64)
        for number, features in enumerate(self.kinds):
            here = np.flatnonzero(numbers == number)
            for feature in features:
                found[here, self.place[feature.name]] = feature.of(keys[here])
            if f"kind {number}" in self.place:
                found[here, self.place[f"kind {number}"]] = 1
        return found


def features_of(name: str, field: Field, keys: Any) -> Iterator[Feature]:
    """The features of a field; `keys` is a sample of keys that have it."""
    if isinstance(field, ObjectField):
        field = field.whole
    if isinstance(field, IntField):
        if field.size > 1:
            yield Feature(name or "the position", (field,))
    elif isinstance(field, RecordField):
        names = getattr(field.cls, "_fields", range(len(field.parts)))
        for part_name, part in zip(names, field.parts, strict=True):
            yield from features_of(f"{name}.{part_name}".strip("."), part, keys)
    else:
        yield from features_of_items(name, field, keys)


def features_of_items(name: str, field: ItemsField, keys: Any) -> Iterator[Feature]:
    """The features of a tuple of numbers or a set."""
    digits = tuple(field.items)
    if not digits:
        return
    seen = [int((keys[:, d.word] // d.step % d.size).max(initial=0)) for d in digits]
    yield Feature(f"the sum of {name}", digits)
    if field.length.size > 1:
        yield Feature(f"the length of {name}", (field.length,))
    yield Feature(f"those at the top of {name}", digits, "tops", max(seen))
    if max(d.size for d in digits) <= SMALL_POWERS:
        yield Feature(f"the powers of {name}", digits, "powers")


@dataclasses.dataclass
class Ranking:
    """Weights of features, level by level: each level falls, or stays and leaves it to the next."""

    features: Features
    levels: list[Any]
    complete: bool
    """Whether every step of the sample lowers the rank."""

    @property
    def words(self) -> str:
        """What the rank counts, in words."""
        kinds = {f"kind {kind.number}": kind for kind in self.features.layout.kinds}
        names = [
            f"being a {kinds[name].token[0].__name__}" if name in kinds else name
            for name in self.features.names
        ]
        levels = [sum_in_words(names, list(map(int, level))) for level in self.levels]
        return ", then ".join(levels) or "nothing"

    def of(self, key: Any) -> int:
        """The rank of one key, as `function` computes it."""
        found = 0
        values = self.features.of(key)[0]
        for level in self.levels:
            low, high = self.span_of(level)
            found = found * (high - low + 1) + high - int(values @ level)
        return found

    def function(self) -> Function:
        """The rank of a key as a tree: highest at the start, never below 0."""
        kind = self.features.layout.kind
        number = Op("mod", (Op("floordiv", (KEYS[kind.word], Const(kind.step))), Const(kind.size)))
        body: list[Statement] = []
        spans = [self.span_of(level) for level in self.levels]
        for each in range(len(self.features.kinds)):
            found: Expr = Const(0)
            for level, (low, high) in zip(self.levels, spans, strict=True):
                value = Op("sub", (Const(high), self.sum_of(each, level)))
                found = Op("add", (Op("mul", (found, Const(high - low + 1))), value))
            body.append(If(Op("eq", (number, Const(each))), [Return(found)]))
        return Function("rank", [*KEYS], [], [*body, Return(Const(0))])

    def sum_of(self, kind: int, level: Any) -> Expr:
        """One level for keys of one kind, as a tree."""
        place = self.features.place
        found: Expr = Const(int(level[place[f"kind {kind}"]]) if f"kind {kind}" in place else 0)
        for feature in self.features.kinds[kind]:
            weight = int(level[place[feature.name]])
            if weight:
                found = Op("add", (found, Op("mul", (Const(weight), feature.expr()))))
        return found

    def span_of(self, level: Any) -> tuple[int, int]:
        """The range of a level."""
        lows, highs = [], []
        for kind, features in enumerate(self.features.kinds):
            base = 0
            if f"kind {kind}" in self.features.place:
                base = int(level[self.features.place[f"kind {kind}"]])
            ends = [int(level[self.features.place[f.name]]) * f.most for f in features]
            lows.append(base + sum(min(end, 0) for end in ends))
            highs.append(base + sum(max(end, 0) for end in ends))
        return min(lows), max(highs)

    @property
    def most(self) -> int:
        """An upper bound on the rank."""
        return math.prod(high - low + 1 for low, high in map(self.span_of, self.levels)) - 1

    @property
    def fits(self) -> bool:
        """Whether all ranks are whole numbers of at most 62 bits."""
        return self.most < 1 << 62


def sum_in_words(names: Sequence[str], weights: Sequence[int]) -> str:
    """A weighted sum, as people write it.

    >>> sum_in_words(["x", "the sum of dice", "left"], [1, -3, 0]), sum_in_words(["left"], [-1])
    ('x minus 3 times the sum of dice', 'minus left')
    """
    told = ""
    for name, weight in zip(names, weights, strict=True):
        if weight:
            sign = "minus " if weight < 0 else "plus " if told else ""
            times = "" if abs(weight) == 1 else f"{abs(weight)} times "
            told += f"{' ' if told else ''}{sign}{times}{name}"
    return told


def find_ranking(features: Features, steps: Any) -> Ranking:
    """Weights under which no sampled step falls, and as many as possible rise.

    A step is the difference between the features of a position and those of its predecessor.
    """
    steps = distinct(steps) if len(steps) else steps
    if len(steps) > STEPS:
        steps = steps[np.random.default_rng(0).choice(len(steps), STEPS, replace=False)]
    moving = steps[(steps != 0).any(axis=1)] if len(steps) else steps
    same = len(steps) - len(moving)
    left = moving.astype(float)  # floats multiply faster
    levels: list[Any] = []
    candidates = small_weights(len(features.names)).astype(float)
    while len(left) and len(levels) < MOST_LEVELS:
        products = left @ candidates.T
        rises = (products > 0).sum(axis=0) * (products >= 0).all(axis=0)
        best = int(rises.argmax())
        if rises[best] < len(left):
            learnt = learn(left)
            weights = learnt if learnt is not None else candidates[best]
        else:
            weights = candidates[best]
        gone = left @ weights
        if (gone < 0).any() or not (gone > 0).any():
            break
        levels.append(weights.astype(np.int64))
        if not Ranking(features, levels, complete=False).fits:
            levels.pop()
            break
        left = left[gone == 0]
    return Ranking(features, levels, complete=not len(left) and not same)


def distinct(rows: Any) -> Any:
    """The distinct rows, in order.

    >>> distinct(np.array([[2, 0], [0, 1], [2, 0], [0, -1]])).tolist()
    [[0, -1], [0, 1], [2, 0]]
    """
    low = rows.min(axis=0)
    sizes = (rows.max(axis=0) - low + 1).tolist()
    if math.prod(sizes) >= 1 << 62:
        return np.unique(rows, axis=0)
    steps = list(itertools.accumulate([1, *sizes[:0:-1]], int.__mul__))
    numbers = (rows - low) @ np.array(steps[::-1], np.int64)  # which sort much faster than rows
    return rows[np.unique(numbers, return_index=True)[1]]


def small_weights(count: int) -> Any:
    """Sums of one, two or three signed features, the shortest first."""
    rows = []
    for size in (1, 2, 3) if count <= 24 else (1, 2):
        for where in itertools.combinations(range(count), size):
            for signs in itertools.product((1, -1), repeat=size):
                row = np.zeros(count, np.int64)
                row[list(where)] = signs
                rows.append(row)
    return np.array(rows)


def learn(steps: Any) -> Any | None:
    """Whole weights under which all steps rise, by the perceptron rule; None if none are found."""
    weights = np.zeros(steps.shape[1])
    scale = np.maximum(np.abs(steps).max(axis=0), 1)
    for _ in range(TURNS):
        wrong = steps[steps @ weights <= 0]
        if not len(wrong):
            return weights
        weights = weights + np.sign(np.round((wrong / scale).sum(axis=0), 9))
    return None
