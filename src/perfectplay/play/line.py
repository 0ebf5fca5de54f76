"""A line of play: what has happened since the start, what it was worth, and what follows.

A line is immutable: a step makes a new one, and taking back a move returns to an old line. Values
are those of the whole game, from the first player's side: the points so far plus those to come, or
what the objective makes of them. Between the start and the end, only two things change them, so

    the end = the value at the start + the luck of all chances - the losses of decisions

with losses and luck counted from the side of the player who has them.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Hashable
from typing import Any

from perfectplay.errors import PositionError
from perfectplay.exact import exactly
from perfectplay.model.game import Game
from perfectplay.model.nodes import Chance, Choice, Final, Label, Node, Number
from perfectplay.model.walk import Transition, edges, node_at
from perfectplay.solution.options import Option
from perfectplay.solution.solution import Solution
from perfectplay.solution.whole_game import whole_options, whole_value_at

WORST = 3


@dataclasses.dataclass(frozen=True)
class PositionValue:
    """The end of a line: the position, its node, the points so far, its value."""

    solution: Solution = dataclasses.field(repr=False)
    name: Hashable
    node: Node
    score: Number
    known: Number | None = None
    """Its value, if already known."""

    @functools.cached_property
    def value(self) -> Number:
        """The value of the whole game here, computed on demand."""
        if isinstance(self.node, Final):
            return self.solution.objective.utility(self.score + exactly(self.node.payoff))
        if self.known is not None:
            return self.known
        return whole_value_at(self.solution, self.name, self.score)


@dataclasses.dataclass(frozen=True)
class PlayedStep:
    """A step of a line: an option was chosen, or an outcome occurred."""

    before: PositionValue
    after: PositionValue
    taken: Label
    player: int | None
    """Who chose; None if chance decided."""
    lost: Number = 0
    best: tuple[Option, ...] = ()

    @property
    def luck(self) -> Number:
        """What chance gave the first player."""
        return 0 if self.player is not None else self.after.value - self.before.value


@dataclasses.dataclass(frozen=True)
class LineOfPlay:
    """A line of play of a solved game.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> line = LineOfPlay.begin(solve(Coins(coins=2, target=2)))
    >>> line = line.choose(2)
    >>> line.steps[0].lost, line.here.value
    (0.125, 0.375)
    >>> line = line.happen(0)
    >>> line.over, line.luck(0), line.final
    (True, -0.375, 0)
    """

    solution: Solution
    steps: tuple[PlayedStep, ...]
    here: PositionValue

    @classmethod
    def begin(cls, solution: Solution) -> LineOfPlay:
        """A line on which nothing has happened yet."""
        start = solution.game.start()
        node = node_at(solution.game, start)
        return cls(solution, (), PositionValue(solution, start, node, 0, solution.value))

    @classmethod
    def at(cls, solution: Solution, name: Hashable, score: Number = 0) -> LineOfPlay:
        """A line that starts in the middle of a game, with some points so far."""
        node = node_at(solution.game, name)
        known = None if isinstance(node, Final) else whole_value_at(solution, name, score)
        return cls(solution, (), PositionValue(solution, name, node, score, known))

    @property
    def game(self) -> Game[Any]:
        """The game that is played."""
        return self.solution.game

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return isinstance(self.here.node, Final)

    @property
    def final(self) -> Number:
        """The points so far, plus the payoff if the game is over."""
        payoff = exactly(self.here.node.payoff) if isinstance(self.here.node, Final) else 0
        return self.here.score + payoff

    @property
    def chooser(self) -> int | None:
        """Who has to choose now, if anyone."""
        return self.here.node.player if isinstance(self.here.node, Choice) else None

    def options(self) -> list[Option]:
        """The ranked options here, with the value of the whole game for each."""
        return [*self._options]

    @functools.cached_property
    def _options(self) -> list[Option]:
        return whole_options(self.solution, self.here.name, self.here.score)

    def choose(self, label: Label) -> LineOfPlay:
        """Choose an option."""
        node = self.here.node
        if not isinstance(node, Choice) or label not in node.options:
            raise PositionError(f"there is no option {label} at {self.game.text(self.here.name)}")
        options = self.options()
        [chosen] = [option for option in options if option.label == label]
        [edge] = [edge for edge in edges(self.here.name, node) if edge.step == label]
        best = tuple(option for option in options if option.best)
        after = self.value_after(edge, chosen.value)
        step = PlayedStep(self.here, after, label, node.player, chosen.cost, best)
        return LineOfPlay(self.solution, (*self.steps, step), after)

    def happen(self, spot: float) -> LineOfPlay:
        """The outcome of a chance given by a random number from 0 to 1."""
        node = self.here.node
        if not isinstance(node, Chance):
            raise PositionError(f"chance has no part in {self.game.text(self.here.name)}")
        sums = itertools.accumulate(node.odds.floats())
        place = next((n for n, below in enumerate(sums) if spot < below), len(node.thens) - 1)
        edge = next(itertools.islice(edges(self.here.name, node), place, None))
        after = self.value_after(edge)
        step = PlayedStep(self.here, after, place, None)
        return LineOfPlay(self.solution, (*self.steps, step), after)

    def value_after(self, edge: Transition, value: Number | None = None) -> PositionValue:
        """Where an option or an outcome leads, and its value if not known."""
        node = node_at(self.game, edge.place) if edge.node is None else edge.node
        score = self.here.score + edge.points
        return PositionValue(self.solution, edge.place, node, score, value)

    # A player's luck and losses

    def luck(self, player: int) -> Number:
        """What chance gave a player."""
        sign = 1 if player == 0 else -1
        return sign * sum(step.luck for step in self.steps)

    def lost(self, player: int) -> Number:
        """What a player's decisions lost."""
        return sum(step.lost for step in self.steps if step.player == player)

    def worst(self, player: int) -> list[PlayedStep]:
        """A player's costliest decisions, up to three."""
        costly = [step for step in self.steps if step.player == player and step.lost]
        return sorted(costly, key=lambda step: -step.lost)[:WORST]
