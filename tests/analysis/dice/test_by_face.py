"""The value by how likely a face is, against the game solved with that die, in fractions."""

from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay import AtLeast, Choice, Final, Game, Score, Win, Within, parameter, solve
from perfectplay.analysis.dice.by_face import ByFace
from perfectplay.analysis.dice.polynomials import Root, Roots, isolated, simple, value_at
from perfectplay.errors import CycleError, ParameterError
from perfectplay.games.coins import Coins
from perfectplay.games.pig import Pig
from perfectplay.games.shut_the_box import ShutTheBox
from perfectplay.games.slots import Slots
from perfectplay.model.loaded import throw, throws, weights_of
from tests.by_engine import solve_graph


class Stand(NamedTuple):
    """Throws left, the points so far, and whose turn it is."""

    left: int
    points: int
    player: int


class Tug(Game[Stand]):
    """In turn, throw the die and pull, or let go for a point: the sum decides."""

    players = 2
    rounds: int = parameter(default=4, low=1, high=8)
    die: str = parameter(default="")

    def start(self):
        return Stand(self.rounds, 0, 0)

    def at(self, stand):
        left, points, player = stand
        if not left:
            return Final(points)
        sign = 1 - 2 * player
        step = lambda gain: Stand(left - 1, points + sign * gain, 1 - player)  # noqa: E731
        pull = throw(weights_of(self.die, 3)).then(lambda face: step(face if face < 3 else -2))
        return Choice({"go": step(1), "pull": pull}, player)

    sides = 3

    def objective(self):
        return Win()


class Twice(Game[tuple]):
    """Throw two dice; keep them, or throw both again: a pair wins."""

    die: str = parameter(default="")

    def start(self):
        return ("first",)

    def at(self, position):
        rolled = throws(2, weights_of(self.die))
        if position == ("first",):
            return rolled.then(lambda roll: ("again", *roll))
        pair = Final(int(position[1] == position[2]) * position[1])
        if position[0] == "last":
            return pair
        return Choice({"keep": pair, "again": rolled.then(lambda roll: ("last", *roll))})


def with_chance(game, face, chance, sides=6):
    rest = (1 - chance) / (sides - 1)
    shares = [chance if each == face else rest for each in range(1, sides + 1)]
    return game.for_words([f"die={','.join(map(str, shares))}"])


CASES = [
    (ShutTheBox(tiles=4), 1, None, 6),
    (ShutTheBox(tiles=5, one_die=True), 2, Score(), 6),
    (Tug(), 3, Win(), 3),
    (Tug(rounds=3), 1, Score(), 3),
    (Twice(), 4, Score(), 6),
    (Pig(target=6, players=1), 1, Within(2, AtLeast(-1)), 6),
]


@pytest.mark.parametrize(("game", "face", "objective", "sides"), CASES)
def test_the_pieces_tell_the_value_of_every_die(game, face, objective, sides):
    found = ByFace.of(game, face, objective)
    ends = [Fraction(0), *(Fraction(float(root)) for root in found.breaks), Fraction(1)]
    inside = [(low + high) / 2 for low, high in pairwise(ends)]
    for chance in [*inside[:: max(1, len(inside) // 6)], Fraction(1, 7), Fraction(1, sides)]:
        loaded = with_chance(game, face, chance, sides)
        assert found.at(chance) == solve_graph(loaded, objective, exact=True).value


@pytest.mark.parametrize(("game", "face", "objective", "sides"), CASES)
def test_play_changes_at_the_breaks_and_nowhere_else(game, face, objective, sides):
    found = ByFace.of(game, face, objective)
    assert all(changes for changes in found.changes())
    for root, (below, above) in zip(found.breaks, pairwise(found.pieces.polynomials), strict=True):
        near = root.within(Fraction(1, 1 << 90)).low
        assert abs(value_at(below, near) - value_at(above, near)) < Fraction(1, 1 << 60)
        assert below != above


@pytest.mark.slow
def test_slots_has_over_a_hundred_breaks():
    slots = ByFace.of(Slots(), 6, Score())
    assert len(slots.breaks) == 107
    assert Fraction(1, 6) in [root.fraction for root in slots.breaks]
    assert any(root.fraction is None for root in slots.breaks)
    for chance in (Fraction(1, 6), Fraction(7, 10)):
        loaded = with_chance(Slots(), 6, chance)
        assert slots.at(chance) == solve_graph(loaded, Score(), exact=True).value


def test_a_break_that_is_a_fraction_is_told_as_one():
    found = ByFace.of(Twice(), 1, Score())
    for root in found.breaks:
        if root.fraction is not None:
            below, above = (
                found.model.play(root.fraction + off)
                for off in (-Fraction(1, 10**9), Fraction(1, 10**9))
            )
            assert below != above


def test_what_has_no_such_value_is_refused():
    with pytest.raises(CycleError, match="limit the turns"):
        ByFace.of(Pig(target=6), 1)
    with pytest.raises(ParameterError, match="does not say which die"):
        ByFace.of(Coins(), 1)
    with pytest.raises(ParameterError, match="7 is not one of"):
        ByFace.of(Slots(), 7)


@given(st.lists(st.fractions(0, 1, max_denominator=40), min_size=1, max_size=6))
def test_the_roots_of_a_polynomial_are_found_each_once(numbers):
    polynomial = (Fraction(1),)
    for number in numbers:
        polynomial = tuple(
            (polynomial[k - 1] if k else 0) - number * (polynomial[k] if k < len(polynomial) else 0)
            for k in range(len(polynomial) + 1)
        )
    once = simple(polynomial)
    low, high = Fraction(-1, 3), Fraction(4, 3)
    found = [Root(once, *ends) for ends in isolated(once, low, high)]
    assert [root.fraction for root in found] == sorted(set(numbers))
    roots = Roots()
    for root in found:
        assert roots.added(Root(once, *root.ends)) is roots.added(Root.of(root.fraction))
    assert len(roots.known) == len(found)


def test_a_root_that_is_no_fraction_is_none():
    polynomial = (Fraction(-1), Fraction(0), Fraction(2))  # 2x² = 1
    (ends,) = isolated(polynomial, Fraction(0), Fraction(1))
    root = Root(polynomial, *ends)
    assert root.fraction is None
    assert float(root) == pytest.approx(0.5**0.5, abs=1e-15)


def test_solving_takes_the_die_that_is_given():
    assert solve(with_chance(Twice(), 6, Fraction(1))).value == 6
