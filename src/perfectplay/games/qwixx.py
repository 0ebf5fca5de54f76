"""Qwixx, alone: cross out numbers in four rows, from one end to the other, and close two."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Literal, NamedTuple

from perfectplay.model import Chance, Choice, Final, Game, Node, parameter
from perfectplay.model.view import Counter, Dice, Mark, Piece, Tiles, View

MISS = "miss"
MISSED = 5
"""What a miss costs."""
USELESS = 0
"""What a die shows that crosses out nothing."""
UP = ("red", "yellow")
DOWN = ("green", "blue")


class QwixxTurn(NamedTuple):
    """Before a roll: how far each row is crossed out, how many crosses it has, and the misses.

    The first number of a row is 1 step along it, whether it is the lowest or the highest.
    """

    steps: tuple[int, ...]
    crosses: tuple[int, ...]
    misses: int


class QwixxRoll(NamedTuple):
    """After a roll: the same, the white dice and those of the colours, 0 for one of no use."""

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

    The white dice together cross out their sum in any row, one of them with a coloured die a number
    in its row. Each row is worth 1, 3, 6, 10 and so on points for its crosses.
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
        """What the rows are called."""
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
        return Chance.weighted(
            [
                (self.thrown(position, low, high, ()), 2 if low < high else 1)
                for high in range(1, self.faces + 1)
                for low in range(1, high + 1)
            ]
        )

    def thrown(
        self, turn: QwixxTurn, low: int, high: int, dice: tuple[int, ...]
    ) -> Chance | QwixxRoll:
        """The white dice and some of the coloured ones are thrown; throw the others."""
        row = len(dice)
        if row == self.up + self.down:
            return QwixxRoll(turn.steps, turn.crosses, turn.misses, low, high, dice)
        useful = [
            die for die in range(1, self.faces + 1) if self.is_of_use(turn, row, low, high, die)
        ]
        rolls = [(self.thrown(turn, low, high, (*dice, die)), 1) for die in useful]
        if len(useful) < self.faces:
            useless = self.thrown(turn, low, high, (*dice, USELESS))
            rolls.append((useless, self.faces - len(useful)))
        return Chance.weighted(rolls)

    def is_of_use(self, turn: QwixxTurn, row: int, low: int, high: int, die: int) -> bool:
        """Whether a coloured die can cross out a number, perhaps after the white ones have."""
        soon = turn.crosses[row] + 1
        return self.may_cross(turn.steps[row], soon, self.step(row, low + die)) or self.may_cross(
            turn.steps[row], soon, self.step(row, high + die)
        )

    def step(self, row: int, number: int) -> int:
        """How far along a row a number is.

        >>> Qwixx().step(0, 12), Qwixx().step(3, 12)
        (11, 1)
        """
        return number - 1 if row < self.up else 2 * self.faces + 1 - number

    def may_cross(self, steps: int, crosses: int, step: int) -> bool:
        """Whether a number may be crossed out in a row that is crossed out so far."""
        return step > steps and (step < self.last or crosses >= self.needed)

    def options(self, position: QwixxRoll) -> dict[str, QwixxTurn | QwixxOver]:
        """What may be crossed out: by the white dice, by a coloured one, by both; or a miss."""
        here = QwixxTurn(position.steps, position.crosses, position.misses)
        options: dict[str, QwixxTurn | QwixxOver] = {}
        self.add_coloured(options, here, position, -1)
        number = position.low + position.high
        for row in range(self.up + self.down):
            step = self.step(row, number)
            if self.may_cross(here.steps[row], here.crosses[row], step):
                crossed = self.crossed(here, row, step)
                options[self.named(row, number)] = self.after(crossed)
                if self.ends == "after-turn" or not self.is_over(crossed):
                    self.add_coloured(options, crossed, position, row)
        options[MISS] = self.after(here._replace(misses=here.misses + 1))
        return options

    def add_coloured(
        self,
        options: dict[str, QwixxTurn | QwixxOver],
        turn: QwixxTurn,
        roll: QwixxRoll,
        white: int,
    ) -> None:
        """Add what the coloured dice can cross out, after the white ones have in a row or not."""
        for row in range(self.up + self.down):
            die = roll.dice[row]
            if die == USELESS:
                continue
            for one in (roll.low, roll.high):
                step = self.step(row, one + die)
                if not self.may_cross(turn.steps[row], turn.crosses[row], step):
                    continue
                name = self.named(row, one + die)
                if white >= 0:
                    both = self.named(white, roll.low + roll.high)
                    name = f"{name} + {both}" if row < white else f"{both} + {name}"
                options[name] = self.after(self.crossed(turn, row, step))

    def named(self, row: int, number: int) -> str:
        """A number in a row."""
        return f"{self.colours[row]} {number}"

    def crossed(self, turn: QwixxTurn, row: int, step: int) -> QwixxTurn:
        """The rows with a number more crossed out; to close a row counts as a further cross."""
        steps, crosses, misses = turn
        more = 2 if step == self.last else 1
        return QwixxTurn(
            (*steps[:row], step, *steps[row + 1 :]),
            (*crosses[:row], crosses[row] + more, *crosses[row + 1 :]),
            misses,
        )

    def is_over(self, turn: QwixxTurn) -> bool:
        """Whether enough rows are closed, or there were too many misses."""
        return turn.misses >= self.misses or turn.steps.count(self.last) >= self.closed

    def after(self, turn: QwixxTurn) -> QwixxTurn | QwixxOver:
        """What comes after a turn."""
        if not self.is_over(turn):
            return turn
        points = sum(crosses * (crosses + 1) // 2 for crosses in turn.crosses)
        return QwixxOver(points - MISSED * turn.misses)

    def canonical(
        self, position: QwixxTurn | QwixxRoll | QwixxOver
    ) -> QwixxTurn | QwixxRoll | QwixxOver:
        """The same with its rows in order: those that go the same way, and the two ways."""
        if not isinstance(position, QwixxTurn):
            return position
        rows = list(zip(position.steps, position.crosses, strict=True))
        up, down = sorted(rows[: self.up]), sorted(rows[self.up :])
        if self.up == self.down and down < up:
            up, down = down, up
        steps = tuple([steps for steps, _ in up + down])
        return QwixxTurn(steps, tuple([crosses for _, crosses in up + down]), position.misses)

    # How it looks

    def read(self, text: str) -> Hashable:
        position = super().read(text)
        if not isinstance(position, QwixxRoll):
            return position
        turn = QwixxTurn(position.steps, position.crosses, position.misses)
        low, high = sorted((position.low, position.high))
        if len(turn.steps) != len(turn.crosses) or len(turn.steps) != len(position.dice):
            return position
        dice = tuple(
            die if die and self.is_of_use(turn, row, low, high, die) else USELESS
            for row, die in enumerate(position.dice)
        )
        return position._replace(low=low, high=high, dice=dice)

    def describe(self, position: Hashable) -> str:
        """How far each row is, and what was rolled.

        >>> Qwixx().describe(QwixxRoll((3, 0, 11, 0), (2, 0, 8, 0), 1, 2, 5, (6, 1, 0, 1)))
        'red to 4 with 2, green closed with 8, 1 missed; rolled 2 5, red 6, yellow 1, blue 1'
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
        dice = [
            f"{colour} {die}"
            for colour, die in zip(self.colours, position.dice, strict=True)
            if die
        ]
        return f"{said}; rolled {', '.join([f'{position.low} {position.high}', *dice])}"

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
            if die:
                pieces.append(Dice(f"{colour} die", (die,), sides=self.faces, field="dice"))
        marks = {name: marks_of(name) for name in self.options(position)}
        return View(tuple(pieces), marks)


def marks_of(option: str) -> tuple[Mark, ...]:
    """The numbers that an option crosses out.

    >>> marks_of("red 7")
    (Mark(piece='red', places=(5,), player=None),)
    """
    if option == MISS:
        return (Mark("misses"),)
    crossed = [each.split() for each in option.split(" + ")]
    return tuple(Mark(colour, (int(number) - 2,)) for colour, number in crossed)
