"""Qwixx for one: cross out numbers in four rows, from one end to the other, and close two."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Literal, NamedTuple

from perfectplay.model import Chance, Choice, Final, Game, Node, parameter
from perfectplay.model.view import Counter, Dice, Mark, Piece, Tiles, View

MISS = "miss"
MISSED = 5
"""The penalty for a miss."""
ROOM = 16
"""More than the most crosses in a row."""
UP = ("red", "yellow")
DOWN = ("green", "blue")


class QwixxTurn(NamedTuple):
    """Before a roll: how far each row is crossed out, its number of crosses, and the misses.

    The first number of a row is step 1, whether it is the lowest or the highest.
    """

    steps: tuple[int, ...]
    crosses: tuple[int, ...]
    misses: int


class QwixxRoll(NamedTuple):
    """After a roll: the same, the white dice and the coloured ones."""

    steps: tuple[int, ...]
    crosses: tuple[int, ...]
    misses: int
    low: int
    high: int
    dice: tuple[int, ...]


class QwixxOver(NamedTuple):
    """The game is over, with a score."""

    score: int


class Qwixx(Game[QwixxTurn | QwixxRoll | QwixxOver]):
    """Roll two white dice and one for each row; cross out the sum of two, and go on along the rows.

    The sum of the white dice can be crossed out in any row; the sum of one of them and a coloured
    die, in the row of that colour. Each row is worth 1, 3, 6, 10 and so on points for its crosses.
    """

    up: int = parameter(default=2, low=1, high=2, doc="rows from the lowest number to the highest")
    down: int = parameter(default=2, low=0, high=2, doc="rows from the highest to the lowest")
    faces: int = parameter(default=6, low=1, high=6, doc="faces of the dice")
    needed: int = parameter(default=5, low=0, high=10, doc="crosses before the last of a row")
    misses: int = parameter(default=4, low=1, high=4, doc="misses that end the game")
    closed: int = parameter(default=2, low=1, high=4, doc="closed rows that end the game")
    ends: Literal["at-once", "after-turn"] = parameter(
        default="at-once", doc="when: after the white dice, or when the coloured ones are used too"
    )

    @property
    def colours(self) -> tuple[str, ...]:
        """The names of the rows."""
        return UP[: self.up] + DOWN[: self.down]

    @property
    def last(self) -> int:
        """How many numbers a row has; the last one closes it."""
        return 2 * self.faces - 1

    def start(self) -> QwixxTurn:
        none = (0,) * (self.up + self.down)
        return QwixxTurn(none, none, 0)

    def at(self, position: QwixxTurn | QwixxRoll | QwixxOver) -> Node:
        if isinstance(position, QwixxOver):
            return Final(position.score)
        if isinstance(position, QwixxRoll):
            return Choice(self.options(position))
        steps, crosses, misses = position
        return rolls_of(self.faces, self.up + self.down).then(
            lambda roll: QwixxRoll(steps, crosses, misses, roll[0], roll[1], roll[2])
        )

    def step(self, row: int, number: int) -> int:
        """How far along a row a number is.

        >>> Qwixx().step(0, 12), Qwixx().step(3, 12)
        (11, 1)
        """
        return number - 1 if row < self.up else 2 * self.faces + 1 - number

    def may_cross(self, turn: QwixxTurn, row: int, number: int) -> bool:
        """Whether a number can be crossed out in a row."""
        step = self.step(row, number)
        if step <= turn.steps[row]:
            return False
        return step < self.last or turn.crosses[row] >= self.needed

    def options(self, position: QwixxRoll) -> dict[str, QwixxTurn | QwixxOver]:
        """What can be crossed out: with the white dice, a coloured one or both; or a miss."""
        here = QwixxTurn(position.steps, position.crosses, position.misses)
        options: dict[str, QwixxTurn | QwixxOver] = {}
        for white in range(-1, self.up + self.down):
            turn = here
            if white >= 0:
                number = position.low + position.high
                if not self.may_cross(here, white, number):
                    continue
                turn = self.crossed(here, white, number)
                options[self.named(white, number)] = self.after(turn)
                if self.ends == "at-once" and self.is_over(turn):
                    continue
            for row in range(self.up + self.down):
                for one in (position.low, position.high):
                    number = one + position.dice[row]
                    if self.may_cross(turn, row, number):
                        name = self.both_named(position, white, row, number)
                        options[name] = self.after(self.crossed(turn, row, number))
        options[MISS] = self.after(here._replace(misses=here.misses + 1))
        return options

    def both_named(self, position: QwixxRoll, white: int, row: int, number: int) -> str:
        """A number in a row, and that of the white dice if it is crossed out as well."""
        name = self.named(row, number)
        if white < 0:
            return name
        first = self.named(white, position.low + position.high)
        return f"{name} + {first}" if row < white else f"{first} + {name}"

    def named(self, row: int, number: int) -> str:
        """A number in a row."""
        return f"{self.colours[row]} {number}"

    def crossed(self, turn: QwixxTurn, row: int, number: int) -> QwixxTurn:
        """The rows with another number crossed out; closing a row counts as an extra cross."""
        steps, crosses, misses = turn
        step = self.step(row, number)
        more = 2 if step == self.last else 1
        return QwixxTurn(
            (*steps[:row], step, *steps[row + 1 :]),
            (*crosses[:row], crosses[row] + more, *crosses[row + 1 :]),
            misses,
        )

    def is_over(self, turn: QwixxTurn) -> bool:
        """Whether enough rows are closed, or there are too many misses."""
        return turn.misses >= self.misses or turn.steps.count(self.last) >= self.closed

    def after(self, turn: QwixxTurn) -> QwixxTurn | QwixxOver:
        """What follows a turn."""
        if not self.is_over(turn):
            return turn
        points = sum(crosses * (crosses + 1) // 2 for crosses in turn.crosses)
        return QwixxOver(points - MISSED * turn.misses)

    def canonical(
        self, position: QwixxTurn | QwixxRoll | QwixxOver
    ) -> QwixxTurn | QwixxRoll | QwixxOver:
        """The same with rows sorted within each direction, and the two directions sorted."""
        if not isinstance(position, QwixxTurn):
            return position
        steps, crosses, misses = position
        rows = [steps[row] * ROOM + crosses[row] for row in range(self.up + self.down)]
        up, down = sorted(rows[: self.up]), sorted(rows[self.up :])
        if self.up == self.down and (down[0], down[-1]) < (up[0], up[-1]):
            up, down = down, up
        ordered = [*up, *down]
        return QwixxTurn(
            tuple([row // ROOM for row in ordered]), tuple([row % ROOM for row in ordered]), misses
        )

    # Display

    def read(self, text: str) -> Hashable:
        position = super().read(text)
        if not isinstance(position, QwixxRoll):
            return position
        low, high = sorted((position.low, position.high))
        return position._replace(low=low, high=high)

    def describe(self, position: Hashable) -> str:
        """How far each row is, and what was rolled.

        >>> Qwixx().describe(QwixxRoll((3, 0, 11, 0), (2, 0, 8, 0), 1, 2, 5, (6, 1, 3, 4)))
        'red to 4 with 2, green closed with 8, 1 missed; rolled 2 5 and 6 1 3 4'
        """
        if isinstance(position, QwixxOver):
            return f"over with {position.score} points"
        if not isinstance(position, (QwixxTurn, QwixxRoll)):
            return super().describe(position)
        told: list[str] = []
        for row, (steps, crosses) in enumerate(zip(position.steps, position.crosses, strict=True)):
            number = steps + 1 if row < self.up else 2 * self.faces + 1 - steps
            where = "closed" if steps == self.last else f"to {number}"
            told += [f"{self.colours[row]} {where} with {crosses}"] * (steps > 0)
        told += [f"{position.misses} missed"] * (position.misses > 0)
        said = ", ".join(told) or "nothing crossed out"
        if isinstance(position, QwixxTurn):
            return said
        dice = " ".join(map(str, position.dice))
        return f"{said}; rolled {position.low} {position.high} and {dice}"

    def view(self, position: QwixxTurn | QwixxRoll | QwixxOver) -> View:
        if isinstance(position, QwixxOver):
            return View(())
        numbers = tuple(range(2, 2 * self.faces + 1))
        pieces: list[Piece] = []
        for row, colour in enumerate(self.colours):
            steps = position.steps[row]
            left = tuple(number for number in numbers if self.step(row, number) > steps)
            pieces.append(Tiles(colour, numbers, left, field="steps"))
            pieces.append(Counter(f"{colour} crosses", position.crosses[row], field="crosses"))
        pieces.append(Counter("misses", position.misses, self.misses, field="misses"))
        if isinstance(position, QwixxTurn):
            return View(tuple(pieces))
        pieces.append(Dice("white dice", (position.low, position.high), sides=self.faces))
        for colour, die in zip(self.colours, position.dice, strict=True):
            pieces.append(Dice(f"{colour} die", (die,), sides=self.faces, field="dice"))
        marks = {name: marks_of(name) for name in self.options(position)}
        return View(tuple(pieces), marks)


@cache
def rolls_of(faces: int, rows: int) -> Chance:
    """The rolls of two white dice, the lower first, and of one for each row.

    >>> rolls_of(2, 1).outcomes[:2]
    [((1, 1, (1,)), 1), ((1, 1, (2,)), 1)]
    """
    values = range(1, faces + 1)
    return Chance.weighted(
        [
            ((low, high, dice), 2 if low < high else 1)
            for low, high in combinations_with_replacement(values, 2)
            for dice in product(values, repeat=rows)
        ]
    )


def marks_of(option: str) -> tuple[Mark, ...]:
    """The numbers that an option crosses out.

    >>> marks_of("red 7")
    (Mark(piece='red', places=(5,), player=None),)
    """
    if option == MISS:
        return (Mark("misses"),)
    crossed = [each.split() for each in option.split(" + ")]
    return tuple(Mark(colour, (int(number) - 2,)) for colour, number in crossed)
