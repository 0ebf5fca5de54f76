"""Published values of games that go round in cycles.

Sources: T. Neller and C. Presser, "Optimal Play of the Dice Game Pig" (2004), which solves Piglet to
2 by hand. That Pig alone takes 12.545 turns at best is widely quoted. That the first
player wins Pig to 100 with a chance of 0.5306 takes too long for a test; `benchmarks/cycles.py`
requires it to twelve digits.
"""

from fractions import Fraction

import pytest

from perfectplay import solve
from perfectplay.games.hog import Hog
from perfectplay.games.pig import Pig
from perfectplay.games.piglet import Piglet
from perfectplay.model.jeopardy import JeopardyDuel

PIGLET = {
    (0, 0, 0): Fraction(4, 7),
    (0, 0, 1): Fraction(5, 7),
    (0, 1, 0): Fraction(2, 5),
    (0, 1, 1): Fraction(3, 5),
    (1, 0, 0): Fraction(4, 5),
    (1, 1, 0): Fraction(2, 3),
}
PIG = {2: "6/7", 3: "36/43", 4: "9/11", 5: "216/271", 6: "24/31", 7: "1296/1729", 10: "7776/10961"}


def test_piglet_to_two_is_as_solved_by_hand():
    solution = solve(Piglet(target=2), exact=True)
    for scores, chance in PIGLET.items():
        assert solution.value_at(JeopardyDuel(*scores, 0)) == chance
        assert solution.value_at(JeopardyDuel(*scores, 1)) == 1 - chance


def test_pig_alone_takes_the_published_number_of_turns():
    solution = solve(Pig(players=1))
    assert -solution.value == pytest.approx(12.545, abs=5e-4)


def first_player(target, sides=6):
    """P(win) when whoever moves rolls until the target or a one: right in short games only."""

    def reach(needed):
        if needed <= 0:
            return Fraction(1)
        return sum(reach(needed - face) for face in range(2, sides + 1)) / sides

    win = reach(target)
    return win / (1 - (1 - win) ** 2)


@pytest.mark.parametrize(("target", "value"), PIG.items())
def test_short_games_of_pig_are_won_in_one_turn(target, value):
    """Up to 10, nobody ever holds, and the value is a geometric series."""
    assert solve(Pig(target=target), exact=True).value == Fraction(value) == first_player(target)


def test_hog_with_one_die_is_a_race_of_rolls():
    """A target of 2 needs one roll that is not a one: q = 5/6, and q / (1 - (1 - q)^2)."""
    q = Fraction(5, 6)
    assert solve(Hog(target=2, dice=1), exact=True).value == q / (1 - (1 - q) ** 2)
