"""Lines for any game: a condition on what there is at a position, and an option.

A condition is written as in Python: names, numbers, texts in quotes, `+ - * / // %`, comparisons,
`in`, `and`, `or`, `not`. The names are the fields of a position, `score` and `player`, and the
game's parameters; `gain("x3")` is what an option brings at once.
"""

from __future__ import annotations

import ast
import copy
import dataclasses
import functools
import itertools
import math
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from numbers import Real
from types import CodeType
from typing import Any

from perfectplay.errors import ModelError, did_you_mean
from perfectplay.model.game import Game
from perfectplay.model.nodes import Chance, Choice, Inline, Label, Node
from perfectplay.model.walk import edges, node_at, reached
from perfectplay.solution.columns import Columns
from perfectplay.strategies.strategy import Decision

PLAIN = (ast.Expression, ast.Load, ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr)
KNOWN = (
    *(ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Compare, ast.Constant, ast.Name),
    *(ast.Tuple, ast.List, ast.Call),
)
POWERS = (ast.Pow, ast.LShift, ast.RShift, ast.MatMult, ast.Invert, ast.Is, ast.IsNot)
MOST_IN_A_COLUMN = 1 << 53
"""Up to there columns of whole numbers, and of fractions, come to what Python does."""
MOST_LOOKED_AT = 2_000
"""So many positions of a game tell what its fields and options are called."""
MOST_OUTCOMES = 400_000
"""And fewer, once they have so many outcomes: a roll of any number of dice has thousands."""


@dataclasses.dataclass(frozen=True)
class ExpressionLine:
    """A line for any game."""

    text: str
    condition: CodeType | None
    option: str
    number: CodeType | None
    """What an option that is a number is worked out from."""
    by_columns: tuple[ast.Expression | None, ast.Expression | None]
    """Condition and number once more, written for whole columns."""
    game: Game[Any]
    asks: frozenset[str] | None
    """What it asks of a decision, by name; None if it cannot be asked of many at once."""

    def answer(self, decision: Decision) -> Label | None:
        """The option that the line takes; None if it does not apply."""
        names = Seen(self.game, decision)
        if self.condition is not None and not evaluated(self.condition, names, self.text):
            return None
        if self.number is None:
            return next((label for label in decision.options if str(label) == self.option), None)
        return nearest(evaluated(self.number, names, self.text), decision.options)

    def choose(self, columns: Columns) -> Any:
        """The numbers of the options that it takes at many decisions; -1 where it does not apply.

        >>> from perfectplay import solve
        >>> from perfectplay.games.pig import Pig
        >>> pig = Pig(target=20)
        >>> from perfectplay.solution.columns import Columns
        >>> columns = solve(pig).answer(Columns)
        >>> chosen = read_line("turn >= 8: hold", pig).choose(columns)
        >>> bool(((chosen >= 0) == (columns["turn"] >= 8)).all())
        True
        """
        import numpy as np

        condition, number = self.by_columns
        chosen = np.full(len(columns.rows), -1)
        if number is None:
            meant = columns.meant(self.option)
            chosen[columns.owner[meant]] = columns.number[meant]
        elif len(chosen):
            limit = np.broadcast_to(worked_out(number, columns, self.text), chosen.shape)
            worth = np.array([float(str(label)) for label in columns.labels])[columns.label]
            first = np.searchsorted(columns.owner, np.arange(len(chosen)))
            fits = np.where((worth <= limit[columns.owner]).astype(bool), worth, -np.inf)
            most = np.maximum.reduceat(fits, first)
            best = np.flatnonzero((fits == most[columns.owner]) & (fits > -np.inf))
            chosen[:] = columns.number[first]
            chosen[columns.owner[best]] = columns.number[best]
        if condition is not None:
            holds = np.broadcast_to(worked_out(condition, columns, self.text), chosen.shape)
            chosen[~holds.astype(bool)] = -1
        return chosen

    @property
    def always(self) -> bool:
        """Whether it applies wherever its option is on offer."""
        return self.condition is None


class Seen(dict[str, Any]):
    """What a line may ask of a decision, by name; the score is looked at only if it is named."""

    def __init__(self, game: Game[Any], decision: Decision) -> None:
        place = decision.position
        own: Any = place.position if isinstance(place, Inline) else place
        super().__init__(game.chosen, player=decision.player)
        if hasattr(own, "_fields"):
            self.update(zip(own._fields, own, strict=True))
        self["gain"] = lambda option: self.gain(str(option))
        self.game, self.decision = game, decision

    def __missing__(self, name: str) -> Any:
        if name == "score":
            return self.decision.score
        raise KeyError(name)

    def gain(self, option: str) -> Any:
        """What an option brings at once; nothing if it is not on offer."""
        place = self.decision.position
        found = edges(place, node_at(self.game, place))
        return next((edge.points for edge in found if str(edge.step) == option), 0)


def read_line(text: str, game: Game[Any]) -> ExpressionLine:
    """A line for a game, as `condition: option`, or an option alone.

    >>> from perfectplay.games.pig import Pig
    >>> read_line("turn >= 20: hold", Pig()).option
    'hold'
    """
    before, colon, after = text.rpartition(":")
    words = known_words(game)
    option = after.strip()
    condition = expression(before.strip(), words.names, text) if colon else None
    if option in words.options:
        number = None
    elif words.numbers:
        number = expression(option, words.names, text)
    else:
        raise ModelError(f"there is no option '{option}'; {did_you_mean(option, words.options)}")
    parts = ((condition, True), (number, False))
    asked = [asked_by(tree, holds=holds) for tree, holds in parts if tree is not None]
    return ExpressionLine(
        text,
        compiled(condition),
        option,
        compiled(number),
        (for_columns(condition), for_columns(number)),
        game,
        None if None in asked else frozenset().union(*(names or () for names in asked)),
    )


@dataclasses.dataclass(frozen=True)
class KnownWords:
    """What the fields and the options of a game are called."""

    names: frozenset[str]
    options: tuple[str, ...]
    numbers: bool
    """Whether options are numbers."""


@functools.lru_cache(16)
def known_words(game: Game[Any]) -> KnownWords:
    """The words of a game, from the positions near its start."""
    names = {"score", "player", "gain", *game.parameters()}
    options: dict[str, Label] = {}
    outcomes = 0
    for position, _ in itertools.islice(reached(game, scored=False), MOST_LOOKED_AT):
        for node in nodes_at(position, node_at(game, position)):
            if isinstance(node, Choice):
                names.update(getattr(position, "_fields", ()))
                options.update({str(label): label for label in node.options})
            elif isinstance(node, Chance):
                outcomes += len(node.thens)
        if outcomes > MOST_OUTCOMES:
            break
    numbers = all(isinstance(label, Real) for label in options.values())
    return KnownWords(frozenset(names), tuple(options), numbers)


def nodes_at(place: Hashable, node: Node) -> Iterator[Node]:
    """A node, and those that are written in place below it."""
    yield node
    for edge in edges(place, node):
        if edge.node is not None:
            yield from nodes_at(edge.place, edge.node)


def expression(text: str, names: Collection[str], line: str) -> ast.Expression:
    """A condition or a number, looked at."""
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ModelError(f"'{text}' in '{line}' is not understood; write it like turn >= 20") from (
            None
        )
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id not in names:
            raise ModelError(
                f"'{node.id}' in '{line}' is not known; {did_you_mean(node.id, sorted(set(names)))}"
            )
        calls = isinstance(node, ast.Call) and ast.unparse(node.func) != "gain"
        foreign = isinstance(node, ast.expr) and not isinstance(node, KNOWN)
        if calls or foreign or isinstance(node, POWERS) or not isinstance(node, PLAIN):
            shown = ast.unparse(node) if isinstance(node, ast.expr) else "this"
            raise ModelError(f"{shown} in '{line}' is not allowed; compare fields with numbers")
    return tree


def compiled(tree: ast.Expression | None) -> CodeType | None:
    """An expression, ready to be worked out."""
    return None if tree is None else compile(tree, "<rule>", "eval")


def for_columns(tree: ast.Expression | None) -> ast.Expression | None:
    """An expression, written for many decisions at once."""
    if tree is None:
        return None
    written = ast.Expression(ByBits().visit(copy.deepcopy(tree.body)))
    return ast.fix_missing_locations(written)


def asked_by(tree: ast.Expression, *, holds: bool) -> frozenset[str] | None:
    """The names in an expression, which holds or is a number; None if it does not take columns."""
    inside = list(ast.walk(ByBits().visit(copy.deepcopy(tree))))
    if not is_same_by_columns(tree.body, holds=holds) or any(
        isinstance(node, (ast.In, ast.NotIn)) for node in inside
    ):
        return None
    return frozenset(node.id for node in inside if isinstance(node, ast.Name))


def is_same_by_columns(node: ast.AST, *, holds: bool) -> bool:
    """Whether columns come to what Python does; `holds` if all that counts is whether it holds.

    Else `and` and `or` are one of their sides, and what holds is 1, which columns do not add up.

    >>> [is_same_by_columns(ast.parse(text).body[0].value, holds=True)
    ...  for text in ("a and b > 1", "(a or b) > 1", "(a > 1) + (b > 1) > 1")]
    [True, False, False]
    """
    if isinstance(node, ast.BoolOp):
        return holds and all(is_same_by_columns(each, holds=True) for each in node.values)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return is_same_by_columns(node.operand, holds=True)
    if isinstance(node, ast.Call):
        return all(isinstance(each, ast.Constant) for each in node.args)
    within = list(ast.iter_child_nodes(node))
    reckons = isinstance(node, (ast.BinOp, ast.UnaryOp))
    if reckons and any(
        isinstance(each, ast.Compare)
        or (isinstance(each, ast.UnaryOp) and isinstance(each.op, ast.Not))
        for each in within
    ):
        return False
    return all(is_same_by_columns(each, holds=False) for each in within)


class ByBits(ast.NodeTransformer):
    """Writes `and`, `or`, `not` and `a < b < c` so that they hold for columns of numbers too."""

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """Conditions that are joined."""
        sign: ast.operator = ast.BitAnd() if isinstance(node.op, ast.And) else ast.BitOr()
        parts: list[ast.expr] = [self.truth(value) for value in node.values]
        return functools.reduce(lambda left, right: ast.BinOp(left, sign, right), parts)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """A condition that is denied."""
        if isinstance(node.op, ast.Not):
            return ast.BinOp(self.truth(node.operand), ast.BitXor(), ast.Constant(value=True))
        return ast.UnaryOp(node.op, self.visit(node.operand))

    def truth(self, node: ast.expr) -> ast.expr:
        """Whether something holds; a number does if it is not 0."""
        written: ast.expr = self.visit(node)
        denied = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
        if denied or isinstance(node, (ast.BoolOp, ast.Compare)):
            return written
        return ast.Compare(written, [ast.NotEq()], [ast.Constant(value=0)])

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """A chain of comparisons, each on its own."""
        values: list[ast.expr] = [self.visit(each) for each in (node.left, *node.comparators)]
        links: list[ast.expr] = [
            compared(left, sign, right)
            for (left, right), sign in zip(itertools.pairwise(values), node.ops, strict=True)
        ]
        return functools.reduce(lambda left, right: ast.BinOp(left, ast.BitAnd(), right), links)


def compared(left: ast.expr, sign: ast.cmpop, right: ast.expr) -> ast.expr:
    """A comparison; being one of some listed values is being equal to any of them."""
    if not isinstance(sign, (ast.In, ast.NotIn)) or not isinstance(right, (ast.Tuple, ast.List)):
        return ast.Compare(left, [sign], [right])
    links = [ast.Compare(left, [ast.Eq()], [each]) for each in right.elts]
    either: ast.expr = ast.Constant(value=False)
    for link in links:
        either = ast.BinOp(either, ast.BitOr(), link)
    denied = isinstance(sign, ast.NotIn)
    return ast.BinOp(either, ast.BitXor(), ast.Constant(value=True)) if denied else either


def worked_out(tree: ast.Expression, columns: Columns, line: str) -> Any:
    """What an expression comes to for whole columns; wrong where it would be for one decision."""
    import numpy as np

    code = compile(tree, "<rule>", "eval")
    if largest(tree.body, columns, line) > MOST_IN_A_COLUMN:
        return evaluated(code, without_bounds(columns), line)
    with np.errstate(divide="raise", invalid="raise", over="raise"):
        return evaluated(code, columns, line)


def largest(node: ast.expr, columns: Columns, line: str) -> float:
    """No whole number that comes up in an expression is larger than this, if that is in bounds."""
    import numpy as np

    if isinstance(node, (ast.Constant, ast.Name, ast.Call)):
        told = evaluated(compile(ast.Expression(node), "<rule>", "eval"), columns, line)
        if isinstance(told, int):
            return min(abs(told), 2 * MOST_IN_A_COLUMN)
        numbers = np.asarray(told)
        return (
            float(abs(numbers.astype(float)).max(initial=0)) if numbers.dtype.kind in "biuf" else 0
        )
    sizes = [
        largest(each, columns, line)
        for each in ast.iter_child_nodes(node)
        if isinstance(each, ast.expr)
    ]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return math.prod(max(1, size) for size in sizes)
    return sum(sizes)


def without_bounds(columns: Columns) -> Columns:
    """The same columns, with whole numbers that may grow as they do in Python."""

    def column(name: str) -> Any:
        told = columns.column(name)
        return told.astype(object) if hasattr(told, "shape") else told

    return dataclasses.replace(columns, column=column, points=columns.points.astype(object))


def evaluated(code: CodeType, names: Mapping[str, Any] | Columns, line: str) -> Any:
    """What an expression comes to."""
    run: Callable[..., Any] = eval  # it was looked at: names, numbers and comparisons, no more
    try:
        return run(code, {"__builtins__": {}}, names)
    except NameError as error:
        raise ModelError(f"'{error.name}' in '{line}' is not known at every decision") from None
    except (TypeError, ArithmeticError) as error:
        raise ModelError(f"'{line}' cannot be worked out: {error}") from None


def nearest(number: Any, options: tuple[Label, ...]) -> Label | None:
    """The largest option that is not above a number, or the least one."""
    most: Any = number
    if not isinstance(number, Real) or most != most:  # noqa: PLR0124  # it is not a number
        return None
    below = [label for label in options if isinstance(label, (int, float)) and label <= most]
    return max(below) if below else options[0]
