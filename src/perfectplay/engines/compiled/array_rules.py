"""Compiled rules as functions over arrays, whatever the game.

A state is the key of a position, the place of a choice below it, a seed, and a count of the random
numbers drawn. The rules write the program of each position reached; a kernel takes the option,
draws the chances, and moves on to the next decision.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.engines.array_rules import (
    Advanced,
    ArrayRules,
    States,
    UnknownActionError,
    at_random,
)
from perfectplay.engines.compiled.compiler.front import compile_rules
from perfectplay.engines.compiled.kernels.acting import ON, OVER, UNKNOWN, WHOLE
from perfectplay.engines.compiled.kernels.words import next_operation
from perfectplay.engines.compiled.layout import NoLayoutError, OutgrownError, lay_out
from perfectplay.engines.compiled.position_columns import PositionColumns
from perfectplay.engines.compiled.program import GAIN, LABEL, WEIGHT
from perfectplay.engines.compiled.record import Labels, Numbers
from perfectplay.engines.compiled.rules import RunnableRules
from perfectplay.engines.compiled.runtime import advancing
from perfectplay.engines.compiled.sample import take_sample
from perfectplay.errors import EngineError
from perfectplay.model.game import Game
from perfectplay.model.nodes import Choice, Label, Node, Number
from perfectplay.model.walk import edges, node_at
from perfectplay.objectives import Objective

GAMES, STEPS, ROUNDS = 256, 400, 4
"""The number of random games played first, the steps in each, and how often this is repeated."""
TRIES = 100
CHECKED = 100
"""The number of positions at which compiled rules are compared with the plain ones."""
NODES = 1 << 14
ENDED = -2
"""Stands for the choice where a game is over."""


class CompiledArrayRules(ArrayRules):
    """Any game whose rules compile."""

    def __init__(self, game: Game[Any], objective: Objective) -> None:
        self.game, self.objective = game, objective
        self.sample = take_sample(game)
        self.tracked = self.sample.points and not objective.linear
        self.labels = Labels()
        self.decisions: list[Hashable] = []
        for position in self.sample.positions:
            known = [label for label in labels_at(game, position) if self.labels.note(label) >= 0]
            self.decisions += [position] * bool(known)
        self.met: list[tuple[Hashable, int]] = []
        """Positions, with scores, that did not fit earlier layouts."""
        self.below = False
        """Whether some choices lie below the start of a position."""
        self.prepare()

    def prepare(self) -> None:
        """Compile the rules, with room for everything random play reaches."""
        for _ in range(TRIES):
            self.compile()
            try:
                self.try_out()
            except OutgrownError as error:
                self.met.append((error.position, error.score))
            except UnknownActionError:
                pass
            else:
                return
        raise NoLayoutError(f"the positions of {self.game.name} outgrow all keys")

    def compile(self) -> None:
        """Compile the rules for the positions and options known so far."""
        positions = [*self.sample.positions, *(position for position, _ in self.met)]
        scores = [*self.sample.scores, *(score for _, score in self.met)] if self.tracked else None
        widened = len(self.met) + (not self.sample.whole)
        layout, numbers = lay_out(positions, scores, widened=widened), Numbers()
        some = list(self.sample.positions)
        source = compile_rules(
            self.game, layout, some, numbers, tracked=self.tracked, labels=self.labels
        )
        self.rules = RunnableRules(self.game, layout, source, numbers, self.labels)
        self.words = layout.words
        self.actions = list(self.labels.numbers)
        self.memory = [
            np.zeros(NODES, np.int64), np.zeros(NODES, np.int64), np.zeros(NODES),
            np.zeros(NODES), np.zeros(NODES, np.int64), np.zeros(NODES, np.int64),
        ]  # fmt: skip

    def try_out(self) -> None:
        """Compare the compiled rules with the plain ones, and play some games at random."""
        rules, generator = self.rules, np.random.default_rng(0)
        keys = np.array([rules.layout.encode(each) for each in self.sample.positions], np.int64)
        rules.check(generator.permutation(keys)[:CHECKED])
        for turn in range(ROUNDS):
            at = self.start(np.arange(GAMES) + turn * GAMES)
            for _ in range(STEPS):
                self.below = self.below or bool((at.states[:, self.words] > WHOLE).any())
                at = self.step(at.states, at_random(at.masks, generator))
                if at.over.all():
                    break
        states = np.zeros((len(self.decisions), self.words + 3), np.int64)
        known = [rules.layout.encode(each) for each in self.decisions]
        states[:, : self.words] = np.array(known, np.int64).reshape(len(known), -1)
        states[:, self.words] = np.arange(len(known)) if self.below else WHOLE
        self.seen = PositionColumns(rules.layout, states)
        self.fields, self.low, self.high = self.seen.names, self.seen.low, self.seen.high

    def start(self, seeds: NDArray[np.int64]) -> Advanced:
        states = np.zeros((len(seeds), self.words + 3), np.int64)
        states[:, -2] = seeds
        return self.restart(states)

    def restart(self, states: States) -> Advanced:
        states = states.copy()
        states[:, : self.words] = self.rules.layout.encode(self.game.canonical(self.game.start()))
        states[:, self.words] = WHOLE
        return self.advanced(states, None)

    def step(self, states: States, actions: NDArray[np.int64]) -> Advanced:
        return self.advanced(np.array(states, np.int64), np.ascontiguousarray(actions, np.int64))

    def advanced(self, states: States, actions: Any) -> Advanced:
        """Play on to the next decisions, changing the states in place."""
        count, wide = len(states), len(self.actions)
        gains, payoffs = np.zeros(count), np.zeros(count)
        landed, movers = np.zeros(count, np.uint8), np.zeros(count, np.uint8)
        masks = np.zeros((count, wide), np.uint8)
        before = states[:, self.words] == ENDED
        landed[before] = OVER
        asked = int(actions is not None)
        acts = np.zeros(1, np.int64) if actions is None else actions
        rows = np.flatnonzero(~before)
        while len(rows):
            keys = np.ascontiguousarray(states[rows, : self.words])
            for first, last, programs in self.rules.batches(keys, 0, len(rows)):
                advancing()["act"](
                    programs.words, programs.ends, last - first, self.words, rows, first, states,
                    acts, asked, self.numbers(), gains, payoffs, landed, movers, masks, wide,
                    *self.memory,
                )  # fmt: skip
            asked = 0
            rows = rows[landed[rows] == ON]
        self.require_known(landed, gains)
        ended = (landed == OVER) & ~before
        states[ended, self.words] = ENDED
        if not self.objective.linear:
            payoffs[ended] = [float(self.objective.utility(each)) for each in payoffs[ended]]
        return Advanced(states, gains + payoffs, landed == OVER, masks.view(np.bool_), movers)

    def require_known(self, landed: Any, gains: Any) -> None:
        """Refuse to continue with anything that never came up when the rules were tried out."""
        if (landed == UNKNOWN).any():
            new = list(self.labels.numbers)[len(self.actions) :]
            raise UnknownActionError(
                f"{self.game.name} has options that did not come up when it was tried out: "
                f"{', '.join(map(str, new))}"
            )
        if not self.objective.linear and not self.tracked and gains.any():
            raise EngineError(
                f"{self.game.name} has points that did not come up when it was tried out"
            )

    def numbers(self) -> Any:
        """The listed numbers, in the form the kernel reads."""
        values = self.rules.numbers.values
        if 4 * len(values) + 4 != len(self.listed):
            self.listed = np.zeros(4 * len(values) + 4)
            self.listed[: 4 * len(values) : 4] = list(map(float, values))
        return self.listed

    listed: NDArray[np.float64] = np.zeros(0)

    def observations(self, states: States) -> NDArray[np.int64]:
        seen = self.seen.of(states)
        seen[states[:, self.words] == ENDED] = 0
        return seen

    def place(self, state: NDArray[np.int64]) -> tuple[Hashable, Number | None]:
        position, score = self.rules.layout.decode(state[: self.words].tolist())
        told = score if self.tracked else None
        below = int(state[self.words])
        if below < 0:
            return position, told
        programs = self.rules.programs(state[: self.words].reshape(1, -1), 0, 1)
        number, at = 0, 0
        while at < below:
            number += programs.words[at] & 7 not in (LABEL, GAIN, WEIGHT)
            at = next_operation(programs.words, at, self.words)
        node = node_at(self.game, position)
        return next(itertools.islice(backwards(position, node), number, None)), told


def labels_at(game: Game[Any], position: Hashable) -> Iterator[Label]:
    """The labels of all choices at a position, including those of choices below it."""
    places: list[tuple[Hashable, Node]] = [(position, node_at(game, position))]
    for place, node in places:
        if isinstance(node, Choice):
            yield from node.options
        places += [(each.place, each.node) for each in edges(place, node) if each.node is not None]


def backwards(place: Hashable, node: Node) -> Iterator[Hashable]:
    """The nodes of a program in the order they are written: each after its children."""
    for edge in edges(place, node):
        if edge.node is None:
            yield edge.place
        else:
            yield from backwards(edge.place, edge.node)
    yield place
