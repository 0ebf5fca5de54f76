"""When two values count as equally good: equal up to the rounding of floats."""

from __future__ import annotations

RELATIVE_TIE = 1e-12
"""Options closer than this, relative to the larger, are equally good."""
ABSOLUTE_TIE = 1e-12
"""So are options closer than this, relative to the largest value in the game: where values cancel,
anything smaller is rounding."""


def equally_good(value: float, best: float, absolute: float) -> bool:
    """Whether a value ties with the best; `absolute` is the tolerance for the game.

    >>> equally_good(0.1 + 0.2, 0.3, 0.0), equally_good(0.31, 0.3, 0.0)
    (True, False)
    """
    return abs(value - best) <= RELATIVE_TIE * max(abs(value), abs(best)) + absolute
