"""Random small scorecards: every rule, bonus and joker of the library, on one to three dice.

Points are small, so that options tie; a bonus may count any boxes, bring nothing or be out of
reach; a joker is now and then all that a box can score by, as a full house is with three dice.
"""

from itertools import combinations_with_replacement

from hypothesis import strategies as st

from perfectplay.model.scorecard import (
    Bonus,
    Box,
    Face,
    FullHouse,
    Listed,
    NamedStraight,
    OfAKind,
    Pairs,
    Repeat,
    Scorecard,
    Straight,
    Total,
)

SIZES = [(1, 2, 4), (1, 4, 4), (2, 2, 4), (2, 3, 4), (2, 4, 3), (3, 2, 4), (3, 3, 3), (3, 4, 2)]
"""Dice, sides, and the most boxes with which exact fractions are still quick."""
NAMES = ("first", "second", "third", "fourth")

awards = st.sampled_from(["sum", "kind", 0, 1, 3, 8])


def highest(roll):
    """A box that is scored by Python code."""
    return roll[-1]


def rules(dice, sides):
    """Any rule for some dice; some are such that no roll scores, or only a joker."""
    faces = st.integers(1, sides)
    rolls = list(combinations_with_replacement(range(1, sides + 1), dice))
    return st.one_of(
        st.builds(Face, faces),
        st.builds(Face, faces),
        st.builds(OfAKind, st.integers(1, dice + 1), awards),
        st.builds(OfAKind, st.just(dice), awards),
        st.builds(Pairs, st.integers(1, 2), awards),
        st.builds(FullHouse, awards, st.booleans()),
        st.builds(Straight, st.integers(1, 3), awards),
        st.builds(NamedStraight, st.lists(faces, min_size=1, unique=True), awards),
        st.just(Total()),
        st.builds(Listed, st.dictionaries(st.sampled_from(rolls), st.integers(0, 9))),
        st.just(highest),
    )


def bonuses(boxes):
    """No bonus, one, or two that may count the same boxes."""
    counted = st.lists(st.sampled_from(boxes), min_size=1, unique=True)
    at, points = st.integers(1, 9) | st.just(40), st.sampled_from([0, 1, 4, 10])
    bonus = st.builds(Bonus, st.just("bonus"), counted, at, points)
    other = st.builds(Bonus, st.just("other"), counted, at, points)
    return st.tuples() | st.tuples(bonus) | st.tuples(bonus, other)


def repeats(box, jokers):
    """What a roll brings that scores in a filled box."""
    return st.builds(Repeat, st.just(box), st.sampled_from([0, 2, 10]), st.sampled_from(jokers))


def jokers(in_order, scoring):
    """The rules for jokers that a card can have."""
    faces = [rule.face for rule in scoring if isinstance(rule, Face)]
    return ["none"] if in_order or len(set(faces)) < len(faces) else ["forced", "free", "none"]


@st.composite
def cards(draw):
    """A random card; many have a box for dice that are all alike, and one for a face of them."""
    dice, sides, most = draw(st.sampled_from(SIZES))
    names = NAMES[: draw(st.sampled_from([1, most - 1, most]))]
    scoring = [draw(rules(dice, sides)) for _ in names]
    in_order = draw(st.integers(0, 4)) == 4
    repeated = draw(st.sampled_from([None, *names]))
    if repeated and draw(st.booleans()):
        place = names.index(repeated)
        scoring[place - 1] = Face(draw(st.integers(1, sides)))
        scoring[place] = OfAKind(dice, draw(st.integers(1, 9)))
    repeat = repeats(repeated, jokers(in_order, scoring)) if repeated else st.none()
    return Scorecard(
        "random",
        dice=dice,
        sides=sides,
        rerolls=draw(st.integers(0, 2)),
        boxes=list(map(Box, names, scoring)),
        bonuses=draw(bonuses(names)),
        repeat=draw(repeat),
        in_order=in_order,
    )
