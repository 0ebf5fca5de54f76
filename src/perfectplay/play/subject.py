"""Practise only certain decisions: words such as 'late straights', and what they select."""

from __future__ import annotations

from collections.abc import Callable

from perfectplay.analysis.aims import aims
from perfectplay.errors import PerfectPlayError
from perfectplay.model.naming import meant
from perfectplay.model.scorecard import Rolled, Scorecard
from perfectplay.play.exercise import Exercise
from perfectplay.solution.solution import Solution

KINDS = ("early", "late", "keep", "place")
"""Words for kinds of decisions on a scorecard."""


def filter_of(solution: Solution, only: str | None) -> Callable[[Exercise], bool]:
    """The exercises that match all of some words, such as 'late straights'."""
    tests = [filter_by(solution, word) for word in (only or "").split()]
    return lambda each: all(test(each) for test in tests)


def filter_by(solution: Solution, word: str) -> Callable[[Exercise], bool]:
    """The exercises that match a word: early, late, keep, place, or a box, a bonus, straights.

    An exercise matches a box if that box, or one nearly as good, should be filled; or if the best
    keep leads to it most often.
    """
    if solution.game.card is None:
        raise PerfectPlayError("only games on a scorecard can be practised in parts")
    asked = word.lower()
    if asked in KINDS:
        return lambda each: asked in each.kind.split()
    about = boxes_named(solution.game.card, asked)

    def test(each: Exercise) -> bool:
        place = each.position
        if not isinstance(place, Rolled):
            return False
        if not place.rerolls:
            return any(option.label in about for option in each.options[:2])
        score = each.score if solution.tracked else None
        return aims(solution, place, each.options[0].label, score)[0].box in about

    return test


def boxes_named(card: Scorecard, word: str) -> set[str]:
    """The boxes a word stands for: a single one, those of a bonus, or all that contain the word.

    >>> from perfectplay.games.yahtzee import Yahtzee
    >>> card = Yahtzee().card
    >>> sorted(boxes_named(card, "straights")), sorted(boxes_named(card, "3k"))
    (['large-straight', 'small-straight'], ['three-of-a-kind'])
    """
    sections = {bonus.name: set(bonus.boxes) for bonus in card.bonuses}
    stem = word.removesuffix("s")
    like = {name for name in card.names if stem and stem in name}
    about = sections.get(word) or set(meant(word, card.names)) or like
    if not about:
        known = ", ".join([*KINDS, *card.names, *sections])
        raise PerfectPlayError(f"'{word}' cannot be practised alone; there are: {known}")
    return about
