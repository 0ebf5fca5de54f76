"""The positions between turns: which there are, what tells them apart, and their numbers."""

import dataclasses
from itertools import chain, combinations, product

import numpy as np
import pytest
from hypothesis import given

from perfectplay.engines.scorecard.anchors import ABSENT, Anchors
from perfectplay.games.kniffel import Kniffel
from perfectplay.games.yahtzee import UPPER, Yahtzee
from perfectplay.games.yatzy import Yatzy
from perfectplay.games.yazy import Yazy
from perfectplay.model.scorecard import Bonus, Repeat, Turn
from tests.engines.scorecard.both_ways import BOXES, SMALL, both_ways
from tests.random_cards import cards

AT = 63
SETS = [filled for size in range(7) for filled in combinations(range(1, 7), size)]
"""The sets of upper boxes, by their faces."""


def totals(filled):
    """All that some upper boxes can come to, up to where the bonus is sure: die by die."""
    dice = product(range(6), repeat=len(filled))
    return {min(sum(map(int.__mul__, filled, counts)), AT) for counts in dice}


REACHED = {filled: totals(filled) for filled in SETS}


@pytest.fixture(scope="module")
def yahtzee():
    return Anchors(Yahtzee().card)


NAMES = Yahtzee().card.names


def upper_turn(filled, total):
    """A turn of Yahtzee with some upper boxes filled and all others open."""
    shut = [UPPER[face - 1] for face in filled]
    return Turn(tuple(name for name in NAMES if name not in shut), (total,))


# The upper section of Yahtzee


def test_the_known_number_of_upper_totals_can_occur(yahtzee):
    [section] = yahtzee.sections
    assert sum(map(len, REACHED.values())) == 2_794
    assert sum(reached.bit_count() for reached in section.reached) == 2_794
    assert len(SETS) * (AT + 1) - 2_794 == 1_302


def test_exactly_the_upper_totals_that_can_occur_have_an_anchor(yahtzee):
    known = {
        filled: {n for n in range(AT + 1) if yahtzee.anchor(upper_turn(filled, n)) != ABSENT}
        for filled in SETS
    }
    assert known == REACHED


def test_totals_are_told_apart_as_long_as_the_bonus_can_be_had(yahtzee):
    lanes = 0
    for filled, reached in REACHED.items():
        left = sum(5 * face for face in range(1, 7) if face not in filled)
        hopeless = {n for n in reached if n + left < AT}
        anchors = {n: yahtzee.anchor(upper_turn(filled, n)) for n in reached}
        assert len({anchors[n] for n in hopeless}) == min(len(hopeless), 1)
        assert len(set(anchors.values())) == len(reached - hopeless) + min(len(hopeless), 1)
        lanes += len(set(anchors.values()))
    assert lanes == sum(yahtzee.sections[0].lanes) == 1_873


def test_yahtzee_has_the_known_number_of_states():
    lower_boxes_with_the_flag = 2**6 * 3
    assert 2_794 * lower_boxes_with_the_flag == 536_448
    assert Anchors(Yahtzee().card).count == 1_873 * lower_boxes_with_the_flag == 359_616


@pytest.mark.parametrize(
    ("game", "count"),
    [
        (Yahtzee(bonus=False), 1_873 * 2**7),
        (Kniffel(), 1_873 * 2**7),
        (Yatzy(), 1_873 * 2**9),
        (Yazy(), 2**11),
    ],
    ids=repr,
)
def test_only_what_matters_is_told_apart(game, count):
    assert Anchors(game.card).count == count


# Numbers


@pytest.mark.slow
@pytest.mark.parametrize("game", [Yahtzee(), Yazy()], ids=repr)
def test_every_anchor_of_a_game_has_a_turn_of_its_own(game):
    anchors = Anchors(game.card)
    turns = dict(anchors.turns())
    assert list(turns) == list(range(anchors.count))
    assert len(set(turns.values())) == anchors.count
    assert [anchors.anchor(turn) for turn in turns.values()] == list(turns)


@given(cards())
def test_every_anchor_of_any_card_has_a_turn_of_its_own(card):
    anchors = Anchors(card)
    turns = dict(anchors.turns())
    assert list(turns) == list(range(anchors.count))
    assert [anchors.anchor(turn) for turn in turns.values()] == list(turns)


@given(cards())
def test_every_turn_that_play_reaches_has_an_anchor(card):
    both = both_ways(card)
    for turn in both.graph.names.found:
        if isinstance(turn, Turn):
            assert 0 <= both.engine.anchors.anchor(turn) < both.engine.positions


@given(cards())
def test_turns_share_an_anchor_only_where_their_values_are_the_same(card):
    both = both_ways(card)
    values = {}
    for turn in both.graph.names.found:
        if isinstance(turn, Turn):
            key = both.engine.anchors.anchor(turn)
            told = turn.open, turn.repeat, both.graph.value_at(turn)
            assert values.setdefault(key, told) == told


@given(cards())
def test_the_fewer_boxes_are_open_the_lower_the_number(card):
    still_open = [len(turn.open) for _, turn in Anchors(card).turns()]
    assert still_open == sorted(still_open)


@given(cards())
def test_the_runs_of_all_layers_lie_one_after_the_other(card):
    anchors = Anchors(card)
    begin = 0
    for filled in range(len(card.boxes), -1, -1):
        runs = anchors.runs(filled)
        assert runs.begin[0] == begin
        assert (np.diff(runs.begin) > 0).all()
        assert {int(mask).bit_count() for mask in runs.mask} == {filled}
        begin = runs.begin[-1]
    assert begin == anchors.count


def test_the_start_is_the_last_anchor(yahtzee):
    assert yahtzee.anchor(Yahtzee().start()) == yahtzee.count - 1


# What cannot occur

OPEN = tuple(box.name for box in BOXES)
WITH_ALL = dataclasses.replace(
    SMALL, bonuses=[Bonus("upper", ["ones", "threes"], 5, 7)], repeat=Repeat("pair", 10)
)


@pytest.mark.parametrize(
    "turn",
    [
        Turn(OPEN, (1,)),
        Turn(OPEN[1:], (3,)),
        Turn(OPEN[2:], (6,)),
        Turn(OPEN[1:], (-1,)),
        Turn(OPEN, (0,), True),
        Turn(OPEN[1:], (2,), True),
    ],
)
def test_a_turn_that_cannot_occur_has_no_anchor(turn):
    assert Anchors(WITH_ALL).anchor(turn) == ABSENT


@pytest.mark.parametrize(
    "turn",
    [Turn(OPEN, (0,)), Turn(OPEN[1:], (2,)), Turn(OPEN[2:], (5,)), Turn(OPEN[:3], (0,), True)],
)
def test_a_turn_that_can_occur_has_one(turn):
    assert Anchors(WITH_ALL).anchor(turn) != ABSENT


def test_boxes_in_order_are_filled_from_the_first():
    anchors = Anchors(dataclasses.replace(SMALL, in_order=True))
    sets = chain.from_iterable(combinations(OPEN, size) for size in range(5))
    known = [still_open for still_open in sets if anchors.anchor(Turn(still_open)) != ABSENT]
    assert known == [OPEN[filled:] for filled in range(4, -1, -1)]


def test_a_bonus_that_brings_nothing_tells_nothing_apart():
    card = dataclasses.replace(SMALL, bonuses=[Bonus("upper", ["ones", "threes"], 5, 0)])
    assert Anchors(card).count == Anchors(SMALL).count == 2**4


def test_a_bonus_out_of_reach_tells_nothing_apart():
    card = dataclasses.replace(SMALL, bonuses=[Bonus("upper", ["ones", "threes"], 9, 7)])
    assert Anchors(card).count == 2**4


def test_the_last_anchors_tell_the_bonuses():
    bonuses = [Bonus("upper", ["ones", "threes"], 5, 7), Bonus("threes-bonus", ["threes"], 6, 1)]
    anchors = Anchors(dataclasses.replace(SMALL, bonuses=bonuses))
    ends = {turn.totals for _, turn in anchors.turns() if not turn.open}
    assert ends == {(4, 3), (4, 6), (5, 3), (5, 6)}
    assert anchors.bonuses() == [0, 1, 7, 8]
