"""A second opinion on a solved scorecard: every value, worked out anew in another way.

The chances of a reroll are those of whole rolls, as icepool counts them, in one matrix; every keep
of every roll is looked at. So nothing here depends on the lattice of keeps or on machine code.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator
from typing import Any

import numpy as np

from perfectplay.engines import Progress
from perfectplay.engines.scorecard.solution import ScorecardSolution
from perfectplay.model.scorecard import Scorecard, Turn
from perfectplay.model.scorecard.card import possible_points
from perfectplay.model.scorecard.game import keeps, rolls
from perfectplay.solution.verification import TOLERANCE, Verification, VerificationError

CHUNK = 2048
"""So many turns are worked out together, if they fit."""
ROOM = 1 << 25
"""So many numbers fit."""


@dataclasses.dataclass(frozen=True)
class RollsAnew:
    """A turn by whole rolls, of a card's dice."""

    card: Scorecard

    @functools.cached_property
    def kept(self) -> tuple[Any, Any, Any]:
        """The chances of each roll after each keep; the keeps of each roll; where these begin."""
        card = self.card
        place = {roll: number for number, roll in enumerate(card.rolls)}
        options = [keeps(roll) for roll in card.rolls]
        number = {keep: row for row, keep in enumerate({k: None for each in options for k in each})}
        chances = np.zeros((len(number), len(card.rolls)))
        for keep, row in number.items():
            rest = rolls(card.dice - len(keep), card.sides)
            for new, likely in zip(rest.thens, rest.odds.floats(), strict=True):
                chances[row, place[tuple(sorted(keep + new))]] += likely
        listed = np.array([number[keep] for each in options for keep in each])
        begins = np.cumsum([0, *map(len, options[:-1])])
        return chances, listed, begins

    def walked(self, worth: Any) -> Any:
        """What the turns are worth before the first roll, from what the rolls are worth at last."""
        width = max(1, ROOM // len(self.kept[1]))
        columns = range(0, worth.shape[1], width)
        return np.concatenate([self.walk(worth[:, first : first + width]) for first in columns])

    def walk(self, worth: Any) -> Any:
        """The same for a few turns."""
        chances, listed, begins = self.kept
        stop = worth
        for _ in range(self.card.rerolls):
            rerolled = (chances @ worth)[listed]
            rerolled[begins] = stop
            worth = np.maximum.reduceat(rerolled, begins)
        return self.first_roll @ worth

    @functools.cached_property
    def first_roll(self) -> Any:
        """How likely each first roll is."""
        card = self.card
        chance = rolls(card.dice, card.sides)
        likely = dict(zip(chance.thens, chance.odds.floats(), strict=True))
        return np.array([likely[roll] for roll in card.rolls])


@dataclasses.dataclass(frozen=True)
class TurnsAnew:
    """The turns of a solution, worked out from the values of those that follow."""

    solution: ScorecardSolution

    def layer(self, filled: int) -> Iterator[tuple[int, Any]]:
        """The turns of a layer in chunks: the first anchor, and what the rolls are worth."""
        runs = self.solution.anchors.runs(filled)
        first, columns = int(runs.begin[0]), []
        count = 0
        for mask, flag in zip(runs.mask, runs.flag, strict=True):
            columns.append(self.placed(int(mask), bool(flag)))
            count += columns[-1].shape[1]
            if count >= CHUNK:
                yield first, np.concatenate(columns, axis=1)
                first, columns, count = first + count, [], 0
        if columns:
            yield first, np.concatenate(columns, axis=1)

    def placed(self, mask: int, flag: bool) -> Any:
        """What each roll is worth when the dice are down, by roll and lane."""
        game, card = self.solution.game, self.solution.game.card
        names = tuple(name for place, name in enumerate(card.names) if not mask >> place & 1)
        lanes = list(self.solution.anchors.lane_totals(mask))
        totals = np.array(lanes, np.int64).reshape(len(lanes), len(card.bonuses))
        best = np.full((len(card.rolls), len(totals)), -np.inf)
        for name in names[:1] if card.in_order else names:
            worth = {
                points: self.worth(points, Turn(names, (), flag), totals, name, points)
                for points in possible_points(card, name)
            }
            best = np.maximum(best, [worth[points] for points in card.points[name].values()])
        if card.repeat is not None and card.repeat.box not in names:
            turn = Turn(names, tuple(map(int, totals[0])), flag)
            for row, roll in enumerate(card.rolls):
                if roll in card.repeats:
                    best[row] = np.max(
                        [
                            self.worth(
                                placed.points + placed.extra,
                                Turn(names, (), flag),
                                totals,
                                name,
                                placed.points,
                            )
                            for name, placed in game.placements(turn, roll).items()
                        ],
                        axis=0,
                    )
        return best

    def worth(self, gained: int, turn: Turn, totals: Any, name: str, points: int) -> Any:
        """What some points are worth with what follows, once a box is filled."""
        return self.solution.objective.after(gained, self.after(turn, totals, name, points))

    def after(self, turn: Turn, totals: Any, name: str, points: int) -> Any:
        """The values after a box is filled, for all totals of a turn."""
        anchors, card = self.solution.anchors, self.solution.game.card
        then = self.solution.game.fill(turn._replace(totals=(0,) * len(card.bonuses)), name, points)
        mask = anchors.mask(then)
        lane = np.zeros(len(totals), np.int64)
        for section in anchors.sections:
            highest = max(section.bonuses, key=lambda bonus: bonus.at)
            place = card.bonuses.index(highest)
            more = points if name in highest.boxes else 0
            counted = np.minimum(totals[:, place] + more, highest.at)
            known = section.totals[section.class_of(mask)]
            lane = lane * len(known) + np.searchsorted(known, counted)
        return self.solution.values[anchors.base[int(then.repeat), mask] + lane]


def verify_card(solution: ScorecardSolution, progress: Progress | None = None) -> Verification:
    """Check every value of a solved card."""
    error = largest_error(solution, progress)
    if not error <= TOLERANCE * max(1.0, abs(solution.value)):
        raise VerificationError(f"a value is off by {error}: it is not borne out by those after it")
    return Verification(solution.positions, error)


def largest_error(solution: ScorecardSolution, progress: Progress | None = None) -> float:
    """How far any value lies from what it is by the values that follow it."""
    anew, rolls_anew = TurnsAnew(solution), RollsAnew(solution.game.card)
    boxes = len(solution.game.card.boxes)
    over = solution.anchors.runs(boxes)
    bonuses = [float(solution.objective.final(each)) for each in solution.anchors.bonuses()]
    final = np.tile(bonuses, len(over.mask))
    largest = float(np.abs(solution.values[: len(final)] - final).max())
    for filled in range(boxes - 1, -1, -1):
        for first, worth in anew.layer(filled):
            values = rolls_anew.walked(worth)
            gap = np.abs(solution.values[first : first + len(values)] - values).max()
            largest = float(np.maximum(largest, gap))  # which does not lose what is no number
            if progress:
                progress("verifying", first + len(values))
    return largest
