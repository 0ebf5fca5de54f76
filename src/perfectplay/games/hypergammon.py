"""Hypergammon: backgammon with three checkers a side, which start in the opponent's home board."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from perfectplay.model import Chance, Choice, Final, Game, Node, parameter
from perfectplay.model.game import SEATS
from perfectplay.model.view import Board, Counter, Dice, Mark, Piece, Square, Token, View

OFF = 0
NO_MOVE = "no move"
QUARTERS = 4


class Opening(NamedTuple):
    """The opening roll, which decides who moves first, is not a double."""

    player: int


class GammonTurn(NamedTuple):
    """Before a roll: the mover's checkers and the opponent's, sorted by the points they have to go.

    A checker that is off has 0 to go; one on the bar has one more than the highest point.
    """

    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    player: int


class GammonRoll(NamedTuple):
    """After a roll: the same, and the dice, the higher one first."""

    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    high: int
    low: int
    player: int


class GammonOver(NamedTuple):
    """All of the winner's checkers are off; holds what that is worth."""

    winner: int
    points: int


class Play(NamedTuple):
    """Some dice played: the checkers afterwards, the point last moved from, and the moves."""

    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    last: int
    moves: str


class Hypergammon(Game[Opening | GammonTurn | GammonRoll | GammonOver]):
    """Backgammon with three checkers a side on the highest points, without a doubling cube.

    The first player has won the opening roll. A win counts one point, two if the loser has no
    checker off, and three if, moreover, one of them is on the bar or in the winner's home board.
    """

    players = 2
    checkers: int = parameter(default=3, low=1, high=3, doc="checkers of each player")
    home: int = parameter(
        default=6, low=2, high=6, doc="points of each quarter of the board, and faces of the dice"
    )

    @property
    def bar(self) -> int:
        """How far a checker on the bar has to go."""
        return QUARTERS * self.home + 1

    @property
    def checkers_at_start(self) -> tuple[int, ...]:
        """Where each player's checkers begin.

        >>> Hypergammon().checkers_at_start
        (22, 23, 24)
        """
        return tuple(range(self.bar - self.checkers, self.bar))

    def start(self) -> Opening:
        return Opening(0)

    def at(self, position: Opening | GammonTurn | GammonRoll | GammonOver) -> Node:
        if isinstance(position, GammonOver):
            return Final(position.points * (1 - 2 * position.winner))
        if isinstance(position, Opening):
            board = self.checkers_at_start
            return opening_of(self.home).then(
                lambda dice: GammonRoll(board, board, dice[0], dice[1], position.player)
            )
        mine, theirs, player = position.mine, position.theirs, position.player
        if isinstance(position, GammonTurn):
            return dice_of(self.home).then(
                lambda dice: GammonRoll(mine, theirs, dice[0], dice[1], player)
            )
        options = self.options(position)
        if options:
            return Choice(options, player)
        return Choice({NO_MOVE: GammonTurn(theirs, mine, 1 - player)}, player)

    def options(self, position: GammonRoll) -> dict[str, GammonTurn | GammonOver]:
        """The plays of a roll that lead to different positions; none if no checker can move."""
        options: dict[str, GammonTurn | GammonOver] = {}
        met: list[GammonTurn | GammonOver] = []
        for play in self.plays(position):
            then = self.after(play, position.player)
            if then not in met:
                met.append(then)
                options[play.moves] = then
        return options

    def plays(self, position: GammonRoll) -> list[Play]:
        """All plays of a roll, even to the same position; none if no checker can move.

        As many dice as possible are played, and the higher one if either can be but not both.
        """
        none = Play(position.mine, position.theirs, self.bar, "")
        high, low = position.high, position.low
        highs = self.moved(none, high)
        if high == low:
            two = [more for play in highs for more in self.moved(play, high)]
            three = [more for play in two for more in self.moved(play, high)]
            four = [more for play in three for more in self.moved(play, high)]
            return four or three or two or highs
        lows = self.moved(none, low)
        both = [more for play in highs for more in self.moved(play._replace(last=self.bar), low)]
        both += [more for play in lows for more in self.moved(play._replace(last=self.bar), high)]
        return both or highs or lows

    def moved(self, play: Play, die: int) -> list[Play]:
        """All ways to add one more die to a play, from the point last moved from or lower."""
        mine, theirs, last, moves = play
        found: list[Play] = []
        for place in range(self.checkers - 1, -1, -1):
            source = mine[place]
            again = place + 1 < self.checkers and mine[place + 1] == source
            if again or source > last or not self.may_move(mine, theirs, source, die):
                continue
            to = max(source - die, OFF)
            there = self.bar - to
            hits = to != OFF and there in theirs
            rest = mine[:place] + mine[place + 1 :]
            others = theirs
            if hits:
                others = tuple(sorted(self.bar if point == there else point for point in theirs))
            name = f"{self.named(source)}/{self.named(to)}{'*' if hits else ''}"
            done = f"{moves} {name}" if moves else name
            found.append(Play(tuple(sorted((*rest, to))), others, source, done))
        return found

    def may_move(
        self, mine: tuple[int, ...], theirs: tuple[int, ...], source: int, die: int
    ) -> bool:
        """Whether a checker can move by a die."""
        farthest = mine[-1]
        if source == OFF or (farthest == self.bar and source != self.bar):
            return False
        to = source - die
        if to > OFF:
            return theirs.count(self.bar - to) <= 1
        return farthest <= self.home and (to == OFF or source == farthest)

    def after(self, play: Play, player: int) -> GammonTurn | GammonOver:
        """What follows a play."""
        mine, theirs = play.mine, play.theirs
        if mine[-1] != OFF:
            return GammonTurn(theirs, mine, 1 - player)
        return GammonOver(player, self.points(theirs))

    def points(self, loser: tuple[int, ...]) -> int:
        """What a win counts, given the loser's checkers: 2 for a gammon, 3 for a backgammon.

        >>> [Hypergammon().points(loser) for loser in ((0, 5, 25), (5, 6, 18), (5, 6, 19))]
        [1, 2, 3]
        """
        if loser[0] == OFF:
            return 1
        return 3 if loser[-1] > (QUARTERS - 1) * self.home else 2

    def named(self, point: int) -> str:
        """A point, the bar or off, in the notation of moves."""
        if point == OFF:
            return "off"
        return "bar" if point == self.bar else str(point)

    # Display

    def read(self, text: str) -> Hashable:
        position = super().read(text)
        if isinstance(position, (GammonTurn, GammonRoll)):
            mine, theirs = tuple(sorted(position.mine)), tuple(sorted(position.theirs))
            return position._replace(mine=mine, theirs=theirs)
        return position

    def describe(self, position: Hashable) -> str:
        """Whose turn it is, and where the checkers are.

        >>> Hypergammon().describe(GammonRoll((0, 6, 25), (3, 3, 8), 6, 5, 1))
        'the second player rolled 6 5; checkers on off, 6 and bar; the other: 3, 3 and 8'
        """
        match position:
            case Opening():
                return "the opening roll"
            case GammonOver(winner, points):
                return f"{SEATS[winner]} has won {points}"
            case GammonTurn() | GammonRoll():
                does = "is to roll"
                if isinstance(position, GammonRoll):
                    does = f"rolled {position.high} {position.low}"
                mine, theirs = self.listed(position.mine), self.listed(position.theirs)
                return f"{SEATS[position.player]} {does}; checkers on {mine}; the other: {theirs}"
            case _:
                return super().describe(position)

    def listed(self, checkers: tuple[int, ...]) -> str:
        """Where checkers are, in words."""
        *most, last = map(self.named, checkers)
        return f"{', '.join(most)} and {last}" if most else last

    def view(self, position: Opening | GammonTurn | GammonRoll | GammonOver) -> View:
        if isinstance(position, GammonOver):
            return View(())
        rolled = (position.high, position.low) if isinstance(position, GammonRoll) else (0, 0)
        dice = Dice("dice", rolled, sides=self.home)
        if isinstance(position, Opening):
            board = self.checkers_at_start
            return View((*self.board(board, board, 0), dice))
        player = position.player
        pieces = (*self.board(position.mine, position.theirs, player), dice)
        if isinstance(position, GammonTurn):
            return View(pieces)
        options = self.options(position)
        marks = {moves: self.marks(moves, player) for moves in options}
        return View(pieces, marks or {NO_MOVE: (Mark("dice"),)})

    def board(
        self, mine: tuple[int, ...], theirs: tuple[int, ...], player: int
    ) -> tuple[Piece, ...]:
        """The points with the checkers on them, and the numbers on the bar and off."""
        sides = (theirs, mine) if player else (mine, theirs)
        tokens = tuple(
            Token(self.square(point, owner), owner, side.count(point))
            for owner, side in enumerate(sides)
            for point in sorted({*side} - {OFF, self.bar})
        )
        pieces: list[Piece] = [Board("board", squares_of(self.home), tokens)]
        for owner, side in enumerate(sides):
            pieces.append(Counter("bar", side.count(self.bar), player=owner))
            pieces.append(Counter("off", side.count(OFF), self.checkers, player=owner))
        return tuple(pieces)

    def square(self, point: int, player: int) -> int:
        """The square of the board for a player's point: the first player's 1 is the first."""
        return self.bar - point - 1 if player else point - 1

    def marks(self, moves: str, player: int) -> tuple[Mark, ...]:
        """What a play is about: the points from which and to which each move goes."""
        found = []
        for move in moves.replace("*", "").split():
            ends = move.split("/")
            points = tuple(self.square(int(end), player) for end in ends if end.isdigit())
            if points:
                found.append(Mark("board", points))
            found += [Mark(end, player=player) for end in ends if not end.isdigit()]
        return tuple(found)


@cache
def dice_of(faces: int) -> Chance:
    """The rolls of two dice, the higher die first.

    >>> dice_of(2).outcomes
    [((1, 1), 1), ((2, 1), 2), ((2, 2), 1)]
    """
    rolls = combinations_with_replacement(range(1, faces + 1), 2)
    return Chance.weighted([((high, low), 1 + (low < high)) for low, high in rolls])


@cache
def opening_of(faces: int) -> Chance:
    """The rolls that are not doubles, the higher die first."""
    return Chance.weighted([((high, low), 1) for low, high in combinations(range(1, faces + 1), 2)])


@cache
def squares_of(home: int) -> tuple[Square, ...]:
    """The points as seen by the first player, with the home board at the bottom right."""
    half = 2 * home
    below = [Square(half - point, 1, str(point)) for point in range(1, half + 1)]
    above = [Square(point - half - 1, 0, str(point)) for point in range(half + 1, 2 * half + 1)]
    return (*below, *above)
