"""Runs trees of compiled rules in plain Python, which is all that there is to check them."""

from __future__ import annotations

import struct
from typing import Any

from perfectplay.engines.compiled.compiler.tree import (
    DONE,
    MISS,
    PYTHON,
    Block,
    Cell,
    Code,
    Const,
    Element,
    Emit,
    Exit,
    If,
    Lookup,
    Loop,
    Op,
    Set,
    Store,
    Trap,
    Var,
)

UNSET = object()
"""What an array holds where nothing was put: it may be carried about, but decide nothing."""
BITS = 64
MASK = (1 << BITS) - 1


class Trapped(Exception):  # noqa: N818  # no error
    """The end of a run that is left to Python."""


class Left(Exception):  # noqa: N818  # no error
    """A way out of a block."""


def wrapped(number: int) -> int:
    """An integer as a signed one of 64 bits."""
    number &= MASK
    return number - (1 << BITS) if number >> (BITS - 1) else number


WHOLE = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "floordiv": lambda a, b: a // b,
    "mod": lambda a, b: a % b,
    "bitand": lambda a, b: a & b,
    "bitor": lambda a, b: a | b,
    "bitxor": lambda a, b: a ^ b,
    "shl": lambda a, b: a << b,
    "shr": lambda a, b: a >> b,
}
OTHER = {
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b),
    "gt": lambda a, b: int(a > b),
    "ge": lambda a, b: int(a >= b),
    "fadd": lambda a, b: a + b,
    "fsub": lambda a, b: a - b,
    "fmul": lambda a, b: a * b,
    "fdiv": lambda a, b: a / b,
    "not": lambda a: int(not a),
    "float": float,
    "bits": lambda a: struct.unpack("<q", struct.pack("<d", a))[0],
    "unbits": lambda a: struct.unpack("<d", struct.pack("<q", a))[0],
    "popcount": lambda a: (a & MASK).bit_count(),
}


class Run:
    """One run of some code, for the position with a key."""

    def __init__(self, code: Code, tables: Any, key: tuple[int, ...]) -> None:
        self.tables = tables
        self.vars: dict[str, Any] = {f"key{at}": word for at, word in enumerate(key)}
        self.arrays: dict[str, dict[int, int]] = {each.name: {} for each in code.arrays}
        self.sizes = {each.name: each.size for each in code.arrays}
        self.words: list[int] = []
        self.missed: tuple[int, tuple[int, ...]] | None = None
        try:
            self.block(code.body)
            self.end: tuple[int, int, int] = DONE, 0, 0
        except Trapped as trap:
            self.end = trap.args[0]

    def block(self, body: list[Any]) -> None:
        for statement in body:
            self.statement(statement)

    def statement(self, statement: Any) -> None:
        match statement:
            case Set(var, value):
                self.vars[var.name] = self.value(value)
            case Store(array, index, value):
                at = self.known(index)
                assert 0 <= at < self.sizes[array.name], (array, at)
                self.arrays[array.name][at] = self.value(value)
            case If(condition, then, otherwise):
                self.block(then if self.known(condition) else otherwise)
            case Block(label, body):
                try:
                    self.block(body)
                except Left as left:
                    if left.args[0] != label:
                        raise
            case Loop(label, body):
                try:
                    while True:
                        self.block(body)
                except Left as left:
                    if left.args[0] != label:
                        raise
            case Exit(label):
                raise Left(label)
            case Lookup(row, memo, array, count):
                words = tuple(self.arrays[array.name][at] for at in range(self.known(count)))
                assert UNSET not in words
                rows = self.tables.memos[memo].rows
                if words not in rows:
                    self.missed = memo, words
                    raise Trapped((MISS, memo, 0))
                self.vars[row.name] = rows[words]
            case Emit(words):
                self.words += map(self.known, words)
            case Trap(reason, first, second):
                raise Trapped((reason, self.known(first), self.known(second)))
            case _:
                raise AssertionError(statement)

    def known(self, expr: Any) -> Any:
        found = self.value(expr)
        assert found is not UNSET, expr
        return found

    def value(self, expr: Any) -> Any:
        match expr:
            case Const(value):
                return value
            case Var(name):
                return self.vars[name]
            case Element(array, index):
                at = self.known(index)
                assert 0 <= at < self.sizes[array.name], (array, at)
                return self.arrays[array.name].get(at, UNSET)
            case Cell(column, row):
                at = self.known(row)
                assert 0 <= at < len(self.tables.columns[column]), (column, at)
                return self.tables.columns[column][at]
            case Op("and" | "or" as name, (a, b)):
                first = self.known(a)
                if bool(first) is (name == "or"):
                    return int(bool(first))
                second = self.value(b)
                return UNSET if second is UNSET else int(bool(second))
            case Op("select", (condition, a, b)):
                return self.value(a if self.known(condition) else b)
            case Op(name, operands, checked):
                given = [self.value(each) for each in operands]
                if UNSET in given:
                    return UNSET
                if name not in WHOLE:
                    return OTHER[name](*given)
                found = WHOLE[name](*given)
                if checked and wrapped(found) != found:
                    raise Trapped((PYTHON, 0, 0))
                return wrapped(found)
        raise AssertionError(expr)


def run(code: Code, tables: Any, key: tuple[int, ...]) -> Run:
    """A run, for which Python answers what the tables have not met."""
    while True:
        found = Run(code, tables, key)
        if found.missed is None:
            return found
        memo, words = found.missed
        tables.memos[memo].answer(words)
