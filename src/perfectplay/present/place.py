"""A position of any game: its node, its value, and where it can lead."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Hashable
from typing import Any, NamedTuple, Self

from perfectplay.exact import exactly
from perfectplay.model.game import SEATS, Game
from perfectplay.model.nodes import Choice, Final, Label, Node, Number, position_of
from perfectplay.model.view import Mark, View
from perfectplay.model.walk import edges, node_at
from perfectplay.objectives import Objective, Win, as_text
from perfectplay.solution.options import Option, Outcome
from perfectplay.solution.solution import Solution
from perfectplay.solution.whole_game import whole_option, whole_value


class LikelyEnd(NamedTuple):
    """Where an option or an outcome leads, and the points gained on the way."""

    position: Hashable
    points: Number


@dataclasses.dataclass(frozen=True)
class ValuedStep:
    """An option or an outcome, with the value of the game for it."""

    label: Label
    value: Number
    """As the solution reports it, including the points it gains."""
    whole: Number
    """Of the whole game, including the running score."""
    cost: Number = 0
    best: bool = False
    probability: Number | None = None
    end: LikelyEnd | None = None
    """Where it leads, if the solution says so; otherwise the rules do."""


@dataclasses.dataclass(frozen=True)
class Place:
    """A position with the running score; options best first, outcomes in the game's order.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> coins = solve(Coins(coins=2, target=2))
    >>> place = Place.of(coins, coins.game.start())
    >>> [(way.label, way.value, way.best) for way in place.ways]
    [(1, 0.5, True), (2, 0.375, False)]
    """

    solution: Solution
    position: Hashable
    score: Number | None
    kind: str
    value: Number
    whole: Number

    @classmethod
    def of(cls, solution: Solution, position: Hashable, score: Number | None = None) -> Self:
        """The place of a position in a solved game."""
        kind, asked = solution.kind(position), score if solution.tracked else None
        value = solution.value_at(position, asked)
        return cls(solution, position, score, kind, value, whole_value(solution, value, score))

    @functools.cached_property
    def ways(self) -> list[ValuedStep]:
        """The options or outcomes here, with their values."""
        solution, asked = self.solution, self.score if self.solution.tracked else None
        if self.kind == "choice":
            return [self.by_choice(option) for option in solution.options(self.position, asked)]
        if self.kind == "chance":
            outcomes = enumerate(solution.outcomes(self.position, asked))
            return [self.by_chance(number, outcome) for number, outcome in outcomes]
        return []

    def by_choice(self, option: Option) -> ValuedStep:
        """An option as a step."""
        whole = whole_option(self.solution, option, self.score)
        return ValuedStep(option.label, option.value, whole.value, whole.cost, option.best)

    def by_chance(self, number: int, each: Outcome) -> ValuedStep:
        """An outcome as a step."""
        whole, end = (
            whole_value(self.solution, each.value, self.score),
            LikelyEnd(each.position, each.points),
        )
        return ValuedStep(number, each.value, whole, probability=each.probability, end=end)

    @functools.cached_property
    def node(self) -> Node:
        """The node at this position."""
        return node_at(self.solution.game, self.position)

    @property
    def player(self) -> int | None:
        """Who chooses, if anyone does."""
        return self.node.player if isinstance(self.node, Choice) else None

    @functools.cached_property
    def ends(self) -> dict[Label, LikelyEnd]:
        """Where each step leads, by the rules."""
        return {
            edge.step: LikelyEnd(edge.place, edge.points)
            for edge in edges(self.position, self.node)
        }

    @functools.cached_property
    def view(self) -> View:
        """What lies on the table."""
        view: View = self.solution.game.view(position_of(self.position))
        return view

    def marks(self, way: ValuedStep) -> tuple[Mark, ...]:
        """The pieces that an option is about."""
        return self.view.options.get(way.label, ()) if way.probability is None else ()

    def end(self, way: ValuedStep) -> LikelyEnd:
        """Where a step leads."""
        return way.end or self.ends[way.label]

    def passes(self, way: ValuedStep) -> bool:
        """Whether an option ends the mover's turn.

        >>> from perfectplay import solve
        >>> from perfectplay.games.pig import Pig
        >>> pig = solve(Pig())
        >>> place = Place.of(pig, pig.read("mine=40 theirs=70 turn=21 player=0"))
        >>> [(way.label, place.passes(way)) for way in place.ways]
        [('roll', False), ('hold', True)]
        """
        return turn_passes(self.solution.game, self.player, self.end(way).position)

    def step_words(self, way: ValuedStep) -> str:
        """Where a step leads, in words; at the end of the game, the final score."""
        game, end = self.solution.game, self.end(way)
        node = node_at(game, end.position)
        if not isinstance(node, Final):
            return game.describe(end.position)
        return self.result(node, (self.score or 0) + end.points)

    @property
    def words(self) -> str:
        """The current position in words; at the end of the game, the result."""
        if isinstance(self.node, Final):
            return self.result(self.node, self.score or 0)
        return self.solution.game.describe(position_of(self.position))

    def result(self, end: Final, score: Number) -> str:
        """The result of the game: who has won, or the final score."""
        solution = self.solution
        return ending(solution.game, solution.objective, score + exactly(end.payoff))


def turn_passes(game: Game[Any], player: int | None, then: Hashable) -> bool:
    """Whether an option leading there ends a player's turn."""
    after: Any = position_of(then)
    return getattr(after, "player", player) != player or bool(game.begins_turn(after))


def ending(game: Game[Any], objective: Objective, final: Number) -> str:
    """The result of a game with this final score, in words.

    >>> from perfectplay.games.pig import Pig
    >>> ending(Pig(), Win(), -1)
    'the second player has won'
    """
    if game.players == 2 and isinstance(objective, Win):
        return f"{SEATS[int(final < 0)]} has won" if final else "it is a tie"
    return f"over, final score {as_text(final)}"
