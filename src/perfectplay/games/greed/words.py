"""What people type after `perfectplay greed`: games, states and lists of numbers."""

from __future__ import annotations

import re

from perfectplay.errors import ParameterError, PerfectPlayError, PositionError
from perfectplay.games.greed import Greed
from perfectplay.model.race import RaceTurn


def read_game(words: list[str]) -> Greed:
    """Greed as described by words; its starting position does not matter here."""
    game = Greed.from_words(words)
    for name in ("first", "second", "second_starts"):
        if getattr(game, name) != Greed.parameters()[name].default:
            raise ParameterError(
                f"greed: {name} does not matter here: all scores are covered; leave it out"
            )
    return game


def read_state(game: Greed, at: str, *, last: bool) -> RaceTurn:
    """Both scores of a state, from text such as 72,80."""
    match = re.fullmatch(r"(\d{1,9}),(\d{1,9})", at)
    if match is None:
        raise PositionError(f"'{at}' is not a state; write both scores like 12,15")
    mine, theirs = int(match[1]), int(match[2])
    if max(mine, theirs) > game.max:
        raise PositionError(f"there is no state {at}; scores go from 0 to {game.max}")
    return RaceTurn(mine, theirs, last)


def read_numbers(option: str, text: str, low: float | None, high: float | None) -> list[int]:
    """Whole numbers from text such as 2,3,4 or 1-100, without repetition.

    >>> read_numbers("--max", "10,20,30-33", 0, 5000)
    [10, 20, 30, 31, 32, 33]
    """
    least, most = int(low or 0), int(high or 0)
    numbers: list[int] = []
    for word in text.split(","):
        match = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", word.strip())
        if match is None or (match[2] and int(match[1]) > int(match[2])):
            raise PerfectPlayError(
                f"{option} {text} is not a list of whole numbers; write it like 10,20 or 1-100"
            )
        ends = int(match[1]), int(match[2] or match[1])
        if not least <= ends[0] <= ends[1] <= most:
            raise PerfectPlayError(
                f"{option}: {word.strip()} does not lie between {least} and {most}"
            )
        numbers += range(ends[0], ends[1] + 1)
    return list(dict.fromkeys(numbers))
