"""A race of two scores: in turn, roll any number of dice, and do not go over the limit."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import ClassVar, NamedTuple

from perfectplay.errors import PositionError
from perfectplay.model.game import SEATS, Extent, Game
from perfectplay.model.loaded import Weights, sums
from perfectplay.model.nodes import Chance, Choice, Final, Inline, Label, Node, position_of
from perfectplay.model.table import Table, TablePosition
from perfectplay.model.turn_game import scores
from perfectplay.model.view import Counter, Dice, Event, Mark, Piece, View

DICE_DRAWN = 12
"""The most dice that are drawn; there may be thousands."""


class RaceTurn(NamedTuple):
    """The mover's score and the opponent's, whether it is the last turn, and who moves."""

    mine: int
    theirs: int
    last: bool = False
    player: int = 0


class RaceOver(NamedTuple):
    """The end: the margin is 1 if the first player won, 0 for a tie, -1 if they lost."""

    margin: int


class Race(Game[RaceTurn | RaceOver]):
    """A race of two players towards a limit; a subclass sets the limit and the dice.

    Anyone who exceeds the limit loses. Rolling no dice announces the last turn: the opponent moves
    once more, then the higher score wins, and equal scores tie.
    """

    family: ClassVar[str] = "race"

    players: ClassVar[int] = 2

    @property
    def limit(self) -> int:
        """The highest score that is not bust."""
        raise NotImplementedError

    @property
    def faces(self) -> int:
        """The sides of each die."""
        raise NotImplementedError

    @property
    def weights(self) -> Weights:
        """How often each side comes up."""
        return (1,) * self.faces

    @property
    def most(self) -> int:
        """The most dice that may be rolled without being sure to bust; a rule may allow fewer."""
        return self.limit

    def start(self) -> RaceTurn:
        return RaceTurn(0, 0)

    def extent(self) -> Extent:
        """Count the totals of every number of dice that can stay within the limit."""
        limit, totals = self.limit, 0
        for dice in range(1, min(self.most, limit)):
            rooms = limit - dice  # room above the lowest total the dice can show, plus one
            all_in = min(rooms, dice * (self.faces - 1))
            totals += all_in * (all_in + 1) // 2 + (rooms - all_in) * all_in + 2 * rooms
        steps = (limit + 1) * totals
        return Extent(steps, 4 * steps)

    def position_from_table(self, table: Table) -> TablePosition:
        """The turn on a table where both scores are given."""
        if table.opponent is None:
            return super().position_from_table(table)
        if not isinstance(table.score, int) or table.score < 0:
            raise PositionError("--score is your own score: a whole number, given with --opponent")
        for whose, points in (("your", table.score), ("the other's", table.opponent)):
            if not 0 <= points <= self.limit:
                raise PositionError(
                    f"{whose} score cannot be {points}; scores go from 0 to {self.limit}"
                )
        return TablePosition(RaceTurn(table.score, table.opponent, table.last))

    def describe_option(self, position: Hashable, option: Label) -> str:
        """A number of dice, in words."""
        if not isinstance(position, RaceTurn):
            return super().describe_option(position, option)
        return {0: "none, stop", 1: "1 die"}.get(int(str(option)), f"{option} dice")

    def describe(self, position: Hashable) -> str:
        """Whose turn it is and the scores, or who has won."""
        match position:
            case RaceTurn(mine, theirs, last, player):
                when = ", in the last turn" if last else ""
                return f"{SEATS[player]} has {mine} against {theirs}{when}"
            case RaceOver(margin):
                winner = SEATS[0] if margin > 0 else SEATS[1]
                return f"{winner} has won" if margin else "it is a tie"
            case _:
                return super().describe(position)

    def describe_outcome(self, before: Hashable, after: Hashable) -> str:
        """What the dice showed, as far as it matters.

        >>> from perfectplay.games.greed import Greed
        >>> Greed().describe_outcome(Inline(RaceTurn(7, 9), (2,)), RaceTurn(9, 11, player=1))
        'the first player rolled 4 with 2 dice: 11 now'
        """
        match before, after:
            case Inline(RaceTurn() as turn, (dice, *_)), RaceTurn(_, score, _, _):
                thrown = self.describe_option(turn, dice)
                return f"{SEATS[turn.player]} rolled {score - turn.mine} with {thrown}: {score} now"
            case Inline(RaceTurn() as turn, (dice, *_)), RaceOver(margin):
                lost = margin == 2 * turn.player - 1
                end = "bust" if lost and not turn.last else "that was the last roll"
                return f"{SEATS[turn.player]} rolled {self.describe_option(turn, dice)}: {end}"
            case _:
                return super().describe_outcome(before, after)

    def view(self, position: RaceTurn | RaceOver) -> View:
        if isinstance(position, RaceOver):
            return View(())
        dice = min(self.most, DICE_DRAWN)
        pieces: tuple[Piece, ...] = scores(position, self.limit)
        if position.last:
            pieces += (Counter("turn", "the last"),)
        pieces += (Dice("dice", (0,) * dice, sides=self.faces),) * (dice > 0)
        room = min(self.most, self.limit - position.mine, dice)
        options = {number: (Mark("dice", tuple(range(number))),) for number in range(1, room + 1)}
        return View(pieces, options)

    def event(self, before: Hashable, after: Hashable) -> Event:
        """The sum of the dice while the game goes on, or that it is lost."""
        match position_of(before), after:
            case RaceTurn(mine), RaceTurn(_, score):
                return Event((Counter("rolled", score - mine),))
            case RaceTurn(player=player), RaceOver(margin):
                return Event(bust=margin == 2 * player - 1)
            case _:
                return Event()

    def begins_turn(self, position: RaceTurn | RaceOver) -> bool:
        return isinstance(position, RaceTurn)

    def at(self, position: RaceTurn | RaceOver) -> Node:
        if isinstance(position, RaceOver):
            return Final(position.margin)
        mine, theirs, last, player = position
        scores = range(mine, self.limit + 1)
        stop: RaceTurn | RaceOver
        landings: list[RaceTurn | RaceOver]
        if last:
            stop = compare(mine, theirs, player)
            landings = [compare(score, theirs, player) for score in scores]
        else:
            stop = RaceTurn(theirs, mine, True, 1 - player)
            landings = [RaceTurn(theirs, score, False, 1 - player) for score in scores]
        landings.append(RaceOver(2 * player - 1))  # bust: the mover loses
        options: dict[int, Node | RaceTurn | RaceOver] = {0: stop}
        for n, total in enumerate(totals(self.limit - mine, self.weights)[: self.most], start=1):
            options[n] = total.then(landings.__getitem__)
        return Choice(options, player)


def compare(mine: int, theirs: int, player: int) -> RaceOver:
    """The higher score wins; the margin is the first player's."""
    margin = (mine > theirs) - (mine < theirs)
    return RaceOver(margin if player == 0 else -margin)


@cache
def totals(room: int, weights: Weights) -> list[Chance]:
    """The sums of 1, 2, ... dice; all sums beyond the room are merged into one outcome.

    With more dice than there is room, every roll is bust.
    """
    return [sums(dice, weights, room + 1) for dice in range(1, room + 1)]
