"""Hypergammon with the doubling cube: for money, with or without Jacoby's rule, or as a match."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from itertools import combinations
from typing import NamedTuple

from perfectplay.errors import ParameterError
from perfectplay.games.hypergammon import (
    NO_MOVE,
    OFF,
    GammonRoll,
    GammonTurn,
    Hypergammon,
    Opening,
    Play,
    dice_of,
    opening_of,
)
from perfectplay.model import Chance, Choice, Final, Game, Node, parameter
from perfectplay.model.game import SEATS
from perfectplay.model.view import Counter, Mark, View
from perfectplay.objectives import Objective, Score, Win

ROLL, DOUBLE, TAKE, PASS = "roll", "double", "take", "pass"
CENTRE, MINE, OTHERS, NOBODY = range(4)
"""Who may double: both, the mover, the opponent or, in the Crawford game, nobody."""
TURNED = (CENTRE, OTHERS, MINE, NOBODY)
"""The same as the opponent sees it."""
OWNERS = ("in the middle", "the mover's", "the other's", "out of play")


class CubeOpening(NamedTuple):
    """Before another game of a match: the points the last game's winner and loser still need."""

    player: int
    needs: int
    others: int
    owner: int


class CubeTurn(NamedTuple):
    """Before a turn: the checkers as in Hypergammon, the value of the cube, and who owns it.

    In a match, `needs` is how many points the mover needs to win it, `others` the opponent.
    """

    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    player: int
    stake: int = 1
    owner: int = CENTRE
    needs: int = 0
    others: int = 0


class CubeRoll(NamedTuple):
    """After a roll: the same, and the dice, the higher one first."""

    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    high: int
    low: int
    player: int
    stake: int = 1
    owner: int = CENTRE
    needs: int = 0
    others: int = 0


class CubeOver(NamedTuple):
    """The end: how many points somebody has won, or 1 for a match."""

    winner: int
    points: int


CubePosition = Opening | CubeOpening | CubeTurn | CubeRoll | CubeOver


class HypergammonCube(Game[CubePosition]):
    """Hypergammon in which players may double before rolling; the opponent takes or concedes.

    A double doubles the stakes and gives the opponent the cube. The first player has won the first
    opening roll.
    """

    players = 2
    checkers: int = parameter(default=3, low=1, high=3, doc="checkers of each player")
    home: int = parameter(
        default=6, low=2, high=6, doc="points of each quarter of the board, and faces of the dice"
    )
    cube: int = parameter(default=64, low=1, high=64, doc="the highest number on the cube")
    jacoby: bool = parameter(
        default=False, doc="whether gammons and backgammons count only after a double"
    )
    match: int = parameter(
        default=0, low=0, high=5, doc="points that win the match; with 0, one game is played"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.cube & (self.cube - 1):
            raise ParameterError(f"hypergammon-cube: cube={self.cube} is no power of 2; take 64")
        if self.jacoby and self.match:
            raise ParameterError(
                "hypergammon-cube: Jacoby's rule is for single games; leave out jacoby or match"
            )

    @property
    def board(self) -> Hypergammon:
        """The game without a cube."""
        return Hypergammon(self.checkers, self.home)

    def start(self) -> Opening:
        return Opening(0)

    def at(self, position: CubePosition) -> Node:
        if isinstance(position, CubeOver):
            return Final(position.points * (1 - 2 * position.winner))
        if isinstance(position, Opening):
            side = self.board.checkers_at_start
            return opening_of(self.home).then(
                lambda dice: CubeRoll(
                    side, side, dice[0], dice[1], position.player, 1, CENTRE, self.match, self.match
                )
            )
        if isinstance(position, CubeOpening):
            return openings_of(self.home).then(lambda roll: self.begun(position, roll))
        if isinstance(position, CubeRoll):
            return self.moves(position)
        if not self.may_double(position):
            return self.rolled(position)
        taken = position._replace(stake=2 * position.stake, owner=OTHERS)
        answer = Choice(
            {TAKE: self.rolled(taken), PASS: self.won(position, 1)}, 1 - position.player
        )
        return Choice({ROLL: self.rolled(position), DOUBLE: answer}, position.player)

    def begun(self, position: CubeOpening, roll: tuple[int, int, int]) -> CubeRoll:
        """Another game of a match, after its opening roll."""
        high, low, loser = roll
        player, needs, others, owner = position
        if loser:
            player, needs, others = 1 - player, others, needs
        side = self.board.checkers_at_start
        return CubeRoll(side, side, high, low, player, 1, owner, needs, others)

    def may_double(self, turn: CubeTurn) -> bool:
        """Whether the mover may double, and doubling can be useful.

        A player who wins the match with this game at its current stakes gains nothing by doubling.
        """
        if turn.stake >= self.cube or (self.match > 0 and turn.stake >= turn.needs):
            return False
        return turn.owner in (CENTRE, MINE)

    def rolled(self, turn: CubeTurn) -> Chance:
        """What the dice can show."""
        mine, theirs, player, stake, owner, needs, others = turn
        return dice_of(self.home).then(
            lambda dice: CubeRoll(
                mine, theirs, dice[0], dice[1], player, stake, owner, needs, others
            )
        )

    def moves(self, roll: CubeRoll) -> Choice:
        """The plays of a roll, or that no checker can move."""
        options = self.options(roll)
        if options:
            return Choice(options, roll.player)
        mine, theirs, _, _, player, stake, owner, needs, others = roll
        passed = CubeTurn(theirs, mine, 1 - player, stake, TURNED[owner], others, needs)
        return Choice({NO_MOVE: passed}, player)

    def options(self, roll: CubeRoll) -> dict[str, CubeTurn | CubeOpening | CubeOver]:
        """The plays of a roll that lead to different positions."""
        mine, theirs, high, low, player, *_ = roll
        options: dict[str, CubeTurn | CubeOpening | CubeOver] = {}
        met: list[CubeTurn | CubeOpening | CubeOver] = []
        for play in self.board.plays(GammonRoll(mine, theirs, high, low, player)):
            then = self.after(play, roll)
            if then not in met:
                met.append(then)
                options[play.moves] = then
        return options

    def after(self, play: Play, roll: CubeRoll) -> CubeTurn | CubeOpening | CubeOver:
        """What follows a play."""
        mine, theirs = play.mine, play.theirs
        _, _, _, _, player, stake, owner, needs, others = roll
        if mine[-1] != OFF:
            return CubeTurn(theirs, mine, 1 - player, stake, TURNED[owner], others, needs)
        points = self.board.points(theirs)
        if self.jacoby and owner == CENTRE:
            points = 1
        return self.won(CubeTurn(mine, theirs, player, stake, owner, needs, others), points)

    def won(self, turn: CubeTurn, points: int) -> CubeOpening | CubeOver:
        """What follows when the mover has won a game."""
        points = points * turn.stake
        if self.match == 0:
            return CubeOver(turn.player, points)
        needs = turn.needs - points
        if needs <= 0:
            return CubeOver(turn.player, 1)
        crawford = needs == 1 and turn.needs > 1 and turn.others > 1
        return CubeOpening(turn.player, needs, turn.others, NOBODY if crawford else CENTRE)

    def objective(self) -> Objective:
        return Win() if self.match else Score()

    def meaning(self, objective: Objective) -> str:
        if objective == Win() and self.match:
            return "P(first player wins the match)"
        return super().meaning(objective)

    # Display

    def read(self, text: str) -> Hashable:
        position = super().read(text)
        if isinstance(position, (CubeTurn, CubeRoll)):
            mine, theirs = tuple(sorted(position.mine)), tuple(sorted(position.theirs))
            return position._replace(mine=mine, theirs=theirs)
        return position

    def describe(self, position: Hashable) -> str:
        """Whose turn it is, where the checkers are, and what is at stake.

        >>> HypergammonCube().describe(CubeTurn((0, 6, 25), (3, 3, 8), 1, 2, OTHERS))[-19:]
        "cube 2, the other's"
        """
        match position:
            case CubeOver(winner, points):
                return f"{SEATS[winner]} has won {'the match' if self.match else points}"
            case CubeOpening(player, needs, others, _):
                return f"the opening roll; {SEATS[player]} has {needs} to go, the other {others}"
            case CubeTurn() | CubeRoll():
                said = self.board.describe(without_cube(position))
                said += f"; cube {position.stake}, {OWNERS[position.owner]}"
                if self.match:
                    said += f"; {position.needs} points to go, the other {position.others}"
                return said
            case _:
                return super().describe(position)

    def view(self, position: CubePosition) -> View:
        if isinstance(position, CubeOver):
            return View(())
        if isinstance(position, (Opening, CubeOpening)):
            return self.board.view(Opening(0))
        seen = self.board.view(without_cube(position))
        owner = OWNERS[position.owner]
        pieces = (*seen.pieces, Counter(f"cube, {owner}", position.stake, field="stake"))
        if self.match:
            for player in (0, 1):
                field = "needs" if player == position.player else "others"
                to_go: int = getattr(position, field)
                pieces += (Counter("to go", to_go, self.match, player=player, field=field),)
        marks: dict[str, tuple[Mark, ...]] = {}
        if isinstance(position, CubeRoll):
            player = position.player
            marks = {moves: self.board.marks(moves, player) for moves in self.options(position)}
            marks = marks or {NO_MOVE: (Mark("dice"),)}
        elif self.may_double(position):
            marks = {ROLL: (Mark("dice"),), DOUBLE: (Mark(f"cube, {owner}"),)}
        return View(pieces, marks)


def without_cube(position: CubeTurn | CubeRoll) -> GammonTurn | GammonRoll:
    """The same position without the cube."""
    mine, theirs, player = position.mine, position.theirs, position.player
    if isinstance(position, CubeTurn):
        return GammonTurn(mine, theirs, player)
    return GammonRoll(mine, theirs, position.high, position.low, player)


@cache
def openings_of(faces: int) -> Chance:
    """The opening rolls of two players: the higher die, the lower, and which of them has lost it.

    >>> openings_of(2).outcomes
    [((2, 1, 0), 1), ((2, 1, 1), 1)]
    """
    pairs = list(combinations(range(1, faces + 1), 2))
    return Chance.weighted([((high, low, loser), 1) for loser in (0, 1) for low, high in pairs])
