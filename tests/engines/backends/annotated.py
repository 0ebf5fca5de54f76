"""Plain Python that also sees to it that kernels are annotated with the named tuples they take.

What machine code is kept as depends on the fields of these; see `layouts`.
"""

import inspect
import typing

from tests.engines.backends.plain import Python


def require_annotations(kernel, arguments):
    """Every named tuple among the arguments, and in one of them, is annotated as such."""
    hints = typing.get_type_hints(kernel)
    for name, argument in zip(inspect.signature(kernel).parameters, arguments, strict=False):
        if hasattr(argument, "_fields"):
            assert hints[name] is type(argument), f"{kernel.__name__}: {name}"
            require_fields(argument)


def require_fields(named):
    hints = typing.get_type_hints(type(named))
    for name, value in named._asdict().items():
        if hasattr(value, "_fields"):
            assert hints[name] is type(value), f"{type(named).__name__}.{name}"
            require_fields(value)


class Annotated(Python):
    """The backend in plain Python, for kernels that are annotated."""

    def for_each(self, kernel, parts, *columns, scratch=None, clock=None):
        own = () if scratch is None else (scratch(),)
        require_annotations(kernel, (*columns, *own))
        super().for_each(kernel, parts, *columns, scratch=scratch, clock=clock)
