"""A solution of the graph engine: explored, and solved position by position."""

from __future__ import annotations

import dataclasses
import functools
import math
from array import array
from collections.abc import Hashable, Iterator
from contextlib import suppress
from fractions import Fraction
from operator import add, sub
from typing import TYPE_CHECKING, Any, ClassVar

from perfectplay.engines.graph.answers.simulation import simulate
from perfectplay.engines.graph.cycles.endless import TIE
from perfectplay.engines.graph.cycles.score_distribution import (
    scores_on_cycles,
    truncated_distribution,
)
from perfectplay.engines.graph.graph import CHANCE, CHOICE, FINAL, Column, Columns, Graph, Names
from perfectplay.engines.graph.solve.induction import overlap
from perfectplay.engines.graph.solve.terminal_values import terminal_values
from perfectplay.engines.graph.states import START, Lanes, score_lanes
from perfectplay.errors import FileError, PositionError, did_you_mean
from perfectplay.exact import exactly
from perfectplay.model.explicit import ExplicitModel
from perfectplay.model.nodes import Inline, Label, Number
from perfectplay.solution.answers import (
    Expectations,
    Exploitability,
    FinalScores,
    PlayReach,
    PolicyRegret,
    WhenToTake,
    answers,
)
from perfectplay.solution.decision_columns import DecisionColumns
from perfectplay.solution.decision_costs import DecisionCosts
from perfectplay.solution.decisions import Decisions, WeightedDecision
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.markov_chain import MarkovChain
from perfectplay.solution.numbering import Numbering
from perfectplay.solution.options import Option, Options, Outcome
from perfectplay.solution.simulation import Simulation
from perfectplay.solution.solution import Solution, decimals_within

if TYPE_CHECKING:
    import polars as pl


TEXTS_SEARCHED = 20_000
SCORES_SHOWN = 8
KINDS = {FINAL: "final", CHOICE: "choice", CHANCE: "chance"}


@dataclasses.dataclass(repr=False)
class GraphSolution(Columns, Solution):
    """A game solved position by position: the graph of its rules, and a value for every state."""

    engine: ClassVar[str] = "graph"

    lanes: Lanes
    names: Names
    values: Column
    proved: tuple[Column, Column] | None = None
    """Lower and upper bounds of the values, if the game has cycles."""

    @property
    def value(self) -> Number:
        return self.number(self.values[START])

    @property
    def lower(self) -> Number:
        return self.between(START)[0]

    @property
    def upper(self) -> Number:
        return self.between(START)[1]

    @property
    def exact(self) -> bool:
        return self.graph.exact

    @property
    def digits(self) -> int:
        gap = float(self.upper - self.lower) if self.proved and not self.exact else 0.0
        return min(super().digits, decimals_within(gap))

    @property
    def tracked(self) -> bool:
        return self.lanes.tracked

    def rounding(self, position: Hashable, score: Number | None = None) -> Number:
        state = self.state(position, score)
        lower, upper = self.bounds
        return self.number(upper[state]) - self.number(lower[state])

    @property
    def cyclic(self) -> bool:
        return self.graph.cyclic

    @functools.cached_property
    def positions(self) -> int:
        return count_positions(self.lanes, self.names)

    @answers(FinalScores, where=lambda solution: not solution.objective.linear)
    def final_scores(self) -> FinalScores:
        """The payoffs of all final states, including the points on the way."""
        lanes = self.lanes
        scores = {
            exactly(self.graph.payoff_of(node) + lanes.score(node, state))
            for node in self.graph.finals()
            for state in lanes.lane(node)
        }
        return FinalScores(sorted(scores))

    # Questions about one position

    def best(self, position: Hashable, score: Number | None = None) -> Label:
        return self.best_label(self.choice(position, score))

    def options(self, position: Hashable, score: Number | None = None) -> list[Option]:
        return self.options_of(self.choice(position, score))

    def outcomes(self, position: Hashable, score: Number | None = None) -> list[Outcome]:
        state = self.state(position, score)
        node = self.lanes.node(state)
        if self.graph.kind[node] != CHANCE:
            raise PositionError(f"{self.game.text(position)} is not a chance")
        return [
            Outcome(
                self.names.position(self.graph.target[edge]),
                self.graph.probability[edge],
                self.graph.points_of(edge),
                self.edge_value(state - self.lanes.offset[node], edge),
            )
            for edge in self.graph.out(node)
        ]

    def value_at(self, position: Hashable, score: Number | None = None) -> Number:
        return self.number(self.values[self.state(position, score)])

    def covers(self, position: Hashable, score: Number | None = None) -> bool:
        try:
            inner = isinstance(position, Inline)
            node = self.names.inline(*position) if inner else self.names.node(position)  # type: ignore[misc]  # it is one
        except TypeError:
            return False
        if node is None or not self.tracked:
            return node is not None
        return (
            len(self.lanes.lane(node)) == 1 if score is None else self.lanes.state(node, score) >= 0
        )

    def bounds_at(self, position: Hashable, score: Number | None = None) -> tuple[Number, Number]:
        """The proved bounds on the value of a position."""
        return self.between(self.state(position, score))

    def between(self, state: int) -> tuple[Number, Number]:
        """The bounds of a state, with its value (which is merely rounded) moved inside them."""
        lower, upper = self.bounds
        value = self.values[state]
        return self.number(min(lower[state], value)), self.number(max(upper[state], value))

    def kind(self, position: Hashable) -> str:
        return KINDS[self.graph.kind[self.node(position)]]

    def read(self, text: str) -> Hashable:
        place, *path = text.split(" > ")
        position = self.game.read(place)
        self.node(position)
        if not path:
            return position
        for node in self.names.below(position):
            if list(map(str, self.names.paths[node])) == path:
                return self.names.position(node)
        raise PositionError(f"there is no '{' > '.join(path)}' at {place}")

    # The whole of play

    def visits(self) -> dict[Hashable, Number]:
        found, root, visits = self.names.found, self.names.root[:-1], self.state_visits
        if not self.tracked:
            arise = ((number, visits[node]) for number, node in enumerate(root))
            return {found[number]: often for number, often in arise if often}
        return {
            (found[number], self.lanes.score(node, state)): visits[state]
            for number, node in enumerate(root)
            for state in self.lanes.lane(node)
            if visits[state]
        }

    def length(self) -> Number:
        total = sum(
            self.state_visits[state]
            for node in self.names.root[:-1]
            if self.graph.kind[node] != FINAL
            for state in range(self.lanes.offset[node], self.lanes.offset[node + 1])
        )
        return total if total == math.inf else self.number(total)

    @answers(PlayReach, where=lambda solution: not solution.tracked)
    def play_reach(self) -> PlayReach:
        """How often chance decides, and which positions best play avoids."""
        visits, kinds = self.state_visits, self.graph.kind
        rolls = sum(visits[node] for node, kind in enumerate(kinds) if kind == CHANCE)
        unreached = sum(not visits[node] for node in self.names.root[:-1])
        return PlayReach(rolls if rolls == math.inf else self.number(rolls), unreached)

    def distribution(self) -> Distribution:
        if scores_on_cycles(self.graph):
            return truncated_distribution(self)
        graph, lanes, visits, caught = self.graph, self.lanes, self.state_visits, self.caught
        if not self.tracked and graph.carries_points:
            lanes = score_lanes(graph, self.request.compute.memory_limit)
            widths = (lanes.offset[node + 1] - lanes.offset[node] for node in range(graph.nodes))
            chosen = array("i")
            for edge, width in zip(self.chosen, widths, strict=True):
                chosen.extend([edge] * width)
            visits, caught = lanes.visits(chosen)
        masses: dict[Number, Any] = {}
        for node, kind in enumerate(graph.kind):
            if kind == FINAL:
                payoff, often = graph.payoff_of(node), visits
            elif graph.cyclic and graph.component[node] >= 0:
                payoff, often = exactly(self.game.endless), caught
            else:
                continue
            for state in range(lanes.offset[node], lanes.offset[node + 1]):
                if often[state]:
                    score = payoff + lanes.score(node, state)
                    masses[score] = masses.get(score, 0) + often[state]
        return Distribution(masses)

    def simulate(self, games: int = 100_000, seed: int = 0) -> Simulation:
        return simulate(self.lanes, self.chosen, self.values, games, seed, self.endless_states)

    def table(self, *, every: bool = False) -> pl.DataFrame:
        from perfectplay.engines.graph.answers.tables import decisions, positions

        return positions(self) if every else decisions(self)

    @answers(WhenToTake)
    def when_to_take(self) -> WhenToTake:
        """When to take an option."""
        from perfectplay.engines.graph.answers.tables import option_conditions

        return WhenToTake(functools.partial(option_conditions, self))

    @answers(Decisions)
    def decisions(self) -> Decisions:
        """All decisions that occur in play, with what each option is worth."""
        visits = self.state_visits
        return Decisions(
            [
                WeightedDecision.of(
                    self.names.position(node),
                    self.lanes.score(node, state) if self.tracked else None,
                    self.options_of(state),
                    float(visits[state]),
                )
                for node, state in self.states((CHOICE,))
                if visits[state] > 0
            ]
        )

    @answers(Expectations, where=lambda solution: not solution.cyclic)
    def expectations(self) -> Expectations:
        """The expected values of what final positions show, one row per state."""
        from perfectplay.engines.graph.answers.expectations import expected

        return Expectations(functools.partial(expected, self), self.state)

    # Results of given policies

    @answers(Numbering)
    def numbering(self) -> Numbering:
        """The decisions as rows and the options as columns."""
        from perfectplay.engines.graph.evaluate.policy_evaluation import LaneArrays

        board = LaneArrays(self.lanes, self.names, self.game)
        return board.numbering(self.choice, self.chosen, self.values)

    @answers(DecisionColumns)
    def columns(self) -> DecisionColumns:
        """All decisions at once, as columns."""
        from perfectplay.engines.graph.evaluate.policy_evaluation import LaneArrays
        from perfectplay.engines.graph.evaluate.rules_by_columns import all_columns

        return all_columns(LaneArrays(self.lanes, self.names, self.game))

    @answers(ExplicitModel)
    def explicit(self) -> ExplicitModel:
        """The graph as an explicit-state model."""
        from perfectplay.engines.graph.answers.explicit_model import explicit_model

        return explicit_model(self)

    @answers(MarkovChain)
    def markov_chain(self) -> MarkovChain:
        """Best play as a Markov chain."""
        from perfectplay.engines.graph.answers.markov_chain import markov_chain

        return markov_chain(self)

    @answers(PolicyRegret)
    def regret(self) -> PolicyRegret:
        """What policies lose."""
        from perfectplay.engines.graph.evaluate.regret import regret

        return PolicyRegret(lambda *policies: regret(self, policies))

    @answers(DecisionCosts)
    def decision_costs(self) -> DecisionCosts:
        """All decisions, with what each option costs."""
        from perfectplay.engines.graph.answers.decision_costs import decision_costs

        return decision_costs(self)

    @answers(Exploitability)
    def exploitability(self) -> Exploitability:
        """What best responses to policies gain."""
        from perfectplay.engines.graph.evaluate.regret import exploitability

        return Exploitability(lambda *policies: exploitability(self, policies))

    # States of the graph, for neighbouring modules

    def node(self, position: Hashable) -> int:
        """The node of a position; an impossible one is refused."""
        try:
            if isinstance(position, Inline):
                node = self.names.inline(*position)
            else:
                node = self.names.node(position)
        except TypeError:
            raise PositionError(f"{position!r} is not hashable, so it is not a position") from None
        if node is None:
            text = self.game.text(position)
            known = {self.game.text(other) for other in self.names.found[:TEXTS_SEARCHED]}
            if position in known:
                raise PositionError(
                    f"{position!r} is the text of a position; pass solution.read({position!r})"
                )
            near = did_you_mean(text, known)
            hint = near if near.startswith("did") else "it may not be reachable from the start"
            raise PositionError(f"the position {text} cannot occur in {self.game!r}; {hint}")
        return node

    def state(self, position: Hashable, score: Number | None = None) -> int:
        """The state of a position with a running score."""
        node = self.node(position)
        if not self.tracked:
            return node
        if score is not None:
            state = self.lanes.state(node, score)
            if state >= 0:
                return state
        lane = self.lanes.lane(node)
        if score is None and len(lane) == 1:
            return lane[0]
        shown = [str(self.lanes.score(node, state)) for state in lane]
        if len(shown) > SCORES_SHOWN:
            shown[SCORES_SHOWN - 1 : -1] = ["..."]
        problem = "must be given" if score is None else f"cannot be {score}"
        raise PositionError(
            f"the score at {self.game.text(position)} {problem}; it can be {', '.join(shown)}"
        )

    def choice(self, position: Hashable, score: Number | None) -> int:
        """The state of a position at which there is a choice."""
        state = self.state(position, score)
        kind = self.graph.kind[self.lanes.node(state)]
        if kind != CHOICE:
            reason = "the game is over" if kind == FINAL else "chance decides"
            raise PositionError(
                f"there is no choice to make at {self.game.text(position)}: {reason}"
            )
        return state

    def best_label(self, state: int) -> Label:
        """The label of the option a choice takes."""
        label: Label = self.names.labels[self.graph.label[self.chosen[state]]]
        return label

    def options_of(self, state: int) -> Options:
        """The ranked options of a choice."""
        best = self.values[state]
        options = []
        node = self.lanes.node(state)
        lane = state - self.lanes.offset[node]
        for edge in self.graph.out(node):
            value = self.edge_value(lane, edge)
            tie = self.is_best(state, edge)
            cost = 0 * value if tie else abs(best - value)
            options.append(Option(self.names.labels[self.graph.label[edge]], value, cost, tie))
        return Options(sorted(options, key=lambda option: option.cost))

    def edge_value(self, lane: int, edge: int) -> Number:
        """The value of following an edge: its points plus the value of where it leads."""
        then = self.lanes.reach[edge] + lane
        return self.number(self.lanes.gain(edge) + self.values[then])

    def is_best(self, state: int, edge: int) -> bool:
        """Whether an option ties with the best; rounding may make that uncertain."""
        lower, upper = self.bounds
        then = self.lanes.reach[edge] + state - self.lanes.offset[self.lanes.node(state)]
        after = (self.lanes.gain(edge), lower[then], upper[then])
        return overlap(after, lower[state], upper[state], self.graph.grain)

    def number(self, value: Any) -> Number:
        """A value as a float, or as a Fraction if the solution is exact."""
        return Fraction(value) if self.exact else float(value)

    def states(self, kinds: tuple[int, ...] = (FINAL, CHOICE, CHANCE)) -> Iterator[tuple[int, int]]:
        """The nodes of some kinds, each with its possible states."""
        for node, kind in enumerate(self.graph.kind):
            if kind in kinds:
                for state in self.lanes.lane(node):
                    yield node, state

    @property
    def graph(self) -> Graph:
        """The game's graph."""
        return self.lanes.graph

    @functools.cached_property
    def chosen(self) -> Column:
        """The edge each choice takes."""
        lower, upper = self.bounds
        near = TIE * self.graph.grain
        if self.proved and max(map(sub, upper, lower)) > near:
            with suppress(FileError):
                return self.lanes.decide(self.closer(near))
        return self.lanes.decide(self.bounds)

    def closer(self, near: float) -> tuple[Column, Column]:
        """The bounds, narrowed to values nearby that are as good as equal, though not proved so.

        Wide bounds leave open what is best; the values decide.
        """
        lower, upper = self.bounds
        nearest = [near * abs(value) for value in self.values]
        return (
            array("d", map(max, lower, map(sub, self.values, nearest))),
            array("d", map(min, upper, map(add, self.values, nearest))),
        )

    @functools.cached_property
    def bounds(self) -> tuple[Column, Column]:
        """The bounds on the value of each state."""
        if self.exact:
            return self.values, self.values
        return self.proved or self.lanes.prove(terminal_values(self.lanes, self.objective))

    @functools.cached_property
    def counted(self) -> tuple[Column, Column]:
        """How often each state occurs in play, and how likely play enters there what never ends."""
        return self.lanes.visits(self.chosen)

    @property
    def state_visits(self) -> Column:
        """How often each state occurs in play."""
        return self.counted[0]

    @functools.cached_property
    def endless_states(self) -> list[int]:
        """The states in which play, once there, goes on for ever."""
        if not self.graph.cyclic:
            return []
        return [state for state, often in enumerate(self.state_visits) if often == math.inf]

    @functools.cached_property
    def never_ends(self) -> Number:
        components = self.lanes.components
        if components is None or not components.can_catch(self.chosen):
            return 0
        return sum(self.caught)

    @property
    def caught(self) -> Column:
        """The probability that play enters at each state a set it never leaves."""
        return self.counted[1]


def count_positions(lanes: Lanes, names: Names) -> int:
    """The number of positions; each running score counts separately if tracked."""
    if not lanes.tracked:
        return len(names.found)
    return sum(len(lanes.lane(node)) for node in names.root[:-1])
