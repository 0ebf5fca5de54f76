"""A game that ends after a given number of turns, whatever its own rules say."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, ClassVar

from perfectplay.model.game import Game
from perfectplay.model.nodes import Final, Gain, Label, Node
from perfectplay.model.turns import Counting
from perfectplay.objectives import Objective, Within


class TurnLimited(Counting):
    """A game that is stopped before it can begin one turn too many.

    The points so far count, and a game that has not ended pays nothing more. If the objective is
    only that the game is `over` in time, ending pays 1, and points do not count.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> limited = TurnLimited(Coins(coins=1, target=2), Within(2))
    >>> limited.start(), solve(limited).value
    (Counted(position=Purse(coins=1, points=0), number=1, whose=None), 1.0)
    """

    word: ClassVar[str] = "turn"

    def __init__(self, game: Game[Any], within: Within) -> None:
        super().__init__(game)
        object.__setattr__(self, "most", within.turns)
        object.__setattr__(self, "over", within.objective is None)

    most: ClassVar[int]
    over: ClassVar[bool]

    def __eq__(self, other: object) -> bool:
        if type(other) is not TurnLimited:
            return NotImplemented
        return (self.game, self.most, self.over) == (other.game, other.most, other.over)

    def __hash__(self) -> int:
        return hash((self.game, self.most, self.over))

    def __repr__(self) -> str:
        return f"{self.game!r} within {self.most} turns"

    def counted(self, place: Hashable, node: Node, whose: int | None, count: int) -> int:
        ends = isinstance(node, Final)
        return count + int(not ends and self.turns.begins(place, node, whose))

    def fixed(self, node: Node, place: Hashable, whose: int | None, count: int) -> Node:
        if isinstance(node, Final):
            return Final(1) if self.over else node
        if count > self.most:
            return Final()
        return self.with_steps(node, place, whose, count)

    def then(self, then: Any, place: Hashable, step: Label, whose: int | None, count: int) -> Any:
        if self.over and isinstance(then, Gain):
            then = then.then
        return super().then(then, place, step, whose, count)


def limited(game: Game[Any], objective: Objective) -> Game[Any]:
    """The game to play for an objective: itself, or itself limited to some turns."""
    if isinstance(objective, Within) and not isinstance(game, TurnLimited):
        return TurnLimited(game, objective)
    return game


def unlimited(game: Game[Any]) -> Game[Any]:
    """The game without its limit."""
    return game.game if isinstance(game, TurnLimited) else game
