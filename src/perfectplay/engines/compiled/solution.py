"""A solution by compiled rules: bounds of all positions; everything else follows from the rules."""

from __future__ import annotations

import dataclasses
import functools
import operator
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from perfectplay import engines
from perfectplay.engines.compiled.kernels.reach import GAINS, LEAST
from perfectplay.engines.compiled.table import BoundsLookup
from perfectplay.errors import PositionError
from perfectplay.exact import exactly
from perfectplay.model.nodes import Choice, Final, Inline, Node, Number
from perfectplay.model.walk import Transition, edges, node_at
from perfectplay.solution.answers import Need, PlayReach, refusal, sentence
from perfectplay.solution.answers import answers as answering
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.simulation import Simulation, require_games
from perfectplay.solution.solution import Answer, Solution, decimals_within

if TYPE_CHECKING:
    import polars as pl

    from perfectplay.engines.compiled.playing import Flow, Player

EXPLORED = 1_000_000
"""The most positions that are explored again for answers that need the whole graph."""
TIE = 4e-12
"""How close values on cycles must be to count as equal, relative to the larger or to 1."""


@dataclasses.dataclass(repr=False)
class CompiledSolution(Solution):
    """A game of any kind, solved without a graph: a table of keys with proved bounds."""

    engine: ClassVar[str] = "compiled"

    table_of_bounds: BoundsLookup

    @property
    def value(self) -> Number:
        return self.value_at(self.game.start())

    @property
    def lower(self) -> Number:
        return self.bounds_at(self.game.start())[0]

    @property
    def upper(self) -> Number:
        return self.bounds_at(self.game.start())[1]

    @property
    def digits(self) -> int:
        return min(super().digits, decimals_within(float(self.upper) - float(self.lower)))

    @property
    def tracked(self) -> bool:
        return self.table_of_bounds.plan.tracked

    @property
    def positions(self) -> int:
        return self.table_of_bounds.positions

    @property
    def is_quick_to_draw(self) -> bool:
        return False

    # Questions about all positions at once go to the graph

    @functools.cached_property
    def explored(self) -> Solution:
        """The same game, solved as a stored graph."""
        compute = dataclasses.replace(self.request.compute, engine="graph")
        request = dataclasses.replace(self.request, compute=compute)
        return engines.find("graph").solve(self.game, request)

    @property
    def answers(self) -> dict[Need, str]:
        own = super().answers
        if self.positions > EXPLORED:
            return own
        declared = engines.find("graph").result(self.game, self.request).declared
        return {question: sentence(question) for question in declared} | own

    def answer(self, kind: type[Answer]) -> Answer:
        if kind in super().answers or kind not in self.answers:
            return super().answer(kind)
        return self.explored.answer(kind)

    def table(self, *, every: bool = False) -> pl.DataFrame:
        if self.positions > EXPLORED:
            raise refusal(self, Solution.table)
        return self.explored.table(every=every)

    # How play goes

    @functools.cached_property
    def player(self) -> Player:
        """A player that follows best play."""
        from perfectplay.engines.compiled.playing import Player

        return Player.of(self.table_of_bounds.whole(), self.objective)

    @functools.cached_property
    def flow(self) -> Flow:
        """How often each position is visited, and how often each payoff occurs."""
        return self.player.flow()

    @answering(PlayReach)
    def play_reach(self) -> PlayReach:
        """How often chance decides, and which positions best play avoids."""
        reached = int(np.count_nonzero(self.player.marks()))
        return PlayReach(self.flow.rolls, self.positions - reached)

    def visits(self) -> dict[Hashable, Number]:
        table, visits = self.player.table, self.flow.visits
        found: dict[Hashable, Number] = {}
        for place in np.flatnonzero(visits.any(axis=1)).tolist():
            for turned in (0, 1):
                if visits[place, turned]:
                    position, score = table.position(place, turned=bool(turned))
                    name = (position, score) if self.tracked else position
                    found[name] = float(visits[place, turned])
        return found

    def distribution(self) -> Distribution:
        stats = self.table_of_bounds.stats
        if stats[GAINS] and not self.tracked:
            if self.positions > EXPLORED:
                raise refusal(self, Solution.distribution)
            return self.explored.distribution()
        least, payoffs = int(stats[LEAST]), self.flow.payoffs
        return Distribution({least + n: float(mass) for n, mass in enumerate(payoffs) if mass})

    def simulate(self, games: int = 100_000, seed: int = 0) -> Simulation:
        require_games(games, seed)
        return Simulation.of(self.player.scores(games, seed), self.objective, seed)

    def require(self, position: Hashable) -> Hashable:
        place = position.position if isinstance(position, Inline) else position
        if type(place) not in self.table_of_bounds.layout.inlined and not self.tracked:
            self.known(place, None)
        return position

    def rounding(self, position: Hashable, score: Number | None = None) -> Number:
        low, high = self.bounds_at(position, score)
        return high - low

    def ties(self, value: Number, best: Number) -> bool:
        return abs(float(value) - float(best)) <= TIE * max(1.0, abs(float(best)))

    def value_at(self, position: Hashable, score: Number | None = None) -> Number:
        low, high = self.bounds_at(position, score)
        return low if low == high else (low + high) / 2

    def bounds_at(self, position: Hashable, score: Number | None = None) -> tuple[float, float]:
        """Proved bounds on the value of a position, up to the rounding of a single turn."""
        if self.tracked and score is None:
            if position != self.game.start():
                raise PositionError("give the score so far; the value depends on it")
            score = 0
        node = node_at(self.game, position) if isinstance(position, Inline) else None
        return self.between(position, node, score)

    def between(
        self, place: Hashable, node: Node | None, score: Number | None
    ) -> tuple[float, float]:
        """The bounds of a place: stored, or computed from its successors."""
        inlined = type(place) in self.table_of_bounds.layout.inlined
        if not isinstance(place, Inline) and not inlined:
            return self.known(place, score)
        node = node or node_at(self.game, place)
        if isinstance(node, Final):
            final = float(self.objective.utility(exactly(node.payoff) + (score or 0)))
            return final, final
        behind = [self.edge_bounds(edge, score) for edge in edges(place, node)]
        lows, highs = zip(*behind, strict=True)
        if isinstance(node, Choice):
            best = min if node.player else max
            return best(lows), best(highs)
        shares: Sequence[Any] = node.odds.floats()
        return sum(map(operator.mul, shares, lows)), sum(map(operator.mul, shares, highs))

    def edge_bounds(self, edge: Transition, score: Number | None) -> tuple[float, float]:
        """The bounds of an edge, points included."""
        if self.tracked:
            return self.between(edge.place, edge.node, (score or 0) + edge.points)
        low, high = self.between(edge.place, edge.node, None)
        points = float(edge.points)
        return points + low, points + high

    def known(self, position: Hashable, score: Number | None) -> tuple[float, float]:
        """The stored bounds of a position."""
        at = 0 if score is None else exactly(score)
        found = self.table_of_bounds.place_of(position, at) if isinstance(at, int) else None
        if found is None:
            raise PositionError(
                f"{self.game.text(position)} cannot occur in {self.game.name}"
                + (f" with a score of {score}" if score is not None else "")
            )
        place, turned = found
        return self.table_of_bounds.bounds_at(place, turned=turned)
