"""Knucklebones: place dice in columns, where equal ones multiply, and knock out the opponent's."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from perfectplay.model import Chance, Choice, Final, Game, Node, parameter
from perfectplay.model.game import SEATS
from perfectplay.model.nodes import Label
from perfectplay.model.view import Counter, Dice, Mark, Piece, View
from perfectplay.objectives import Objective, Win

EMPTY = 0


class BonesTurn(NamedTuple):
    """Before a roll: the mover's dice and the opponent's, by column, sorted, 0 for no die."""

    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    player: int


class BonesRoll(NamedTuple):
    """After a roll: the same, and the die."""

    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    die: int
    player: int


class BonesOver(NamedTuple):
    """The full board of one player, and the other's."""

    full: tuple[int, ...]
    other: tuple[int, ...]
    player: int


class Knucklebones(Game[BonesTurn | BonesRoll | BonesOver]):
    """Roll a die and place it in one of your columns; it knocks out all equal dice opposite.

    A column scores each face times the square of how often it is there. The game ends when a
    board is full; the higher total wins. The value is the first player's chance, half of a tie.
    """

    players = 2
    columns: int = parameter(default=3, low=1, high=3, doc="columns of each player")
    rows: int = parameter(default=3, low=1, high=3, doc="dice that a column has room for")
    faces: int = parameter(default=6, low=2, high=6, doc="faces of the die")

    def start(self) -> BonesTurn:
        board = (EMPTY,) * (self.columns * self.rows)
        return BonesTurn(board, board, 0)

    def at(self, position: BonesTurn | BonesRoll | BonesOver) -> Node:
        player = position.player
        if isinstance(position, BonesOver):
            lead = self.total(position.full) - self.total(position.other)
            return Final(lead if player == 0 else -lead)
        mine, theirs = position.mine, position.theirs
        if isinstance(position, BonesTurn):
            return Chance.weighted(
                [(BonesRoll(mine, theirs, die, player), 1) for die in range(1, self.faces + 1)]
            )
        options: dict[int, BonesTurn | BonesOver] = {}
        for column in range(self.columns):
            if mine[column * self.rows] == EMPTY:
                options[column + 1] = self.placed(position, column)
        return Choice(options, player)

    def placed(self, position: BonesRoll, column: int) -> BonesTurn | BonesOver:
        """What follows once the die is placed in a column with room."""
        mine, theirs, die, player = position
        first, last = column * self.rows, (column + 1) * self.rows
        grown = tuple(sorted((*mine[first + 1 : last], die)))
        left = tuple(sorted(EMPTY if face == die else face for face in theirs[first:last]))
        board = mine[:first] + grown + mine[last:]
        others = theirs[:first] + left + theirs[last:]
        if EMPTY in board:
            return BonesTurn(others, board, 1 - player)
        return BonesOver(board, others, player)

    def total(self, board: tuple[int, ...]) -> int:
        """The points of a board.

        >>> Knucklebones().total((0, 0, 3, 0, 4, 4, 6, 6, 6))
        73
        """
        return sum(map(self.points, range(self.columns), [board] * self.columns))

    def points(self, column: int, board: tuple[int, ...]) -> int:
        """The points of a column: each die times the number of equal ones."""
        dice = board[column * self.rows : (column + 1) * self.rows]
        return sum(die * dice.count(die) for die in dice)

    def canonical(
        self, position: BonesTurn | BonesRoll | BonesOver
    ) -> BonesTurn | BonesRoll | BonesOver:
        """The same with columns sorted: pairs of opposite columns can be exchanged.

        >>> Knucklebones(columns=2, rows=2).canonical(BonesTurn((1, 5, 0, 0), (0, 2, 3, 3), 1))
        BonesTurn(mine=(0, 0, 1, 5), theirs=(3, 3, 0, 2), player=1)
        """
        if isinstance(position, BonesOver):
            return position
        rows, mine, theirs = self.rows, position.mine, position.theirs
        pairs = sorted(
            mine[first : first + rows] + theirs[first : first + rows]
            for first in range(0, self.columns * rows, rows)
        )
        return position._replace(
            mine=tuple([pair[row] for pair in pairs for row in range(rows)]),
            theirs=tuple([pair[rows + row] for pair in pairs for row in range(rows)]),
        )

    def objective(self) -> Objective:
        return Win()

    # Display

    def read(self, text: str) -> Hashable:
        position = super().read(text)
        if isinstance(position, (BonesTurn, BonesRoll)):
            mine, theirs = self.tidy(position.mine), self.tidy(position.theirs)
            return position._replace(mine=mine, theirs=theirs)
        return position

    def tidy(self, board: tuple[int, ...]) -> tuple[int, ...]:
        """A board with the dice of each column in order."""
        starts = range(0, len(board), self.rows)
        return tuple(die for first in starts for die in sorted(board[first : first + self.rows]))

    def describe(self, position: Hashable) -> str:
        """Whose turn it is, and the dice column by column.

        >>> Knucklebones().describe(BonesRoll((0, 1, 1, 0, 0, 0, 0, 0, 6), (0,) * 9, 2, 1))
        'the second player rolled 2; 1 1 | - | 6 for 10; the other: - | - | - for 0'
        """
        if not isinstance(position, (BonesTurn, BonesRoll, BonesOver)):
            return super().describe(position)
        does = f"rolled {position.die}" if isinstance(position, BonesRoll) else "is to roll"
        does = "has a full board" if isinstance(position, BonesOver) else does
        mine, theirs = self.dice_of(position[0]), self.dice_of(position[1])
        return f"{SEATS[position.player]} {does}; {mine}; the other: {theirs}"

    def dice_of(self, board: tuple[int, ...]) -> str:
        """The dice of a board, column by column, and its points."""
        columns = [
            " ".join(str(die) for die in board[first : first + self.rows] if die) or "-"
            for first in range(0, len(board), self.rows)
        ]
        return f"{' | '.join(columns)} for {self.total(board)}"

    def describe_option(self, position: Hashable, option: Label) -> str:
        """Where the die is placed, and what it knocks out."""
        if not isinstance(position, BonesRoll) or not isinstance(option, int):
            return str(option)
        first = (option - 1) * self.rows
        removed = position.theirs[first : first + self.rows].count(position.die)
        told = f", removing {removed}" * (removed > 0)
        return f"place {position.die} in column {option}{told}"

    def view(self, position: BonesTurn | BonesRoll | BonesOver) -> View:
        player, rows = position.player, self.rows
        pieces: list[Piece] = []
        for owner in (0, 1):
            field = position._fields[0 if owner == player else 1]
            board: tuple[int, ...] = getattr(position, field)
            for column in range(self.columns):
                dice = board[column * rows : (column + 1) * rows]
                name = f"column {column + 1}"
                pieces.append(Dice(name, dice, "kept", self.faces, owner, field))
            pieces.append(Counter("points", self.total(board), player=owner))
        if not isinstance(position, BonesRoll):
            return View(tuple(pieces))
        pieces.append(Dice("die", (position.die,), sides=self.faces, field="die"))
        room = [number for number in range(self.columns) if position.mine[number * rows] == EMPTY]
        marks = {number + 1: (Mark(f"column {number + 1}", player=player),) for number in room}
        return View(tuple(pieces), marks)
