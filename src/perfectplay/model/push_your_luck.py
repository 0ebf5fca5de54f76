"""Throw dice, set aside some that score, and push your luck with the rest, or bank the points.

Farkle and its kin: a throw that scores nothing loses the points of the turn. Once all dice are set
aside, all are thrown again. Play a single turn for its points, or turns up to a target.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache
from typing import ClassVar, NamedTuple, TypeAlias

from perfectplay.model import text as texts
from perfectplay.model.game import SEATS
from perfectplay.model.nodes import Chance, Choice, Final, Gain, Label, Node, position_of
from perfectplay.model.turn_game import Over, TurnExtent, TurnGame, scores
from perfectplay.model.view import Counter, Dice, Event, Mark, Piece, View, places_in

ROLL, BANK = "roll", "bank"
DICE = 6
FACES = range(1, 7)


class PushSolo(NamedTuple):
    """Played alone: the score, the points of this turn, the dice in hand, and what they show."""

    mine: int = 0
    turn: int = 0
    dice: int = DICE
    roll: tuple[int, ...] = ()


class PushDuel(NamedTuple):
    """The mover's score, the opponent's, then as for one player."""

    mine: int
    theirs: int
    turn: int = 0
    dice: int = DICE
    player: int = 0
    roll: tuple[int, ...] = ()


Place: TypeAlias = PushSolo | PushDuel


class Aside(NamedTuple):
    """Dice that are set aside: the points they score, and the dice left to throw."""

    points: int
    left: int


class PushYourLuck(TurnGame[PushSolo | PushDuel | Over]):
    """Rules for an engine; the game says what dice score."""

    turn_rules: ClassVar[tuple[str, ...]] = ("at", "set_aside", "banked", "bust", "next_turn")

    # Defined by each game

    @property
    def goal(self) -> int:
        """The score to reach; 0 if a single turn is played for its points."""
        raise NotImplementedError

    @property
    def unit(self) -> int:
        """The unit that all points are multiples of."""
        raise NotImplementedError

    @property
    def least(self) -> int:
        """The fewest points that may be banked, except to reach the goal."""
        return 0

    @property
    def most(self) -> int:
        """The most points a single turn can count; it ends once it reaches them."""
        raise NotImplementedError

    @property
    def lost(self) -> float:
        """What a lost turn scores when a single turn is played."""
        return 0

    def thrown(self, dice: int) -> Chance:
        """What this many dice show, sorted."""
        raise NotImplementedError

    def asides(self, roll: tuple[int, ...]) -> Mapping[str, Aside]:
        """What may be set aside from a roll, by name; empty if nothing scores."""
        raise NotImplementedError

    # What follows from these

    @property
    def by_turns(self) -> bool:
        return self.goal > 0 or self.lost <= self.most

    def turn_extent(self) -> TurnExtent:
        starts = (self.goal // self.unit) ** self.players if self.goal else 1
        return TurnExtent(starts, starts * (self.enough // self.unit))

    @property
    def enough(self) -> int:
        """The points of a turn at which it is over, given the score."""
        return self.goal or self.most

    def start(self) -> Place:
        return PushDuel(0, 0) if self.players == 2 else PushSolo()

    def begins_turn(self, position: Place | Over) -> bool | None:
        return position.turn == 0 and not position.roll if isinstance(position, PushSolo) else None

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
        """What follows once some dice are set aside."""
        turn = position.turn + aside.points
        if position.mine + turn < self.enough:
            return position._replace(turn=turn, dice=aside.left, roll=())
        if not self.goal:
            return Final(self.most)
        return Over(position.player) if isinstance(position, PushDuel) else Gain(-1, Over(0))

    def banked(self, position: Place) -> Place | Gain | Final:
        """What follows once the points of the turn are banked."""
        return self.next_turn(position, position.mine + position.turn, position.turn)

    def bust(self, position: Place) -> Place | Gain | Final:
        """What follows a throw that scores nothing."""
        return self.next_turn(position, position.mine, self.lost)

    def next_turn(self, position: Place, mine: int, scored: float) -> Place | Gain | Final:
        """The next turn, or the end of the only one."""
        if isinstance(position, PushDuel):
            return PushDuel(position.theirs, mine, player=1 - position.player)
        return Gain(-1, PushSolo(mine)) if self.goal else Final(scored)

    def view(self, position: Place | Over) -> View:
        if isinstance(position, Over):
            return View(())
        rolled = position.roll or (0,) * position.dice
        pieces: tuple[Piece, ...] = (
            *(scores(position, self.goal) if self.goal else ()),
            Counter("this turn", position.turn, field="turn"),
            Dice("dice", rolled, field="roll"),
        )
        if position.dice < DICE:
            pieces += (Dice("set aside", (0,) * (DICE - position.dice), "aside"),)
        if not position.roll:
            return View(pieces, {ROLL: (Mark("dice"),), BANK: (Mark("this turn"),)})
        return View(
            pieces,
            {
                name: (Mark("dice", places_in(rolled, tuple(map(int, name.split())))),)
                for name in self.asides(position.roll)
                if name[0].isdigit()
            },
        )

    def event(self, before: Hashable, after: Hashable) -> Event:
        """The dice rolled, or that nothing scored.

        >>> from perfectplay.games.farkle import Farkle
        >>> Farkle(target=1000).event(PushSolo(turn=300, dice=3), PushSolo())
        Event(pieces=(), bust=True)
        """
        rolled = isinstance(after, PushSolo | PushDuel) and bool(after.roll)
        return super().event(before, after) if rolled else Event(bust=True)

    def describe(self, position: Hashable) -> str:
        """The scores, the points of the turn, and the dice.

        >>> from perfectplay.games.farkle import Farkle
        >>> Farkle().describe(PushSolo(turn=300, dice=3, roll=(1, 2, 5)))
        '300 in this turn; rolled 1 2 5'
        """
        match position:
            case Over(winner):
                return f"{SEATS[winner]} has won" if self.players == 2 else "the target is reached"
            case PushSolo() | PushDuel():
                words = f"{position.turn:,} in this turn"
                if isinstance(position, PushDuel):
                    both = f"{position.mine:,} against {position.theirs:,}"
                    words = f"{SEATS[position.player]} has {both}, {words}"
                elif self.goal:
                    words = f"{position.mine:,} of {self.goal:,} points, {words}"
                if position.roll:
                    return f"{words}; rolled {' '.join(map(str, position.roll))}"
                return (
                    f"{words}; {'1 die' if position.dice == 1 else f'{position.dice} dice'} to roll"
                )
            case _:
                return super().describe(position)

    def describe_option(self, position: Hashable, option: Label) -> str:
        """The dice set aside, with the points they bring.

        >>> from perfectplay.games.farkle import Farkle
        >>> Farkle().describe_option(PushSolo(roll=(1, 1, 2, 3, 4, 6)), "1 1")
        'set aside 1 1 for 200'
        """
        if not isinstance(position, PushSolo | PushDuel) or not position.roll:
            return super().describe_option(position, option)
        return f"set aside {option} for {self.asides(position.roll)[str(option)].points:,}"

    def describe_outcome(self, before: Hashable, after: Hashable) -> str:
        """That nothing scored; a roll is part of the position and needs no words of its own."""
        if isinstance(position_of(before), PushSolo | PushDuel) and self.event(before, after).bust:
            return "nothing scores, and the turn is lost"
        return super().describe_outcome(before, after)

    @property
    def score_alone(self) -> str:
        return super().score_alone if self.goal else "points of a turn"

    def read(self, text: str) -> Hashable:
        """The position that a text describes; the dice of a roll may come in any order."""
        position = texts.read(text, [type(self.start()), Over])
        if isinstance(position, (PushSolo, PushDuel)) and position.roll:
            position = position._replace(roll=tuple(sorted(position.roll)))
            if "dice=" not in text:
                position = position._replace(dice=len(position.roll))
        place: Hashable = self.require(position)
        return place

    def kinds(self) -> tuple[type, ...]:
        return (type(self.start()), Over) if self.goal else (PushSolo,)

    def complaint(self, position: Place | Over) -> str:
        if isinstance(position, Over):
            others = position.winner == 1 and self.players == 2 and reach_of(self).passes
            return "" if position.winner == 0 or others else "no such player can win"
        if mover(position) not in (0, 1):
            return "the player is 0 or 1"
        return self.wrong_scores(position) or self.wrong_dice(position)

    def wrong_scores(self, position: Place) -> str:
        """Why nobody can have these scores; None if somebody can."""
        scores = [position.mine, position.turn, getattr(position, "theirs", 0)]
        if any(score < 0 or score % self.unit for score in scores):
            return f"scores are multiples of {self.unit}, from 0 on"
        if max(position.mine + position.turn, scores[2]) >= self.enough:
            return f"a score of {self.enough:,} ends the game"
        if not self.goal:
            return "one turn is played, from a score of 0" if position.mine else ""
        rounds = reach_of(self).rounds
        for score in (position.mine, scores[2]):
            if not rounds[score]:
                return f"no turns add up to a score of {score:,}"
        if isinstance(position, PushDuel):
            both = rounds[position.mine] << position.player & rounds[position.theirs]
            return "" if both else "no game comes to these scores with this player to move"
        return ""

    def wrong_dice(self, position: Place) -> str:
        """Why nobody can hold these dice, or roll them; None if somebody can."""
        if position.dice not in range(1, DICE + 1) or any(f not in FACES for f in position.roll):
            return f"there are up to {DICE} dice, which show 1 to 6"
        if position.roll and len(position.roll) != position.dice:
            return f"dice={position.dice} is not how many dice are in the roll"
        if position.turn == 0 and position.dice < DICE:
            return f"a turn begins with {DICE} dice"
        if (position.turn, position.dice) not in reach_of(self).turns:
            return f"no turn comes to {position.turn:,} points with {position.dice} dice in hand"
        if position.roll and position.roll not in self.thrown(position.dice).thens:
            return "the dice of a roll are in order"
        if position.roll and not self.asides(position.roll):
            return "nothing in the roll scores, so that the turn is over"
        return ""


class PlayLimits(NamedTuple):
    """The limits of what play can come to."""

    turns: frozenset[tuple[int, int]]
    """The possible points of a turn, with the dice in hand."""
    rounds: dict[int, int]
    """For each score, the numbers of turns that can lead to it, as bits."""
    passes: bool
    """Whether the first turn may be followed by others."""


@lru_cache(maxsize=8)
def reach_of(game: PushYourLuck) -> PlayLimits:
    """The limits of play: turns by what may be set aside, scores by what may be banked.

    Points only grow, so a turn runs the same way from any score for as long as it goes on.
    """
    rolls = {dice: game.thrown(dice).thens for dice in range(1, DICE + 1)}
    asides = {
        dice: {aside for roll in rolls[dice] for aside in game.asides(roll).values()}
        for dice in rolls
    }
    turns, waiting = {(0, DICE)}, [(0, DICE)]
    while waiting:
        points, dice = waiting.pop()
        more = {(points + aside.points, aside.left) for aside in asides[dice]} - turns
        new = [then for then in more if then[0] < game.enough]
        turns.update(new)
        waiting += new
    banked = {points for points, _ in turns if points >= max(1, game.least)}
    busts = [dice for dice in rolls if not all(game.asides(roll) for roll in rolls[dice])]
    lost = min((points for points, dice in turns if dice in busts), default=game.enough)
    rounds = rounds_of(game, banked, lost) if game.goal else {}
    return PlayLimits(frozenset(turns), rounds, bool(banked) or lost < game.enough)


def rounds_of(game: PushYourLuck, banked: set[int], lost: int) -> dict[int, int]:
    """After how many turns a player can have each score.

    A turn may be lost at scores from which a turn can reach `lost` points without winning.
    """
    rounds = dict.fromkeys(range(0, game.goal, game.unit), 0)
    every = (1 << 2 * len(rounds)) - 1
    rounds[0] = 1
    for score in rounds:
        counts = rounds[score]
        if score + lost < game.goal:
            counts = rounds[score] = every & -(counts & -counts)  # and any larger number
        for points in banked:
            if score + points < game.goal:
                rounds[score + points] |= counts << 1 & every
    return rounds


def mover(position: Place) -> int:
    """Whose turn it is."""
    return position.player if isinstance(position, PushDuel) else 0
