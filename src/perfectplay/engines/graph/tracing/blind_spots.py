"""What rules can do with a number that a traced one does not notice; such rules run plainly.

A traced number sees every operation that Python hands to it: arithmetic, comparisons, hashing,
indexing. It does not see that somebody asks which object it is or of which type, nor that an
exception which it alone causes is caught. A sample of positions would miss the rare one where that
matters. So every function that the rules enter is read before a trace of them counts.
"""

from __future__ import annotations

import builtins
import dis
import operator
import sys
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any, NamedTuple

from perfectplay.engines.graph.tracing.shapes import NotTracedError

TRUSTED = frozenset(
    {"collections", "contextlib", "enum", "fractions", "functools", "icepool", "numbers", "typing"}
)
"""Libraries that treat whole numbers alike, whatever their type."""
OUR_RULES = "perfectplay.games."
REVEALING = (type, id, operator.is_, operator.is_not)
"""Functions that tell a traced number from a plain one."""
UNKNOWN = object()


class Reader:
    """Reads each function that the rules enter, once."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, int], tuple[CodeType, dict[str, Any]]] = {}
        self.complaint: str | None = None

    def read(self, at: Callable[[Any], Any], position: Any) -> None:
        """Run the plain rules for a position, and refuse what a trace from there cannot follow.

        A trace does the same until it comes to something that it does not notice. So that is in a
        function which the plain rules enter, too. Whoever else watches the calls of functions, a
        debugger or a measure of coverage, waits in the meantime.
        """
        before = sys.gettrace()
        sys.settrace(self.enter)
        try:
            at(position)
        except Exception:  # noqa: BLE001, S110  # they will raise it again where it is told
            pass
        finally:
            sys.settrace(before)
        if self.complaint is not None:
            raise NotTracedError(self.complaint)

    def enter(self, frame: FrameType, event: str, argument: object) -> None:  # noqa: ARG002  # as Python has it
        """Python enters a function."""
        code = frame.f_code
        place = id(code), id(frame.f_globals)  # equal code of two modules may mean two things
        if place not in self.known:
            self.known[place] = code, frame.f_globals  # which keeps both alive
            if self.complaint is None and not is_trusted(frame.f_globals.get("__name__", "")):
                names = Names(frame.f_globals, frame.f_locals)
                self.complaint = complaint_about(code, names)


class Names(NamedTuple):
    """What the names in a function stand for when it is entered."""

    outside: dict[str, Any]
    inside: dict[str, Any]

    def brought_by(self, step: dis.Instruction) -> Any:
        """What an instruction brings up, if that is known."""
        if step.opname == "LOAD_CONST":
            return step.argval
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            return self.outside.get(step.argval, getattr(builtins, step.argval, UNKNOWN))
        return self.inside.get(step.argval, UNKNOWN) if isinstance(step.argval, str) else UNKNOWN


def is_trusted(module: str) -> bool:
    """Whether the functions of a module need not be read.

    >>> is_trusted("fractions"), is_trusted("perfectplay.model.nodes"), is_trusted("my_rules")
    (True, True, False)
    """
    package = module.partition(".")[0]
    return package in TRUSTED or (package == "perfectplay" and not module.startswith(OUR_RULES))


def complaint_about(code: CodeType, names: Names) -> str | None:
    """What a function does that traces cannot follow, if anything.

    >>> def lucky(roll): return roll is seven
    >>> complaint_about(lucky.__code__, Names({"seven": 7}, {}))
    "line 1 of lucky compares with 'is', which traces cannot follow; write == for numbers"
    >>> complaint_about(lucky.__code__, Names({"seven": None}, {}))
    """
    line = code.co_firstlineno
    steps: list[dis.Instruction] = []
    for step in dis.get_instructions(code):
        line = (step.positions and step.positions.lineno) or line
        where = f"line {line} of {code.co_name}"
        if step.opname == "PUSH_EXC_INFO":
            return f"{where} catches exceptions, and could hide one that only a trace raises"
        if reveals(step, names):
            return f"{where} uses {step.argval}, which can tell a traced number from a plain one"
        if step.opname == "IS_OP" and not is_no_number(steps, step, names):
            return f"{where} compares with 'is', which traces cannot follow; write == for numbers"
        steps.append(step)
    return None


def reveals(step: dis.Instruction, names: Names) -> bool:
    """Whether an instruction brings up a function that tells a traced number from a plain one."""
    if step.opname in ("LOAD_ATTR", "LOAD_METHOD", "IMPORT_FROM"):
        return step.argval in ("is_", "is_not")
    return any(names.brought_by(step) is each for each in REVEALING)


def is_no_number(before: list[dis.Instruction], ask: dis.Instruction, names: Names) -> bool:
    """Whether the right-hand side of an `is`, brought up just before it, is never a number.

    It is known if it is a constant, a global name, or an attribute of one. A side that depends on
    a condition ends where jumps meet, and is not known.
    """
    if ask.is_jump_target:
        return False
    attributes = []
    for step in reversed(before):
        if step.opname != "LOAD_ATTR":
            break
        attributes.append(step.argval)
    value = names.brought_by(step) if step.opname in ("LOAD_CONST", "LOAD_GLOBAL") else UNKNOWN
    for name in reversed(attributes):
        value = getattr(value, name, UNKNOWN)
    return value is not UNKNOWN and type(value) is not int
