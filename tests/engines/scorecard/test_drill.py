"""Lines are rated on turns that were seen as they are where they are followed."""

import numpy as np
import pytest

from perfectplay.strategies.rules.scoring import read_line
from tests.by_engine import solve_scorecard
from tests.strategies.rules.cards import CARD, SMALL

BEST = solve_scorecard(SMALL)
DRILL = BEST.drill()
GAMES = 40


def worth(play) -> float:
    """What the turns of some games are worth by the values of all positions."""
    turns = [anchor.copy() for anchor, _ in play.played(GAMES, 1)][:-1]
    return float(np.sum(play.values[np.array(turns)])) / GAMES


def test_lines_are_worth_what_they_are_where_they_are_followed():
    play = DRILL.follow(CARD.lines)
    rated = DRILL.rated(DRILL.seen(play, GAMES, 1), CARD.lines)
    assert rated.value == pytest.approx(worth(play))
    assert rated.likely[:, -len(SMALL.rolls) :].sum() == pytest.approx(len(SMALL.names))


def test_on_turns_of_best_play_lines_lose():
    rated = DRILL.rated(DRILL.seen(None, GAMES, 1), CARD.lines)
    assert rated.value < worth(BEST.played)


def test_a_line_for_the_last_decision_gains_what_it_promises():
    seen = DRILL.seen(DRILL.follow(CARD.lines), GAMES, 1)
    rated = DRILL.rated(seen, CARD.lines)
    line = read_line("a 4, no rerolls left: score fours", SMALL)
    promised = DRILL.gains(seen, rated, DRILL.move(line), len(CARD.lines))[:, 0].sum()
    assert abs(promised) > 0.01
    changed = DRILL.rated(seen, [line, *CARD.lines])
    assert changed.value - rated.value == pytest.approx(promised, rel=1e-5)
