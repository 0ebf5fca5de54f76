"""What a game is, apart from its rules."""

import dataclasses
from typing import NamedTuple

import pytest

from perfectplay import Final, Game, Score, parameter
from perfectplay.errors import ModelError
from perfectplay.model import Inline


class Turn(NamedTuple):
    open: tuple[int, ...]


class Roll(NamedTuple):
    open: tuple[int, ...]
    face: int


class ShutBox(Game[Turn | Roll]):
    """Close the tiles.

    All of them.
    """

    tiles: int = parameter(9, 1, 12)


class HouseRules(ShutBox):
    """Close the tiles at home."""

    dice: int = parameter(2, 1, 2)


def test_a_game_is_named_after_its_class():
    assert ShutBox.name == "shut-box"


def test_a_game_may_have_a_name_of_its_own():
    class Mine(Game):
        name = "the best game"

    assert Mine.name == "the best game"


def test_the_summary_is_the_first_line():
    assert ShutBox.summary() == "Close the tiles."


def test_a_game_without_a_docstring_has_no_summary():
    class Mute(Game):
        __doc__ = None

    assert Mute.summary() == ""


def test_games_with_the_same_parameters_are_equal():
    assert ShutBox(tiles=3) == ShutBox(tiles=3) != ShutBox(tiles=4)


def test_a_game_does_not_change():
    with pytest.raises(dataclasses.FrozenInstanceError):
        ShutBox().tiles = 3


def test_a_variant_inherits_the_parameters():
    assert list(HouseRules.parameters()) == ["tiles", "dice"]


def test_a_variant_inherits_the_kinds_of_position():
    assert HouseRules().position_kinds() == [Turn, Roll]


def test_a_game_may_name_one_kind_of_position():
    class Single(Game[Turn]):
        """One kind."""

    assert Single().position_kinds() == [Turn]


def test_a_game_may_name_no_kind_of_position():
    class Plain(Game):
        """No kind."""

        def start(self):
            return 0

    class Fields(Plain):
        """Positions with fields."""

        def start(self):
            return Roll((1, 2), 6)

    assert Plain().position_kinds() == []
    assert Fields().position_kinds() == [Roll]
    assert Fields().read("open=1 face=3") == Roll((1,), 3)


@pytest.mark.parametrize("position", [Turn((1, 2)), Turn(()), Roll((1, 2), 6)])
def test_a_position_is_read_back_from_its_text(position):
    game = ShutBox()
    assert game.read(game.text(position)) == position


def test_a_node_in_place_is_written_with_the_text_of_its_position():
    assert ShutBox().text(Inline(Turn((1, 2)), ("one die", 3))) == "open=1,2 > one die > 3"


def test_the_expected_score_is_the_objective_unless_a_game_says_otherwise():
    assert ShutBox().objective() == Score()


@pytest.mark.parametrize("ask", [lambda game: game.start(), lambda game: game.at(Final())])
def test_a_game_without_rules_says_what_is_missing(ask):
    with pytest.raises(ModelError, match="ShutBox has no"):
        ask(ShutBox())


@pytest.mark.parametrize("name", ["card", "words", "from_words", "parameters"])
def test_a_parameter_cannot_have_the_name_of_what_every_game_answers(name):
    poker = type(
        "Poker", (Game,), {"__annotations__": {name: int, "text": int}, name: 3, "text": 4}
    )
    for make in (poker, lambda: poker.from_words([f"{name}=3"]), type("Own", (poker,), {})):
        with pytest.raises(
            ModelError, match=f"Poker: every game answers to '{name}'.*another name"
        ):
            make()


def test_a_parameter_that_cannot_be_one_is_told_by_who_makes_the_game():
    box = type("Box", (Game,), {"__annotations__": {"open": list}, "open": [1, 2]})
    with pytest.raises(ModelError, match="Box: mutable default <class 'list'> for field open"):
        box()


def test_columns_are_a_parameter_like_any():
    class Grid(Game[Turn]):
        """Squares in columns."""

        columns: int = 7

    assert Grid(columns=3).words == ["columns=3"]
    assert Grid().describe(Turn((1, 2))) == "open 1,2"
