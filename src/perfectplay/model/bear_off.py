"""Bearing off: two dice move the checkers in the home board until all of them are off.

This is the end of a game of backgammon, once the two sides have passed each other. A board is a
list of the points that checkers stand on, highest first. The dice are played one after the other in
either order, doubles count four times, and every die that can be played must be.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, groupby
from math import comb
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias

from perfectplay.model import text as texts
from perfectplay.model.alone_or_two import AloneOrTwo
from perfectplay.model.checked import Checked
from perfectplay.model.game import SEATS, Extent
from perfectplay.model.nodes import Chance, Choice, Final, Gain, Label, Node
from perfectplay.model.view import Board as Squares
from perfectplay.model.view import Counter, Dice, Mark, Piece, Square, Token, View
from perfectplay.objectives import Objective, Score

POINTS = 6
FACES = range(1, 7)
ROLLS: dict[tuple[int, int], int] = {
    (high, low): 1 if high == low else 2 for high in FACES for low in FACES if low <= high
}
"""The rolls of two dice, the higher die first, each with its weight."""
ODDS = Chance.weighted(ROLLS)
ROLL, DOUBLE, TAKE, DROP = "roll", "double", "take", "drop"
Owner: TypeAlias = Literal["nobody", "mine", "theirs"]
SWAPPED: dict[Owner, Owner] = {"nobody": "nobody", "mine": "theirs", "theirs": "mine"}
PLAYS_KEPT = 1 << 13
"""The number of rolls whose plays are cached, of 1,139,544 possible ones."""
STEPS_A_PLAY = 6
"""The approximate number of plays of a roll."""

Board: TypeAlias = tuple[int, ...]


class Alone(NamedTuple):
    """One player alone: where the checkers stand, and the dice once they are rolled."""

    board: Board
    dice: tuple[int, ...] = ()


class Sides(NamedTuple):
    """The mover's checkers, the opponent's, and the dice once they are rolled."""

    mine: Board
    theirs: Board
    player: int = 0
    dice: tuple[int, ...] = ()


class Stakes(NamedTuple):
    """The same with the doubling cube: its value, and who may double next."""

    mine: Board
    theirs: Board
    player: int = 0
    cube: int = 1
    owner: Owner = "nobody"
    dice: tuple[int, ...] = ()


Place: TypeAlias = Alone | Sides | Stakes


class BearingOff(AloneOrTwo[Alone | Sides | Stakes], Checked[Alone | Sides | Stakes]):
    """Bearing off alone or against an opponent, with or without the cube: rules for an engine."""

    family: ClassVar[str] = "bear-off"

    @property
    def most(self) -> int:
        """The number of checkers a side starts with, all of them on the highest point."""
        raise NotImplementedError

    @property
    def doubling(self) -> bool:
        """Whether the game has a doubling cube."""
        return False

    def start(self) -> Place:
        full = (POINTS,) * self.most
        if self.players == 1:
            return Alone(full)
        return Stakes(full, full) if self.doubling else Sides(full, full)

    def begins_turn(self, position: Place) -> bool | None:
        return not position.dice if isinstance(position, Alone) else None

    def at(self, position: Place) -> Node:
        if isinstance(position, Alone):
            return self.alone(*position)
        if not position.theirs:
            stake = position.cube if isinstance(position, Stakes) else 1
            return Final(-stake if position.player == 0 else stake)
        if position.dice:
            after = {
                name: turned(position, board)
                for name, board in plays(position.mine, position.dice).items()
            }
            return Choice(after, position.player)
        rolled = ODDS.then(lambda dice: position._replace(dice=dice))
        if isinstance(position, Sides) or position.owner == "theirs":
            return rolled
        return Choice({ROLL: rolled, DOUBLE: offered(position)}, position.player)

    def alone(self, board: Board, dice: tuple[int, ...]) -> Node:
        """One player alone: every roll costs a point."""
        if not board:
            return Final()
        if not dice:
            return ODDS.then(lambda rolled: Alone(board, rolled))
        return Choice({name: Gain(-1, Alone(then)) for name, then in plays(board, dice).items()})

    def view(self, position: Place) -> View:
        player = None if isinstance(position, Alone) else position.player
        sides = [(position[0], player, position._fields[0])]
        if not isinstance(position, Alone):
            sides.append((position.theirs, 1 - position.player, "theirs"))
        pieces: list[Piece] = [
            Squares("home board", HOME, checkers(board, self.most, whose or 0), whose, field)
            for board, whose, field in sorted(sides, key=lambda side: side[1] or 0)
        ]
        pieces.append(Dice("dice", position.dice or (0, 0), field="dice"))
        options: dict[Label, tuple[Mark, ...]] = {ROLL: (Mark("dice"),)}
        if isinstance(position, Stakes):
            pieces.append(cube_of(position))
            options |= dict.fromkeys(
                (DOUBLE, TAKE, DROP), (Mark("cube", player=pieces[-1].player),)
            )
        if position.dice and position[0]:
            options = {
                name: tuple(Mark("home board", move, player) for move in moves_in(name))
                for name in plays(position[0], position.dice)
            }
        return View(tuple(pieces), options)

    def describe(self, position: Hashable) -> str:
        """Where the checkers stand, and what was rolled.

        >>> from perfectplay.games.bear_off import BearOff
        >>> BearOff().describe(Alone((6, 6, 2), (5, 1)))
        'checkers on 6 6 2; rolled 5 1'
        """
        if not isinstance(position, (Alone, Sides, Stakes)):
            return super().describe(position)
        words = f"checkers on {' '.join(map(str, position[0]))}" if position[0] else "all are off"
        if not isinstance(position, Alone):
            theirs = " ".join(map(str, position.theirs))
            if not theirs:
                return f"{SEATS[1 - position.player]} has won"
            words = f"{SEATS[position.player]} has {words}, the other on {theirs}"
        if isinstance(position, Stakes) and position.cube > 1:
            words += f", the cube at {position.cube}"
        return f"{words}; rolled {' '.join(map(str, position.dice))}" if position.dice else words

    def objective(self) -> Objective:
        return Score() if self.doubling else super().objective()

    def meaning(self, objective: Objective) -> str:
        if self.doubling and objective == Score():
            return "points for the first player"
        return super().meaning(objective)

    @property
    def score_alone(self) -> str:
        return "minus the expected rolls"

    def extent(self) -> Extent:
        boards = comb(self.most + POINTS, POINTS)
        turns = boards**self.players * len(ROLLS)
        return Extent(turns, turns * STEPS_A_PLAY)

    def read(self, text: str) -> Hashable:
        """The position that a text describes; checkers and dice may come in any order."""
        position = texts.read(text, [type(self.start())])
        assert isinstance(position, (Alone, Sides, Stakes))
        ordered: dict[str, Any] = {
            name: tuple(sorted(value, reverse=True))
            for name, value in position._asdict().items()
            if isinstance(value, tuple)
        }
        place: Hashable = self.require(position._replace(**ordered))
        return place

    def complaint(self, position: Place) -> str:
        """Why a board is impossible; None, since a race may begin with any board."""
        for board in boards_of(position):
            if len(board) > self.most or any(point not in FACES for point in board):
                return (
                    f"a side has at most {self.most} checkers, each on a point from 1 to {POINTS}"
                )
            if board != tuple(sorted(board, reverse=True)):
                return "checkers are listed from the highest point down"
        if position.dice and position.dice not in ROLLS:
            return "dice are two numbers from 1 to 6, the higher one first, such as 6,1"
        if isinstance(position, Alone):
            done = position.dice and not position.board
            return "no dice are rolled when all checkers are off" if done else ""
        if position.dice and not position.theirs:
            return "no dice are rolled when the other player has no checker left"
        return wrong_sides(position)


def wrong_sides(position: Sides | Stakes) -> str:
    """Why there are no such players or no such cube; None if there are."""
    if position.player not in (0, 1):
        return "the player is 0 or 1"
    if not position.mine:
        return "the player to move still has a checker"
    if isinstance(position, Stakes):
        power = position.cube > 0 and position.cube & (position.cube - 1) == 0
        turned = position.owner == "nobody" if position.cube == 1 else position.owner != "nobody"
        if not power or not turned:
            return "the cube is 1 and nobody's, or 2, 4, 8 and so on, and mine or theirs"
    return ""


def boards_of(position: Place) -> tuple[Board, ...]:
    """The boards of a position."""
    return position[:1] if isinstance(position, Alone) else position[:2]


def turned(position: Sides | Stakes, board: Board) -> Sides | Stakes:
    """What the opponent sees once a play has left this board behind."""
    other = 1 - position.player
    if isinstance(position, Sides):
        return Sides(position.theirs, board, other)
    return Stakes(position.theirs, board, other, position.cube, SWAPPED[position.owner])


def offered(position: Stakes) -> Choice:
    """A double, which the opponent takes or drops."""
    doubled = position._replace(cube=2 * position.cube, owner="theirs")
    dropped = Final(position.cube if position.player == 0 else -position.cube)
    rolled = ODDS.then(lambda dice: doubled._replace(dice=dice))
    return Choice({TAKE: rolled, DROP: dropped}, 1 - position.player)


HOME = tuple(Square(point, 0, str(point or "off")) for point in range(POINTS + 1))
"""The squares of a home board: off the board, and its points."""


def checkers(board: Board, most: int, player: int) -> tuple[Token, ...]:
    """The checkers of one side as a piece of the view, including those already off."""
    counts = {point: board.count(point) for point in dict.fromkeys(board)}
    off = {0: most - len(board)} if len(board) < most else {}
    return tuple(Token(point, player, number) for point, number in {**off, **counts}.items())


def cube_of(position: Stakes) -> Counter:
    """The doubling cube, and who may turn it."""
    owners = {"nobody": None, "mine": position.player, "theirs": 1 - position.player}
    return Counter("cube", position.cube, player=owners[position.owner], field="cube")


def moves_in(name: str) -> list[tuple[int, int]]:
    """The moves that a play's name lists: from which point to which, 0 being off.

    >>> moves_in("6/off(2) 5/4")
    [(6, 0), (6, 0), (5, 4)]
    """
    found = []
    for part in name.split():
        move, _, times = part.rstrip(")").partition("(")
        point, to = move.split("/")
        found += [(int(point), 0 if to == "off" else int(to))] * int(times or 1)
    return found


def boards(checkers: int) -> list[Board]:
    """All boards with at most this many checkers, those nearest the end first.

    >>> boards(2)[:6]
    [(), (1,), (2,), (1, 1), (3,), (2, 1)]
    """
    points = range(POINTS, 0, -1)
    found = [
        board
        for count in range(checkers + 1)
        for board in combinations_with_replacement(points, count)
    ]
    return sorted(found, key=lambda board: (sum(board), len(board)))


def moves(board: Board, die: int) -> Iterator[tuple[tuple[int, int], Board]]:
    """The ways to play one die: from, to (0 being off), and the board afterwards.

    A checker comes off by its own number, or from the highest point by a larger one.

    >>> [move for move, _ in moves((4, 2), 3)], [move for move, _ in moves((4, 2), 5)]
    ([(4, 1)], [(4, 0)])
    """
    for point in dict.fromkeys(board):
        if point >= die or point == board[0]:
            rest = list(board)
            rest.remove(point)
            to = max(point - die, 0)
            yield (point, to), tuple(sorted([*rest, to] if to else rest, reverse=True))


@lru_cache(maxsize=PLAYS_KEPT)
def plays(board: Board, dice: tuple[int, ...]) -> dict[str, Board]:
    """The plays of a roll by the names players give them, each with the board it leaves.

    If several plays leave the same board, only one of them is listed.

    >>> plays((6, 1), (2, 1))
    {'6/4 4/3': (3, 1), '6/4 1/off': (4,)}
    """
    high, low = dice
    orders = [[high] * 4] if high == low else [[high, low], [low, high]]
    found: dict[Board, tuple[tuple[int, int], ...]] = {}
    for order in orders:
        partial: dict[Board, tuple[tuple[int, int], ...]] = {board: ()}
        for die in order:
            then: dict[Board, tuple[tuple[int, int], ...]] = {}
            for before, made in partial.items():
                if not before:
                    then.setdefault(before, made)
                for move, after in moves(before, die):
                    then.setdefault(after, (*made, move))
            partial = then
        for after, made in partial.items():
            found.setdefault(after, made)
    return {name_of(made): after for after, made in found.items()}


def name_of(made: tuple[tuple[int, int], ...]) -> str:
    """The name of a play.

    >>> name_of(((6, 0), (6, 0), (5, 0), (1, 0)))
    '6/off(2) 5/off 1/off'
    """
    parts = []
    for (point, to), same in groupby(sorted(made, reverse=True)):
        count = len(list(same))
        times = f"({count})" if count > 1 else ""
        parts.append(f"{point}/{to or 'off'}{times}")
    return " ".join(parts)
