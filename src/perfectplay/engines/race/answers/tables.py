"""A solved race as a data frame: every turn, with the best number of dice."""

from __future__ import annotations

from typing import Any

import numpy as np

from perfectplay.engines.race.solution import RaceSolution
from perfectplay.errors import explain_missing_extra

with explain_missing_extra():
    import polars as pl

NAMES = ("first", "second")


def turns(solution: RaceSolution) -> pl.DataFrame:
    """One row for each turn: the last ones, then all others, with the mover's own rating.

    If a tie is worth more to one player, there are separate rows for each player to move.
    """
    ratings = solution.ratings
    rows = np.arange(ratings.limit + 1)
    mine, theirs = (grid.ravel() for grid in np.meshgrid(rows, rows, indexing="ij"))
    both = (
        (True, ratings.last, ratings.last_choice),
        (False, ratings.normal, ratings.normal_choice),
    )
    frames = []
    for last, values, choices in both:
        for mover in range(len(ratings.ties)):
            columns: dict[str, Any] = {
                "mine": mine,
                "theirs": theirs,
                "last": np.full(len(mine), last),
                "best": np.array(choices[mover]).ravel(),
                "rating": [
                    float(ratings.number(rating)) for row in values[mover] for rating in row
                ],
            }
            if len(ratings.ties) > 1:
                columns["mover"] = [NAMES[mover]] * len(mine)
            frames.append(pl.DataFrame(columns))
    return pl.concat(frames)
