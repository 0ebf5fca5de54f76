"""The decisions of a graph as columns, and cards of rules that are applied to columns."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from perfectplay.engines.backends.compiling import as_array
from perfectplay.engines.graph.evaluate.fixed_strategies import AsksForScoreError
from perfectplay.errors import StrategyError
from perfectplay.solution.decision_columns import DecisionColumns

if TYPE_CHECKING:
    from perfectplay.engines.graph.evaluate.policy_evaluation import LaneArrays
    from perfectplay.strategies.rules import Rules

Array = Any
WHOLE = {int, bool}


class PositionFields:
    """What rules may ask about some states, by name; computed on demand."""

    def __init__(self, board: LaneArrays, states: Array) -> None:
        self.board, self.states = board, states
        self.nodes = board.nodes(states)

    @functools.cached_property
    def numbers(self) -> Array:
        """The indices of the positions."""
        return np.searchsorted(as_array(self.board.names.root), self.nodes, side="right") - 1

    @property
    def positions(self) -> Iterator[Any]:
        """The positions."""
        return map(self.board.names.found.__getitem__, self.numbers.tolist())

    @functools.cached_property
    def kinds(self) -> list[tuple[Array, Mapping[str, Any]]]:
        """The states of each kind of position, with its fields by name."""
        return list(fields_of([*self.positions]))

    def column(self, fields: Mapping[str, Any], name: str) -> Any:
        """A column by name: a field of the positions, or something else a line may ask for."""
        board = self.board
        if name in fields:
            return fields[name]
        if name == "player":
            return board.player[self.nodes].astype(np.int64)
        if name == "score":
            return self.scores
        return board.game.parameter_values[name]

    @functools.cached_property
    def scores(self) -> Array:
        """The running score."""
        lanes = self.board.lanes
        if not lanes.tracked:
            raise AsksForScoreError("lines need the score")
        units = as_array(lanes.low)[self.nodes] + self.states - self.board.offset[self.nodes]
        return units * (lanes.unit if isinstance(lanes.unit, int) else float(lanes.unit))


def fields_of(positions: Sequence[Any]) -> Iterator[tuple[Array, Mapping[str, Any]]]:
    """The positions of each kind, by index, and their fields as columns."""
    kinds = np.array([hash(type(position)) for position in positions])
    for kind in dict.fromkeys(kinds.tolist()):
        places = np.flatnonzero(kinds == kind)
        names = getattr(positions[int(places[0])], "_fields", ())
        columns = (
            zip(*(positions[place] for place in places.tolist()), strict=True) if names else ()
        )
        yield places, dict(zip(names, map(plain_column, columns), strict=True))


def plain_column(values: Sequence[Any]) -> Array:
    """Values as a column: of numbers, of texts, or else of objects."""
    kinds = set(map(type, values))
    if kinds <= WHOLE and max(map(abs, values)) < 1 << 62:
        return np.array(values, np.int64)
    return np.array(values) if kinds in ({float}, {str}) else np.fromiter(values, object)


def all_columns(board: LaneArrays) -> DecisionColumns:
    """All decisions of a game whose positions are all of one kind."""
    states = board.decided
    fields = PositionFields(board, states)
    if len(fields.kinds) > 1:
        raise StrategyError(f"the decisions of {board.game.name} are of several kinds")
    known = fields.kinds[0][1] if fields.kinds else {}
    return columns_of(board, fields, known, states)


def columns_of(
    board: LaneArrays, fields: PositionFields, known: Mapping[str, Any], states: Array
) -> DecisionColumns:
    """Some states, all of one kind, as columns."""
    owner, edge, _ = board.edges(states, board.nodes(states))
    return DecisionColumns(
        functools.partial(fields.column, known),
        np.arange(len(states)),
        owner,
        board.label[edge],
        np.arange(len(edge)),
        board.points[edge],
        board.names.labels,
    )


class RulesPolicy:
    """Rules whose lines are applied to many decisions at once."""

    def __init__(self, board: LaneArrays, rules: Rules) -> None:
        self.board, self.rules = board, rules

    def __call__(self, states: Array, owner: Array, edge: Array) -> Array:
        weights = self.board.weights(np.zeros(len(edge), int))
        for places, known in PositionFields(self.board, states).kinds:
            here = np.flatnonzero(np.isin(owner, places))
            weights[here] = self.weigh(states[places], known, edge[here])
        return weights

    def weigh(self, states: Array, known: Mapping[str, Any], edge: Array) -> Array:
        """The weights of the options at states of one kind."""
        board = self.board
        chosen, _ = self.rules.choose(
            columns_of(board, PositionFields(board, states), known, states)
        )
        if (chosen < 0).any():
            position, _ = board.name(int(states[np.flatnonzero(chosen < 0)[0]]))
            raise StrategyError(
                f"no line of '{self.rules.name}' applies at {board.game.text(position)}"
            )
        weights = np.zeros(len(edge), int)
        weights[chosen] = 1
        return board.weights(weights)
