"""The decisions of the turns that occur most often, with their frequencies."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING

from perfectplay.model.nodes import Inline
from perfectplay.model.scorecard import Rolled, Turn
from perfectplay.model.scorecard.game import keep_words
from perfectplay.solution.decisions import Decisions, WeightedDecision

if TYPE_CHECKING:
    from perfectplay.engines.scorecard.solution import ScorecardSolution

MOST_TURNS = 12
"""The number of turns; a large card has too many decisions to list them all."""


def frequent_decisions(solution: ScorecardSolution) -> Decisions:
    """The decisions of the most frequent turns."""
    visits = solution.visits()
    turns = sorted(visits, key=lambda turn: -float(visits[turn]))[:MOST_TURNS]
    found = [
        weighed
        for turn in turns
        if isinstance(turn, Turn) and turn.open
        for weighed in decisions_of(solution, turn, float(visits[turn]))
    ]
    return Decisions(
        found, "" if len(visits) <= MOST_TURNS else f"the {len(turns)} commonest turns"
    )


def decisions_of(
    solution: ScorecardSolution, turn: Turn, often: float
) -> Iterator[WeightedDecision]:
    """The decisions of one turn, from the first roll to the box, with their frequencies."""
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
            options = solution.options(position)
            best = options[0].label
            yield WeightedDecision.of(position, None, options, visits)
            if position.rerolls and best == stop:
                placed = position._replace(rerolls=0)
                reached[0][placed] = reached[0].get(placed, 0.0) + visits
            elif position.rerolls:
                place = Inline(position, (best,))
                kept[place] = kept.get(place, 0.0) + visits
        for place, visits in merged(kept).items():
            reach(place, visits)


def merged(kept: dict[Inline, float]) -> dict[Inline, float]:
    """Merge rolls that keep the same dice, since they continue in the same way."""
    first: dict[object, Inline] = {}
    total: dict[Inline, float] = {}
    for place, visits in kept.items():
        assert isinstance(place.position, Rolled)
        one = first.setdefault((place.path, place.position.rerolls), place)
        total[one] = total.get(one, 0.0) + visits
    return total
