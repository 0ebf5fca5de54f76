"""Decisions, weighed: how often each arises, and what the runner-up would cost there."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Iterator

from perfectplay.engines.graph.solution import GraphSolution
from perfectplay.engines.scorecard.solution import ScorecardSolution
from perfectplay.errors import PerfectPlayError
from perfectplay.model.nodes import Inline
from perfectplay.model.scorecard import Rolled, Turn
from perfectplay.model.scorecard.game import keep_words
from perfectplay.model.text import write_value
from perfectplay.solution.solution import Solution

MOST_TURNS = 12
"""Of a large scorecard, the decisions of so many turns are weighed: those that arise most often."""
MOST_TOLD = 6
"""A turn with more open boxes is told by the filled ones."""


@dataclasses.dataclass(frozen=True)
class Weighed:
    """A decision: the best option, the runner-up with its cost, and how often it arises."""

    situation: str
    best: str
    second: str
    cost: float
    visits: float

    @property
    def matters(self) -> float:
        """What a player who gets just this one wrong loses in the mean of all games."""
        return self.cost * self.visits


def frequent_decisions(solution: Solution) -> list[Weighed]:
    """The decisions that can go wrong; of a large scorecard, those of its most frequent turns.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> frequent_decisions(solve(Coins(coins=2, target=2)))[0]
    Weighed(situation='coins=2 points=0', best='1', second='2', cost=0.125, visits=1.0)
    """
    if isinstance(solution, GraphSolution):
        return list(all_decisions(solution))
    if isinstance(solution, ScorecardSolution):
        visits = solution.visits()
        turns = sorted(visits, key=lambda turn: -float(visits[turn]))[:MOST_TURNS]
        return [
            weighed
            for turn in turns
            if isinstance(turn, Turn) and turn.open
            for weighed in decisions_of(solution, turn, float(visits[turn]))
        ]
    raise PerfectPlayError(
        f"how often each decision of {solution.game.name} arises is told for smaller games only"
    )


def all_decisions(solution: GraphSolution) -> Iterator[Weighed]:
    """Every decision of a game that was solved position by position."""
    for row in solution.table().iter_rows(named=True):
        if row["second"] is not None and row["visits"] > 0:
            fields = list(row)[: list(row).index("player")]
            told = [
                f"{name}={write_value(row[name])}" if name != "position" else row[name]
                for name in fields
                if row[name] is not None
            ]
            yield Weighed(" ".join(told), row["best"], row["second"], row["cost"], row["visits"])


def decisions_of(solution: ScorecardSolution, turn: Turn, often: float) -> Iterator[Weighed]:
    """The decisions of one turn, from the first roll to the box, each with how often it arises."""
    card = solution.game.card
    stop = keep_words(card.rolls[0], card.dice)
    reached: list[dict[Rolled, float]] = [{} for _ in range(card.rerolls + 1)]

    def reach(place: Hashable, likely: float) -> None:
        for outcome in solution.outcomes(place):
            then = outcome.position
            assert isinstance(then, Rolled)
            level = reached[then.rerolls]
            level[then] = level.get(then, 0.0) + likely * float(outcome.probability)

    reach(turn, often)
    for level in reversed(reached):
        kept: dict[Inline, float] = {}
        for position, visits in level.items():
            best, *others = solution.options(position)
            wrong = next((option for option in others if not option.best), None)
            if wrong is not None:
                yield Weighed(
                    situation(solution, position),
                    str(best.label),
                    str(wrong.label),
                    float(wrong.cost),
                    visits,
                )
            if position.rerolls and best.label == stop:
                placed = position._replace(rerolls=0)
                reached[0][placed] = reached[0].get(placed, 0.0) + visits
            elif position.rerolls:
                place = Inline(position, (best.label,))
                kept[place] = kept.get(place, 0.0) + visits
        for place, visits in merged(kept).items():
            reach(place, visits)


def merged(kept: dict[Inline, float]) -> dict[Inline, float]:
    """Rolls that keep the same dice go on in the same way: one place stands for all of them."""
    first: dict[object, Inline] = {}
    total: dict[Inline, float] = {}
    for place, visits in kept.items():
        assert isinstance(place.position, Rolled)
        one = first.setdefault((place.path, place.position.rerolls), place)
        total[one] = total.get(one, 0.0) + visits
    return total


def situation(solution: ScorecardSolution, position: Rolled) -> str:
    """A decision on a scorecard in a few words."""
    card = solution.game.card
    filled = [name for name in card.names if name not in position.open]
    if len(position.open) <= MOST_TOLD:
        boxes = f"open {', '.join(position.open)}"
    else:
        boxes = f"{', '.join(filled)} filled" if filled else "first turn"
    left = f", {position.rerolls} left" if card.rerolls else ""
    return f"{' '.join(map(str, position.roll))}{left}; {boxes}"
