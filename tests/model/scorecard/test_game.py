"""A scorecard as a game: its positions, where a roll may go, and what play is worth."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay import AtLeast, Chance, Choice, Final, Gain, Score, solve
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.model import Inline
from perfectplay.model.scorecard import (
    Bonus,
    Box,
    Face,
    FullHouse,
    OfAKind,
    Pairs,
    Placement,
    Repeat,
    Rolled,
    Scorecard,
    Straight,
    Total,
    Turn,
    faces,
)
from perfectplay.model.scorecard.game import keeps
from perfectplay.model.walk import reached
from tests.model.scorecard import by_hand

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER = (
    *("three-of-a-kind", "four-of-a-kind", "full-house"),
    *("small-straight", "large-straight", "chance"),
)
FULL = {"full-house": 25, "small-straight": 30, "large-straight": 40}

SMALL = Scorecard(
    "small",
    dice=2,
    sides=3,
    rerolls=2,
    boxes=[
        *(Box("ones", Face(1)), Box("threes", Face(3))),
        *(Box("row", Straight(2, 4)), Box("pair", OfAKind(2, 5))),
    ],
    bonuses=[Bonus("upper", ["ones", "threes"], at=5, points=7), Bonus("row-bonus", ["row"], 4, 1)],
    repeat=Repeat("pair", points=10),
)

SMALL_POSITIONS = [position for position, _ in reached(SMALL, scored=False)]


# Positions as text and in tables


def test_a_position_is_read_back_from_its_text():
    for position in SMALL_POSITIONS:
        back = SMALL.read(SMALL.text(position))
        assert (type(back), back) == (type(position), position)


def test_a_text_stands_for_one_position():
    assert len(set(map(SMALL.text, SMALL_POSITIONS))) == len(SMALL_POSITIONS)


@pytest.mark.parametrize(
    ("position", "text"),
    [
        (Turn(("x",)), "open=x"),
        (Turn(()), "open=-"),
        (Turn(("x", "y"), (0, 3), True), "open=x,y totals=0,3 repeat=yes"),
        (Rolled(("x",), (5,)), "open=x roll=5"),
        (Rolled(("x",), (1, 2), 1, (4,)), "open=x roll=1,2 rerolls=1 totals=4"),
        (Inline(Rolled(("x",), (1, 2), 1), ("keep 2",)), "open=x roll=1,2 rerolls=1 > keep 2"),
    ],
)
def test_a_text_leaves_out_what_says_nothing(position, text):
    assert SMALL.text(position) == text


def test_a_text_may_have_boxes_and_dice_in_any_order():
    read = SMALL.read("roll=3,1 open=pair,ones rerolls=1 totals=2,0")
    assert read == Rolled(("ones", "pair"), (1, 3), 1, (2, 0))


def test_totals_that_are_not_told_are_none():
    assert SMALL.read("open=ones") == Turn(("ones",), (0, 0))


def test_boxes_that_are_not_on_the_card_are_not_dropped():
    assert SMALL.read("open=ones,chance").open == ("ones", "chance")


def test_a_node_in_place_is_read_back_by_a_solution():
    solution = solve(SMALL)
    text = "open=ones,threes,row,pair roll=1,3 rerolls=2 totals=0,0 > keep 3"
    assert SMALL.text(solution.read(text)) == text


@pytest.mark.parametrize(
    ("card", "columns"),
    [
        (SMALL, {"open": "ones", "roll": "1,3", "rerolls": 1, "totals": "2,0", "repeat": False}),
        (
            Scorecard("one-die", dice=1, rerolls=1, boxes=faces()),
            {"open": "ones", "roll": 3, "rerolls": 1},
        ),
        (
            Scorecard("plain", dice=2, rerolls=0, boxes=faces(), repeat=Repeat("ones", points=0)),
            {"open": "ones", "roll": "1,3"},
        ),
    ],
)
def test_a_table_has_the_columns_that_the_card_needs(card, columns):
    roll = (1, 3) if card.dice == 2 else (3,)
    assert card.row_of(Rolled(("ones",), roll, 1, (2, 0))) == columns


# Rolling and keeping


@pytest.mark.parametrize(("dice", "sides"), [(1, 6), (2, 3), (5, 6)])
def test_a_roll_is_as_likely_as_the_dice_have_it(dice, sides):
    card = Scorecard("mine", dice=dice, sides=sides, boxes=faces())
    throws = Counter(tuple(sorted(throw)) for throw in product(range(1, sides + 1), repeat=dice))
    chance = card.at(card.start())
    assert {then.roll: weight for then, weight in chance.outcomes} == throws
    assert chance.odds.total == sides**dice
    assert {then.rerolls for then in chance.thens} == {2}


@pytest.mark.parametrize(
    ("label", "kept"),
    [
        *(("reroll all", ()), ("keep 6", (6,)), ("keep 1 6", (1, 6))),
        *(("keep 3 3", (3, 3)), ("keep 1 3 3 6", (1, 3, 3, 6))),
    ],
)
def test_the_dice_that_are_not_kept_are_rolled_again(label, kept):
    rolled = Yahtzee().at(Rolled(("chance",), (1, 3, 3, 6, 6), 2, (0,)))
    chance = rolled.options[label]
    throws = product(range(1, 7), repeat=5 - len(kept))
    expected = Counter(tuple(sorted((*kept, *throw))) for throw in throws)
    assert {then.roll: weight for then, weight in chance.outcomes} == expected
    assert {then.rerolls for then in chance.thens} == {1}


def test_all_chances_add_up_to_one():
    for position in SMALL_POSITIONS:
        node = SMALL.at(position)
        inner = node.options.values() if isinstance(node, Choice) else [node]
        for chance in inner:
            if isinstance(chance, Chance):
                assert sum(chance.odds.fractions()) == 1
                assert len(set(chance.thens)) == len(chance.thens)


@pytest.mark.parametrize("rerolls", [1, 2, 5])
def test_who_keeps_all_dice_is_done_with_rolling(rerolls):
    rolled = Rolled(("ones", "pair"), (1, 3), rerolls, (0, 4))
    assert SMALL.at(rolled).options["keep all"] == rolled._replace(rerolls=0)


def test_a_turn_has_so_many_rerolls():
    assert {at.rerolls for at in SMALL_POSITIONS if isinstance(at, Rolled)} == {0, 1, 2}


def test_without_rerolls_a_roll_is_placed_at_once():
    card = Scorecard("mine", dice=2, rerolls=0, boxes=faces())
    rolled = card.at(card.start()).thens[0]
    assert list(card.at(rolled).options) == list(UPPER)


@pytest.mark.parametrize("roll", [(4,), (1, 1), (3, 6, 6), (1, 1, 2, 2, 2), (1, 2, 3, 4, 5, 6)])
def test_any_of_the_dice_can_be_kept(roll):
    picks = product([False, True], repeat=len(roll))
    kept = {tuple(die for die, stays in zip(roll, pick, strict=True) if stays) for pick in picks}
    assert set(keeps(roll)) == kept
    assert len(keeps(roll)) == len(kept)


@pytest.mark.parametrize("roll", [(4,), (3, 6, 6), (1, 2, 3, 4, 5, 6)])
def test_the_more_dice_are_kept_the_earlier_an_option_comes(roll):
    sizes = list(map(len, keeps(roll)))
    assert sizes == sorted(sizes, reverse=True)
    assert (keeps(roll)[0], keeps(roll)[-1]) == (roll, ())


def test_options_are_called_by_the_dice_that_are_kept():
    options = SMALL.at(Rolled(("ones",), (1, 3), 1, (0, 0))).options
    assert list(options) == ["keep all", "keep 1", "keep 3", "reroll all"]


# Placing a roll


def placed(turn, roll, **rules):
    """The points that a roll can score in Yahtzee, those of the box and the bonus apart."""
    placements = Yahtzee(**rules).placements(turn, roll)
    return {name: (place.points, place.extra) for name, place in placements.items()}


def without(*filled):
    """A turn of Yahtzee with some boxes filled; the Yahtzee box too, with its 50 points."""
    names = (*UPPER, *LOWER)
    return Turn(tuple(name for name in names if name not in filled), (0,), True)


@pytest.mark.parametrize("face", range(1, 7))
def test_a_joker_must_go_into_the_box_of_its_face_while_it_is_open(face):
    assert placed(without(), (face,) * 5) == {UPPER[face - 1]: (5 * face, 100)}


@pytest.mark.parametrize("face", range(1, 7))
def test_a_joker_whose_box_is_filled_scores_in_full_in_any_lower_box(face):
    dice = dict.fromkeys(LOWER, 5 * face)
    assert placed(without(UPPER[face - 1]), (face,) * 5) == {
        name: (points, 100) for name, points in (dice | FULL).items()
    }


@pytest.mark.parametrize("face", range(1, 7))
def test_a_joker_that_fits_nowhere_is_a_zero_in_an_upper_box(face):
    filled = (UPPER[face - 1], *LOWER)
    others = [name for name in UPPER if name not in filled]
    assert placed(without(*filled), (face,) * 5) == dict.fromkeys(others, (0, 100))


def test_the_rule_holds_without_the_bonus_where_the_box_was_filled_with_a_zero():
    turn = without("sixes", *LOWER[:2])._replace(repeat=False)
    assert placed(turn, (6,) * 5) == {
        "full-house": (25, 0),
        "small-straight": (30, 0),
        "large-straight": (40, 0),
        "chance": (30, 0),
    }


def test_the_first_five_of_a_kind_may_go_anywhere_and_is_no_joker():
    turn = Turn(("fives", "sixes", "full-house", "chance", "yahtzee"), (0,))
    assert placed(turn, (6,) * 5) == {
        "fives": (0, 0),
        "sixes": (30, 0),
        "full-house": (0, 0),
        "chance": (30, 0),
        "yahtzee": (50, 0),
    }


def test_a_roll_that_is_no_five_of_a_kind_is_no_joker():
    turn = Turn(("fives", "full-house", "large-straight"), (0,), True)
    assert placed(turn, (5, 6, 6, 6, 6)) == {
        "fives": (5, 0),
        "full-house": (0, 0),
        "large-straight": (0, 0),
    }


def test_a_free_joker_may_go_anywhere_but_scores_as_it_is_while_its_box_is_open():
    turn = Turn(("fives", "sixes", "full-house", "large-straight"), (0,), True)
    assert placed(turn, (6,) * 5, joker="free") == {
        "fives": (0, 100),
        "sixes": (30, 100),
        "full-house": (0, 100),
        "large-straight": (0, 100),
    }


def test_a_free_joker_scores_in_full_once_its_box_is_filled():
    turn = Turn(("fives", "full-house", "large-straight"), (0,), False)
    assert placed(turn, (6,) * 5, joker="free") == {
        "fives": (0, 0),
        "full-house": (25, 0),
        "large-straight": (40, 0),
    }


def test_without_jokers_a_further_five_of_a_kind_is_a_roll_like_others():
    turn = Turn(("fives", "full-house", "chance"), (0,), True)
    assert placed(turn, (6,) * 5, joker="none") == {
        "fives": (0, 100),
        "full-house": (0, 100),
        "chance": (30, 100),
    }


def test_without_the_bonus_the_rule_for_jokers_holds():
    turn = Turn(("fives", "full-house", "chance"), (0,))
    assert placed(turn, (6,) * 5, bonus=False) == {"full-house": (25, 0), "chance": (30, 0)}


turns = st.fixed_dictionaries({name: st.none() | st.integers(0, 30) for name in (*UPPER, *LOWER)})


@settings(max_examples=300)
@given(
    turns,
    st.sampled_from([None, 0, 50]),
    st.integers(1, 6).map(lambda face: (face,) * 5)
    | st.lists(st.integers(1, 6), min_size=5, max_size=5).map(sorted).map(tuple),
    st.sampled_from(["forced", "free", "none"]),
    st.booleans(),
)
def test_a_roll_goes_where_the_rules_of_yahtzee_say(card, yahtzee, roll, joker, bonus):
    boxes = {**card, "yahtzee": yahtzee}
    written = {name: points for name, points in boxes.items() if points is not None}
    game = Yahtzee(joker=joker, bonus=bonus)
    still_open = tuple(name for name in game.card.names if name not in written)
    upper = min(sum(written.get(name, 0) for name in UPPER), 63)
    turn = Turn(still_open, (upper,), bonus and yahtzee == 50)
    allowed = by_hand.places(game.card, written, roll)
    assert placed(turn, roll, joker=joker, bonus=bonus) == allowed


def test_a_box_is_filled_once():
    turn = Turn(("threes", "pair"), (2, 4))
    assert SMALL.placements(turn, (3, 3)) == {
        "threes": Placement(6, 0, Turn(("pair",), (5, 4))),
        "pair": Placement(5, 0, Turn(("threes",), (2, 4), True)),
    }


def test_points_and_the_bonus_for_a_repeat_are_gained_together():
    rolled = Rolled(("row",), (3, 3), 0, (2, 0), True)
    assert SMALL.at(rolled).options == {"row": Gain(14, Turn((), (2, 4), True))}


def test_boxes_in_order_are_filled_from_the_first():
    card = Scorecard("mine", boxes=faces(), in_order=True)
    for filled in range(6):
        assert list(card.placements(Turn(UPPER[filled:]), (1, 2, 3, 4, 5))) == [UPPER[filled]]


def test_in_order_too_a_repeat_brings_its_bonus():
    card = Scorecard(
        "mine",
        dice=2,
        boxes=[Box("pair", OfAKind(2, 5)), *faces()],
        repeat=Repeat("pair", 10, "none"),
        in_order=True,
    )
    placements = card.placements(Turn(UPPER, (), True), (2, 2))
    assert placements == {"ones": Placement(0, 10, Turn(UPPER[1:], (), True))}


# Bonuses


@pytest.mark.parametrize(
    ("total", "points", "then"), [(0, 3, 3), (2, 2, 4), (2, 3, 5), (4, 6, 5), (5, 3, 5)]
)
def test_a_total_is_counted_up_to_where_its_bonus_is_sure(total, points, then):
    turn = Turn(("threes", "row"), (total, 0))
    assert SMALL.fill(turn, "threes", points).totals == (then, 0)


def test_a_box_counts_towards_the_bonuses_that_name_it():
    assert SMALL.fill(Turn(("row", "pair"), (2, 0)), "row", 4).totals == (2, 4)
    assert SMALL.fill(Turn(("row", "pair"), (2, 0)), "pair", 5).totals == (2, 0)


def test_the_bonus_for_a_repeat_counts_towards_no_other():
    place = SMALL.placements(Turn(("ones",), (0, 0), True), (1, 1))["ones"]
    assert (place.extra, place.turn.totals) == (10, (2, 0))


@pytest.mark.parametrize(
    ("totals", "payoff"), [((0, 0), 0), ((4, 3), 0), ((5, 0), 7), ((0, 4), 1), ((5, 4), 8)]
)
def test_the_bonuses_are_paid_at_the_end(totals, payoff):
    node = SMALL.at(Turn((), totals))
    assert isinstance(node, Final)
    assert node.payoff == payoff


@pytest.mark.parametrize(
    ("repeat", "box", "points", "held"),
    [
        (Repeat("pair"), "pair", 5, True),
        (Repeat("pair"), "pair", 0, False),
        (Repeat("pair"), "any", 5, False),
        (Repeat("pair", points=0), "pair", 5, False),
        (None, "pair", 5, False),
    ],
)
def test_a_turn_knows_whether_a_repeat_would_bring_a_bonus(repeat, box, points, held):
    boxes = [Box("pair", OfAKind(2, 5)), Box("any", Total())]
    card = Scorecard("mine", dice=2, boxes=boxes, repeat=repeat)
    assert card.fill(card.start(), box, points).repeat is held


# Whole games


def test_a_small_card_is_worth_what_it_is_at_the_table():
    assert solve(SMALL, exact=True).value == by_hand.value(SMALL)


BOXES = [
    *(Box("ones", Face(1)), Box("twos", Face(2)), Box("any", Total())),
    *(Box("pair", OfAKind(2, 6)), Box("row", Straight(2, 5)), Box("pairs", Pairs(1))),
    Box("first", lambda roll: roll[0]),
    Box("house", FullHouse(4)),
]


@st.composite
def cards(draw):
    """A random card that is small enough to be played out with every die on the table."""
    dice, sides, most = draw(st.sampled_from([(1, 3, 4), (2, 2, 3), (2, 3, 3), (3, 2, 3)]))
    boxes = draw(st.lists(st.sampled_from(BOXES), min_size=1, max_size=most, unique=True))
    names = st.sampled_from([box.name for box in boxes])
    some = st.lists(names, min_size=1, unique=True)
    bonus = st.builds(Bonus, st.just("bonus"), some, st.integers(1, 6), st.integers(0, 5))
    other = st.builds(Bonus, st.just("other"), some, st.integers(1, 6), st.integers(0, 5))
    in_order = draw(st.booleans())
    joker = st.sampled_from(["none"] if in_order else ["forced", "free", "none"])
    return Scorecard(
        "random",
        dice=dice,
        sides=sides,
        rerolls=draw(st.integers(0, 2)),
        boxes=boxes,
        bonuses=draw(st.tuples() | st.tuples(bonus) | st.tuples(bonus, other)),
        repeat=draw(st.none() | st.builds(Repeat, names, st.sampled_from([0, 3, 10]), joker)),
        in_order=in_order,
    )


@given(cards())
def test_any_card_is_worth_what_it_is_at_the_table(card):
    assert solve(card, Score(), exact=True).value == by_hand.value(card)


@given(cards(), st.integers(0, 20))
def test_any_card_wins_as_often_as_at_the_table(card, target):
    wins = by_hand.value(card, lambda score: score >= target)
    assert solve(card, AtLeast(target), exact=True).value == wins


@given(cards())
def test_any_position_of_any_card_is_read_back_from_its_text(card):
    for position, _ in reached(card, scored=False):
        assert card.read(card.text(position)) == position


def test_the_value_of_one_die_and_one_reroll_is_known():
    card = Scorecard("mine", dice=1, rerolls=1, boxes=[Box("any", Total())])
    assert solve(card, exact=True).value == Fraction(17, 4)
