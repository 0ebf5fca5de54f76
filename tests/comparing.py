"""How a solution is asked what the brute force was asked, and when two answers are the same."""

from typing import Any

import pytest

from perfectplay import Solution
from perfectplay.model import Inline
from tests.brute_force import Place

CLEAR_GAP = 1e-6
"""Options that differ by less than this could tie in floats; there, floats cannot be judged."""


def question(solution: Solution, place: Place) -> tuple[Any, Any]:
    """The position and the score by which a solution knows a place."""
    position = Inline(place.position, place.path) if place.path else place.position
    return position, place.score if solution.tracked else None


def to_come(solution: Solution, place: Place, value: Any) -> Any:
    """A value as a solution tells it: for the expected score, without the score so far."""
    return value - place.score if solution.objective.linear else value


def same(solution: Solution, expected: Any) -> Any:
    """What equals a number: itself if the solution is exact, else what is close to it."""
    return expected if solution.exact else pytest.approx(float(expected), rel=1e-9, abs=1e-9)
