"""Lines are rated on turns that were seen as they are where they are followed."""

import numpy as np
import pytest

from perfectplay.solution.answers import RuleTrials
from perfectplay.strategies.distil.pricing import Pricing
from perfectplay.strategies.rules.scoring import read_line
from tests.by_engine import solve_scorecard
from tests.strategies.rules.cards import CARD, SMALL

BEST = solve_scorecard(SMALL)
TRIALS = BEST.answer(RuleTrials)
GAMES = 40


def worth(play) -> float:
    """What the turns of some games are worth by the values of all positions."""
    turns = [anchor.copy() for anchor, _ in play.sampled_turns(GAMES, 1)][:-1]
    return float(np.sum(play.values[np.array(turns)])) / GAMES


def test_lines_are_worth_what_they_are_where_they_are_followed():
    play = TRIALS.follow(CARD.lines)
    rated = TRIALS.rated(TRIALS.sample(play, GAMES, 1), CARD.lines)
    assert rated.value == pytest.approx(worth(play))
    assert rated.likely[:, -len(SMALL.rolls) :].sum() == pytest.approx(len(SMALL.names))


def test_on_turns_of_best_play_lines_lose():
    rated = TRIALS.rated(TRIALS.sample(None, GAMES, 1), CARD.lines)
    assert rated.value < worth(BEST.card_play)


def test_a_line_for_the_last_decision_gains_what_it_promises():
    sample = TRIALS.sample(TRIALS.follow(CARD.lines), GAMES, 1)
    rated = TRIALS.rated(sample, CARD.lines)
    line = read_line("a 4, no rerolls left: score fours", SMALL)
    promised = TRIALS.gains(sample, rated, TRIALS.line_arrays(line), len(CARD.lines))[:, 0].sum()
    assert abs(promised) > 0.01
    changed = TRIALS.rated(sample, [line, *CARD.lines])
    assert changed.value - rated.value == pytest.approx(promised, rel=1e-5)


@pytest.mark.parametrize(
    "text",
    [
        "a pair, 1 reroll left: keep them",
        "fours filled: reroll all",
        "a 4: score fours",
        "no rerolls left, 2 or fewer boxes left: score the most over twos 1, fours 3",
    ],
)
def test_one_more_line_gains_what_the_longer_list_is_worth_more(text):
    sample = TRIALS.sample(TRIALS.follow(CARD.lines), GAMES, 1)
    rated = TRIALS.rated(sample, CARD.lines)
    line = read_line(text, SMALL)
    gains = [TRIALS.gain(sample, rated, line, at) for at in range(len(CARD.lines))]
    longer = [
        TRIALS.rated(sample, [*CARD.lines[:at], line, *CARD.lines[at:]]) for at in range(len(gains))
    ]
    assert gains == pytest.approx([each.value - rated.value for each in longer], abs=1e-12)
    assert any(abs(gain) > 1e-3 for gain in gains)


@pytest.mark.parametrize("step", [1, 3])
def test_other_prices_gain_what_their_line_does(step):
    pricing = Pricing(BEST)
    keep, ending = CARD.lines[0], pricing.ending()
    sample = TRIALS.sample(TRIALS.follow([keep, read_line(ending.text, SMALL)]), GAMES, 1)

    def rated(over):
        return TRIALS.rated(sample, [keep, read_line(pricing.line_with(over, ()).text, SMALL)])

    over = pricing.over(ending)
    now = rated(over)
    rows = pricing.decided(now, [1])
    changes = TRIALS.price_changes(sample, now, rows, pricing.points, over, step)
    dearer = step * np.eye(len(over), dtype=int)
    expected = [[rated(over + more).value, rated(over - more).value] for more in dearer]
    assert changes == pytest.approx(np.array(expected) - now.value, abs=1e-9)
    assert np.abs(changes).max() > 1e-3
    gain, tuned = pricing.tuned(sample, now, rows, over)
    assert gain == pytest.approx(rated(tuned).value - now.value)
    assert gain >= max(changes.max(), 0) - 1e-9
