"""Write the tree: statements in order, variables, and arithmetic within known ranges."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from perfectplay.engines.compiled.compiler.tree import (
    PYTHON,
    Array,
    Block,
    Cell,
    Const,
    Element,
    Exit,
    Expr,
    If,
    Loop,
    Op,
    Set,
    Statement,
    Store,
    Trap,
    Type,
    Var,
)
from perfectplay.engines.compiled.compiler.values import LEAST, MOST, DeadEnd, Int

ARITHMETIC = {"add": int.__add__, "sub": int.__sub__, "mul": int.__mul__}
COMPARISONS = {
    "eq": int.__eq__,
    "ne": int.__ne__,
    "lt": int.__lt__,
    "le": int.__le__,
    "gt": int.__gt__,
    "ge": int.__ge__,
}
SURE = 1 << 61
"""Integers up to this need no check: their doubles still fit."""


class Writer:
    """The code so far, and where the next statement goes."""

    def __init__(self) -> None:
        self.out: list[Statement] = []
        self.count = 0
        self.loops = 0

    def name(self, prefix: str) -> str:
        """An unused name."""
        self.count += 1
        return f"{prefix}{self.count}"

    def emit(self, statement: Statement) -> None:
        """Write a statement."""
        self.out.append(statement)

    def var(self, kind: Type = "int") -> Var:
        """A new variable."""
        return Var(self.name("v" if kind == "int" else "f"), kind)

    def set(self, var: Var, value: Expr) -> None:
        """Write an assignment."""
        self.emit(Set(var, value))

    def keep(self, value: Expr) -> Expr:
        """A value that will not change: itself, or a new variable that holds it."""
        if isinstance(value, Const):
            return value
        var = self.var(value.type)
        self.set(var, value)
        return var

    def array(self, size: int) -> Array:
        """A new array."""
        return Array(self.name("a"), max(size, 1))

    def store(self, array: Array, index: Expr, value: Expr) -> None:
        """Put a value into an array."""
        self.emit(Store(array, index, value))

    def load(self, array: Array, index: Expr) -> Expr:
        """The current element of an array."""
        return self.keep(Element(array, index))

    def cell(self, column: int, row: Expr, kind: Type = "int") -> Expr:
        """A cell of a column."""
        return self.keep(Cell(column, row, kind))

    @contextlib.contextmanager
    def into(self, out: list[Statement]) -> Iterator[list[Statement]]:
        """Redirect output to another list of statements."""
        kept, self.out = self.out, out
        try:
            yield out
        finally:
            self.out = kept

    def when(self, condition: bool | Expr, action: Callable[[], None]) -> None:
        """Write code that runs only under a condition."""
        if isinstance(condition, bool):
            if condition:
                action()
            return
        with self.into([]) as then, contextlib.suppress(DeadEnd):
            action()
        self.emit(If(condition, then))

    def trap_if(self, condition: Expr, reason: int = PYTHON, *numbers: Expr) -> None:
        """Leave the position to Python under a condition."""
        if condition != Const(0):
            self.emit(If(condition, [Trap(reason, *numbers)]))

    def dead_end(self, reason: int = PYTHON, *numbers: Expr) -> DeadEnd:
        """Leave the position to Python unconditionally; raise the result."""
        self.emit(Trap(reason, *numbers))
        return DeadEnd()

    def repeat(self, length: Expr, body: Callable[[Expr], None]) -> None:
        """Write a loop that counts up from zero."""
        label, again = self.name("L"), self.name("L")
        count = self.var()
        self.set(count, Const(0))
        with self.into([]) as inner:
            self.emit(If(Op("ge", (count, length)), [Exit(label)]))
            place = self.keep(count)
            with self.into([]) as once:
                self.loops += 1
                with contextlib.suppress(DeadEnd):
                    body(place)
                self.loops -= 1
            self.emit(Block(again, once))
            self.set(count, Op("add", (count, Const(1))))
        self.emit(Loop(label, inner))

    # Integers

    def arithmetic(self, name: str, a: Int, b: Int) -> Int:
        """A sum, difference or product."""
        work = ARITHMETIC[name]
        ends = [work(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
        low, high = min(ends), max(ends)
        if isinstance(a.expr, Const) and isinstance(b.expr, Const) and -SURE < low <= high < SURE:
            return Int(Const(low), low, high)
        expr = Op(name, (a.expr, b.expr), checked=low < -SURE or high > SURE)
        return Int(self.keep(expr), max(low, LEAST), min(high, MOST))

    def compare(self, name: str, a: Int, b: Int) -> bool | Expr:
        """Whether a comparison holds: decided now, or as an expression."""
        if isinstance(a.expr, Const) and isinstance(b.expr, Const):
            return bool(COMPARISONS[name](int(a.expr.value), int(b.expr.value)))
        sure = {
            "lt": (a.high < b.low, a.low >= b.high),
            "le": (a.high <= b.low, a.low > b.high),
            "gt": (a.low > b.high, a.high <= b.low),
            "ge": (a.low >= b.high, a.high < b.low),
            "eq": (False, a.high < b.low or a.low > b.high),
            "ne": (a.high < b.low or a.low > b.high, False),
        }[name]
        if sure[0] or sure[1]:
            return sure[0]
        return Op(name, (a.expr, b.expr))


def constant(value: int) -> Int:
    """A known whole number."""
    return Int(Const(int(value)), int(value), int(value), is_bool=isinstance(value, bool))


def both(a: Expr, b: Expr) -> Expr:
    """Whether both hold."""
    return Op("and", (a, b))


def negated(a: bool | Expr) -> bool | Expr:
    """Whether a condition does not hold."""
    return not a if isinstance(a, bool) else Op("not", (a,))
