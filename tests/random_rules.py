"""Random games written as rules: small programs over the fields of a position.

They compare, calculate, look up, loop, cache and write texts; some of them test for types, keep
state, divide by zero or come to numbers that need more than 64 bits. Every position leads to a later
turn, so play ends.
"""

import linecache
import math
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from hypothesis import strategies as st

from perfectplay import Chance, Choice, Final, Gain
from tests.table_game import RuleGame

TURNS = 5
HIGH = 9


class State(NamedTuple):
    turn: int
    a: int
    b: int
    c: bool


class Pair(NamedTuple):
    turn: int
    pair: tuple[int, int]
    c: bool


@cache
def kept(number: int) -> int:
    """A function with a memory."""
    return number * number - 3


def fail(number: int) -> int:
    """A function that does not like every number."""
    if number % 7 == 5:
        raise ValueError(f"not {number}")
    return number


numbers: st.SearchStrategy[str] = st.recursive(
    st.sampled_from(["a", "b", "turn", "c", "0", "1", "2", "3", "7", "-2"]),
    lambda parts: st.one_of(
        st.builds("({} {} {})".format, parts, st.sampled_from("+-*&|^+-"), parts),
        st.builds("({} {} {})".format, parts, st.sampled_from(["//", "%"]), st.integers(2, 6)),
        st.builds("min({}, {})".format, parts, parts),
        st.builds("max({}, {})".format, parts, parts),
        st.builds("abs({})".format, parts),
        st.builds("({} if {} < {} else {})".format, parts, parts, parts, parts),
        st.builds("TABLE[{} % 4]".format, parts),
        st.builds("kept({} % 5)".format, parts),
        st.builds("sum(range({} % 4))".format, parts),
        st.builds("len(str({}))".format, parts),
        st.builds("divmod({}, 4)[1]".format, parts),
        st.builds("({} ** 2)".format, parts),
        st.builds("({} << {} % 8)".format, parts, parts),
        st.builds("int({} / 3)".format, parts),
        st.builds("sorted(({}, {}, 3))[1]".format, parts, parts),
        st.builds("math.gcd({}, 6)".format, parts),
        st.builds("({}).bit_length()".format, parts),
        st.builds("any({} == each for each in (1, 2, a))".format, parts),
        st.builds("({} in range(3))".format, parts),
        st.builds("(-({}) >> 1)".format, parts),
        st.builds("(NAMES.get({}, b))".format, parts),
    ),
    max_leaves=5,
)
hostile = st.one_of(
    numbers,
    st.builds("({0} * 10 ** 12 * ({0} + 1) * 10 ** 9)".format, numbers),
    st.builds("(7 // ({} - 3))".format, numbers),
    st.builds("(1 if type({}) is int else 2)".format, numbers),
    st.builds("remember({})".format, numbers),
    st.builds("TABLE[{}]".format, numbers),
    st.builds("NAMES[{} % 3]".format, numbers),
    st.builds("fail({})".format, numbers),
    st.builds("(isinstance({}, bool) + 1)".format, numbers),
    st.builds("len(type({}).__name__)".format, numbers),
    st.builds("(1 << abs({} * 9))".format, numbers),
    st.builds("int(f'{{{}:>3}}')".format, numbers),
)
truths = st.one_of(
    st.builds("{} {} {}".format, numbers, st.sampled_from(["<", "<=", "==", "!=", ">"]), numbers),
    st.sampled_from(["c", "not c", "c is True", "isinstance(a, int)", "a", "b in (1, 4)"]),
    st.builds("({} + {}) in {{1, 2, 5}}".format, numbers, numbers),
)


@st.composite
def positions(draw: st.DrawFn, number: st.SearchStrategy[str]) -> str:
    """A later position."""
    turn = draw(st.sampled_from(["turn + 1", "turn + 1", "turn + 2 - turn % 2"]))
    a, b = (f"({draw(number)}) % {HIGH}" for _ in range(2))
    c = draw(st.sampled_from(["c", "not c", "True", f"({draw(truths)}) and True", "a > b"]))
    c = f"bool({c})"
    return draw(
        st.sampled_from([f"State({turn}, {a}, {b}, {c})", f"Pair({turn}, ({a}, {b}), {c})"])
    )


def edges(number: st.SearchStrategy[str], depth: int) -> st.SearchStrategy[str]:
    """A position, a node in place, or one of them with points."""
    thens = positions(number)
    if depth:
        thens = st.one_of(thens, thens, nodes(number, depth - 1))
    return st.one_of(thens, thens, st.builds("Gain({}, {})".format, number, thens))


@st.composite
def nodes(draw: st.DrawFn, number: st.SearchStrategy[str], depth: int) -> str:
    """A node."""
    kind = draw(st.sampled_from(["choice", "choice", "weighted", "odds", "dice", "final"]))
    count = draw(st.integers(1, 3))
    ways = [draw(edges(number, depth)) for _ in range(count)]
    if kind == "final":
        return f"Final({draw(number)})"
    if kind == "choice":
        names = draw(st.sampled_from([["0", "'b'", "True"], ["'x'", "f'{a}'", "b % 3"]]))
        player = draw(st.sampled_from(["0", "1", "turn % 2", "a % 2"]))
        options = ", ".join(f"{name}: {way}" for name, way in zip(names, ways, strict=False))
        return f"Choice({{{options}}}, player={player})"
    if kind == "weighted":
        weight = draw(st.sampled_from(["1", "a + 1", "2 + b % 2", "b"]))
        pairs = ", ".join(f"({way}, {weight if not i else 2})" for i, way in enumerate(ways))
        return f"Chance.weighted([{pairs}])"
    if kind == "dice":
        return f"Chance.weighted([({ways[0].replace('(a)', 'roll')}, 1) for roll in range(1, 4)])"
    share = {1: "1.0", 2: "0.5", 3: "1 / 3"}[count]
    return f"Chance([{', '.join(f'({way}, {share})' for way in ways)}])"


@st.composite
def rules(draw: st.DrawFn, number: st.SearchStrategy[str]) -> str:
    """The text of a function `at`."""
    lines = [
        "def at(position):",
        "    if isinstance(position, Pair):",
        "        turn, (a, b), c = position",
        "    else:",
        "        turn, a, b, c = position",
        f"    if turn >= {TURNS}:",
        f"        return Final({draw(number)})",
    ]
    for _ in range(draw(st.integers(0, 2))):
        lines += [f"    if {draw(truths)}:", f"        return {draw(nodes(number, 1))}"]
    if draw(st.booleans()):
        step = draw(number)
        lines += ["    for step in range(b % 3):", f"        a = (a + {step} + step) % {HIGH}"]
    lines.append(f"    return {draw(nodes(number, 2))}")
    return "\n".join(lines)


def game_of(text: str) -> RuleGame:
    """The game with these rules; those that remember begin anew for each game."""
    memory: list[Any] = []

    def remember(number: Any) -> Any:
        memory.append(number)
        return memory[len(memory) // 2]

    known: dict[str, Any] = {"TABLE": [3, 1, 4, 1], "NAMES": {0: 5, 1: 2}, "math": math}
    known |= {"kept": kept, "remember": remember, "fail": fail}
    known |= {each.__name__: each for each in (Chance, Choice, Final, Gain, State, Pair)}
    name = f"<rules {len(linecache.cache)}>"
    linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
    exec(compile(text, name, "exec"), known)
    at: Callable[[Any], Any] = known["at"]
    return RuleGame(State(0, 1, 2, False), at, players=2)
