"""Strategies: how someone plays. A game with its strategies fixed is again a game, of pure chance.

So there is nothing to add to an engine: what a hand-written strategy is worth, the distribution of
its scores and how often it gets where are the solution of that game.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from numbers import Real
from typing import Any, ClassVar, NamedTuple, Self, TypeAlias

from perfectplay.engines.graph.cycles.distribution import scores_on_cycles
from perfectplay.engines.graph.explore import check_choice, explore
from perfectplay.engines.graph.positions import Positions
from perfectplay.errors import StrategyError
from perfectplay.exact import exactly
from perfectplay.model.game import Game
from perfectplay.model.nodes import Chance, Choice, Final, Gain, Label, Node, Number, below
from perfectplay.objectives import Objective

MANY_SCORES = 30
"""From so many scores at one position on, it is worth looking whether there is an end to them."""


class Decision(NamedTuple):
    """What a strategy is asked: a position, the score so far, who moves, and the options."""

    position: Any
    score: Number
    player: int
    options: tuple[Label, ...]


class ScorelessDecision(Decision):
    """A decision where the score so far has no bound, so that nobody can go by it."""

    __slots__ = ()

    @property
    def score(self) -> Number:
        """There is none."""
        raise StrategyError(
            f"a strategy asks for the score at {self.position!r}; it has no bound there, as play "
            "can score again and again on a cycle"
        )


class ScoreGrowsError(StrategyError):
    """The score so far has no bound, so positions with their scores cannot all be listed."""


Strategy: TypeAlias = Callable[[Decision], Label | Mapping[Label, Number]]
"""Answers a decision with an option's label, or with weights for several."""


def at_random(decision: Decision) -> dict[Label, Number]:
    """The strategy of someone who does not think: every option is as likely.

    >>> at_random(Decision("start", 0, 0, ("stay", "go")))
    {'stay': 1, 'go': 1}
    """
    return dict.fromkeys(decision.options, 1)


def first_option(decision: Decision) -> Label:
    """The strategy of someone who always takes the first option.

    >>> first_option(Decision("start", 0, 0, ("stay", "go")))
    'stay'
    """
    return decision.options[0]


def answered(
    game: Game[Any], strategy: Strategy, decision: Decision
) -> tuple[tuple[Label, ...], tuple[Number, ...]]:
    """What a strategy answers, as options with weights; refused if it is not on offer."""
    answer = strategy(decision)
    pairs = list(answer.items()) if isinstance(answer, Mapping) else [(answer, 1)]
    weights: list[Any] = [weight for _, weight in pairs]
    numbers = [float(weight) for weight in weights if isinstance(weight, Real)]
    sound = len(numbers) == len(pairs) and all(0 <= number < math.inf for number in numbers)
    for label, _ in pairs:
        if label not in decision.options or not sound or not any(weights):
            raise StrategyError(
                f"the strategy of player {decision.player} answers {answer!r} at "
                f"{game.text(decision.position)}; the options are "
                f"{', '.join(map(str, decision.options))}"
            )
    return tuple(label for label, _ in pairs), tuple(weights)


class Moment(NamedTuple):
    """A position in play: the game's own, and the score so far."""

    position: Hashable
    score: Number


class Played(Game[Moment]):
    """A game with a strategy for each player; nobody has a choice any more."""

    def __new__(cls, *_: object, **__: object) -> Self:
        return object.__new__(cls)

    def __init__(
        self, game: Game[Any], strategies: tuple[Strategy, ...], *, scored: bool = True
    ) -> None:
        if len(strategies) != game.players:
            raise StrategyError(
                f"{game.name} needs {game.players} strategies, one for each player, "
                f"not {len(strategies)}"
            )
        object.__setattr__(self, "game", game)
        object.__setattr__(self, "strategies", strategies)
        object.__setattr__(self, "players", game.players)
        object.__setattr__(self, "endless", game.endless)
        object.__setattr__(self, "scored", scored)
        object.__setattr__(self, "positions", Positions())
        object.__setattr__(self, "scores", {})

    game: ClassVar[Game[Any]]
    strategies: ClassVar[tuple[Strategy, ...]]
    positions: ClassVar[Positions]
    """The game's own positions, met in play; two that Python takes for equal are refused."""
    scored: ClassVar[bool]
    """Whether the score so far is part of the position, and told to the strategies."""
    scores: ClassVar[dict[Hashable, int] | None]
    """With how many scores a position was met, as long as that matters."""

    def start(self) -> Moment:
        return Moment(self.game.start(), 0)

    def at(self, position: Moment) -> Node:
        if self.scored:
            self.require_bounded(position)
        return self.fixed(self.game.at(position.position), *position)

    def require_bounded(self, position: Moment) -> None:
        """Refuse to list the scores at a position if there is no end to them.

        Once a position was met with many scores, the rules are looked at, and then never again.
        """
        if self.scores is None:
            return
        met = self.scores[position.position] = self.scores.get(position.position, 0) + 1
        if met == MANY_SCORES:
            object.__setattr__(self, "scores", None)
            if scores_on_cycles(explore(self.game)[0]):
                raise ScoreGrowsError(
                    f"the score at {self.text(position)} has no bound, as play can score again "
                    "and again on a cycle"
                )

    def fixed(self, node: Any, name: Hashable, score: Number) -> Node:
        """A node of the game, with the choice made."""
        if isinstance(node, Choice):
            check_choice(self.game, node, name)
            kind = Decision if self.scored else ScorelessDecision
            decision = kind(name, score, node.player, (*node.options,))
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
        """Where an edge leads, with the score so far."""
        if isinstance(then, Gain):
            total = exactly(score) + exactly(then.points) if self.scored else score
            return Gain(then.points, self.then(then.then, name, step, total))
        if isinstance(then, (Final, Choice, Chance)):
            return self.fixed(then, below(name, step), score)
        self.positions.meet({type(then)})
        self.positions.find(then)
        return Moment(then, score)

    def meaning(self, objective: Objective) -> str:
        return self.game.meaning(objective)

    def text(self, position: Hashable) -> str:
        if isinstance(position, Moment):
            return f"{self.game.text(position.position)} (score {position.score})"
        return super().text(position)
