"""The lines that make rules go many ways are told, with what they ask."""

from typing import Any, NamedTuple

import pytest

from perfectplay import Chance, Choice, Final
from perfectplay.engines.graph.tracing import blind_spots
from perfectplay.engines.graph.tracing.speed import speed
from perfectplay.errors import MemoryLimitError, ModelError
from perfectplay.games.yahtzee import Yahtzee
from tests.engines.graph.tracing.both_ways import TESTS, by_traces
from tests.table_game import RuleGame

TABLE = [1, 2, 3, 2, 1, 2, 3, 1]
NAMES = dict.fromkeys(range(8), "go")


@pytest.fixture(autouse=True)
def ours(monkeypatch):
    """The rules of these tests are taken for ours, so that they are traced."""
    monkeypatch.setattr(blind_spots, "OURS", (*blind_spots.OURS, TESTS))


class Place(NamedTuple):
    turn: int
    score: int
    lucky: bool = False


def game_of(rule: Any) -> RuleGame:
    def at(place: Place) -> Any:
        if place.turn == 6:
            return Final(place.score)
        more = rule(place)
        ways = [(Place(place.turn + 1, (place.score + up) % 8), 0.5) for up in (more, 1)]
        return Choice({"go": Chance(ways), "stay": place._replace(turn=place.turn + 1)})

    return RuleGame(Place(0, 0), at)


def looked_up(place: Place) -> int:
    return TABLE[place.score]  # here


def compared(place: Place) -> int:
    return 1 if place.score > 3 else 2  # here


def hashed(place: Place) -> int:
    return len(NAMES[place.score])  # here


def written(place: Place) -> int:
    return len(f"{place.score}")  # here


def followed(place: Place) -> int:
    return place.score + 1


@pytest.mark.parametrize(
    ("rule", "asks", "ways"),
    [
        pytest.param(looked_up, "equals", 7, id="an index"),
        pytest.param(hashed, "equals", 7, id="a key"),
        pytest.param(written, "equals", 5, id="a text"),
        pytest.param(compared, "compares", 1, id="a comparison"),
    ],
)
def test_the_line_that_lets_rules_turn(rule, asks, ways):
    found = speed(game_of(rule))
    line = next(line for line in found.lines if "# here" in line.code)
    assert (line.asks, line.ways) == (asks, ways)
    assert line.file == __file__
    assert found.ways == found.templates == 1 + sum(line.ways for line in found.lines)


def test_rules_that_are_followed_go_few_ways():
    found = speed(game_of(followed))
    assert (found.ways, found.traced) == (2, False)
    with by_traces():
        found = speed(game_of(followed))
    assert found.traced
    assert found.explored.startswith("2 templates for ")


def test_what_cannot_be_explored_is_refused():
    with pytest.raises(MemoryLimitError, match="position by position"):
        speed(Yahtzee())
    with pytest.raises(ModelError, match="must be a Final"):
        speed(RuleGame(Place(0, 0), lambda _: None))
