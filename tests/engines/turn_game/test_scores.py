"""Pig, Piglet and Hog turn by turn, against the engine for any game."""

import dataclasses
import itertools

import pytest

from perfectplay import Compute, load, solve
from perfectplay.errors import FileError, ForeignGameError, PositionError
from perfectplay.games.hog import Hog
from perfectplay.games.pig import Pig
from perfectplay.games.piglet import Piglet
from perfectplay.model.nodes import Chance
from perfectplay.model.walk import reached
from perfectplay.objectives import Score
from perfectplay.solution.storage.container import open_file, write_file
from perfectplay.solution.verification import VerificationError, verify
from tests.by_engine import solve_graph

GAMES = [
    Pig(target=20),
    Pig(target=13, sides=2),
    Pig(target=25, players=1),
    Piglet(target=8),
    Piglet(target=8, players=1),
    Hog(target=15, dice=4),
    Hog(target=15, dice=4, players=1),
    Hog(target=9, sides=2, dice=3),
]


def solve_turns(game):
    return solve(game, compute=Compute(engine="turn-game"))


@pytest.mark.parametrize("game", GAMES)
def test_both_engines_agree_at_every_position(game):
    ours, theirs = solve_turns(game), solve_graph(game)
    for position, _ in reached(game, scored=False):
        value = theirs.value_at(position)
        assert ours.value_at(position) == pytest.approx(value, abs=1e-12)
    assert verify(ours).largest_error < 1e-12


@pytest.mark.parametrize("game", GAMES)
def test_positions_that_cannot_occur_are_refused(game):
    """All that look like positions, and no others than play can come to."""
    found = {position for position, _ in reached(game, scored=False)}
    ours, kinds = solve_turns(game), {type(position) for position in found}
    for kind in kinds:
        fields = [
            range(2) if name in ("player", "winner") else range(game.target + 2)
            for name in kind._fields
        ]
        for position in map(kind._make, itertools.product(*fields)):
            assert ours.covers(position) == (position in found)
    with pytest.raises(PositionError, match="is not a position of"):
        ours.value_at("nowhere")


def test_pig_to_100_is_worth_what_was_published():
    """T. Neller and C. Presser, 2004: 0.5306; the engine for any game proved 0.5305927252737."""
    pig = solve(Pig())
    assert pig.engine == "turn-game"
    assert pig.lower <= 0.5305927252737468 <= pig.upper < pig.lower + 1e-12


def test_small_games_and_whole_questions_are_left_to_the_engine_for_any_game():
    assert solve(Pig(target=20)).engine == "graph"
    assert solve(Hog(target=10)).engine == "graph"


@pytest.mark.parametrize(
    ("game", "more", "reason"),
    [
        (Pig(), {"exact": True}, "in fractions"),
        (Pig(), {"objective": Score()}, "for 'score'"),
        (Pig(), {"width": 1e-15}, "not to a given width"),
        (Pig(loses="score"), {}, "may cost points already banked"),
    ],
)
def test_what_it_does_not_solve_it_refuses(game, more, reason):
    with pytest.raises(ForeignGameError, match=reason):
        solve(game, compute=Compute(engine="turn-game"), **more)


class SlowPig(Pig):
    """Who rolls a one at first may roll again."""

    def turn(self, mine, theirs, turn, player):
        return super().turn(mine, theirs, turn, player)


def test_a_game_with_rules_of_its_own_is_not_taken_for_one_of_the_family():
    with pytest.raises(ForeignGameError, match="slow-pig changes the rules of its turns"):
        solve(SlowPig(), compute=Compute(engine="turn-game"))
    assert solve(SlowPig(target=30)).engine == "graph"


class SadPig(Pig):
    """A one takes a point off the turn, and a two loses it."""

    @property
    def roll(self):
        return Chance.weighted({-1: 1, 0: 1, 3: 4})


def test_rolls_that_take_points_away_are_left_to_the_engine_for_any_game():
    with pytest.raises(ForeignGameError, match="sad-pig"):
        solve(SadPig(), compute=Compute(engine="turn-game"))


def test_a_solution_is_saved_and_loaded(tmp_path):
    path, solution = tmp_path / "kept.solution", solve_turns(Hog(target=15, dice=4))
    solution.save(path)
    found = load(path)
    assert (found.value, found.lower, found.upper) == (
        solution.value,
        solution.lower,
        solution.upper,
    )
    for values in (solution.values * 2, solution.values[1:], solution.values * float("nan")):
        dataclasses.replace(solution, values=values).save(path)
        with pytest.raises(FileError, match="is damaged: "):
            load(path)


def test_wrong_chances_are_found():
    solution = solve_turns(Pig(target=20))
    with pytest.raises(VerificationError):
        verify(dataclasses.replace(solution, values=solution.values * 0.99))


@pytest.mark.parametrize("engine", ["press", "climb"])
def test_a_file_of_an_engine_that_is_no_more_is_refused_in_one_line(tmp_path, engine):
    path = tmp_path / "old.solution"
    solve_turns(Pig(target=20)).save(path)
    stored = open_file(path)
    words = {
        name: word for name, word in stored.header.items() if name not in ("format", "checksum")
    }
    write_file(path, words | {"engine": engine}, stored.tensors)
    with pytest.raises(FileError, match=f"was solved by another engine: .*'{engine}'") as error:
        load(path)
    assert "\n" not in str(error.value)
