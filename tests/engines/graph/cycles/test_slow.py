"""Games in which play goes round for long: every way to solve them finds the same."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from perfectplay import Chance, Choice, Final, Gain, Game, Score, solve
from perfectplay.engines.graph.cycles import components, elimination
from perfectplay.engines.graph.solve.explore import explore
from perfectplay.engines.graph.solve.solver import solve_explored
from perfectplay.engines.graph.states import Lanes
from perfectplay.errors import WidthError
from perfectplay.request import Request
from perfectplay.solution.verification import verify
from tests.brute_cycles import Arena
from tests.by_engine import RUNS, solver_by
from tests.table_game import TableGame


class Walk(Game[int]):
    """A step up or down, until one end or the other."""

    size: int = 200
    up: Fraction = Fraction(12, 25)

    def start(self) -> int:
        return self.size // 2

    def at(self, position: int) -> Any:
        if position in (0, self.size):
            return Final(int(position > 0))
        return Chance([(position + 1, self.up), (position - 1, 1 - self.up)])


class Steps(Walk):
    """The same, and each step is a point."""

    def at(self, position: int) -> Any:
        if position in (0, self.size):
            return Final(0)
        return Chance([(Gain(1, position + 1), self.up), (Gain(1, position - 1), 1 - self.up)])


def chance_to_win(walk: Walk, position: int) -> Fraction:
    """Of the gambler's ruin, by its formula."""
    odds = (1 - walk.up) / walk.up
    return (1 - odds**position) / (1 - odds**walk.size)


@pytest.mark.parametrize("size", [40, 300])
def test_a_slow_walk_is_worth_what_its_formula_says(size):
    walk = Walk(size=size)
    expected = chance_to_win(walk, size // 2)
    assert solve(walk, exact=True).value == expected
    solution = solve(walk)
    assert solution.lower <= expected <= solution.upper
    assert solution.upper - solution.lower < 1e-12
    assert verify(solution).every


@pytest.mark.parametrize("exact", [False, True])
def test_steps_are_points_visits_and_length(exact):
    """Three questions whose answers are the same number, found by equations along rows and columns."""
    solution = solve(Steps(size=200), exact=exact)
    odds = Fraction(13, 12)
    expected = 2500 - 5000 * (1 - odds**100) / (1 - odds**200)
    assert float(solution.value) == pytest.approx(float(expected), rel=1e-11)
    assert float(solution.length()) == pytest.approx(float(expected), rel=1e-11)
    if exact:
        assert solution.value == solution.length() == expected


@st.composite
def slow_games(draw: st.DrawFn) -> TableGame:
    """A row of positions between two ends; likely steps lead back, unlikely ones get on."""
    size = draw(st.integers(2, 5))
    rare = st.sampled_from([Fraction(1, 3), Fraction(1, 50), Fraction(1, 10**4)])
    nodes: dict[int, Any] = {}
    for position in range(size):
        onward = position + 1 if position + 1 < size else Final(draw(st.integers(0, 3)))
        back = draw(st.integers(0, position))
        chance = draw(rare)
        step = Chance([(onward, chance), (back, 1 - chance)])
        if draw(st.booleans()):
            other = draw(st.one_of(st.builds(Final, st.integers(-1, 2)), st.integers(0, size - 1)))
            nodes[position] = Choice({"step": step, "other": other}, draw(st.integers(0, 1)))
        else:
            nodes[position] = step
    return TableGame(nodes, 2)


@given(game=slow_games())
def test_slow_games_have_the_values_of_brute_force(game):
    expected = Arena(game).values()[game.start(), ()]
    for run in RUNS:
        note(f"solved by {run}")
        with solver_by(run) as solver:
            try:
                solution = solver(game)
            except WidthError:
                assert run != "exact"
                continue
            assert solution.lower <= expected <= solution.upper
            if run == "exact":
                assert solution.value == expected


@given(game=slow_games(), guess=st.lists(st.integers(0, 1), min_size=40, max_size=40))
def test_a_wrong_guess_of_the_choices_changes_nothing(game, guess):
    """What floats would choose is where exact solving starts; it must not matter where."""

    def wrong(lanes: Lanes, _: Any) -> Any:
        first = lanes.graph.first
        return [
            first[node] + guess[node] % max(1, first[node + 1] - first[node])
            for node in range(lanes.graph.nodes)
        ]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Lanes, "guess", wrong)
        found = solve(game, exact=True)
    assert list(found.values) == list(solve(game, exact=True).values)


def test_equations_that_outgrow_their_room_get_more(monkeypatch):
    """Nodes that lead to and fro: when some are taken out, the others have more ways than before."""
    size = 24
    nodes = {
        place: Chance.weighted(
            [(step * place % size, 1) for step in (5, 7, 11)] + [((place + 1) % size, 3)]
        )
        for place in range(size)
    }
    nodes[0] = Chance.weighted([(Final(1), 1), (Final(0), 2), (1, 3)])
    game = TableGame(nodes)
    expected = solve(game)
    monkeypatch.setattr(components, "ROOM", 1)
    graph, names = explore(game)
    solution = solve_explored(game, Request(Score()), graph, names)
    assert solution.lanes.components.growth > 1
    assert list(solution.values) == list(expected.values)
    assert solution.visits() == expected.visits()
    monkeypatch.setattr(elimination, "MOST_WAYS", 1)
    solution = solve_explored(game, Request(Score()), graph, names)
    assert solution.lanes.components.growth == 1
    assert list(solution.values) == pytest.approx(list(expected.values), rel=1e-12)
    assert solution.visits() == pytest.approx(expected.visits(), rel=1e-12)


# What is known is told


def test_bounds_that_are_wide_are_told_unless_a_width_was_asked_for():
    game = TableGame({0: Chance.weighted([(Final(1), 1), (0, 10**9)])})
    solution = solve(game)
    assert solution.lower <= 1 <= solution.upper
    assert 1e-12 < solution.upper - solution.lower < 1e-3
    assert solution.digits < 10
    verify(solution)
    with pytest.raises(WidthError):
        solve(game, width=1e-12)
    millions = solve(TableGame({0: Chance.weighted([(Final(10**12), 1), (0, 10**9)])}))
    assert millions.digits <= 0
    assert 10.0**-millions.digits >= millions.upper - millions.lower


def test_where_bounds_are_wide_the_better_option_is_still_chosen():
    """An option that is a little worse cannot be told apart by the bounds, only by the values."""
    long = Chance.weighted([(Final(1), 1), (0, 10**9)])
    game = TableGame({"pick": Choice({"less": Final(1 - 1e-9), "more": 0}), 0: long}, start="pick")
    solution = solve(game)
    less, more = sorted(solution.options("pick"), key=lambda option: option.label)
    assert less.best
    assert more.best
    assert solution.best("pick") == "more"


def stuck() -> TableGame:
    """Play that gets out with a chance which is below all floats: a step up, or back to the start."""
    up = Fraction(1, 10**40)
    return TableGame(
        {place: Chance([(place + 1, up), (0, 1 - up)]) for place in range(9)} | {9: Final(1)}
    )


def test_play_that_floats_cannot_count_is_not_miscounted():
    game = stuck()
    assert solve(game, exact=True).value == 1
    assert solve(game, exact=True).length() > 10**300
    with pytest.raises(WidthError):
        solve(game).length()
