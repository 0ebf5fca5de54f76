"""Moves on a scorecard as one would say them."""

from __future__ import annotations

from perfectplay.model.scorecard import Rolled, Turn
from perfectplay.model.scorecard.game import keep_words
from perfectplay.solution.options import Option

COUNTS = ("no", "one", "two", "three", "four", "five", "six")


def in_words(position: Turn | Rolled, option: Option) -> str:
    """An option as one would say it: 'keep 6 6 6, reroll two'.

    >>> roll = Rolled(("sixes",), (3, 3, 6, 6, 6), rerolls=1)
    >>> in_words(roll, Option("keep 6 6 6", 18.0, 0.0, True))
    'keep 6 6 6, reroll two'
    """
    if isinstance(position, Turn) or not position.rerolls:
        return str(option.label)
    dice, label = len(position.roll), str(option.label)
    if label == keep_words((), dice):
        return label
    if label == keep_words(position.roll, dice):
        both = {1: "it", 2: "both"}
        return f"keep {both.get(dice, f'all {COUNTS[dice]}')}, stop"
    kept = label.count(" ")  # as many as there are dice after the word
    return f"{label}, reroll {COUNTS[dice - kept]}"
