"""Statements of the rules: assignments, branches, loops and returns."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from collections.abc import Sequence as Sequence_
from typing import Any

from perfectplay.engines.compiled.compiler import (
    calls,
    expressions,
    helpers,
    lists,
    operators,
    patterns,
    sequences,
)
from perfectplay.engines.compiled.compiler.context import Context, LoopFrame
from perfectplay.engines.compiled.compiler.places import assign, merge_values, pick, place_for
from perfectplay.engines.compiled.compiler.shapes import (
    IntShape,
    SameShape,
    StaticShape,
    join,
    loose,
    shape_of,
    widened,
)
from perfectplay.engines.compiled.compiler.source import (
    free_names,
    loads_of,
    rebound_names,
    stored_names,
)
from perfectplay.engines.compiled.compiler.tree import Block, Exit, Expr, If, Statement
from perfectplay.engines.compiled.compiler.tree import Loop as TreeLoop
from perfectplay.engines.compiled.compiler.values import (
    MISSING,
    DeadEnd,
    FunctionValue,
    RecordValue,
    Sequence,
    Static,
    Union,
    UnplacedError,
    Value,
    is_passing,
    name_of,
)
from perfectplay.engines.compiled.compiler.writer import negated

TRIES = 12
"""How often a loop is rewritten with wider variables before giving up."""


def block(c: Context, body: list[ast.stmt]) -> bool:
    """Write statements; returns whether none of them lets control reach the end."""
    for statement in body:
        c.at(statement)
        action = STATEMENTS.get(type(statement))
        if action is None:
            raise c.refuse(f"{type(statement).__name__} is not understood")
        try:
            if action(c, statement):
                return True
        except DeadEnd:
            return True
        except UnplacedError as error:
            raise c.refuse(str(error)) from None
    return False


def return_(c: Context, node: ast.Return) -> bool:
    """A return: its value goes where the values of all returns meet."""
    value = expressions.ex(c, node.value) if node.value else Static(None)
    c.frame.returns.append((c.out, c.settle(value)))
    return True


def expression(c: Context, node: ast.Expr) -> bool:
    """An expression evaluated for its effect."""
    if not isinstance(node.value, ast.Constant):
        c.settle(expressions.ex(c, node.value))
    return False


def assignment(c: Context, node: ast.Assign) -> bool:
    """An assignment."""
    value = taken(c, node.value)
    if len(node.targets) > 1 and helpers.is_mutable(value):
        raise c.refuse(f"gives {name_of(value)} several names")
    for target in node.targets:
        bind(c, target, value, fresh=is_fresh(node.value))
    return False


def annotated(c: Context, node: ast.AnnAssign) -> bool:
    """An assignment with an annotation."""
    if node.value is not None:
        bind(c, node.target, taken(c, node.value), fresh=is_fresh(node.value))
    return False


def taken(c: Context, node: ast.expr) -> Value:
    """The value of an expression that is about to be assigned to a name."""
    value = c.settle(expressions.ex(c, node))
    if is_passing(value) and free_names(node) & (rebound_names(c.frame.node) | c.frame.changed):
        raise c.refuse("a generator that is kept, of names that change")
    return value


def is_fresh(node: ast.expr) -> bool:
    """Whether an expression makes a new object that nothing else refers to."""
    if isinstance(node, ast.Call):
        makers = ("list", "dict", "set", "sorted")
        return isinstance(node.func, ast.Name) and node.func.id in makers
    return not isinstance(node, (ast.Name, ast.Attribute, ast.Subscript, ast.IfExp, ast.BoolOp))


def augmented(c: Context, node: ast.AugAssign) -> bool:
    """An augmented assignment such as `+=`."""
    target = node.target
    loaded = ast.copy_location(ast.parse(ast.unparse(target), mode="eval").body, node)
    before, more = expressions.ex(c, loaded), expressions.ex(c, node.value)
    if isinstance(before, Sequence) and before.cls in (list, dict, set):
        lists.enlarge(c, node.op, before, more)
        return False
    if helpers.is_mutable(before):
        raise c.refuse(f"changes {name_of(before)}, which may be used in several places")
    bind(c, target, c.settle(operators.operate(c, node.op, before, more)))
    return False


def bind(c: Context, target: ast.expr, value: Value, *, fresh: bool = False) -> None:
    """Bind names to a value, or to its parts."""
    match target:
        case ast.Name(name):
            calls.require_one_use(c, c.frame.node, name, value)
            if name in c.frame.changed and fresh:
                value = lists.thawed(c, value)
            c.frame.env[name] = value
        case ast.Tuple(elts) | ast.List(elts):
            starred = [at for at, each in enumerate(elts) if isinstance(each, ast.Starred)]
            if starred:
                bind_starred(c, elts, starred[0], value)
                return
            for each, part in zip(elts, c.parts(value, len(elts)), strict=True):
                bind(c, each, part)
        case ast.Subscript(of, index):
            lists.set_item(c, expressions.ex(c, of), expressions.ex(c, index), value)
        case _:
            raise c.refuse(f"assigns to {ast.unparse(target)}")


def bind_starred(c: Context, targets: list[ast.expr], star: int, value: Value) -> None:
    """Bind names to parts of a value, one of them to the list of the rest."""
    after = len(targets) - star - 1
    if isinstance(value, Static):
        value = RecordValue(tuple, list(map(Static, value.obj)))
    if isinstance(value, RecordValue):
        if len(value.parts) < len(targets) - 1:
            raise c.dead_end()
        parts = value.parts
        stop = len(parts) - after
        middle: Value = sequences.gather(c, RecordValue(tuple, parts[star:stop]), list)
        given = [*parts[:star], middle, *parts[stop:]]
    else:
        given = lists.split(c, c.sequence(value), star, after)
    for target, part in zip(targets, given, strict=True):
        bind(c, target.value if isinstance(target, ast.Starred) else target, part)


def function(c: Context, node: ast.FunctionDef) -> bool:
    """A nested function."""
    if node.decorator_list:
        raise c.refuse(f"a function with @{ast.unparse(node.decorator_list[0])}")
    c.frame.env[node.name] = calls.closure(c, node)
    return False


def nothing(c: Context, node: ast.stmt) -> bool:  # noqa: ARG001  # as all statements
    """A statement without effect."""
    return False


def assertion(c: Context, node: ast.Assert) -> bool:
    """An assertion; Python reports its failure."""
    holds = c.truth(expressions.ex(c, node.test))
    if holds is False:
        raise c.dead_end()
    if holds is not True:
        c.trap_if(c.expr(negated(holds)))
    return False


def raising(c: Context, node: ast.Raise) -> bool:  # noqa: ARG001  # as all statements
    """A raise statement, which is left to Python."""
    raise c.dead_end()


# Branches


def branch(c: Context, node: ast.If) -> bool:
    """An if statement."""
    condition = c.truth(expressions.ex(c, node.test))
    if isinstance(condition, bool):
        return block(c, node.body if condition else node.orelse)
    condition = c.keep(condition)
    first, second = ways_of(c, node, [lambda: block(c, node.body), lambda: block(c, node.orelse)])
    c.emit(If(condition, first[0], second[0]))
    return first[1] and second[1]


def ways_of(
    c: Context, node: ast.AST, actions: Sequence_[Callable[[], bool]]
) -> list[tuple[list[Statement], bool]]:
    """Write several branches, one of which is taken; returns the names as they leave them."""
    before = c.frame.env
    ways: list[tuple[list[Statement], bool, list[Statement], dict[str, Value]]] = []
    for action in actions:
        c.frame.env = dict(before)
        with c.into([]) as out:
            ended = action()
            ways.append((out, ended, c.out, c.frame.env))
    going_on = [(tail, env) for _, ended, tail, env in ways if not ended]
    c.frame.env = before
    if len(going_on) == 1:
        c.frame.env = going_on[0][1]
    elif going_on:
        c.frame.env = merge_names(c, node, going_on)
    return [(out, ended) for out, ended, _, _ in ways]


def merge_names(
    c: Context, node: ast.AST, ways: list[tuple[list[Statement], dict[str, Value]]]
) -> dict[str, Value]:
    """Merge the names where several branches meet."""
    names = list(dict.fromkeys(name for _, env in ways for name in env))
    inside = loads_of(node)
    env = {}
    for name in names:
        values = [each.get(name, Static(MISSING)) for _, each in ways]
        if any(value is not values[0] for value in values[1:]):
            needed = c.frame.loads[name] > inside[name] or c.frame.loops
            if not needed:
                continue
            outs = [out for out, _ in ways]
            env[name] = merge_values(c, list(zip(outs, values, strict=True)))
        else:
            env[name] = values[0]
    return env


def match(c: Context, node: ast.Match) -> bool:
    """A match statement."""
    subject = c.settle(expressions.ex(c, node.subject))
    if isinstance(subject, Union):
        return match_way(c, node, subject)
    return cases(c, node, node.cases, subject)


def match_way(c: Context, node: ast.Match, subject: Union) -> bool:
    """The same, for each alternative of the subject."""
    actions = [functools.partial(cases, c, node, node.cases, way) for way in subject.ways]
    ways = ways_of(c, node, actions)
    pick(c, subject.tag, [out for out, _ in ways])
    return all(ended for _, ended in ways)


def cases(c: Context, node: ast.Match, left: list[ast.match_case], subject: Value) -> bool:
    """The remaining cases, each nested in the one before."""
    if not left:
        return False
    case, *others = left
    c.at(case.pattern)
    env = dict(c.frame.env)
    fits = patterns.fits(c, case.pattern, subject, env)
    if fits is False:
        return cases(c, node, others, subject)

    def taken() -> bool:
        c.frame.env |= env
        return block(c, case.body)

    def guarded() -> bool | Expr:
        c.frame.env |= env
        assert case.guard is not None
        return c.truth(expressions.ex(c, case.guard))

    if case.guard is not None:
        kept = c.frame.env
        c.frame.env = dict(kept)
        if fits is True:
            fits = guarded()
        else:
            whole = c.choose(fits, lambda: c.as_bool(guarded()), lambda: Static(False))
            fits = c.truth(whole)
        c.frame.env = kept
    if isinstance(fits, bool):
        return taken() if fits else cases(c, node, others, subject)
    condition = c.keep(fits)
    first, second = ways_of(c, node, [taken, lambda: cases(c, node, others, subject)])
    c.emit(If(condition, first[0], second[0]))
    return first[1] and second[1]


# Loops


def for_(c: Context, node: ast.For) -> bool:
    """A for loop."""
    source = c.still(expressions.ex(c, node.iter))

    def run(body: Callable[[], None]) -> None:
        def one(item: Value) -> None:
            bind(c, node.target, item)
            body()

        sequences.each(c, source, one)

    repeat(c, node, run)
    return False


def while_(c: Context, node: ast.While) -> bool:
    """A while loop."""
    endless = isinstance(node.test, ast.Constant) and bool(node.test.value)

    def run(body: Callable[[], None]) -> None:
        label = c.name("L")
        with c.into([]) as inner:
            c.loops += 1
            holds = c.truth(expressions.ex(c, node.test))
            if holds is not True:
                c.emit(If(c.expr(negated(holds)), [Exit(label)]))
            try:
                body()
            finally:
                c.loops -= 1
        c.emit(TreeLoop(label, inner))

    repeat(c, node, run)
    return endless and not any(isinstance(each, ast.Break) for each in ast.walk(node))


def repeat(
    c: Context, node: ast.For | ast.While, run: Callable[[Callable[[], None]], None]
) -> None:
    """Write a loop repeatedly, until its variables are wide enough for everything stored there."""
    where = (*c.path, id(node))
    outside, count = dict(c.frame.env), len(c.frame.returns)
    shapes: dict[str, Any] = c.shapes.setdefault(where, first_shapes(c, node, outside))
    for attempt in range(TRIES):
        c.frame.env = dict(outside)
        del c.frame.returns[count:]
        c.count += 1
        born, changes, grown = c.count, len(c.changes), Grown(shapes, attempt)
        with c.into([]) as out:
            heads = heads_of(c, shapes)
            write_loop(c, node, run, heads, grown)
        if not grown.names and all(each >= born for each in c.changes[changes:]):
            c.out += out
            c.frame.env = outside | heads
            return
    raise c.refuse("a loop whose variables take ever more shapes")


class Grown:
    """The names for which a loop has produced values that did not fit."""

    def __init__(self, shapes: dict[str, Any], attempt: int) -> None:
        self.shapes, self.attempt = shapes, attempt
        self.names: set[str] = set()

    def note(self, name: str, known: Any, shape: Any) -> None:
        """Widen the shape of a name."""
        if isinstance(known, SameShape):
            known = shape_of(known.value)
            self.names.add(name)
        both = join(known, loose(shape) if not isinstance(shape, StaticShape) else shape)
        if isinstance(known, StaticShape) and known != shape:
            both = join(loose(known), loose(shape))
        if self.attempt > 1:
            both = widened(known, both)
        if both != known:
            self.names.add(name)
        self.shapes[name] = both


def first_shapes(
    c: Context, node: ast.For | ast.While, outside: dict[str, Value]
) -> dict[str, Any]:
    """The shapes of the names a loop assigns, on entry; names it deletes are left out."""
    shapes = {}
    for name in sorted(stored_names(node)):
        if name in outside:
            value = outside[name]
            shape = shape_of(value)
            counted = isinstance(shape, (StaticShape, IntShape)) and c.is_int(value)
            shapes[name] = loose(shape) if counted else shape
            if isinstance(value, (Sequence, FunctionValue)):
                shapes[name] = SameShape(value)
        elif c.frame.loads[name] > loads_of(node)[name]:
            shapes[name] = StaticShape(MISSING)
    return shapes


def heads_of(c: Context, shapes: dict[str, Any]) -> dict[str, Value]:
    """The variables of a loop, with their values on entry."""
    heads = {}
    for name, shape in shapes.items():
        heads[name] = place_for(c, shape)
        assign(c, heads[name], c.frame.env.get(name, Static(MISSING)))
    return heads


def write_loop(
    c: Context,
    node: ast.For | ast.While,
    run: Callable[[Callable[[], None]], None],
    heads: dict[str, Value],
    grown: Grown,
) -> None:
    """Write a loop once; changed names are written back to its variables at every exit."""
    frame = c.frame
    start = dict(frame.env) | heads
    frame.env = dict(start)
    end = c.name("L")

    def leave() -> None:
        write_back(c, heads, grown)

    def body() -> None:
        again = c.name("L")
        frame.loops.append(LoopFrame(again, end, leave))
        with c.into([]) as inner:
            ended = block(c, node.body)
            if not ended:
                leave()
        frame.loops.pop()
        c.emit(Block(again, inner))
        frame.env = dict(start)

    with c.into([]) as whole:
        if node.orelse:
            normal = c.name("L")
            with c.into([]) as looped:
                run(body)
                frame.env = dict(start)
                if not block(c, node.orelse):
                    leave()
            c.emit(Block(normal, looped))
        else:
            run(body)
    c.emit(Block(end, whole))


def write_back(c: Context, heads: dict[str, Value], grown: Grown) -> None:
    """Write the current values of names back to the loop's variables, all at once."""
    changed: list[tuple[Value, Value]] = []
    for name, head in heads.items():
        value = c.frame.env.get(name, Static(MISSING))
        if value is head:
            if not isinstance(grown.shapes[name], SameShape):
                grown.note(name, grown.shapes[name], shape_of(head))
            continue
        known, shape = grown.shapes[name], shape_of(value)
        before = len(grown.names)
        grown.note(name, known, shape)
        if len(grown.names) > before or name in grown.names:
            continue
        changed.append((head, value))
    temporary: list[tuple[Value, Value]] = []
    for head, value in changed:
        if len(changed) > 1 and not isinstance(value, Static):
            kept = place_for(c, shape_of(value))
            assign(c, kept, value)
            temporary.append((head, kept))
        else:
            temporary.append((head, value))
    for head, value in temporary:
        assign(c, head, value)


def continue_(c: Context, node: ast.Continue) -> bool:  # noqa: ARG001  # as all statements
    """A continue statement."""
    loop = c.frame.loops[-1]
    loop.leave()
    c.emit(Exit(loop.again))
    return True


def break_(c: Context, node: ast.Break) -> bool:  # noqa: ARG001  # as all statements
    """A break statement."""
    loop = c.frame.loops[-1]
    loop.leave()
    c.emit(Exit(loop.end))
    return True


def deletion(c: Context, node: ast.Delete) -> bool:
    """A del statement."""
    for target in node.targets:
        if not isinstance(target, ast.Subscript):
            raise c.refuse(f"deletes {ast.unparse(target)}")
        lists.delete(c, expressions.ex(c, target.value), expressions.ex(c, target.slice))
    return False


STATEMENTS: dict[type[ast.stmt], Callable[[Context, Any], bool]] = {
    ast.Return: return_,
    ast.Expr: expression,
    ast.Assign: assignment,
    ast.AnnAssign: annotated,
    ast.AugAssign: augmented,
    ast.FunctionDef: function,
    ast.Pass: nothing,
    ast.Assert: assertion,
    ast.Raise: raising,
    ast.If: branch,
    ast.Match: match,
    ast.For: for_,
    ast.While: while_,
    ast.Continue: continue_,
    ast.Break: break_,
    ast.Delete: deletion,
}
