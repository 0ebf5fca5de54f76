"""A card solved twice: by the engine for dice and boxes, and position by position in fractions."""

import dataclasses
import functools
from collections import defaultdict
from itertools import product

from hypothesis import example, given, settings

from perfectplay.engines.graph.solution import GraphSolution
from perfectplay.engines.scorecard.solution import ScorecardSolution
from perfectplay.model.scorecard import (
    Bonus,
    Box,
    Face,
    Listed,
    OfAKind,
    Repeat,
    Scorecard,
    Straight,
    Turn,
)
from perfectplay.objectives import Score
from tests.by_engine import solve_graph, solve_scorecard
from tests.random_cards import cards

BOXES = [
    *(Box("ones", Face(1)), Box("threes", Face(3))),
    *(Box("row", Straight(2, 4)), Box("pair", OfAKind(2, 5))),
]
RARE = Box("rare", Listed({(1, 3): 30}))
"""A box that a joker only spoils; it must not go to that of another face instead."""
UPPER = Bonus("upper", ["ones", "threes"], at=5, points=7)
OVERLAPPING = Bonus("lower", ["threes", "row", "pair"], at=9, points=3)
BONUSES = [(), (UPPER,), (UPPER, OVERLAPPING)]
PLAIN = Repeat("pair", 10, "none")
REPEATS = [
    *(None, Repeat("pair", 10, "forced"), Repeat("pair", 10, "free"), PLAIN),
    *(Repeat("pair", 0, "forced"), Repeat("pair", 0, "free")),
]
REROLLS = [0, 2]

SMALL = Scorecard("small", dice=2, sides=3, boxes=BOXES)
GRID = [
    *(
        dataclasses.replace(SMALL, bonuses=bonuses, repeat=repeat, rerolls=rerolls)
        for bonuses, repeat, rerolls in product(BONUSES, REPEATS, REROLLS)
    ),
    *(
        dataclasses.replace(
            SMALL, boxes=BOXES[::-1], bonuses=bonuses, repeat=PLAIN, rerolls=rerolls, in_order=True
        )
        for bonuses, rerolls in product(BONUSES, REROLLS)
    ),
    *(
        dataclasses.replace(SMALL, boxes=[*BOXES[:2], RARE, BOXES[3]], repeat=repeat)
        for repeat in REPEATS
    ),
    *(
        dataclasses.replace(SMALL, dice=dice, sides=sides, boxes=BOXES[1:], bonuses=[OVERLAPPING])
        for dice, sides in [(1, 6), (1, 7), (2, 8), (1, 12), (4, 2), (6, 2)]
    ),
]
"""Two dice of three sides and four boxes, with and without all that a card can have beside them;
and other dice, also with more sides than the kernels take at once."""


def on_all_cards(test):
    """Run a test on every card of the grid and on some random ones."""
    some = settings(max_examples=settings().max_examples // 3)
    test = some(given(card=cards())(test))
    for card in GRID:
        test = example(card=card)(test)
    return test


@dataclasses.dataclass(frozen=True)
class BothWays:
    """The two solutions of a card."""

    engine: ScorecardSolution
    graph: GraphSolution

    @functools.cached_property
    def positions(self):
        """All positions that play can reach, with the chances that lie behind a keep."""
        names = self.graph.names
        return [names.position(node) for node in range(len(names.paths))]

    def of_kind(self, kind):
        """The positions of a kind."""
        return [position for position in self.positions if self.graph.kind(position) == kind]

    @functools.cached_property
    def choices(self):
        """All choices, each with its options in exact fractions, best first."""
        return {position: self.graph.options(position) for position in self.of_kind("choice")}

    @functools.cached_property
    def smallest_gap(self):
        """How much a choice costs at least that is not the best; where it is tiny, floats tie."""
        costs = [option.cost for options in self.choices.values() for option in options]
        return min((cost for cost in costs if cost), default=1)

    @functools.cached_property
    def visits(self):
        """How often each anchor arises, by the graph's play."""
        visits = defaultdict(int)
        for position, often in self.graph.visits().items():
            if isinstance(position, Turn):
                visits[self.engine.anchors.anchor(position)] += often
        return visits


@functools.lru_cache(2 * len(GRID))
def both_ways(card):
    """Solve a card twice."""
    return BothWays(solve_scorecard(card, Score()), solve_graph(card, Score(), exact=True))
