"""Wait for what must happen, however busy the machine is."""

import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE = 600
"""Seconds: many times what anything waited for takes. Only what never happens takes longer."""

Found = TypeVar("Found")


def wait_until(happened: Callable[[], Found]) -> Found:
    """What a question is answered with, once that is not nothing."""
    deadline = time.monotonic() + PATIENCE
    while not (found := happened()):
        assert time.monotonic() < deadline, "what was waited for has not happened"
        time.sleep(0.01)
    return found
