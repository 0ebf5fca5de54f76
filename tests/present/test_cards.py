"""Advice at a card leads on: what an option is worth is what the table that it leaves is worth."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from statistics import mean

import pytest

from perfectplay import AtLeast, Score, solve
from perfectplay.errors import PositionError
from perfectplay.games.coins import Coins
from perfectplay.model.scorecard import Bonus, Box, Face, OfAKind, Repeat, Scorecard, Straight
from perfectplay.model.scorecard.record import write_dice
from perfectplay.model.table import Table
from perfectplay.present.cards import CardAdvice, card_of
from perfectplay.solution.whole_game import whole_value

CARD = Scorecard(
    "small",
    dice=2,
    sides=3,
    rerolls=2,
    boxes=[
        *(Box("ones", Face(1)), Box("threes", Face(3))),
        *(Box("row", Straight(2, 4)), Box("pair", OfAKind(2, 5))),
    ],
    bonuses=[Bonus("upper", ["ones", "threes"], at=5, points=7)],
    repeat=Repeat("pair", 10, "free"),
)
SOLVED = {str(aim): solve(CARD, aim, exact=True) for aim in (Score(), AtLeast(15))}


def written(filled):
    """The boxes that are filled, as a player writes them."""
    return " ".join(f"{name}={points}" for name, points in filled.items())


def worth(solution, dice, rerolls, filled):
    """What a table is worth; where there are no dice on it yet, before they are rolled."""
    seen = solution.game.position_from_table(Table(dice or None, rerolls, written(filled)))
    value = solution.value_at(seen.position, seen.score if solution.tracked else None)
    return whole_value(solution, value, seen.score)


def rolled(solution, kept, luck=None):
    """All that the dice can show once those that are not kept are rolled, or one of these."""
    card = solution.game.card
    left = card.dice - len(kept)
    every = [kept + new for new in itertools.product(range(1, card.sides + 1), repeat=left)]
    return [luck.choice(every)] if luck else every


@pytest.mark.parametrize("solution", SOLVED.values(), ids=SOLVED)
@pytest.mark.parametrize("seed", range(5))
def test_every_option_is_worth_what_the_table_is_that_it_leaves(solution, seed):
    luck, card, filled = random.Random(seed), solution.game.card, {}
    (dice,) = rolled(solution, (), luck)
    rerolls = card.rerolls
    while len(filled) < len(card.names):
        table = Table(write_dice(card, dice), rerolls, written(filled))
        advice = CardAdvice.at(solution, solution.game.position_from_table(table))
        assert advice.whole == worth(solution, write_dice(card, dice), rerolls, filled)
        for option in advice.options:
            after = advice.after(option, filled)
            if advice.moment == "place":
                assert worth(solution, "", None, after.card) == option.whole
                assert sum(after.card.values()) - sum(filled.values()) == advice.points(option)
                continue
            kept = advice.keeps[option.label]
            assert write_dice(card, kept) == after.dice or not kept
            shown = [write_dice(card, roll) for roll in rolled(solution, kept)]
            assert option.whole == mean(
                Fraction(worth(solution, roll, after.rerolls, filled)) for roll in shown
            )
        taken = luck.choice(advice.options)
        after = advice.after(taken, filled)
        filled = after.card
        kept = () if advice.moment == "place" else advice.keeps[taken.label]
        (dice,) = rolled(solution, kept, luck)
        rerolls = card.rerolls if after.rerolls is None else after.rerolls


@pytest.mark.parametrize("dice", ["33", "12", "11"])
def test_points_now_and_later_are_all_that_an_option_is_worth(dice):
    solution = SOLVED["score"]
    seen = solution.game.position_from_table(Table(dice, 0))
    advice = CardAdvice.at(solution, seen)
    for option in advice.options:
        reason = advice.reason(option)
        assert reason.points + reason.later == option.value
        assert not reason.aims


def test_where_the_score_matters_it_has_to_be_known():
    solution = SOLVED["at-least:15"]
    seen = solution.game.position_from_table(Table("12", 0, "row"))
    with pytest.raises(PositionError, match="the score so far matters"):
        CardAdvice.at(solution, seen)


def test_a_game_without_a_card_has_none():
    with pytest.raises(PositionError, match="coins is not played on a scorecard"):
        card_of(Coins())
