"""From rules to graph: visit every reachable position, and check the rules on the way."""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Hashable, Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias

from perfectplay.engines.backends.machine import filled, zeros
from perfectplay.engines.garbage import no_garbage
from perfectplay.engines.graph.graph import CHANCE, CHOICE, FINAL, Column, Graph, Names
from perfectplay.engines.graph.solve import induction as sweeps
from perfectplay.engines.graph.solve.components import ComponentOrder
from perfectplay.engines.graph.solve.memory_estimate import MemoryEstimate
from perfectplay.engines.graph.solve.positions import FoundPositions
from perfectplay.errors import (
    MemoryLimitError,
    MissingExtraError,
    ModelError,
    UnboundedError,
    in_bytes,
)
from perfectplay.exact import exactly
from perfectplay.model.game import Game
from perfectplay.model.growth import growth
from perfectplay.model.nodes import Chance, Choice, Final, Gain, Label, named
from perfectplay.model.walk import check_choice
from perfectplay.request import MEMORY_LIMIT, Progress

LARGEST_GRAPH = (1 << 31) - 1
CHECK_EVERY = 1024
EDGES_A_CHECK = 1 << 14
LOOK_FROM = 30_000
"""The number of edges from which on, at each doubling, positions are checked for endless growth."""
BYTES_A_NUMBER = 32
BYTES_TO_SOLVE = 64
"""An upper bound on the bytes for ordering a node and finding its value."""
WHOLE = 1 << 53
"""Up to here, floats represent every whole number."""
STRAIGHT = LARGEST_GRAPH
"""The target of an edge to a position that has not been looked up yet."""
NO_LABEL = array("i", [-1])
KINDS = {Final: FINAL, Choice: CHOICE, Chance: CHANCE}
NODES = frozenset(KINDS)
Written: TypeAlias = tuple[Any, Hashable, tuple[Label, ...], list[int] | None, Any]
"""A node to be written: itself, its position and path, its targets (None if all of them are
positions), and the points on its edges."""
AROUND = NODES | {Gain}
"""What an edge can hold besides a position."""


def explore(
    game: Game[Any],
    *,
    exact: bool = False,
    memory_limit: int = MEMORY_LIMIT,
    progress: Progress | None = None,
    most: int | None = None,
) -> tuple[Graph, Names]:
    """The graph of everything that can happen from the start, ordered, and the names of its nodes.

    With more than `most` edges, a game needs the compiler, and is refused if that is missing.

    >>> from perfectplay.games.coins import Coins
    >>> graph, names = explore(Coins(coins=1, target=1))
    >>> graph.nodes, names.position(0)
    (4, Purse(coins=1, points=0))
    """
    explorer = GraphExplorer(game, exact=exact)
    try:
        with no_garbage():
            explorer.begin()
            edges = LOOK_FROM
            while not explorer.run(memory_limit, progress, edges):
                require_bounded(game, explorer.positions.found)
                if most is not None and explorer.graph.edges > most:
                    raise for_compilers(game, most)
                edges = 2 * max(edges, explorer.graph.edges)
    except UnboundedError:
        raise
    except ModelError as error:
        raise type(error)(f"{game.name}: {error}") from error.__cause__
    if progress:
        progress("ordering", len(explorer.positions.found))
    return explorer.finish(), explorer.names()


class GraphExplorer:
    """The graph under construction.

    Positions are numbered as they are found and expanded in that order. A position's node and the
    nodes written in place below it are written together, one after another; `root` says which node
    a position has become. During exploration, an edge to a position holds the number of the
    position, and an edge to a node `n` written in place holds `~n`.
    """

    def __init__(self, game: Game[Any], *, exact: bool) -> None:
        self.game = game
        self.players = game.players
        self.exact = exact
        self.zero: Any = [0] if exact else array("d", [0])
        self.one: Any = [1] if exact else array("d", [1])
        self.positions = FoundPositions()
        self.root = array("i")
        self.paths: list[tuple[Label, ...]] = []
        self.ways: dict[tuple[int, type, Label], tuple[Label, ...]] = {}
        self.labels: dict[tuple[type, Label], int] = {}
        self.graph = Graph(
            kind=array("b"),
            player=array("b"),
            payoff=[] if exact else array("d"),
            first=array("i", [0]),
            target=array("i"),
            label=array("i"),
            probability=[] if exact else array("d"),
            points=[] if exact else array("d"),
        )
        columns = [column for column in vars(self.graph).values() if hasattr(column, "append")]
        names = (self.root, self.paths, self.labels, self.positions.found)
        self.held = [MemoryEstimate(each) for each in (*columns, *names)]

    def begin(self) -> None:
        """Find the starting position."""
        start = self.game.start()
        if type(start) in AROUND:
            raise ModelError(f"start() gives {start!r}; it must be a position, and at() its node")
        self.positions.note_kinds({type(start)})
        try:
            self.positions.find(start)
        except ModelError as error:
            raise ModelError(f"start() {error}") from None

    def run(self, memory_limit: int, progress: Progress | None, edges: int) -> bool:
        """Expand positions until none are left, or there are too many edges; returns which."""
        found, checked = self.positions.found, -EDGES_A_CHECK
        while len(self.root) < len(found) and self.graph.edges < edges:
            done = len(self.root)
            self.expand(found[done : done + CHECK_EVERY])
            many = done // CHECK_EVERY < len(self.root) // CHECK_EVERY
            if many or self.graph.edges - checked > EDGES_A_CHECK:
                checked = self.graph.edges
                self.check_memory(memory_limit)
                if progress and done:
                    progress("exploring", done)
        self.check_memory(memory_limit)
        return len(self.root) == len(found)

    def finish(self) -> Graph:
        """Sort the graph, and let its edges lead to nodes."""
        self.root.append(self.graph.nodes)
        put_in_order(self.graph, self.root)
        return self.graph

    def expand(self, positions: Sequence[Hashable]) -> None:
        """Write the nodes of some positions, as long as there are not too many edges; add new ones.

        A large game spends its time in its rules and here. Edges that lead straight to a position,
        which are nearly all, are collected from all nodes and looked up by one `map`. If something
        is wrong, positions are expanded one by one to report the first faulty one.
        """
        straight: list[Any] = []
        written: list[Written] = []
        try:
            for position in positions:
                self.root.append(len(self.graph.kind) + len(written))
                node = self.game.ask(position)
                thens = node.thens if type(node) is Chance else self.leads_to(node, position, ())
                if self.positions.kinds.issuperset(map(type, thens)):
                    straight += thens
                    written.append((node, position, (), None, self.zero * len(thens)))
                else:
                    self.gather(node, position, straight, written)
                if len(straight) > EDGES_A_CHECK:
                    break
            self.write(written, self.find(straight, position))
        except Exception:
            if len(positions) > 1:
                for position in positions:
                    self.expand([position])
            raise

    def gather(
        self, node: Any, position: Hashable, straight: list[Any], written: list[Written]
    ) -> None:
        """Add a position's node, and those in place below it, to the nodes to be written.

        For positions that lead to anything other than a kind of position met before.
        """
        nodes: list[Any] = [node]
        paths: list[tuple[Label, ...]] = [()]
        base = len(self.graph.kind) + len(written)
        for each, path in zip(nodes, paths, strict=True):  # both grow during the loop
            thens = each.thens if type(each) is Chance else self.leads_to(each, position, path)
            kinds = set(map(type, thens))
            if AROUND.isdisjoint(kinds):
                self.positions.note_kinds(kinds)
                straight += thens
                written.append((each, position, path, None, self.zero * len(thens)))
            else:
                ways = self.detour(each, thens, position, path, base, nodes, paths, straight)
                written.append((each, position, path, *ways))

    def detour(
        self,
        node: Any,
        thens: list[Any],
        position: Hashable,
        path: tuple[Label, ...],
        base: int,
        nodes: list[Any],
        paths: list[tuple[Label, ...]],
        straight: list[Any],
    ) -> tuple[list[int], Any]:
        """The targets and gains of a node with edges that carry points or lead to nodes.

        Nodes written in place join those of the position; positions join those to look up.
        """
        targets: list[int] = []
        gains: list[Any] = []
        for step, then in zip(steps_of(node), thens, strict=True):
            kind, gain, place = type(then), 0, then
            if kind is Gain:
                gain = self.number(then.points, position, (*path, step), "the gain")
                place = then.then
                kind = type(place)
            if kind in NODES:
                targets.append(~(base + len(nodes)))
                nodes.append(place)
                known = id(path), type(step), step  # 1 and True are different labels
                paths.append(self.ways.setdefault(known, (*path, step)))
            elif kind is Gain:
                raise ModelError(
                    f"at {self.node_text(position, (*path, step))}, a Gain leads to another Gain; "
                    "add up their points"
                )
            else:
                if kind not in self.positions.kinds:
                    self.positions.note_kinds({kind})
                targets.append(STRAIGHT)
                straight.append(place)
            gains.append(gain)
        return targets, gains

    def leads_to(self, node: Any, position: Hashable, path: tuple[Label, ...]) -> list[Any]:
        """Where the edges of a node other than a chance lead, in order."""
        if type(node) is Choice:
            if type(node.options) is not dict and not isinstance(node.options, Mapping):
                raise ModelError(
                    f"the choice at {self.node_text(position, path)} has the options "
                    f"{node.options!r}; give a mapping from each label to where it leads"
                )
            return list(node.options.values())
        if type(node) is Final:
            return []
        raise ModelError(
            f"at({self.node_text(position, path)}) gives {node!r}; "
            "it must be a Final, a Choice or a Chance"
        )

    def find(self, thens: list[Any], position: Hashable) -> list[int]:
        """The numbers of the positions that a position leads to."""
        try:
            return self.positions.find_all(thens)
        except ModelError as error:
            raise ModelError(f"the position {self.game.text(position)} {error}") from None

    def write(self, written: list[Written], found: list[int]) -> None:
        """Add nodes with their edges to the columns; `found` are the positions they lead to."""
        graph, labels, done = self.graph, self.labels, 0
        for node, position, path, known, points in written:
            player, payoff, gains, size = 0, 0, points, len(points)
            if known is None:
                targets = found[done : done + size]
                done += size
            else:
                targets = known
                for place, target in enumerate(known):
                    if target == STRAIGHT:
                        targets[place] = found[done]
                        done += 1
            if type(node) is Chance:
                shares = (None if self.exact else node.odds.checked) or self.probabilities(
                    node, position, path
                )
                if len(set(targets)) < size:
                    targets, gains, shares = add_up(targets, gains, shares)
                graph.probability.extend(shares)
                graph.label.extend(NO_LABEL * len(targets))
            elif type(node) is Choice:
                player = node.player
                if not size or type(player) is not int or not 0 <= player < self.players:
                    check_choice(self.game, node, position, path)
                graph.probability.extend(self.one * size)
                for each in node.options:  # 1 and True are different labels
                    graph.label.append(labels.setdefault((type(each), each), len(labels)))
            else:
                payoff = self.number(node.payoff, position, path, "the payoff")
                if isinstance(payoff, Fraction) and not self.exact:
                    graph.meant_payoff[graph.nodes] = payoff
            if known is not None and not self.exact:
                for edge, gain in enumerate(gains, graph.edges):
                    if isinstance(gain, Fraction):
                        graph.meant_points[edge] = gain
            graph.target.extend(targets)
            graph.points.extend(gains)
            graph.kind.append(KINDS[type(node)])
            graph.player.append(player)
            graph.payoff.append(payoff)
            graph.first.append(len(graph.target))
            self.paths.append(path)

    def probabilities(self, node: Chance, position: Hashable, path: tuple[Label, ...]) -> list[Any]:
        """The probabilities of the outcomes, checked to add up to one."""
        try:
            return node.odds.fractions() if self.exact else node.odds.floats()
        except ValueError as error:
            raise ModelError(f"the chance at {self.node_text(position, path)} {error}") from None

    def number(self, value: Any, position: Hashable, path: tuple[Label, ...], what: str) -> Any:
        """A payoff or points in the engine's number type, if it is a finite number.

        In floats, a fraction that no float represents is kept as it is.
        """
        if type(value) is int and -WHOLE < value < WHOLE:
            return value
        try:
            if self.exact and math.isfinite(value):
                return exactly(value)
            number = float(value) if math.isfinite(value) else math.nan
        except (TypeError, OverflowError):
            number = math.nan
        if not math.isfinite(number):
            raise ModelError(
                f"at {self.node_text(position, path)}, {what} is {value!r}; "
                "it must be a finite number"
            )
        if isinstance(value, int) and int(number) != value:
            raise ModelError(
                f"at {self.node_text(position, path)}, {what} is {value}, too large for a float to "
                "hold; solve it exactly, or score in larger units"
            )
        if isinstance(value, (Fraction, Decimal)) and value != exactly(number):
            return Fraction(value)
        return number

    def check_memory(self, limit: int) -> None:
        """Refuse to exceed the limit, and say how far the search got."""
        if self.used_bytes() > limit or self.graph.edges > LARGEST_GRAPH:
            raise too_large(self.game, limit, len(self.positions.found), len(self.root))

    def used_bytes(self) -> int:
        """An estimate of the memory the graph and its names use now, and solving will add."""
        number, ways = self.positions.number, self.ways
        numbers = len(number) + len(ways) + len(self.labels)
        held = sum(growing.bytes() for growing in self.held)
        held += sys.getsizeof(number) + sys.getsizeof(ways) + numbers * BYTES_A_NUMBER
        return held + self.graph.nodes * BYTES_TO_SOLVE

    def names(self) -> Names:
        """The names of the nodes."""
        known = self.positions
        labels = [label for _, label in self.labels]
        return Names(known.found, self.root, self.paths, labels, known.number)

    def node_text(self, position: Hashable, path: tuple[Label, ...]) -> str:
        """A node as the user knows it."""
        return self.game.text(named(position, path))


def for_compilers(game: Game[Any], most: int) -> MissingExtraError:
    """What to install for a game that is too large for plain Python."""
    return MissingExtraError(
        "compiler",
        f"LLVM: {game.name} has more than {most:,} options and outcomes, which take plain Python "
        "minutes (engine graph goes on) and compiled rules a fifth to a tenth of that",
    )


def require_bounded(game: Game[Any], found: Sequence[Hashable]) -> None:
    """Refuse rules by which positions grow without limit, after many have been found."""
    grown = growth(game, found)
    if grown is not None:
        raise UnboundedError(grown.sentence(game))


def put_in_order(graph: Graph, root: Column) -> None:
    """Order the nodes, and let edges lead to them; `root` is the node of each position."""
    first = zeros("i", len(root))
    graph.sweep(sweeps.first_edges, graph.first, root, first)
    units = ComponentOrder(first, graph.target)
    graph.cyclic = units.sort() > 0
    graph.order = zeros("i", graph.nodes)
    graph.component = filled("i", -1, graph.nodes if graph.cyclic else 0)
    before = (units.order, root, units.component, graph.first, graph.target)
    graph.sweep(sweeps.order_nodes, *before, graph.order, graph.component)
    graph.sweep(sweeps.lead_to_nodes, root, graph.target)


def too_large(game: Game[Any], limit: int, found: int, explored: int) -> MemoryLimitError:
    """The message for a game larger than its memory limit."""
    return MemoryLimitError(
        f"{game.name} is larger than its memory limit of {in_bytes(limit)}: {found:,} positions "
        f"were found so far, {explored:,} of them explored; raise the limit or make the game "
        "smaller"
    )


def steps_of(node: Any) -> Iterable[Label]:
    """The names of a node's edges: the label of an option, the index of an outcome."""
    return node.options if type(node) is Choice else range(len(node.thens))


def add_up(
    targets: list[int], gains: Any, shares: list[Any]
) -> tuple[list[int], list[Any], list[Any]]:
    """Merge outcomes that lead to the same node with the same points into one edge.

    >>> add_up([7, 8, 7], [0, 0, 0], [0.25, 0.5, 0.25])
    ([7, 8], [0, 0], [0.5, 0.5])
    """
    merged: dict[Any, list[Any]] = {}
    carries = any(gains)
    for edge, share in zip(
        zip(targets, gains, strict=True) if carries else targets, shares, strict=True
    ):
        merged.setdefault(edge, []).append(share)
    sums = [add(each) if len(each) > 1 else each[0] for each in merged.values()]
    if carries:
        return [target for target, _ in merged], [gain for _, gain in merged], sums
    return list(merged), gains[: len(merged)], sums


def add(shares: list[Any]) -> Any:
    """The sum of some probabilities; for floats, rounded just once, as bounds assume."""
    return math.fsum(shares) if isinstance(shares[0], float) else sum(shares)
