"""How some dice add up: Theorem 1's closed form, against icepool and against adding die by die."""

from fractions import Fraction
from itertools import product

import pytest
from icepool import d

from perfectplay.engines.race.ratings import chance_to_stay, enough_dice
from perfectplay.engines.race.solve.dice_tables import total_chances
from perfectplay.model.dice_sums import chance_of, mean, variance, ways, ways_to_roll

MOST = 12
with_dice_of = pytest.mark.parametrize("sides", range(1, 11))


def totals(dice, sides):
    """The totals that are possible, and one beyond either end."""
    return range(dice - 1, dice * sides + 2)


def one_more_die(before, sides):
    """The ways to each total with one more die, by convolution with its faces."""
    after = [0] * (len(before) + sides)
    for total, count in enumerate(before):
        for face in range(1, sides + 1):
            after[total + face] += count
    return after


@with_dice_of
def test_the_closed_form_is_what_adding_die_by_die_gives(sides):
    convolved = [1]
    for dice in range(MOST + 1):
        assert [ways_to_roll(total, dice, sides) for total in range(len(convolved))] == convolved
        convolved = one_more_die(convolved, sides)


@with_dice_of
def test_the_closed_form_is_what_icepool_finds(sides):
    for dice in range(1, MOST + 1):
        pool = dice @ d(sides)
        for total in totals(dice, sides):
            likely = Fraction(pool.quantity(total), pool.denominator())
            assert Fraction(ways_to_roll(total, dice, sides), sides**dice) == likely
            assert chance_of(total, dice, sides) == likely


@with_dice_of
def test_all_ways_together_are_a_power_of_the_sides(sides):
    for dice in range(MOST + 1):
        assert sum(ways_to_roll(total, dice, sides) for total in totals(dice, sides)) == sides**dice


@with_dice_of
def test_mean_and_variance_are_those_of_the_distribution(sides):
    for dice in range(MOST + 1):
        likely = {total: chance_of(total, dice, sides) for total in totals(dice, sides)}
        middle = sum(total * chance for total, chance in likely.items())
        spread = sum((total - middle) ** 2 * chance for total, chance in likely.items())
        assert mean(dice, sides) == middle == Fraction(dice * (sides + 1), 2)
        assert variance(dice, sides) == spread == Fraction(dice * (sides**2 - 1), 12)


@with_dice_of
@pytest.mark.parametrize("limit", [0, 1, 7, 30])
def test_the_ways_up_to_a_limit_are_those_of_the_closed_form(sides, limit):
    for dice in range(MOST + 1):
        assert ways(dice, sides, limit) == [
            ways_to_roll(total, dice, sides) for total in range(limit + 1)
        ]


@with_dice_of
def test_the_chances_in_floats_are_those_of_the_closed_form(sides):
    likely, at_most = total_chances(40, sides, MOST)
    for dice, total in product(range(MOST + 1), range(41)):
        exactly = [chance_of(each, dice, sides) for each in range(total + 1)]
        assert likely[total, dice] == pytest.approx(float(exactly[-1]), rel=1e-12, abs=1e-15)
        assert at_most[total, dice] == pytest.approx(float(sum(exactly)), rel=1e-12, abs=1e-15)


@with_dice_of
def test_the_chance_to_stay_is_that_of_all_totals_there_is_room_for(sides):
    for dice, room in product(range(MOST + 1), range(30)):
        stay = sum(chance_of(total, dice, sides) for total in range(room + 1))
        assert chance_to_stay(room, dice, sides) == stay


def test_the_chance_to_stay_is_told_of_very_many_dice():
    assert chance_to_stay(1500, 1500, 6) == Fraction(1, 6**1500)


@pytest.mark.parametrize("sides", [1, 2, 3, 6, 10, 100, 200])
@pytest.mark.parametrize("limit", [0, 1, 10, 100, 300])
def test_more_dice_than_enough_are_sure_to_bust_but_for_less_than_a_float_holds(limit, sides):
    dice = enough_dice(limit, sides)
    assert 0 <= dice <= limit
    if dice < limit:
        assert chance_to_stay(limit, dice, sides) < 1e-18
