"""A solved scorecard as data frames: every turn, and every decision, a piece at a time."""

from __future__ import annotations

from typing import Any

import polars as pl

from perfectplay.solution.scorecard_solution import ScorecardSolution


def turns(solution: ScorecardSolution) -> pl.DataFrame:
    """One row for each turn, those that arise most often first.

    There is a column for each bonus with what counts towards it; a total from which the bonus is
    out of reach stands for all those below it.
    """
    card = solution.game.card
    rows = [turn for _, turn in solution.anchors.turns()]
    columns: dict[str, Any] = {"open": [",".join(turn.open) or "-" for turn in rows]}
    for place, bonus in enumerate(card.bonuses):
        columns[bonus.name] = [turn.totals[place] for turn in rows]
    if solution.anchors.repeat_mask:
        columns["repeat"] = [turn.repeat for turn in rows]
    columns |= {"value": solution.values, "visits": solution.played.visits}
    return pl.DataFrame(columns).sort("visits", descending=True, maintain_order=True)
