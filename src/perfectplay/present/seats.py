"""The words of a game for two, with the names of its players."""

from __future__ import annotations

from collections.abc import Sequence

from perfectplay.model.game import SEATS

YOU = "you"


def addressed(words: str, names: Sequence[str]) -> str:
    """The words of a game for two, with the names of the people playing.

    >>> addressed("the first player has 40 against 70", ("you", "best play"))
    'you have 40 against 70'
    """
    for seat, name in zip(SEATS, names, strict=False):
        have = "have" if name == YOU else "has"
        words = words.replace(f"{seat} has", f"{name} {have}").replace(seat, name)
    return words


def player_names(player: int) -> tuple[str, str]:
    """The names of both players, from the point of view of one of them.

    >>> player_names(1)
    ('the opponent', 'you')
    """
    return ("the opponent", YOU) if player else (YOU, "the opponent")
