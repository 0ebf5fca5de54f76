"""A second opinion on a solved scorecard: its values, recomputed in a different way.

The outcomes of a reroll are those of whole rolls, as icepool counts them, and every keep of every
roll is examined, so nothing here depends on the lattice of keeps or on machine code. For a very
large card, the start is checked and a sample of the turns, drawn with a fixed seed: an error shows
at its own turn, and at those that lead to it.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
from typing import Any

import numpy as np

from perfectplay.engines.backends import parts_of
from perfectplay.engines.backends.clock import Clock
from perfectplay.engines.scorecard.anchors import AnchorRuns, Section, cumulated
from perfectplay.engines.scorecard.solution import ScorecardSolution
from perfectplay.model.loaded import throws
from perfectplay.model.scorecard import Scorecard, Turn
from perfectplay.model.scorecard.game import keeps
from perfectplay.request import Progress
from perfectplay.solution.verification import TOLERANCE, Verification, VerificationError

ROOM = 1 << 20
"""Numbers held at a time: the values of all keeps, in as many turns as fit."""
MOST_WORK = 1 << 32
"""The most outcomes of rerolls to go through."""
SEED = 5


@dataclasses.dataclass(frozen=True)
class RollsAnew:
    """A turn computed from whole rolls of a card's dice."""

    card: Scorecard

    @functools.cached_property
    def rerolled(self) -> dict[tuple[int, ...], tuple[Any, Any]]:
        """For each keep, the rolls that can come of it, and the probability of each."""
        card = self.card
        number = {roll: row for row, roll in enumerate(card.rolls)}
        found: dict[tuple[int, ...], tuple[Any, Any]] = {}
        for keep in itertools.chain.from_iterable(keeps(roll)[1:] for roll in card.rolls):
            if keep not in found:
                rest = throws(card.dice - len(keep), card.weights)
                rows = [number[tuple(sorted(keep + new))] for new in rest.thens]
                found[keep] = np.array(rows), np.array(rest.odds.floats())
        return found

    @functools.cached_property
    def kept(self) -> list[list[int]]:
        """For each roll, its keeps."""
        number = {keep: row for row, keep in enumerate(self.rerolled)}
        return [[number[keep] for keep in keeps(roll)[1:]] for roll in self.card.rolls]

    @property
    def work(self) -> int:
        """The number of outcomes of rerolls in a turn."""
        return self.card.rerolls * sum(len(rows) for rows, _ in self.rerolled.values())

    def together(self, room: int = ROOM) -> int:
        """How many turns to compute together within this much room."""
        return max(1, room // len(self.rerolled))

    def walked(self, value: Any) -> Any:
        """The values of turns before the first roll, given the values of the final rolls.

        The rows are rolls, the columns turns.
        """
        stop = value
        for _ in range(self.card.rerolls):
            after = [likely @ value[rows] for rows, likely in self.rerolled.values()]
            value = stop.copy()
            for best, options in zip(value, self.kept, strict=True):
                for keep in options:
                    np.maximum(best, after[keep], out=best)
        return self.first_roll @ value

    @functools.cached_property
    def first_roll(self) -> Any:
        """The probability of each first roll."""
        card = self.card
        chance = throws(card.dice, card.weights)
        likely = dict(zip(chance.thens, chance.odds.floats(), strict=True))
        return np.array([likely[roll] for roll in card.rolls])


class SectionLanes:
    """The lanes of a section by class: how many, the total each represents, and where each is."""

    def __init__(self, section: Section) -> None:
        self.section = section
        self.counted = frozenset().union(*(bonus.boxes for bonus in section.bonuses))
        self.lanes = np.array(section.lanes)
        self.begin = cumulated(section.lanes)
        shown = (section.shown(filled) for filled in range(len(section.lanes)))
        self.total = np.array(list(itertools.chain.from_iterable(shown)))
        each = np.arange(section.at + 1)
        self.lane = np.array([np.searchsorted(known, each) for known in section.totals])


@dataclasses.dataclass(frozen=True)
class TurnsAnew:
    """The turns of a solution, by number, computed from the values of those that follow."""

    solution: ScorecardSolution

    @functools.cached_property
    def sections(self) -> list[SectionLanes]:
        """The sections whose totals distinguish turns."""
        return [SectionLanes(section) for section in self.solution.anchors.sections]

    @functools.cached_property
    def row(self) -> dict[tuple[int, ...], int]:
        """The index of each roll."""
        return {roll: row for row, roll in enumerate(self.solution.game.card.rolls)}

    @functools.cached_property
    def runs(self) -> AnchorRuns:
        """The masks and flags of all turns, the last turns of the game first."""
        boxes = len(self.solution.game.card.boxes)
        layers = [self.solution.anchors.runs(filled) for filled in range(boxes, -1, -1)]
        begins = [runs.begin[:-1] for runs in layers]
        masks, flags = [runs.mask for runs in layers], [runs.flag for runs in layers]
        return AnchorRuns(*map(np.concatenate, (begins, masks, flags)))

    def placed(self, numbers: Any) -> Any:
        """The value of each roll once rolling is over, by roll and turn; turns are in order."""
        card = self.solution.game.card
        run = np.searchsorted(self.runs.begin, numbers, side="right") - 1
        mask, flag = self.runs.mask[run], self.runs.flag[run]
        totals = self.totals(mask, numbers - self.runs.begin[run])
        best = np.full((len(card.rolls), len(numbers)), -np.inf)
        after = {}
        for place, name in enumerate(card.names):
            fits = mask == (1 << place) - 1 if card.in_order else mask >> place & 1 == 0
            value = {}
            for points in card.possible[name]:
                then = self.after(fits, mask, flag, totals, place, points)
                value[points] = np.where(fits, self.value_of(points, then), -np.inf)
                after[name, points] = then
            for row, points in zip(best, card.points[name].values(), strict=True):
                np.maximum(row, value[points], out=row)
        for first, end in itertools.pairwise([0, *np.flatnonzero(np.diff(run)) + 1, len(run)]):
            self.place_repeats(int(mask[first]), bool(flag[first]), slice(first, end), after, best)
        return best

    def value_of(self, gained: int, then: Any) -> Any:
        """The value of some points plus what follows."""
        return self.solution.objective.after(gained, then)

    def totals(self, mask: Any, lane: Any) -> list[Any]:
        """The total towards the bonuses of each section."""
        found = []
        for each in reversed(self.sections):
            filled = each.section.class_of(mask)
            lane, own = np.divmod(lane, each.lanes[filled])
            found.append(each.total[each.begin[filled] + own])
        return found[::-1]

    def after(
        self, fits: Any, mask: Any, flag: Any, totals: list[Any], place: int, points: int
    ) -> Any:
        """The values after filling a box; arbitrary where it does not fit."""
        card, anchors = self.solution.game.card, self.solution.anchors
        name, then = card.names[place], mask | 1 << place
        earned = anchors.repeat_mask == 1 << place and points > 0
        lane = np.zeros(len(mask), np.int64)
        for each, total in zip(self.sections, totals, strict=True):
            more = points if name in each.counted else 0
            filled = each.section.class_of(then)
            own = each.lane[filled, np.minimum(total + more, each.section.at)]
            lane = lane * each.lanes[filled] + own
        number = anchors.base[np.where(earned, 1, flag), then] + lane
        return self.solution.values[np.where(fits, number, 0)]

    def place_repeats(self, mask: int, flag: bool, turns: slice, after: Any, best: Any) -> None:
        """Apply the special rules for rolls that score in a filled repeat box."""
        game, card = self.solution.game, self.solution.game.card
        still_open = tuple(name for place, name in enumerate(card.names) if not mask >> place & 1)
        if card.repeat is None or card.repeat.box in still_open:
            return
        turn = Turn(still_open, (0,) * len(card.bonuses), flag)
        for roll in card.repeats:
            best[self.row[roll], turns] = np.max(
                [
                    self.value_of(placed.points + placed.extra, after[name, placed.points][turns])
                    for name, placed in game.placements(turn, roll).items()
                ],
                axis=0,
            )


def verify_card(
    solution: ScorecardSolution,
    progress: Progress | None = None,
    *,
    most_work: int = MOST_WORK,
    room: int = ROOM,
) -> Verification:
    """Check the values of a solved card: all of them or, if there are very many, a sample."""
    rolls_anew, turns_anew = RollsAnew(solution.game.card), TurnsAnew(solution)
    over = solution.anchors.runs(len(solution.game.card.boxes))
    bonuses = [float(solution.objective.final(each)) for each in solution.anchors.bonuses()]
    final = np.tile(bonuses, len(over.mask))
    largest = float(np.abs(solution.values[: len(final)] - final).max())
    numbers = turns_to_check(len(final), solution.positions, most_work // max(rolls_anew.work, 1))
    clock = Clock("verifying", len(final) + len(numbers), progress, done=len(final))
    for first, end in parts_of(0, len(numbers), rolls_anew.together(room)):
        some = numbers[first:end]
        values = rolls_anew.walked(turns_anew.placed(some))
        gap = np.abs(solution.values[some] - values).max()
        largest = float(np.maximum(largest, gap))  # unlike max, this keeps nan
        clock(end - first)
    if not largest <= TOLERANCE * max(1.0, abs(solution.value)):
        raise VerificationError(
            f"a value is off by {largest}: it does not follow from those after it"
        )
    checked = len(final) + len(numbers)
    return Verification(checked, solution.positions, largest)


def turns_to_check(first: int, end: int, most: int) -> Any:
    """The turns of a range or, if there are too many, a sample with the last one, the start."""
    if end - first <= most:
        return np.arange(first, end)
    drawn = np.random.default_rng(SEED).integers(first, end, size=most)
    return np.unique(np.append(drawn, end - 1))
