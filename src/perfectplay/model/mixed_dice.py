"""Dice of several kinds: set some aside for points and throw the rest; each player has a set.

What matters is which dice are left to throw, not only how many, so a position holds the kinds of
the dice in hand, and what they show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from functools import cache, lru_cache
from typing import Any, ClassVar, NamedTuple

from perfectplay.model.loaded import Weights, throws
from perfectplay.model.nodes import Chance, Choice, Final, Node
from perfectplay.model.push_your_luck import BANK, FACES, ROLL
from perfectplay.model.turn_game import Over, TurnExtent, TurnGame

Hand = tuple[str, ...]
"""The kinds of some dice, in alphabetical order."""


class MixedTurn(NamedTuple):
    """Both scores, the mover's first; the points of this turn, the dice, and what they show."""

    mine: int
    theirs: int
    turn: int
    dice: Hand
    player: int = 0
    roll: tuple[int, ...] = ()


class MixedAside(NamedTuple):
    """Dice that are set aside: the points they score, and the dice left to throw."""

    points: int
    left: Hand


class MixedDice(TurnGame[MixedTurn | Over]):
    """Rules for an engine; the game says which dice there are and what they score."""

    turn_rules: ClassVar[tuple[str, ...]] = ("at", "set_aside", "next_turn")
    players: ClassVar[int] = 2

    # Defined by each game

    @property
    def goal(self) -> int:
        """The score to reach."""
        raise NotImplementedError

    @property
    def unit(self) -> int:
        """The unit that all points are multiples of."""
        raise NotImplementedError

    @property
    def least(self) -> int:
        """The fewest points that may be banked, except to reach the goal."""
        return 0

    def own(self, player: int) -> Hand:
        """A player's dice."""
        raise NotImplementedError

    def weights(self, kind: str) -> Weights:
        """How often each face of a kind of die comes up."""
        raise NotImplementedError

    def points_of(self, faces: tuple[int, ...]) -> int:
        """The score of dice set aside together; 0 if any of them does not score."""
        raise NotImplementedError

    def unlucky(self, dice: Hand) -> int:
        """The score of a throw in which no die scores."""
        raise NotImplementedError

    # What follows from these

    def turn_extent(self) -> TurnExtent:
        target = self.goal // self.unit
        hands = sum(len(hands_of(self.own(player))) for player in (0, 1))
        return TurnExtent(2 * target**2, hands * target**3 // 2)

    def start(self) -> MixedTurn:
        return self.turn_of(0)

    def turn_of(self, player: int, mine: int = 0, theirs: int = 0) -> MixedTurn:
        """The beginning of a player's turn."""
        return MixedTurn(mine, theirs, 0, self.own(player), player)

    def at(self, position: MixedTurn | Over) -> Node:
        if isinstance(position, Over):
            return Final(1 - 2 * position.winner)
        mine, _, turn, dice, player, roll = position
        if roll:
            options = {
                name: self.set_aside(position, aside)
                for name, aside in self.asides(dice, roll).items()
            }
            return Choice(options, player)
        rolled = self.thrown(dice).then(
            lambda faces: (
                position._replace(roll=faces)
                if self.asides(dice, faces)
                else self.next_turn(position, mine)
            )
        )
        if turn == 0 or turn < self.least:
            return rolled
        return Choice({ROLL: rolled, BANK: self.next_turn(position, mine + turn)}, player)

    def set_aside(self, position: MixedTurn, aside: MixedAside) -> MixedTurn | Over:
        """What follows when dice are set aside; after the last one, all dice are thrown again."""
        turn = position.turn + aside.points
        if position.mine + turn >= self.goal:
            return Over(position.player)
        dice = aside.left or self.own(position.player)
        return position._replace(turn=turn, dice=dice, roll=())

    def next_turn(self, position: MixedTurn, mine: int) -> MixedTurn:
        """The other player's turn."""
        return self.turn_of(1 - position.player, position.theirs, mine)

    def thrown(self, dice: Hand) -> Chance:
        """What dice show, sorted, with equal dice together."""
        return thrown(tuple((count, self.weights(kind)) for kind, count in Counter(dice).items()))

    def asides(self, dice: Hand, roll: tuple[int, ...]) -> Mapping[str, MixedAside]:
        """What may be set aside from a roll, by name, most points first."""
        found: dict[str, MixedAside] = {}
        for taken in subsets(tuple(zip(dice, roll, strict=True))):
            points = self.points_of(tuple(sorted(face for _, face in taken)))
            if points:
                left = Counter(dice) - Counter(kind for kind, _ in taken)
                name = " ".join(f"{kind}:{face}" for kind, face in taken)
                found[name] = MixedAside(points, tuple(left.elements()))
        if not found and (points := self.unlucky(dice)):
            found["nothing"] = MixedAside(points, ())
        return dict(sorted(found.items(), key=lambda named: -named[1].points))

    def kinds(self) -> tuple[type, ...]:
        return MixedTurn, Over

    def complaint(self, position: Any) -> str:
        if isinstance(position, Over):
            return "" if position.winner in (0, 1) else "no such player can win"
        mine, theirs, turn, dice, player, roll = position
        if player not in (0, 1):
            return "the player is 0 or 1"
        if any(score < 0 or score % self.unit for score in (mine, theirs, turn)):
            return f"scores are multiples of {self.unit}, from 0 on"
        if max(mine + turn, theirs) >= self.goal:
            return f"a score of {self.goal:,} ends the game"
        if (turn, dice) not in turns_of(self, player):
            return f"no turn comes to {turn:,} points with these dice in hand"
        for whose, score in ((player, mine), (1 - player, theirs)):
            if score not in scores_of(self, whose):
                return f"no turns add up to a score of {score:,}"
        if roll and roll not in self.thrown(dice).thens:
            return (
                f"the dice do not show that; like ones are in order, with faces of 1 to {FACES[-1]}"
            )
        if roll and not self.asides(dice, roll):
            return "nothing in the roll scores, so that the turn is over"
        return ""

    def describe(self, position: Hashable) -> str:
        """The scores, the points of the turn, and the dice."""
        if not isinstance(position, MixedTurn):
            return super().describe(position)
        shown = ", ".join(
            f"{kind} {face}" for kind, face in zip(position.dice, position.roll, strict=False)
        )
        dice = f"rolled {shown}" if shown else f"to roll: {', '.join(position.dice)}"
        scores = f"{position.mine:,} against {position.theirs:,}"
        return f"{scores}, {position.turn:,} in this turn; {dice}"


@cache
def thrown(groups: tuple[tuple[int, Weights], ...]) -> Chance:
    """What groups of like dice show.

    >>> thrown(((1, (1, 1)), (2, (1, 3))))
    Chance([((1, 1, 1), 1), ((1, 1, 2), 6), ((1, 2, 2), 9), ((2, 1, 1), 1), ((2, 1, 2), 6),
            ((2, 2, 2), 9)], total=32)
    """
    found: dict[tuple[int, ...], int] = {(): 1}
    for count, weights in groups:
        more = throws(count, weights)
        found = {
            faces + shown: often * int(weight)
            for faces, often in found.items()
            for shown, weight in zip(more.thens, more.odds.weights, strict=True)
        }
    return Chance.weighted(found)


@cache
def subsets(dice: tuple[tuple[str, int], ...]) -> list[tuple[tuple[str, int], ...]]:
    """The non-empty sets of dice in a roll, treating equal dice as interchangeable."""
    found: dict[tuple[tuple[str, int], ...], None] = {(): None}
    for die in dice:
        found |= dict.fromkeys((*taken, die) for taken in found)
    return [taken for taken in found if taken]


@cache
def hands_of(dice: Hand) -> list[Hand]:
    """The sets of dice that may be in hand, the full set last.

    >>> hands_of(("fair", "odd", "odd"))
    [('fair',), ('odd',), ('fair', 'odd'), ('odd', 'odd'), ('fair', 'odd', 'odd')]
    """
    found = set(subsets(tuple((kind, 0) for kind in dice)))
    hands = [tuple(kind for kind, _ in taken) for taken in found]
    return sorted(hands, key=lambda hand: (len(hand), hand))


@lru_cache(maxsize=16)
def turns_of(game: MixedDice, player: int) -> frozenset[tuple[int, Hand]]:
    """What a player's turns can come to: points, and the dice in hand."""
    own = game.own(player)
    asides = {
        hand: {
            aside for roll in game.thrown(hand).thens for aside in game.asides(hand, roll).values()
        }
        for hand in hands_of(own)
    }
    found, waiting = {(0, own)}, [(0, own)]
    while waiting:
        points, hand = waiting.pop()
        more = {(points + aside.points, aside.left or own) for aside in asides[hand]} - found
        new = [then for then in more if then[0] < game.goal]
        found.update(new)
        waiting += new
    return frozenset(found)


@lru_cache(maxsize=16)
def scores_of(game: MixedDice, player: int) -> frozenset[int]:
    """The scores below the goal that a player's turns can add up to."""
    banked = {points for points, _ in turns_of(game, player) if points >= max(1, game.least)}
    found = {0}
    for score in range(0, game.goal, game.unit):
        if score in found:
            found |= {score + points for points in banked if score + points < game.goal}
    return frozenset(found)
