"""The language of lines for any game: numbers, names and comparisons, written as in Python.

There are `+ - * / // %`, comparisons, `in`, `and`, `or` and `not`, but no powers, loops or
formatting. Numbers are floats below 2^53, so that integers are exact, and larger results are
refused. A name stands for a value or for a column of values, one for each decision: every operation
accepts both.
"""

from __future__ import annotations

import ast
import functools
import itertools
import operator
import warnings
from collections.abc import Callable, Collection
from numbers import Real
from typing import Any, NamedTuple

from perfectplay.errors import ModelError, PerfectPlayError, did_you_mean

BELOW = 2.0**53
DEEPEST = 100
"""How many operations may be nested."""
LETTERS = 40
"""How many letters of a refused expression are shown."""
SIGNS: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
DIVISIONS = (ast.Div, ast.FloorDiv, ast.Mod)
ORDERS: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


class FormulaContext(NamedTuple):
    """What names stand for, at some rows of their columns or at all."""

    names: Any
    """The value of each name; and `gain`, by option."""
    rows: Any = None

    def named(self, name: str) -> Any:
        """The value of a name."""
        try:
            return self.taken(self.names[name])
        except KeyError:
            raise UndefinedFormulaError(f"'{name}' is not known at every decision") from None

    def gain(self, option: str) -> Any:
        """What an option scores at once."""
        return self.taken(self.names.gain(option))

    def at(self, rows: Any) -> FormulaContext:
        """A selection of these rows."""
        return FormulaContext(self.names, rows if self.rows is None else self.rows[rows])

    def taken(self, value: Any) -> Any:
        """A value, or these rows of a column, with numbers as floats."""
        if not is_column(value):
            return as_float(value)
        column = value if self.rows is None else value[self.rows]
        return (
            within(column.astype(float)) if column.dtype.kind in "biuf" else column_of_any(column)
        )


Meaning = Callable[[FormulaContext], Any]
"""Evaluates part of a line."""


class UndefinedFormulaError(PerfectPlayError):
    """A line has no value at some decision."""


class Formula(NamedTuple):
    """A parsed condition or number, with the names it uses."""

    meaning: Meaning
    asks: frozenset[str]
    line: str

    def __call__(self, names: Any, rows: Any = None) -> Any:
        """Its value at all decisions, or at some."""
        try:
            return self.meaning(FormulaContext(names, rows))
        except (UndefinedFormulaError, TypeError, OverflowError) as error:
            raise ModelError(f"'{self.line}' cannot be worked out: {error}") from None


def read_condition(text: str, names: Collection[str], line: str) -> Formula:
    """A condition, which holds or does not.

    >>> read_condition("turn >= 20 and mine", {"turn", "mine"}, "")({"turn": 25, "mine": 0})
    False
    """
    reader = FormulaReader(names, line)
    return Formula(reader.holds(reader.tree(text)), frozenset(reader.asks), line)


def read_number(text: str, names: Collection[str], line: str) -> Formula:
    """A number.

    >>> read_number("(max - mine) // 4", {"max", "mine"}, "")({"max": 100, "mine": 41})
    14.0
    """
    reader = FormulaReader(names, line)
    return Formula(reader.number(reader.tree(text)), frozenset(reader.asks), line)


class FormulaReader:
    """Parses the formulas of a line, and refuses what is not in the language."""

    def __init__(self, names: Collection[str], line: str) -> None:
        self.names, self.line = names, line
        self.asks: set[str] = set()

    def tree(self, text: str) -> ast.expr:
        """A text as a Python syntax tree."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                tree = ast.parse(text, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise ModelError(
                f"'{text}' in '{self.line}' is not understood; write it like turn >= 20"
            ) from None
        level: list[ast.AST] = [tree]
        for _ in range(DEEPEST):
            level = [each for node in level for each in ast.iter_child_nodes(node)]
        if level:
            raise ModelError(f"'{self.line}' nests more than {DEEPEST} operations")
        return tree

    def holds(self, node: ast.expr) -> Meaning:
        """A truth value; numbers are true unless they are 0."""
        match node:
            case ast.BoolOp(sign, values):
                return joined([self.holds(each) for each in values], isinstance(sign, ast.Or))
            case ast.UnaryOp(ast.Not(), operand):
                denied = self.holds(operand)
                return lambda asked: denied(asked) ^ True
            case ast.Compare(left, [ast.In() | ast.NotIn() as sign], [right]):
                one_of, denies = self.one_of(left, right), isinstance(sign, ast.NotIn)
                return lambda asked: one_of(asked) ^ denies
            case ast.Compare(left, signs, others):
                return self.compared(signs, [left, *others])
        read = self.operand(node)
        return lambda asked: truth(read(asked))

    def compared(self, signs: list[ast.cmpop], sides: list[ast.expr]) -> Meaning:
        """A comparison of numbers, possibly chained; texts are equal or not."""
        kinds = [type(sign) for sign in signs]
        for sign, right in zip(kinds, sides[1:], strict=True):
            if sign not in COMPARISONS:
                raise self.refusal(right)
        ordered = not ORDERS.keys().isdisjoint(kinds)
        read = [self.number(each) if ordered else self.operand(each) for each in sides]
        compare = [COMPARISONS[kind] for kind in kinds]

        def chain(asked: FormulaContext) -> Any:
            values = [each(asked) for each in read]
            links = map(lambda link, pair: link(*pair), compare, itertools.pairwise(values))
            return functools.reduce(operator.and_, links)

        return chain

    def one_of(self, left: ast.expr, right: ast.expr) -> Meaning:
        """Whether a value is among those listed, or among those a field holds."""
        one = self.operand(left)
        if isinstance(right, (ast.Tuple, ast.List)):
            some = [self.operand(each) for each in right.elts]

            def listed(asked: FormulaContext) -> Any:
                value = one(asked)
                links = (equal(value, each(asked)) for each in some)
                return functools.reduce(operator.or_, links, False)

            return listed
        if not isinstance(right, ast.Name):
            raise self.refusal(right)
        field, name = self.operand(right), right.id

        def within_field(asked: FormulaContext) -> Any:
            held = field(asked)
            if is_number(held):
                raise UndefinedFormulaError(f"'{name}' is a number, not a list")
            return by_rows(lambda each, some: each in some, one(asked), held)

        return within_field

    def operand(self, node: ast.expr) -> Meaning:
        """A number, a text, or the value of a field."""
        match node:
            case ast.Constant(str() as text) if text.isprintable():
                return lambda _: text
            case ast.Name(name):
                if name not in self.names:
                    raise ModelError(
                        f"'{name}' in '{self.line}' is not known; "
                        f"{did_you_mean(name, sorted(self.names))}"
                    )
                self.asks.add(name)
                return lambda asked: asked.named(name)
        return self.number(node)

    def number(self, node: ast.expr) -> Meaning:
        """A number; true counts as 1, and false as 0."""
        match node:
            case ast.Constant(int() | float() as number) if abs(number) < BELOW:
                value = float(number)
                return lambda _: value
            case ast.Call(ast.Name("gain"), [ast.Constant(str() | int() as option)], []):
                return lambda asked: asked.gain(str(option))
            case ast.Name(name):
                read = self.operand(node)
                return lambda asked: as_number(read(asked), name)
            case ast.UnaryOp(ast.USub() | ast.UAdd() as sign, operand):
                same, denies = self.number(operand), isinstance(sign, ast.USub)
                return (lambda asked: -same(asked)) if denies else same
            case ast.BinOp(left, sign, right) if type(sign) in SIGNS:
                return reckoned(sign, self.number(left), self.number(right))
            case ast.Compare() | ast.UnaryOp(ast.Not()):
                holds = self.holds(node)
                return lambda asked: holds(asked) * 1.0
        raise self.refusal(node)

    def refusal(self, node: ast.expr) -> ModelError:
        """The error for something that is not in the language."""
        shown = ast.unparse(node)
        shown = shown if len(shown) <= LETTERS else f"{shown[:LETTERS]}..."
        wrong = "is not allowed; compare fields with numbers"
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, (int, float))
            and not (abs(node.value) < BELOW)
        ):
            wrong = "is too large; numbers are below 2^53"
        elif isinstance(node, ast.BoolOp):
            wrong = "is not a number; compare it with one"
        return ModelError(f"{shown} in '{self.line}' {wrong}")


def joined(parts: list[Meaning], stop: bool) -> Meaning:
    """Conditions joined by `and` or `or`: each is evaluated only if those before do not decide."""

    def held(asked: FormulaContext) -> Any:
        found: Any = not stop
        rows, left = None, asked
        for part in parts:
            now = part(left)
            if rows is not None:
                found[rows] = now
            elif is_column(now):
                found = now
            elif now == stop:
                return stop
            if is_column(found):
                rows = (found != stop).nonzero()[0]
                if not len(rows):
                    break
                left = asked.at(rows)
        return found

    return held


def reckoned(sign: ast.operator, first: Meaning, second: Meaning) -> Meaning:
    """An arithmetic operation on two numbers."""
    operation, divides = SIGNS[type(sign)], isinstance(sign, DIVISIONS)

    def result(asked: FormulaContext) -> Any:
        left, right = first(asked), second(asked)
        if divides and not everywhere(right != 0):
            raise UndefinedFormulaError("it divides by 0")
        return within(operation(left, right))

    return result


def within(number: Any) -> Any:
    """Numbers, checked to be finite and small enough to be exact."""
    if not everywhere(abs(number) < BELOW):
        raise UndefinedFormulaError("it comes to 2^53 or more")
    return number


def everywhere(held: Any) -> bool:
    """Whether a condition holds at all rows."""
    return bool(held.all()) if is_column(held) else bool(held)


def is_column(value: Any) -> bool:
    """Whether something is a column rather than a single value."""
    return bool(getattr(value, "ndim", 0))


def as_float(value: Any) -> Any:
    """A number as a float, anything else as it is."""
    return within(float(value)) if isinstance(value, Real) else value


def as_number(value: Any, name: str) -> Any:
    """The value of a name, which must be a number."""
    if not is_number(value):
        raise UndefinedFormulaError(f"'{name}' is not a number")
    return value


def is_number(value: Any) -> bool:
    """Whether something is a number, or a column of numbers."""
    return value.dtype.kind == "f" if is_column(value) else isinstance(value, float)


def column_of_any(column: Any) -> Any:
    """A column of texts or of any objects, as floats if all of them are numbers."""
    import numpy as np

    values = [*map(as_float, column.tolist())]
    return np.fromiter(values, float if {*map(type, values)} <= {float} else object)


def truth(value: Any) -> Any:
    """The truth of a value, as in Python."""
    return value != 0 if is_number(value) else by_rows(lambda each, _: bool(each), value, None)


def equal(left: Any, right: Any) -> Any:
    """Whether two numbers, texts or anything else are equal."""
    return (
        left == right if is_number(left) and is_number(right) else by_rows(operator.eq, left, right)
    )


def by_rows(function: Callable[[Any, Any], bool], left: Any, right: Any) -> Any:
    """The result of a function, row by row."""
    import numpy as np

    if not (is_column(left) or is_column(right)):
        return bool(function(left, right))
    sides = [each.tolist() if is_column(each) else itertools.repeat(each) for each in (left, right)]
    return np.array([bool(function(*pair)) for pair in zip(*sides, strict=False)], bool)


COMPARISONS: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    **ORDERS,
    ast.Eq: equal,
    ast.NotEq: lambda left, right: equal(left, right) ^ True,
}
