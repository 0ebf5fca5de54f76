"""Races to try things on, and the turns there are in them."""

from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from perfectplay.games.greed import Greed
from perfectplay.model.race import RaceTurn
from perfectplay.objectives import Win

TIES = [Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(1)]
OTHER_RULES = [
    Greed(max=7, sides=3, dice=1),
    Greed(max=7, sides=3, dice=2),
    Greed(max=6, sides=2, dice=9),
    Greed(max=7, sides=3, first=4, second=2),
    Greed(max=7, sides=3, first=7, second=7),
    Greed(max=7, sides=4, second_starts=True),
    Greed(max=7, sides=4, dice=3, first=1, second=5, second_starts=True),
]


def all_turns(limit):
    """Every turn up to a limit: both scores, last or not, either player to move."""
    scores = range(limit + 1)
    return [RaceTurn(*turn) for turn in product(scores, scores, (False, True), (0, 1))]


@st.composite
def races(draw, limit=10, sides=8):
    """A race of any rules with an objective, a tie being worth anything."""
    highest = draw(st.integers(0, limit))
    scores = st.integers(0, highest)
    game = Greed(
        max=highest,
        sides=draw(st.integers(1, sides)),
        dice=draw(scores),
        first=draw(scores),
        second=draw(scores),
        second_starts=draw(st.booleans()),
    )
    return game, Win(draw(st.fractions(0, 1, max_denominator=7)))
