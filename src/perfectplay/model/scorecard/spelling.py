"""Show a value of any kind and size in one line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from perfectplay.errors import did_you_mean

LONGEST = 40
LONG_NUMBER = 1_000
"""In bits; Python refuses to write much larger numbers in decimal."""


def spelled(value: Any) -> str:
    """A value in one short line.

    >>> spelled("5"), spelled(True), spelled([1, 2]), spelled("long " * 20)
    ("'5'", 'true', '[...]', "'long long long long long long long long...'")
    """
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return shortened(str(value) if value.bit_length() < LONG_NUMBER else hex(value))
        case str():
            return repr(shortened(value))
        case list() | tuple():
            return "[...]"
        case Mapping():
            return "{...}"
        case _:
            return str(value)


def shortened(text: str) -> str:
    """A text, cut off if it is long."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip()}..."


def dice_words(number: int) -> str:
    """A number of dice, in words.

    >>> dice_words(1), dice_words(5)
    ('1 die', '5 dice')
    """
    return f"{number} {'die' if number == 1 else 'dice'}"


def hint(word: Any, known: Iterable[str]) -> str:
    """A suggestion for a misspelt word of any kind and size.

    >>> hint("fce", ["face", "pairs"]), hint(5, ["face", "pairs"])
    ("did you mean 'face'?", 'there are: face, pairs')
    """
    return did_you_mean(word[:LONGEST] if isinstance(word, str) else "", known)
