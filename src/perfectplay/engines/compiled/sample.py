"""A first look at a game before compiling it: some positions, and the steps between them."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Hashable, Iterator
from typing import Any

from perfectplay.model.game import Game
from perfectplay.model.nodes import Chance, Choice, Final, Gain

NEAR = 10_000
"""The number of positions explored from the start; a game with fewer is not worth compiling."""
EDGES = 150_000
"""The number of edges that also suffices; rules may have hundreds at each position."""
GAMES, LONGEST = 24, 8_000
"""The number of random games, and the most positions visited in all of them."""
SYMMETRIES = 200
"""The number of positions at which a game's symmetries are checked."""
FEW = 1.25
"""A kind of position with fewer predecessors than this, on average, is not worth storing."""


@dataclasses.dataclass
class Sample:
    """Some positions of a game, and what was seen on the way."""

    positions: dict[Hashable, list[Hashable]]
    """The positions each one leads to, if it was explored."""
    whole: bool
    """Whether these are all positions of the game."""
    points: bool
    """Whether any points are scored on the way."""
    scores: set[int]
    """The running scores met, if they are whole numbers."""
    symmetries: dict[Hashable, Hashable]
    """Positions with their canonical representatives, according to the game."""

    def inlined(self) -> frozenset[type]:
        """The kinds of position that are better computed in place than stored.

        Either play ends there, or hardly any two positions lead to the same one; and play never
        returns to such a kind by way of these kinds alone.
        """
        start, *_ = self.positions
        into: dict[type, int] = {}
        reached: dict[type, set[Hashable]] = {}
        leads: dict[type, set[type]] = {}
        for position, thens in self.positions.items():
            leads.setdefault(type(position), set()).update(map(type, thens))
            for then in set(thens):
                into[type(then)] = into.get(type(then), 0) + 1
                reached.setdefault(type(then), set()).add(then)
        found: set[type] = set()
        for kind, many in sorted(into.items(), key=lambda each: each[1] / len(reached[each[0]])):
            behind = leads.get(kind, set())
            if kind is type(start) or kind is tuple or not hasattr(kind, "_fields"):
                continue
            if behind and many > FEW * len(reached[kind]):
                continue
            if not comes_back(kind, leads, found):
                found.add(kind)
        return frozenset(found)


def comes_back(kind: type, leads: dict[type, set[type]], through: set[type]) -> bool:
    """Whether positions of a kind lead back to it by way of some kinds alone."""
    met: set[type] = set()
    queue = [kind]
    for each in queue:
        for then in leads.get(each, set()):
            if then is kind:
                return True
            if then in through and then not in met:
                met.add(then)
                queue.append(then)
    return False


def take_sample(game: Game[Any], near: int = NEAR) -> Sample:
    """Explore a game near its start; unless that is all of it, play some games to the end too."""
    explorer = SampleExplorer(game)
    start = game.canonical(game.start())
    if start != game.start():
        explorer.symmetries[game.start()] = start
    whole = explorer.look_around(start, near)
    if not whole:
        chooser = random.Random(0)
        ways: list[Callable[[list[Any]], Any]] = [chooser.choice, lambda thens: thens[-1]]
        ways += [lambda thens: thens[0], *[chooser.choice] * GAMES]
        explorer.play(start, ways)
    return Sample(explorer.seen, whole, explorer.points, explorer.scores, explorer.symmetries)


def look_further(game: Game[Any], times: int) -> dict[Hashable, None]:
    """Positions near the start, eight times as many with each step."""
    explorer = SampleExplorer(game)
    if times:
        explorer.look_around(game.canonical(game.start()), NEAR << 3 * times)
    return dict.fromkeys(explorer.seen)


class SampleExplorer:
    """Runs the plain rules."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.seen: dict[Hashable, list[Hashable]] = {}
        self.gains: dict[Hashable, list[Any]] = {}
        self.done: set[Hashable] = set()
        self.symmetries: dict[Hashable, Hashable] = {}
        self.points = False
        self.scores: set[int] = {0}

    def look_around(self, start: Hashable, near: int) -> bool:
        """Explore around a position; returns whether that is all play can reach from it."""
        self.seen.setdefault(start, [])
        queue, met, edges = [start], {start}, 0
        for position in queue:
            if len(queue) > near or edges > EDGES * near // NEAR:
                return False
            thens = self.expand(position)
            edges += len(thens)
            for then in thens:
                if then not in met:
                    met.add(then)
                    queue.append(then)
        return True

    def expand(self, position: Hashable) -> list[Hashable]:
        """The positions that follow one."""
        if position not in self.done:
            self.done.add(position)
            pairs = list(self.edges(self.game.ask(position), 0))
            self.seen[position] = [then for then, _ in pairs]
            self.gains[position] = [gain for _, gain in pairs]
            for then, _ in pairs:
                self.seen.setdefault(then, [])
        return self.seen[position]

    def edges(self, node: Any, points: Any) -> Iterator[tuple[Hashable, Any]]:
        """The positions that follow a node, each with the points scored on the way."""
        if type(node) is Gain:
            self.points = self.points or bool(node.points)
            yield from self.edges(node.then, points + node.points)
        elif type(node) is Choice:
            for then in node.options.values():
                yield from self.edges(then, points)
        elif type(node) is Chance:
            for then in node.thens:
                yield from self.edges(then, points)
        elif type(node) is not Final:
            chosen = self.game.canonical(node)
            if chosen != node and len(self.symmetries) < SYMMETRIES:
                self.symmetries[node] = chosen
            yield chosen, points

    def play(self, start: Hashable, ways: list[Callable[[list[Any]], Any]]) -> None:
        """Play some games, each with its own way of choosing."""
        steps = 0
        for way in ways:
            position, score = start, 0
            for _ in range(LONGEST // 3):
                thens = self.expand(position)
                steps += 1 + len(thens) * LONGEST // EDGES
                if not thens or steps > LONGEST:
                    break
                place = way([*range(len(thens))])
                gain = self.gains[position][place]
                score += gain if isinstance(gain, int) else 0
                self.scores.add(score)
                position = thens[place]
