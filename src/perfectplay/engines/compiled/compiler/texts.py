"""Texts made at run time, which can only serve as labels, represented by their hash.

The hash of a text is a polynomial in its characters, so it does not depend on how the text was put
together.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from collections.abc import Sequence as Many
from typing import Any

from perfectplay.engines.compiled.compiler.context import Context
from perfectplay.engines.compiled.compiler.tables import ObjectTable
from perfectplay.engines.compiled.compiler.tree import Block, Const, Exit, Expr, If, Loop, Op
from perfectplay.engines.compiled.compiler.values import (
    Int,
    RowValue,
    Static,
    Text,
    Union,
    Value,
    name_of,
)
from perfectplay.engines.compiled.compiler.writer import constant

BASE = 0x5851F42D4C957F2D
BITS = 64


def signed(number: int) -> int:
    """A number modulo 2 ** 64, as a signed integer.

    >>> signed((1 << 64) - 1), signed(5)
    (-1, 5)
    """
    number &= (1 << BITS) - 1
    return number - (1 << BITS) if number >> (BITS - 1) else number


def hash_of(text: str) -> int:
    """The hash of a text.

    >>> signed(hash_of("ab") * BASE**1 + hash_of("c")) == hash_of("abc")
    True
    """
    if not isinstance(text, str):
        raise TypeError(text)
    found = 0
    for letter in text:
        found = found * BASE + ord(letter) + 1
    return signed(found)


def power_of(text: str) -> int:
    """The base raised to the length of a text."""
    return signed(pow(BASE, len(text), 1 << BITS))


def text_of(c: Context, value: Value) -> Text:
    """A value as a text, as `str` would return it."""
    match value:
        case Text():
            return value
        case Static(obj):
            return Text(Const(hash_of(str(obj))), Const(power_of(str(obj))))
        case RowValue(table, row):
            written = table.derive("str", str)
            c.require(written, row)
            hashes = written.derive("hash", wrapped(hash_of))
            powers = written.derive("power", wrapped(power_of))
            return Text(halves(c, hashes, row), halves(c, powers, row))
        case Int(_, _, _, None):
            raise c.refuse("writes what may be a number or a truth value")
        case Int(expr, _, _, True):
            yes, no = text_of(c, Static("True")), text_of(c, Static("False"))
            return Text(
                c.keep(Op("select", (expr, yes.hash, no.hash))),
                c.keep(Op("select", (expr, yes.power, no.power))),
            )
        case Int():
            return digits(c, value)
        case Union():
            found = c.map_ways(value, lambda way: text_of(c, way))
            assert isinstance(found, Text)
            return found
    raise c.refuse(f"writes {name_of(value)} as a text")


def content(c: Context, value: Value) -> Text:
    """A value that is already a text."""
    if isinstance(value, Static) and isinstance(value.obj, str):
        return text_of(c, Static(str.__str__(value.obj)))
    if isinstance(value, RowValue):
        return text_of(c, c.derived(value.table, value.row, "content", itself))
    if isinstance(value, Text):
        return value
    raise c.refuse(f"takes {name_of(value)} for a text")


def itself(obj: Any) -> str:
    """A text that is not an instance of a subclass."""
    if not isinstance(obj, str):
        raise TypeError(obj)
    return str.__str__(obj)


def wrapped(fn: Callable[[str], int]) -> Callable[[str], tuple[int, int]]:
    """A 64-bit number split into halves."""

    def halved(obj: str) -> tuple[int, int]:
        number = fn(obj)
        return number >> 32, number & 0xFFFFFFFF

    return halved


def halves(c: Context, table: ObjectTable, row: Expr) -> Expr:
    """A 64-bit number of a row, assembled from its halves."""
    high = c.cell(table.column("high", lambda both: both[0]), row)
    low = c.cell(table.column("low", lambda both: both[1]), row)
    return c.keep(Op("bitor", (Op("shl", (high, Const(32))), low)))


def joined(c: Context, parts: Many[Text]) -> Text:
    """Texts concatenated."""
    whole = parts[0]
    for text in parts[1:]:
        moved = Op("mul", (whole.hash, text.power))
        power = c.keep(Op("mul", (whole.power, text.power)))
        whole = Text(c.keep(Op("add", (moved, text.hash))), power)
    return whole


def digits(c: Context, number: Int) -> Text:
    """A whole number in decimal digits."""
    found, power, rest = c.var(), c.var(), c.var()
    negative = c.keep(Op("lt", (number.expr, Const(0))))
    c.set(found, Const(0))
    c.set(power, Const(1))
    minus = c.arithmetic("sub", constant(0), number)
    c.set(rest, Op("select", (negative, minus.expr, number.expr)))
    label, once = c.name("L"), c.name("L")

    def letter(code: Expr) -> None:
        c.set(found, Op("add", (found, Op("mul", (code, power)))))
        c.set(power, Op("mul", (power, Const(BASE))))

    with c.into([]) as body:
        letter(Op("add", (Op("mod", (rest, Const(10))), Const(ord("0") + 1))))
        c.set(rest, Op("floordiv", (rest, Const(10))))
        c.emit(If(Op("eq", (rest, Const(0))), [Exit(label)]))
    c.emit(Loop(label, [Block(once, body)]))
    if number.low < 0:
        c.when(negative, lambda: letter(Const(ord("-") + 1)))
    return Text(c.keep(found), c.keep(power))


def formatted(c: Context, node: ast.JoinedStr) -> Value:
    """An f-string."""
    from perfectplay.engines.compiled.compiler import expressions

    parts = []
    for each in node.values:
        if isinstance(each, ast.FormattedValue):
            if each.format_spec is not None or each.conversion not in (-1, ord("s")):
                raise c.refuse("formats what is made at run time")
            parts.append(text_of(c, expressions.ex(c, each.value)))
        else:
            parts.append(text_of(c, expressions.ex(c, each)))
    return joined(c, parts or [text_of(c, Static(""))])
