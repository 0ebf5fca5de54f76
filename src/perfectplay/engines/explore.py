"""From rules to graph: visit every position that play can reach, and check the rules on the way."""

from __future__ import annotations

import gc
import math
import sys
from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from perfectplay.engines.graph import CHANCE, CHOICE, FINAL, Graph, Names
from perfectplay.errors import CycleError, MemoryLimitError, ModelError
from perfectplay.model.game import Game
from perfectplay.model.exact import exactly
from perfectplay.model.nodes import Chance, Choice, Final, Gain, Inline

Progress = Callable[[str, int], None]
"""Told now and then which stage a solve is in, and how many positions that stage has done."""

MEMORY_LIMIT = 4 << 30
LARGEST_GRAPH = (1 << 31) - 1
CHECK_EVERY = 1024
CYCLE_SHOWN = 12

NO_LABEL = array("i", [-1])
NODES = frozenset((Final, Choice, Chance))
AROUND = NODES | {Gain}
"""What an edge can hold other than a position."""


def explore(
    game: Game[Any],
    *,
    exact: bool = False,
    memory_limit: int = MEMORY_LIMIT,
    progress: Progress | None = None,
) -> tuple[Graph, Names]:
    """The graph of all that can happen from the start, ordered, and the names of its nodes.

    >>> from perfectplay.games.coins import Coins
    >>> graph, names = explore(Coins(coins=1, target=1))
    >>> graph.nodes, names.positions[0]
    (4, Purse(coins=1, points=0))
    """
    explorer = Explorer(game, exact)
    try:
        with no_garbage():
            explorer.run(memory_limit, progress)
    except ModelError as error:
        raise type(error)(f"{game.name}: {error}") from error.__cause__
    graph = explorer.graph
    if progress:
        progress("ordering", graph.nodes)
    cycle = graph.sort()
    if cycle:
        raise CycleError(f"{game.name}: {explorer.tell_cycle(cycle)}")
    return graph, explorer.known_names()


class Explorer:
    """The graph under construction.

    Positions are numbered as they are found and expanded in that order. A position's node and the
    nodes written in place below it are written together, one after the other; `root` tells which
    node a position has become. While exploring, an edge to a position holds that position's
    number, and an edge to a node `n` written in place holds `~n`.
    """

    def __init__(self, game: Game[Any], exact: bool) -> None:
        self.game = game
        self.exact = exact
        self.zero: Any = [0] if exact else array("d", [0])
        self.one: Any = [1] if exact else array("d", [1])
        self.found: list[Hashable] = []
        self.found_number: dict[Hashable, int] = {}
        self.root = array("i")
        self.names: list[Hashable] = []
        self.labels: dict[Hashable, int] = {}
        self.graph = Graph(
            kind=array("b"),
            player=array("b"),
            payoff=[] if exact else array("d"),
            first=array("q", [0]),
            target=array("i"),
            label=array("i"),
            probability=[] if exact else array("d"),
            points=[] if exact else array("d"),
        )
        self.bytes_per_name = 0

    def run(self, memory_limit: int, progress: Progress | None) -> None:
        """Expand every position, from the start on, until no new one turns up."""
        self.find(self.game.start(), None, "start()")
        for number, position in enumerate(self.found):
            self.expand(position)
            if number % CHECK_EVERY == 0:
                self.check_memory(memory_limit)
                if progress and number:
                    progress("exploring", number)
        self.check_memory(memory_limit)
        root = self.root
        self.graph.target = array(
            "i", [root[number] if number >= 0 else ~number for number in self.graph.target]
        )

    def expand(self, position: Hashable) -> None:
        """Write a position's node and those below it; find the positions they lead to.

        A large game spends its time here. Edges that lead straight to a position, which are nearly
        all, are gathered from all the nodes and looked up by one `map`.
        """
        base = self.graph.nodes
        self.root.append(base)
        nodes, names = [self.ask(position)], [position]
        straight: list[Any] = []
        detours: list[tuple[list[int], list[Any]] | None] = []
        for node, name in zip(nodes, names, strict=True):  # both grow on the way
            thens = self.leads_to(node, name)
            if AROUND.isdisjoint(map(type, thens)):
                straight += thens
                detours.append(None)
                continue
            targets, gains = [], []
            outer, path = name if isinstance(name, Inline) else (name, ())
            for step, then in zip(steps_of(node), thens, strict=True):
                gain: Any = 0
                if type(then) is Gain:
                    gain = self.number(then.points, name, f"what {step!r} gains")
                    then = then.then
                if type(then) in NODES:
                    targets.append(~(base + len(nodes)))
                    nodes.append(then)
                    names.append(Inline(outer, (*path, step)))
                else:
                    targets.append(self.find(then, name, step))
                gains.append(gain)
            detours.append((targets, gains))
        self.names += names
        found = self.find_all(straight, position)
        done = 0
        for node, name, detour in zip(nodes, names, detours, strict=True):
            if detour is None:
                count = len(self.leads_to(node, name))
                detour = found[done : done + count], self.zero * count
                done += count
            self.write(node, name, *detour)

    def leads_to(self, node: Any, name: Hashable) -> list[Any]:
        """Where a node's edges lead, in order."""
        if type(node) is Chance:
            return node.thens
        if type(node) is Choice:
            return list(node.options.values())
        if type(node) is Final:
            return []
        raise ModelError(
            f"at({self.tell(name)}) gives {node!r}; it must be a Final, a Choice or a Chance"
        )

    def write(self, node: Any, name: Hashable, targets: list[int], gains: Any) -> None:
        """Add one node with its edges to the columns."""
        graph = self.graph
        kind, player, payoff = FINAL, 0, 0
        if type(node) is Chance:
            kind = CHANCE
            shares = self.probabilities(node, name)
            if len(set(targets)) < len(targets) or 0 in shares:
                targets, gains, shares = add_up(targets, gains, shares)
            graph.probability.extend(shares)
            graph.label.extend(NO_LABEL * len(targets))
        elif type(node) is Choice:
            kind, player = CHOICE, node.player
            self.check_choice(node, name)
            graph.probability.extend(self.one * len(targets))
            labels = self.labels
            graph.label.extend([labels.setdefault(label, len(labels)) for label in node.options])
        else:
            payoff = self.number(node.payoff, name, "the payoff")
        graph.target.extend(targets)
        graph.points.extend(gains)
        graph.kind.append(kind)
        graph.player.append(player)
        graph.payoff.append(payoff)
        graph.first.append(len(graph.target))

    def ask(self, position: Hashable) -> Any:
        """The game's own word on a position; what goes wrong in there is told with the position."""
        try:
            return self.game.at(position)
        except Exception as error:
            error.add_note(f"it was asked for the position {self.tell(position)}")
            raise

    def find(self, then: Any, name: Hashable, step: Hashable) -> int:
        """The number of a position, perhaps a new one."""
        try:
            number = self.found_number.setdefault(then, len(self.found))
        except TypeError:
            where = "start()" if name is None else f"{step!r} at {self.tell(name)}"
            raise ModelError(
                f"{where} leads to {then!r}, which is not hashable; "
                "make the position a tuple, a frozenset or a NamedTuple"
            ) from None
        if number == len(self.found):
            self.found.append(then)
        elif type(self.found[number]) is not type(then):
            raise ModelError(
                f"the positions {self.found[number]!r} and {then!r} are of two kinds, but Python "
                "takes them for equal; give one of them another field"
            )
        return number

    def find_all(self, thens: list[Any], position: Hashable) -> list[int]:
        """The numbers of positions; the common case, that all are known, without a loop."""
        try:
            numbers = list(map(self.found_number.get, thens))
            if None not in numbers:
                known = map(self.found.__getitem__, numbers)
                if list(map(type, known)) == list(map(type, thens)):
                    return numbers
        except TypeError:
            pass  # `find` tells what is not hashable
        return [self.find(then, position, "an edge") for then in thens]

    def probabilities(self, node: Chance, name: Hashable) -> list[Any]:
        """The outcomes' probabilities, if they are some and add up to one."""
        try:
            return node.odds.fractions() if self.exact else node.odds.floats()
        except ValueError as error:
            raise ModelError(f"the chance at {self.tell(name)} {error}") from None

    def check_choice(self, node: Choice, name: Hashable) -> None:
        """A choice has options and belongs to a player of the game."""
        if not node.options:
            raise ModelError(
                f"the choice at {self.tell(name)} has no options; a game that ends is a Final"
            )
        if node.player not in range(self.game.players):
            allowed = "0" if self.game.players == 1 else "0 or 1"
            raise ModelError(
                f"the choice at {self.tell(name)} belongs to player {node.player!r}; "
                f"with players = {self.game.players} it can only be {allowed}"
            )

    def number(self, value: Any, position: Hashable, what: str) -> Any:
        """A payoff or points as the engine's kind of number, if it is one and finite."""
        try:
            if math.isfinite(value):
                return exactly(value) if self.exact else float(value)
        except (TypeError, OverflowError):
            pass
        raise ModelError(f"at {self.tell(position)}, {what} is {value!r}; it must be a finite number")

    def check_memory(self, limit: int) -> None:
        """Refuse to grow past the limit, and say what was reached so far."""
        self.bytes_per_name = max(self.bytes_per_name, size_of(self.found[-1]))
        if self.used_bytes() > limit or self.graph.edges > LARGEST_GRAPH:
            raise MemoryLimitError(
                f"{self.game.name} is larger than its memory limit of {limit >> 20:,} MiB: "
                f"{len(self.found):,} positions were found so far, {len(self.root):,} of them "
                "explored; raise the limit or make the game smaller"
            )

    def used_bytes(self) -> int:
        """About how much memory the graph and the names take by now."""
        graph = self.graph
        columns = (graph.kind, graph.player, graph.payoff, graph.first, graph.target, graph.label)
        tables = (graph.probability, graph.points, self.root, self.names, self.found)
        fractions = 2 * graph.edges * sys.getsizeof(Fraction()) if self.exact else 0
        names = len(self.names) * self.bytes_per_name + sys.getsizeof(self.found_number)
        return sum(map(sys.getsizeof, columns + tables)) + fractions + names

    def known_names(self) -> Names:
        """Who the nodes are."""
        return Names(self.names, list(self.labels), self.found_number, self.root)

    def tell(self, position: Hashable) -> str:
        """A position as the user knows it."""
        return self.game.text(position)

    def tell_cycle(self, cycle: list[int]) -> str:
        """The cycle as a list of positions, shortened in the middle if it is long."""
        shown = [self.tell(self.names[node]) for node in cycle]
        if len(shown) > CYCLE_SHOWN:
            half = CYCLE_SHOWN // 2
            shown = [*shown[:half], f"... {len(shown) - CYCLE_SHOWN} more ...", *shown[-half:]]
        return (
            f"play can go round in a circle: {' -> '.join(shown)}; "
            "such games are not solved yet, so let the position also tell how far play has come"
        )


def steps_of(node: Any) -> Iterable[Hashable]:
    """What the edges of a node are called: an option's label, an outcome's place."""
    return node.options if type(node) is Choice else range(len(node.thens))


def add_up(
    targets: list[int], gains: Any, shares: list[Any]
) -> tuple[list[int], list[Any], list[Any]]:
    """One edge for all outcomes that lead to the same node with the same points.

    Outcomes that cannot happen are left out.

    >>> add_up([7, 8, 7, 9], [0, 0, 0, 0], [0.25, 0.5, 0.25, 0])
    ([7, 8], [0, 0], [0.5, 0.5])
    """
    merged: dict[Any, Any] = {}
    if not any(gains):
        for target, share in zip(targets, shares, strict=True):
            if share:
                merged[target] = merged.get(target, 0) + share
        return list(merged), [0] * len(merged), list(merged.values())
    for target, gain, share in zip(targets, gains, shares, strict=True):
        if share:
            merged[target, gain] = merged.get((target, gain), 0) + share
    return [target for target, _ in merged], [gain for _, gain in merged], list(merged.values())


@contextmanager
def no_garbage() -> Iterator[None]:
    """Pause the garbage collector: exploring makes millions of tuples, and none of them is waste."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def size_of(position: Hashable) -> int:
    """About how many bytes a position takes."""
    size = sys.getsizeof(position)
    if isinstance(position, tuple):
        size += sum(map(sys.getsizeof, position))
    return size
