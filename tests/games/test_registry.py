"""The games there are, ours and other packages'."""

from importlib import metadata

import pytest

from perfectplay.errors import UnknownGameError
from perfectplay.games import registry
from perfectplay.games.slots import Slots


@pytest.fixture
def another_package(monkeypatch):
    """A package that adds a game, and one that would replace ours."""
    added = [
        metadata.EntryPoint("walk", "tests.table_game:TableGame", registry.GROUP),
        metadata.EntryPoint("slots", "tests.table_game:TableGame", registry.GROUP),
    ]
    monkeypatch.setattr(metadata, "entry_points", lambda group: added)


@pytest.mark.parametrize("name", registry.SHIPPED)
def test_a_game_goes_by_the_name_it_is_listed_under(name):
    assert registry.find(name).name == name


def test_the_names_are_sorted():
    assert registry.names() == sorted(registry.names())


@pytest.mark.usefixtures("another_package")
def test_another_packages_game_is_listed_with_ours():
    assert {"walk", "coins"} <= set(registry.names())


@pytest.mark.usefixtures("another_package")
def test_another_packages_game_is_found():
    assert registry.find("walk").__name__ == "TableGame"


@pytest.mark.usefixtures("another_package")
def test_another_package_cannot_replace_ours():
    assert registry.find("slots") is Slots


def test_an_unknown_game_is_refused_with_the_nearest():
    with pytest.raises(UnknownGameError, match="there is no game 'slotz'; did you mean 'slots'"):
        registry.find("slotz")


def test_a_game_is_found_by_the_beginning_of_its_name():
    assert registry.find("Slot") is registry.find("slots")
    with pytest.raises(UnknownGameError, match="'ya' can be yacht, yahtzee, yatzy or yazy"):
        registry.find("ya")
