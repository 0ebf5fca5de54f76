"""Python's own traps: rules that read as if they meant something else, or hide what they do.

Each is compiled to what Python does, or left to it, or refused with the line and the reason.
"""

from __future__ import annotations

import functools
import heapq
import random
from dataclasses import dataclass, field
from enum import Enum, IntEnum, StrEnum
from typing import Any, NamedTuple

import pytest

from perfectplay import Choice, Compute, Final, solve
from perfectplay.engines.compiled.compiler.values import NotCompiledError
from tests.engines.compiled.checking import compared, positions_of
from tests.table_game import RuleGame

END = 5
ALIKE: list[tuple[Any, Any]] = []
REFUSED: list[tuple[Any, Any, str]] = []


class P(NamedTuple):
    x: int
    y: int
    z: Any


class Colour(IntEnum):
    RED = 1
    BLUE = 2
    GREEN = 4


class Word(StrEnum):
    ONE = "one"
    TWO = "two"


class Suit(Enum):
    HEARTS = "h"
    SPADES = "s"

    def luck(self) -> int:
        return random.randrange(3)


class Vector(NamedTuple):
    x: int
    y: int

    def __mul__(self, times: int) -> Vector:  # type: ignore[override]  # as people write it
        return Vector(self.x * times, self.y * times)

    def count(self, _: Any) -> int:
        return 7


class Unequal(NamedTuple):
    x: int

    def __ne__(self, other: object) -> bool:
        return False


@dataclass(frozen=True)
class Odd:
    """A field in the middle is not an argument, another does not count."""

    a: int
    b: int = field(init=False, default=3)
    c: int = field(compare=False, default=0)


@dataclass(frozen=True)
class Ordered:
    a: int
    b: int

    def __lt__(self, other: Ordered) -> bool:
        return self.b < other.b


class Piece:
    made = 0

    def __init__(self, value: int) -> None:
        Piece.made += 1
        self.value = value + Piece.made % 2


def alike(start: Any = None) -> Any:
    """Rules that must not go wrong."""
    return lambda rule: ALIKE.append((rule, start)) or rule


def refused(why: str, start: Any = None) -> Any:
    """Rules that must be refused."""
    return lambda rule: REFUSED.append((rule, start, why)) or rule


def on(p: P, y: int, z: Any = None, to: int = 1) -> Any:
    """A choice of two positions, one of which tells what was found."""
    return Choice({"on": P(p.x + to, y, z), "far": P(p.x + 3, p.y % 2, z)})


def fill(board: list[int], number: int) -> None:
    board.append(number)


@alike()
def a_list_is_handed_on_and_changed(p: P) -> Any:
    board = [0, 0]
    if p.y > 1:
        fill(board, 5)
    return on(p, sum(board) % 3 + len(board))


@alike()
def a_default_is_bound_early(p: P) -> Any:
    k = p.y

    def more(x: int, k: int = k) -> int:
        return x + k

    k = 5
    return on(p, (more(1) + k) % 4)


@refused("outlives a change of k")
def a_closure_is_bound_late(p: P) -> Any:
    def made(n: int) -> Any:
        k = n

        def more(x: int) -> int:
            return x + k

        k += 1
        return more

    return on(p, made(p.y)(1) % 4)


@alike()
def a_pattern_gives_a_name_in_two_ways(p: P) -> Any:
    match (p.x % 2, p.y):
        case (0, v) | (v, 0):
            return on(p, v % 4 + 2)
        case _:
            return on(p, 1)


@alike()
def an_empty_text_is_false(p: P) -> Any:
    written = ",".join(str(n) for n in range(p.y))
    return on(p, (2 if written else 1) + (1 if f"{written}" else 0) % 3)


@alike()
def numbers_between_62_and_64_bits(p: P) -> Any:
    big = (p.y % 3 + 5) * 2**60
    table = [0, 1, 2, 3, 4, 5, 6, 7]
    return on(p, table[big // 2**60] % 4 + (big > 2**62))


@alike()
def whole_floats_are_equal_to_numbers(p: P) -> Any:
    table = [1.0, 2, 0.5, None]
    return on(p, 1 if table[p.x % 4] == p.y else 2)


@alike()
def a_number_is_not_its_text(p: P) -> Any:
    table = [1, "2", None, "x"]
    return on(p, 1 if table[p.x % 4] == f"{p.y}" else 2)


def written(value: Any) -> int:
    for letter in (text := str(value)):
        if letter == "q":
            return 9
    return len(text)


@alike()
def equal_objects_are_told_apart_by_helpers(p: P) -> Any:
    table = [1, 1.0, True, "1"]
    return on(p, written(table[p.x % 4]) % 4)


@alike()
def operators_and_methods_of_its_own(p: P) -> Any:
    vector = Vector(p.x, p.y) * 2
    return on(p, (len(vector) + vector.y + vector.count(1)) % 4)


@alike()
def a_dataclass_with_fields_of_all_kinds(p: P) -> Any:
    odd = Odd(p.x, p.y)  # type: ignore[misc]  # the third field
    return on(p, (odd.b + odd.c) % 4 + (odd == Odd(p.x, 9)))  # type: ignore[misc]  # as above


@alike()
def a_dataclass_with_an_order_of_its_own(p: P) -> Any:
    one, other = Ordered(p.x, p.y), Ordered(2, 1)
    return on(p, 1 if one < other else 2)


@refused("equality of its own")
def not_equal_is_not_the_opposite(p: P) -> Any:
    return on(p, 1 if Unequal(p.x) != Unequal(p.y) else 2)


@alike(Colour.RED)
def members_of_int_enums_are_objects(p: P) -> Any:
    z = Colour.BLUE if p.z is Colour.RED else Colour.RED
    return on(p, int(z is Colour.BLUE) + isinstance(p.z, Colour) + p.z % 2, z)


@alike(Word.ONE)
def members_of_text_enums_are_texts(p: P) -> Any:
    prefix = "o" if p.x % 2 else "x"
    return on(p, (1 if p.z == f"{prefix}ne" else 2) + len(p.z) % 2, Word.TWO)


@alike("A")
def texts_within_texts(p: P) -> Any:
    return on(p, (1 if p.z in "AK10Q" else 2) + ("0" in p.z), "A" if p.x % 2 else "10")


@alike(0)
def truth_values_among_numbers(p: P) -> Any:
    return on(p, p.y + 1 if p.z else p.y, not p.z)


@refused("a truth value", 0)
def truth_values_told_from_numbers(p: P) -> Any:
    return on(p, 1 if p.z is True else 2, not p.z)


@refused("a generator that is kept")
def a_generator_is_gone_through_twice(p: P) -> Any:
    found = (n * p.x for n in range(3))
    return on(p, (sum(found) + sum(found)) % 5)


@refused("of names that change")
def a_generator_looks_late(p: P) -> Any:
    k = 1
    found = (n + k for n in range(3))
    k = p.y + 2
    return on(p, sum(found) % 4 + k)


@refused("a generator that is kept")
def an_iterator_of_constants_is_gone_through_twice(p: P) -> Any:
    pairs = zip((1, 2), (3, 4), strict=True)
    return on(p, (sum(a for a, _ in pairs) + sum(b for _, b in pairs)) % 7)


@refused("several names")
def a_list_has_two_names(p: P) -> Any:
    one = other = [p.x]
    one.append(p.y)
    return on(p, len(other))


@refused("heapify changes what it is given")
def a_heap(p: P) -> Any:
    heap = [3, p.y, p.x]
    heapq.heapify(heap)
    return on(p, heap[0] % 4)


def remembering(x: int, seen: list[int] = []) -> int:  # noqa: B006  # this is what is tried
    seen.append(x)
    return len(seen) % 3


@refused("changes the default of an argument")
def a_default_is_changed(p: P) -> Any:
    return on(p, remembering(p.y))


def noisy(*_: Any) -> int:
    return random.randrange(3)


NOISY = {"a": noisy}


def dispatched(name: str, x: int) -> int:
    try:
        return NOISY[name](x)
    except KeyError:
        return 0


def called(fn: Any, x: int) -> int:
    try:
        return int(fn(x))
    except ValueError:
        return 0


@refused("uses random")
def a_key_is_random(p: P) -> Any:
    return on(p, max((1, 2, 3), key=noisy))


@refused("uses random")
def a_function_in_a_table_is_random(p: P) -> Any:
    return on(p, dispatched("a", p.y))


@refused("uses random")
def a_function_that_is_handed_on_is_random(p: P) -> Any:
    return on(p, called(noisy, p.y))


@refused("uses random")
def a_function_in_a_reduction_is_random(p: P) -> Any:
    return on(p, functools.reduce(noisy, (p.x, p.y)))


@refused("uses random", Suit.HEARTS)
def a_method_of_an_enum_is_random(p: P) -> Any:
    return on(p, p.z.luck(), p.z)


@refused(r"changes Piece\.made")
def a_class_counts_its_objects(p: P) -> Any:
    def value(x: int) -> int:
        return Piece(x).value

    return on(p, value(p.y) % 3)


def game_of(rule: Any, start: Any) -> RuleGame:
    """A game with these rules, which ends."""

    def at(p: P) -> Any:
        return Final(p.y) if p.x >= END else rule(p)

    return RuleGame(P(0, 0, start), at)


@pytest.mark.parametrize(("rule", "start"), ALIKE)
def test_compiled_as_python_does_it(rule, start):
    assert compared(game_of(rule, start))["compiled"] > 0


@pytest.mark.parametrize(("rule", "start", "why"), REFUSED)
def test_refused(rule, start, why):
    with pytest.raises(NotCompiledError, match=rf"\.py:\d+: .*{why}"):
        compared(game_of(rule, start))


def test_machine_code_of_numbers_between_62_and_64_bits():
    game = game_of(numbers_between_62_and_64_bits, None)
    ours = solve(game, compute=Compute(engine="compiled"))
    theirs = solve(game, compute=Compute(engine="graph"))
    for position in positions_of(game, 1000):
        assert ours.value_at(position) == theirs.value_at(position)
