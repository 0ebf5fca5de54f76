"""The loop around compiled rules: from code for one position to a function for many.

For each key it runs the code, which writes a program, and records how that ended. Operations
special to rules (table cells, memo rows, program words, traps) are expressed in plain ones here, so
that targets only have to print the plain ones.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from perfectplay.engines.compiled.compiler.kernels import Ints, Ints32, functions_of, mix
from perfectplay.engines.compiled.compiler.tree import (
    DONE,
    FULL,
    MISS,
    OVERFLOW,
    PYTHON,
    SCRATCH,
    Array,
    Block,
    Call,
    Cell,
    Code,
    Const,
    Element,
    Emit,
    Exit,
    Expr,
    Function,
    If,
    Lookup,
    Loop,
    Op,
    Return,
    Run,
    Set,
    Statement,
    Store,
    Trap,
    Var,
)

KEYS, OUT, ENDS, STATUSES = (
    Array("keys", None), Array("out", None), Array("ends", None), Array("statuses", None, "u8"),
)  # fmt: skip
CELLS, REALS, BASES = Array("cells", None), Array("reals", None, "f64"), Array("bases", None)
SLOTS, STARTS, KNOWN = Array("slots", None, "i32"), Array("starts", None), Array("known", None)
MISSES = Array("misses", None)
FIRST, LAST, ROOM, MASK, MISSES_ROOM = map(Var, ("first", "last", "room", "mask", "misses.room"))
PLACE, AT, BEGIN, STATUS = map(Var, ("place", "at", "begin", "status"))
TABLES: list[Var | Array] = [CELLS, REALS, BASES, SLOTS, MASK, STARTS, KNOWN, MISSES, MISSES_ROOM]
ON_STACK = 1 << 14
"""The most numbers that local arrays may take up on the stack, which is small in some threads."""
PARAMETERS: list[Var | Array] = [KEYS, FIRST, LAST, OUT, ROOM, ENDS, STATUSES, *TABLES]


def find_row(
    slots: Ints32, mask: int, starts: Ints, known: Ints, memo: int, words: Ints, count: int
) -> int:
    """The row of a memo for some words, or -1 if there is none.

    `known` holds entries one after another: memo, row, number of words, and the words.
    """
    hashed = mix(memo, count)
    for i in range(count):
        hashed = mix(hashed, words[i])
    place = hashed & mask
    while slots[place] > 0:
        at = starts[slots[place] - 1]
        same = known[at] == memo and known[at + 2] == count
        i = 0
        while same and i < count:
            same = known[at + 3 + i] == words[i]
            i += 1
        if same:
            row: int = known[at + 1]
            return row
        place = (place + 1) & mask
    return -1


def note_miss(misses: Ints, room: int, memo: int, words: Ints, count: int) -> None:
    """Record words that a memo has not seen, if there is room; the first number is the end."""
    at = misses[0]
    if at + count + 2 > room:
        return
    misses[at] = memo
    misses[at + 1] = count
    for i in range(count):
        misses[at + 2 + i] = words[i]
    misses[0] = at + count + 2


def for_many(code: Code, words: int) -> list[Function]:
    """The function `record`, which runs the code for keys of this many words, and its callees."""
    keys: list[Statement] = [
        Set(Var(f"key{word}"), Element(KEYS, add(mul(PLACE, Const(words)), Const(word))))
        for word in range(words)
    ]
    done = sub(PLACE, FIRST)
    one: list[Statement] = [*plain(code.body), Exit("position")]
    position: list[Statement] = [Block(OVERFLOW, one), Set(STATUS, Const(PYTHON))]
    body: list[Statement] = [
        Set(PLACE, FIRST),
        Loop(
            "positions",
            [
                If(Op("ge", (PLACE, LAST)), [Exit("positions")]),
                Set(BEGIN, AT),
                Set(STATUS, Const(DONE)),
                *keys,
                Block("position", position),
                If(Op("eq", (STATUS, Const(FULL))), [Exit("positions")]),
                If(Op("ne", (STATUS, Const(DONE))), [Set(AT, BEGIN)]),
                Store(STATUSES, done, STATUS),
                Store(ENDS, done, AT),
                Set(PLACE, add(PLACE, Const(1))),
            ],
        ),
        Return(done),
    ]
    return [Function("record", PARAMETERS, code.arrays, body), *functions_of(find_row, note_miss)]


def off_stack(record: Function, most: int = ON_STACK) -> tuple[Function, int]:
    """The function with its largest arrays moved to `SCRATCH`, and their total length.

    The others, at most `most` numbers in all, stay on the stack.
    """
    places: dict[str, int] = {}
    end, left = 0, sum(each.size or 0 for each in record.arrays)
    for each in sorted(record.arrays, key=lambda each: each.size or 0, reverse=True):
        if left <= most:
            break
        places[each.name] = end
        end += each.size or 0
        left -= each.size or 0
    parameters = [*record.parameters, SCRATCH]
    return dataclasses.replace(record, parameters=parameters, in_scratch=places), end


def add(left: Expr, right: Expr) -> Expr:
    """A sum."""
    return Op("add", (left, right))


def sub(left: Expr, right: Expr) -> Expr:
    """A difference."""
    return Op("sub", (left, right))


def mul(left: Expr, right: Expr) -> Expr:
    """A product."""
    return Op("mul", (left, right))


def plain(body: list[Statement]) -> Iterator[Statement]:
    """Statements in plain operations only."""
    for statement in body:
        match statement:
            case Emit(words):
                end = add(AT, Const(len(words)))
                full: list[Statement] = [Set(STATUS, Const(FULL)), Exit("position")]
                yield If(Op("gt", (end, ROOM)), full)
                for place, word in enumerate(words):
                    yield Store(OUT, add(AT, Const(place)), read(word))
                yield Set(AT, end)
            case Trap(reason):
                yield Set(STATUS, Const(reason))
                yield Exit("position")
            case Lookup(row, memo, words_of, count):
                asked = (Const(memo), words_of, read(count))
                yield Set(row, Call("find_row", (SLOTS, MASK, STARTS, KNOWN, *asked)))
                missed: list[Statement] = [
                    Run(Call("note_miss", (MISSES, MISSES_ROOM, *asked))),
                    Set(STATUS, Const(MISS)),
                    Exit("position"),
                ]
                yield If(Op("lt", (row, Const(0))), missed)
            case Set(var, value):
                yield Set(var, read(value))
            case Store(array, index, value):
                yield Store(array, read(index), read(value))
            case If(condition, then, otherwise):
                yield If(read(condition), list(plain(then)), list(plain(otherwise)))
            case Block(label, inside):
                yield Block(label, list(plain(inside)))
            case Loop(label, inside):
                yield Loop(label, list(plain(inside)))
            case _:
                yield statement


def read(expr: Expr) -> Expr:
    """An expression in plain operations only."""
    match expr:
        case Cell(column, row, kind):
            place = add(Element(BASES, Const(column)), read(row))
            return Element(REALS if kind == "float" else CELLS, place)
        case Op(_, operands):
            return dataclasses.replace(expr, operands=tuple(map(read, operands)))
        case Element(array, index):
            return Element(array, read(index))
    return expr
