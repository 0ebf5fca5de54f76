"""The engine for compiled rules agrees with the graph engine, which shares no code with it."""

import dataclasses
import math
import sys
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from benchmarks.own_games import Blackjack, Farkle, Grid

from perfectplay import (
    AtLeast,
    Chance,
    Choice,
    Compute,
    Final,
    Gain,
    Game,
    Score,
    Solution,
    load,
    solve,
    verify,
)
from perfectplay.engines.compiled import game as compiled_game
from perfectplay.engines.compiled import solving
from perfectplay.engines.compiled.game import CompiledGame
from perfectplay.engines.compiled.layout import OutgrownError, lay_out
from perfectplay.errors import PerfectPlayError, PositionError
from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.games.hog import Hog
from perfectplay.games.hypergammon import GammonTurn, Hypergammon
from perfectplay.games.pig import Pig
from perfectplay.games.royal_ur import RoyalUr
from perfectplay.games.shut_the_box import ShutTheBox
from perfectplay.model.walk import reached
from perfectplay.solution.answers import PlayReach
from perfectplay.solution.decisions import Decisions

COMPILED, GRAPH = Compute(engine="compiled"), Compute(engine="graph")
GAMES: list[tuple[Game[Any], Any]] = [
    (Coins(coins=8, target=20), None),
    (ShutTheBox(tiles=6), None),  # what is rolled is computed in place
    (ShutTheBox(tiles=5), Score()),
    (Pig(target=12), None),  # goes round, and has mirror images
    (Hog(target=12), None),
    (RoyalUr(pieces=1), None),
    (RoyalUr(pieces=1, path="masters", dice="three", safe=False, capture=True), None),
    (Hypergammon(checkers=1, home=2), None),  # begins with a position of a kind of its own
    (Grid(size=9), None),  # floats for probabilities, and points on the way
    (Grid(size=7), AtLeast(-14)),  # the score is part of the keys
    (Blackjack(money=2, goal=4, hands=1), None),
    (Farkle(target=3, turns=1), None),
]


def test_one_of_two_mirror_images_is_kept_although_the_opening_is_always_the_first_players():
    game = Hypergammon(checkers=1, home=2)
    found = CompiledGame(game, game.objective()).reach(1 << 24, lambda _: None)
    assert found.flip[0]
    turns = {
        position._replace(player=0)
        for position, _ in reached(game, scored=False)
        if isinstance(position, GammonTurn)
    }
    assert len(found) == 1 + len(turns)


@pytest.mark.parametrize(("game", "objective"), GAMES, ids=[repr(game) for game, _ in GAMES])
def test_every_value_is_that_of_the_graph_engine(game, objective):
    ours = solve(game, objective, compute=COMPILED)
    theirs = solve(game, objective, compute=GRAPH)
    assert ours.engine == "compiled"
    assert ours.lower <= ours.value <= ours.upper
    count = 0
    for position, score in reached(game, scored=theirs.tracked):
        expected = theirs.value_at(position, score)
        lower, upper = ours.bounds_at(position, score if ours.tracked else None)
        slack = 1e-14 * max(1.0, abs(expected))
        assert lower - slack <= expected <= upper + slack
        if theirs.kind(position) == "choice":
            mine = ours.options(position, score if ours.tracked else None)
            assert [each.label for each in mine if each.best] == [
                each.label for each in theirs.options(position, score) if each.best
            ]
        count += 1
    assert ours.positions <= count
    verified = verify(ours)
    assert verified.every


@pytest.mark.parametrize(
    ("game", "objective"), GAMES[:6], ids=[repr(game) for game, _ in GAMES[:6]]
)
def test_play_is_followed_as_the_graph_engine_does(game, objective):
    ours = solve(game, objective, compute=COMPILED)
    theirs = solve(game, objective, compute=GRAPH)
    expected = theirs.visits()
    for place, often in ours.visits().items():
        assert often == pytest.approx(expected[place], abs=1e-12)
    for score, mass in ours.distribution().items():
        assert mass == pytest.approx(theirs.distribution()[score], abs=1e-12)
    simulated = ours.simulate(2_000, seed=1)
    assert abs(simulated.mean - float(ours.value)) < 5 * simulated.error + 1e-9


@pytest.mark.parametrize(
    "game", [RoyalUr(pieces=1, path="masters"), Pig(target=12), ShutTheBox(tiles=6)], ids=repr
)
def test_best_play_leaves_out_the_same_positions_and_rolls_as_often(game):
    ours, theirs = (solve(game, compute=compute) for compute in (COMPILED, GRAPH))
    reach = ours.answer(PlayReach)
    kept = [each for each in theirs.names.found if ours.covers(each)]
    assert reach.rolls == pytest.approx(theirs.answer(PlayReach).rolls, rel=1e-9)
    in_place = ours.table_of_bounds.layout.inlined
    positions = [each for each in kept if type(each) not in in_place]
    assert reach.unreached == len(set(positions) - theirs.visits().keys())


@pytest.mark.parametrize("game", [Pig(target=12), ShutTheBox(tiles=6)], ids=repr)
def test_a_file_holds_all_of_it(game, tmp_path):
    path = tmp_path / "solved"
    ours = solve(game, compute=COMPILED)
    ours.save(path)
    again = load(path)
    assert (again.engine, again.value, again.bounds_at(game.start())) == (
        "compiled",
        ours.value,
        ours.bounds_at(game.start()),
    )
    assert again.visits() == ours.visits()


def test_what_needs_the_graph_is_asked_of_the_graph():
    ours = solve(ShutTheBox(tiles=6), compute=COMPILED)
    theirs = solve(ShutTheBox(tiles=6), compute=GRAPH)
    assert set(theirs.answers) <= set(ours.answers)
    assert len(ours.answer(Decisions)) == len(theirs.answer(Decisions))
    assert ours.table().equals(theirs.table())


def test_what_cannot_occur_is_refused():
    pig = solve(Pig(target=12), compute=COMPILED)
    with pytest.raises(PositionError, match="cannot occur"):
        pig.value_at(pig.game.start()._replace(turn=11, mine=11))
    assert not pig.covers(pig.game.start()._replace(turn=11, mine=11))


def test_fractions_are_left_to_the_graph_engine():
    with pytest.raises(PerfectPlayError, match="solved in floats"):
        solve(Coins(), exact=True, compute=COMPILED)


def test_a_small_game_is_explored_and_a_large_one_compiled():
    assert solve(Coins()).engine == "graph"
    assert solve(Grid(size=200)).engine == "compiled"


class Node(NamedTuple):
    """A place."""

    at: int
    side: int


class Rounds(Game[Node]):
    """Play goes round; whoever likes may stay for ever, which pays nothing."""

    players = 2
    size: int = 3000

    def start(self):
        return Node(0, 0)

    def at(self, position):
        if position.at == self.size:
            return Final(-1)
        onward = Chance({Node(position.at + 1, position.side): 0.5, position: 0.5})
        return Choice({"wait": position, "go": onward}, position.side)


def test_what_stays_open_goes_to_the_graph_engine():
    stuck = solve(Rounds())
    assert (stuck.engine, stuck.value) == ("graph", 0)


@dataclasses.dataclass(frozen=True)
class Held:
    """A position that is a dataclass."""

    cards: frozenset[int]
    name: str | None


def test_keys_hold_what_positions_are_made_of():
    sample = [Held(frozenset(), None), Held(frozenset({3, 5}), "a"), (1, (2, 3)), (4, ()), 7]
    layout = lay_out(sample)
    for position in [*sample, Held(frozenset({4}), "a"), (3, (3,))]:
        assert layout.decode(layout.encode(position)) == (position, 0)
    for foreign in [Held(frozenset({9}), None), (1, (2, 3, 4)), 8, "b", (1.5, ())]:
        with pytest.raises(OutgrownError):
            layout.encode(foreign)


class Growing(Game[tuple]):
    """A counter that soon leaves the range that a sample has seen."""

    def start(self):
        return (0, 0)

    def at(self, position):
        turn, total = position
        if turn == 40:
            return Final(total)
        options = {"one": (turn + 1, total + 1)}
        if turn > 30:
            options["many"] = Gain(-1, (turn + 1, total + 1000 * turn))
        return Choice({**options, "half": Chance({(turn + 1, total // 2): 1})})


def test_ranges_that_are_outgrown_are_widened():
    ours = solve(Growing(), compute=COMPILED)
    assert ours.value == solve(Growing(), exact=True).value


def test_only_the_range_that_was_too_narrow_is_widened():
    sample = [(0, 10), (9, 19)]
    before, after = lay_out(sample), lay_out(sample, widened=1, outgrown=[(0, 40)])
    assert [digit.size for digit in after.kinds[0].shape.digits()] == [10, 57]
    assert before.decode(before.encode((9, 19))) == after.decode(after.encode((9, 19)))
    assert after.decode(after.encode((0, 40))) == ((0, 40), 0)


def test_whoever_measures_rules_still_does_so_after_they_were_watched():
    def watch(*_):
        pass

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        solve(Greed(max=12, sides=3), compute=COMPILED)
        assert sys.getprofile() is watch
    finally:
        sys.setprofile(before)


class Piles(Game[tuple]):
    """Take from one of two equal piles, or from a third that is written with large numbers."""

    honest: bool = True

    def start(self):
        return ((3, 5, 2), 10**17, 10**18)

    def canonical(self, position):
        piles, low, high = position
        return (tuple(sorted(piles)) if self.honest else (0, 0, 0), low, high)

    def at(self, position):
        piles, low, high = position
        if sum(piles) == 0 or low == 10**17 + 4:
            return Final(high - 10**18)
        taken = [
            (tuple(n - (place == at) for place, n in enumerate(piles)), low + 1, high + piles[at])
            for at in range(3)
            if piles[at] > 0
        ]
        return Choice(
            {at: Chance({then: 0.5, (piles, low + 1, high): 0.5}) for at, then in enumerate(taken)}
        )


def test_symmetries_are_used_and_large_keys_take_two_words():
    ours = solve(Piles(), compute=COMPILED)
    theirs = solve(Piles(), compute=GRAPH)
    assert ours.value == pytest.approx(theirs.value, abs=1e-13)
    assert ours.positions < theirs.positions
    assert ours.value_at(((5, 2, 3), 10**17, 10**18)) == ours.value
    assert verify(ours).every


def test_a_symmetry_that_is_none_is_refused():
    with pytest.raises(PerfectPlayError, match="these two positions do not lead to the same thing"):
        solve(Piles(honest=False), compute=COMPILED)


def test_bounds_are_rounded_outwards():
    class Thirds(Game[tuple]):
        """The mean of thirds of thirds is no float."""

        def start(self):
            return (0, 0)

        def at(self, position):
            turn, points = position
            if turn == 6:
                return Final(Fraction(points, 7))
            return Chance.weighted([((turn + 1, points + k), k + 1) for k in range(3)])

    ours = solve(Thirds(), compute=COMPILED)
    exact = solve(Thirds(), exact=True).value
    assert Fraction(ours.lower) <= exact <= Fraction(ours.upper)
    assert ours.upper - ours.lower < 1e-14
    assert not math.isclose(ours.lower, ours.upper, rel_tol=0, abs_tol=0)
    assert isinstance(ours, Solution)


def test_the_memory_of_layers_that_are_swept_is_limited_too(monkeypatch):
    limited = Compute(engine="compiled", memory_limit=1 << 20)
    assert solve(RoyalUr(pieces=2), compute=limited).positions == 25_738
    monkeypatch.setattr(solving, "HELD", 1000)
    with pytest.raises(PerfectPlayError, match="lead to one another"):
        solve(RoyalUr(pieces=2), compute=limited)


def test_rules_that_break_the_compiler_are_refused(monkeypatch):
    def broken(*_, **__):
        raise AssertionError

    monkeypatch.setattr(compiled_game, "compile_rules", broken)
    assert solve(RoyalUr(pieces=2)).engine == "graph"
    with pytest.raises(PerfectPlayError, match="does not understand royal-ur"):
        solve(RoyalUr(pieces=1), compute=COMPILED)
