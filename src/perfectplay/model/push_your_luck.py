"""Throw dice, set aside some that score, and push your luck with the rest, or bank the points.

Farkle and its kin: a throw in which nothing scores loses the points of the turn. When all dice are
set aside, all are thrown again. One turn may be played for its points, or turns until a target.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import ClassVar, NamedTuple, TypeAlias

from perfectplay.errors import PositionError
from perfectplay.model import text as texts
from perfectplay.model.nodes import Chance, Choice, Final, Gain, Node
from perfectplay.model.turn_game import Over, TurnExtent, TurnGame

ROLL, BANK = "roll", "bank"
DICE = 6
FACES = range(1, 7)


class Solo(NamedTuple):
    """Played alone: the score, the points of this turn, the dice in hand, and what they show."""

    mine: int = 0
    turn: int = 0
    dice: int = DICE
    roll: tuple[int, ...] = ()


class Pair(NamedTuple):
    """Whoever moves: their score, the other one's, and the same."""

    mine: int
    theirs: int
    turn: int = 0
    dice: int = DICE
    player: int = 0
    roll: tuple[int, ...] = ()


Place: TypeAlias = Solo | Pair


class Aside(NamedTuple):
    """Dice that are set aside: the points they score, and the dice that are left to throw."""

    points: int
    left: int


class PushYourLuck(TurnGame[Solo | Pair | Over]):
    """Rules for an engine: what dice score is the game's to say."""

    turn_rules: ClassVar[tuple[str, ...]] = ("at", "set_aside", "banked", "bust", "next_turn")

    # For a game to say

    @property
    def goal(self) -> int:
        """The score to be reached; 0 where one turn is played for its points."""
        raise NotImplementedError

    @property
    def unit(self) -> int:
        """What all points are multiples of."""
        raise NotImplementedError

    @property
    def least(self) -> int:
        """The fewest points that may be banked, unless they reach the goal."""
        return 0

    @property
    def most(self) -> int:
        """The most points that a turn counts, where one turn is played; it ends with them."""
        raise NotImplementedError

    @property
    def lost(self) -> float:
        """What a lost turn scores, where one turn is played."""
        return 0

    def thrown(self, dice: int) -> Chance:
        """What so many dice show, in order."""
        raise NotImplementedError

    def asides(self, roll: tuple[int, ...]) -> Mapping[str, Aside]:
        """What may be set aside of a roll, by name; nothing, if nothing scores."""
        raise NotImplementedError

    # What follows from it

    @property
    def by_turns(self) -> bool:
        return self.goal > 0 or self.lost <= self.most

    def turn_extent(self) -> TurnExtent:
        starts = (self.goal // self.unit) ** self.players if self.goal else 1
        return TurnExtent(starts, starts * (self.enough // self.unit))

    @property
    def enough(self) -> int:
        """The points, with the score, at which a turn is over."""
        return self.goal or self.most

    def start(self) -> Place:
        return Pair(0, 0) if self.players == 2 else Solo()

    def at(self, position: Place | Over) -> Node:
        if isinstance(position, Over):
            return Final(0 if self.players == 1 else 1 - 2 * position.winner)
        if position.roll:
            options = {
                name: self.set_aside(position, aside)
                for name, aside in self.asides(position.roll).items()
            }
            return Choice(options, mover(position))
        rolled = self.thrown(position.dice).then(
            lambda roll: position._replace(roll=roll) if self.asides(roll) else self.bust(position)
        )
        if position.turn == 0 or position.turn < self.least:
            return rolled
        return Choice({ROLL: rolled, BANK: self.banked(position)}, mover(position))

    def set_aside(self, position: Place, aside: Aside) -> Place | Over | Gain | Final:
        """What follows when some dice are set aside."""
        turn = position.turn + aside.points
        if position.mine + turn < self.enough:
            return position._replace(turn=turn, dice=aside.left, roll=())
        if not self.goal:
            return Final(self.most)
        return Over(position.player) if isinstance(position, Pair) else Gain(-1, Over(0))

    def banked(self, position: Place) -> Place | Gain | Final:
        """What follows when the points of the turn are banked."""
        return self.next_turn(position, position.mine + position.turn, position.turn)

    def bust(self, position: Place) -> Place | Gain | Final:
        """What follows when nothing scores."""
        return self.next_turn(position, position.mine, self.lost)

    def next_turn(self, position: Place, mine: int, scored: float) -> Place | Gain | Final:
        """The next turn, or the end of the only one."""
        if isinstance(position, Pair):
            return Pair(position.theirs, mine, player=1 - position.player)
        return Gain(-1, Solo(mine)) if self.goal else Final(scored)

    @property
    def score_alone(self) -> str:
        return super().score_alone if self.goal else "points of a turn"

    def read(self, text: str) -> Hashable:
        """The position that a text stands for; the dice of a roll may be in any order."""
        position = texts.read(text, [type(self.start()), Over])
        if isinstance(position, (Solo, Pair)) and position.roll:
            position = position._replace(roll=tuple(sorted(position.roll)))
            if "dice=" not in text:
                position = position._replace(dice=len(position.roll))
        return self.require(position)

    def require(self, position: Hashable) -> Place | Over:
        """The position itself, if it can occur."""
        if isinstance(position, Over) and self.goal and position.winner in range(self.players):
            return position
        if not isinstance(position, (Solo, Pair)) or type(position) is not type(self.start()):
            raise PositionError(
                f"{position!r} is not a position of {self.name}; write it like "
                f"'{self.text(self.start())}'"
            )
        scores = [position.mine, position.turn, getattr(position, "theirs", 0)]
        complaint = ""
        if any(score < 0 or score % self.unit for score in scores):
            complaint = f"scores are multiples of {self.unit}"
        elif max(position.mine + position.turn, scores[2]) >= self.enough:
            complaint = f"a score of {self.enough:,} ends the game"
        elif not self.goal and position.mine:
            complaint = "one turn is played, from a score of 0"
        elif position.dice not in range(1, DICE + 1) or any(f not in FACES for f in position.roll):
            complaint = f"there are up to {DICE} dice, which show 1 to 6"
        elif position.roll and len(position.roll) != position.dice:
            complaint = f"dice={position.dice} is not how many dice are in the roll"
        elif position.turn == 0 and position.dice < DICE:
            complaint = f"a turn begins with {DICE} dice"
        elif position.roll and not self.asides(position.roll):
            complaint = "nothing in the roll scores, so that the turn is over"
        elif mover(position) not in (0, 1):
            complaint = "the player is 0 or 1"
        if complaint:
            raise PositionError(
                f"the position {self.text(position)} of {self.name} cannot occur: {complaint}"
            )
        return position


def mover(position: Place) -> int:
    """Whose turn it is."""
    return position.player if isinstance(position, Pair) else 0
