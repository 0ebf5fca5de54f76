"""What came out of solving a game, and what can be asked of it."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Hashable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from perfectplay.engines.graph import CHANCE, CHOICE, FINAL, Column, Graph, Names, Solved
from perfectplay.engines.track import Tracking, track
from perfectplay.errors import PositionError, did_you_mean
from perfectplay.model.exact import exactly
from perfectplay.model.game import Game
from perfectplay.model.nodes import Inline, Label, Number
from perfectplay.objectives import Objective
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.options import Option, Outcome
from perfectplay.solution.simulation import Simulation, simulate
from perfectplay.solution.strategies import Decision

if TYPE_CHECKING:
    from os import PathLike

    import polars as pl

TEXTS_SEARCHED = 20_000
SCORES_SHOWN = 8


@dataclasses.dataclass
class Solution:
    """A solved game: its value, the best option everywhere, and the odds.

    Positions are given as the game knows them. Where the objective needs the running score, the
    questions about a position take it as `score`; it may be left out where only one is possible.

    >>> from perfectplay import solve
    >>> from perfectplay.games.slots import Roll, Slots
    >>> slots = solve(Slots(), exact=True)
    >>> slots.value
    Fraction(13817, 46656)
    >>> slots.best(Roll(("x3", "bin"), 5), score=30)
    'x3'
    """

    game: Game[Any]
    objective: Objective
    graph: Graph
    names: Names
    tracking: Tracking | None
    solved: Solved
    seconds: float = 0.0

    def __repr__(self) -> str:
        return f"<Solution of {self.game!r} for {self.objective}: {self.value}>"

    @property
    def value(self) -> Number:
        """The value of the game, from player 0's side: a float, or a Fraction if it is exact."""
        return self.number(self.solved.value[self.graph.start])

    @property
    def exact(self) -> bool:
        """Whether the numbers are exact fractions."""
        return self.graph.exact

    @functools.cached_property
    def positions(self) -> int:
        """How many positions were solved; each running score counts where it is tracked."""
        if self.tracking is None:
            return len(self.names.root)
        return sum(not self.names.is_inline(node) for node in self.tracking.node)

    # Asking about one position

    def best(self, position: Hashable, score: Number | None = None) -> Label:
        """The best option at a choice; among equally good ones, the first in the game's order."""
        state = self.choice(position, score)
        return self.names.labels[self.graph.label[self.solved.chosen[state]]]

    def options(self, position: Hashable, score: Number | None = None) -> list[Option]:
        """The options at a choice, best first, each with its value and its cost.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins, Purse
        >>> for option in solve(Coins(coins=2, target=2)).options(Purse(2, 0)):
        ...     print(option)
        Option(label=1, value=0.3125, cost=0.0, best=True)
        Option(label=2, value=0.3125, cost=0.0, best=True)
        """
        return self.options_of(self.choice(position, score))

    def outcomes(self, position: Hashable, score: Number | None = None) -> list[Outcome]:
        """The outcomes at a chance, in the game's order."""
        state = self.state(position, score)
        if self.graph.kind[state] != CHANCE:
            raise PositionError(f"{self.game.text(position)} is not left to chance")
        return [
            Outcome(
                self.name(self.graph.target[edge]),
                self.graph.probability[edge],
                self.gain(state, self.graph.target[edge], edge),
                self.worth(edge),
            )
            for edge in self.graph.out(state)
        ]

    def value_at(self, position: Hashable, score: Number | None = None) -> Number:
        """The value of a position: of what is still to come, or of the whole if score is tracked."""
        return self.number(self.solved.value[self.state(position, score)])

    def kind(self, position: Hashable) -> str:
        """What there is at a position: a 'choice', a 'chance' or a 'final'."""
        return {FINAL: "final", CHOICE: "choice", CHANCE: "chance"}[
            self.graph.kind[self.states(self.node(position))[0]]
        ]

    def play(self, decision: Decision) -> Label:
        """The solution as a strategy: its best option."""
        return self.best(decision.position, decision.score if self.tracking else None)

    def read(self, text: str) -> Hashable:
        """The position that a text stands for, if it can occur.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins
        >>> solve(Coins()).read("coins=3 points=2")
        Purse(coins=3, points=2)
        """
        if " > " not in text:
            position = self.game.read(text)
            self.node(position)
            return position
        for name in self.names.positions:
            if isinstance(name, Inline) and self.game.text(name) == text:
                return name
        raise PositionError(f"there is no '{text}' in {self.game!r}")

    # The whole of play

    def visits(self) -> dict[Hashable, Number]:
        """How often each position arises in play: by position, or by (position, score) if tracked.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins, Purse
        >>> solve(Coins(coins=1, target=1)).visits()[Purse(0, 0)]
        0.5
        """
        return {
            (self.name(state), self.score(state)) if self.tracking else self.name(state): often
            for state, often in enumerate(self.state_visits)
            if often and not self.names.is_inline(self.node_of(state))
        }

    def distribution(self) -> Distribution:
        """The exact distribution of the final score under this solution's play.

        >>> from perfectplay import solve
        >>> from perfectplay.games.greed import Greed
        >>> solve(Greed(max=1, sides=2)).distribution()
        Distribution({-1: 0.25, 0: 0.75})
        """
        chain, tracking = self.chain, self.tracking
        visits = self.state_visits
        if tracking is None and chain.carries_points:
            chain, tracking = track(chain)
            visits = chain.visits()
        masses: dict[Number, Any] = {}
        for state, often in enumerate(visits):
            if chain.kind[state] == FINAL and often:
                score = exactly(chain.payoff[state])
                score += tracking.score_of(state) if tracking else 0
                masses[score] = masses.get(score, 0) + often
        return Distribution(masses)

    def simulate(self, games: int = 100_000, seed: int = 0) -> Simulation:
        """Play many games by this solution, with dice from a generator with this seed."""
        return simulate(self.chain, self.solved.value, games, seed)

    def table(self, *, every: bool = False) -> pl.DataFrame:
        """A data frame with one row for each decision, or for every position."""
        from perfectplay.solution.table import decisions, positions

        return positions(self) if every else decisions(self)

    def when(self, label: Label, by: list[str] | None = None) -> pl.DataFrame:
        """When to take an option and when to keep it: one row for each group of decisions."""
        from perfectplay.solution.table import when

        return when(self, label, by or [])

    def save(self, path: str | PathLike[str]) -> None:
        """Write the solution to a file, whole or not at all; `load` reads it back."""
        from perfectplay.solution.files import save

        save(self, path)

    # States of the graph, for the modules beside this one

    def node(self, position: Hashable) -> int:
        """The node of a position; one that cannot occur is refused."""
        if isinstance(position, Inline):
            return self.inline_node(position)
        try:
            node = self.names.node(position)
        except TypeError:
            raise PositionError(f"{position!r} is not hashable, so it is not a position") from None
        if node is None:
            text = self.game.text(position)
            known = {
                self.game.text(name)
                for name in self.names.positions[:TEXTS_SEARCHED]
                if not isinstance(name, Inline)
            }
            near = did_you_mean(text, known)
            hint = near if near.startswith("did") else "it may not be reachable from the start"
            raise PositionError(f"the position {text} cannot occur in {self.game!r}; {hint}")
        return node

    def inline_node(self, name: Inline) -> int:
        """The node written in place at the end of a path of labels and outcomes."""
        node = self.node(name.position)
        for depth, step in enumerate(name.path):
            expected = Inline(name.position, name.path[: depth + 1])
            for state_edge in self.graph.out(self.states(node)[0]):
                then = self.node_of(self.graph.target[state_edge])
                if self.names.positions[then] == expected:
                    node = then
                    break
            else:
                raise PositionError(f"there is no node {step!r} below {name.position!r}")
        return node

    def states(self, node: int) -> list[int]:
        """The states of a node: itself, or one for each running score."""
        if self.tracking is None:
            return [node]
        slots = range(self.tracking.offset[node], self.tracking.offset[node + 1])
        return [self.tracking.number[slot] for slot in slots if self.tracking.number[slot] >= 0]

    def state(self, position: Hashable, score: Number | None = None) -> int:
        """The state of a position with a running score."""
        node = self.node(position)
        if self.tracking is None:
            return node
        possible = self.tracking.scores(node)
        if score is None and len(possible) == 1:
            score = possible[0]
        state = -1 if score is None else self.tracking.state(node, score)
        if state < 0:
            shown = ", ".join(map(str, possible[:SCORES_SHOWN]))
            if len(possible) > SCORES_SHOWN:
                shown += f", ... {possible[-1]}"
            text = self.game.text(position)
            if score is None:
                raise PositionError(f"the score at {text} must be given: it can be {shown}")
            raise PositionError(f"the score at {text} cannot be {score}; it can be {shown}")
        return state

    def choice(self, position: Hashable, score: Number | None) -> int:
        """The state of a position, if there is a choice at it."""
        state = self.state(position, score)
        if self.graph.kind[state] != CHOICE:
            kind = "the game is over" if self.graph.kind[state] == FINAL else "chance decides"
            raise PositionError(f"there is nothing to choose at {self.game.text(position)}: {kind}")
        return state

    def options_of(self, state: int) -> list[Option]:
        """The ranked options of a choice."""
        best = self.solved.value[state]
        options = []
        for edge in self.graph.out(state):
            value = self.worth(edge)
            tie = self.solved.ties(value, best)
            cost = 0 * value if tie else abs(best - value)
            options.append(Option(self.names.labels[self.graph.label[edge]], value, cost, tie))
        return sorted(options, key=lambda option: option.cost)

    def worth(self, edge: int) -> Number:
        """What following an edge is worth: its points, and the value of where it leads."""
        worth = self.graph.points[edge] + self.solved.value[self.graph.target[edge]]
        return self.number(worth)

    def gain(self, state: int, then: int, edge: int) -> Number:
        """The points an edge gains, also where the running score has swallowed them."""
        if self.tracking is None:
            return exactly(self.graph.points[edge])
        return self.tracking.score_of(then) - self.tracking.score_of(state)

    def number(self, value: Any) -> Number:
        """A value as a float, or as a Fraction where the solution is exact."""
        return Fraction(value) if self.exact else float(value)

    def node_of(self, state: int) -> int:
        """The node of a state."""
        return state if self.tracking is None else int(self.tracking.node[state])

    def name(self, state: int) -> Hashable:
        """The position of a state."""
        return self.names.positions[self.node_of(state)]

    def score(self, state: int) -> Number | None:
        """The running score of a state, if it is tracked."""
        return None if self.tracking is None else self.tracking.score_of(state)

    def choices(self) -> Iterator[int]:
        """The states at which a player chooses."""
        return (state for state, kind in enumerate(self.graph.kind) if kind == CHOICE)

    @functools.cached_property
    def chain(self) -> Graph:
        """The Markov chain that this solution's play induces."""
        return self.graph.chain(self.solved.chosen)

    @functools.cached_property
    def state_visits(self) -> Column:
        """How often each state arises."""
        return self.chain.visits()
