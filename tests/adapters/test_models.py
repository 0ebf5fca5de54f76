"""Models in files: written, read back, and taken through Storm."""

import json
import re
import tarfile
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings

from perfectplay import AtLeast, Exponential, Score, solve
from perfectplay.adapters.models import export, read_model
from perfectplay.adapters.prism import action_names
from perfectplay.adapters.umb import archived, unpacked
from perfectplay.errors import FileError
from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.games.hog import Hog
from perfectplay.games.pig import Pig
from perfectplay.games.shut_the_box import ShutTheBox
from perfectplay.games.slots import Slots
from perfectplay.model.explicit import ExplicitModel
from perfectplay.solution.numbering import Numbering
from tests.by_engine import solve_graph
from tests.random_games import games_with_aims
from tests.strategies.test_policies import Shortened

FORMATS = ["umb", "drn"]
GAMES = [
    (Coins(coins=3, target=5), None),
    (ShutTheBox(tiles=5), None),
    (Shortened(), Score()),
    (Shortened(), AtLeast(20)),
    (Greed(max=6, sides=3), None),
    (Pig(target=6), None),
    (Hog(target=5, dice=2, players=1), Score()),
]


@pytest.mark.parametrize("ending", FORMATS)
@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(("game", "objective"), GAMES)
def test_a_model_read_back_has_the_value_of_the_game(game, objective, exact, ending, tmp_path):
    if exact and game.players == 2:
        game = Greed(max=4, sides=2)
    solution = solve_graph(game, objective, exact=exact)
    if game.players == 2 and ending == "drn":
        with pytest.raises(FileError, match=r"is a game for two.*ends in .umb or .prism"):
            export(solution, tmp_path / "model.drn")
        return
    export(solution, tmp_path / f"model.{ending}")
    again = solve(read_model(tmp_path / f"model.{ending}"), exact=exact).value
    assert again == (solution.value if exact else pytest.approx(solution.value, rel=1e-11))


@settings(max_examples=30)
@given(case=games_with_aims())
def test_any_game_survives_the_journey(case, tmp_path_factory):
    game, aim = case
    solution = solve_graph(game, aim.objective, exact=True)
    for ending in FORMATS if game.players == 1 else ["umb"]:
        path = tmp_path_factory.mktemp("models") / f"model.{ending}"
        export(solution, path)
        assert solve(read_model(path), exact=True).value == solution.value


def test_positions_and_options_keep_their_names(tmp_path):
    for ending in FORMATS:
        export(solve_graph(Coins()), tmp_path / f"coins.{ending}")
        game = read_model(tmp_path / f"coins.{ending}")
        assert game.text(game.start()) == "coins=5 points=0"
        assert list(game.at(game.start()).options) == ["1", "2", "3", "4", "5"]


def test_the_same_game_is_the_same_file(tmp_path):
    for name in ("one.umb", "other.umb"):
        export(solve_graph(Coins()), tmp_path / name)
    assert (tmp_path / "one.umb").read_bytes() == (tmp_path / "other.umb").read_bytes()


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("model.umb", b"nonsense", "not a UMB file"),
        ("model.umb", archived({"other.json": b"{}"}), "no index.json"),
        ("model.umb", archived({"index.json": b"{}"}), "damaged: KeyError"),
        ("model.umb", archived({"index.json": b"[1]"}), "damaged: TypeError"),
        ("model.drn", b"nonsense", "not a DRN file"),
        ("model.drn", b"@type: CTMC\n@model\n", "of the type CTMC is not read; MDP, DTMC are"),
        ("model.drn", b"@type: SMG\n@model\n", "of the type SMG is not read"),
        ("model.drn", b"@type: MDP\n@model\nstate 1 init\n", "line 3 of the DRN file"),
        (
            "model.drn",
            b"@type: MDP\n@model\nstate 0 init\n\taction a\n\t\t4 : 1\n",
            "does not exist",
        ),
        ("model.drn", b"@type: MDP\n@model\nstate 0\n\taction a\n\t\t0 : 1\n", "the model has 0"),
        ("model.txt", b"", "ends in .umb or .drn"),
    ],
)
def test_a_file_that_is_no_model_is_refused(name, content, complaint, tmp_path):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(FileError, match=complaint):
        read_model(tmp_path / name)


def test_a_branch_that_leads_astray_is_refused(tmp_path):
    export(solve_graph(Coins(coins=1, target=1)), tmp_path / "model.umb")
    files = unpacked((tmp_path / "model.umb").read_bytes())
    files["branch-to-target.bin"] = b"\xff" * len(files["branch-to-target.bin"])
    (tmp_path / "model.umb").write_bytes(archived(files))
    with pytest.raises(FileError, match="leads to a state that does not exist"):
        read_model(tmp_path / "model.umb")


def test_a_goal_that_is_not_there_is_told(tmp_path):
    export(solve_graph(Coins()), tmp_path / "model.umb")
    with pytest.raises(FileError, match="no label 'winn'; did you mean 'win'"):
        read_model(tmp_path / "model.umb", goal="winn")
    with pytest.raises(FileError, match="no reward 'points'; there are: score"):
        read_model(tmp_path / "model.umb", goal="win", reward="points")
    (tmp_path / "plain.drn").write_text("@type: MDP\n@model\nstate 0 init\n\taction a\n\t\t0 : 1\n")
    with pytest.raises(FileError, match=r"name the label of .* that is the goal; there are none"):
        read_model(tmp_path / "plain.drn")


def test_the_index_says_what_is_in_the_file(tmp_path):
    export(solve_graph(Greed(max=3, sides=2)), tmp_path / "greed.umb")
    with tarfile.open(tmp_path / "greed.umb") as archive:
        index = json.load(archive.extractfile("index.json"))
    assert index["transition-system"]["player-names"] == ["first", "second"]
    assert index["model-data"] == {"name": "greed"}


# Through Storm


@pytest.fixture(scope="module")
def storm():
    return pytest.importorskip("stormpy")


def checked(storm, model, question, *, exact=False):
    """What Storm answers to a question about a model."""
    asked = storm.parse_property(question)
    environment = storm.environments.exact() if exact else storm.environments.Environment()
    environment.solver().min_max().method = storm.environments.MinMaxMethod.TOPOLOGICAL
    result = storm.model_checking(model, asked, only_initial_states=True, environment=environment)
    value = result.get_value(model.initial_states[0])
    return Fraction(str(value)) if exact else float(value)


ASKED = [
    (Slots(), None, 'Pmax=? [F "win"]'),
    (Coins(), None, 'Pmax=? [F "win"]'),
    (ShutTheBox(tiles=6), None, 'Pmax=? [F "win"]'),
    (Slots(), Score(), 'R{"score"}max=? [F "over"]'),
    (Shortened(), AtLeast(20), 'R{"score"}max=? [F "over"]'),
]


@pytest.mark.parametrize(("game", "objective", "question"), ASKED)
def test_storm_finds_our_value_in_a_umb_file(storm, game, objective, question, tmp_path):
    solution = solve_graph(game, objective)
    export(solution, tmp_path / "model.umb")
    theirs = checked(storm, storm.build_model_from_umb(tmp_path / "model.umb"), question)
    assert theirs == pytest.approx(solution.value, rel=1e-10)


@pytest.mark.parametrize(("game", "objective", "question"), ASKED[1:3])
def test_storm_finds_our_fraction_in_a_umb_file(storm, game, objective, question, tmp_path):
    solution = solve_graph(game, objective, exact=True)
    export(solution, tmp_path / "model.umb")
    model = storm.build_model_from_umb(tmp_path / "model.umb")
    assert checked(storm, model, question, exact=True) == solution.value


@pytest.mark.parametrize(("game", "objective", "question"), ASKED)
def test_storm_finds_our_value_in_a_drn_file(storm, game, objective, question, tmp_path):
    solution = solve_graph(game, objective)
    export(solution, tmp_path / "model.drn")
    model = storm.build_model_from_drn[float](str(tmp_path / "model.drn"))
    assert checked(storm, model, question) == pytest.approx(solution.value, rel=1e-10)


def built(storm, program, number=float):
    """The model that Storm builds of a program."""
    options = storm.BuilderOptions()
    options.set_build_all_labels()
    options.set_build_all_reward_models()
    options.set_build_choice_labels()
    return storm.build_model[number](storm.parse_prism_program(str(program)), options=options)


@pytest.mark.parametrize(("game", "objective", "question"), ASKED)
def test_storm_finds_our_value_in_a_program(storm, game, objective, question, tmp_path):
    solution = solve_graph(game, objective)
    written = export(solution, tmp_path / "model.prism")
    model = built(storm, tmp_path / "model.prism")
    assert (model.nr_states, model.nr_choices) == (written.states, len(written.action))
    assert checked(storm, model, question) == pytest.approx(solution.value, rel=1e-10)


@pytest.mark.parametrize(("game", "objective", "question"), ASKED[1:3])
def test_storm_finds_our_fraction_in_a_program(storm, game, objective, question, tmp_path):
    solution = solve_graph(game, objective, exact=True)
    export(solution, tmp_path / "model.prism")
    model = built(storm, tmp_path / "model.prism", storm.Rational)
    assert checked(storm, model, question, exact=True) == solution.value


def test_actions_have_names_of_their_own_in_a_program(tmp_path):
    model = export(solve_graph(Slots()), tmp_path / "slots.prism")
    names = dict(zip(model.action, action_names(model), strict=True))
    assert len(set(names.values())) == len(names) == len(set(model.action))
    assert all(re.fullmatch("[A-Za-z_][A-Za-z0-9_]*", name) for name in names.values())


@pytest.mark.parametrize("ending", ["umb", "prism"])
@pytest.mark.parametrize("game", [Greed(max=6, sides=3), Pig(target=6)])
def test_a_game_for_two_comes_back_from_storm_with_its_value(storm, game, ending, tmp_path):
    solution = solve_graph(game)
    export(solution, tmp_path / f"ours.{ending}")
    if ending == "umb":
        model = storm.build_model_from_umb(tmp_path / "ours.umb")
    else:
        model = built(storm, tmp_path / "ours.prism")
    storm.io.export_to_umb(model, tmp_path / "theirs.umb")
    again = solve(read_model(tmp_path / "theirs.umb"))
    assert again.value == pytest.approx(solution.value, rel=1e-10)


BENCHMARKS = [
    ("dtmc/die.pm", {"goal": "one"}, 'P=? [F "one"]'),
    ("mdp/coin2-2.nm", {"goal": "all_coins_equal_1"}, 'Pmax=? [F "all_coins_equal_1"]'),
    ("mdp/coin2-2.nm", {"goal": "finished", "reward": "steps", "least": True},
     'R{"steps"}min=? [F "finished"]'),
    ("mdp/coin2-2.nm", {"goal": "finished", "reward": "steps"}, 'R{"steps"}max=? [F "finished"]'),
    ("mdp/csma2-2.nm", {"goal": "all_delivered", "reward": "time", "least": True},
     'R{"time"}min=? [F "all_delivered"]'),
]  # fmt: skip
"""Models of the PRISM benchmark suite that stormpy ships."""


@pytest.mark.parametrize("ending", FORMATS)
@pytest.mark.parametrize(("name", "asked", "question"), BENCHMARKS)
def test_a_public_benchmark_has_the_value_that_storm_finds(
    storm, name, asked, question, ending, tmp_path
):
    from stormpy.examples import files

    program = f"{files.testfile_dir}/{name}"
    exact = name.startswith("dtmc")
    model = built(storm, program, storm.Rational if exact else float)
    if ending == "drn":
        storm.io.export_to_drn(model, str(tmp_path / "model.drn"))
    else:  # Storm does not write fractions there
        storm.io.export_to_umb(built(storm, program), str(tmp_path / "model.umb"))
    ours = solve(read_model(tmp_path / f"model.{ending}", **asked), exact=exact)
    environment = storm.environments.exact() if exact else storm.environments.sound()
    environment.solver().min_max().precision = storm.Rational("1e-12")
    result = storm.model_checking(model, storm.parse_property(question), environment=environment)
    theirs = result.get_value(model.initial_states[0])
    theirs = Fraction(str(theirs)) if exact else float(theirs)
    assert ours.value == (theirs if exact else pytest.approx(theirs, rel=1e-10))


# As arrays


@pytest.mark.parametrize(("game", "objective"), [*GAMES, (Slots(), Exponential(-0.01))])
def test_arrays_satisfy_the_optimality_equations(game, objective):
    solution = solve_graph(game, objective)
    model = solution.answer(ExplicitModel)
    arrays = model.arrays()
    assert arrays.values[0] == pytest.approx(solution.value)
    worth = arrays.rewards["score"] + arrays.matrix @ arrays.values
    first = arrays.choices[:-1]
    highest, least = np.maximum.reduceat(worth, first), np.minimum.reduceat(worth, first)
    wanted = highest if arrays.players is None else np.where(arrays.players, least, highest)
    assert arrays.values == pytest.approx(wanted, abs=1e-9)
    assert worth[arrays.best] == pytest.approx(arrays.values, abs=1e-9)
    assert (arrays.state[arrays.best] == np.arange(model.states)).all()
    assert arrays.matrix.sum(axis=1) == pytest.approx(1)
    assert arrays.labels["over"].sum() == 1
    assert len(repr(model)) < 100


@pytest.mark.parametrize("exact", [False, True])
def test_the_numbering_tells_best_play_and_its_values(exact):
    solution = solve_graph(Coins(coins=3, target=5), exact=exact)
    numbering = solution.answer(Numbering)
    for row in range(len(numbering)):
        position, _ = numbering.decision(row)
        assert numbering.actions[numbering.best[row]] == solution.best(position)
        assert numbering.values[row] == solution.value_at(position)
