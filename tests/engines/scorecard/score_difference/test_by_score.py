"""Scorecards solved for any utility that rises with the score, against fractions by the rules."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay import AtLeast, CVaR, Utility, solve
from perfectplay.errors import PerfectPlayError
from perfectplay.games.yazy import Yazy
from perfectplay.solution.answers import BonusRates, LeastShortfalls
from perfectplay.solution.verification import verify
from perfectplay.threshold_search import mean_of_worst
from tests.by_engine import solve_graph, solve_leads
from tests.engines.scorecard.both_ways import GRID
from tests.random_cards import cards

RISING = [
    Utility(lambda score: min(score, 9), "up to nine"),
    Utility(lambda score: score * score, "square"),
    Utility(lambda score: -max(0, Fraction(11, 2) - score), "shortfall"),
]


@given(cards(), st.sampled_from(RISING))
@settings(max_examples=25)
def test_random_cards_are_worth_what_the_rules_say(card, utility):
    """The value, how likely each score then is, and what is best at the start of a turn."""
    found, right = solve_leads(card, utility), solve_graph(card, utility, exact=True)
    assert found.value == pytest.approx(float(right.value), rel=1e-12, abs=1e-12)
    scores = found.distribution()
    assert sum(scores.values()) == pytest.approx(1)
    assert float(scores.expected(utility.utility)) == pytest.approx(found.value, abs=1e-9)
    verify(found)


@pytest.mark.parametrize("card", GRID[::7])
def test_bonuses_are_earned_as_often_as_in_games_played_by_the_rules(card):
    """With utilities that no two ways to play share, both engines play alike."""
    utility = Utility(lambda score: score + Fraction(score * score, 997), "more than points")
    found = solve_leads(card, utility)
    rates = found.answer(BonusRates)
    ends = {
        place: chance
        for place, chance in solve_graph(card, utility).visits().items()
        if getattr(place[0], "over", False)
    }
    for place, bonus in enumerate(card.bonuses):
        played = sum(chance for (turn, _), chance in ends.items() if turn.totals[place] >= bonus.at)
        assert rates[bonus.name] == pytest.approx(played, abs=1e-9)


@given(cards())
@settings(max_examples=15)
def test_least_shortfalls_are_those_of_each_threshold_alone(card):
    found = solve_leads(card, RISING[0]).answer(LeastShortfalls).between(1, 7)
    for threshold, missing in enumerate(found, start=1):
        alone = Utility(lambda score, at=threshold: -max(0, at - score), f"missing to {threshold}")
        right = solve_graph(card, alone, exact=True).value
        assert missing == pytest.approx(-float(right), abs=1e-12)


def test_cvar_of_a_large_card_is_that_of_no_worse_threshold():
    share, card = Fraction(1, 10), Yazy()
    found = solve(card, CVaR(share))
    scores = found.distribution()
    worst = mean_of_worst(scores, share)
    assert found.value == pytest.approx(worst, abs=1e-9)
    assert found.value > mean_of_worst(solve(card).distribution(), share) + 0.1
    for at in (found.objective.at - 1, found.objective.at + 1, found.objective.at + 15):
        assert solve(card, CVaR(share, at)).value <= found.value


def test_what_falls_is_left_to_the_rules():
    falling = Utility(lambda score: -abs(score - 40), "near 40")
    with pytest.raises(PerfectPlayError, match="not for"):
        solve_leads(Yazy(), falling)


def test_a_step_is_a_target():
    step = Utility(lambda score: int(score >= 200), "two hundred")
    found = solve_leads(Yazy(), step)
    assert found.value == pytest.approx(solve_leads(Yazy(), AtLeast(200)).value, abs=1e-14)
    assert found.distribution().at_least(200) == pytest.approx(found.value, abs=1e-12)
