"""A card as plain numbers: placings say what the rules say, and only points are taken along."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given

from perfectplay import solve
from perfectplay.engines.scorecard.answers.portable import placings
from perfectplay.errors import NotOfferedError
from perfectplay.games.yazy import Yazy
from perfectplay.model.scorecard import Turn
from perfectplay.objectives import Exponential
from perfectplay.solution.answers import Portable
from tests.random_cards import cards


def placed_by_data(card, turn, roll):
    """Where a roll may go, by the first placing that fits: points and bonus by box."""
    mask = sum(1 << place for place, name in enumerate(card.names) if name not in turn.open)
    for placing in placings(card, roll):
        free = placing.to & ~mask
        if mask & placing.filled == placing.filled and not mask & placing.open and free:
            points = card.joker_points if placing.joker else card.points
            return {
                name: (points[name][roll], placing.extra if turn.repeat else 0)
                for place, name in enumerate(card.names)
                if free >> place & 1
            }
    return {}


@given(cards())
def test_placings_are_those_of_the_rules(card):
    totals = (0,) * len(card.bonuses)
    for filled in range(len(card.names)):
        for gone in itertools.combinations(card.names, filled):
            still_open = tuple(name for name in card.names if name not in gone)
            if card.in_order and still_open != card.names[filled:]:
                continue
            held = card.repeat is not None and card.repeat.points and card.repeat.box in gone
            for repeat, roll in itertools.product({False, bool(held)}, card.rolls):
                turn = Turn(still_open, totals, repeat)
                by_rules = card.placements(turn, roll)
                told = {name: (each.points, each.extra) for name, each in by_rules.items()}
                assert placed_by_data(card, turn, roll) == told


def test_what_is_taken_along_is_for_points():
    solution = solve(Yazy(), Exponential(0.01))
    assert Portable not in solution.answers
    with pytest.raises(NotOfferedError, match="a scorecard as plain numbers"):
        solution.answer(Portable)
