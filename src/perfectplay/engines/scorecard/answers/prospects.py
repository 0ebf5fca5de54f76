"""The possible outcomes of a turn on a scorecard after every move, all computed together.

Each hope of a turn (a certain figure, a filled box, how many points, a bonus in the end) is a
column of an array that is carried back through the lattice of keeps.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from perfectplay.engines.scorecard.lattice import Lattice
from perfectplay.model.scorecard import Scorecard, Turn
from perfectplay.model.scorecard.scoring import Roll
from perfectplay.solution.answers import Prospects
from perfectplay.solution.options import Aim

if TYPE_CHECKING:
    from perfectplay.engines.scorecard.solution import ScorecardSolution


@dataclasses.dataclass(frozen=True)
class CardProspects(Prospects):
    """The prospects of one turn under best play after a move."""

    solution: ScorecardSolution
    turn: Turn
    bonus: Callable[[Turn], Sequence[float]] | None = None
    """The chance of each bonus from a turn on; without it, bonuses are left out."""

    @staticmethod
    def most_bytes(card: Scorecard) -> int:
        """The most memory the prospects of one turn take."""
        keeps, rolls = math.comb(card.dice + card.sides, card.dice), len(card.rolls)
        hopes = 3 * len(card.boxes) + len(card.bonuses)
        return 8 * hopes * (card.rerolls * keeps + rolls)

    def aims(self, keep: Roll, rerolls: int) -> list[Aim]:
        boxes = len(self.turn.open)
        made, filled, points = np.split(self.row(keep, rerolls)[: 3 * boxes], 3)
        with np.errstate(invalid="ignore"):
            mean = np.where(filled > 0, points / filled, 0.0)
        columns = (made.tolist(), filled.tolist(), mean.tolist())
        found = [Aim(*each) for each in zip(self.turn.open, *columns, strict=True)]
        return sorted(found, key=lambda aim: (-aim.filled, -aim.made))

    def bonuses(self, keep: Roll, rerolls: int) -> tuple[float, ...]:
        return tuple(self.row(keep, rerolls)[3 * len(self.turn.open) :].tolist())

    def row(self, keep: Roll, rerolls: int) -> Any:
        """All hopes after a keep; keeping all dice ends the rolling."""
        number = self.lattice.number[keep]
        whole = len(keep) == self.lattice.dice
        return self.placed[number] if whole else self.kept[rerolls - 1][number]

    @property
    def lattice(self) -> Lattice:
        """The lattice of keeps."""
        return self.solution.lattice

    @functools.cached_property
    def placed(self) -> Any:
        """The hopes once rolling is over: a row for each roll.

        Boxes are handled one by one, for all rolls at once; only repeated rolls, which have rules
        of their own, are handled singly.
        """
        game, turn, card = self.solution.game, self.turn, self.solution.game.card
        boxes = turn.open[:1] if card.in_order else turn.open
        count, bonuses = len(turn.open), len(card.bonuses) if self.bonus else 0
        points = np.array([[*card.points[name].values()] for name in boxes])
        value, hopes = np.zeros(points.shape), np.zeros((*points.shape, bonuses))
        for place, name in enumerate(boxes):
            for held in np.unique(points[place]):
                rolls = points[place] == held
                after = game.fill(turn, name, int(held))
                value[place, rolls] = self.solution.value_after(int(held), after)
                if self.bonus and bonuses:
                    hopes[place, rolls] = self.bonus(after)
        best = (value >= nearly(value.max(axis=0), self.ties)).argmax(axis=0)
        every = np.arange(self.lattice.rolls)
        table = np.zeros((self.lattice.rolls, 3 * count + bonuses))
        table[:, : len(boxes)] = points.T > 0
        table[every, count + best] = 1
        table[every, 2 * count + best] = points[best, every]
        table[:, 3 * count :] = hopes[best, every]
        if card.repeat is not None and card.repeat.box not in turn.open:
            for roll in card.repeats:
                table[self.lattice.number[roll]] = self.repeated(roll, table.shape[1])
        return table

    def repeated(self, roll: Roll, width: int) -> Any:
        """The hopes of a roll that scores in a box already filled."""
        game, turn, count = self.solution.game, self.turn, len(self.turn.open)
        row = np.zeros(width)
        placements, values = game.placements(turn, roll), self.solution.turn(turn).boxes(roll)
        for name, placed in placements.items():
            row[turn.open.index(name)] = placed.points > 0
        least = nearly(max(values.values()), self.ties)
        best = next(str(name) for name, value in values.items() if value >= least)
        row[count + turn.open.index(best)] = 1
        row[2 * count + turn.open.index(best)] = placements[best].points
        if self.bonus:
            row[3 * count :] = self.bonus(placements[best].turn)
        return row

    @property
    def ties(self) -> tuple[float, float, float]:
        """How close values must be to count as equal."""
        return self.solution.card_play.ties

    @functools.cached_property
    def kept(self) -> list[Any]:
        """The hopes after each keep: with one reroll left, with two, and so on."""
        levels: list[Any] = []
        rolled = self.placed
        for left in range(1, self.solution.game.card.rerolls + 1):
            table = np.zeros((self.lattice.size, self.placed.shape[1]))
            table[: self.lattice.rolls] = rolled
            for here, up in self.lattice.levels_up():
                table[here] = table[up].mean(axis=1)
            levels.append(table)
            best = self.best_keeps(left)
            stops = best < self.lattice.rolls
            rolled = np.where(stops[:, None], self.placed, table[best])
        return levels

    def best_keeps(self, rerolls: int) -> Any:
        """The keep that best play chooses for each roll; the roll itself where rolling stops."""
        values = self.solution.turn(self.turn)
        options = padded_options(self.lattice)
        value = values.kept[rerolls - 1][options]
        value[:, 0] = values.rolled[0]
        best = values.rolled[rerolls]
        least = nearly(best, self.ties)
        first = (value >= least[:, None]).argmax(axis=1)
        return options[np.arange(len(options)), first]


def nearly(best: Any, ties: tuple[float, float, float]) -> Any:
    """The least value that counts as equal to the best."""
    relative, absolute, constant = ties
    return best - relative * np.minimum(abs(best), abs(best - constant)) - absolute


@functools.lru_cache(8)
def padded_options(lattice: Lattice) -> Any:
    """The keeps of each roll in the game's order, all dice first, padded with the last."""
    flat, begin = lattice.options
    width = int(np.diff(begin).max())
    rows = [flat[first:end] for first, end in itertools.pairwise(begin)]
    return np.array([np.pad(row, (0, width - len(row)), mode="edge") for row in rows])
