"""The ratings of a race: for all scores, last turn or not, and either player to move."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from perfectplay.engines.backends import parts_of
from perfectplay.engines.backends.clock import Clock
from perfectplay.engines.backends.threads import THREADS
from perfectplay.engines.race.solve import exact as in_units
from perfectplay.model.dice_sums import ways
from perfectplay.request import Progress
from perfectplay.solution.rating_board import RatingBoard

if TYPE_CHECKING:
    from perfectplay.engines.race.answers.outcome_chances import OutcomeChances

HALF = Fraction(1, 2)
BYTES_A_STATE = 24
ROWS_A_PART = TILE = 64
LN_NEGLIGIBLE = 42.0
"""Minus the logarithm of what the kernels neglect, with a margin."""


@dataclasses.dataclass(frozen=True)
class Ratings(RatingBoard):
    """The value of each number of dice to the player to move, from the kernels or exact."""

    @classmethod
    def of(
        cls,
        limit: int,
        sides: int,
        most: int,
        tie: Fraction,
        *,
        exact: bool,
        progress: Progress | None = None,
    ) -> Ratings:
        """Compute all ratings."""
        ties = (HALF,) if tie == HALF else (tie, 1 - tie)
        clock = Clock("rating all turns", 2 * len(ties) * (limit + 1) ** 2, progress)
        if exact:
            unit = in_units.unit(limit, sides, tie)
            tables = exact_tables(limit, sides, most, ties, unit, clock)
            return cls(limit, sides, most, ties, unit, *tables)
        return cls(limit, sides, most, ties, 0, *float_tables(limit, sides, most, ties, clock))

    @functools.cached_property
    def chances(self) -> tuple[Any, Any]:
        """For each total and number of dice, in floats: its probability, and the cumulative one."""
        from perfectplay.engines.race.solve.dice_tables import total_chances

        return total_chances(
            self.limit, self.sides, min(self.most, enough_dice(self.limit, self.sides))
        )

    @functools.cached_property
    def ends(self) -> OutcomeChances:
        from perfectplay.engines.race.answers.outcome_chances import OutcomeChances

        return OutcomeChances(self)

    def chance(self, total: int, dice: int) -> Any:
        """The probability of a total that does not bust; a fraction if ratings are exact."""
        if self.unit:
            return Fraction(ways(dice, self.sides, self.limit)[total], self.sides**dice)
        likely, _ = self.chances
        return float(likely[total, dice]) if dice < likely.shape[1] else 0.0

    def bust(self, mine: int, dice: int) -> Any:
        """The probability that some dice exceed the limit."""
        room = self.limit - mine
        if dice * self.sides <= room:
            return Fraction(0) if self.unit else 0.0
        if self.unit:
            return 1 - chance_to_stay(room, dice, self.sides)
        _, at_most = self.chances
        return max(0.0, 1.0 - float(at_most[room, dice])) if dice < at_most.shape[1] else 1.0

    def rated_turns(self) -> Iterator[tuple[int, int, list[Any]]]:
        """All turns but the last with the first player to move, in units, in a single pass."""
        turns = in_units.each_turn(self.limit, self.sides, self.most, self.unit, self.last)
        return ((mine, theirs, options) for mover, mine, theirs, options in turns if mover == 0)


def exact_tables(
    limit: int, sides: int, most: int, ties: tuple[Fraction, ...], unit: int, clock: Clock
) -> tuple[Any, ...]:
    """The tables in units."""
    pairs = [in_units.last_turn(limit, sides, most, int(tie * unit), unit, clock) for tie in ties]
    last = [ratings for ratings, _ in pairs]
    normal, normal_choice = in_units.all_turns(limit, sides, most, unit, last, clock)
    return last, [choices for _, choices in pairs], normal, normal_choice


def float_tables(
    limit: int, sides: int, most: int, ties: tuple[Fraction, ...], clock: Clock
) -> tuple[Any, ...]:
    """The tables in floats."""
    import numpy as np

    from perfectplay.engines.race.solve import dice_tables, kernels

    dice = min(most, enough_dice(limit, sides))
    likely, at_most = dice_tables.total_chances(limit, sides, dice)
    counts = dice_tables.most_dice(at_most)
    shape = len(ties), limit + 1, limit + 1
    last, normal = np.zeros(shape), np.zeros(shape)
    last_choice, normal_choice = np.zeros(shape, np.int32), np.zeros(shape, np.int32)
    scratch = functools.partial(np.zeros, dice + 1)
    for mover, tie in enumerate(ties):
        chances = sides, likely, at_most, counts, float(tie)
        tables = last[mover], last_choice[mover]
        parts = parts_of(0, limit + 1, ROWS_A_PART)
        THREADS.for_each(kernels.last_turn, parts, *chances, *tables, scratch=scratch)
        clock((limit + 1) ** 2)
    rate_other_turns(sides, counts, last, normal, normal_choice, clock)
    return last, last_choice, normal, normal_choice


def rate_other_turns(
    sides: int, counts: Any, last: Any, ratings: Any, choices: Any, clock: Clock
) -> None:
    """Fill in the tables for all turns but the last, one tile of scores at a time."""
    import numpy as np

    from perfectplay.engines.race.solve.kernels import all_turns

    movers, rows, _ = ratings.shape
    width = int(counts[-1]) + 1
    window, rolled = np.zeros((movers, rows, width)), np.zeros((movers, rows, sides, width))
    columns = sides, counts, last, ratings, choices, window, rolled
    scratch = functools.partial(np.zeros, width)
    for tiles in diagonals(rows, TILE):
        THREADS.for_each(all_turns, tiles, *columns, scratch=scratch)
        clock(movers * sum(turns_of(*tile) for tile in tiles))


def diagonals(rows: int, size: int) -> Iterator[list[tuple[int, int, int, int]]]:
    """Pairs of ranges of scores, higher scores first; those in one list can run in parallel.

    >>> list(diagonals(5, 3))
    [[(3, 5, 3, 5)], [(0, 3, 3, 5)], [(0, 3, 0, 3)]]
    """
    ranges = list(parts_of(0, rows, size))
    for both in range(2 * len(ranges) - 2, -1, -1):
        lower = range(max(0, both - len(ranges) + 1), both // 2 + 1)
        yield [(*ranges[one], *ranges[both - one]) for one in lower]


def turns_of(first: int, end: int, other_first: int, other_end: int) -> int:
    """The number of pairs of scores in two ranges, with either one belonging to the mover."""
    pairs = (end - first) * (other_end - other_first)
    return pairs if first == other_first else 2 * pairs


def enough_dice(limit: int, sides: int) -> int:
    """The number of dice beyond which busting is certain, up to a probability kernels neglect.

    By Hoeffding's bound: the sum of n dice is that far below its mean with a probability of at most
    exp(-2 gap^2 / (n (sides - 1)^2)).
    """
    for dice in range(limit):
        gap = dice * (sides + 1) / 2 - limit
        if gap > 0 and 2 * gap**2 > LN_NEGLIGIBLE * dice * (sides - 1) ** 2:
            return dice
    return limit


def memory_needed(limit: int, sides: int, movers: int) -> int:
    """The bytes for the tables and the running sums."""
    dice = enough_dice(limit, sides)
    states = 2 * movers * (limit + 1) ** 2
    return states * BYTES_A_STATE + 8 * movers * (limit + 1) * (sides + 3) * (dice + 1)


def chance_to_stay(room: int, dice: int, sides: int) -> Fraction:
    """The probability that some dice do not bust.

    >>> chance_to_stay(3, 2, 3)
    Fraction(1, 3)
    """
    return Fraction(sum(ways(dice, sides, room)), sides**dice)
