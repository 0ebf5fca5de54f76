"""Bounds that begin with a guess hold the exact values, whatever was guessed."""

import random
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay import Chance, Choice, Compute, Final, Game, solve
from perfectplay.engines.compiled.guessing import Guess
from perfectplay.engines.compiled.solving import StalledError
from perfectplay.games.royal_ur import RoyalUr

COMPILED = Compute(engine="compiled")
PLACES = 24
KINDS = ("chance", "chance", "chance", "mine", "theirs", "end")


class Place(NamedTuple):
    """A place in a maze."""

    at: int


def maze(seed, lost=False):
    """Ways lead anywhere, by chance or by choice; where one is `lost`, whoever chooses may stay."""
    chooser = random.Random(seed)
    ways = [
        (chooser.choice(KINDS), *(chooser.randrange(PLACES) for _ in range(3)))
        for _ in range(PLACES)
    ]
    ways = (*ways, ("end", 0, 0, 0))

    class Maze(Game[Place]):
        players = 2
        endless = 0

        def start(self):
            return Place(0)

        def at(self, position):
            kind, first, second, third = ways[position.at]
            if kind == "end":
                return Final(first - 12)
            slow = Chance.weighted([(Place(first), 4), (Place(second), 3), (position, 1)])
            if kind == "chance":
                return slow
            seat = 0 if kind == "mine" else 1
            if lost:
                return Choice({1: Place(first), 2: Place(second), 3: slow}, seat)
            out = Chance.weighted([(Place(third), 6), (Place(PLACES), 1)])
            more = Chance.weighted([(Place(second), 9), (Place(PLACES), 1)])
            return Choice({1: out, 2: more}, seat)

    return Maze()


def holds_exact_values(game):
    """Whether the bounds of all positions hold the values as fractions; None if there are none."""
    exact = solve(game, exact=True)
    try:
        table = solve(game, compute=COMPILED).table_of_bounds
    except StalledError:
        return None
    pairs = [(table.bounds_at(at, turned=False), table.position(at)[0]) for at in range(len(table))]
    return all(low <= exact.value_at(each) <= high for (low, high), each in pairs)


@pytest.fixture
def proofs(monkeypatch):
    """Whether each guess was proved."""
    found = []
    proves = Guess.proves
    monkeypatch.setattr(Guess, "proves", lambda self: found.append(proves(self)) or found[-1])
    return found


@settings(max_examples=12)
@given(seed=st.integers(0, 10**6), lost=st.booleans())
def test_bounds_hold_the_values_of_random_games(seed, lost):
    assert holds_exact_values(maze(seed, lost)) in (True, None)


def test_most_guesses_are_proved_where_play_leaves_every_cycle(proofs):
    assert all(holds_exact_values(maze(seed)) for seed in range(8))
    assert proofs.count(True) >= 4


def test_no_guess_is_proved_where_play_may_stay_for_ever(proofs):
    for seed in range(8):
        holds_exact_values(maze(seed, lost=True))
    assert False in proofs


@pytest.mark.parametrize("off", [1e-13, 1e-9, 0.3, float("nan")])
def test_a_wrong_guess_is_not_believed(off, monkeypatch):
    converges = Guess.converges

    def misled(self):
        found = converges(self)
        places = np.flatnonzero(self.waiting) + self.layer.first
        if self.layer.solver.ordered:
            places = self.layer.solver.layers.order[places]
        self.layer.bounds[places] += [off, -off]
        return found

    monkeypatch.setattr(Guess, "converges", misled)
    assert all(holds_exact_values(maze(seed)) for seed in range(4))


def test_a_guess_changes_no_digit_that_is_proved(monkeypatch):
    game = RoyalUr(pieces=1)
    guessed = solve(game, compute=COMPILED)
    monkeypatch.setattr(Guess, "proves", lambda self: False)
    plain = solve(game, compute=COMPILED)
    assert max(guessed.lower, plain.lower) <= min(guessed.upper, plain.upper)
    assert guessed.upper - guessed.lower < 1e-12
    assert Fraction(guessed.lower) <= solve(game, exact=True).value <= Fraction(guessed.upper)
