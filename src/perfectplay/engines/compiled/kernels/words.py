"""The words of programs: where the next operation begins."""

from __future__ import annotations

from perfectplay.engines.compiled.compiler.kernels import Ints
from perfectplay.engines.compiled.program import CHANCE, FLOAT, LEAF, MAX, MIN


def next_operation(out: Ints, at: int, skip: int) -> int:
    """Where the operation after another one begins; keys have `skip` words.

    >>> from perfectplay.engines.compiled.program import FINAL, LEAF, whole
    >>> next_operation([LEAF, 7, whole(FINAL, 3)], 0, 1)
    2
    """
    word = out[at]
    operation = word & 7
    if operation == LEAF:
        return at + 1 + skip
    if operation in (MAX, MIN):
        return at + 1
    if operation == CHANCE:
        at += 1
        word = out[at]
    if (word >> 3 & 3) == FLOAT:
        at += 1
    return at + 1
