"""A game with its strategies fixed is a game again, one of pure chance.

So engines need nothing new: the value of a hand-written strategy, the distribution of its scores
and how often it reaches each position are the solution of that game.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, ClassVar, NamedTuple, NoReturn, Self

from perfectplay.engines.graph.solve.positions import FoundPositions
from perfectplay.errors import StrategyError
from perfectplay.exact import exactly
from perfectplay.model.game import Game
from perfectplay.model.nodes import Chance, Choice, Final, Gain, Label, Node, Number, below
from perfectplay.model.walk import check_choice
from perfectplay.objectives import Objective
from perfectplay.strategies.strategy import Decision, Strategy, answered, require_one_for_each


class AsksForScoreError(StrategyError):
    """A strategy depends on the running score, which positions do not include."""


class ScorelessDecision(Decision):
    """A decision without the running score, since most strategies do not ask for it."""

    __slots__ = ()

    def asks(self, *_: object) -> NoReturn:
        """Refuse to give a score."""
        raise AsksForScoreError(f"a strategy needs the score at {self.position!r}")

    score = property(asks)
    __iter__ = __getitem__ = asks
    position = property(lambda self: tuple.__getitem__(self, 0))
    player = property(lambda self: tuple.__getitem__(self, 2))
    options = property(lambda self: tuple.__getitem__(self, 3))


class ScoredPosition(NamedTuple):
    """A position in play, with the running score."""

    position: Hashable
    score: Number


class FixedStrategies(Game[Any]):
    """A game with a strategy for each player, in which nobody has a choice any more.

    Its positions are the game's own or, with `scored`, `ScoredPosition`s: each with the running
    score, which is passed to the strategies.
    """

    def __new__(cls, *_: object, **__: object) -> Self:
        return object.__new__(cls)

    def __init__(
        self, game: Game[Any], strategies: Sequence[Strategy], *, scored: bool = False
    ) -> None:
        require_one_for_each(game, strategies)
        object.__setattr__(self, "game", game)
        object.__setattr__(self, "strategies", strategies)
        object.__setattr__(self, "name", game.name)
        object.__setattr__(self, "players", game.players)
        object.__setattr__(self, "endless", game.endless)
        object.__setattr__(self, "scored", scored)
        object.__setattr__(self, "positions", FoundPositions())

    game: ClassVar[Game[Any]]
    strategies: ClassVar[Sequence[Strategy]]
    positions: ClassVar[FoundPositions]
    """The game's own positions met in play; two that Python considers equal are refused."""
    scored: ClassVar[bool]

    def start(self) -> Hashable:
        start = self.game.start()
        return ScoredPosition(start, 0) if self.scored else start

    def at(self, position: Any) -> Node:
        own, score = position if self.scored else (position, 0)
        return self.fixed(self.game.at(own), own, score)

    def fixed(self, node: Any, name: Hashable, score: Number) -> Node:
        """A node of the game, with its choice made."""
        if isinstance(node, Choice):
            check_choice(self.game, node, name)
            decision = (Decision if self.scored else ScorelessDecision)(
                name, score, node.player, (*node.options,)
            )
            steps, weights = answered(self.game, self.strategies[node.player], decision)
            thens = [node.options[step] for step in steps]
        elif isinstance(node, Chance):
            steps, thens = tuple(range(len(node.thens))), node.thens
            weights = node.odds.weights
        else:
            return Final(node.payoff) if isinstance(node, Final) else node
        pairs = [
            (self.then(then, name, step, score), weight)
            for then, step, weight in zip(thens, steps, weights, strict=True)
        ]
        if isinstance(node, Chance):
            return Chance(pairs, total=node.odds.total)
        return Chance(pairs, total=sum(weights))

    def then(self, then: Any, name: Hashable, step: Label, score: Number) -> Any:
        """Where an edge leads, with the running score."""
        if isinstance(then, Gain):
            total = exactly(score) + exactly(then.points) if self.scored else score
            return Gain(then.points, self.then(then.then, name, step, total))
        if isinstance(then, (Final, Choice, Chance)):
            return self.fixed(then, below(name, step), score)
        if not self.scored:
            return then
        self.positions.note_kinds({type(then)})
        self.positions.find(then)
        return ScoredPosition(then, score)

    def meaning(self, objective: Objective) -> str:
        return self.game.meaning(objective)

    def text(self, position: Hashable) -> str:
        if isinstance(position, ScoredPosition):
            return f"{self.game.text(position.position)} (score {position.score})"
        return self.game.text(position)
