"""The paper's conjectures, checked at every state without rounding."""

from fractions import Fraction
from functools import cache
from itertools import pairwise

import pytest

from perfectplay.games.greed import Greed
from perfectplay.games.greed import audit as auditing
from perfectplay.games.greed.audit import AuditedTurns, audit
from perfectplay.model.race import RaceTurn
from perfectplay.objectives import Win
from tests.by_engine import solve_race
from tests.engines.race.by_the_rules import ByTheRules

SIDES = range(2, 11)
LEVELS = {
    2: (40474, 12288),
    3: (17425, 3431),
    4: (9501, 1190),
    5: (5891, 440),
    6: (3961, 155),
    7: (2822, 50),
    8: (2092, 10),
    9: (1595, 1),
    10: (1246, 0),
}
"""How often a rating stays the same that should rise or fall, with a max of 100: for one peak, and
beyond the middle of the winning scores."""
RISES_AGAIN = {2: 6435, 3: 70, 4: 2, 5: 0, 6: 0, 7: 0, 8: 0, 9: 0, 10: 0}
"""In how many other turns the rating falls and rises again, with a max of 100."""


@cache
def findings(limit, sides):
    return audit(limit, sides)


@pytest.mark.slow
@pytest.mark.parametrize("sides", SIDES)
def test_no_last_turn_up_to_a_max_of_100_speaks_against_either_conjecture(sides):
    one_peak, beyond_the_middle, _, _ = findings(100, sides)
    for finding in (one_peak, beyond_the_middle):
        assert finding.holds
        assert finding.fails == ()
        assert finding.states == 101 * 102 // 2


@pytest.mark.parametrize("sides", SIDES)
def test_the_conjectures_hold_weakly_only(sides):
    one_peak, beyond_the_middle, _, _ = findings(100, sides)
    assert (one_peak.levels, beyond_the_middle.levels) == LEVELS[sides]
    assert not one_peak.strictly
    assert beyond_the_middle.strictly == (sides == 10)
    assert (beyond_the_middle.level is None) == beyond_the_middle.strictly


@pytest.mark.parametrize("sides", SIDES)
def test_where_a_rating_stays_the_same_it_is_shown(sides):
    case = findings(100, sides)[0].level
    assert case.more == case.dice + 1
    assert case.rating == case.its_rating > 0


BELOW_1 = {2: 49, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 2, 9: 0, 10: 1}
"""How many of the levels in the last turn are not at a rating of 1."""


@pytest.mark.parametrize("sides", SIDES)
def test_almost_all_levels_in_the_last_turn_are_at_a_rating_of_1(sides):
    turns = AuditedTurns(100, sides, last=True)
    levels = [
        (mine, theirs, dice)
        for mine, theirs, ratings in turns.states
        for dice, (rating, more) in enumerate(pairwise(ratings), start=1)
        if rating == more and 0 < rating < turns.unit
    ]
    assert len(levels) == BELOW_1[sides]
    if sides == 6:
        assert levels == [(90, 91, 1)]


@pytest.mark.parametrize("sides", SIDES)
def test_no_dice_are_worth_rolling_beyond_a_mean_above_the_max(sides):
    cutoff = findings(100, sides)[3]
    assert cutoff.holds
    assert cutoff.states == 101**2


@pytest.mark.parametrize("sides", SIDES)
def test_other_turns_may_have_two_peaks(sides):
    one_peak = findings(100, sides)[2]
    assert len(one_peak.fails) == RISES_AGAIN[sides]
    assert one_peak.states == 101**2


@pytest.mark.parametrize("sides", [1, 2, 3, 6])
def test_the_last_turns_of_a_low_max_are_among_those_of_a_high_one(sides):
    high = {
        (mine, theirs): state for mine, theirs, state in AuditedTurns(20, sides, last=True).states
    }
    unit = AuditedTurns(20, sides, last=True).unit
    for limit in range(20):
        turns, shift = AuditedTurns(limit, sides, last=True), 20 - limit
        for mine, theirs, ratings in turns.states:
            assert [Fraction(rating, turns.unit) for rating in ratings] == [
                Fraction(rating, unit) for rating in high[mine + shift, theirs + shift]
            ]


@pytest.mark.parametrize("last", [True, False], ids=["last", "others"])
@pytest.mark.parametrize(("limit", "sides"), [(0, 2), (1, 1), (9, 2), (11, 3), (10, 6)])
def test_the_ratings_that_are_audited_are_those_of_the_rules(limit, sides, last):
    rules, turns = ByTheRules(limit, sides), AuditedTurns(limit, sides, last=last)
    for mine, theirs, ratings in turns.states:
        options = rules.options(mine, theirs, last=last)
        assert [Fraction(rating, turns.unit) for rating in ratings] == options[1:]


@pytest.mark.parametrize(("limit", "sides"), [(12, 2), (10, 3), (9, 6)])
def test_every_state_with_two_peaks_is_found_and_no_other(limit, sides):
    rules = ByTheRules(limit, sides)
    expected = set()
    for mine in range(limit + 1):
        for theirs in range(limit + 1):
            ratings = rules.options(mine, theirs, last=False)[1:]
            steps = [(after > before) - (after < before) for before, after in pairwise(ratings)]
            if any(step > 0 and -1 in steps[:place] for place, step in enumerate(steps)):
                expected.add((mine, theirs))
    fails = audit(limit, sides)[2].fails
    assert {(case.mine, case.theirs) for case in fails} == expected
    assert len(fails) == len(expected)


def test_at_10_3_the_rating_falls_and_rises_again():
    fails = {(case.mine, case.theirs): case for case in audit(10, 3)[2].fails}
    case = fails[2, 4]
    assert (case.dice, case.more) == (2, 3)
    assert case.rating < case.its_rating
    solution = solve_race(Greed(max=10, sides=3), Win(), exact=True)
    ratings = {option.label: option.value for option in solution.options(RaceTurn(2, 4))}
    assert (ratings[2], ratings[3]) == (case.rating, case.its_rating)
    assert [round(float(ratings[dice]), 5) for dice in (1, 2, 3)] == [0.48777, 0.48231, 0.48631]


# A statement that does not hold is found out


def made_up(ratings, limit=10, sides=3, mine=0, theirs=5):
    """Turns with a single state, and what its dice are worth in tenths."""
    turns = AuditedTurns(limit, sides, last=True)
    vars(turns)["states"] = [(mine, theirs, ratings)]
    vars(turns)["unit"] = 10
    return turns


@pytest.mark.parametrize(
    ("ratings", "fails", "levels"),
    [
        ([1, 2, 3, 2, 1], [], 0),
        ([3, 2, 1], [], 0),
        ([1, 2, 3], [], 0),
        ([5], [], 0),
        ([], [], 0),
        ([1, 3, 3, 2], [], 1),
        ([1, 2, 0, 0, 0], [], 0),
        ([1, 3, 2, 3, 1], [(3, 4)], 0),
        ([3, 2, 2, 3], [(3, 4)], 1),
        ([3, 2, 3, 2, 3], [(2, 3)], 0),
    ],
    ids=str,
)
def test_one_peak_is_a_rise_and_then_a_fall(ratings, fails, levels):
    finding = auditing.one_peak("made up", made_up(ratings))
    assert [(case.dice, case.more) for case in finding.fails] == fails
    assert finding.levels == levels
    assert finding.holds == (not fails)
    assert finding.strictly == (not fails and not levels)


@pytest.mark.parametrize(
    ("ratings", "fails", "levels"),
    [
        ([1, 2, 1, 5, 4, 3], [], 0),
        ([1, 2, 1, 5, 5, 0, 0], [], 1),
        ([1, 2, 1, 4, 5, 3, 6], [(4, 5), (6, 7)], 0),
    ],
    ids=str,
)
def test_what_falls_beyond_the_middle_falls_from_the_first_mean_above_it(ratings, fails, levels):
    """From 0 against 5 up to 10 the middle is 7.5; three dice of three sides have a mean of 6."""
    finding = auditing.falls_beyond_the_middle("made up", made_up(ratings))
    assert [(case.dice, case.more) for case in finding.fails] == fails
    assert finding.levels == levels


@pytest.mark.parametrize(
    ("ratings", "fails"),
    [
        ([1, 2, 3, 4, 5, 6, 5, 4], []),
        ([1, 2, 3, 4, 5, 6, 6, 4], []),
        ([1, 2, 3, 4, 7, 6, 5, 9, 8], [(5, 8)]),
    ],
    ids=str,
)
def test_nothing_is_gained_beyond_the_first_mean_above_the_limit(ratings, fails):
    """Five dice of three sides have a mean of 10, six one above it."""
    finding = auditing.nothing_beyond_the_limit("made up", made_up(ratings))
    assert [(case.dice, case.more) for case in finding.fails] == fails


def test_a_case_tells_its_ratings_as_fractions():
    case = auditing.one_peak("made up", made_up([1, 3, 2, 3])).fails[0]
    assert (case.rating, case.its_rating) == (Fraction(1, 5), Fraction(3, 10))
    assert (case.mine, case.theirs) == (0, 5)
