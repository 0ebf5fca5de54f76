"""Shut the Box: close numbered tiles that add up to the roll, until all are shut or none fit."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from itertools import combinations
from typing import NamedTuple

from perfectplay.model import Choice, Final, Game, Node, parameter
from perfectplay.model.loaded import DIE_DOC, sums, weights_of
from perfectplay.model.nodes import Label
from perfectplay.model.view import Counter, Dice, Event, Mark, Tiles, View
from perfectplay.objectives import AtLeast, Objective

ONE_DIE_UP_TO = 6


class OpenTiles(NamedTuple):
    """Before the roll: the tiles still open."""

    open: tuple[int, ...]


class RolledTiles(NamedTuple):
    """After the roll: the tiles still open and the sum of the dice."""

    open: tuple[int, ...]
    roll: int


class ShutTheBox(Game[OpenTiles | RolledTiles]):
    """Roll two dice and close open tiles that add up to the roll; shut them all to win.

    The game ends when no open tiles add up to the roll. The score is minus the sum of the tiles
    left open, so a score of 0 means a shut box, and the best expected score is the least expected
    sum.
    """

    tiles: int = parameter(default=9, low=1, high=12, doc="tiles, numbered from 1")
    one_die: bool = parameter(
        default=False, doc="whether one die may be rolled once the open tiles add up to 6 or less"
    )

    die: str = parameter(default="", doc=DIE_DOC, quiet=True, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        weights_of(self.die)

    def start(self) -> OpenTiles:
        return OpenTiles(tuple(range(1, self.tiles + 1)))

    def begins_turn(self, position: OpenTiles | RolledTiles) -> bool:
        return isinstance(position, OpenTiles)

    def at(self, position: OpenTiles | RolledTiles) -> Node:
        tiles = position.open
        if isinstance(position, OpenTiles):
            return self.roll(tiles)
        still_open = set(tiles)
        options = {
            name: OpenTiles(tuple([tile for tile in tiles if tile not in closed]))
            for name, closed in sets_adding_up_to(position.roll)
            if still_open.issuperset(closed)
        }
        return Choice(options) if options else Final(-sum(tiles))

    def roll(self, tiles: tuple[int, ...]) -> Node:
        """Roll the dice; with few tiles left, the player may choose a single one."""
        if not tiles:
            return Final()
        weights = weights_of(self.die)
        two_dice = sums(2, weights).then(lambda total: RolledTiles(tiles, total))
        if not self.one_die or sum(tiles) > ONE_DIE_UP_TO:
            return two_dice
        one_die = sums(1, weights).then(lambda face: RolledTiles(tiles, face))
        return Choice({"two dice": two_dice, "one die": one_die})

    def view(self, position: OpenTiles | RolledTiles) -> View:
        numbers = tuple(range(1, self.tiles + 1))
        tiles = Tiles("tiles", numbers, position.open, field="open")
        if isinstance(position, OpenTiles):
            one = sum(position.open) <= ONE_DIE_UP_TO and self.one_die
            options = {"two dice": (Mark("dice"),), "one die": (Mark("dice", (0,)),)}
            return View((tiles, Dice("dice", (0, 0))), options if one and position.open else {})
        closed = sets_adding_up_to(position.roll)
        return View(
            (tiles, Counter("rolled", position.roll, field="roll")),
            {
                name: (Mark("tiles", tuple(tile - 1 for tile in sorted(tiles))),)
                for name, tiles in closed
                if {*position.open}.issuperset(tiles)
            },
        )

    def event(self, before: Hashable, after: Hashable) -> Event:  # noqa: ARG002  # the roll says it all
        """The sum of the dice, or that the game is lost because no tiles match it."""
        assert isinstance(after, RolledTiles)
        return Event((Counter("rolled", after.roll),), bust=isinstance(self.at(after), Final))

    def describe(self, position: Hashable) -> str:
        """The open tiles, and what was rolled.

        >>> ShutTheBox().describe(RolledTiles((1, 2, 9), 3))
        '1 2 9 open; rolled 3'
        """
        if not isinstance(position, (OpenTiles, RolledTiles)):
            return super().describe(position)
        told = f"{' '.join(map(str, position.open))} open" if position.open else "all are shut"
        return f"{told}; rolled {position.roll}" if isinstance(position, RolledTiles) else told

    def describe_option(self, position: Hashable, option: Label) -> str:
        """The tiles to shut, or the dice to roll."""
        said = str(option)
        return (
            f"shut {said.replace('+', ' and ')}"
            if isinstance(position, RolledTiles)
            else f"roll {said}"
        )

    def read(self, text: str) -> Hashable:
        position = super().read(text)
        assert isinstance(position, (OpenTiles, RolledTiles))
        return position._replace(open=tuple(sorted(position.open)))

    def meaning(self, objective: Objective) -> str:
        if objective == AtLeast(0):
            return "P(all tiles shut)"
        return super().meaning(objective)

    def objective(self) -> Objective:
        return AtLeast(0)


@cache
def sets_adding_up_to(total: int) -> list[tuple[str, tuple[int, ...]]]:
    """The sets of tiles that add up to a total, by name: single tiles first, then pairs, and so on.

    >>> sets_adding_up_to(3)
    [('3', (3,)), ('2+1', (2, 1))]
    """
    return [
        ("+".join(map(str, tiles)), tiles)
        for size in range(1, total + 1)
        for tiles in combinations(range(total, 0, -1), size)
        if sum(tiles) == total
    ]
