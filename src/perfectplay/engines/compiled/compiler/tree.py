"""Rules as a typed tree that no target is special to: the front end makes it, targets print it.

A tree is structured code over 64-bit integers and floats, with local arrays of bounded length and
columns of numbers that Python fills. Control leaves a `Block` or a `Loop` only forwards, by `Exit`,
so any language with labelled blocks can express it. Whatever the tree cannot do exactly as Python
would (a sum beyond 64 bits, an index out of range, an argument a table has not seen) is a `Trap`:
it ends the run for this position, and Python handles it.

Operations on integers wrap around unless they are `checked`; a checked one traps on overflow. Truth
values are the integers 0 and 1.
"""

from __future__ import annotations

import dataclasses
from typing import Literal, TypeAlias

Type: TypeAlias = Literal["int", "float"]


@dataclasses.dataclass(frozen=True, slots=True)
class Const:
    """A number."""

    value: int | float

    @property
    def type(self) -> Type:
        """Whether it is an integer or a float."""
        return "float" if isinstance(self.value, float) else "int"


@dataclasses.dataclass(frozen=True, slots=True)
class Var:
    """A variable; those named key0 and key1 hold the words of the position's key."""

    name: str
    type: Type = "int"


@dataclasses.dataclass(frozen=True, slots=True)
class Op:
    """An operation; `OPERATIONS` lists them. `and`, `or` and `select` evaluate what they need."""

    name: str
    operands: tuple[Expr, ...]
    checked: bool = False

    @property
    def type(self) -> Type:
        """Whether the result is an integer or a float."""
        if self.name == "select":
            return self.operands[1].type
        return "float" if OPERATIONS[self.name] == "float" else "int"


@dataclasses.dataclass(frozen=True, slots=True)
class Array:
    """An array of numbers: a local one of known length, or one passed in."""

    name: str
    size: int | None
    kind: Literal["i64", "i32", "u16", "u8", "f64", "f32"] = "i64"


@dataclasses.dataclass(frozen=True, slots=True)
class Element:
    """The element at an index, which has been checked."""

    array: Array
    index: Expr

    @property
    def type(self) -> Type:
        """Whether it is an integer or a float."""
        return "float" if self.array.kind in ("f64", "f32") else "int"


@dataclasses.dataclass(frozen=True, slots=True)
class Cell:
    """The cell in a row of a column that Python fills; the row has been checked."""

    column: int
    row: Expr
    type: Type = "int"


@dataclasses.dataclass(frozen=True, slots=True)
class Call:
    """The result of another function of the same program."""

    function: str
    arguments: tuple[Expr | Array, ...]
    type: Type = "int"


Expr: TypeAlias = Const | Var | Op | Element | Cell | Call

OPERATIONS: dict[str, Type] = {
    # integers; those on the first line may be checked
    **dict.fromkeys(("add", "sub", "mul"), "int"),
    **dict.fromkeys(("floordiv", "mod"), "int"),  # rounded down; the divisor is not zero
    **dict.fromkeys(("bitand", "bitor", "bitxor", "shl", "shr", "popcount"), "int"),
    **dict.fromkeys(("eq", "ne", "lt", "le", "gt", "ge"), "int"),  # of two integers or two floats
    **dict.fromkeys(("and", "or", "not"), "int"),
    "select": "int",  # of the type of its second operand: (condition, if true, if false)
    "hash": "int",  # of a hash so far and one more word; 63 bits
    "bits": "int",  # the bits of a float
    # floats
    **dict.fromkeys(("fadd", "fsub", "fmul", "fdiv"), "float"),
    "float": "float",  # of an integer within 53 bits
    "unbits": "float",  # the float with these bits
}


# Statements


@dataclasses.dataclass(slots=True)
class Set:
    """Assign to a variable."""

    var: Var
    value: Expr


@dataclasses.dataclass(slots=True)
class Store:
    """Write a number to an array."""

    array: Array
    index: Expr
    value: Expr


@dataclasses.dataclass(slots=True)
class If:
    """A conditional."""

    condition: Expr
    then: list[Statement]
    otherwise: list[Statement] = dataclasses.field(default_factory=list)


@dataclasses.dataclass(slots=True)
class Block:
    """Statements; an `Exit` with its label continues after them."""

    label: str
    body: list[Statement]


@dataclasses.dataclass(slots=True)
class Loop:
    """Statements repeated; an `Exit` with its label continues after them."""

    label: str
    body: list[Statement]


@dataclasses.dataclass(slots=True)
class Exit:
    """Leave an enclosing block or loop."""

    label: str


@dataclasses.dataclass(slots=True)
class Lookup:
    """Set `row` to the row of a memo table for the first `count` words of an array.

    Words that the table has not seen are recorded with the number of the table, and trap.
    """

    row: Var
    memo: int
    words: Array
    count: Expr


@dataclasses.dataclass(slots=True)
class Emit:
    """Append words to the position's program (see `program`)."""

    words: tuple[Expr, ...]


@dataclasses.dataclass(slots=True)
class Trap:
    """Stop here, with the reason and two numbers that explain it."""

    reason: int
    first: Expr = Const(0)
    second: Expr = Const(0)


@dataclasses.dataclass(slots=True)
class Return:
    """Return from a function with a value."""

    value: Expr


@dataclasses.dataclass(slots=True)
class Run:
    """Call a function for its effect."""

    call: Call


Statement: TypeAlias = Set | Store | If | Block | Loop | Exit | Lookup | Emit | Trap | Return | Run

OVERFLOW = "overflow"
"""The label of the block to leave when a `checked` operation overflows."""
DONE, PYTHON, RANGE, MISS, FULL = range(5)
"""How a run ends: completed; left to Python for a reason; with a number out of range for its field
(and the value); with words a table has not seen; or out of room."""


SCRATCH = Array("scratch", None)


@dataclasses.dataclass(slots=True)
class Function:
    """A function that each target can print as it is.

    It no longer contains any `Cell`, `Lookup`, `Emit` or `Trap`.
    """

    name: str
    parameters: list[Var | Array]
    arrays: list[Array]
    body: list[Statement]
    result: Type = "int"
    in_scratch: dict[str, int] = dataclasses.field(default_factory=dict)
    """The offsets of arrays that lie in the parameter `SCRATCH`, being too large for the stack."""


@dataclasses.dataclass(slots=True)
class Code:
    """The code that runs for one position, with the local arrays it uses."""

    arrays: list[Array]
    body: list[Statement]
