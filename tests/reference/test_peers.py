"""The same games, solved by programs of others."""

import pytest

from perfectplay import AtLeast, solve
from perfectplay.games.greed import Greed
from perfectplay.games.shut_the_box import ShutTheBox
from perfectplay.games.slots import SLOTS, Slots

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def storm():
    """The probabilistic model checker Storm."""
    pytest.importorskip("stormpy")
    from benchmarks.peers import storm

    return storm


@pytest.fixture(scope="module")
def open_spiel():
    """OpenSpiel's value iteration, which needs cvxpy too."""
    pytest.importorskip("cvxpy")
    pytest.importorskip("pyspiel")
    from benchmarks.peers import openspiel

    return openspiel


@pytest.mark.parametrize("target", [30, 45, 60])
def test_storm_gives_slots_the_same_exact_value(storm, target):
    theirs = storm.slots(SLOTS, target, exact=True).value
    assert solve(Slots(), AtLeast(target), exact=True).value == theirs


def test_storm_gives_slots_the_same_value_in_floats(storm):
    assert solve(Slots()).value == pytest.approx(storm.slots(SLOTS, 45).value, rel=1e-10)


@pytest.mark.parametrize("tiles", [3, 9])
def test_storm_gives_shut_the_box_the_same_exact_value(storm, tiles):
    theirs = storm.shut_the_box(tiles, exact=True).value
    assert solve(ShutTheBox(tiles=tiles), exact=True).value == theirs


def test_storm_gives_shut_the_box_the_same_value_in_floats(storm):
    assert solve(ShutTheBox()).value == pytest.approx(storm.shut_the_box().value, rel=1e-10)


def test_open_spiel_gives_slots_the_same_value(open_spiel):
    assert solve(Slots()).value == pytest.approx(open_spiel.slots(SLOTS, 45).value, rel=1e-10)


def test_open_spiel_gives_greed_the_same_value(open_spiel):
    theirs = open_spiel.greed(10, 3).value
    assert solve(Greed(max=10, sides=3)).value == pytest.approx(theirs, rel=1e-10)
