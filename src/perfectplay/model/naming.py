"""Find the name that a word stands for: in any case, by prefix, or by a common abbreviation."""

from __future__ import annotations

from collections.abc import Iterable

SHORT = {
    "aces": "ones",
    "2k": "pair",
    "3k": "three-of-a-kind",
    "4k": "four-of-a-kind",
    "5k": "five-of-a-kind",
}


def meant(word: str, known: Iterable[str]) -> list[str]:
    """The names that a word can stand for: one if it is unambiguous, none if it is unknown.

    >>> boxes = ["threes", "three-of-a-kind", "full-house", "small-straight", "ones"]
    >>> meant("Full", boxes), meant("3k", boxes), meant("SS", boxes), meant("aces", boxes)
    (['full-house'], ['three-of-a-kind'], ['small-straight'], ['ones'])
    >>> meant("three", boxes), meant("three_of_a_kind", boxes), meant("full house", boxes)
    (['threes', 'three-of-a-kind'], ['three-of-a-kind'], ['full-house'])
    >>> meant("seven", boxes)
    []
    """
    names = list(known)
    if word in names:
        return [word]
    plain = hyphened(word)
    ways = (
        lambda name: name == plain,
        lambda name: name == SHORT.get(plain),
        lambda name: "-" in name and initials(name) == plain,
        lambda name: plain != "" and name.startswith(plain),
    )
    found = ([name for name in names if way(hyphened(name))] for way in ways)
    return next(filter(None, found), [])


def hyphened(name: str) -> str:
    """A name in lower case, its parts joined by hyphens however they were written.

    >>> hyphened("Full house"), hyphened("three_of_a_kind")
    ('full-house', 'three-of-a-kind')
    """
    return "-".join(name.lower().replace("_", " ").split())


def initials(name: str) -> str:
    """The initials of a name.

    >>> initials("full-house")
    'fh'
    """
    return "".join(part[:1] for part in name.split("-"))


def several(word: str, names: Iterable[str]) -> str:
    """The message for a word that could stand for several names.

    >>> several("three", ["threes", "three-of-a-kind"])
    "'three' can be threes or three-of-a-kind; write more of it"
    """
    *first, last = names
    return f"'{word}' can be {', '.join(first)} or {last}; write more of it"
