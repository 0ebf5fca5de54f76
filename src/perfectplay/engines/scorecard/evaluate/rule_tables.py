"""Turn lines of rules into steps in tables, which kernels can follow.

A step applies if certain boxes are open, others filled, and a bonus is far enough along; it says
what to do for every roll and number of rerolls. The first step that applies decides. Steps are
listed by roll, so that a kernel looks only at those with something to say about it.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from perfectplay.engines.scorecard.anchors import Anchors
from perfectplay.engines.scorecard.lattice import Lattice
from perfectplay.errors import StrategyError
from perfectplay.model.scorecard.course import bonus_lead_from_total

if TYPE_CHECKING:
    from perfectplay.strategies.rules.scoring import CardLine, RuleCase

FAR = 1e18
"""Further than any bonus can be ahead or behind; the kernels have no infinity."""


class RuleSteps(NamedTuple):
    """Steps as arrays.

    A row is a number of rerolls, plain or joker, and a roll; `begin` says where the list of each
    row begins in `step` and in `act`, which holds the keep, or the box once rolling is over.
    """

    open: Any
    """For each step, the mask of boxes that must be open."""
    filled: Any
    fewest: Any
    """For each step, the fewest boxes that must be open."""
    most: Any
    bonus: Any
    """For each step, the bonus it depends on; -1 for none."""
    least: Any
    below: Any
    line: Any
    """For each step, the line it comes from."""
    begin: Any
    step: Any
    act: Any
    ahead: Any
    """For each bonus and index in `CardArrays.totals`, how far the total is ahead of par."""
    section: Any
    """The section of each bonus."""


def lines_of(strategy: object) -> list[CardLine] | None:
    """The lines of a strategy that kernels can follow; None if it is anything else."""
    lines = list(getattr(strategy, "lines", ()))
    followed = all(hasattr(line, "steps") and not line.scored for line in lines)
    return lines if lines and followed else None


@dataclasses.dataclass(frozen=True)
class RuleTables:
    """Lines made into tables for one card; those of each line are computed once."""

    anchors: Anchors
    lattice: Lattice

    @property
    def rows(self) -> int:
        """The number of rows: rolls, plain or joker, for each number of rerolls left."""
        return 2 * self.lattice.rolls * (self.anchors.card.rerolls + 1)

    def steps(self, lines: Sequence[CardLine]) -> RuleSteps:
        """All steps of some lines, in order."""
        steps = [(number, step) for number, line in enumerate(lines) for step in line.steps]
        wheres = [step.where for _, step in steps]
        listed = [self.listed(line) for line in lines]
        firsts = [0, *itertools.accumulate(len(line.steps) for line in lines)]
        rows = np.concatenate([np.zeros(0, np.int64), *(each[0] for each in listed)])
        numbers = [each[1] + first for each, first in zip(listed, firsts, strict=False)]
        step = np.concatenate([np.zeros(0, np.int64), *numbers])
        act = np.concatenate([np.zeros(0, np.uint32), *(each[2] for each in listed)])
        order = np.argsort(rows, kind="stable")
        names = self.anchors.card.names
        bonuses = [bonus.name for bonus in self.anchors.card.bonuses]
        courses = [where.course or (None, 0.0, 0.0) for where in wheres]
        return RuleSteps(
            open=np.array([mask_of(names, where.open) for where in wheres], np.uint32),
            filled=np.array([mask_of(names, where.filled) for where in wheres], np.uint32),
            fewest=np.array([where.boxes[0] for where in wheres], np.int64),
            most=np.array([where.boxes[1] for where in wheres], np.int64),
            bonus=np.array([bonuses.index(name) if name else -1 for name, *_ in courses], np.int64),
            least=np.array([max(least, -FAR) for _, least, _ in courses]),
            below=np.array([min(below, FAR) for *_, below in courses]),
            line=np.array([number for number, _ in steps], np.int64),
            begin=np.searchsorted(rows[order], np.arange(self.rows + 1)),
            step=step[order].astype(np.uint32),
            act=act[order].astype(np.uint32),
            ahead=self.ahead,
            section=self.sections,
        )

    @functools.cached_property
    def listed(self) -> Any:
        """A line as rows, steps and acts; cached."""

        @functools.lru_cache(1 << 16)
        def entries(line: CardLine) -> tuple[Any, Any, Any]:
            found = [
                (row, number, act)
                for number, step in enumerate(line.steps)
                for row, act in self.acts(step)
            ]
            columns = np.array(found, np.int64).reshape(-1, 3).T
            return columns[0], columns[1], columns[2]

        return entries

    def acts(self, step: RuleCase) -> list[tuple[int, int]]:
        """A step's acts, row by row."""
        card, lattice = self.anchors.card, self.lattice
        found = []
        for left in range(card.rerolls + 1):
            if step.where.rerolls is not None and left not in step.where.rerolls:
                continue
            for joker, acts in enumerate(step.acts):
                first = (2 * left + joker) * lattice.rolls
                for roll, act in acts.items():
                    number = lattice.number[roll]
                    if isinstance(act, str):
                        found.append((first + number, number if left else card.names.index(act)))
                    elif left:
                        found.append((first + number, lattice.number[act]))
        return found

    @functools.cached_property
    def ahead(self) -> Any:
        """How far each bonus is ahead, for every class and lane of its section."""
        card, sections = self.anchors.card, self.anchors.sections
        found = np.zeros((len(card.bonuses), len(self.anchors.arrays.totals)))
        begin = 0
        for section in sections:
            for totals, still in zip(section.totals, section.still, strict=True):
                for bonus in section.bonuses:
                    place = card.bonuses.index(bonus)
                    found[place, begin : begin + len(totals)] = [
                        bonus_lead_from_total(card, bonus, total, still) for total in totals
                    ]
                begin += len(totals)
        return found

    @functools.cached_property
    def sections(self) -> Any:
        """The section of each bonus."""
        sections = self.anchors.sections
        return np.array(
            [
                next((n for n, each in enumerate(sections) if bonus in each.bonuses), -1)
                for bonus in self.anchors.card.bonuses
            ],
            np.int64,
        )


def mask_of(names: Sequence[str], boxes: frozenset[str]) -> int:
    """Some boxes as a mask."""
    return sum(1 << names.index(name) for name in boxes)


def require_lines(strategy: object) -> list[CardLine]:
    """The lines of a strategy that kernels can follow."""
    lines = lines_of(strategy)
    if lines is None:
        raise StrategyError(
            "on a card of this size rules are followed exactly, without the score so far; "
            "`compare` plays a Python function on the same dice as best play"
        )
    return lines
