"""Draw some cases by a seed, and try each; one that fails is made as small as can be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import hypothesis
from hypothesis import Phase, given, settings
from hypothesis.strategies import SearchStrategy

AT_ONCE = 20
"""How many cases are drawn by one seed; the first of them is always the simplest."""


def try_each(cases: SearchStrategy[Any], seed: int, attempt: Callable[[Any], None]) -> None:
    """Try the cases that a seed stands for."""

    @hypothesis.seed(seed)
    @settings(
        derandomize=False,
        database=None,
        max_examples=AT_ONCE,
        phases=[Phase.generate, Phase.shrink],
    )
    @given(cases)
    def tried(case: Any) -> None:
        attempt(case)

    tried()
