"""Boards show the numbers and the ratings that the engine has found."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from matplotlib.colors import to_rgb

from perfectplay.engines.race.ratings import HALF, Ratings
from perfectplay.figures.look import DARK, LIGHT, ink_on, luminance
from perfectplay.games.greed.figures.board import board


@pytest.fixture(scope="module")
def ratings():
    return Ratings.of(20, 3, 20, HALF, exact=False)


def written(figure):
    """The number in each cell, by the mover's score and the other's."""
    return {text.get_position(): int(text.get_text()) for text in figure.axes[0].texts}


@pytest.mark.parametrize("last", [True, False])
@pytest.mark.parametrize("dark", [True, False])
def test_every_cell_has_the_best_number_of_dice(ratings, last, dark):
    cells = written(board(ratings, last=last, dark=dark))
    assert len(cells) == 21 * 21
    for (mine, theirs), dice in cells.items():
        assert dice == ratings.best(mine, theirs, last=last, player=0)[1]


@pytest.mark.parametrize("last", [True, False])
def test_the_colours_are_the_ratings_with_the_mover_to_the_right(ratings, last):
    [image] = board(ratings, last=last).axes[0].images
    assert image.origin == "lower"
    assert image.get_clim() == (0, 1)
    for mine, theirs in ((0, 0), (3, 17), (17, 3), (20, 20)):
        rating, _ = ratings.best(mine, theirs, last=last, player=0)
        assert image.get_array()[theirs, mine] == pytest.approx(rating, abs=1e-15)


def test_exact_ratings_are_drawn_alike(ratings):
    exact = Ratings.of(20, 3, 20, HALF, exact=True)
    for last in (True, False):
        ours, theirs = board(exact, last=last), board(ratings, last=last)
        assert written(ours) == written(theirs)
        pictures = [figure.axes[0].images[0].get_array() for figure in (ours, theirs)]
        assert np.allclose(*pictures, atol=1e-14)


def test_a_large_board_has_two_panels_and_no_numbers():
    ratings = Ratings.of(60, 6, 60, HALF, exact=False)
    figure = board(ratings, last=False)
    rating, dice = (axes.images[0].get_array() for axes in figure.axes[:2])
    assert not figure.axes[0].texts
    assert rating[0, 0] == pytest.approx(ratings.best(0, 0, last=False, player=0)[0])
    assert dice[60, 0] == ratings.best(0, 60, last=False, player=0)[1]


def test_the_axes_say_whose_score_is_where(ratings):
    axes = board(ratings, last=True).axes[0]
    assert axes.get_xlabel() == "score of the player to move"
    assert axes.get_ylabel() == "score of the other player"
    assert axes.get_title(loc="left") == "max 20, three-sided dice"


@pytest.mark.parametrize("look", [LIGHT, DARK])
def test_numbers_stand_out_from_every_rating(look):
    for rating in np.linspace(0, 1, 101):
        colour = look.rating_colours(rating)
        bright = [luminance(each) + 0.05 for each in (colour, ink_on(colour))]
        assert max(bright) / min(bright) >= 4.5


@pytest.mark.parametrize("look", [LIGHT, DARK])
def test_text_and_lines_stand_out_from_the_page(look):
    def contrast(colour):
        bright = sorted(luminance(each) + 0.05 for each in (colour, look.page))
        return bright[1] / bright[0]

    assert contrast(look.ink) >= 7
    assert all(contrast(colour) >= 3 for colour in (*look.series, look.win, look.bust))


@pytest.mark.parametrize("look", [LIGHT, DARK])
def test_the_two_ends_of_the_ratings_differ_to_every_eye(look):
    """Orange and blue differ in the amount of blue, which few colour-blind eyes cannot see."""
    worst, best = to_rgb(look.ratings[0]), to_rgb(look.ratings[-1])
    assert best[2] - worst[2] > 0.4


def test_other_values_of_a_tie_have_a_board_for_each_player():
    ratings = Ratings.of(6, 3, 6, Fraction(0), exact=True)
    boards = [written(board(ratings, last=True, player=player)) for player in (0, 1)]
    for player, cells in enumerate(boards):
        for (mine, theirs), dice in cells.items():
            assert dice == ratings.best(mine, theirs, last=True, player=player)[1]
