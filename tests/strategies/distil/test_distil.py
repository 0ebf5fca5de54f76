"""Short lists that are found: their losses are exact, and the search can be had again."""

import pytest

from perfectplay import distil, evaluate
from perfectplay.errors import NotOfferedError, PerfectPlayError
from perfectplay.games.coins import Coins
from perfectplay.solve import solve
from tests.by_engine import solve_scorecard
from tests.strategies.rules.cards import SMALL

BEST = solve_scorecard(SMALL)


def test_every_loss_is_that_of_the_list_followed_in_fractions():
    found = distil(BEST, lines=4)
    assert [point.lines for point in found.curve][:1] == [1]
    assert found.best.loss == min(point.loss for point in found.curve)
    for point in found.curve:
        exact = evaluate(SMALL, point.rules, exact=True)
        assert point.value == pytest.approx(float(exact.value), abs=1e-9)
        assert point.loss == pytest.approx(BEST.value - point.value)
    again = distil(BEST, lines=4)
    assert [point.rules.texts for point in again.curve] == [
        point.rules.texts for point in found.curve
    ]


def test_it_can_be_stopped_with_what_was_found():
    def stop(stage: str, lines: int) -> None:
        if lines == 2:
            raise KeyboardInterrupt

    found = distil(BEST, lines=4, progress=stop)
    assert found.stopped
    assert found.best.lines <= 2


def test_what_cannot_be_distilled_is_refused():
    with pytest.raises(PerfectPlayError, match="0 lines cannot be"):
        distil(BEST, lines=0)
    with pytest.raises((NotOfferedError, PerfectPlayError)):
        distil(solve(Coins()), lines=3)
