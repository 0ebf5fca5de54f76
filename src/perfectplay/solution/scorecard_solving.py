"""From a scorecard to its solution, by the engine for dice and boxes where that pays."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from perfectplay.engines.explore import MEMORY_LIMIT, Progress
from perfectplay.errors import MemoryLimitError, in_bytes
from perfectplay.model.scorecard import DiceAndBoxes
from perfectplay.objectives import Objective

if TYPE_CHECKING:
    from perfectplay.solution.scorecard_solution import ScorecardSolution

LARGE = 20_000
"""From this many positions on, a card is solved by the engine of its own."""
BYTES_A_POSITION = 250
"""What a position takes at least where a game is solved position by position."""


def has_own_engine(
    game: DiceAndBoxes, objective: Objective, memory_limit: int, *, exact: bool
) -> bool:
    """Whether a card is solved by the engine for dice and boxes.

    Small ones need no engine of their own, and it knows the expected score in floats alone. What
    only the graph engine can do is refused at once where a card is sure to outgrow it.
    """
    count = least_positions(game)
    if count < LARGE:
        return False
    if objective.linear and not exact:
        return True
    if count * BYTES_A_POSITION > memory_limit:
        wish = "exact fractions" if exact else f"the objective '{objective}'"
        raise MemoryLimitError(
            f"for {wish}, {game.name} is solved position by position: more than {count:,} of them, "
            f"which outgrow the memory limit of {in_bytes(memory_limit)}; ask for the expected "
            "score in floats"
        )
    return False


def least_positions(game: DiceAndBoxes) -> int:
    """How many positions a card has at least, totals and the repeat bonus left aside."""
    card = game.card
    sets = len(card.boxes) if card.in_order else (1 << len(card.boxes)) - 1
    rolls = comb(card.dice + card.sides - 1, card.dice)
    return sets * (1 + rolls * (1 + card.rerolls))


def solve_scorecard(
    game: DiceAndBoxes,
    objective: Objective,
    memory_limit: int = MEMORY_LIMIT,
    progress: Progress | None = None,
) -> ScorecardSolution:
    """Solve a scorecard for the expected score.

    >>> from perfectplay.games.generala import Generala
    >>> from perfectplay.objectives import Score
    >>> round(solve_scorecard(Generala(), Score()).value, 6)
    147.439289
    """
    from perfectplay.engines.scorecard.anchors import Anchors
    from perfectplay.engines.scorecard.induction import solve_card
    from perfectplay.engines.scorecard.lattice import Lattice
    from perfectplay.engines.scorecard.size import Size
    from perfectplay.solution.scorecard_solution import ScorecardSolution

    card = game.card
    anchors, lattice = Anchors(card), Lattice(card.dice, card.sides)
    Size.of(anchors, lattice).require(card.name, memory_limit)
    values = solve_card(anchors, lattice, progress)
    return ScorecardSolution(game, objective, memory_limit, 0.0, anchors, lattice, values)
