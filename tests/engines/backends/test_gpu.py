"""Where kernels are run is asked for by name, and what is missing for it is told in one line."""

import pytest

from perfectplay import Compute, compare, solve, solve_end_game
from perfectplay.engines.backends import gpu
from perfectplay.engines.backends.gpu import Need, gpu_for
from perfectplay.engines.scorecard.score_difference import engine, induction
from perfectplay.errors import EngineError
from perfectplay.games.greed import Greed
from perfectplay.games.yazy import Yazy
from perfectplay.objectives import AtLeast, Win
from perfectplay.request import Request
from tests.engines.backends.on_cpu import Cpu
from tests.engines.scorecard.score_difference.both_ways import CARDS, DUELS

NOTHING = Need(0, 0)


class Small(Cpu):
    """A GPU that has too little of something."""

    def lacks(self, need):
        return "this takes 2 GB of memory, and the GPU has 1 GB" if need.memory > 1 << 30 else None


@pytest.fixture
def there_is_one(monkeypatch):
    monkeypatch.setattr(gpu, "why_not", lambda: None)
    monkeypatch.setattr(gpu, "the_gpu", Small)


@pytest.fixture
def there_is_none(monkeypatch):
    monkeypatch.setattr(gpu, "why_not", lambda: "there is no GPU")
    gpu.the_gpu.cache_clear()


def test_a_backend_that_there_is_not():
    with pytest.raises(EngineError, match="there is no backend 'gpuu'; did you mean 'gpu'"):
        solve(Greed(), compute=Compute(backend="gpuu"))


def test_an_engine_that_has_nothing_for_a_gpu():
    with pytest.raises(EngineError, match="'graph' cannot use a GPU"):
        solve(Greed(max=10), compute=Compute(backend="gpu", engine="graph"))


def test_without_a_gpu_one_line_tells_what_is_missing(there_is_none):
    with pytest.raises(EngineError, match=r"^there is no GPU$"):
        solve(CARDS["one box"], AtLeast(1), compute=Compute(backend="gpu"))
    assert gpu_for("auto", NOTHING) is None


def test_a_gpu_is_taken_where_it_has_room(there_is_one):
    assert isinstance(gpu_for("auto", NOTHING), Small)
    assert gpu_for("threads", NOTHING) is None
    assert gpu_for("auto", Need(2 << 30, 0)) is None
    with pytest.raises(EngineError, match=r"takes 2 GB of memory.*'threads'$"):
        gpu_for("gpu", Need(2 << 30, 0))


def test_only_large_tables_are_sent_to_a_gpu_unasked(there_is_one, monkeypatch):
    leads = engine.duel_leads(DUELS["one box"], DUELS["one box"].start(), 0, Request(Win()))
    assert engine.solver_for(leads, Request(Win())) is induction.solve_leads
    monkeypatch.setattr(type(leads), "large", True)
    assert engine.solver_for(leads, Request(Win())) is not induction.solve_leads
    threads = Request(Win(), compute=Compute(backend="threads"))
    assert engine.solver_for(leads, threads) is induction.solve_leads


def test_solving_and_comparing_on_a_gpu(there_is_one):
    card, told = DUELS["two rerolls"], []
    ours = solve(card, compute=Compute(backend="gpu", progress=lambda stage, _: told.append(stage)))
    theirs = solve(card, compute=Compute(backend="threads"))
    assert ours.value == pytest.approx(theirs.value, abs=1e-14)
    assert any(stage.startswith("solving on the GPU") for stage in told)
    (found,) = compare(card, {"best": ours.play}, compute=Compute(backend="gpu"))
    (expected,) = compare(card, {"best": theirs.play}, compute=Compute(backend="threads"))
    assert found.value == pytest.approx(expected.value, abs=1e-14)


def test_an_end_game_on_a_gpu(there_is_one):
    yazy = Yazy(players=2)
    start = yazy.read("first=sixes second=sixes")
    assert solve_end_game(yazy, start, -6, compute=Compute(backend="gpu")).value == pytest.approx(
        0.271831, abs=1e-6
    )
