"""Errors are told in one line."""

from perfectplay import PerfectPlayError


def told(error: PerfectPlayError) -> str:
    """What an error says, if it is one line."""
    words = str(error)
    assert words, repr(error)
    assert "\n" not in words, repr(error)
    return words
