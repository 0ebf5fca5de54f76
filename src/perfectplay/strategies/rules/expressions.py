"""Lines for any game: a condition on the position, and an option.

A condition is a formula. Its names are the fields of a position, `score` and `player`, and the
game's parameters; `gain("x3")` is what an option scores at once.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Hashable, Iterator
from numbers import Real
from typing import Any

from perfectplay.errors import ModelError, did_you_mean
from perfectplay.model.game import Game
from perfectplay.model.nodes import Chance, Choice, Inline, Label, Node, Number
from perfectplay.model.walk import edges, node_at, reached
from perfectplay.solution.decision_columns import DecisionColumns
from perfectplay.strategies.rules.formula import Formula, read_condition, read_number
from perfectplay.strategies.strategy import Decision

MOST_LOOKED_AT = 2_000
"""The number of positions examined to learn the names of a game's fields and options."""
MOST_OUTCOMES = 400_000
"""Fewer, once they have this many outcomes: a roll of any number of dice has thousands."""


@dataclasses.dataclass(frozen=True)
class ExpressionLine:
    """A line for any game."""

    text: str
    condition: Formula | None
    option: str
    number: Formula | None
    """How to compute an option that is a number."""
    game: Game[Any]

    def answer(self, decision: Decision) -> Label | None:
        """The option the line takes; None if it does not apply."""
        names = DecisionNames(self.game, decision)
        if self.condition is not None and not self.condition(names):
            return None
        if self.number is None:
            return next((label for label in decision.options if str(label) == self.option), None)
        return nearest(self.number(names), decision.options)

    def choose(self, columns: DecisionColumns) -> Any:
        """The indices of the options it takes at many decisions; -1 where it does not apply.

        >>> from perfectplay import solve
        >>> from perfectplay.games.pig import Pig
        >>> pig = Pig(target=20)
        >>> from perfectplay.solution.decision_columns import DecisionColumns
        >>> columns = solve(pig).answer(DecisionColumns)
        >>> chosen = read_line("turn >= 8: hold", pig).choose(columns)
        >>> bool(((chosen >= 0) == (columns["turn"] >= 8)).all())
        True
        """
        import numpy as np

        chosen = np.full(len(columns.rows), -1)
        holds = np.ones(len(chosen), bool)
        with np.errstate(all="ignore"):  # infinities and nan are refused
            if self.condition is not None:
                holds &= self.condition(columns)
            if self.number is None:
                meant = columns.meant(self.option)
                chosen[columns.owner[meant]] = columns.number[meant]
            elif holds.any():
                limit = np.full(len(chosen), -np.inf)
                limit[holds] = self.number(columns, np.flatnonzero(holds))
                chosen[:] = nearest_by_columns(limit, columns)
        chosen[~holds] = -1
        return chosen

    @property
    def always(self) -> bool:
        """Whether it applies wherever its option is available."""
        return self.condition is None

    @property
    def asks(self) -> frozenset[str]:
        """What it asks about a decision, by name."""
        return frozenset().union(*(each.asks for each in (self.condition, self.number) if each))


class DecisionNames:
    """What a line may ask about a decision, by name; the score is looked up only if named."""

    def __init__(self, game: Game[Any], decision: Decision) -> None:
        self.game, self.decision = game, decision

    def __getitem__(self, name: str) -> Any:
        """The value of a name."""
        place = self.decision.position
        own: Any = place.position if isinstance(place, Inline) else place
        if name in getattr(own, "_fields", ()):
            return getattr(own, name)
        if name in ("player", "score"):
            return getattr(self.decision, name)
        return self.game.parameter_values[name]

    def gain(self, option: str) -> Number:
        """What an option scores at once; zero if it is not available."""
        place = self.decision.position
        found = edges(place, node_at(self.game, place))
        return next((edge.points for edge in found if str(edge.step) == option), 0)


def read_line(text: str, game: Game[Any]) -> ExpressionLine:
    """A line for a game, as `condition: option`, or an option alone.

    >>> from perfectplay.games.pig import Pig
    >>> read_line("turn >= 20: hold", Pig()).option
    'hold'
    """
    before, colon, after = text.rpartition(":")
    words = known_words(game)
    option = after.strip()
    condition = read_condition(before.strip(), words.names, text) if colon else None
    number = None
    if option not in words.options:
        if not words.numbers:
            hint = did_you_mean(option, words.options)
            raise ModelError(f"there is no option '{option}'; {hint}")
        number = read_number(option, words.names, text)
    return ExpressionLine(text, condition, option, number, game)


@dataclasses.dataclass(frozen=True)
class KnownWords:
    """The names of a game's fields and options."""

    names: frozenset[str]
    options: tuple[str, ...]
    numbers: bool
    """Whether options are numbers."""


@functools.lru_cache(16)
def known_words(game: Game[Any]) -> KnownWords:
    """The names used by a game, from the positions near its start."""
    names = {"score", "player", *game.parameters()}
    options: dict[str, Label] = {}
    outcomes = 0
    for position, _ in itertools.islice(reached(game, scored=False), MOST_LOOKED_AT):
        for node in nodes_at(position, node_at(game, position)):
            if isinstance(node, Choice):
                names.update(getattr(position, "_fields", ()))
                options.update({str(label): label for label in node.options})
            elif isinstance(node, Chance):
                outcomes += len(node.thens)
        if outcomes > MOST_OUTCOMES:
            break
    numbers = all(isinstance(label, Real) for label in options.values())
    return KnownWords(frozenset(names), tuple(options), numbers)


def nodes_at(place: Hashable, node: Node) -> Iterator[Node]:
    """A node, and those written in place below it."""
    yield node
    for edge in edges(place, node):
        if edge.node is not None:
            yield from nodes_at(edge.place, edge.node)


def nearest(number: float, options: tuple[Label, ...]) -> Label:
    """The largest option that does not exceed a number, or the first one."""
    below: list[Any] = [label for label in options if isinstance(label, Real) and label <= number]
    return max(below, default=options[0])


def nearest_by_columns(limit: Any, columns: DecisionColumns) -> Any:
    """The same at many decisions, as indices of options."""
    import numpy as np

    value = np.array([float(each) if isinstance(each, Real) else np.inf for each in columns.labels])
    value = value[columns.label]
    first = np.searchsorted(columns.owner, np.arange(len(limit)))
    fits = np.where(value <= limit[columns.owner], value, -np.inf)
    most = np.maximum.reduceat(fits, first)
    best = np.flatnonzero((fits == most[columns.owner]) & (fits > -np.inf))
    chosen = columns.number[first]
    chosen[columns.owner[best]] = columns.number[best]
    return chosen
