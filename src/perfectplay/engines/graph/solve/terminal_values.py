"""The values of final states, and of play that never ends."""

from __future__ import annotations

import dataclasses
import functools
import math
from typing import TYPE_CHECKING, Any

from perfectplay.engines.graph.graph import Column
from perfectplay.exact import exactly
from perfectplay.model.nodes import Number
from perfectplay.objectives import Objective

if TYPE_CHECKING:
    from perfectplay.engines.graph.states import Lanes


@dataclasses.dataclass
class TerminalValues:
    """The value of each final state and, in states on cycles, of endless play there.

    Other states do not matter. `rounded` are floats that stand for another number.
    """

    value: Column
    rounded: set[float]

    def bounds(self) -> tuple[Column, Column]:
        """The same, rounded down and up where it was rounded."""
        lower, upper = self.value[:], self.value[:]
        for state, number in enumerate(self.value) if self.rounded else ():
            if number in self.rounded:
                lower[state] = math.nextafter(number, -math.inf)
                upper[state] = math.nextafter(number, math.inf)
        return lower, upper


def terminal_values(lanes: Lanes, objective: Objective, endless: Number = 0) -> TerminalValues:
    """The values of final states and of endless play under an objective; scores stay exact.

    A float returned by a utility is taken at its intended decimal value.
    """
    graph = lanes.graph
    rounded: set[float] = set()

    @functools.cache
    def utility(score: Number) -> Any:
        meant = exactly(objective.utility(score))
        if graph.exact:
            return meant
        try:
            number = float(meant)
        except OverflowError:
            return math.inf
        if number != meant:
            rounded.add(number)
        return number

    value = graph.numbers(1)
    if graph.cyclic and not lanes.tracked:
        value[0] = utility(exactly(endless))
    value *= lanes.states
    for node in graph.finals():
        payoff = graph.payoff_of(node)
        for state in lanes.lane(node):
            value[state] = utility(payoff + lanes.score(node, state))
    for node in range(graph.nodes) if lanes.tracked and graph.cyclic else ():
        if graph.component[node] >= 0:
            for state in lanes.lane(node):
                value[state] = utility(exactly(endless) + lanes.score(node, state))
    return TerminalValues(value, rounded)
