"""What a turn is, and whose; and games that count something turn by turn.

A game may say at which positions a turn begins (`Game.begins_turn`). Otherwise, in a game for two,
a turn is everything one player does until the other is to move. The player to move is given by the
position's field `player`, `mover` or `to_move`, or else by who decides there; while neither says,
the turn goes on. In a game for one, every decision is a turn.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import Any, ClassVar, NamedTuple, Self

from perfectplay.errors import PositionError
from perfectplay.model.game import Game
from perfectplay.model.nodes import Chance, Choice, Final, Gain, Inline, Label, Node, below
from perfectplay.objectives import Objective

FIELDS = ("player", "mover", "to_move")
"""Names of fields that say whose turn it is."""


def mover(position: Hashable, node: Node | None = None) -> int | None:
    """Who is to move at a position, or at a node; None if neither says.

    >>> from perfectplay.games.pig import Pig
    >>> mover(Pig().start()), mover("start"), mover("start", Choice({"go": "on"}, player=1))
    (0, None, 1)
    """
    if isinstance(node, Choice):
        return node.player
    for name in FIELDS if not isinstance(position, Inline) else ():
        found = getattr(position, name, None)
        if type(found) is int and found in (0, 1):
            return found
    return None


class Turns:
    """Where the turns of a game begin, step by step.

    >>> from perfectplay.games.pig import Pig
    >>> pig = Pig()
    >>> turns, start = Turns(pig), pig.start()
    >>> within = start._replace(turn=4)
    >>> turns.begins(start, pig.at(start), 1), turns.begins(within, pig.at(within), 0)
    (True, False)
    """

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.said = game.begins_turn(game.start()) is not None

    def whose(self, place: Hashable, node: Node, before: int | None) -> int | None:
        """Who is to move at a place, given who was before."""
        found = mover(place, node) if self.game.players == 2 else 0
        return before if found is None else found

    def begins(self, place: Hashable, node: Node, before: int | None) -> bool:
        """Whether a new turn begins at a place that is not an end, given whose turn it was."""
        if self.said:
            return not isinstance(place, Inline) and bool(self.game.begins_turn(place))
        if self.game.players == 1:
            return isinstance(node, Choice)
        return self.whose(place, node, before) != before


class Counted(NamedTuple):
    """A position with its count, and whose turn it is if the position does not say so."""

    position: Hashable
    number: int
    whose: int | None = None


class Counting(Game[Any]):
    """A game that keeps a count beside each position of another game."""

    word: ClassVar[str] = "count"
    """The name of the count in the text of a position."""

    game: ClassVar[Game[Any]]
    turns: ClassVar[Turns]

    def __new__(cls, *_: object, **__: object) -> Self:
        return object.__new__(cls)

    def __init__(self, game: Game[Any]) -> None:
        object.__setattr__(self, "game", game)
        object.__setattr__(self, "turns", Turns(game))
        for name in ("players", "endless", "name"):
            object.__setattr__(self, name, getattr(game, name))

    def counted(self, place: Hashable, node: Node, whose: int | None, count: int) -> int:
        """The count at a place, given the count before it and whose turn it was."""
        raise NotImplementedError

    def fixed(self, node: Node, place: Hashable, whose: int | None, count: int) -> Node:
        """What to play at a node of the game instead."""
        raise NotImplementedError

    def start(self) -> Counted:
        start = self.game.start()
        return self.arrive(start, None, self.begin())

    def begin(self) -> int:
        """The count before the start."""
        return 0

    def at(self, position: Any) -> Node:
        place, count, whose = position
        node = self.game.ask(place)
        return self.fixed(node, place, self.turns.whose(place, node, whose), count)

    def arrive(self, place: Hashable, whose: int | None, count: int) -> Counted:
        """A position of the game as a position of this one."""
        node = self.game.ask(place)
        after = self.turns.whose(place, node, whose)
        landing = after if mover(place, node) is None and self.players == 2 else None
        return Counted(place, self.counted(place, node, whose, count), landing)

    def then(self, then: Any, place: Hashable, step: Label, whose: int | None, count: int) -> Any:
        """Where an option or an outcome leads."""
        if isinstance(then, Gain):
            return Gain(then.points, self.then(then.then, place, step, whose, count))
        if isinstance(then, (Final, Choice, Chance)):
            inner = below(place, step)
            after = self.turns.whose(inner, then, whose)
            return self.fixed(then, inner, after, self.counted(inner, then, whose, count))
        return self.arrive(then, whose, count)

    def with_steps(self, node: Node, place: Hashable, whose: int | None, count: int) -> Node:
        """A node with all its steps wrapped."""
        if isinstance(node, Choice):
            options = {
                step: self.then(then, place, step, whose, count)
                for step, then in node.options.items()
            }
            return Choice(options, node.player)
        if isinstance(node, Chance):
            pairs = [
                (self.then(then, place, step, whose, count), weight)
                for step, (then, weight) in enumerate(node.outcomes)
            ]
            return Chance(pairs, total=node.odds.total)
        return node

    # How the game describes itself

    def meaning(self, objective: Objective) -> str:
        return self.game.meaning(objective)

    def objective(self) -> Objective:
        return self.game.objective()

    @property
    def parameter_values(self) -> dict[str, Any]:
        return self.game.parameter_values

    @property
    def words(self) -> list[str]:
        return self.game.words

    @property
    def fingerprint(self) -> str:
        return self.game.fingerprint

    def begins_turn(self, position: Any) -> bool | None:
        return self.game.begins_turn(position.position)

    def text(self, position: Hashable) -> str:
        if not isinstance(position, Counted):
            return super().text(position)
        whose = "" if position.whose is None else f" whose={position.whose}"
        return f"{self.game.text(position.position)} {self.word}={position.number}{whose}"

    def read(self, text: str) -> Hashable:
        found = re.fullmatch(rf"(.*?) {self.word}=(\d+)(?: whose=([01]))?", text)
        if found is None:
            raise PositionError(
                f"'{text}' does not contain the {self.word}; write it like "
                f"'{self.text(self.start())}'"
            )
        whose = None if found[3] is None else int(found[3])
        return Counted(self.game.read(found[1]), int(found[2]), whose)

    def describe(self, position: Any) -> str:
        if not isinstance(position, Counted):
            return super().describe(position)
        return f"{self.game.describe(position.position)}, {self.word} {position.number}"

    def describe_option(self, position: Any, option: Label) -> str:
        inner = position.position if isinstance(position, Counted) else position
        return self.game.describe_option(inner, option)

    def row_of(self, position: Any) -> dict[str, Any]:
        if not isinstance(position, Counted):
            return super().row_of(position)
        return {**self.game.row_of(position.position), self.word: position.number}
