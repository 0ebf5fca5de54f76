"""Each rule of the library, for every roll there is, against its definition on the dice.

A figure is some of the dice on the table, so the definitions try all ways to pick some up.
"""

from itertools import combinations, combinations_with_replacement

import pytest

from perfectplay.model.scorecard import (
    Face,
    FullHouse,
    Listed,
    NamedStraight,
    OfAKind,
    Pairs,
    Rule,
    Straight,
    Total,
)

DICE = [(5, 6), (2, 3), (6, 6), (4, 8), (1, 6)]
AWARDS = [25, "sum", "kind"]

every_dice = pytest.mark.parametrize(("dice", "sides"), DICE)
every_award = pytest.mark.parametrize("points", AWARDS)


def rolls(dice, sides):
    return list(combinations_with_replacement(range(1, sides + 1), dice))


def award(points, roll, size, fits):
    """What a roll scores if `size` of its dice, least first, fit: those of the largest sum."""
    sums = [sum(picked) for picked in combinations(roll, size) if fits(picked)]
    if not sums:
        return 0
    return {"sum": sum(roll), "kind": max(sums)}.get(points, points)


def alike(picked):
    return min(picked) == max(picked)


def in_a_row(picked):
    return all(face == picked[0] + step for step, face in enumerate(picked))


def different_pairs(picked):
    firsts, seconds = picked[0::2], picked[1::2]
    return firsts == seconds and len(set(firsts)) == len(firsts)


def three_and_two(picked):
    return (alike(picked[:3]) and alike(picked[3:])) or (alike(picked[:2]) and alike(picked[2:]))


def full_house(picked):
    return three_and_two(picked) and not alike(picked)


@every_dice
@pytest.mark.parametrize("face", range(1, 9))
def test_a_face_scores_the_dice_that_show_it(dice, sides, face):
    for roll in rolls(dice, sides):
        assert Face(face)(roll) == sum(die for die in roll if die == face)


@every_dice
def test_a_total_scores_all_dice(dice, sides):
    for roll in rolls(dice, sides):
        assert Total()(roll) == sum(roll)


@every_dice
@every_award
@pytest.mark.parametrize("count", range(1, 7))
def test_of_a_kind_is_so_many_dice_alike(dice, sides, points, count):
    for roll in rolls(dice, sides):
        assert OfAKind(count, points)(roll) == award(points, roll, count, alike)


@every_dice
@every_award
@pytest.mark.parametrize("count", [1, 2, 3])
def test_pairs_are_of_different_faces(dice, sides, points, count):
    for roll in rolls(dice, sides):
        assert Pairs(count, points)(roll) == award(points, roll, 2 * count, different_pairs)


@every_dice
@every_award
def test_a_full_house_is_three_of_a_face_and_two_of_another(dice, sides, points):
    for roll in rolls(dice, sides):
        assert FullHouse(points)(roll) == award(points, roll, 5, full_house)


@every_dice
@every_award
def test_five_alike_are_a_full_house_where_the_rule_says_so(dice, sides, points):
    rule = FullHouse(points, five_alike=True)
    for roll in rolls(dice, sides):
        assert rule(roll) == award(points, roll, 5, three_and_two)


@every_dice
@every_award
@pytest.mark.parametrize("length", range(1, 7))
def test_a_straight_is_so_many_faces_in_a_row(dice, sides, points, length):
    for roll in rolls(dice, sides):
        assert Straight(length, points)(roll) == award(points, roll, length, in_a_row)


@every_dice
@every_award
@pytest.mark.parametrize("faces", [(1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (1, 3), (6, 4, 2), (2,)])
def test_a_named_straight_is_all_of_its_faces(dice, sides, points, faces):
    def named(picked):
        return sorted(picked) == sorted(faces)

    for roll in rolls(dice, sides):
        assert NamedStraight(faces, points)(roll) == award(points, roll, len(faces), named)


@every_dice
def test_a_list_scores_what_it_says_and_nothing_for_other_rolls(dice, sides):
    table = {roll: sum(roll) for roll in rolls(dice, sides)[::2]}
    for roll in rolls(dice, sides):
        assert Listed(table)(roll) == table.get(roll, 0)


@pytest.mark.parametrize(
    ("rule", "roll", "points"),
    [
        (OfAKind(2, "kind"), (1, 5, 5, 6, 6), 12),
        (OfAKind(3, "kind"), (1, 1, 1, 2, 2, 2), 6),
        (OfAKind(3), (2, 6, 6, 6, 6), 26),
        (Pairs(2), (3, 5, 5, 6, 6), 22),
        (Pairs(2), (6, 6, 6, 6), 0),
        (Pairs(2), (1, 6, 6, 6, 6), 0),
        (Pairs(2), (1, 1, 2, 2, 3, 3), 10),
        (Pairs(3), (1, 1, 2, 2, 3, 3), 12),
        (Pairs(3), (1, 1, 1, 1, 3, 3), 0),
        (FullHouse(), (3, 3, 6, 6, 6), 25),
        (FullHouse(), (6, 6, 6, 6, 6), 0),
        (FullHouse(five_alike=True), (6, 6, 6, 6, 6), 25),
        (FullHouse(five_alike=True), (3, 6, 6, 6, 6), 0),
        (FullHouse("kind"), (1, 1, 1, 2, 2, 2), 8),
        (FullHouse("kind"), (1, 1, 1, 1, 6, 6), 15),
        (FullHouse("kind"), (1, 1, 2, 2, 2, 6), 8),
        (FullHouse("sum"), (1, 1, 2, 2, 2, 6), 14),
        (FullHouse("kind", five_alike=True), (2, 2, 2, 2, 2, 2), 10),
        (FullHouse("kind"), (2, 2, 2, 2, 2, 2), 0),
        (Straight(4, 30), (1, 3, 4, 5, 6), 30),
        (Straight(4, 30), (1, 2, 3, 5, 6), 0),
        (Straight(4, "kind"), (1, 2, 3, 4, 5), 14),
        (NamedStraight((1, 2, 3, 4, 5), 15), (2, 3, 4, 5, 6), 0),
    ],
)
def test_what_players_argue_about(rule, roll, points):
    assert rule(roll) == points


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("rule", [FullHouse, lambda points: Straight(4, points)])
def test_a_joker_scores_in_full_what_it_does_not_show(rule, face):
    assert rule(30)((face,) * 5) == 0
    assert rule(30).joker((face,) * 5) == 30


@pytest.mark.parametrize("points", ["sum", "kind"])
@pytest.mark.parametrize(
    "rule",
    [
        FullHouse,
        lambda points: Straight(5, points),
        lambda points: NamedStraight((1, 2, 3, 4, 5), points),
    ],
)
def test_a_joker_scores_its_dice_where_the_dice_are_scored(rule, points):
    assert rule(points).joker((4,) * 5) == 20


@every_dice
@pytest.mark.parametrize("rule", [Face(3), OfAKind(3), OfAKind(5, 50), Total()])
def test_other_rules_take_a_joker_as_it_is(dice, sides, rule):
    for roll in rolls(dice, sides):
        assert rule.joker(roll) == rule(roll)


@pytest.mark.parametrize(("points", "scored"), [("kind", 16), ("sum", 20), (7, 7)])
def test_a_joker_stands_for_pairs(points, scored):
    assert Pairs(2, points).joker((4,) * 5) == scored


def test_a_list_takes_a_joker_as_it_is():
    rule = Listed({(1, 1): 7})
    assert (rule.joker((1, 1)), rule.joker((2, 2))) == (7, 0)


def test_a_rule_of_ones_own_takes_a_joker_as_it_is_unless_it_says_otherwise():
    class Odd(Rule):
        def __call__(self, roll):
            return sum(face % 2 for face in roll)

    assert Odd().joker((1, 2, 3)) == 2


@pytest.mark.parametrize("key", [(1, 2, 3), (3, 2, 1), (2, 3, 1)])
def test_a_list_knows_a_roll_in_any_order(key):
    assert Listed({key: 8})((1, 2, 3)) == 8


def test_lists_that_say_the_same_are_equal():
    one, other = Listed({(1, 2): 3, (1, 1): 4}), Listed({(1, 1): 4, (2, 1): 3})
    assert (one, hash(one)) == (other, hash(other))
