"""Turns of a single roll: choose what to roll, and score what it shows, or nothing.

The first to reach the target wins; alone, every turn costs a point.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import ClassVar, NamedTuple

from perfectplay.model.game import SEATS, Extent
from perfectplay.model.jeopardy import gathers, sums
from perfectplay.model.nodes import Chance, Choice, Final, Gain, Node
from perfectplay.model.turn_game import Over, TurnExtent, TurnGame


class OneRollDuel(NamedTuple):
    """The mover's score, and the opponent's."""

    mine: int
    theirs: int
    player: int


class OneRollSolo(NamedTuple):
    """Played alone: the score."""

    mine: int


class OneRoll(TurnGame[OneRollDuel | OneRollSolo | Over]):
    """Rules for an engine; the game says what can be rolled."""

    turn_rules: ClassVar[tuple[str, ...]] = ("at", "after")

    # Defined by each game

    @property
    def goal(self) -> int:
        """The score to reach."""
        raise NotImplementedError

    @property
    def rolls(self) -> Mapping[int, Chance]:
        """The points that each option's roll may bring; 0 where it scores nothing."""
        raise NotImplementedError

    # What follows from these

    def start(self) -> OneRollDuel | OneRollSolo:
        return OneRollDuel(0, 0, 0) if self.players == 2 else OneRollSolo(0)

    def begins_turn(self, position: OneRollDuel | OneRollSolo | Over) -> bool:
        return not isinstance(position, Over)

    def at(self, position: OneRollDuel | OneRollSolo | Over) -> Node:
        if isinstance(position, Over):
            return Final(1 - 2 * position.winner)
        if position.mine >= self.goal:
            return Final()
        player = position.player if isinstance(position, OneRollDuel) else 0
        options = {
            option: rolled.then(lambda points: self.after(position, points))
            for option, rolled in self.rolls.items()
        }
        return Choice(options, player)

    def after(self, position: OneRollDuel | OneRollSolo, points: int) -> OneRollDuel | Over | Gain:
        """What follows once a roll has brought some points."""
        total = position.mine + points
        if isinstance(position, OneRollSolo):
            return Gain(-1, OneRollSolo(min(total, self.goal)))
        if total >= self.goal:
            return Over(position.player)
        return OneRollDuel(position.theirs, total, 1 - position.player)

    def describe(self, position: Hashable) -> str:
        """The scores, or who has won."""
        match position:
            case OneRollDuel(mine, theirs, player):
                return f"{SEATS[player]} has {mine} against {theirs}"
            case OneRollSolo(mine):
                return f"{mine} of {self.goal} points"
            case Over(winner):
                return f"{SEATS[winner]} has won"
            case _:
                return super().describe(position)

    @property
    def by_turns(self) -> bool:
        return all(map(gathers, self.rolls.values()))

    def turn_extent(self) -> TurnExtent:
        starts = self.goal**self.players
        return TurnExtent(starts, starts * len(self.rolls))

    def extent(self) -> Extent:
        outcomes = sum(len(rolled.thens) for rolled in self.rolls.values())
        steps = self.players * self.goal**self.players * (outcomes + len(self.rolls))
        return Extent(steps // 2, steps)

    def kinds(self) -> tuple[type, ...]:
        return (OneRollDuel, Over) if self.players == 2 else (OneRollSolo,)

    def complaint(self, position: OneRollDuel | OneRollSolo | Over) -> str:
        if isinstance(position, Over):
            return "" if position.winner in (0, 1) else "no such player can win"
        if position == OneRollSolo(self.goal):
            return ""
        points = frozenset(then for rolled in self.rolls.values() for then in rolled.thens)
        scores = (
            [position.mine, position.theirs]
            if isinstance(position, OneRollDuel)
            else [position.mine]
        )
        if not sums(points, self.goal).issuperset(scores):
            return f"no rolls make such a score below {self.goal}"
        if isinstance(position, OneRollDuel) and position.player not in (0, 1):
            return "the player is 0 or 1"
        return ""
