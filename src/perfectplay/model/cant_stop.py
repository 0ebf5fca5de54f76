"""Roll four dice, climb the columns of the two sums they make, and stop in time or lose the turn.

Can't Stop and its shortened boards: up to three columns can be climbed in a turn, and the first to
complete three columns wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from functools import cache
from math import prod
from typing import ClassVar, NamedTuple, TypeAlias

from perfectplay.model import text as texts
from perfectplay.model.game import SEATS, Extent
from perfectplay.model.nodes import Chance, Choice, Final, Gain, Inline, Label, Node
from perfectplay.model.turn_game import TurnExtent, TurnGame
from perfectplay.model.view import Board, Dice, Event, Mark, Square, Token, View

ROLL, STOP = "roll", "stop"
RUNNERS = 3
"""The runners of a turn, and the number of columns that wins."""

Steps: TypeAlias = tuple[int, ...]
"""Steps in each column, from the lowest sum to the highest."""


class ClimbSolo(NamedTuple):
    """Alone: steps made, steps of this turn, and the dice if they have been rolled."""

    mine: Steps = ()
    turn: Steps = ()
    dice: tuple[int, ...] = ()


class ClimbDuel(NamedTuple):
    """The mover's steps and the opponent's, then as for one player."""

    mine: Steps = ()
    theirs: Steps = ()
    turn: Steps = ()
    player: int = 0
    dice: tuple[int, ...] = ()


Place: TypeAlias = ClimbSolo | ClimbDuel


class ColumnClimbing(TurnGame[ClimbSolo | ClimbDuel]):
    """Rules for an engine; the game says which columns and dice there are."""

    turn_rules: ClassVar[tuple[str, ...]] = (
        *("at", "able", "done", "moves"),
        *("climbed", "stopped", "lost", "next_turn"),
    )

    # Defined by each game

    @property
    def tops(self) -> Steps:
        """How many steps each column has, from the lowest sum of two dice to the highest."""
        raise NotImplementedError

    @property
    def thrown(self) -> Chance:
        """What four dice show, sorted."""
        raise NotImplementedError

    # What follows from these

    def start(self) -> Place:
        none = (0,) * len(self.tops)
        return ClimbDuel(none, none, none) if self.players == 2 else ClimbSolo(none, none)

    def begins_turn(self, position: Place) -> bool:
        return not any(position.turn) and not position.dice

    def at(self, position: Place) -> Node:
        able = self.able(position)
        if position.dice:
            return Choice(self.moves(position, able), mover(position))
        rolled = self.thrown.then(
            lambda dice: (
                position._replace(dice=dice)
                if any(able[column] for pair in pairs(dice) for column in pair)
                else self.lost(position)
            )
        )
        if not any(position.turn):
            return rolled
        return Choice({ROLL: rolled, STOP: self.stopped(position)}, mover(position))

    def able(self, position: Place) -> list[bool]:
        """The columns that can be advanced: not yet won, with a runner there or one to spare."""
        free = runners(position.turn) < RUNNERS
        won = self.done(position.theirs) if isinstance(position, ClimbDuel) else ()
        return [
            mine + steps < top and (steps > 0 or free) and column not in won
            for column, (mine, steps, top) in enumerate(
                zip(position.mine, position.turn, self.tops, strict=True)
            )
        ]

    def done(self, steps: Steps) -> list[int]:
        """The columns that have been climbed to the top."""
        return [column for column, top in enumerate(self.tops) if steps[column] == top]

    def moves(self, position: Place, able: list[bool]) -> dict[str, Place | Gain | Final]:
        """The moves the dice allow: both sums of a pairing if possible, else either one."""
        free = RUNNERS - runners(position.turn)
        found: dict[str, Place | Gain | Final] = {}
        for low, high in pairs(position.dice):
            climbed = [column for column in (low, high) if able[column]]
            steps = self.tops[low] - position.mine[low] - position.turn[low]
            new = sum(position.turn[column] == 0 for column in {*climbed})
            apart = new > free or (low == high and steps == 1)
            for columns in [[column] for column in climbed] if apart else [climbed]:
                if columns:
                    found["+".join(str(column + 2) for column in columns)] = self.climbed(
                        position, columns
                    )
        return found

    def climbed(self, position: Place, columns: list[int]) -> Place | Gain | Final:
        """What follows a step in some columns; completing the third ends the game."""
        turn = tuple(steps + columns.count(column) for column, steps in enumerate(position.turn))
        if len(self.done(added(position.mine, turn))) < RUNNERS:
            return position._replace(turn=turn, dice=())
        if isinstance(position, ClimbSolo):
            return Gain(-1, Final())
        return Final(1 - 2 * position.player)

    def stopped(self, position: Place) -> Place | Gain:
        """Bank the steps of the turn."""
        return self.next_turn(position, added(position.mine, position.turn))

    def lost(self, position: Place) -> Place | Gain:
        """Lose the steps of the turn."""
        return self.next_turn(position, position.mine)

    def next_turn(self, position: Place, mine: Steps) -> Place | Gain:
        """The next turn; the opponent's steps in a completed column are removed."""
        none = (0,) * len(mine)
        if isinstance(position, ClimbSolo):
            return Gain(-1, ClimbSolo(mine, none))
        theirs = tuple(
            0 if steps == top else other
            for steps, top, other in zip(mine, self.tops, position.theirs, strict=True)
        )
        return ClimbDuel(theirs, mine, none, 1 - position.player)

    def turn_extent(self) -> TurnExtent:
        boards = prod(top + 1 for top in self.tops)
        return TurnExtent(boards**self.players, places(self.tops, self.players))

    def extent(self) -> Extent:
        steps = self.players * places(self.tops, self.players) * len(self.thrown.thens)
        return Extent(steps // 2, 2 * steps)

    def view(self, position: Place) -> View:
        mine, turn, player = position.mine, position.turn, mover(position)
        theirs = position.theirs if isinstance(position, ClimbDuel) else (0,) * len(mine)
        highest = max(self.tops)
        square = {
            (column, step): Square(
                column, highest - step, str(column + 2) if step == 1 else "", star=step == top
            )
            for column, top in enumerate(self.tops)
            for step in range(1, top + 1)
        }
        place = {at: number for number, at in enumerate(square)}
        standing = [(mine, player, False), (theirs, 1 - player, False)]
        standing.append((added(mine, turn), player, True))
        tokens = tuple(
            Token(place[column, step], whose, passing=passing)
            for steps, whose, passing in standing
            for column, step in enumerate(steps)
            if step and (turn[column] > 0 or not passing)
        )
        dice = Dice(
            "dice", position.dice or (0,) * 4, sides=max(max(self.thrown.thens)), field="dice"
        )
        options: dict[Label, tuple[Mark, ...]] = {ROLL: (Mark("dice"),)}
        if position.dice:
            options = {
                name: tuple(
                    Mark("columns", (place[column, min(step, self.tops[column])],))
                    for column, step in steps_of(name, added(mine, turn))
                )
                for name in self.moves(position, self.able(position))
            }
        else:
            options[STOP] = (
                Mark("columns", tuple(token.square for token in tokens if token.passing)),
            )
        return View(
            (Board("columns", tuple(square.values()), tokens), dice),
            options if any(turn) or position.dice else {},
        )

    def event(self, before: Hashable, after: Hashable) -> Event:
        """The dice rolled, or that no column can be advanced."""
        rolled = isinstance(after, ClimbSolo | ClimbDuel) and bool(after.dice)
        return super().event(before, after) if rolled else Event(bust=True)

    def describe_option(self, position: Hashable, option: Label) -> str:
        """The columns that are climbed.

        >>> from perfectplay.games.cant_stop import CantStop
        >>> CantStop().describe_option(ClimbSolo((0,) * 5, (0,) * 5, (1, 1, 2, 3)), "2+5")
        'climb 2 and 5'
        """
        if not isinstance(position, ClimbSolo | ClimbDuel) or not position.dice:
            return super().describe_option(position, option)
        low, _, high = str(option).partition("+")
        if low == high:
            return f"climb {low} twice"
        return f"climb {low} and {high}" if high else f"climb {low}"

    def describe(self, position: Hashable) -> str:
        """The columns started, with the steps of this turn, and the dice."""
        if not isinstance(position, (ClimbSolo, ClimbDuel)):
            return super().describe(position)
        parts = [
            f"{column + 2}: {mine}{f'+{steps}' if steps else ''} of {top}"
            for column, (mine, steps, top) in enumerate(
                zip(position.mine, position.turn, self.tops, strict=True)
            )
            if mine or steps
        ]
        words = ", ".join(parts) or "no step made yet"
        if isinstance(position, ClimbDuel):
            others = [
                f"{column + 2}: {steps}" for column, steps in enumerate(position.theirs) if steps
            ]
            words = f"{SEATS[position.player]} has {words}; the other {', '.join(others) or 'none'}"
        return f"{words}; rolled {' '.join(map(str, position.dice))}" if position.dice else words

    def describe_outcome(self, before: Hashable, after: Hashable) -> str:
        """That the turn is lost; a roll is part of the position and needs no words of its own."""
        place = before.position if isinstance(before, Inline) else before
        if (
            isinstance(place, (ClimbSolo, ClimbDuel))
            and isinstance(after, (ClimbSolo, ClimbDuel))
            and not after.dice
        ):
            who = SEATS[place.player] if isinstance(place, ClimbDuel) else "you"
            return f"{who} cannot climb, and lost the steps of the turn"
        return super().describe_outcome(before, after)

    def read(self, text: str) -> Hashable:
        """The position that a text describes; steps left out are zero."""
        position = texts.read(text, [type(self.start())])
        assert isinstance(position, (ClimbSolo, ClimbDuel))
        none = (0,) * len(self.tops)
        position = position._replace(
            mine=position.mine or none,
            turn=position.turn or none,
            dice=tuple(sorted(position.dice)),
        )
        if isinstance(position, ClimbDuel):
            position = position._replace(theirs=position.theirs or none)
        place: Hashable = self.require(position)
        return place

    def complaint(self, position: Place) -> str:
        theirs = position.theirs if isinstance(position, ClimbDuel) else (0,) * len(self.tops)
        boards = position.mine, position.turn, theirs
        if any(len(steps) != len(self.tops) for steps in boards):
            return f"there are {len(self.tops)} columns"
        now = added(position.mine, position.turn)
        for top, mine, steps, other in zip(self.tops, now, position.turn, theirs, strict=True):
            if min(mine - steps, steps, other) < 0 or max(mine, other) > top:
                return f"the columns have {', '.join(map(str, self.tops))} steps"
            if (other == top and mine) or (mine - steps == top and other):
                return "in a column that is done, the other player has nothing"
        if runners(position.turn) > RUNNERS:
            return f"{RUNNERS} columns are climbed in a turn at most"
        if max(len(self.done(now)), len(self.done(theirs))) >= RUNNERS:
            return f"a player with {RUNNERS} columns has won"
        if mover(position) not in (0, 1):
            return "the player is 0 or 1"
        if position.dice and position.dice not in self.thrown.thens:
            return f"four dice show numbers from 1 to {max(max(self.thrown.thens))}, least first"
        if not self.climbable(position):
            return "each roll climbs two steps, or one where only one of its columns can be climbed"
        if position.dice and not self.moves(position, self.able(position)):
            return "no column can be climbed, so that the turn is over"
        return ""

    def climbable(self, position: Place) -> bool:
        """Whether some sequence of turns can lead to these steps.

        Any two columns are the sums of some roll. So a roll makes two steps, unless a column is
        full or already won, or no runner is left: such rolls allow odd numbers. A turn that uses
        all its runners may also have begun with three steps, if there is a fourth column.
        """
        theirs = position.theirs if isinstance(position, ClimbDuel) else ()
        if self.done(position.mine) or (theirs and self.done(theirs)):
            return True
        room = [top - mine for top, mine in zip(self.tops, position.mine, strict=True)]
        full = any(steps == left for steps, left in zip(position.turn, room, strict=True))
        for steps, topped in ((position.mine, False), (theirs, False), (position.turn, full)):
            fewer = runners(steps) < RUNNERS or len(self.tops) == RUNNERS
            if sum(steps) % 2 and fewer and not topped:
                return False
        return True


def steps_of(move: str, steps: Steps) -> list[tuple[int, int]]:
    """The steps of a move, as columns and how far each is climbed.

    >>> steps_of("3+3", (0, 2, 0)), steps_of("2+4", (0, 2, 0))
    ([(1, 3), (1, 4)], [(0, 1), (2, 1)])
    """
    columns = [int(total) - 2 for total in move.split("+")]
    return [
        (column, steps[column] + columns[: place + 1].count(column))
        for place, column in enumerate(columns)
    ]


@cache
def pairs(dice: tuple[int, ...]) -> list[tuple[int, int]]:
    """The pairs of column sums that four dice make: up to three pairings.

    >>> pairs((1, 1, 2, 3))
    [(0, 3), (1, 2)]
    """
    one, two, three, four = dice
    ways = (one + two, three + four), (one + three, two + four), (one + four, two + three)
    return sorted({(min(sums) - 2, max(sums) - 2) for sums in ways})


def runners(turn: Steps) -> int:
    """How many columns were climbed this turn."""
    return sum(steps > 0 for steps in turn)


def added(mine: Steps, turn: Steps) -> Steps:
    """Steps including those of a turn."""
    return tuple(before + steps for before, steps in zip(mine, turn, strict=True))


def mover(position: Place) -> int:
    """Whose turn it is."""
    return position.player if isinstance(position, ClimbDuel) else 0


def places(tops: Iterable[int], players: int, most: int = RUNNERS) -> int:
    """How many places there are before a roll, with at most this many runners; 0 counts boards.

    Columns are combined one by one, by how many have runners and how many each player has won. Some
    of these places cannot be reached.

    >>> places((1, 3, 1), 1, 0), places((1, 3, 1), 1)
    (15, 74)
    """
    ways: Counter[tuple[int, int, int]] = Counter({(0, 0, 0): 1})
    for top in tops:
        others = top if players == 2 else 1
        kinds = {
            (0, 0, 0): top * others,
            (1, 0, 0): top * (top - 1) // 2 * others,
            (1, 1, 0): top * others,
            (0, 1, 0): 1,
            (0, 0, 1): players - 1,
        }
        now: Counter[tuple[int, int, int]] = Counter()
        for done, many in ways.items():
            for kind, more in kinds.items():
                after = done[0] + kind[0], done[1] + kind[1], done[2] + kind[2]
                if after[0] <= most and max(after[1:]) < RUNNERS:
                    now[after] += many * more
        ways = now
    return sum(ways.values())
