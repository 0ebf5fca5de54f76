"""Best play, turn by turn: the probability of each state at the beginning of each turn.

Nothing is sampled. The Markov chain of best play is first condensed: one step leads from the
beginning of a turn to that of the next, or to the end. Then the probabilities of all states are
carried forward from turn to turn, until less than `NEGLIGIBLE` of all games is left.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from perfectplay.errors import NotOfferedError
from perfectplay.model.nodes import Choice, Final, Node
from perfectplay.model.turns import Turns
from perfectplay.solution.markov_chain import MarkovChain
from perfectplay.solution.solution import Solution
from perfectplay.solve import solution_offering

Array = Any
NEGLIGIBLE = 1e-13
"""The share of games, those that last longest, that may be neglected."""
MOST_TURNS = 100_000
HUGE = 1e150
"""The squares of larger payoffs overflow."""


@dataclasses.dataclass
class GameShare:
    """Games that have reached some states: their share of all, and moments of the running score.

    `weight[0]` is the share of games, `weight[1]` and `weight[2]` are that times the means of the
    running score and of its square.
    """

    state: Array
    weight: Array

    @property
    def share(self) -> float:
        """The share of all games."""
        return float(self.weight[0].sum())

    def only(self, where: Array) -> GameShare:
        """Some of the games."""
        return GameShare(self.state[where], self.weight[:, where])


@dataclasses.dataclass
class TurnPlayed:
    """What happens in one turn: the games that begin it, and those that end in it.

    Turn 0 is what happens before the first turn.
    """

    number: int
    begun: GameShare
    ended: GameShare


class TurnByTurn:
    """The Markov chain of best play, with the steps at which a new turn begins."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution_offering(solution, MarkovChain)
        self.chain = self.solution.answer(MarkovChain)
        numbers = np.concatenate([self.chain.value, self.chain.points])
        if np.abs(numbers).max() > HUGE:
            name = self.solution.game.name
            raise NotOfferedError(f"the payoffs of {name} are too large to be squared")
        self.turns = Turns(self.solution.game)
        self.mark()
        self.shorten()

    # The steps at which turns begin

    def mark(self) -> None:
        """Find the steps at which a turn begins; a state in either player's turn becomes two."""
        chain, turns = self.chain, self.turns
        places = [chain.position(state) for state in range(chain.states)]
        nodes = [self.node_of(state) for state in range(chain.states)]
        movers = [turns.whose(place, node, None) for place, node in zip(places, nodes, strict=True)]
        known = np.array([-1 if each is None else each for each in movers])
        first, order = self.first, self.order
        number: dict[tuple[int, int], int] = {(0, int(known[0])): 0}
        waiting, steps, begins = [(0, int(known[0]))], [], []
        for state, whose in waiting:  # it grows during the loop
            for edge in order[first[state] : first[state + 1]].tolist():
                then = int(chain.target[edge])
                after = (then, whose if known[then] < 0 else int(known[then]))
                if after not in number:
                    number[after] = len(number)
                    waiting.append(after)
                steps.append((number[state, whose], number[after], edge))
                begins.append(
                    not chain.final[then]
                    and turns.begins(places[then], nodes[then], None if whose < 0 else whose)
                )
        table = np.array(steps, dtype=np.int64).reshape(-1, 3)
        self.state_of = np.array([state for state, _ in number])
        self.whose = np.array([whose for _, whose in number])
        self.source, self.target, edge = table.T
        self.probability, self.points = chain.probability[edge], chain.points[edge]
        self.begins = np.array(begins, dtype=bool)
        self.begins_at_once = not chain.final[0] and turns.begins(places[0], nodes[0], None)
        self.starts = np.searchsorted(self.source, np.arange(len(number) + 1))

    def node_of(self, state: int) -> Node:
        """A stand-in for a state's node, sufficient to tell whose turn it is."""
        chain = self.chain
        if chain.player[state] >= 0:
            return Choice({}, int(chain.player[state]))
        return Final()

    @functools.cached_property
    def order(self) -> Array:
        """The steps of the chain, sorted by where they start."""
        return np.argsort(self.chain.source, kind="stable")

    @functools.cached_property
    def first(self) -> Array:
        """Where the steps of each state begin in that order."""
        source = self.chain.source[self.order]
        return np.searchsorted(source, np.arange(self.chain.states + 1))

    # From turn to turn

    def shorten(self) -> None:
        """Eliminate what lies within turns: only the start, beginnings of turns and ends remain.

        Within a turn, a game remembers where the turn began, so the states inside are pairs of a
        beginning and a state.
        """
        chain, states = self.chain, len(self.state_of)
        over = chain.final[self.state_of]
        self.states = np.unique([0, *self.target[self.begins], *np.flatnonzero(over)])
        number = np.full(states, -1)
        number[self.states] = np.arange(len(self.states))
        self.value = chain.value[self.state_of[self.states]]
        self.final = over[self.states]
        going = np.flatnonzero(~self.final)
        weight = np.zeros((3, len(going)))
        weight[0] = 1
        here = GameShare(going * states + self.states[going], weight)
        done = []
        while len(here.state):
            began, state = np.divmod(here.state, states)
            counts = self.starts[state + 1] - self.starts[state]
            owner = np.repeat(np.arange(len(state)), counts)
            step = np.arange(len(owner)) + (self.starts[state] - np.cumsum(counts) + counts)[owner]
            weight = times(here.weight[:, owner], self.probability[step], self.points[step])
            pairs = began[owner] * states + self.target[step]
            leave = self.begins[step] | over[self.target[step]]
            done.append(GameShare(pairs[leave], weight[:, leave]))
            here = gathered([GameShare(pairs[~leave], weight[:, ~leave])])
            here = here.only(here.weight[0] > NEGLIGIBLE**2)
        turns = gathered(done)
        self.begun, then = np.divmod(turns.state, states)
        self.then, self.step = number[then], turns.weight
        self.scored = bool(np.any(self.points))

    def each_turn(
        self,
        enter: Callable[[Array, Array, Array], Array] | None = None,
    ) -> Iterator[TurnPlayed]:
        """The turns, from the first to the last that matters.

        With `enter`, a game also remembers a number: `enter` updates it for some states, where a
        turn begins or the game ends, and is also given the share of games. A state `s` of games
        that remember `l` has the number `l * states + s`.
        """
        states = len(self.states)
        order = np.argsort(self.begun, kind="stable")
        first = np.searchsorted(self.begun[order], np.arange(states + 1))
        begun = GameShare(np.array([0]), np.array([[1.0], [0.0], [0.0]]))
        number = int(self.begins_at_once)
        if self.final[0]:
            yield TurnPlayed(0, begun.only(np.array([False])), begun)
            return
        while begun.share > NEGLIGIBLE and number < MOST_TURNS:
            if enter and number:
                begun = entered(begun, enter, states)
            layer, state = np.divmod(begun.state, states)
            counts = first[state + 1] - first[state]
            owner = np.repeat(np.arange(len(state)), counts)
            step = order[np.arange(len(owner)) + (first[state] - np.cumsum(counts) + counts)[owner]]
            weight = self.after(begun.weight[:, owner], step)
            reached = gathered([GameShare(layer[owner] * states + self.then[step], weight)])
            over = self.final[reached.state % states]
            ended = reached.only(over)
            yield TurnPlayed(number, begun, entered(ended, enter, states) if enter else ended)
            begun, number = reached.only(~over), number + 1

    def after(self, weight: Array, step: Array) -> Array:
        """The weights of games after a condensed step."""
        none, mean, square = weight
        share, points, squares = self.step[:, step]
        if not self.scored:
            return np.array([none * share, mean, square])
        return np.array(
            [
                none * share,
                mean * share + none * points,
                square * share + 2 * mean * points + none * squares,
            ]
        )


def times(weight: Array, share: Array, points: Array) -> Array:
    """The weights of games after single steps, each with its share and points."""
    none, mean, square = weight * share
    return np.array([none, mean + points * none, square + 2 * points * mean + points**2 * none])


def entered(
    games: GameShare, enter: Callable[[Array, Array, Array], Array], states: int
) -> GameShare:
    """Games with what they remember updated."""
    layer, state = np.divmod(games.state, states)
    return gathered(
        [GameShare(enter(layer, state, games.weight[0]) * states + state, games.weight)]
    )


def gathered(parts: Sequence[GameShare]) -> GameShare:
    """Several sets of games merged, with each state once."""
    if not parts:
        return GameShare(np.zeros(0, dtype=np.int64), np.zeros((3, 0)))
    state, place = np.unique(np.concatenate([part.state for part in parts]), return_inverse=True)
    weight = np.concatenate([part.weight for part in parts], axis=1)
    sums = [np.bincount(place, weights=row, minlength=len(state)) for row in weight]
    return GameShare(state, np.array(sums).reshape(3, len(state)))
