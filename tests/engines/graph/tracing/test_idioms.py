"""What rules do that a trace might not see: each in a small game, by traces and plainly."""

import enum
import functools
import json
import math
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from perfectplay import Chance, Choice, Final, Gain
from tests.engines.graph.tracing.both_ways import explored_alike
from tests.table_game import RuleGame

LAST_TURN, HIGH = 16, 24


class Place(NamedTuple):
    turn: int
    score: int
    lucky: bool = False

    @property
    def half(self) -> int:
        return self.score // 2


class Dice(NamedTuple):
    turn: int
    dice: tuple[int, ...]


class Named(NamedTuple):
    turn: int
    score: int
    name: str


def go(place: Place, up: Any = 1, *, lucky: Any = None, gain: Any = 0, odds: Any = 0.5) -> Choice:
    """Three ways on from a place; the first of them goes `up`."""
    lucky = place.lucky if lucky is None else lucky
    turn = place.turn + 1
    risky = [
        (Gain(gain, Place(turn, (place.score + up) % HIGH, lucky)), odds),
        (Place(turn, (place.score + 3) % HIGH, not lucky), 1 - odds),
    ]
    return Choice({"risk": Chance(risky), "stay": Place(turn, place.score, lucky)})


FOLLOWED: dict[str, Callable[[Place], Any]] = {}
GIVEN_UP: dict[str, Callable[[Place], Any]] = {}


def followed(rule: Callable[[Place], Any]) -> Callable[[Place], Any]:
    """A rule that traces must be able to follow."""
    FOLLOWED[rule.__name__] = rule
    return rule


def given_up(rule: Callable[[Place], Any]) -> Callable[[Place], Any]:
    """A rule that has to be run plainly, which the checks must find out."""
    GIVEN_UP[rule.__name__] = rule
    return rule


@followed
def asks_for_int(place: Place) -> Any:
    return go(place, 2 if isinstance(place.score, int) else 7)


@followed
def asks_for_bool(place: Place) -> Any:
    both = isinstance(place.lucky, bool) and not isinstance(place.score, bool)
    return go(place, 2 if both else 7)


class Mood(enum.Enum):
    HAPPY = 1


NOTHING = object()


@followed
def asks_what_is_no_number(place: Place) -> Any:
    kind, id = Mood.HAPPY if place.score > 4 else NOTHING, place.score  # noqa: A001
    return go(place, 2 if kind is Mood.HAPPY else id % 3 if kind is not NOTHING else 7)


@followed
def asks_what_is_true(place: Place) -> Any:
    return go(place, 2 if place.lucky is True else 5 if (place.score > 4) is True else 7)


@functools.lru_cache
def doubled(number: int) -> list[int]:
    assert type(number) is int
    return [number * 2, number % 3]


@followed
def calls_what_is_cached(place: Place) -> Any:
    return go(place, doubled(place.score % 4)[0])


@functools.cache
def fifth(place: Place) -> int:
    assert type(place.score) is int
    return place.score % 5


@followed
def calls_what_is_cached_by_position(place: Place) -> Any:
    return go(place, fifth(place))


MEMORY: dict[Any, Any] = {}


@followed
def keeps_a_memory(place: Place) -> Any:
    key = place.score // 10
    if key not in MEMORY:
        MEMORY[key] = key + 1
    return go(place, MEMORY[key])


LAST = [0]


@followed
def lets_a_number_out(place: Place) -> Any:
    LAST[0] = place.score
    return go(place, LAST[0] % 3)


@followed
def has_a_closure(place: Place) -> Any:
    def on(up: int) -> Place:
        return Place(place.turn + 1, (place.score + up) % HIGH, place.lucky)

    return Chance([(on(up), 0.25) for up in range(4)])


@followed
def looks_up(place: Place) -> Any:
    up = {0: 4, 1: 5}.get(place.score % 3, 1)
    return go(place, up + (place.score in {3, 4, 5}) + (place.score in (7, 8)))


@followed
def writes_texts(place: Place) -> Any:
    ways = {f"from {place.score // 8:02d}": Place(place.turn + 1, place.score, place.lucky)}
    ways |= {str(place.score > 12): go(place), format(place.score // 9, "d"): go(place)}
    return Choice(ways)


@followed
def has_numbers_for_labels(place: Place) -> Any:
    return Choice({place.score // 7: go(place), True: go(place, 5), "on": go(place, 6)})


@followed
def sorts(place: Place) -> Any:
    low, middle, high = sorted((place.score, 11, 20 - place.score))
    return go(place, max(low, 1) + min(middle, 9) + (high == place.score))


@followed
def matches(place: Place) -> Any:
    match place:
        case Place(_, 0 | 1, True):
            return go(place, 3)
        case Place(_, int(score), lucky) if score > 10:
            return go(place, 4 + lucky)
        case _:
            return go(place)


@followed
def calculates(place: Place) -> Any:
    score = place.score
    most, least = divmod(score, 7)
    bits = (score & 6 | 1) + (score ^ 3) + ~score + (score << 2 >> 1)
    return go(place, (most**2 + least**3 + round(score) + abs(-score) + +score + bits) % 50)


@followed
def has_large_numbers(place: Place) -> Any:
    return go(place, (place.score + 10**18) * (place.score + 10**18) % 1000003)


@followed
def shifts_far(place: Place) -> Any:
    return go(place, (1 << (place.score * 3)) % 1000003)


@followed
def has_odds_from_numbers(place: Place) -> Any:
    return go(place, odds=place.score / HIGH * 0.9 + 0.05)


@followed
def has_fractions(place: Place) -> Any:
    return go(place, odds=Fraction(place.score + 1, HIGH + 1))


@followed
def has_weights(place: Place) -> Any:
    turn, score = place.turn + 1, place.score
    ways = [
        (Place(turn, score), score),
        (Place(turn, (score + 1) % HIGH), HIGH - score),
        (Place(turn, 0), place.turn % 2),
    ]
    return Chance.weighted(ways)


@followed
def has_weights_over_a_total(place: Place) -> Any:
    turn, score = place.turn + 1, place.score
    return Chance([(Place(turn, score), score), (Place(turn, 0), HIGH - score)], total=HIGH)


@followed
def scores(place: Place) -> Any:
    return go(place, gain=place.score * 3 - place.turn)


@followed
def scores_parts(place: Place) -> Any:
    return go(place, gain=place.score * 0.1)


@followed
def leads_to_the_same_by_chance(place: Place) -> Any:
    turn, score = place.turn + 1, place.score
    ends = [(abs(score - 10), 0.3), (score % 10, 0.2), (score // 2, 0.1), (5, 0.1), (7, 0.3)]
    return Chance([(Place(turn, end), odds) for end, odds in ends])


@followed
def has_a_mapping_of_positions(place: Place) -> Any:
    turn, score = place.turn + 1, place.score
    return Chance({Place(turn, (score + 1) % HIGH): 0.5, Place(turn, (score + 5) % HIGH): 0.5})


@followed
def counts_in_a_mapping(place: Place) -> Any:
    odds: dict[Place, float] = {}
    for up in range(4):
        to = Place(place.turn + 1, (place.score + up // 2) % HIGH)
        odds[to] = odds.get(to, 0) + 0.25
    return Chance(odds)


@followed
def looks_into_a_mapping_of_positions(place: Place) -> Any:
    turn, score = place.turn + 1, place.score
    known = {Place(turn, score % 3): 1, Place(turn, 1): 2}
    return go(place, known.get(Place(turn, 2), 5))


@followed
def slices_and_repeats(place: Place) -> Any:
    score = place.score
    return go(place, len([1, 2, 3, 4, 5][: score % 4]) + sum(range(score % 5)) + len("ab" * score))


@followed
def divides_by_zero(place: Place) -> Any:
    try:
        return go(place, 100 // (place.score - 12))
    except ZeroDivisionError:
        return go(place, 1)


@followed
def catches_everything(place: Place) -> Any:
    try:
        up = {0: 1, 1: 2}[place.score % 2]
    except:  # noqa: E722
        up = 9
    return go(place, up)


@followed
def calls_mathematics(place: Place) -> Any:
    score = place.score
    return go(place, math.comb(6, score % 4) + math.isqrt(score) + int(math.sqrt(score)))


@followed
def writes_json(place: Place) -> Any:
    return go(place, len(json.dumps({"score": int(place.score // 10)})))


@followed
def reckons_with_truth(place: Place) -> Any:
    up = (place.score > 10) + (place.score > 20) * 2 + (not place.lucky)
    return go(place, up, lucky=(place.score > 3) & place.lucky | (place.score == 9))


@followed
def has_a_property(place: Place) -> Any:
    return go(place, place.half)


@followed
def replaces_a_field(place: Place) -> Any:
    return Choice({"on": place._replace(turn=place.turn + 1), "go": go(place)})


@followed
def has_positions_of_other_kinds(place: Place) -> Any:
    turn = place.turn + 1
    if isinstance(place, Named):
        return Choice({"back": Place(turn, place.score, place.name == "a")})
    ways = {"a": Named(turn, place.score, "a"), "b": Named(turn, place.score // 2, "b")}
    return Choice(ways | {"go": go(place)})


@followed
def has_tuples_that_grow(place: Any) -> Any:
    if isinstance(place, Dice):
        return go(Place(place.turn, sum(place.dice)))
    dice = (place.score % 6,) * (place.turn % 3)
    return Choice({"roll": Dice(place.turn + 1, dice), "go": go(place)})


@followed
def pays_by_number(place: Place) -> Any:
    return Choice({"stop": Final(place.score * place.turn - 7), "go": go(place)})


@given_up
def asks_for_the_type(place: Place) -> Any:
    return go(place, 2 if type(place.score) is int else 7)


@given_up
def fails_where_only_a_wrong_trace_leads(place: Place) -> Any:
    if place.score % 3:
        raise ZeroDivisionError
    return go(place, 3 if type(place.score) is int else 7)


@given_up
def fails_unseen_where_only_a_wrong_trace_leads(place: Place) -> Any:
    if type(place.score) is int and place.score % 3:
        raise ZeroDivisionError
    up = place.score + (3 if type(place.score) is int else 7)
    return Choice({"up": Place(place.turn + 1, up % HIGH), "go": Place(place.turn + 1, 0)})


@given_up
def asks_for_the_name_of_the_type(place: Place) -> Any:
    return go(place, len(type(place.score).__name__))


@given_up
def has_truth_here_and_numbers_there(place: Place) -> Any:
    return go(place, lucky=place.score % 2 if place.turn % 2 else place.lucky)


@given_up
def has_numbers_without_end(place: Place) -> Any:
    if isinstance(place, Named):
        return go(Place(place.turn, place.score % HIGH))
    return Choice({"far": Named(place.turn + 1, place.score + (1 << 70), ""), "go": go(place)})


def game_of(rule: Callable[[Place], Any]) -> RuleGame:
    def at(place: Place) -> Any:
        return Final(place[1] != 0) if place.turn >= LAST_TURN else rule(place)

    return RuleGame(Place(0, 0), at)


@pytest.mark.parametrize("rule", FOLLOWED.values(), ids=FOLLOWED)
def test_what_a_trace_follows(rule):
    MEMORY.clear()
    doubled.cache_clear()
    fifth.cache_clear()
    assert explored_alike(game_of(rule)).endswith(": traced")
    assert all(type(key) is int for key in MEMORY)


@pytest.mark.parametrize("rule", GIVEN_UP.values(), ids=GIVEN_UP)
def test_what_a_trace_cannot_follow_is_found_out(rule):
    assert ": plain, as " in explored_alike(game_of(rule))


def test_rules_that_are_random_are_explored_plainly():
    generator = random.Random(1)

    def rule(place: Place) -> Any:
        return go(place, generator.randrange(5))

    game = game_of(rule)
    with pytest.raises(AssertionError):  # they are not even the same twice by the plain rules
        explored_alike(game)


@pytest.mark.parametrize(
    "rule",
    [
        pytest.param(lambda place: go(place, 10 // (place.score - 9)), id="raises"),
        pytest.param(lambda place: go(place, odds=place.score / 9), id="odds above one"),
        pytest.param(
            lambda place: Chance.weighted([(Place(place.turn + 1, 1), 9 - place.score)]),
            id="weights below zero",
        ),
        pytest.param(
            lambda place: Choice({"go": go(place)} if place.score < 9 else {}), id="no options"
        ),
        pytest.param(
            lambda place: Choice({"go": Gain(1 << (place.score * 4), go(place))}), id="points"
        ),
        pytest.param(
            lambda place: Choice({"go": go(place)}, player=place.score // 9), id="a player too many"
        ),
        pytest.param(
            lambda place: Choice({"go": go(place) if place.score < 9 else [1]}), id="a list"
        ),
    ],
)
def test_errors_are_those_of_the_plain_rules(rule):
    explored_alike(game_of(rule))
