"""Check conjectures about the ratings of a race exactly, at every state.

For the last turn: the rating rises with the number of dice and then falls (it has one peak), and it
falls from the number whose mean lies above the middle of the winning scores. For all other turns:
it has one peak, and no number of dice beats all those up to the first whose mean exceeds the limit.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from typing import TypeAlias

from perfectplay.games.greed import Greed
from perfectplay.model.dice_sums import ways
from perfectplay.request import Compute
from perfectplay.solution.rating_board import RatingBoard
from perfectplay.solve import solve


@dataclasses.dataclass(frozen=True)
class AuditCase:
    """A state, and two numbers of dice whose ratings there break a statement or level it."""

    mine: int
    theirs: int
    dice: int
    rating: Fraction
    more: int
    its_rating: Fraction


@dataclasses.dataclass(frozen=True)
class Finding:
    """A statement about all states: where it fails, and where it holds only with equality."""

    statement: str
    states: int
    fails: tuple[AuditCase, ...]
    levels: int = 0
    """How often a rating stays equal where it should rise or fall."""
    level: AuditCase | None = None
    """The first such case."""

    @property
    def holds(self) -> bool:
        """Whether it holds at every state, if only weakly."""
        return not self.fails

    @property
    def strictly(self) -> bool:
        """Whether it holds strictly at every state."""
        return not self.fails and not self.levels


RatedState: TypeAlias = tuple[int, int, list[int]]


@dataclasses.dataclass(frozen=True)
class AuditedTurns:
    """The last turns of a race, or all others."""

    limit: int
    sides: int
    last: bool

    @cached_property
    def unit(self) -> int:
        """The number of units in a rating of 1; the last turn uses fewer dice."""
        return int(2 * self.sides**self.limit) if self.last else self.board.unit

    @cached_property
    def board(self) -> RatingBoard:
        """The exact ratings."""
        greed = Greed(max=self.limit, sides=self.sides)
        return solve(greed, exact=True, compute=Compute(engine="race")).answer(RatingBoard)

    def case(self, state: RatedState, dice: int, more: int) -> AuditCase:
        """A case at a state, whose ratings are in units and start with one die."""
        mine, theirs, ratings = state
        pair = [Fraction(ratings[count - 1], self.unit) for count in (dice, more)]
        return AuditCase(mine, theirs, dice, pair[0], more, pair[1])

    @cached_property
    def states(self) -> list[RatedState]:
        """All audited states: both scores, and the ratings of one or more dice."""
        return list(self.last_turns() if self.last else self.other_turns())

    def last_turns(self) -> Iterator[RatedState]:
        """The states of the last turn in which the mover is not ahead, with all ratings."""
        likely = [ways(dice, self.sides, self.limit) for dice in range(self.limit + 1)]
        at_most = [list(accumulate(each)) for each in likely]
        half = [self.unit // (2 * self.sides**dice) for dice in range(self.limit + 1)]
        for mine in range(self.limit + 1):
            room = self.limit - mine
            for gap in range(room + 1):
                ratings = [
                    half[n] * (2 * (at_most[n][room] - at_most[n][gap]) + likely[n][gap])
                    for n in range(1, room + 1)
                ]
                yield mine, mine + gap, ratings

    def other_turns(self) -> Iterator[RatedState]:
        """All other states, with the ratings of one or more dice."""
        for mine, theirs, options in self.board.rated_turns():
            yield mine, theirs, options[1:]


def audit(limit: int, sides: int) -> list[Finding]:
    """All findings about a race with this limit and these dice.

    >>> for finding in audit(10, 3):
    ...     print(f"{finding.statement}: {len(finding.fails)} of {finding.states} states fail")
    last turn, one peak: 0 of 66 states fail
    last turn, falls beyond the middle of the winning scores: 0 of 66 states fail
    other turns, one peak: 9 of 121 states fail
    other turns, nothing gained beyond a mean above the limit: 0 of 121 states fail
    """
    last, others = (AuditedTurns(limit, sides, last=last) for last in (True, False))
    return [
        one_peak("last turn, one peak", last),
        falls_beyond_the_middle("last turn, falls beyond the middle of the winning scores", last),
        one_peak("other turns, one peak", others),
        nothing_beyond_the_limit(
            "other turns, nothing gained beyond a mean above the limit", others
        ),
    ]


def one_peak(statement: str, turns: AuditedTurns) -> Finding:
    """Whether ratings rise with the number of dice, and then fall, and never rise again."""
    fails, levels, level = [], 0, None
    for state in turns.states:
        fallen = failed = False
        for dice, (rating, more) in enumerate(pairwise(state[2]), start=1):
            if more > rating and fallen and not failed:
                failed = True
                fails.append(turns.case(state, dice, dice + 1))
            if more == rating > 0:
                levels += 1
                level = level or turns.case(state, dice, dice + 1)
            fallen |= more < rating
    return Finding(statement, len(turns.states), tuple(fails), levels, level)


def falls_beyond_the_middle(statement: str, turns: AuditedTurns) -> Finding:
    """Whether ratings fall once the mean lies above the middle of the winning scores."""
    fails, levels, level = [], 0, None
    for state in turns.states:
        mine, theirs, ratings = state
        first = (theirs + turns.limit - 2 * mine) // (turns.sides + 1) + 1
        for dice, (rating, more) in enumerate(pairwise(ratings[first - 1 :]), start=first):
            if more > rating:
                fails.append(turns.case(state, dice, dice + 1))
            elif more == rating > 0:
                levels += 1
                level = level or turns.case(state, dice, dice + 1)
    return Finding(statement, len(turns.states), tuple(fails), levels, level)


def nothing_beyond_the_limit(statement: str, turns: AuditedTurns) -> Finding:
    """Whether no number of dice beats all those up to the first with a mean above the limit."""
    fails = []
    for state in turns.states:
        mine, _, ratings = state
        first = 2 * (turns.limit - mine) // (turns.sides + 1) + 1
        within, beyond = ratings[:first], ratings[first:]
        if beyond and max(beyond) > max(within):
            dice, more = within.index(max(within)) + 1, first + beyond.index(max(beyond)) + 1
            fails.append(turns.case(state, dice, more))
    return Finding(statement, len(turns.states), tuple(fails))
