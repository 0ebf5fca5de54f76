"""From a scorecard to its solution, by the engine for dice and boxes where that pays."""

from __future__ import annotations

from math import comb, prod
from pathlib import Path
from typing import TYPE_CHECKING

from perfectplay.engines.graph.explore import MEMORY_LIMIT, Progress
from perfectplay.engines.scorecard.lead import engine as lead_solving
from perfectplay.errors import MemoryLimitError, in_bytes
from perfectplay.model.scorecard import DiceAndBoxes
from perfectplay.objectives import EveryTarget, Exponential, Objective

if TYPE_CHECKING:
    from perfectplay.engines.scorecard.card_solution import CardSolution

LARGE = 200_000
"""From this many edges on, a card is solved by the engine of its own."""
LEADS = 32
"""Of two players, so many leads at least are told apart where they are solved by position."""
BYTES_AN_EDGE = 30
"""What an edge takes at least where a game is solved position by position."""


def has_own_engine(
    game: DiceAndBoxes, objective: Objective, memory_limit: int, *, exact: bool
) -> bool:
    """Whether a card is solved by an engine for dice and boxes.

    Small ones need no engine of their own, and these know some objectives in floats alone.
    """
    if isinstance(objective, (EveryTarget, Exponential)) and game.players == 1 and not exact:
        return True
    if not is_large(game):
        return False
    if not exact and (is_memoryless(game, objective) or lead_solving.solves(game, objective)):
        return True
    wish = "exact fractions" if exact else f"the objective '{objective}'"
    known = "the expected score" if game.players == 1 else "the win"
    refuse_too_large(game, wish, memory_limit, f"ask for {known} in floats")
    return False


def is_large(game: DiceAndBoxes) -> bool:
    """Whether a card is too large to be solved position by position as a matter of course."""
    edges = least_edges(game) * totals(game)
    return (edges if game.players == 1 else edges * totals(game) * LEADS) >= LARGE


def is_memoryless(game: DiceAndBoxes, objective: Objective) -> bool:
    """Whether a player alone need not know the score so far."""
    return game.players == 1 and objective.memoryless


def refuse_too_large(game: DiceAndBoxes, wish: str, memory_limit: int, remedy: str) -> None:
    """Refuse at once what only the graph engine can do, where a card is sure to outgrow it."""
    edges = least_edges(game)
    if edges * BYTES_AN_EDGE > memory_limit:
        raise MemoryLimitError(
            f"for {wish}, {game.name} is solved position by position, with more than {edges:,} "
            f"steps between them, which outgrow the memory limit of {in_bytes(memory_limit)}; "
            f"{remedy}"
        )


def least_edges(game: DiceAndBoxes) -> int:
    """How many options and outcomes a card has at least, totals and the repeat bonus left aside.

    A keep and the dice beside it make a roll, and these dice can show anything again.
    """
    card = game.card
    boxes = len(card.boxes)
    if game.players == 1:
        sets = boxes if card.in_order else (1 << boxes) - 1
    else:
        sets = 2 * boxes if card.in_order else comb(2 * boxes + 1, boxes) - 1
    ways = [comb(dice + card.sides - 1, dice) for dice in range(card.dice + 1)]
    rerolled = sum(ways[card.dice - rest] * ways[rest] ** 2 for rest in range(1, card.dice + 1))
    return sets * (ways[card.dice] + card.rerolls * rerolled)


def totals(game: DiceAndBoxes) -> int:
    """About how many totals towards the bonuses there are to be told apart."""
    card = game.card
    counted = {frozenset(bonus.boxes): bonus.at for bonus in card.bonuses if bonus.points}
    return prod(
        1 + min(at, sum(card.most(name) for name in boxes)) // 4 for boxes, at in counted.items()
    )


def solve_scorecard(
    game: DiceAndBoxes,
    objective: Objective,
    memory_limit: int = MEMORY_LIMIT,
    progress: Progress | None = None,
    checkpoint: Path | None = None,
) -> CardSolution:
    """Solve a scorecard for the expected score, or for one of the objectives that need more.

    >>> from perfectplay.games.generala import Generala
    >>> from perfectplay.objectives import Score
    >>> round(solve_scorecard(Generala(), Score()).value, 6)
    147.439289
    """
    if not is_memoryless(game, objective):
        return lead_solving.solve_leads(game, objective, memory_limit, progress, checkpoint)
    from perfectplay.engines.scorecard.anchors import Anchors
    from perfectplay.engines.scorecard.induction import solve_card
    from perfectplay.engines.scorecard.lattice import Lattice
    from perfectplay.engines.scorecard.size import Size, require_countable
    from perfectplay.engines.scorecard.solution import ScorecardSolution

    card = game.card
    anchors, lattice = Anchors(card), Lattice(card.dice, card.sides)
    require_countable(anchors, memory_limit)
    Size.of(anchors, lattice).require(card.name, memory_limit)
    values = solve_card(anchors, lattice, objective, progress)
    return ScorecardSolution(game, objective, memory_limit, 0.0, anchors, lattice, values)
