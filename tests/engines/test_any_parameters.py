"""The engines for families of games, with any parameters: the value in fractions lies within.

The engine for any game knows nothing of families, and works from the rules alone.
"""

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay import Choice, solve
from perfectplay.games.bear_off import BearOff
from perfectplay.games.cant_stop import CantStop
from perfectplay.games.farkle import Farkle
from perfectplay.games.hog import Hog
from perfectplay.games.pig import Pig
from perfectplay.games.piglet import Piglet
from perfectplay.model.walk import node_at, positions_after
from tests.by_engine import solve_graph, solve_with
from tests.engines.blackjack.small_shoe import SmallShoe
from tests.engines.video_poker.small_deck import FewCards

solve_turns = solve_with("turn-game")

players = st.integers(1, 2)
TURNS = st.one_of(
    st.builds(Pig, target=st.integers(1, 8), sides=st.integers(2, 7), players=players),
    st.builds(Piglet, target=st.integers(1, 6), players=players),
    st.builds(
        Hog,
        target=st.integers(1, 8),
        sides=st.integers(2, 4),
        dice=st.integers(1, 4),
        players=players,
    ),
    st.builds(CantStop, sides=st.just(2), shortest=st.integers(1, 2)),
    st.builds(
        Farkle,
        rules=st.sampled_from(["simple", "online"]),
        farkle=st.sampled_from([0.0, -50.0, -125.5]),
        longest=st.sampled_from([50, 100, 150]),
    ),
)


class AnyTable(FewCards):
    """Draw poker with few cards, by any table."""

    seed: int = 0

    @property
    def pays(self):
        coins = random.Random(self.seed).sample(range(1, 100), 6)
        return dict(zip(super().pays, coins, strict=True))


def walked(game, seed, steps=40):
    """Positions that random play comes to; from the start again when it is over."""
    luck, position = random.Random(seed), game.start()
    for _ in range(steps):
        yield position
        after = [then for then, _ in positions_after(position, node_at(game, position), None)]
        position = luck.choice(after) if after else game.start()


@settings(max_examples=30)
@given(TURNS)
def test_turns_that_may_be_lost(game):
    ours, exact = solve_turns(game), solve_graph(game, exact=True).value
    assert Fraction(ours.lower) <= exact <= Fraction(ours.upper)
    assert ours.upper - ours.lower < 1e-9 * max(1, abs(ours.value))


@settings(max_examples=25)
@given(TURNS, st.integers(0, 99))
def test_every_option_of_turns_that_may_be_lost(game, seed):
    ours, theirs = solve_turns(game), solve_graph(game)
    for position in walked(game, seed):
        assert ours.value_at(position) == pytest.approx(theirs.value_at(position), abs=1e-9)
        if isinstance(node_at(game, position), Choice):
            found = {option.label: option.value for option in ours.options(position)}
            expected = {option.label: option.value for option in theirs.options(position)}
            assert found == pytest.approx(expected, abs=1e-9)


@settings(max_examples=6)
@given(st.integers(1, 2), st.integers(1, 2), st.booleans(), st.integers(0, 99))
def test_boards_that_are_borne_off(players, checkers, cube, seed):
    game = BearOff(players=players, checkers=checkers, cube=cube and players == 2)
    ours, theirs = solve_with("bear-off")(game), solve_graph(game)
    for position in walked(game, seed):
        assert ours.value_at(position) == pytest.approx(theirs.value_at(position), abs=1e-12)


@settings(max_examples=12)
@given(
    st.builds(
        SmallShoe,
        hands=st.just(1),
        looking=st.booleans(),
        giving_up=st.sampled_from(["", "late", "early"]),
        doubling=st.booleans(),
        fives=st.integers(4, 12),
        charlie=st.sampled_from([0, 3, 4]),
    )
)
def test_hands_against_a_dealer_that_are_not_split(game):
    ours, theirs = solve(game, exact=True), solve_graph(game, exact=True)
    assert (ours.engine, theirs.engine) == ("blackjack", "graph")
    assert ours.value == theirs.value


@settings(max_examples=2)
@given(st.builds(AnyTable, wild_deuces=st.booleans(), seed=st.integers(0, 999)))
def test_draws_that_are_paid_by_any_table(game):
    ours = solve(game, exact=True)
    assert ours.engine == "video-poker"
    assert ours.value == solve_graph(game, exact=True).value
