"""Rules as pure functions over arrays, many games at a time, for users with a loop of their own.

Nothing is solved here. One-player scorecards and all rules that compile run natively; any others
are run by Python, game by game.

>>> import numpy as np
>>> from perfectplay.games.pig import Pig
>>> rules = array_rules(Pig(target=20, players=1))
>>> rules.actions, rules.fields
(['roll', 'hold'], ['mine', 'turn'])
>>> at = rules.start(seeds=np.arange(3))
>>> at = rules.step(at.states, np.array([0, 1, 0]))
>>> at.rewards, at.over, at.masks.sum(axis=1)
(array([ 0., -1.,  0.]), array([False, False, False]), array([2, 2, 2]))
>>> rules.observations(at.states)
array([[0, 8],
       [3, 4],
       [0, 7]])
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay import engines
from perfectplay.adapters.features import PositionFeatures
from perfectplay.adapters.process import PlayedGame, ProcessState
from perfectplay.engines.array_rules import Advanced, ArrayRules, States, UnknownActionError, draw
from perfectplay.errors import ObjectiveError
from perfectplay.model.game import Game
from perfectplay.model.nodes import Choice, Node, Number
from perfectplay.model.turn_limit import limited
from perfectplay.model.walk import edges, node_at, reached
from perfectplay.objectives import Objective

__all__ = ["Advanced", "ArrayRules", "array_rules"]

LOOKED_AT = 20_000
"""The most positions examined for their options and fields beforehand."""
PLACE, SEED = 0, 1


def array_rules(game: Game[Any], objective: Objective | None = None) -> ArrayRules:
    """The rules of a game as functions over arrays: native ones where an engine has them."""
    objective = objective or game.objective()
    game.check_rules()
    game = limited(game, objective)
    return engines.native_rules(game, objective) or PlainArrayRules(game, objective)


class PlainArrayRules(ArrayRules):
    """The plain rules, run by Python: a state is the number of a place that was reached."""

    def __init__(self, game: Game[Any], objective: Objective) -> None:
        self.game, self.objective = game, objective
        self.walk = PlayedGame(game, objective)
        self.places: list[ProcessState] = []
        self.number: dict[Any, int] = {}
        known = itertools.islice(reached(game, scored=self.walk.tracked), LOOKED_AT)
        decisions = [each for position, score in known for each in choices(game, position, score)]
        if not decisions:
            raise ObjectiveError(f"{game!r} has no decisions to make")
        labels = (label for _, _, node in decisions for label in node.options)
        self.actions = list(dict.fromkeys(labels))
        self.column = {label: number for number, label in enumerate(self.actions)}
        self.features = PositionFeatures((place, score) for place, score, _ in decisions)
        self.fields = self.features.names
        self.low, self.high = self.features.low, self.features.high

    def start(self, seeds: NDArray[np.int64]) -> Advanced:
        states = np.zeros((len(seeds), 3), np.int64)
        states[:, SEED] = seeds
        return self.restart(states)

    def restart(self, states: States) -> Advanced:
        start = self.walk.place(self.game.start(), None, 0)
        return self.advanced(states.copy(), lambda _, random: self.walk.settled(start, random))

    def step(self, states: States, actions: NDArray[np.int64]) -> Advanced:
        def taken(row: int, random: Any) -> tuple[ProcessState, Number]:
            place = self.places[states[row, PLACE]]
            if place.over:
                return place, 0
            options = self.walk.options(place)
            label = self.actions[actions[row]] if 0 <= actions[row] < len(self.actions) else None
            if label not in options:
                label = min(options, key=self.column_of)
            return self.walk.taken(place, label, random)

        return self.advanced(np.array(states, np.int64), taken)

    def advanced(self, states: States, move: Any) -> Advanced:
        """Move in each game, changing the states in place."""
        rewards, over = np.zeros(len(states)), np.zeros(len(states), np.bool_)
        masks = np.zeros((len(states), len(self.actions)), np.bool_)
        movers = np.zeros(len(states), np.uint8)
        for row in range(len(states)):
            place, earned = move(row, lambda row=row: draw(states, np.array([row]), SEED)[0])
            rewards[row], over[row] = float(earned), place.over
            states[row, PLACE] = self.numbered(place)
            if isinstance(place.node, Choice):
                masks[row, [self.column_of(label) for label in place.node.options]] = True
                movers[row] = place.node.player
        return Advanced(states, rewards, over, masks, movers)

    def column_of(self, label: Any) -> int:
        """The action of an option."""
        if label not in self.column:
            raise UnknownActionError(
                f"{self.game.name} has the option '{label}', which is available at none of the "
                f"{LOOKED_AT:,} positions that were examined"
            )
        return self.column[label]

    def numbered(self, place: ProcessState) -> int:
        """The number of a place."""
        key = place.position, place.score if self.walk.tracked else None
        number = self.number.setdefault(key, len(self.places))
        if number == len(self.places):
            self.places.append(place)
        return number

    def observations(self, states: States) -> NDArray[Any]:
        seen = np.zeros((len(states), len(self.fields)), self.low.dtype)
        for row, number in enumerate(states[:, PLACE].tolist()):
            if not self.places[number].over:
                seen[row] = self.features.of(*self.place(states[row]))
        return seen

    def place(self, state: NDArray[np.int64]) -> tuple[Hashable, Number | None]:
        place = self.places[state[PLACE]]
        return place.position, place.score if self.walk.tracked else None


def choices(
    game: Game[Any], position: Hashable, score: Number | None
) -> Iterator[tuple[Hashable, Number | None, Choice]]:
    """The choices at a position and below it, each with the running score."""
    waiting: list[tuple[Hashable, Number | None, Node]] = [
        (position, score, node_at(game, position))
    ]
    for place, so_far, node in waiting:
        if isinstance(node, Choice):
            yield place, so_far, node
        for edge in edges(place, node):
            if edge.node is not None:
                then = None if so_far is None else so_far + edge.points
                waiting.append((edge.place, then, edge.node))
