"""A solved game for a page without a server: every position, with all that is shown of it.

A site knows no rules. It has a row for each position that play can reach (with each running score,
if the objective needs that): its text and its words, the pieces on the table, its value. What can
be done or can happen there is a shape (`shapes.py`) shared by many positions: its steps with their
labels, their words and the pieces they are about. Another row says where the steps lead.
"""

from __future__ import annotations

import functools
import json
from array import array
from collections.abc import Hashable
from math import lcm
from typing import Any

import numpy as np

from perfectplay.engines.ties import RELATIVE_TIE
from perfectplay.model.nodes import Number
from perfectplay.model.text import write_value
from perfectplay.model.walk import node_at
from perfectplay.objectives import as_text
from perfectplay.present.place import ending
from perfectplay.present.table import MOST_STEPS, piece_data
from perfectplay.request import Progress
from perfectplay.solution.solution import Solution
from perfectplay.solution.whole_game import leaves_score_out
from perfectplay.web.site.extent import AMONG, require_few
from perfectplay.web.site.packing import VALUE_BITS, in_steps
from perfectplay.web.site.patterns import Patterns
from perfectplay.web.site.shapes import NodeShapes, StepFacts


class GameWriter:
    """A game being written, position by position, beginning with the start."""

    def __init__(self, solution: Solution, progress: Progress) -> None:
        self.solution, self.game = solution, solution.game
        self.shapes, self.patterns = NodeShapes(solution), Patterns()
        self.shape_of, self.sizes, self.values = array("q"), array("q"), array("d")
        """For each state: its shape, its number of targets, its value."""
        self.piece = functools.cache(lambda piece: told(piece_data(piece)))
        for number, state in enumerate(self.shapes.states):  # it grows during the loop
            if number % AMONG == 0:
                progress("writing positions", number)
                require_few(len(self.shapes.targets), len(self.shapes.states))
            self.write(*state)
        require_few(len(self.shapes.targets), len(self.shapes.states))

    def write(self, position: Hashable, score: Number | None) -> None:
        """Write one position."""
        shapes = self.shapes
        before = len(shapes.targets)
        self.shape_of.append(shapes.shape(position, node_at(self.game, position), score))
        self.sizes.append(len(shapes.targets) - before)
        self.values.append(float(self.solution.value_at(position, score)))
        names = getattr(position, "_fields", ())
        fields = {name: write_value(getattr(position, name)) for name in names}
        self.patterns.add(
            [
                name_of(shapes.text(position), score),
                told(shapes.words(position)),
                told(fields),
                *map(self.piece, shapes.view(position).pieces),
            ]
        )

    def facts(self, patterns: dict[str, Any]) -> dict[str, Any]:
        """Everything a page needs besides the columns."""
        solution, unit = self.solution, self.unit
        return {
            **patterns,
            "shapes": [flat(shape) for shape in self.shapes.shapes],
            "steps": [self.step_facts(step, unit) for step in self.shapes.steps],
            "step": 2.0**-VALUE_BITS,
            "relative": RELATIVE_TIE,
            "unit": unit,
            "adds_score": leaves_score_out(solution),
            "endings": self.endings,
            "outcomes": MOST_STEPS,
        }

    @property
    def endings(self) -> list[str]:
        """The words for the end of a game: won, tied and lost, or what precedes the final score."""
        won, even, lost = (
            ending(self.game, self.solution.objective, final) for final in (1, 0, -1)
        )
        return [won, even, lost] if "0" not in even else [even.removesuffix("0")]

    @property
    def unit(self) -> int:
        """A number that divides all points: one over their common denominator."""
        return lcm(*(each.points.denominator for each in self.shapes.steps))  # type: ignore[union-attr]  # exact

    def step_facts(self, step: StepFacts, unit: int) -> dict[str, Any]:
        """A step for a page; defaults are left out."""
        facts = {
            "points": int(step.points * unit),
            "share": step.share,
            "marks": [mark._asdict() for mark in step.marks],
            "brings": [json.loads(self.piece(piece)) for piece in step.brings],
            "bust": step.bust,
            "passes": step.passes,
            "path": step.path,
            "leads": step.leads,
        }
        kept = {name: value for name, value in facts.items() if value not in (0, None, [], "")}
        return {"label": step.label, "words": step.words, **kept}

    def columns(self, order: Any, filling: Any) -> dict[str, Any]:
        """Numbers of positions, in the order of their patterns; targets are given as distances."""
        rank = np.empty_like(order)
        rank[order] = np.arange(len(order))
        sizes, targets = np.asarray(self.sizes), np.asarray(self.shapes.targets, np.int64)
        begins = np.cumsum(sizes) - sizes
        kept = sizes[order]
        ends = np.cumsum(kept)
        within = np.arange(len(targets)) - np.repeat(ends - kept, kept)
        led = rank[targets[np.repeat(begins[order], kept) + within]] if len(targets) else targets
        return {
            "filling": filling,
            "shape_of": np.asarray(self.shape_of)[order],
            "targets": led - np.repeat(np.arange(len(order)), kept),
            "values": in_steps(np.asarray(self.values)[order], VALUE_BITS),
            "start": rank[:1],
        }


def told(value: Any) -> str:
    """A value in the form a page reads."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def name_of(text: str, score: Number | None) -> str:
    """The name of a state."""
    return text if score is None else f"{text} score {as_text(score)}"


def flat(shape: tuple[Any, ...]) -> list[Any]:
    """A shape for a page, with its pairs flattened."""
    kind, player, *parts = shape
    if kind == "final":
        return [kind, player, *parts]
    return [kind, player, *(number for part in parts for number in part)]


def table_of(solution: Solution, progress: Progress) -> tuple[dict[str, Any], dict[str, Any]]:
    """The facts and the columns of a game's table."""
    written = GameWriter(solution, progress)
    progress("packing positions", len(written.shape_of))
    order, patterns, filling = written.patterns.told()
    return written.facts(patterns), written.columns(order, filling)
