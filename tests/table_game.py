"""A game that is a table: what there is at each position, written out as data."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Self

from perfectplay import Game


class TableGame(Game[Any]):
    """Play starts at the table's first position, unless told otherwise."""

    def __new__(cls, *arguments: Any, **keywords: Any) -> Self:
        return object.__new__(cls)

    def __init__(
        self, nodes: Mapping[Hashable, Any], players: int = 1, start: Hashable = None
    ) -> None:
        vars(self).update(nodes=nodes, players=players, first=start)

    def __repr__(self) -> str:
        return f"TableGame({self.nodes!r}, players={self.players})"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))  # so that Hypothesis shows the table of a game that fails

    def start(self) -> Hashable:
        return next(iter(self.nodes)) if self.first is None else self.first

    def at(self, position: Hashable) -> Any:
        return self.nodes[position]


class RuleGame(TableGame):
    """Play starts at a given position, and a function says what there is at each."""

    def __init__(self, start: Hashable, rule: Callable[[Any], Any], players: int = 1) -> None:
        vars(self).update(rule=rule, players=players, first=start)

    def __repr__(self) -> str:
        return f"RuleGame({self.first!r}, {self.rule!r}, players={self.players})"

    def at(self, position: Hashable) -> Any:
        return self.rule(position)
