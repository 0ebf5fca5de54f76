"""The Royal Game of Ur: a race along two paths that cross, four and a half thousand years old."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import ClassVar, Literal, NamedTuple, TypeAlias

from perfectplay.model import Chance, Choice, Final, Game, Node, parameter
from perfectplay.model.game import SEATS
from perfectplay.model.nodes import Label
from perfectplay.model.view import Board, Counter, Event, Mark, Square, Token, View
from perfectplay.objectives import Objective, Win

WAITING = 0
NO_MOVE = "pass"
PRIVATE = -1
"""Marks squares that are not on the other player's path."""

Tile: TypeAlias = tuple[int, int]
"""A square of the board: its column and its row, from 1."""

HOME_ROW: tuple[Tile, ...] = ((1, 4), (1, 3), (1, 2), (1, 1))
MIDDLE: tuple[Tile, ...] = ((2, 1), (2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (2, 7))
PATHS: dict[str, tuple[Tile, ...]] = {
    "bell": (*HOME_ROW, *MIDDLE, (2, 8), (1, 8), (1, 7)),
    "masters": (*HOME_ROW, *MIDDLE, (3, 7), (3, 8), (2, 8), (1, 8), (1, 7)),
}
"""The first player's paths; the second player's are their mirror images."""
ROSETTES: tuple[Tile, ...] = ((1, 1), (3, 1), (2, 4), (1, 7), (3, 7))
TILES: tuple[Tile, ...] = tuple(
    (column, row)
    for row in range(1, 9)
    for column in range(1, 4)
    if column == 2 or row not in {5, 6}
)
DICE = {
    "four": Chance.weighted([(0, 1), (1, 4), (2, 6), (3, 4), (4, 1)]),
    "three": Chance.weighted([(1, 3), (2, 3), (3, 1), (4, 1)]),
}
"""The sums of binary dice; with three of them, zero counts as four."""


class UrTurn(NamedTuple):
    """Before a roll: the squares of the mover's pieces and of the opponent's, sorted.

    A waiting piece is on 0; one that has left the board is on the number after the last square.
    """

    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    player: int


class UrRoll(NamedTuple):
    """After a roll: the same, and the sum of the dice."""

    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    roll: int
    player: int


class UrOver(NamedTuple):
    """All of the winner's pieces have left the board."""

    winner: int


class RoyalUr(Game[UrTurn | UrRoll | UrOver]):
    """Race your pieces along the path; capture on shared squares, roll again on a rosette.

    The first player to bring all pieces off wins; the value is the first player's chance. The
    defaults are the rules that Irving Finkel deciphered from a clay tablet, as most people play
    them.
    """

    players = 2
    title: ClassVar[str] = "Royal Game of Ur"
    pieces: int = parameter(default=7, low=1, high=7, doc="pieces of each player")
    path: Literal["bell", "masters"] = parameter(
        default="bell",
        doc="the path of the pieces; the masters path is longer and more of it is shared",
    )
    dice: Literal["four", "three"] = parameter(
        default="four", doc="binary dice; with three of them, nothing counts as four"
    )
    safe: bool = parameter(
        default=True, doc="whether a piece on a rosette is safe from being captured"
    )
    capture: bool = parameter(default=False, doc="whether a capture earns another roll")

    @property
    def off(self) -> int:
        """The number after the last square."""
        return len(PATHS[self.path]) + 1

    @property
    def rosettes(self) -> tuple[int, ...]:
        """The numbers of the squares that grant another roll.

        >>> RoyalUr().rosettes, RoyalUr(path="masters").rosettes
        ((4, 8, 14), (4, 8, 12, 16))
        """
        path = PATHS[self.path]
        return tuple(number for number, tile in enumerate(path, 1) if tile in ROSETTES)

    @property
    def crossing(self) -> tuple[int, ...]:
        """For each square of one's own path, its number on the other player's path.

        >>> RoyalUr(path="masters").crossing
        (-1, -1, -1, -1, -1, 5, 6, 7, 8, 9, 10, 11, 16, 15, 14, 13, 12, -1)
        """
        return crossing_of(self.path)

    def start(self) -> UrTurn:
        return UrTurn((WAITING,) * self.pieces, (WAITING,) * self.pieces, 0)

    def at(self, position: UrTurn | UrRoll | UrOver) -> Node:
        if isinstance(position, UrOver):
            return Final(1 - 2 * position.winner)
        mine, theirs, player = position.mine, position.theirs, position.player
        if isinstance(position, UrTurn):
            return DICE[self.dice].then(lambda roll: UrRoll(mine, theirs, roll, player))
        moves: dict[int, UrTurn | UrOver] = {}
        for place, square in enumerate(mine):
            again = place > 0 and mine[place - 1] == square
            if not again and self.may_move(position, square):
                moves[square] = self.moved(position, place)
        if moves:
            return Choice(moves, player)
        return Choice({NO_MOVE: UrTurn(theirs, mine, 1 - player)}, player)

    def may_move(self, position: UrRoll, square: int) -> bool:
        """Whether a piece on a square can move by the roll."""
        to = square + position.roll
        if position.roll == 0 or to > self.off:
            return False
        if to == self.off:
            return True
        if to in position.mine:
            return False
        guarded = self.safe and to in self.rosettes
        return not (guarded and self.crossing[to] in position.theirs)

    def moved(self, position: UrRoll, place: int) -> UrTurn | UrOver:
        """What follows a move of a piece."""
        mine, theirs, roll, player = position
        to = mine[place] + roll
        others = mine[:place] + mine[place + 1 :]
        ahead = tuple(sorted((*others, to)))
        if all(square == self.off for square in ahead):
            return UrOver(player)
        there = self.crossing[to]
        captures = there in theirs
        behind = theirs
        if captures:
            behind = tuple(sorted(WAITING if square == there else square for square in theirs))
        if to in self.rosettes or (captures and self.capture):
            return UrTurn(ahead, behind, player)
        return UrTurn(behind, ahead, 1 - player)

    def objective(self) -> Objective:
        return Win()

    def meaning(self, objective: Objective) -> str:
        return "P(first player wins)" if objective == Win() else super().meaning(objective)

    # Display

    def read(self, text: str) -> Hashable:
        position = super().read(text)
        if isinstance(position, (UrTurn, UrRoll)):
            mine, theirs = tuple(sorted(position.mine)), tuple(sorted(position.theirs))
            return position._replace(mine=mine, theirs=theirs)
        return position

    def describe(self, position: Hashable) -> str:
        """Whose turn it is, and where the pieces are.

        >>> RoyalUr(pieces=3).describe(UrRoll((0, 4, 8), (0, 0, 15), 2, 1))
        'the second player rolled 2; 1 waiting, on 4 and 8; the other: 2 waiting, 1 off'
        """
        match position:
            case UrOver(winner):
                return f"{SEATS[winner]} has won"
            case UrTurn() | UrRoll():
                does = f"rolled {position.roll}" if isinstance(position, UrRoll) else "is to roll"
                mine, theirs = self.whereabouts(position.mine), self.whereabouts(position.theirs)
                return f"{SEATS[position.player]} {does}; {mine}; the other: {theirs}"
            case _:
                return super().describe(position)

    def whereabouts(self, squares: tuple[int, ...]) -> str:
        """Where a player's pieces are, in words."""
        waiting, off = squares.count(WAITING), squares.count(self.off)
        running = [str(square) for square in squares if WAITING < square < self.off]
        told = [f"{waiting} waiting"] * (waiting > 0)
        told += [f"on {' and '.join(running)}"] * bool(running)
        told += [f"{off} off"] * (off > 0)
        return ", ".join(told)

    def describe_option(self, position: Hashable, option: Label) -> str:
        """Which piece moves where, and whether it captures."""
        if not isinstance(position, UrRoll) or not isinstance(option, int):
            return str(option)
        to = option + position.roll
        if to == self.off:
            return f"{option} off"
        captures = " and capture" * (self.crossing[to] in position.theirs)
        return f"enter on {to}{captures}" if option == WAITING else f"{option} to {to}{captures}"

    def view(self, position: UrTurn | UrRoll | UrOver) -> View:
        if isinstance(position, UrOver):
            return View(())
        player = position.player
        by_player = (position.mine, position.theirs)[:: 1 - 2 * player]
        names = ("theirs", "mine") if player else ("mine", "theirs")
        tokens = tuple(
            Token(place_of(self.path, square, owner), owner)
            for owner in (0, 1)
            for square in by_player[owner]
            if WAITING < square < self.off
        )
        pieces: list[Board | Counter] = [Board("board", squares(), tokens)]
        for owner, all_of in enumerate(by_player):
            waiting, off = all_of.count(WAITING), all_of.count(self.off)
            pieces.append(Counter("waiting", waiting, player=owner, field=names[owner]))
            pieces.append(Counter("off", off, self.pieces, player=owner, field=names[owner]))
        if isinstance(position, UrTurn):
            return View(tuple(pieces))
        pieces.append(Counter("rolled", position.roll, field="roll"))
        movable = [square for square in sorted({*position.mine}) if self.may_move(position, square)]
        marks = {square: self.marks(square, position) for square in movable}
        return View(tuple(pieces), marks or {NO_MOVE: (Mark("rolled"),)})

    def marks(self, square: int, position: UrRoll) -> tuple[Mark, ...]:
        """What a move is about: the squares from which and to which it goes."""
        to, player = square + position.roll, position.player
        on_board = tuple(
            place_of(self.path, each, player) for each in (square, to) if WAITING < each < self.off
        )
        found = [Mark("board", on_board)] if on_board else []
        if square == WAITING:
            found.append(Mark("waiting", player=player))
        if to == self.off:
            found.append(Mark("off", player=player))
        return tuple(found)

    def event(self, before: Hashable, after: Hashable) -> Event:  # noqa: ARG002  # the roll says it all
        """The sum of the dice; nothing if no piece can move."""
        assert isinstance(after, UrRoll)
        stuck = not any(self.may_move(after, square) for square in after.mine)
        return Event((Counter("rolled", after.roll),), bust=stuck)


def mirrored(tile: Tile) -> Tile:
    """The tile on the opposite side of the board."""
    column, row = tile
    return 4 - column, row


@cache
def crossing_of(path: str) -> tuple[int, ...]:
    """For each square of one's own path, its number on the other player's, if it is shared."""
    mine = PATHS[path]
    theirs = [mirrored(tile) for tile in mine]
    shared = [theirs.index(tile) + 1 if tile in theirs else PRIVATE for tile in mine]
    return (PRIVATE, *shared, PRIVATE)


def place_of(path: str, square: int, player: int) -> int:
    """The square of the board for a number on a player's path.

    >>> place_of("bell", 4, 0), place_of("bell", 4, 1), place_of("bell", 8, 1)
    (0, 2, 10)
    """
    tile = PATHS[path][square - 1]
    return TILES.index(mirrored(tile) if player else tile)


def squares() -> tuple[Square, ...]:
    """The squares of the board, row by row; those with rosettes have a star."""
    return tuple(
        Square(column - 1, row - 1, star=(column, row) in ROSETTES) for column, row in TILES
    )
