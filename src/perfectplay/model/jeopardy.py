"""Races to a target in which a turn may be lost: roll on, or hold the points of the turn.

The literature calls them jeopardy dice games.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import ClassVar, Literal, NamedTuple

from perfectplay.model.game import SEATS, Extent
from perfectplay.model.nodes import Chance, Choice, Final, Gain, Inline, Node, position_of
from perfectplay.model.parameters import parameter
from perfectplay.model.turn_game import Over, TurnExtent, TurnGame, scores
from perfectplay.model.view import CoinPieces, Counter, Dice, Event, Mark, Piece, View

ROLL, HOLD = "roll", "hold"


class JeopardyDuel(NamedTuple):
    """The mover's score, the opponent's, and the points of this turn so far."""

    mine: int
    theirs: int
    turn: int
    player: int


class JeopardySolo(NamedTuple):
    """Played alone: the score, and the points of this turn so far."""

    mine: int
    turn: int


class Jeopardy(TurnGame[JeopardyDuel | JeopardySolo | Over]):
    """A race to the target in which a turn may be lost: the rules that Pig and Piglet share.

    In a turn, the player keeps rolling for points until they either hold, which banks the points,
    or roll one that loses them. With two players, the first to reach the target wins. Alone, every
    turn costs a point, so the score is minus the number of turns.
    """

    target: int = parameter(
        default=100, low=1, high=300, played_to=40, doc="the score to be reached"
    )
    players: int = parameter(  # type: ignore[misc]  # a parameter in place of a constant
        default=2,
        low=1,
        high=2,
        doc="2 to win against each other, 1 for the fewest turns",
        quiet=True,
        kw_only=True,
    )
    loses: Literal["turn", "score"] = parameter(
        default="turn", doc="what is lost: the points of the turn, or the whole score", quiet=True
    )

    turn_rules: ClassVar[tuple[str, ...]] = ("at", "turn", "solo")

    @property
    def roll(self) -> Chance:
        """The points a roll brings; 0 loses."""
        raise NotImplementedError

    def start(self) -> JeopardyDuel | JeopardySolo:
        return JeopardyDuel(0, 0, 0, 0) if self.players == 2 else JeopardySolo(0, 0)

    def describe(self, position: Hashable) -> str:
        """Whose turn it is, the scores and the points of the turn; or who has won."""
        match position:
            case JeopardyDuel(mine, theirs, turn, player):
                return f"{SEATS[player]} has {mine} against {theirs}{in_turn(turn)}"
            case JeopardySolo(mine, turn):
                return f"{mine} of {self.target} points{in_turn(turn)}"
            case Over(winner):
                return f"{SEATS[winner]} has won" if self.players == 2 else "the target is reached"
            case _:
                return super().describe(position)

    def describe_outcome(self, before: Hashable, after: Hashable) -> str:
        """The points of a roll, or what the roll has cost.

        >>> from perfectplay.games.pig import Pig
        >>> rolled = Inline(JeopardyDuel(20, 9, 5, 0), ("roll",))
        >>> Pig().describe_outcome(rolled, JeopardyDuel(20, 9, 9, 0))
        'the first player rolled 4: 9 in this turn'
        """
        place = before.position if isinstance(before, Inline) else before
        match place, after:
            case JeopardyDuel(_, _, turn, player), JeopardyDuel(_, _, now, mover) if (
                mover == player
            ):
                return f"{SEATS[player]} rolled {now - turn}: {now} in this turn"
            case JeopardyDuel(_, _, turn, player), _:
                who = SEATS[player]
            case JeopardySolo(_, turn), JeopardySolo(_, now) if now:
                return f"rolled {now - turn}: {now} in this turn"
            case JeopardySolo(_, turn), _:
                who = "you"
            case _:
                return super().describe_outcome(before, after)
        if isinstance(after, Over):
            return f"{who} rolled enough"
        return f"{who} lost the turn" + (f" and its {points_of(turn)}" if turn else "")

    @property
    def thrown(self) -> Dice | CoinPieces:
        """What is rolled or flipped, before the throw."""
        return Dice("die", (0,), sides=max(self.roll.thens))

    def view(self, position: JeopardyDuel | JeopardySolo | Over) -> View:
        if isinstance(position, Over):
            return View(())
        turn = Counter("this turn", position.turn, field="turn")
        options = {ROLL: (Mark(self.thrown.name),), HOLD: (Mark(turn.name),)}
        pieces = (*scores(position, self.target), turn, self.thrown)
        return View(pieces, options if position.turn else {})

    def event(self, before: Hashable, after: Hashable) -> Event:
        """The points rolled, as far as the position still shows them; or that the turn is lost.

        >>> from perfectplay.games.pig import Pig
        >>> Pig().event(JeopardyDuel(20, 9, 5, 0), JeopardyDuel(20, 9, 9, 0)).pieces[0].faces
        (4,)
        """
        match position_of(before), after:
            case (JeopardyDuel(), Over()) | (JeopardySolo(), Over()):
                return Event()
            case JeopardyDuel(_, _, turn, player), JeopardyDuel(_, _, now, mover) if (
                player == mover
            ):
                return Event((self.shown(now - turn),))
            case JeopardySolo(_, turn), JeopardySolo(_, now) if now:
                return Event((self.shown(now - turn),))
            case _:
                return Event((self.shown(0),), bust=True)

    def shown(self, points: int) -> Piece:
        """A roll that brings these points, or loses."""
        return Dice("die", (points or 1,), sides=max(self.roll.thens))

    def begins_turn(self, position: JeopardyDuel | JeopardySolo | Over) -> bool:
        return not isinstance(position, Over) and position.turn == 0

    def at(self, position: JeopardyDuel | JeopardySolo | Over) -> Node:
        if isinstance(position, Over):
            return Final(0 if self.players == 1 else 1 - 2 * position.winner)
        return self.solo(*position) if isinstance(position, JeopardySolo) else self.turn(*position)

    def turn(self, mine: int, theirs: int, turn: int, player: int) -> Node:
        """A turn against an opponent."""
        other, needed = 1 - player, self.target - mine - turn
        lost = JeopardyDuel(theirs, 0 if self.loses == "score" else mine, 0, other)
        won = Over(player)
        rolled = self.roll.then(
            lambda points: (
                (JeopardyDuel(mine, theirs, turn + points, player) if points < needed else won)
                if points
                else lost
            )
        )
        if turn == 0:
            return rolled
        return Choice({ROLL: rolled, HOLD: JeopardyDuel(theirs, mine + turn, 0, other)}, player)

    def solo(self, mine: int, turn: int) -> Node:
        """A turn alone."""
        needed = self.target - mine
        lost = Gain(-1, JeopardySolo(0 if self.loses == "score" else mine, 0))

        def after(points: int) -> JeopardySolo | Over | Gain:
            if points == 0:
                return lost
            return (
                JeopardySolo(mine, turn + points) if turn + points < needed else Gain(-1, Over(0))
            )

        rolled = self.roll.then(after)
        if turn == 0:
            return rolled
        return Choice({ROLL: rolled, HOLD: Gain(-1, JeopardySolo(mine + turn, 0))})

    @property
    def by_turns(self) -> bool:
        return self.loses == "turn" and gathers(self.roll)

    def turn_extent(self) -> TurnExtent:
        starts = self.target**self.players
        return TurnExtent(starts, starts * (self.target + 1) // 2)

    def extent(self) -> Extent:
        steps = self.players * self.turn_extent().places * (len(self.roll.thens) + 2)
        return Extent(steps // 2, steps)

    def kinds(self) -> tuple[type, ...]:
        return type(self.start()), Over

    def complaint(self, position: JeopardyDuel | JeopardySolo | Over) -> str:
        if isinstance(position, Over):
            return "" if position.winner in range(self.players) else "no such player can win"
        scores = {position.mine, position.turn, getattr(position, "theirs", 0)}
        if not scores <= sums(frozenset(self.roll.thens), self.target):
            return f"no rolls make such points below {self.target}"
        if position.mine + position.turn >= self.target:
            return f"a score of {self.target} ends the game"
        if isinstance(position, JeopardyDuel) and position.player not in (0, 1):
            return "the player is 0 or 1"
        return ""


def gathers(roll: Chance) -> bool:
    """Whether a roll scores whole points and never takes any away.

    >>> gathers(Chance.weighted({0: 1, 2: 1})), gathers(Chance.weighted({0: 1, -2: 1}))
    (True, False)
    """
    return any(roll.thens) and all(isinstance(then, int) and then >= 0 for then in roll.thens)


@cache
def sums(points: frozenset[int], below: int) -> frozenset[int]:
    """The totals below a limit that are sums of these points, each used any number of times.

    >>> sorted(sums(frozenset({3, 5}), 10))
    [0, 3, 5, 6, 8, 9]
    """
    found = {0}
    for total in range(below):
        if total in found:
            found |= {total + more for more in points if total + more < below}
    return frozenset(found)


def in_turn(points: int) -> str:
    """The points of the turn so far, to follow the score."""
    return f", and {points} in this turn" if points else ""


def points_of(number: int) -> str:
    """A number of points, in words."""
    return "1 point" if number == 1 else f"{number} points"
