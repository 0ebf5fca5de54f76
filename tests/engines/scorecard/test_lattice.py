"""The lattice of keeps: its sizes, its steps, and the chances of the rolls."""

from fractions import Fraction
from itertools import chain, product
from math import comb

import pytest
from icepool import d

from perfectplay.engines.scorecard.lattice import GROUP, Lattice
from perfectplay.model.scorecard.game import keeps

DICE = [(1, 2), (1, 12), (2, 3), (3, 4), (4, 8), (5, 6), (6, 6)]

every_dice = pytest.mark.parametrize(("dice", "sides"), DICE)


def test_five_dice_have_the_known_sizes():
    lattice = Lattice(5, 6)
    pairs, _ = lattice.options
    assert (lattice.rolls, lattice.size, lattice.steps, len(pairs)) == (252, 462, 1260, 4368)


@every_dice
def test_any_dice_have_the_sizes_that_are_counted(dice, sides):
    lattice = Lattice(dice, sides)
    pairs, begins = lattice.options
    assert lattice.rolls == comb(dice + sides - 1, dice)
    assert lattice.size == comb(dice + sides, dice)
    assert lattice.steps == sides * comb(dice + sides - 1, dice - 1)
    kept_or_not = 2 * sides  # a pair of a roll and a keep: dice of each face, kept and not kept
    assert len(pairs) == begins[-1] == comb(dice + kept_or_not - 1, dice)


@every_dice
def test_every_keep_has_one_number_and_the_rolls_come_first(dice, sides):
    lattice = Lattice(dice, sides)
    throws = product(range(sides + 1), repeat=dice)
    held = {tuple(sorted(face for face in throw if face)) for throw in throws}
    assert set(lattice.keeps) == held
    assert len(lattice.keeps) == len(held)
    assert [len(keep) for keep in lattice.keeps] == sorted(map(len, held), reverse=True)
    assert all(lattice.keeps[lattice.number[keep]] == keep for keep in held)


@every_dice
def test_the_keeps_of_each_size_lie_together(dice, sides):
    lattice = Lattice(dice, sides)
    for missing in range(dice + 1):
        begin, end = lattice.level[missing : missing + 2]
        assert {len(keep) for keep in lattice.keeps[begin:end]} == {dice - missing}


@every_dice
def test_a_step_up_adds_a_die(dice, sides):
    lattice = Lattice(dice, sides)
    for number, keep in enumerate(lattice.keeps[lattice.rolls :], start=lattice.rolls):
        for face in range(1, sides + 1):
            more = lattice.keeps[lattice.up[number, face - 1]]
            assert more == tuple(sorted((*keep, face)))


@every_dice
def test_a_step_down_takes_a_die_away(dice, sides):
    lattice = Lattice(dice, sides)
    for number, keep in enumerate(lattice.keeps[:-1]):
        fewer = {tuple(sorted(keep[:die] + keep[die + 1 :])) for die in range(len(keep))}
        listed = lattice.down[number]
        assert {lattice.keeps[less] for less in listed} == fewer
        assert lattice.parents[number] == len(fewer) == len(set(listed[: len(fewer)]))


@every_dice
def test_rows_are_filled_up_with_what_does_no_harm(dice, sides):
    lattice = Lattice(dice, sides)
    assert lattice.up.shape[1] % GROUP == 0
    assert (lattice.up[: lattice.rolls] == lattice.size).all()
    assert (lattice.up[:, sides:] == lattice.size).all()


@every_dice
def test_the_chances_are_those_of_the_dice(dice, sides):
    lattice = Lattice(dice, sides)
    pool = d(sides).pool(dice).expand()
    likely = {roll: Fraction(ways, pool.denominator()) for roll, ways in pool.items()}
    rolls = lattice.keeps[: lattice.rolls]
    assert dict(zip(rolls, lattice.chance, strict=True)) == pytest.approx(
        {roll: float(chance) for roll, chance in likely.items()}, rel=1e-15
    )
    assert lattice.chance.sum() == pytest.approx(1, rel=1e-14)


@pytest.mark.parametrize(("dice", "sides"), [(1, 6), (2, 3), (3, 4), (5, 6)])
def test_walking_up_from_a_keep_reaches_every_roll_as_often_as_rerolling_does(dice, sides):
    lattice = Lattice(dice, sides)
    for number, keep in enumerate(lattice.keeps):
        likely = {number: Fraction(1)}
        for _ in range(dice - len(keep)):
            steps = [
                (int(then), chance / sides)
                for at, chance in likely.items()
                for then in lattice.up[at, :sides]
            ]
            likely = {}
            for then, chance in steps:
                likely[then] = likely.get(then, 0) + chance
        pool = d(sides).pool(dice - len(keep)).expand()
        rerolled = {
            lattice.number[tuple(sorted(keep + new))]: Fraction(ways, pool.denominator())
            for new, ways in pool.items()
        }
        assert likely == rerolled


@every_dice
def test_the_keeps_of_a_roll_are_listed_in_the_order_of_the_game(dice, sides):
    lattice = Lattice(dice, sides)
    pairs, begins = lattice.options
    for number, roll in enumerate(lattice.keeps[: lattice.rolls]):
        listed = pairs[begins[number] : begins[number + 1]]
        assert [lattice.keeps[keep] for keep in listed] == keeps(roll)


@every_dice
def test_the_levels_hold_each_keep_once(dice, sides):
    lattice = Lattice(dice, sides)
    up = [range(here.start, here.stop) for here, _ in lattice.levels_up()]
    down = [range(here.start, here.stop) for here, _ in lattice.levels_down()]
    assert list(chain(*up)) == list(range(lattice.rolls, lattice.size))
    assert sorted(chain(*down)) == list(range(lattice.size - 1))
    assert down == sorted(down, key=lambda here: here.start, reverse=True)
