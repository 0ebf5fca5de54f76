"""A game as a decision process: what a learner sees, does and earns, step by step.

Chance is played out between decisions. Rewards are the points on the way and the final payoff; if
the objective depends on the whole score, the reward comes at the end.
"""

from __future__ import annotations

import bisect
import functools
from collections.abc import Callable, Hashable, Iterator
from itertools import accumulate
from typing import Any, NamedTuple

from perfectplay.adapters.features import PositionFeatures
from perfectplay.errors import ModelError, ObjectiveError
from perfectplay.exact import exactly
from perfectplay.model.game import Game
from perfectplay.model.nodes import Chance, Choice, Final, Label, Node, Number
from perfectplay.model.walk import Transition, edges, node_at
from perfectplay.objectives import Objective
from perfectplay.request import Request
from perfectplay.solution.answers import PolicyRegret
from perfectplay.solution.numbering import Numbering
from perfectplay.solution.solution import Solution
from perfectplay.solve import require_fit, solve_request

NEEDS = frozenset({Numbering, PolicyRegret})


class ProcessState(NamedTuple):
    """Where a game is: a position (or a node written in place below one), its node, the score."""

    position: Hashable
    node: Node
    score: Number

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return isinstance(self.node, Final)


class ProcessStep(NamedTuple):
    """Where an option leads, with its probability and the reward until then."""

    probability: float
    place: ProcessState
    reward: Number


class PlayedGame:
    """A game step by step, from its rules alone: chance is played out between two decisions.

    >>> from perfectplay.games.coins import Coins
    >>> coins = PlayedGame(Coins(coins=1, target=1))
    >>> coins.taken(coins.start(lambda: 0.5), 1, lambda: 0.7)[1]
    1.0
    """

    def __init__(self, game: Game[Any], objective: Objective | None = None) -> None:
        self.game, self.objective = game, objective or game.objective()

    @property
    def tracked(self) -> bool:
        """Whether the running score is part of a state."""
        return not self.objective.linear

    def place(self, position: Hashable, node: Node | None, score: Number) -> ProcessState:
        """A place, with its node looked up if necessary."""
        return ProcessState(position, node_at(self.game, position) if node is None else node, score)

    def options(self, place: ProcessState) -> dict[Label, Transition]:
        """The options of a decision."""
        return {edge.step: edge for edge in edges(place.position, place.node)}

    def follow(self, place: ProcessState, edge: Transition) -> tuple[ProcessState, Number]:
        """Where an option or an outcome leads, and its immediate reward."""
        after = self.place(edge.place, edge.node, exactly(place.score) + edge.points)
        reward: Number = 0 if self.tracked else edge.points
        if isinstance(after.node, Final):
            whole = exactly(after.node.payoff) + (after.score if self.tracked else 0)
            reward += self.objective.utility(whole)
        return after, reward

    def start(self, random: Callable[[], float]) -> ProcessState:
        """The first decision of a game, or its end if there is none."""
        return self.settled(self.place(self.game.start(), None, 0), random)[0]

    def taken(
        self, place: ProcessState, label: Label, random: Callable[[], float]
    ) -> tuple[ProcessState, float]:
        """The next decision (or the end) after taking an option, and the reward."""
        then, reward = self.follow(place, self.options(place)[label])
        after, more = self.settled(then, random)
        return after, float(reward + more)

    def settled(
        self, place: ProcessState, random: Callable[[], float]
    ) -> tuple[ProcessState, Number]:
        """Play chance out until there is a decision or the game is over."""
        earned: Number = 0
        while isinstance(place.node, Chance):
            shares = list(accumulate(place.node.odds.floats()))
            found = bisect.bisect_right(shares, random() * shares[-1])
            chosen = list(edges(place.position, place.node))[min(found, len(shares) - 1)]
            place, reward = self.follow(place, chosen)
            earned += reward
        return place, earned


class Process(PlayedGame):
    """A solved game with numbered states and actions, and their rewards.

    >>> from perfectplay.games.coins import Coins
    >>> process = Process(Coins(coins=1, target=1))
    >>> start = process.start(lambda: 0.5)
    >>> process.row(start), process.actions
    (0, [1])
    >>> for step in process.after(start, 1):
    ...     print(step.probability, process.row(step.place), step.reward)
    0.5 1 0
    0.5 1 1
    """

    def __init__(
        self,
        game: Game[Any],
        objective: Objective | None = None,
        solution: Solution | None = None,
    ) -> None:
        super().__init__(game, objective)
        request = Request(self.objective, needs=NEEDS)
        if solution is None:
            require_fit(game, request)
        self.solution = solution or solve_request(game, request)
        self.numbering = self.solution.answer(Numbering)
        self.actions = list(self.numbering.actions)
        self.action = {label: number for number, label in enumerate(self.actions)}
        self.decisions = [self.numbering.decision(row) for row in range(len(self.numbering))]
        self.rows = {decision: row for row, decision in enumerate(self.decisions)}
        self.end = len(self.decisions)
        """The number of the final state."""

    @functools.cached_property
    def features(self) -> PositionFeatures:
        """The observable features of a decision."""
        if not self.decisions:
            raise ObjectiveError(f"{self.game!r} has no decisions to make")
        return PositionFeatures(self.decisions)

    @property
    def tracked(self) -> bool:
        """Whether the running score is part of a state."""
        return self.solution.tracked

    def row(self, place: ProcessState) -> int:
        """The number of a state; the end comes after all decisions."""
        if place.over:
            return self.end
        return self.rows[place.position, place.score if self.tracked else None]

    def observed(self, place: ProcessState) -> Any:
        """A place as a row of numbers."""
        return self.features.of(place.position, place.score if self.tracked else None)

    def after(self, place: ProcessState, label: Label) -> list[ProcessStep]:
        """All possible results of an option, up to the next decisions, with equal ones merged."""
        then, reward = self.follow(place, self.options(place)[label])
        found: dict[tuple[Any, Number], ProcessStep] = {}
        for step in self.spread(ProcessStep(1.0, then, reward), ()):
            key = (step.place.position, step.place.score if self.tracked else None), step.reward
            known = found[key].probability if key in found else 0.0
            found[key] = step._replace(probability=known + step.probability)
        return list(found.values())

    def spread(self, step: ProcessStep, way: tuple[Hashable, ...]) -> Iterator[ProcessStep]:
        """A step, and everything chance makes of it before the next decision."""
        place = step.place
        if not isinstance(place.node, Chance):
            yield step
            return
        if place.position in way:
            raise ModelError(
                f"{self.game.name}: play can come back to {self.game.text(place.position)} by "
                "chance alone, so that what follows a decision has no bound"
            )
        shares = place.node.odds.floats()
        for edge, share in zip(edges(place.position, place.node), shares, strict=True):
            then, reward = self.follow(place, edge)
            onward = ProcessStep(step.probability * share, then, step.reward + reward)
            yield from self.spread(onward, (*way, place.position))

    def regret(self, place: ProcessState, label: Label) -> float:
        """What an option loses compared with the best."""
        options = self.solution.options(place.position, place.score if self.tracked else None)
        return float(next(option.cost for option in options if option.label == label))

    def player(self, place: ProcessState) -> int:
        """Whose decision it is."""
        assert isinstance(place.node, Choice)
        return place.node.player
