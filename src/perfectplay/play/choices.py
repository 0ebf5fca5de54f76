"""Turn what a player types into one of the available options."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, TypeGuard

from perfectplay.errors import PerfectPlayError, PositionError, did_you_mean
from perfectplay.model.game import Game
from perfectplay.model.naming import meant, several
from perfectplay.model.nodes import Label, position_of
from perfectplay.model.scorecard import Rolled
from perfectplay.model.scorecard.game import keep_words
from perfectplay.model.scorecard.sheet import read_faces
from perfectplay.model.view import Cards

NOTHING = ("-", "none", "nothing", "reroll")
EVERYTHING = ("all", "stop", "stay")
MOST_NAMED = 12


def read_choice(game: Game[Any], position: Hashable, options: Sequence[Label], typed: str) -> Label:
    """The option that is meant: by its name, a prefix of it, or the dice to keep.

    >>> from perfectplay.games.yazy import Yazy
    >>> yazy = Yazy()
    >>> roll = yazy.read("open=sixes,straight roll=2,3,4,6,6 rerolls=1")
    >>> read_choice(yazy, roll, list(yazy.at(roll).options), "66")
    'keep 6 6'
    >>> read_choice(yazy, "any", ["sixes", "straight"], "str")
    'straight'
    """
    words = typed.strip().lower()
    if is_keep(position) and (kept := read_keep(game, position, words)) is not None:
        return kept
    known = {str(option): option for option in options}
    same = {sorted_words(name): option for name, option in known.items()}
    if sorted_words(words) in same:
        return same[sorted_words(words)]
    names = meant(words, known)
    if len(names) == 1:
        return known[names[0]]
    if len(names) > 1:
        raise PerfectPlayError(several(typed, names[:MOST_NAMED]))
    if is_keep(position):
        raise PerfectPlayError(
            f"'{typed}' is not among the dice; type the dice to keep, all or none"
        )
    if is_hold(game, position, options):
        raise PerfectPlayError(f"'{typed}' is not in the hand; type cards to hold, all or none")
    names = [str(option) for option in options[:MOST_NAMED]]
    raise PerfectPlayError(f"'{typed}' is not available; {did_you_mean(typed, names)}")


def sorted_words(words: str) -> tuple[str, ...]:
    """The words of an option, sorted: cards to hold may be named in any order.

    >>> sorted_words("Qh 10c") == sorted_words("tc qh")
    True
    """
    return tuple(sorted(words.lower().replace("10", "t").replace(",", " ").split()))


def is_hold(game: Game[Any], position: Hashable, options: Sequence[Label]) -> bool:
    """Whether the choice is which cards of a hand to hold."""
    pieces = game.view(position_of(position)).pieces
    cards = {card for piece in pieces if isinstance(piece, Cards) for card in piece.cards}
    words = {word for option in options for word in str(option).split()}
    return len(options) > MOST_NAMED and words <= {*cards, "all", "none"}


def is_keep(position: Hashable) -> TypeGuard[Rolled]:
    """Whether the choice is which dice to keep."""
    return isinstance(position, Rolled) and position.rerolls > 0


def read_keep(game: Game[Any], position: Rolled, words: str) -> Label | None:
    """The dice to keep, if that is what was typed."""
    card, dice = game.card, len(position.roll)
    assert card is not None  # dice are kept only on a scorecard
    words = words.removeprefix("keep").strip()
    if words in NOTHING:
        return keep_words((), dice)
    if words in EVERYTHING:
        return keep_words(position.roll, dice)
    if not words.replace(" ", "").replace(",", "").isdigit():
        return None
    kept = read_faces(card, words)
    left = list(position.roll)
    for face in kept:
        if face not in left:
            shown = " ".join(map(str, position.roll))
            raise PositionError(f"{' '.join(map(str, kept))} cannot be kept from {shown}")
        left.remove(face)
    return keep_words(kept, dice)
