"""The patterns of `match`."""

from __future__ import annotations

import ast
import dataclasses
import functools

from perfectplay.engines.compiled.compiler import builtins, equality, expressions, members, ordering
from perfectplay.engines.compiled.compiler.context import Context
from perfectplay.engines.compiled.compiler.values import RecordValue, Sequence, Static, Union, Value
from perfectplay.engines.compiled.compiler.writer import constant

Answer = equality.Answer


def fits(c: Context, pattern: ast.pattern, value: Value, env: dict[str, Value]) -> Answer:
    """Whether a value matches a pattern; names captured by the pattern go into `env`."""
    match pattern:
        case ast.MatchAs(inner, name):
            whole = fits(c, inner, value, env) if inner is not None else True
            if name and whole is not False:
                env[name] = value
            return whole
        case ast.MatchValue(node):
            return equality.equal(c, value, expressions.ex(c, node))
        case ast.MatchSingleton(obj):
            return ordering.identical(c, value, Static(obj))
        case ast.MatchOr(ways):
            return fits_one(c, ways, value, env)
        case ast.MatchSequence(parts):
            return fits_sequence(c, parts, value, env)
        case ast.MatchClass():
            return fits_class(c, pattern, value, env)
    raise c.refuse(f"the pattern {ast.unparse(pattern)}")


def fits_one(
    c: Context, patterns: list[ast.pattern], value: Value, env: dict[str, Value]
) -> Answer:
    """Whether a value matches one of several patterns; the first match captures the names."""
    pattern, *others = patterns
    first = dict(env)
    whole = fits(c, pattern, value, first)
    if whole is True or not others:
        env |= first
        return whole
    second = dict(env)
    rest = fits_one(c, others, value, second)
    if whole is False:
        env |= second
        return rest
    whole = c.keep(whole)
    for name in first.keys() & second.keys():
        one, other = first[name], second[name]
        if one is not other:
            env[name] = c.choose(
                whole, functools.partial(same, one), functools.partial(same, other)
            )
    return equality.disjunction(whole, rest)


def same(value: Value) -> Value:
    """A value unchanged."""
    return value


def fits_all(
    c: Context, patterns: list[ast.pattern], values: list[Value], env: dict[str, Value]
) -> Answer:
    """Whether each value matches its pattern."""
    whole: Answer = True
    for pattern, value in zip(patterns, values, strict=True):
        if isinstance(value, Union) and not isinstance(pattern, ast.MatchAs):
            raise c.refuse("a pattern for what may be of several kinds")
        whole = equality.conjunction(whole, fits(c, pattern, value, env))
        if whole is False:
            return False
    return whole


def fits_class(c: Context, pattern: ast.MatchClass, value: Value, env: dict[str, Value]) -> Answer:
    """Whether a value is an instance of a class and its fields match."""
    cls = expressions.ex(c, pattern.cls)
    if not isinstance(cls, Static):
        raise c.refuse("a pattern of a class that is not known")
    of_it = builtins.is_instance(c, value, cls)
    if of_it is False:
        return False
    if of_it is not True:
        raise c.refuse("a pattern of a class for what may be of several")
    if cls.obj in (int, str, bool, float, tuple, list, frozenset) and len(pattern.patterns) == 1:
        return fits(c, pattern.patterns[0], value, env)
    names = [*getattr(cls.obj, "__match_args__", ())[: len(pattern.patterns)], *pattern.kwd_attrs]
    given = [*pattern.patterns, *pattern.kwd_patterns]
    if len(names) != len(given):
        raise c.dead_end()
    values = [members.attribute(c, value, name) for name in names]
    return fits_all(c, given, values, env)


def fits_sequence(
    c: Context, parts: list[ast.pattern], value: Value, env: dict[str, Value]
) -> Answer:
    """Whether a value is a tuple of the right length and its elements match."""
    if any(isinstance(part, ast.MatchStar) for part in parts):
        raise c.refuse("a pattern with a star")
    if isinstance(value, Static):
        if not isinstance(value.obj, (tuple, list)):
            return False
        value = RecordValue(tuple, list(map(Static, value.obj)))
    if isinstance(value, RecordValue):
        if not issubclass(value.cls, tuple) or len(value.parts) != len(parts):
            return False
        if dataclasses.is_dataclass(value.cls):
            return False
        return fits_all(c, parts, value.parts, env)
    if isinstance(value, Sequence) and value.cls in (tuple, list):
        same = c.compare("eq", value.length, constant(len(parts)))
        if same is True:
            return fits_all(c, parts, c.parts(value, len(parts)), env)
        if same is False:
            return False
    raise c.refuse("a pattern for a tuple of a length that is not known")
