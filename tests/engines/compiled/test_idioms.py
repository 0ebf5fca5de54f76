"""What is easily got wrong in rules: each is compiled to what Python does, left to it, or refused."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from perfectplay import Chance, Choice, Final, Gain
from perfectplay.engines.compiled.compiler.values import NotCompiledError
from perfectplay.engines.compiled.layout import NoLayoutError, lay_out
from tests.engines.compiled.checking import compared
from tests.table_game import RuleGame

END = 6


class P(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True)
class Frozen:
    x: int
    y: int


class Mark(NamedTuple):
    x: int
    flag: Any


def same_label_in_a_loop(p: P) -> Any:
    options: dict[Any, Any] = {}
    for step in (1, 2, 3, 2):
        options[step % 3] = P(p.x + step, p.y + 1)
    return Choice(options)


def true_is_one(p: P) -> Any:
    return Choice({p.y == 0: P(p.x + 1, 1), 1: P(p.x + 2, 0), "1": P(p.x + 3, 1)})


def floats_are_labels(p: P) -> Any:
    return Choice({p.y / 2: P(p.x + 1, 1), 0: P(p.x + 2, 0), 0.5: P(p.x + 3, 1)})


def texts_that_run_together(p: P) -> Any:
    first, second = p.x * 10 + 1, p.x
    return Choice(
        {f"{p.x}{11}": P(p.x + 1, 0), f"{first}{1}": P(p.x + 2, 1), f"{second}": Final(1)}
    )


def negative_remainders(p: P) -> Any:
    low = p.y - 3
    parts = (low % 3, low // 3, low % -3, -low // 2, low & 5, low | 2, low ^ 3, ~low, low >> 1)
    return Choice({k: P(p.x + 1 + k % 2, part % 4) for k, part in enumerate(parts)})


def numbers_that_are_too_large(p: P) -> Any:
    big = (p.x + 2) ** 9 * (p.y + 3) ** 8 * 10**12
    return Choice({"a": P(p.x + 1, big % 7), "b": Gain(p.y, P(p.x + 2, big * big % 5))})


def no_such_place(p: P) -> Any:
    table = [1, 2, 3]
    return Choice({"a": P(p.x + table[p.y], (p.y + 1) % 3), "b": P(p.x + 1, -table[-p.y - 1] % 3)})


def wrong_number_of_parts(p: P) -> Any:
    values = list(range(p.x))
    if p.x > 3:
        _, *middle, last = values
        return Chance.weighted({P(last + 2, sum(middle) % 3): 1, P(p.x + 1, 0): len(middle)})
    return Final(Fraction(p.x, 3)) if p.y > 1 else P(p.x + 1, 0) and Chance({P(p.x + 1, 1): 1})


def changed_in_place(p: P) -> Any:
    board = [p.x, p.y, 2]
    board.append(p.y + 1)
    board.insert(1, 7)
    board.remove(2)
    board[0] += 3
    last = board.pop()
    board.sort(reverse=True)
    return Choice({n: P(p.x + 1 + n % 2, (each + last) % 3) for n, each in enumerate(board)})


def sets_without_order(p: P) -> Any:
    mine, theirs = {p.x, p.y, 3}, frozenset((p.y, 2))
    parts = [len(mine | theirs), len(mine & theirs), sum(mine - theirs), max(mine ^ {99})]
    return Choice({n: P(p.x + 1, part % 4) for n, part in enumerate(parts)} | {9: P(p.x + 2, 0)})


def matched(p: P) -> Any:
    match (p.x % 2, p.y):
        case (0, 0 | 1 as low):
            return Choice({"a": P(p.x + 1, 2 - low), "b": P(p.x + 2, low)})
        case (1, y) if y > 0:
            return Chance.weighted([(P(p.x + 1, 0), y), (P(p.x + 2, 1), 2 - y)])
        case _:
            return Chance({P(p.x + 1, 1): 1, P(p.x + 2, 2): 2}, total=3)


def closures_see_the_last(p: P) -> Any:
    found = []
    for step in range(1, 4):

        def after(more: int) -> P:
            return P(p.x + step, more)  # noqa: B023  # this is what is tried

        found.append(after(step % 2))
    return Choice(dict(enumerate(found)))


def to_the_end(p: P) -> Any:
    total, at = 0, p.x
    while True:
        at += 1
        if at % 3 == 0:
            continue
        total += at
        if total > 9:
            break
    else:
        total = 0
    return Choice({total: P(p.x + 1, at % 3), "x": P(p.x + 2, total % 3)})


ALIKE = [
    same_label_in_a_loop,
    true_is_one,
    floats_are_labels,
    texts_that_run_together,
    negative_remainders,
    numbers_that_are_too_large,
    no_such_place,
    wrong_number_of_parts,
    changed_in_place,
    sets_without_order,
    matched,
    closures_see_the_last,
    to_the_end,
]


def ending(rule: Any) -> Any:
    """Rules that end."""

    def at(p: P) -> Any:
        return Final(p.y) if p.x >= END else rule(p)

    return at


@pytest.mark.parametrize("rule", ALIKE)
def test_compiled_as_python_does_it_or_left_to_python(rule):
    ends = compared(RuleGame(P(0, 0), ending(rule)))
    assert ends["compiled"] > 0


def test_dataclasses_and_plain_tuples_are_positions():
    def at(p: Any) -> Any:
        if isinstance(p, Frozen):
            return Final(p.y) if p.x >= END else Choice({"a": (p.x, p.y, 1), "b": p.x + 10})
        if isinstance(p, int):
            return Chance.weighted({Frozen(p - 9, 1): 1, (p - 9, 0, 0): 2})
        x, y, z = p
        return Choice({"c": Frozen(x + 1, y + z)})

    assert set(compared(RuleGame(Frozen(0, 0), at))) == {"compiled"}


def test_truth_values_in_positions_keep_their_kind():
    def at(p: Mark) -> Any:
        if p.x >= END:
            return Final(len(f"{p.flag}"))
        return Choice({f"{p.flag}": Mark(p.x + 1, p.x > 2), "go": Mark(p.x + 2, None)})

    compared(RuleGame(Mark(0, None), at))


def counted(p: P) -> Any:
    SEEN.append(p)
    return Choice({"a": P(p.x + 1, len(SEEN) % 2)})


SEEN: list[P] = []


def drawn(p: P) -> Any:
    return Choice({"a": P(p.x + random.randrange(1, 3), 0)})


def in_the_order_of_a_set(p: P) -> Any:
    options = {}
    for step in {p.x + 1, p.x + 9}:
        options[step] = P(p.x + 1, step % 2)
    return Choice(options)


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        (counted, "changes"),
        (drawn, "random"),
        (in_the_order_of_a_set, "order is Python's own"),
    ],
)
def test_refused(rule, why):
    with pytest.raises(NotCompiledError, match=rf"test_idioms\.py:\d+: .*{why}"):
        compared(RuleGame(P(0, 0), ending(rule)), most=30)


def test_floats_in_positions_have_no_key():
    with pytest.raises(NoLayoutError, match="floats"):
        compared(RuleGame(P(0, 0), lambda p: Choice({"a": P(p.x + 1, 0.5)})), most=10)


def test_tuples_of_hundreds_of_lengths_have_no_keys():
    with pytest.raises(NoLayoutError, match="more than 256 kinds of position"):
        lay_out([(0,) * length for length in range(300)])
