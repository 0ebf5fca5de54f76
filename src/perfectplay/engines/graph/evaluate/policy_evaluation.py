"""What remains of a game's graph when some players follow given policies.

The graph is explored once; a policy turns its player's choices into chances, and whatever it never
reaches is left out. NumPy processes the states level by level from the start: a table is looked up
for a whole level at once, and a function is called only for states that play reaches.
"""

from __future__ import annotations

import dataclasses
from array import array
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np

from perfectplay.engines.backends.compiling import as_array
from perfectplay.engines.graph.evaluate.fixed_strategies import ScoredPosition, ScorelessDecision
from perfectplay.engines.graph.graph import CHANCE, CHOICE, Graph, Names
from perfectplay.engines.graph.solve.explore import put_in_order
from perfectplay.engines.graph.states import START, Lanes
from perfectplay.errors import StrategyError
from perfectplay.exact import exactly
from perfectplay.model.game import Game
from perfectplay.model.nodes import Label, Number
from perfectplay.solution.numbering import Numbering
from perfectplay.solution.solution import Solution
from perfectplay.strategies.strategy import Decision, Policy, answered, as_strategy, is_table

if TYPE_CHECKING:
    from perfectplay.strategies.rules import Rules

Array = Any
OFF = 1e-9
"""How much of a table's weight may lie on options that are not on offer."""


@dataclasses.dataclass
class PolicySubgraph:
    """The states reached under some policies, the edges taken, and their probabilities.

    State `states[i]` of the lanes, belonging to `node[i]`, has the edges `first[i]` to `first[i +
    1]`: `edge` is the edge's number in the graph, `then` the state it leads to.
    """

    lanes: Lanes
    states: Array
    node: Array
    home: Array
    first: Array
    edge: Array
    share: Array
    then: Array


class LaneArrays:
    """The columns of some lanes as NumPy arrays, and the states as rows of a table."""

    def __init__(self, lanes: Lanes, names: Names, game: Game[Any]) -> None:
        self.lanes, self.names, self.game = lanes, names, game
        graph = lanes.graph
        self.kind, self.player = as_array(graph.kind), as_array(graph.player)
        self.first, self.offset = as_array(graph.first), as_array(lanes.offset)
        self.reach = as_array(lanes.reach)
        self.label = as_array(graph.label)
        self.probability, self.points = numbers(graph.probability), numbers(graph.points)
        self.decided = self.rows_of()

    def rows_of(self) -> Array:
        """The states that are rows of a table: possible ones in which a player chooses."""
        chooses = np.repeat(self.kind == CHOICE, np.diff(self.offset))
        return np.flatnonzero(chooses & (as_array(self.lanes.reachable) != 0))

    def nodes(self, states: Array) -> Array:
        """The nodes of some states."""
        if not self.lanes.tracked:
            return states
        return np.searchsorted(self.offset, states, side="right") - 1

    def edges(self, states: Array, nodes: Array) -> tuple[Array, Array, Array]:
        """The edges of some states: the state each belongs to, its number, where it leads."""
        begin = self.first[nodes].astype(np.int64)
        counts = self.first[nodes + 1] - begin
        owner = np.repeat(np.arange(len(states)), counts)
        edge = np.arange(len(owner)) + (begin - np.cumsum(counts) + counts)[owner]
        return owner, edge, self.reach[edge] + (states - self.offset[nodes])[owner]

    def name(self, state: int) -> tuple[Hashable, Number | None]:
        """The position of a state, and its score if tracked."""
        node = self.lanes.node(state)
        score = self.lanes.score(node, state) if self.lanes.tracked else None
        return self.names.position(node), score

    def numbering(self, state_of: Callable[..., int], chosen: Any, values: Any) -> Numbering:
        """The decisions and options as rows and columns, with best play and its values."""
        rows, nodes = self.decided, self.nodes(self.decided)
        owner, edge, _ = self.edges(rows, nodes)
        mask = np.zeros((len(rows), len(self.names.labels)), dtype=bool)
        mask[owner, self.label[edge]] = True

        def row(position: Hashable, score: Number | None = None) -> int:
            """The row of a decision."""
            state = state_of(position, score)
            found = int(np.searchsorted(rows, state))
            if found == len(rows) or rows[found] != state:
                raise StrategyError(f"there is no choice to make at {self.game.text(position)}")
            return found

        def decision(row: int) -> tuple[Hashable, Number | None]:
            """The decision of a row."""
            return self.name(int(rows[row]))

        best = self.label[as_array(chosen)[rows]].astype(np.int64)
        worth = numbers(values)[rows]
        return Numbering(list(self.names.labels), mask, best, worth, decision, row)

    def weights(self, given: Array) -> Array:
        """Weights in the number type of this graph."""
        return fractions(given) if self.lanes.graph.exact else given.astype(float)

    def answers(self, policy: Policy) -> Callable[[Array, Array, Array], Array]:
        """A policy as a function that weighs edges, given states and each edge with its owner."""
        from perfectplay.engines.graph.evaluate.rules_by_columns import RulesPolicy

        if is_table(policy):
            return PolicyTable(self, policy)
        best = solution_of(policy)
        if best is not None and best.game == self.game and best.lanes.fits(self.lanes):
            return SolutionPolicy(self, best.chosen)
        return (
            RulesPolicy(self, policy) if goes_by_columns(policy) else PolicyFunction(self, policy)
        )


class PolicyTable:
    """A policy given as a table: weights for every row and column, or one column for every row."""

    def __init__(self, board: LaneArrays, policy: Any) -> None:
        self.board = board
        table: Array = np.asarray(policy.detach().cpu() if hasattr(policy, "detach") else policy)
        rows, columns = len(board.decided), len(board.names.labels)
        whole = np.issubdtype(table.dtype, np.integer)
        if table.ndim == 1 and whole and len(table) in (rows, rows + 1):
            inside = (table >= 0) & (table < columns)
            if not inside.all():
                raise StrategyError(f"the policy's table holds actions outside 0 to {columns - 1}")
            table = (table[:, None] == np.arange(columns)).astype(float)
        if table.ndim != 2 or table.shape[0] not in (rows, rows + 1) or table.shape[1] != columns:
            raise StrategyError(
                f"the policy's table has the shape {np.shape(policy)}; {board.game.name} has "
                f"{rows:,} decisions (rows) and {columns} actions (columns), and a table holds "
                "weights for all of them or a whole number, the action, for each row"
            )
        if board.lanes.graph.exact:
            table = fractions(table)
        self.table = table

    def __call__(self, states: Array, owner: Array, edge: Array) -> Array:
        rows: Array = np.searchsorted(self.board.decided, states)
        weights = self.table[rows[owner], self.board.label[edge]]
        sums = added_up(weights, owner)
        every = self.table[rows]
        if every.dtype != object:
            fine = np.isfinite(every).all(axis=1) & (every >= 0).all(axis=1) & (sums > 0)
            fine &= every.sum(axis=1) <= sums * (1 + OFF)
        else:
            fine = (every >= 0).all(axis=1) & (sums > 0) & (every.sum(axis=1) == sums)
        if not fine.all():
            bad = int(np.flatnonzero(~fine)[0])
            self.refuse(int(states[bad]), every[bad])
        return weights

    def refuse(self, state: int, row: Array) -> None:
        """Refuse a row, saying what is wrong with it."""
        board = self.board
        position, score = board.name(state)
        node = board.lanes.node(state)
        offered = [board.names.labels[board.label[edge]] for edge in board.lanes.graph.out(node)]
        given = dict(zip(board.names.labels, row.tolist(), strict=True))
        weights = {label: weight for label, weight in given.items() if weight}
        at = board.game.text(position) + (f" with a score of {score}" if score is not None else "")
        raise StrategyError(
            f"the policy's table has the weights {weights} at {at}; the options are "
            f"{', '.join(map(str, offered))}, and weights are 0 or more and some are above 0"
        )


def goes_by_columns(policy: Policy | None) -> TypeGuard[Rules]:
    """Whether a policy is a card whose lines are applied to many decisions at once."""
    return getattr(policy, "asks", None) is not None


def solution_of(policy: Any) -> Any:
    """The graph solution whose play a policy is; None if it is something else."""
    is_play = getattr(policy, "__func__", None) is Solution.play
    return policy.__self__ if is_play and hasattr(policy.__self__, "chosen") else None


class SolutionPolicy:
    """The play of a solution of the same game: the edge it takes in each state."""

    def __init__(self, board: LaneArrays, chosen: Any) -> None:
        self.board, self.chosen = board, as_array(chosen)

    def __call__(self, states: Array, owner: Array, edge: Array) -> Array:
        return self.board.weights(self.chosen[states][owner] == edge)


class PolicyFunction:
    """A policy given as a function, or as a mapping from positions."""

    def __init__(self, board: LaneArrays, policy: Policy) -> None:
        self.board, self.strategy = board, as_strategy(policy)

    def __call__(self, states: Array, owner: Array, edge: Array) -> Array:
        board = self.board
        labels = board.names.labels
        ends: Array = np.searchsorted(owner, np.arange(len(states) + 1))
        weights = np.zeros(len(edge), dtype=object)
        for place, state in enumerate(states.tolist()):
            position, score = board.name(state)
            here = slice(ends[place], ends[place + 1])
            options = tuple(labels[label] for label in board.label[edge[here]])
            player = int(board.player[board.lanes.node(state)])
            if score is None:
                decision: Decision = ScorelessDecision(position, 0, player, options)
            else:
                decision = Decision(position, score, player, options)
            given = dict(zip(*answered(board.game, self.strategy, decision), strict=True))
            weights[here] = [given.get(label, 0) for label in options]
        return board.weights(weights)


def follow(board: LaneArrays, policies: Sequence[Policy | None]) -> PolicySubgraph:
    """What remains when players follow policies; a player with None keeps all options."""
    lanes = board.lanes
    answers = [None if policy is None else board.answers(policy) for policy in policies]
    home = np.full(lanes.states, -1, dtype=np.int64)
    home[START] = START
    is_root = np.zeros(lanes.graph.nodes, dtype=bool)
    is_root[as_array(board.names.root)[:-1]] = True
    level, done = np.array([START]), []
    while len(level):
        nodes = board.nodes(level)
        owner, edge, then = board.edges(level, nodes)
        share = board.probability[edge]
        for player, answer in enumerate(answers):
            chooses = (board.kind[nodes] == CHOICE) & (board.player[nodes] == player)
            if answer is None or not chooses.any():
                continue
            theirs = np.flatnonzero(chooses[owner])
            renumbered = (np.cumsum(chooses) - 1)[owner[theirs]]
            weights = answer(level[chooses], renumbered, edge[theirs])
            share[theirs] = normalised(weights, renumbered)
        taken = share != 0
        owner, edge, then, share = owner[taken], edge[taken], then[taken], share[taken]
        done.append((level, np.bincount(owner, minlength=len(level)), edge, share, then))
        new, where = np.unique(then, return_index=True)
        where = where[home[new] < 0]
        new = then[where]
        home[new] = np.where(is_root[board.nodes(new)], new, home[level[owner[where]]])
        level = new
    return gathered(lanes, board, home, done)


def gathered(
    lanes: Lanes, board: LaneArrays, home: Array, done: list[tuple[Array, ...]]
) -> PolicySubgraph:
    """The levels merged, sorted so that nodes written in place follow their position."""
    states, counts, edge, share, then = map(np.concatenate, zip(*done, strict=True))
    order = np.lexsort((states, home[states]))
    begin = np.cumsum(counts) - counts
    sizes = counts[order]
    first = np.concatenate([[0], np.cumsum(sizes)])
    place = np.arange(first[-1]) + np.repeat(begin[order] - first[:-1], sizes)
    states = states[order]
    return PolicySubgraph(
        lanes, states, board.nodes(states), home[states], first,
        edge[place], share[place], then[place],
    )  # fmt: skip


def normalised(weights: Array, owner: Array) -> Array:
    """Weights as shares of their sum; floats are rounded once, as bounds assume."""
    if weights.dtype != object:
        weights = weights.astype(np.longdouble)
    shares = weights / added_up(weights, owner)[owner]
    return shares if weights.dtype == object else shares.astype(float)


def added_up(weights: Array, owner: Array) -> Array:
    """The sum of each owner's weights; owners are sorted, and each has some."""
    return np.add.reduceat(weights, np.searchsorted(owner, np.arange(owner[-1] + 1)))


def graph_of(
    board: LaneArrays, followed: PolicySubgraph, policies: Sequence[Policy | None]
) -> Graph:
    """The ordered graph of what remains: a choice made by a policy becomes a chance."""
    graph, exact = board.lanes.graph, board.lanes.graph.exact
    states, node = followed.states, followed.node
    number = np.full(board.lanes.states, -1, dtype=np.int64)
    number[states] = np.arange(len(states))
    is_root = followed.home == states
    unit = np.cumsum(is_root) - 1
    target = number[followed.then]
    target = np.where(is_root[target], unit[target], ~target)
    kind = board.kind[node].copy()
    made = np.array([policy is not None for policy in policies])
    kind[(kind == CHOICE) & made[board.player[node]]] = CHANCE
    payoff, points = numbers(graph.payoff)[node], board.points[followed.edge]
    labels = np.where(
        np.repeat(kind, np.diff(followed.first)) == CHOICE, board.label[followed.edge], -1
    )
    left = Graph(
        kind=column("b", kind),
        player=column("b", np.where(kind == CHOICE, board.player[node], 0)),
        payoff=payoff.tolist() if exact else column("d", payoff),
        first=column("i", followed.first),
        target=column("i", target),
        label=column("i", labels),
        probability=followed.share.tolist() if exact else column("d", followed.share),
        points=points.tolist() if exact else column("d", points),
    )
    meant = graph.meant_payoff
    left.meant_payoff = {
        new: meant[old] for new, old in enumerate(node.tolist() if meant else ()) if old in meant
    }
    meant = graph.meant_points
    edges = followed.edge.tolist() if meant else ()
    left.meant_points = {new: meant[old] for new, old in enumerate(edges) if old in meant}
    root = np.append(np.flatnonzero(is_root), len(states))
    put_in_order(left, column("i", root))
    return left


def names_of(board: LaneArrays, followed: PolicySubgraph) -> Names:
    """The names of the remaining nodes, made from those of the whole graph on demand."""
    is_root = followed.home == followed.states
    root = np.append(np.flatnonzero(is_root), len(followed.states))
    found = ReachedPositions(board, followed.states[is_root])
    paths = ReachedPaths(board.names.paths, followed.node)
    return Names(found, column("i", root), paths, board.names.labels, ReachedNumbers(found))


class ReachedPositions(Sequence[Hashable]):
    """The positions that play reaches, with the running score if tracked."""

    def __init__(self, board: LaneArrays, states: Array) -> None:
        self.board, self.states = board, states

    def __len__(self) -> int:
        return len(self.states)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self[each] for each in range(len(self))[place]]
        position, score = self.board.name(int(self.states[place]))
        return position if score is None else ScoredPosition(position, score)


class ReachedNumbers(Mapping[Hashable, int]):
    """From a position to its index among those found."""

    def __init__(self, found: ReachedPositions) -> None:
        self.found = found

    def __getitem__(self, position: Hashable) -> int:
        board, states = self.found.board, self.found.states
        own, score = position if isinstance(position, ScoredPosition) else (position, 0)
        node = board.names.node(own)
        state = -1 if node is None else board.lanes.state(node, score)
        place = int(np.searchsorted(states, state))
        if place == len(states) or states[place] != state:
            raise KeyError(position)
        return place

    def __len__(self) -> int:
        return len(self.found)

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.found)


class ReachedPaths(Sequence[tuple[Label, ...]]):
    """The path to each remaining node from its position."""

    def __init__(self, paths: Sequence[tuple[Label, ...]], node: Array) -> None:
        self.paths, self.node = paths, node

    def __len__(self) -> int:
        return len(self.node)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self[each] for each in range(len(self))[place]]
        return self.paths[int(self.node[place])]


def fractions(weights: Array) -> Array:
    """Weights as exact fractions; a float stands for its decimal notation."""
    return np.vectorize(lambda weight: Fraction(exactly(weight)), otypes=[object])(weights)


def numbers(column: Any) -> Array:
    """A column of floats, or a list of exact numbers, as an array."""
    return np.array(column, dtype=object) if isinstance(column, list) else as_array(column)


def column(typecode: str, values: Array) -> array[Any]:
    """An array as a column of a graph."""
    return array(typecode, np.ascontiguousarray(values, dtype=typecode).tobytes())
