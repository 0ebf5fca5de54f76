"""Games that go round in cycles, solved by trying every pair of positional strategies.

It shares no code with the engines: it asks the rules, lists the nodes, and for each way to make all
choices solves the Markov chain that is left, in Fractions. Play that never ends is worth `endless`
where it scores nothing; where it scores for ever it is worth an infinity, or nothing definite.
"""

import itertools
import math
from fractions import Fraction
from typing import Any

from perfectplay import Chance, Choice, Final, Gain, Game
from tests.brute_force import number


class UndefinedError(Exception):
    """Some play scores up and down for ever, or may gain and may lose without end."""


class Arena:
    """A game as a dictionary: for each node its player (or None) and its edges."""

    def __init__(self, game: Game[Any]) -> None:
        self.endless = number(game.endless)
        self.payoff: dict[Any, Fraction] = {}
        self.player: dict[Any, int | None] = {}
        self.edges: dict[Any, list[tuple[Any, Fraction, Fraction, Any]]] = {}
        self.game = game
        self.start = (game.start(), ())
        self.add(self.start, game.at(game.start()))

    def add(self, name: Any, node: Any) -> None:
        """Enter a node and all it leads to; an edge is (label, probability, points, target)."""
        if name in self.player:
            return
        self.player[name] = node.player if isinstance(node, Choice) else None
        self.edges[name] = []
        if isinstance(node, Final):
            self.payoff[name] = number(node.payoff)
            return
        if isinstance(node, Choice):
            ways = [(label, Fraction(1), then) for label, then in node.options.items()]
        else:
            assert isinstance(node, Chance)
            total = number(node.odds.total)
            ways = [
                (place, number(weight) / total, then)
                for place, (then, weight) in enumerate(node.outcomes)
            ]
        for label, probability, edge in ways:
            points, then = Fraction(0), edge
            if isinstance(edge, Gain):
                points, then = number(edge.points), edge.then
            if isinstance(then, Final | Choice | Chance):
                inner = (name[0], (*name[1], label))
                self.add(inner, then)
            else:
                inner = (then, ())
                self.add(inner, self.game.at(then))
            self.edges[name].append((label, probability, points, inner))

    def strategies(self, player: int) -> list[dict[Any, Any]]:
        """Every way in which a player can make all choices."""
        mine = [name for name, whose in self.player.items() if whose == player]
        return [
            dict(zip(mine, picked, strict=True))
            for picked in itertools.product(*(self.edges[name] for name in mine))
        ]

    def chain(self, *strategies: dict[Any, Any]) -> dict[Any, list[Any]]:
        """The edges that are left when all choices are made."""
        made = {name: edge for strategy in strategies for name, edge in strategy.items()}
        return {name: [made[name]] if name in made else ways for name, ways in self.edges.items()}

    def worth(self, chain: dict[Any, list[Any]]) -> dict[Any, Any]:
        """The worth of every node of a chain."""
        reached = {name: {name} for name in chain}
        for _ in chain:
            for name, ways in chain.items():
                reached[name] = reached[name].union(*(reached[edge[3]] for edge in ways))
        worth: dict[Any, Any] = dict(self.payoff)
        for name in chain:
            back = all(name in reached[other] for other in reached[name])
            if back and name not in worth:
                worth |= dict.fromkeys(reached[name], self.class_worth(reached[name], chain))
        for sign in (math.inf, -math.inf):
            for name in chain:
                if any(worth.get(other) == sign for other in reached[name]):
                    if worth.get(name, sign) != sign:
                        raise UndefinedError
                    worth[name] = sign
        rest = [name for name in chain if name not in worth]
        rows = []
        for name in rest:
            row = [Fraction(name == other) for other in [*rest, None]]
            for _, probability, points, then in chain[name]:
                row[-1] += probability * (points + worth.get(then, 0))
                if then not in worth:
                    row[rest.index(then)] -= probability
            rows.append(row)
        return worth | dict(zip(rest, solve_rows(rows), strict=True))

    def class_worth(self, members: set[Any], chain: dict[Any, list[Any]]) -> Any:
        """What play is worth that stays among some nodes for ever."""
        names = list(members)
        if not any(edge[2] for name in names for edge in chain[name]):
            return self.endless
        rows = []
        for place, name in enumerate(names):
            row = [Fraction(name == other) for other in names] + [Fraction(0)]
            for column, other in enumerate(names):
                row[column] -= sum(e[1] for e in chain[other] if e[3] == name)
            rows.append([Fraction(1)] * (len(names) + 1) if place == 0 else row)
        often = solve_rows(rows)
        mean = sum(
            share * sum(probability * points for _, probability, points, _ in chain[name])
            for share, name in zip(often, names, strict=True)
        )
        if mean == 0:
            raise UndefinedError
        return math.copysign(math.inf, mean)

    def values(self) -> dict[Any, Any]:
        """The best worst case of player 0 at each node; the players' orders must not matter."""
        mine, theirs = self.strategies(0), self.strategies(1)
        table = [[self.worth(self.chain(one, other)) for other in theirs] for one in mine]
        lower = {n: max(min(cell[n] for cell in row) for row in table) for n in self.player}
        upper = {
            n: min(max(row[place][n] for row in table) for place in range(len(theirs)))
            for n in self.player
        }
        assert lower == upper
        return lower


def solve_rows(rows: list[list[Fraction]]) -> list[Fraction]:
    """Solve linear equations; the last column is the right-hand side."""
    size = len(rows)
    for pivot in range(size):
        best = next(row for row in range(pivot, size) if rows[row][pivot])
        rows[pivot], rows[best] = rows[best], rows[pivot]
        rows[pivot] = [entry / rows[pivot][pivot] for entry in rows[pivot]]
        for row in range(size):
            if row != pivot and rows[row][pivot]:
                factor = rows[row][pivot]
                rows[row] = [
                    one - factor * other for one, other in zip(rows[row], rows[pivot], strict=True)
                ]
    return [row[-1] for row in rows]
