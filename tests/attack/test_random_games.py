"""Random games by every way to solve them, against brute force in fractions that shares no code."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import strategies as st

from perfectplay import Solution, solve
from perfectplay.engines.compiled.compiler.values import NotCompiledError
from perfectplay.errors import CycleError
from perfectplay.model import Inline
from perfectplay.solution.verification import verify
from tests import brute_force, rare_rules
from tests.attack.drawing import try_each
from tests.brute_cycles import Arena, UndefinedError
from tests.by_engine import by_machine_code
from tests.comparing import CLEAR_GAP, question, same, to_come
from tests.engines.compiled.checking import compared
from tests.random_cycles import cyclic_games
from tests.random_games import games_with_aims
from tests.random_rules import game_of, hostile, rules


def all_ways(*asked: Any) -> Iterator[Solution]:
    """A game solved in plain Python, by machine code, and in fractions."""
    yield solve(*asked, exact=True)
    yield solve(*asked)
    with by_machine_code():
        yield solve(*asked)


def test_games_that_end(seeds, count):
    def attempt(case):
        game, aim = case
        count("games")
        answer = brute_force.solve(game, aim.utility)
        for solution in all_ways(game, aim.objective):
            for place, value in answer.values.items():
                right = to_come(solution, place, value)
                lower, upper = solution.bounds_at(*question(solution, place))
                assert lower <= right <= upper
                assert solution.value_at(*question(solution, place)) == same(solution, right)
            if answer.smallest_gap > CLEAR_GAP:
                for place, best in answer.best.items():
                    assert solution.best(*question(solution, place)) == best[0]
                expected = brute_force.play_out(game, answer.play).distribution
                found = dict(solution.distribution())
                assert found.keys() == {score for score, mass in expected.items() if mass}
                assert all(found[score] == same(solution, expected[score]) for score in found)
            verify(solution)

    for seed in seeds:
        try_each(games_with_aims(), seed, attempt)


def test_games_that_go_round_in_cycles(seeds, count):
    def attempt(game):
        try:
            values = Arena(game).values()
        except UndefinedError:
            values = {None: math.nan}
        finite = all(map(math.isfinite, values.values()))
        count("games" if finite else "games without a value")
        try:
            for solution in all_ways(game):
                for (position, path), value in values.items() if finite else ():
                    name = Inline(position, path) if path else position
                    lower, upper = solution.bounds_at(name)
                    assert lower <= value <= upper
                    assert lower <= solution.value_at(name) <= upper
                    assert upper - lower <= 1e-11 * max(1, *map(abs, values.values()))
                verify(solution)
        except CycleError:
            assert not finite

    for seed in seeds:
        try_each(cyclic_games(), seed, attempt)


def compare(game, count):
    """Hold compiled rules to the plain ones, unless the compiler refuses them."""
    count("rules")
    try:
        compared(game)
    except NotCompiledError:
        count("rules that are refused")


def test_rules_are_compiled_to_what_they_do(seeds, count):
    def attempt(text):
        compare(game_of(text), count)

    for seed in seeds:
        try_each(rules(hostile), seed, attempt)


@pytest.mark.filterwarnings("ignore:.is. with :SyntaxWarning")
def test_rules_at_a_rare_place(seeds, count):
    def attempt(case):
        compare(rare_rules.game_of(*case), count)

    places = st.tuples(st.integers(0, 9), st.integers(0, 30)).map(rare_rules.P._make)
    for seed in seeds:
        try_each(
            st.tuples(st.sampled_from([*rare_rules.STYLES]), places, st.integers(20, 50)),
            seed,
            attempt,
        )
