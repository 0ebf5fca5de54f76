"""A game in which the second player may reroll a limited number of times."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, ClassVar

from perfectplay.model.game import Game
from perfectplay.model.nodes import Chance, Choice, Label, Node
from perfectplay.model.turns import Counting

KEEP, AGAIN = "keep it", "roll again"


class SpareRolls(Counting):
    """After any chance event in their own turn, the second player may have it repeated.

    >>> from perfectplay import solve
    >>> from perfectplay.games.piglet import Piglet
    >>> float(solve(Piglet(target=2)).value) > solve(SpareRolls(Piglet(target=2), 1)).value
    True
    """

    word: ClassVar[str] = "spare"
    spare: ClassVar[int]

    def __init__(self, game: Game[Any], spare: int) -> None:
        super().__init__(game)
        object.__setattr__(self, "spare", spare)

    def begin(self) -> int:
        return self.spare

    def counted(self, place: Hashable, node: Node, whose: int | None, count: int) -> int:  # noqa: ARG002  # only rolling again changes it
        return count

    def fixed(self, node: Node, place: Hashable, whose: int | None, count: int) -> Node:
        whole = self.with_steps(node, place, whose, count)
        if not isinstance(node, Chance) or not isinstance(whole, Chance):
            return whole
        if whose != 1 or not count or len(node.thens) < 2:
            return whole
        again = self.fixed(node, place, whose, count - 1)
        return whole.then(lambda then: Choice({KEEP: then, AGAIN: again}, 1))

    def describe_option(self, position: Any, option: Label) -> str:
        return str(option) if option in (KEEP, AGAIN) else super().describe_option(position, option)
