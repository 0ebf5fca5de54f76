"""A card played to win, solved twice: over leads, and position by position in fractions."""

import dataclasses
import functools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from perfectplay.engines.graph.graph import CHOICE, FINAL
from perfectplay.engines.graph.solution import GraphSolution
from perfectplay.engines.graph.solve.terminal_values import terminal_values
from perfectplay.engines.scorecard.card_solution import CardSolution
from perfectplay.model.scorecard import Bonus, Box, Duel, OfAKind, Repeat, Scorecard, Total, Turn
from perfectplay.model.scorecard.extent import least_steps, totals
from perfectplay.objectives import AtLeast, Objective, Win
from perfectplay.solution.options import Option
from tests.by_engine import solve_graph, solve_leads
from tests.engines.scorecard.both_ways import BOXES, OVERLAPPING, PLAIN, RARE, SMALL, UPPER
from tests.random_cards import cards

ONES, THREES, ROW, PAIR = BOXES
FORCED, FREE = Repeat("pair", 10, "forced"), Repeat("pair", 10, "free")
NEVER = Box("never", OfAKind(3, 5))
ANY = Box("any", Total())
SURE = Bonus("sure", ["any"], at=2, points=3)
EITHER = Bonus("either", ["threes", "pair"], at=5, points=4)

QUICK = dataclasses.replace(SMALL, rerolls=0)
CARDS = {
    "one box": dataclasses.replace(QUICK, boxes=[ONES], rerolls=1),
    "a bonus and a reroll": dataclasses.replace(
        QUICK, boxes=[ONES, THREES, ROW], bonuses=[UPPER], rerolls=1
    ),
    "two rerolls": dataclasses.replace(QUICK, boxes=[THREES, PAIR], bonuses=[EITHER], rerolls=2),
    "four boxes": QUICK,
    "forced jokers": dataclasses.replace(
        QUICK, boxes=[ONES, THREES, PAIR], bonuses=[UPPER, EITHER], repeat=FORCED
    ),
    "free jokers": dataclasses.replace(
        QUICK, boxes=[ONES, THREES, PAIR], bonuses=[EITHER], repeat=FREE
    ),
    "jokers that spoil": dataclasses.replace(QUICK, boxes=[ONES, RARE, PAIR], repeat=FREE),
    "no repeat at all": dataclasses.replace(
        QUICK, boxes=[ONES, NEVER, THREES], repeat=Repeat("never", 10, "none")
    ),
    "sure points": dataclasses.replace(QUICK, boxes=[ANY, ROW, THREES], bonuses=[SURE]),
    "in order": dataclasses.replace(
        QUICK, boxes=BOXES[::-1], bonuses=[UPPER, OVERLAPPING], repeat=PLAIN, in_order=True
    ),
    "a die of seven": dataclasses.replace(QUICK, dice=1, sides=7, boxes=[THREES, PAIR, ANY]),
    "a die of twelve": dataclasses.replace(QUICK, dice=1, sides=12, boxes=[THREES, ANY]),
    "three coins": dataclasses.replace(QUICK, dice=3, sides=2, boxes=[THREES, PAIR, ANY]),
}
"""Two dice of three sides and up to four boxes, with all that a card can have; and other dice."""
DUELS = {name: dataclasses.replace(card, players=2) for name, card in CARDS.items()}

WINS = [Win(), Win(tie=0), Win(tie=1), Win(tie=Fraction(1, 3))]
MOST_EDGES = 2_000


def is_tiny(card: Scorecard) -> bool:
    """Whether a card has few enough positions for two players in exact fractions."""
    steps = least_steps(card, players=2) * totals(card) ** 2
    return len(card.boxes) < 4 and steps <= MOST_EDGES


tiny_cards = cards().filter(is_tiny)
tiny_duels = tiny_cards.map(lambda card: dataclasses.replace(card, players=2))


@dataclasses.dataclass(frozen=True)
class BothWays:
    """The two solutions of a card."""

    engine: CardSolution
    graph: GraphSolution

    @property
    def between(self) -> Iterator[tuple[Any, Any, Fraction]]:
        """The states between turns that can occur: position, score, and value in fractions."""
        names, lanes = self.graph.names, self.graph.lanes
        for position, node in zip(names.found, names.root[:-1], strict=True):
            if isinstance(position, Turn | Duel):
                for state in lanes.lane(node):
                    yield position, lanes.score(node, state), self.graph.values[state]

    def choices(self, most: int, shift: int = 0) -> Iterator[tuple[Any, Any, list[Option]]]:
        """Up to so many choices, spread over all, each with its options in fractions."""
        states = list(self.graph.states((CHOICE,)))
        step = -(-len(states) // most)
        for node, state in states[shift % step :: step]:
            position, score = self.graph.names.position(node), self.graph.lanes.score(node, state)
            yield position, score, self.graph.options_of(state)


@functools.lru_cache(4)
def explored(card: Scorecard) -> GraphSolution:
    """A card with all its positions and scores, for what an objective makes of them."""
    return solve_graph(card, Win() if card.players == 2 else AtLeast(0), exact=True)


def in_fractions(card: Scorecard, objective: Objective) -> GraphSolution:
    """A card solved for an objective, position by position."""
    found = explored(card)
    values = found.lanes.solve(terminal_values(found.lanes, objective)).value
    return dataclasses.replace(
        found, request=dataclasses.replace(found.request, objective=objective), values=values
    )


def both_ways(card: Scorecard, objective: Objective) -> BothWays:
    """Solve a card for an objective twice."""
    return BothWays(solve_leads(card, objective), in_fractions(card, objective))


def final_scores(card: Scorecard) -> list[int]:
    """The final scores that there can be, least first."""
    graph = explored(card)
    return sorted(
        {
            int(graph.graph.payoff[node] + graph.lanes.score(node, state))
            for node, state in graph.states((FINAL,))
        }
    )
