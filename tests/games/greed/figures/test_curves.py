"""Sums, single turns and going first: the artists hold the library's numbers."""

from __future__ import annotations

import numpy as np
import pytest

from perfectplay.engines.race.ratings import HALF, Ratings, chance_to_stay
from perfectplay.figures.survival import at_places, curve_of, survival
from perfectplay.games.greed.figures.first_move import first_move
from perfectplay.games.greed.figures.last_turn import Roll, last_turn
from perfectplay.games.greed.figures.options import options
from perfectplay.games.greed.figures.sums import sums
from perfectplay.games.greed.first_moves import first_moves
from perfectplay.model.dice_sums import chance_of
from perfectplay.solution.distribution import Distribution


@pytest.fixture(scope="module")
def ratings():
    return Ratings.of(20, 3, 20, HALF, exact=True)


def test_sums_have_a_line_for_each_number_of_dice():
    lines = sums([1, 2, 4], 6).axes[0].lines
    assert len(lines) == 3
    for line, dice in zip(lines, (1, 2, 4), strict=True):
        assert list(line.get_xdata()) == list(range(dice, 6 * dice + 1))
        for total, chance in zip(line.get_xdata(), line.get_ydata(), strict=True):
            assert chance == float(chance_of(total, dice, 6))


def test_totals_too_rare_to_be_seen_are_left_out():
    [line] = sums([50], 6).axes[0].lines
    assert 50 < min(line.get_xdata()) < 175 < max(line.get_xdata()) < 300
    assert sum(line.get_ydata()) > 0.999


@pytest.mark.parametrize(("mine", "theirs"), [(8, 15), (0, 19), (12, 5), (20, 20), (18, 20)])
def test_the_chances_of_a_last_turn_add_up_to_its_rating(ratings, mine, theirs):
    worth = ratings.options(mine, theirs, last=True, player=0)
    for dice, rating in enumerate(worth):
        chances = Roll(mine, theirs, 20, dice, 3).chances
        assert sum(chances.values()) == pytest.approx(1)
        assert chances["win"] + chances["tie"] / 2 == pytest.approx(float(rating), abs=1e-12)
        assert chances["bust"] == pytest.approx(1 - float(chance_to_stay(20 - mine, dice, 3)))


def test_a_last_turn_draws_the_scores_and_names_the_chances(ratings):
    figure = last_turn(ratings, 8, 15, runner_up=True)
    best, second = figure.axes
    heights = {round(bar.get_center()[0]): bar.get_height() for bar in best.containers[0]}
    assert heights[18] == pytest.approx(float(chance_of(10, 5, 3)))
    assert best.get_title(loc="left").startswith("5 dice (best)")
    assert second.get_title(loc="left").startswith("4 dice (runner-up)")
    assert best.get_xlim() == second.get_xlim()
    told = [text.get_text() for text in best.get_legend().texts]
    assert told == ["behind 2.5 %", "tie 6.2 %", "win 82.7 %", "bust 8.6 %"]


def test_a_number_of_dice_that_is_as_good_is_called_so():
    ratings = Ratings.of(20, 6, 20, HALF, exact=False)
    figure = last_turn(ratings, 10, 11, runner_up=True)
    assert [axes.get_title(loc="left")[:15] for axes in figure.axes] == [
        "1 die (best): r",
        "2 dice (as good",
    ]


def test_there_is_no_runner_up_where_there_is_no_room(ratings):
    assert len(last_turn(ratings, 20, 20, runner_up=True).axes) == 1


def test_options_show_every_rating_beside_the_chance_to_bust():
    ratings = Ratings.of(10, 3, 10, HALF, exact=True)
    bust, worth, best = options(ratings, 2, 4).axes[0].lines
    assert [round(each, 5) for each in worth.get_ydata()[1:4]] == [0.48777, 0.48231, 0.48631]
    assert list(best.get_xdata()) == [1]
    for dice, chance in zip(bust.get_xdata(), bust.get_ydata(), strict=True):
        assert chance == pytest.approx(1 - float(chance_to_stay(8, dice, 3)))


def test_going_first_is_drawn_against_the_limit():
    advantage = {s: {m.limit: m.rating - 0.5 for m in first_moves(range(1, 31), s)} for s in (3, 6)}
    zero, three, six = first_move(advantage).axes[0].lines
    assert set(zero.get_ydata()) == {0}
    assert list(three.get_xdata()) == list(range(1, 31))
    assert three.get_ydata()[9] == pytest.approx(14352595 / 28697814 - 0.5)
    assert list(six.get_ydata()) == list(advantage[6].values())


@pytest.mark.parametrize("sides", [1, 2, 3, 6])
def test_one_table_answers_for_all_smaller_limits(sides):
    for move in first_moves(range(13), sides, exact=True):
        alone = Ratings.of(move.limit, sides, move.limit, HALF, exact=True)
        assert (move.rating, move.dice) == alone.best(0, 0, last=False, player=0)


def test_curves_are_chances_to_reach_a_score():
    spread = Distribution({0: 0.25, 3: 0.25, 10: 0.5})
    curve = curve_of(spread)
    assert curve == {0: 1.0, 3: 0.75, 10: 0.5}
    line = ([0, 3, 10, 11], [1, 0.75, 0.5, 0])
    assert list(at_places(line, np.arange(-1, 13))) == [
        float(spread.at_least(score)) for score in range(-1, 13)
    ]


def test_a_curve_may_be_a_list_or_a_mapping():
    figure = survival({"list": [1, 0.5], "mapping": {0: 1, 1: 0.5}}, "both")
    one, other = figure.axes[0].lines[:2]
    assert list(one.get_ydata()) == list(other.get_ydata()) == [1, 0.5, 0]
