"""Rules as people write them, in styles that a compiler might get wrong: a walk over a grid.

Each style does something special at one place of the grid at most, or along one line of it, by
means that are easily overlooked. Few of the other positions tell.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from perfectplay import Chance, Choice, Final, Gain
from tests.table_game import RuleGame


class P(NamedTuple):
    """A place of the grid."""

    x: int
    y: int


class Mod(NamedTuple):
    """A key that is equal to others by a rule of its own."""

    x: int
    y: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mod) and self.x % 1000 == other.x % 1000 and self.y == other.y

    def __hash__(self) -> int:
        return 7


class Hashed(NamedTuple):
    """A kind of position with a hash of its own."""

    x: int
    y: int
    lucky: bool

    def __hash__(self) -> int:
        return hash((self.y, self.x))


Style = Callable[[Any, P], Any]
STYLES: dict[str, Style] = {}


def style(rule: Style) -> Style:
    """A function of a position and the lucky place: what there is, or None for a plain step."""
    STYLES[rule.__name__] = rule
    return rule


def ahead(p: Any) -> dict[Any, int]:
    """Where a plain step leads, with weights."""
    return {P(p.x + 1, p.y): 1, P(p.x, p.y + 1): 2}


@style
def identity(p: Any, lucky: P) -> Any:
    x, y = lucky
    return Final(1000) if p.x is x and p.y is y else None


@style
def identity_by_function(p: Any, lucky: P) -> Any:
    return Final(1000) if operator.is_(p.x, lucky.x) and p.y == lucky.y else None


@style
def identity_mapped(p: Any, lucky: P) -> Any:
    return Final(1000) if all(map(operator.is_, p, lucky)) else None


@style
def identity_by_id(p: Any, lucky: P) -> Any:
    return Final(1000) if id(p.x) == id(lucky.x) and p.y == lucky.y else None


@style
def identity_that_depends(p: Any, lucky: P) -> Any:
    x = p.x
    return Final(1000) if x is (lucky.x if lucky.x > 0 else None) and p.y == lucky.y else None


@style
def identity_with_a_constant(p: Any, lucky: P) -> Any:
    seven = eval("lambda x: x is 7", {}) if lucky else None  # warns as a literal
    return Final(1000) if seven(p.x) and p.y == lucky.y else None


def same(p: Any, lucky: P, is_same: Callable[[Any, Any], bool] = operator.is_) -> bool:
    return is_same(p.x, lucky.x) and p.y == lucky.y


@style
def identity_by_another_name(p: Any, lucky: P) -> Any:
    return Final(1000) if same(p, lucky) else None


@style
def type_of_a_number(p: Any, lucky: P) -> Any:
    return Final(1000) if type(p.x) is int and p == lucky else None


@style
def type_among_others(p: Any, lucky: P) -> Any:
    return Final(1000) if {int: p.x, str: -1}.get(type(p.x)) == lucky.x == p.y else None


@style
def caught_type_error(p: Any, lucky: P) -> Any:
    try:
        bits = int.bit_length(p.x)
    except TypeError:
        return None
    return Final(bits) if p == lucky else None


@style
def suppressed(p: Any, lucky: P) -> Any:
    found = None
    try:
        if int.__eq__(p.x, lucky.x) and p.y == lucky.y:
            found = Final(1000)
    finally:
        return found  # noqa: B012  # as it stands in rules that were attacked


@style
def caught_division(p: Any, lucky: P) -> Any:
    try:
        part = 100 // (p.x - lucky.x)
    except ZeroDivisionError:
        return Final(5)
    return Final(part) if p.y == lucky.y and part > 50 else None


@style
def asked_for_attributes(p: Any, lucky: P) -> Any:
    if hasattr(p.x, "value") or hasattr(p.x, "register") or hasattr(p.x, "traced"):
        return None
    return Final(1000) if p == lucky else None


@style
def updated_mapping(p: Any, lucky: P) -> Any:
    odds = ahead(p)
    if p.x == lucky.x:
        odds.update({P(lucky.x + 1, lucky.y): 40})
    return Chance.weighted(odds)


@style
def joined_mappings(p: Any, lucky: P) -> Any:
    odds = ahead(p)
    if p.x == lucky.x:
        odds |= {P(lucky.x + 1, lucky.y): 40}
    return Chance.weighted(odds)


@style
def unpacked_mappings(p: Any, lucky: P) -> Any:
    if p.y != lucky.y:
        return None
    return Chance.weighted({**ahead(p), P(lucky.x, lucky.y + 1): 9})


@style
def compared_mappings(p: Any, lucky: P) -> Any:
    same = {P(p.x, 7): 1} == {P(2 * p.y - lucky.y, 7): 1}
    return Final(3) if same else None


@style
def compared_sets(p: Any, lucky: P) -> Any:
    mine, theirs = {P(p.x, p.y)}, {P(lucky.x, lucky.y)}
    return Final(1000) if len(mine | theirs) == 1 or mine & theirs else None


@style
def sets_of_keys(p: Any, lucky: P) -> Any:
    mine, theirs = {P(p.x, p.y): 1}, {P(p.y, p.x): 2}
    return Final(2) if len(set(mine) | set(theirs)) == 1 and p.x > lucky.x else None


@style
def looked_up(p: Any, lucky: P) -> Any:
    return {lucky: Final(1000)}.get(P(p.x, p.y))


@style
def frozen_sets(p: Any, lucky: P) -> Any:
    return Final(1000) if frozenset(((p.x, p.y),)) == frozenset((tuple(lucky),)) else None


@style
def own_equality(p: Any, lucky: P) -> Any:
    return {Mod(lucky.x + 1000, lucky.y): Final(1000)}.get(Mod(p.x, p.y))


@style
def keys_written_one_by_one(p: Any, lucky: P) -> Any:
    odds: dict[Any, int] = {}
    for step in (1, 1, 2):
        there = P(p.x + step, p.y) if p.y != lucky.y else P(min(p.x + step, lucky.x + 1), p.y)
        odds[there] = odds.get(there, 0) + step
    return Chance.weighted(odds)


@cache
def remembered(p: Any, lucky: P) -> bool:
    return bool(p == lucky)


@style
def cached_by_position(p: Any, lucky: P) -> Any:
    return Final(1000) if remembered(p, lucky) else None


MEMORY: dict[Any, bool] = {}


@style
def memory_of_its_own(p: Any, lucky: P) -> Any:
    key = (p.x, p.y, lucky)
    if key not in MEMORY:
        MEMORY[key] = p.x == lucky.x and p.y == lucky.y
    return Final(1000) if MEMORY[key] else None


@style
def rare_branch(p: Any, lucky: P) -> Any:
    if p.x * 1000 + p.y == lucky.x * 1000 + lucky.y:
        return Choice({"stop": Final(1000), "on": P(p.x + 1, p.y)})
    return None


@style
def two_kinds_of_position(p: Any, lucky: P) -> Any:
    if p.x == lucky.x:
        return Chance.weighted({Hashed(p.x + 1, p.y, True): 1, P(p.x, p.y + 1): 1})
    return None


def game_of(name: str, lucky: P, size: int) -> RuleGame:
    """A walk over a grid by the rules of a style."""
    rule = STYLES[name]

    def at(p: Any) -> Any:
        if p.x + p.y >= size:
            return Final(p.x)
        special = rule(p, lucky)
        if special is not None:
            return special
        east = Chance([(P(p.x + 1, p.y), 0.75), (Gain(1, P(p.x, p.y + 1)), 0.25)])
        return Choice({"east": east, "north": P(p.x, p.y + 1)})

    return RuleGame(P(0, 0), at)
