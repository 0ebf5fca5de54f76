"""Solutions on disk: what is saved is what is loaded, and nothing else passes for it."""

import errno
import json
import os
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import pytest
import safetensors.numpy
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay import (
    AtLeast,
    Choice,
    Final,
    PerfectPlayError,
    Score,
    Utility,
    evaluate,
    load,
    solve,
)
from perfectplay.errors import FileError, PositionError
from perfectplay.games.coins import Coins
from perfectplay.games.slots import Slots
from perfectplay.solution.storage.locks import lock
from perfectplay.solution.verification import verify
from perfectplay.strategies.strategy import at_random
from tests import brute_force
from tests.by_engine import by_machine_code
from tests.comparing import question
from tests.random_games import games_with_aims
from tests.refusing import changes_taken, refusal
from tests.table_game import TableGame

SMALL = Coins(coins=1, target=1)


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """Where a solution can be saved, time and again."""
    return tmp_path_factory.mktemp("solutions") / "game.safetensors"


@pytest.fixture(scope="module")
def content(tmp_path_factory):
    """The bytes of a saved solution."""
    path = tmp_path_factory.mktemp("content") / "coins"
    solve(SMALL, exact=True).save(path)
    return path.read_bytes()


@pytest.fixture
def other(tmp_path):
    """A file of unknown content."""
    return tmp_path / "other"


def places(solution, kind):
    """The places of a kind that play can reach, as a solution wants to be asked about them."""
    answer = brute_force.solve(solution.game, solution.objective.utility)
    asked = [question(solution, place) for place in answer.values]
    return [(position, score) for position, score in asked if solution.kind(position) == kind]


QUESTIONS = {
    "the value": lambda solution: solution.value,
    "its size": lambda solution: solution.positions,
    "its objective": lambda solution: solution.objective,
    "whether it is exact": lambda solution: solution.exact,
    "the ends": lambda solution: [solution.value_at(*at) for at in places(solution, "final")],
    "the options": lambda solution: [solution.options(*at) for at in places(solution, "choice")],
    "the best": lambda solution: [solution.best(*at) for at in places(solution, "choice")],
    "the outcomes": lambda solution: [solution.outcomes(*at) for at in places(solution, "chance")],
    "the visits": lambda solution: solution.visits(),
    "the distribution": lambda solution: dict(solution.distribution()),
    "the decisions": lambda solution: solution.table().to_dicts(),
    "the positions": lambda solution: solution.table(every=True).to_dicts(),
    "simulated games": lambda solution: solution.simulate(10, seed=3),
    "a second opinion": verify,
}


@pytest.mark.parametrize("asked", QUESTIONS)
@settings(max_examples=20)
@given(case=games_with_aims(), exact=st.booleans())
def test_a_loaded_solution_answers_as_the_saved_one(path, asked, case, exact):
    game, aim = case
    solution = solve(game, aim.objective, exact=exact)
    solution.save(path)
    loaded = load(path, game, aim.objective)
    assert QUESTIONS[asked](loaded) == QUESTIONS[asked](solution)


def test_a_loaded_solution_is_swept_by_machine_code_too(path):
    solution = solve(Slots())
    solution.save(path)
    expected = dict(solution.distribution())
    with by_machine_code():
        assert dict(load(path).distribution()) == pytest.approx(expected)


def test_a_registered_game_is_known_by_its_name_and_parameters(path):
    solve(Slots(target=30)).save(path)
    assert load(path).game == Slots(target=30)


@pytest.mark.parametrize(
    "objective", [Score(), AtLeast(30), AtLeast(Fraction(61, 2), otherwise=-1)]
)
def test_an_objective_with_a_text_is_known_by_it(path, objective):
    solve(Slots(), objective).save(path)
    assert load(path).objective == objective


def test_a_decimal_threshold_keeps_its_meaning(path):
    game = TableGame({"start": Final(0.1)})
    solve(game, AtLeast(0.1)).save(path)
    loaded = load(path, game)
    assert loaded.objective.utility(Fraction(1, 10)) == 1


def test_a_saved_solution_replaces_an_older_one(path):
    solve(Coins()).save(path)
    solve(Slots()).save(path)
    assert load(path).game == Slots()


def test_a_game_that_is_over_at_once_is_kept_too(path):
    game = TableGame({"start": Final(7)})
    solve(game).save(path)
    assert load(path, game).value == 7


@pytest.mark.parametrize("exact", [False, True])
def test_other_programs_read_the_file(path, exact):
    solution = solve(Slots(), exact=exact)
    solution.save(path)
    with safetensors.safe_open(path, framework="numpy") as file:
        assert file.metadata()["game"] == "slots"
        assert file.get_tensor("target").tolist() == list(solution.graph.target)
        assert file.get_tensor("first").tolist() == list(solution.graph.first)
        assert bytes(file.get_tensor("positions")).decode().startswith("open=x3,flip")


def test_the_same_solution_gives_the_same_bytes(path, other):
    solution = solve(SMALL)
    solution.save(path)
    solution.save(other)
    assert path.read_bytes() == other.read_bytes()


def test_a_file_can_be_read_by_whom_the_system_lets(other):
    was = os.umask(0o027)
    try:
        solve(SMALL).save(other)
    finally:
        os.umask(was)
    assert other.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("bits", [0x01, 0x04, 0xFF])
def test_a_file_with_any_byte_changed_is_refused(other, content, bits):
    assert changes_taken(other, content, bits) == []


def test_a_file_cut_short_anywhere_is_refused(other, content):
    for length in range(len(content)):
        other.write_bytes(content[:length])
        assert str(other) in refusal(other)


def test_a_file_that_goes_on_after_its_end_is_refused(other, content):
    other.write_bytes(content + b"\0")
    assert str(other) in refusal(other)


def test_a_file_cut_short_in_its_numbers_is_called_truncated(other, content):
    other.write_bytes(content[:-1])
    assert "is truncated" in refusal(other)


def test_an_empty_file_is_called_empty(other):
    other.touch()
    assert refusal(other).endswith("is empty")


def test_a_missing_file_is_called_missing(other):
    assert "No such file" in refusal(other)


def test_a_folder_is_called_a_folder(tmp_path):
    assert "Is a directory" in refusal(tmp_path)


@given(noise=st.binary(min_size=1, max_size=200))
def test_noise_is_refused(path, noise):
    path.write_bytes(noise)
    assert "not a perfectplay solution" in refusal(path)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)
metadata = st.fixed_dictionaries(
    {},
    optional={
        "format": st.just("perfectplay solution 3"),
        "checksum": json_values,
        "game": json_values,
    },
)
tensor_entries = st.fixed_dictionaries(
    {},
    optional={
        "dtype": st.sampled_from(["F64", "U8", "X"]) | json_values,
        "shape": json_values,
        "data_offsets": st.lists(st.integers(-9, 99), max_size=3) | json_values,
    },
)
headers = json_values | st.dictionaries(
    st.sampled_from(["__metadata__", "value", "kind"]), metadata | tensor_entries | json_values
)


@given(header=headers)
def test_a_file_with_any_other_header_is_refused(path, header):
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + bytes(16))
    assert str(path) in refusal(path)


def test_a_text_is_refused(other):
    other.write_text("45-point slots\n" * 10)
    assert "not a perfectplay solution" in refusal(other)


def test_another_programs_safetensors_file_is_refused(other):
    safetensors.numpy.save_file({"weights": np.ones(3)}, other)
    assert refusal(other).endswith("is not a perfectplay solution")


def test_a_file_of_another_format_is_refused_with_both_formats(other):
    header = {"format": "perfectplay solution 0", "checksum": ""}
    safetensors.numpy.save_file({"value": np.ones(3)}, other, header)
    assert "'perfectplay solution 0', not 'perfectplay solution 3'" in refusal(other)


def test_a_game_of_ones_own_must_be_given(other):
    solve(TableGame({"start": Final()})).save(other)
    assert "TableGame, which is not a registered game; pass the game" in refusal(other)


@pytest.mark.parametrize("game", [Coins(coins=2, target=1), Slots()])
def test_a_file_is_not_read_as_another_game(other, game):
    solve(SMALL).save(other)
    assert refusal(other, game=game).endswith(f"not {game!r}")


def test_an_objective_without_a_text_must_be_given(other):
    solve(Coins(), Utility(abs, "distance")).save(other)
    assert "utility:distance, which has no text form; pass it" in refusal(other)


def test_play_by_strategies_is_not_stored(other):
    with pytest.raises(PerfectPlayError):
        evaluate(SMALL, at_random).save(other)


def test_a_label_that_cannot_be_stored_is_refused(other):
    game = TableGame({"start": Choice({Fraction(1, 2): Final()})})
    with pytest.raises(FileError, match=r"label Fraction\(1, 2\) cannot be stored; use words"):
        solve(game).save(other)


def test_positions_with_the_same_text_are_refused(other):
    game = TableGame({0: Choice({"go": 1}), 1: Final()})
    vars(game)["text"] = lambda position: "somewhere"
    with pytest.raises(PositionError, match="is not read back from its text"):
        solve(game).save(other)


# Writing that fails


def full_disk(file):
    raise OSError(errno.ENOSPC, "No space left on device")


def interrupt(file):
    raise KeyboardInterrupt


def bad_disk(file):
    raise OSError(errno.EIO, "Input/output error")


@pytest.fixture(params=["nothing", "an older file"])
def folder(request, tmp_path):
    """A folder to write to, with nothing there or with an older file."""
    if request.param == "an older file":
        (tmp_path / "solution").write_text("older")
    return tmp_path


def files_in(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_a_full_disk_leaves_the_folder_as_it_was(folder, monkeypatch):
    before = files_in(folder)
    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(FileError, match=r"cannot write .*solution: No space left on device"):
        solve(SMALL).save(folder / "solution")
    assert files_in(folder) == before


def test_a_bad_disk_leaves_the_folder_as_it_was(folder, monkeypatch):
    before = files_in(folder)
    monkeypatch.setattr(os, "fsync", bad_disk)
    with pytest.raises(FileError, match=r"cannot write .*solution: Input/output error"):
        solve(SMALL).save(folder / "solution")
    assert files_in(folder) == before


def test_an_interrupt_leaves_the_folder_as_it_was(folder, monkeypatch):
    before = files_in(folder)
    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        solve(SMALL).save(folder / "solution")
    assert files_in(folder) == before


def test_what_a_killed_process_left_behind_is_removed(folder):
    for number in range(12):
        (folder / f".solution.{number:08x}").write_text("the first half")
    (folder / ".other.01234567").write_text("of another file")
    (folder / ".solution.toml").write_text("of somebody else")
    solve(SMALL).save(folder / "solution")
    assert sorted(files_in(folder)) == [".other.01234567", ".solution.toml", "solution"]


def test_what_another_process_is_writing_is_left_alone(folder):
    with (folder / ".solution.01234567").open("wb") as at_work:
        lock(at_work)
        solve(SMALL).save(folder / "solution")
    assert sorted(files_in(folder)) == [".solution.01234567", "solution"]


def test_two_threads_can_write_the_same_file(folder):
    solution = solve(SMALL)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: solution.save(folder / "solution"), range(40)))
    assert load(folder / "solution").value == solution.value
    assert sorted(files_in(folder)) == ["solution"]


@pytest.mark.parametrize("name", ["", ".", "/"])
def test_a_name_that_is_none_is_refused(name):
    with pytest.raises(FileError, match="is a folder, not a file that can be written"):
        solve(SMALL).save(name)


def test_a_name_that_is_not_utf_8_is_refused(folder):
    before = files_in(folder)
    with pytest.raises(FileError, match=r"udcff.*: its name is not UTF-8"):
        solve(SMALL).save(folder / "\udcff.safetensors")
    assert files_in(folder) == before


@pytest.mark.parametrize("place", ["missing/solution", "file/solution", "folder", "/proc/solution"])
def test_a_place_that_cannot_be_written_to_is_named(tmp_path, place):
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    with pytest.raises(FileError) as caught:
        solve(SMALL).save(tmp_path / place)
    assert str(caught.value).startswith(f"cannot write {tmp_path / place}: ")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["file", "folder"]
