"""Turns that may be lost: bank what a turn has brought, or risk it for more; alone or for two.

Between turns, only what each player has banked matters. Banking always adds to it, and a lost turn
leaves everything as it was: so play moves from less to more, and only lost turns lead back to the
same position.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from perfectplay.model.alone_or_two import AloneOrTwo
from perfectplay.model.checked import Checked
from perfectplay.model.game import Position
from perfectplay.model.view import Counter


class Over(NamedTuple):
    """A player has reached the target."""

    winner: int


class TurnExtent(NamedTuple):
    """How many states there are between turns, and how many places within turns."""

    starts: int
    places: int


class TurnGame(AloneOrTwo[Position], Checked[Position]):
    """What the families of such games share, for the engine that solves them.

    A family's positions are named tuples. `mine` is what the mover has; in a game for two there are
    also `theirs` and `player`.
    """

    family: ClassVar[str] = "turn-game"
    turn_rules: ClassVar[tuple[str, ...]]
    """The methods that make up a family's rules; a game that overrides one is not of the family."""

    def turn_extent(self) -> TurnExtent:
        """How large the game is, turn by turn."""
        raise NotImplementedError

    @property
    def by_turns(self) -> bool:
        """Whether points are worth having, and every turn that is not lost brings some."""
        return True


def scores(position: Any, of: int | None) -> tuple[Counter, ...]:
    """The score of the one player, or of both, as a piece of a view.

    >>> from perfectplay.model.jeopardy import JeopardyDuel
    >>> [(each.value, each.player) for each in scores(JeopardyDuel(20, 9, 5, player=1), 100)]
    [(9, 0), (20, 1)]
    """
    if not hasattr(position, "theirs"):
        return (Counter("score", position.mine, of, field="mine"),)
    mine = Counter("score", position.mine, of, position.player, "mine")
    theirs = Counter("score", position.theirs, of, 1 - position.player, "theirs")
    return (theirs, mine) if position.player else (mine, theirs)


def family_of(game: TurnGame[Position]) -> type | None:
    """The family whose rules a game plays by; None if it overrides them.

    >>> from perfectplay.games.pig import Pig
    >>> family_of(Pig()).__name__
    'Jeopardy'
    """
    own = type(game)
    family = next(kind for kind in own.__mro__ if "turn_rules" in vars(kind))
    same = all(getattr(own, name) is getattr(family, name) for name in own.turn_rules)
    return family if same else None
