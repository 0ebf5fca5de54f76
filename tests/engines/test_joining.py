"""An engine that joins from outside gets all there is, without another change."""

from importlib import metadata

import pytest

from perfectplay import Compute, engines, load, solve
from perfectplay.errors import EngineError, FileError, NotOfferedError
from perfectplay.figures.kinds import kinds_of
from perfectplay.games import registry
from perfectplay.objectives import AtLeast, Score
from perfectplay.present.report import page_of
from perfectplay.request import Request
from perfectplay.solution.verification import VerificationError, verify
from tests.by_engine import solve_graph
from tests.toy_engine import Rolled, Stop


@pytest.fixture(autouse=True)
def another_package(monkeypatch):
    """A package that adds a game and the engine that solves it."""
    added = [
        metadata.EntryPoint("stop", "tests.toy_engine:Stop", registry.GROUP),
        metadata.EntryPoint("stopping", "tests.toy_engine:StopEngine", engines.GROUP),
    ]
    monkeypatch.setattr(
        metadata, "entry_points", lambda group: [each for each in added if each.group == group]
    )
    for known in (engines.places, engines.find):
        known.cache_clear()
    yield
    for known in (engines.places, engines.find):
        known.cache_clear()


def test_it_is_asked_first_and_taken_for_its_own_games():
    asked = engines.opinions(Stop(), Request(Score()))
    assert [opinion.engine.name for opinion in asked][:2] == ["stopping", "graph"]
    assert solve(Stop()).engine == "stopping"


def test_another_engine_is_taken_for_what_it_refuses():
    assert solve(Stop(), exact=True).engine == "graph"
    assert solve(Stop(), AtLeast(5)).engine == "graph"


def test_its_answers_are_those_of_the_engine_for_any_game():
    ours, theirs = solve(Stop()), solve_graph(Stop())
    assert ours.value == pytest.approx(theirs.value)
    for position in theirs.visits():
        assert ours.kind(position) == theirs.kind(position)
        if ours.kind(position) == "choice":
            assert ours.options(position) == theirs.options(position)
        if ours.kind(position) == "chance":
            assert ours.outcomes(position) == theirs.outcomes(position)


def test_its_solutions_are_written_read_and_verified(tmp_path):
    path = tmp_path / "stop.safetensors"
    solve(Stop()).save(path)
    read = load(path)
    assert (read.engine, read.value) == ("stopping", solve(Stop()).value)
    assert verify(read).positions == 19
    read.rolling[1] += 0.01
    with pytest.raises(VerificationError, match="the value at"):
        verify(read)


def test_a_file_of_an_engine_that_is_not_there_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "stop.safetensors"
    solve(Stop()).save(path)
    monkeypatch.setattr(metadata, "entry_points", lambda group: [])
    for known in (engines.places, engines.find):
        known.cache_clear()
    with pytest.raises(FileError, match="there is no engine 'stopping'"):
        load(path, Stop())


def test_what_it_does_not_offer_names_the_engine_that_does():
    with pytest.raises(NotOfferedError, match="solve it with the engine 'graph'"):
        solve(Stop()).visits()


def test_an_engine_is_chosen_by_its_name():
    assert solve(Stop(), compute=Compute(engine="graph")).engine == "graph"
    with pytest.raises(EngineError, match="did you mean 'stopping'"):
        solve(Stop(), compute=Compute(engine="stoping"))
    with pytest.raises(EngineError, match="coins is not about stopping"):
        solve(registry.find("coins")(), compute=Compute(engine="stopping"))


def test_it_is_known_on_the_command_line(monkeypatch, capsys):
    from perfectplay.cli import main

    for words, line in (
        (["solve", "stop"], "expected score  4.666666666667"),
        (["advise", "stop", "--at", "shows=4 left=1"], "stop"),
    ):
        monkeypatch.setattr("sys.argv", ["perfectplay", *words])
        with pytest.raises(SystemExit) as stop:
            main.main()
        assert not stop.value.code
        assert line in capsys.readouterr().out


def test_its_solutions_are_drawn_and_reported():
    stop = solve(Stop())
    assert list(kinds_of(stop)) == ["policy", "graph"]
    assert stop.figure("graph").get_suptitle() == "The whole game, and how best to play it"
    assert page_of(stop).count("<svg") == 3  # the table is drawn, too


def test_positions_are_read_with_the_nodes_below_them():
    stop = solve(Stop())
    place = stop.read("shows=3 left=1 > roll")
    assert (place.position, place.path) == (Rolled(3, 1), ("roll",))
    assert stop.value_at(place) == 3.5


def test_its_games_are_drawn_and_walked_through_on_the_page():
    from perfectplay.web.table import position_facts
    from perfectplay.web.table_messages import PositionQuestion

    stop = solve(Stop(rolls=2, sides=3))
    assert stop.figure("graph").get_suptitle() == "The whole game, and how best to play it"
    around = position_facts(stop, PositionQuestion(at="shows=1 left=1", score="0"))
    assert [edge.label for edge in around.edges] == ["roll", "stop"]


@pytest.mark.parametrize("name", sorted(registry.SHIPPED))
def test_no_engine_of_another_family_would_solve_a_game(name):
    game = registry.find(name)()
    for opinion in engines.opinions(game, Request(game.objective()), everyone=True):
        if opinion.refusal is None:
            assert engines.SOLVES.get(opinion.engine.name, game.family) == game.family
