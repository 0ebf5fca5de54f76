"""The program of a position by the plain rules: the reference for compiled rules, and the fallback.

Where compiled rules cannot handle a position, this does; and compiled rules are checked against it.
Mistakes in the rules are reported just as the graph engine reports them.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Hashable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias

from perfectplay.engines.compiled.compiler.kernels import unbits
from perfectplay.engines.compiled.layout import Key
from perfectplay.engines.compiled.program import (
    CHANCE,
    FINAL,
    FLOAT,
    GAIN,
    LABEL,
    LEAF,
    LISTED,
    MAX,
    MIN,
    MOST,
    NUMBER_BITS,
    OPERATION_BITS,
    WEIGHT,
    counted,
    listed,
    whole,
)
from perfectplay.errors import ModelError
from perfectplay.exact import exactly
from perfectplay.model.game import Game
from perfectplay.model.nodes import ROUNDING, Chance, Choice, Final, Gain, Label, Number, Odds

Encode: TypeAlias = Callable[[Hashable, int], Key]


class Numbers:
    """The numbers that no word can hold, each with an index of its own.

    >>> numbers = Numbers()
    >>> numbers.word(GAIN, 7) == whole(GAIN, 7), numbers.word(GAIN, 0.5) == listed(GAIN, 0)
    (True, True)
    """

    def __init__(self) -> None:
        self.values: list[Number] = []
        self.places: dict[tuple[type, Number], int] = {}

    def word(self, operation: int, value: Any) -> int:
        """The word of an operation with this number."""
        if isinstance(value, Decimal):
            value = Fraction(value)
        if isinstance(value, Fraction) and value.denominator == 1:
            value = value.numerator
        if isinstance(value, int) and -MOST <= value <= MOST:
            return whole(operation, int(value))
        place = self.places.setdefault((type(value), value), len(self.values))
        if place == len(self.values):
            self.values.append(value)
        return listed(operation, place)


class Labels:
    """The labels of options, numbered: the columns of a learner's table.

    >>> labels = Labels()
    >>> labels.note("roll"), labels.note("hold"), labels.note("roll"), labels.number("hold")
    (0, 1, 0, 1)
    """

    def __init__(self) -> None:
        self.numbers: dict[Label, int] = {}

    def __len__(self) -> int:
        return len(self.numbers)

    def note(self, label: Label) -> int:
        """The number of a label, which is added if it is new."""
        return self.numbers.setdefault(label, len(self.numbers))

    def number(self, label: Label) -> int:
        """The number of a label that is known."""
        return self.numbers[label]


@dataclasses.dataclass
class Recorder:
    """Runs the plain rules of a game at a position and records the program."""

    game: Game[Any]
    numbers: Numbers
    encode: Encode
    tracked: bool = False
    """Whether keys include the running score, to which points are then added."""
    inlined: frozenset[type] = frozenset()
    """The kinds of position that are no leaves, being written in place."""
    labels: Labels | None = None
    """The numbers of labels, if labels are written."""

    def program(self, position: Hashable, score: int = 0) -> list[int]:
        """The words of a position's program."""
        words: list[int] = []
        self.node(words, self.game.ask(position), position, score)
        return words

    def node(self, words: list[int], node: Any, position: Hashable, score: int) -> None:
        """Write the words of a node."""
        kind = type(node)
        if kind is Final:
            payoff = self.checked(node.payoff, position, "the payoff")
            payoff = exactly(payoff) + score if self.tracked else payoff
            words.append(self.numbers.word(FINAL, payoff))
        elif kind is Choice:
            if not isinstance(node.options, Mapping):
                raise self.wrong(position, f"a choice has the options {node.options!r}")
            if not node.options:
                raise self.wrong(position, "a choice has no options; a game that ends is a Final")
            if type(node.player) is not int or not 0 <= node.player < self.game.players:
                raise self.wrong(position, f"a choice belongs to player {node.player!r}")
            for label, then in node.options.items():
                self.edge(words, then, position, score)
                if self.labels is not None:
                    words.append(whole(LABEL, self.labels.note(label)))
            words.append(counted(MIN if node.player else MAX, len(node.options)))
        elif kind is Chance:
            try:
                weights, total = weights_of(node.odds)
            except ValueError as error:
                raise self.wrong(position, f"a chance {error}") from None
            for then, weight in zip(node.thens, weights, strict=True):
                self.edge(words, then, position, score)
                words.append(self.numbers.word(WEIGHT, weight))
            words += counted(CHANCE, len(weights)), self.numbers.word(CHANCE, total)
        else:
            raise self.wrong(position, f"{node!r} is no Final, Choice or Chance")

    def edge(self, words: list[int], then: Any, position: Hashable, score: int) -> None:
        """Write the words of an edge."""
        if type(then) is Gain:
            points = self.checked(then.points, position, "the gain")
            if type(then.then) is Gain:
                raise self.wrong(position, "a Gain leads to another Gain; add up their points")
            if self.tracked:
                self.edge(words, then.then, position, score + points)
            else:
                self.edge(words, then.then, position, score)
                words.append(self.numbers.word(GAIN, points))
        elif type(then) in (Final, Choice, Chance):
            self.node(words, then, position, score)
        else:
            then = self.game.canonical(then)
            if type(then) in self.inlined:
                self.node(words, self.game.ask(then), then, score)
            else:
                words += LEAF, *self.encode(then, score)

    def checked(self, value: Any, position: Hashable, what: str) -> Any:
        """Payoff or points, if finite and within the range of floats."""
        try:
            fine = math.isfinite(value) and math.isfinite(float(value))
            fine = fine and not (isinstance(value, int) and int(float(value)) != value)
        except (TypeError, OverflowError):
            fine = False
        if not fine:
            raise self.wrong(position, f"{what} is {value!r}; it must be a finite number")
        return value

    def wrong(self, position: Hashable, what: str) -> ModelError:
        """What is wrong with the rules at a position."""
        return ModelError(f"{self.game.name}: at {self.game.text(position)}, {what}")


def weights_of(odds: Odds) -> tuple[tuple[Number, ...] | list[Fraction], Number]:
    """The weights of a chance and their total, just as the game gives them if they add up to it."""
    odds.floats()
    if any(isinstance(weight, float) for weight in odds.weights):
        off = math.fsum(weight / odds.total for weight in odds.weights) - 1
        if abs(off) > ROUNDING:
            return odds.shares(), 1
    return odds.weights, odds.total


def decoded(program: list[int], values: list[Number], words: int) -> list[tuple[Any, ...]]:
    """A program as operations with numbers or keys, so that two programs can be compared.

    >>> decoded([whole(FINAL, 3), counted(MAX, 1)], [], 1)
    [('final', 3), ('max', 1)]
    """
    names = ("label", "leaf", "final", "gain", "weight", "max", "min", "chance")
    read, found = iter(program), []
    for word in read:
        operation = word & (1 << OPERATION_BITS) - 1
        if operation == LEAF:
            found.append(("leaf", *(next(read) for _ in range(words))))
        elif operation in (MAX, MIN):
            found.append((names[operation], word >> OPERATION_BITS))
        elif operation == CHANCE:
            found.append(("chance", word >> OPERATION_BITS, number_in(next(read), read, values)))
        else:
            found.append((names[operation], number_in(word, read, values)))
    return found


def number_in(word: int, read: Iterator[int], values: list[Number]) -> Number:
    """The number in a word, or in the word after it."""
    form = word >> OPERATION_BITS & (1 << NUMBER_BITS) - 1
    rest = word >> (OPERATION_BITS + NUMBER_BITS)
    if form == LISTED:
        return values[rest]
    if form == FLOAT:
        return unbits(next(read))
    return rest
