"""Whole numbers that remember how they came about, and the guards under which that holds.

The rules of a game are run with traced numbers in place of a position's own. Arithmetic with them
gives more of them: each knows its value in this run, and the register in which the machine will
find it for any other position. Whatever lets the rules turn one way or another (a comparison, an
index, a text) notes a guard: "this register holds that value". What comes out of the run holds for
every position that passes the same guards.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any

(CONSTANT, FIELD, ADD, SUBTRACT, MULTIPLY, DIVIDE, REMAINDER, AND, OR, XOR) = range(10)
(LEFT, RIGHT, NEGATE, INVERT, ABSOLUTE, LESS, AT_MOST, EQUAL, UNEQUAL) = range(10, 19)

FIELDS = 64
"""The first registers are the fields of a position, so many at most."""
LIMIT = 1 << 62
"""No number that is traced is larger, so that a sum of two of them fits in 64 bits."""
POWERS = range(1, 5)
WHOLE = frozenset({int, bool})
UNLIKE_NUMBERS = (str, tuple, list, dict, set, frozenset, bytes, type(None))
"""What never equals a number, whichever it is."""


class PinError(BaseException):
    """A traced number was hashed: the rules must run again with a plain one in its place."""


class Expressions:
    """What is in each register: every expression once, as an operation on two registers.

    >>> known = Expressions()
    >>> five = known.register(CONSTANT, 5)
    >>> known.register(ADD, 0, five) == known.register(ADD, 0, five)
    True
    """

    def __init__(self) -> None:
        self.made: list[tuple[int, int, int]] = [(FIELD, place, 0) for place in range(FIELDS)]
        self.known: dict[tuple[int, int, int], int] = {}

    def register(self, operation: int, a: int, b: int = 0) -> int:
        """Where the result of an operation is."""
        register = self.known.setdefault((operation, a, b), len(self.made))
        if register == len(self.made):
            self.made.append((operation, a, b))
        return register


class Trace:
    """One run of the rules: the guards it has passed, and what they tell.

    `pins` are registers that the rules want plain. When the run is over, the trace is closed: a
    traced number that somebody has kept is no more than its value then.
    """

    def __init__(self, expressions: Expressions, pins: set[int]) -> None:
        self.expressions = expressions
        self.pins = pins
        self.guards: list[tuple[int, int]] = []
        self.known: dict[int, int] = {}
        self.done: dict[tuple[int, int, int], Any] = {}
        self.open = True
        self.hashed: int | None = None

    def number(self, register: int, value: int) -> Any:
        """A number for the rules: a plain one if it is known by the guards, or has to be."""
        if register in self.known:
            return self.known[register]
        if type(value) is bool or register in self.pins:
            self.guard(register, int(value))
            return value
        return Traced(self, register, value)

    def guard(self, register: int, value: int) -> None:
        """Note that the run is as it is because a register holds this value."""
        if register not in self.known:
            self.guards.append((register, value))
            self.known[register] = value

    def register(self, number: Any) -> int:
        """Where the machine finds a number; a plain one is a constant."""
        if type(number) is not Traced:
            return self.expressions.register(CONSTANT, int(number))
        if number.traced_by is self and number.traced_as not in self.known:
            return number.traced_as
        return self.expressions.register(CONSTANT, number.traced_value)

    def follows(self, number: Any) -> bool:
        """Whether a number is traced by this run, and not known by its guards."""
        return (
            type(number) is Traced
            and number.traced_by is self
            and number.traced_as not in self.known
        )

    def work_out(self, operation: int, function: Callable[..., Any], *operands: Any) -> Any:
        """The result of an operation, of whose operands one at least is traced."""
        values = [each.traced_value if type(each) is Traced else each for each in operands]
        if not WHOLE.issuperset(map(type, values)):  # a number of one's own may do the sum itself
            if operation in (EQUAL, UNEQUAL) and any(type(v) in UNLIKE_NUMBERS for v in values):
                return function(*values)
            return function(*map(settled, operands))
        if not any(map(self.follows, operands)):
            return function(*values)
        try:
            result = function(*values)
        except (ArithmeticError, ValueError):  # which others need not raise
            return function(*map(settled, operands))
        if not -LIMIT < result < LIMIT or max(map(abs, values)) >= LIMIT:
            return function(*map(settled, operands))
        registers = [self.register(each) for each in operands]
        if operation < LESS:
            return self.number(self.expressions.register(operation, *registers), result)
        if operation in (EQUAL, UNEQUAL) and registers[0] == registers[1]:
            return result
        self.guard(self.expressions.register(operation, *registers), int(result))
        if result == (operation == EQUAL) and operation in (EQUAL, UNEQUAL):
            for mine, other in (operands, operands[::-1]):
                if self.follows(mine) and not self.follows(other):
                    self.known[mine.traced_as] = plain(mine)
        return result


class Traced:
    """A whole number in a run of the rules; when the run is over, a plain one.

    It is no `int` but says that it is, so that rules which ask go the same way.
    """

    __slots__ = ("traced_as", "traced_by", "traced_value")  # names that rules do not ask for

    def __init__(self, trace: Trace, register: int, value: int) -> None:
        self.traced_by = trace
        self.traced_as = register
        self.traced_value = value

    @property  # type: ignore[misc]  # passes for an int
    def __class__(self) -> type:
        return int

    def __bool__(self) -> bool:
        return bool(operator.ne(self, 0))

    def __hash__(self) -> int:
        if self.traced_by.open:
            self.traced_by.hashed = self.traced_as
            raise PinError
        return hash(self.traced_value)

    def __getattr__(self, name: str) -> Any:
        return getattr(settled(self), name)

    def __pow__(self, power: Any, modulus: Any = None) -> Any:
        if modulus is not None or type(power) is not int or power not in POWERS:
            return pow(settled(self), settled(power), settled(modulus))
        return self if power == 1 else self * self ** (power - 1)

    def __rpow__(self, base: Any) -> Any:
        return base ** settled(self)

    def __divmod__(self, other: Any) -> Any:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> Any:
        return other // self, other % self

    def __round__(self, digits: Any = None) -> Any:
        return self if digits is None else round(settled(self), digits)

    def __reduce__(self) -> Any:
        return int, (settled(self),)


def plain(number: Any) -> Any:
    """A number's value in this run: for us to look at, not for the rules to turn on."""
    return number.traced_value if type(number) is Traced else number


def settled(number: Any) -> Any:
    """A number's value for the rules to turn on: from here on the run holds for that value only."""
    if type(number) is not Traced:
        return number
    if number.traced_by.open:
        number.traced_by.guard(number.traced_as, number.traced_value)
    return number.traced_value


def followed(operation: int, function: Callable[..., Any], *, turned: bool = False) -> Any:
    """A method that gives a traced number, or the truth under a guard."""
    mark = ~operation if turned else operation

    def method(self: Traced, *others: Any) -> Any:
        trace = self.traced_by
        usual = trace.open and (not others or type(others[0]) is int)
        key = (mark, self.traced_as, others[0] if others else 0) if usual else None
        if usual and key in trace.done:
            return trace.done[key]
        operands = (*others, self) if turned else (self, *others)
        if not trace.open:
            running = [
                each.traced_by for each in others if type(each) is Traced and each.traced_by.open
            ]
            if not running:
                return function(*map(plain, operands))
            trace = running[0]
        result = trace.work_out(operation, function, *operands)
        if key is not None:
            trace.done[key] = result
        return result

    return method


def guarded(function: Callable[..., Any], *, turned: bool = False) -> Any:
    """A method for which the value must be known."""

    def method(self: Traced, *others: Any) -> Any:
        return function(*map(settled, (*others, self) if turned else (self, *others)))

    return method


def methods() -> Iterator[tuple[str, Any]]:
    """What whole numbers do, done by traced ones: names of methods, and the methods."""
    both = {"add": ADD, "sub": SUBTRACT, "mul": MULTIPLY, "floordiv": DIVIDE, "mod": REMAINDER}
    both |= {"and": AND, "or": OR, "xor": XOR, "lshift": LEFT, "rshift": RIGHT}
    for name, operation in both.items():
        function = getattr(operator, f"{name}_" if name in ("and", "or") else name)
        yield name, followed(operation, function)
        yield f"r{name}", followed(operation, function, turned=True)
    one = {"neg": NEGATE, "invert": INVERT, "abs": ABSOLUTE}
    one |= {"lt": LESS, "le": AT_MOST, "eq": EQUAL, "ne": UNEQUAL}
    for name, operation in one.items():
        yield name, followed(operation, getattr(operator, name))
    yield "gt", followed(LESS, operator.lt, turned=True)
    yield "ge", followed(AT_MOST, operator.le, turned=True)
    for name in ("pos", "trunc", "floor", "ceil"):
        yield name, lambda self: self
    for kind in (int, float, complex, str, repr, format):
        yield kind.__name__, guarded(kind)
    yield "index", guarded(int)
    yield "truediv", guarded(operator.truediv)
    yield "rtruediv", guarded(operator.truediv, turned=True)


for name, method in methods():
    setattr(Traced, f"__{name}__", method)
