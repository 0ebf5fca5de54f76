"""A solution of the graph engine that was kept in a file is as good as the one that was solved."""

import copy
import pickle

import pytest

from perfectplay import AtLeast, load, solve
from perfectplay.errors import FileError
from perfectplay.games.coins import Coins
from perfectplay.games.pig import Pig
from perfectplay.games.piglet import Piglet
from perfectplay.games.slots import Slots
from perfectplay.solution.verification import verify


@pytest.fixture(params=[(Coins(), None), (Slots(), AtLeast(45)), (Piglet(target=3), None)])
def solved(request):
    game, objective = request.param
    return solve(game, objective)


@pytest.fixture
def kept(solved, tmp_path):
    solved.save(tmp_path / "kept.safetensors")
    return load(tmp_path / "kept.safetensors")


def test_asking_for_the_bounds_changes_no_value(solved, kept):
    values = list(kept.values)
    assert kept.lower <= kept.value <= kept.upper
    assert list(kept.values) == values == list(solved.values)
    assert (kept.lower, kept.upper) == (solved.lower, solved.upper)


@pytest.mark.parametrize(
    "twin", [copy.copy, copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))]
)
def test_a_kept_solution_can_be_copied_and_pickled(kept, twin):
    other = twin(kept)
    assert (other.lower, other.value, other.upper) == (kept.lower, kept.value, kept.upper)
    assert other.visits() == kept.visits()
    assert other.distribution() == kept.distribution()
    assert other.names.found[0] == kept.names.found[0]


def test_an_exact_solution_can_be_pickled(tmp_path):
    solve(Piglet(target=2), exact=True).save(tmp_path / "kept.safetensors")
    kept = load(tmp_path / "kept.safetensors")
    assert pickle.loads(pickle.dumps(kept)).value == kept.value


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("game", [Piglet(target=4), Pig(target=8, players=1)])
def test_a_saved_solution_says_the_same(tmp_path, game, exact):
    solution = solve(game, exact=exact)
    solution.save(tmp_path / "kept.safetensors")
    kept = load(tmp_path / "kept.safetensors")
    assert (kept.lower, kept.value, kept.upper) == (solution.lower, solution.value, solution.upper)
    assert kept.visits() == solution.visits()
    assert kept.distribution() == solution.distribution()
    assert kept.simulate(1000, seed=5) == solution.simulate(1000, seed=5)
    assert verify(kept).positions == solution.positions


def test_a_file_without_its_bounds_is_damaged(tmp_path):
    path = tmp_path / "kept.safetensors"
    solve(Piglet(target=2)).save(path)
    content = path.read_bytes()
    path.write_bytes(content.replace(b'"upper"', b'"uppre"'))
    with pytest.raises(FileError):
        load(path)
