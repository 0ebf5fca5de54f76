"""Solved races on disk: what is saved is what is loaded, in floats and in fractions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings

from perfectplay import load, solve
from perfectplay.engines.race.solution import RaceSolution
from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.model.race import Race
from perfectplay.objectives import Win
from perfectplay.solution.verification import verify
from tests.by_engine import solve_race
from tests.engines.race.races import all_turns, races
from tests.forging import contents, forge
from tests.refusing import changes_taken, refusal

QUARTER = Win(Fraction(1, 4))
GAME = Greed(max=9, sides=4, dice=5, first=1, second_starts=True)
LONG = Greed(max=40, sides=2)
"""Its rolls of 30 dice and more have more outcomes than a machine's whole numbers can count."""


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """Where a solution can be saved, time and again."""
    return tmp_path_factory.mktemp("solutions") / "race.safetensors"


def saved(path, game=GAME, objective=QUARTER, *, exact=False):
    """A race that was solved by its own engine, and saved."""
    solution = solve_race(game, objective, exact=exact)
    solution.save(path)
    return solution


in_floats_and_exactly = pytest.mark.parametrize("exact", [False, True], ids=["floats", "exact"])


@in_floats_and_exactly
@pytest.mark.parametrize("objective", [Win(), QUARTER], ids=str)
def test_every_rating_and_every_number_of_dice_is_kept(path, exact, objective):
    solution = saved(path, objective=objective, exact=exact)
    loaded = load(path)
    assert isinstance(loaded, RaceSolution)
    assert (loaded.game, loaded.objective, loaded.exact) == (GAME, objective, exact)
    for turn in all_turns(GAME.max):
        assert loaded.value_at(turn) == solution.value_at(turn)
        assert loaded.best(turn) == solution.best(turn)
        assert loaded.options(turn) == solution.options(turn)


QUESTIONS = {
    "the value": lambda solution: solution.value,
    "its size": lambda solution: solution.positions,
    "the time it took": lambda solution: solution.seconds,
    "the distribution": lambda solution: dict(solution.distribution()),
    "the table": lambda solution: solution.table().to_dicts(),
    "simulated games": lambda solution: solution.simulate(100, seed=3),
    "a second opinion": verify,
}


@in_floats_and_exactly
@pytest.mark.parametrize(
    ("game", "asked"),
    [*((GAME, asked) for asked in QUESTIONS), (LONG, "the distribution")],
    ids=str,
)
def test_a_loaded_solution_answers_as_the_saved_one(path, game, asked, exact):
    solution = saved(path, game, exact=exact)
    assert QUESTIONS[asked](load(path)) == QUESTIONS[asked](solution)


def test_the_time_it_took_is_kept(path):
    solution = solve(Greed(max=30, sides=3))
    solution.save(path)
    assert load(path).seconds == solution.seconds > 0


def test_a_small_race_that_was_solved_position_by_position_stays_so(path):
    solve(GAME, exact=True).save(path)
    assert not isinstance(load(path), RaceSolution)
    assert load(path).value == solve_race(GAME, Win(), exact=True).value


@settings(max_examples=25)
@given(case=races())
def test_any_race_can_be_saved_and_loaded(path, case):
    solution = saved(path, *case, exact=True)
    loaded = load(path)
    assert loaded.value == solution.value
    assert loaded.table().equals(solution.table())
    assert dict(loaded.distribution()) == dict(solution.distribution())


# What is refused


class Walk(Race):
    """A race of one's own."""

    limit = 9
    faces = 4
    most = 5

    def objective(self):
        return Win()


def test_a_race_of_ones_own_must_be_given(path):
    solution = saved(path, Walk(), Win())
    assert "Walk, which is not a registered game; pass the game itself" in refusal(path)
    assert load(path, Walk()).value == solution.value


@pytest.mark.parametrize(
    "game", [Greed(max=9, sides=4), Greed(max=10, sides=4), Walk(), Coins()], ids=repr
)
def test_a_file_is_not_read_as_another_race(path, game):
    saved(path)
    assert refusal(path, game=game).endswith(f"not {game!r}")


@pytest.fixture(scope="module", params=[False, True], ids=["floats", "exact"])
def content(request, tmp_path_factory):
    """The bytes of a small saved solution."""
    path = tmp_path_factory.mktemp("content") / "race"
    saved(path, Greed(max=2, sides=2), Win(), exact=request.param)
    return path.read_bytes()


def test_a_file_with_any_byte_changed_is_refused(tmp_path, content):
    assert changes_taken(tmp_path / "race", content) == []


def test_a_file_cut_short_is_refused(tmp_path, content):
    damaged = tmp_path / "race"
    for length in range(0, len(content), 7):
        damaged.write_bytes(content[:length])
        refusal(damaged)


@in_floats_and_exactly
@pytest.mark.parametrize("name", ["last", "normal", "last_choice", "normal_choice"])
def test_a_file_that_lacks_a_table_is_refused(path, name, exact):
    saved(path, exact=exact)
    forge(path, tensors={name: None})
    assert "is damaged" in refusal(path)


UNSOUND = {
    "too few ratings": {"normal": np.zeros(7)},
    "too many ratings": {"last": np.zeros(300)},
    "too few numbers of dice": {"normal_choice": np.zeros(7, np.int32)},
    "ratings that are no numbers": {"last": np.frombuffer(b"one\ntwo", np.uint8)},
    "ratings in part exact": {"normal": np.frombuffer(b"1\n2", np.uint8)},
    "more dice than there is room for": {"normal_choice": np.full(200, 10, np.int32)},
    "fewer dice than none": {"last_choice": np.full(200, -1, np.int32)},
    "ratings that are not numbers": {"last": np.full(200, np.nan)},
    "ratings above one": {"normal": np.full(200, 1.5)},
    "ratings below none": {"last": np.full(200, -0.5)},
    "ratings of another kind": {"last": np.zeros(200, np.int64)},
    "numbers of dice of another kind": {"last_choice": np.zeros(200)},
}


@pytest.mark.parametrize("change", UNSOUND)
def test_a_sound_file_with_unsound_tables_is_refused(path, change):
    saved(path)
    forge(path, tensors=UNSOUND[change])
    assert "is damaged" in refusal(path)


@pytest.mark.parametrize(
    "change",
    [
        {"engine": "magic"},
        {"seconds": "soon"},
        {"objective": "score"},
        {"objective": "win"},
        {"parameters": "[]"},
        {"parameters": "{"},
    ],
    ids=str,
)
def test_a_sound_file_with_an_unsound_header_is_refused(path, change):
    saved(path)
    forge(path, change)
    refusal(path)


def test_exact_ratings_above_one_are_refused(path):
    saved(path, exact=True)
    texts = bytes(contents(path)[1]["last"]).split(b"\n")
    forge(path, tensors={"last": np.frombuffer(b"\n".join([b"9" * 99, *texts[1:]]), np.uint8)})
    assert "is damaged" in refusal(path)


def test_more_dice_than_are_ever_worth_a_thought_are_refused(path):
    game = Greed(max=200, sides=6)
    saved(path, game, Win())
    choices = contents(path)[1]["normal_choice"]
    choices[0] = 199  # there is room for them, but no table of their chances goes so far
    forge(path, tensors={"normal_choice": choices})
    assert "numbers of dice that are not on offer" in refusal(path)
