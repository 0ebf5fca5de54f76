"""Turns sampled from play, and the kernels that apply lines to them.

What each box is worth at such a turn is known. So rating a list takes two walks through the dice of
the turn; rating one more line takes a single walk, as the other decisions are known.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.backends import fast
from perfectplay.engines.scorecard.anchors import CardArrays
from perfectplay.engines.scorecard.evaluate.decision_kernels import Layer, Policy, find_course
from perfectplay.engines.scorecard.evaluate.rule_tables import RuleSteps
from perfectplay.engines.scorecard.lattice import LANES, LatticeArrays
from perfectplay.engines.scorecard.solve.placing import (
    NEVER,
    entries,
    joker_boxes,
    playable,
    run_of,
)
from perfectplay.engines.scorecard.solve.walk import FAST


class TurnSample(NamedTuple):
    """Turns sampled from play, and what each box would be worth there."""

    often: Any
    """For each turn, how often it comes up in a game."""
    mask: Any
    ahead: Any
    """For each turn and bonus, how far the total is ahead of par."""
    joker: Any
    """For each turn and roll, whether it scores as a joker."""
    boxes: Any
    """The value for each turn, roll and box; NEVER where the box is not allowed."""


class Rated(NamedTuple):
    """What some lines decide at these turns; a row is a number of rerolls and a roll."""

    likely: Any
    """For each turn and row, how often the decision comes up in a game."""
    now: Any
    """For each turn and row, its value if the lines go on to be followed."""
    line: Any
    """For each turn and row, the line that decides."""
    act: Any
    """For each turn and row, the keep, or the box once rolling is over."""
    kept: Any
    """The value for each turn, number of rerolls minus one, and keep."""

    @property
    def value(self) -> float:
        """The total value of the turns."""
        first = self.now.shape[1] // (self.kept.shape[1] + 1)
        return float((self.likely[:, -first:] * self.now[:, -first:]).sum())


class LineArrays(NamedTuple):
    """A line as arrays: its steps, and from `begin` on the rows and acts of each."""

    open: Any
    filled: Any
    fewest: Any
    most: Any
    bonus: Any
    least: Any
    below: Any
    begin: Any
    row: Any
    act: Any


@fast(*FAST)
def sample_turns(
    layer: Layer,
    steps: RuleSteps,
    anchors: Any,
    sample: TurnSample,
    policy: Policy,
    first: int,
    last: int,
) -> None:
    """Record the turns at some anchors of a layer."""
    card, scratch = layer.card, policy.scratch
    for number in range(first, last):
        run = run_of(layer.runs, anchors[number])
        mask, flag = layer.runs.mask[run], layer.runs.flag[run]
        lane = anchors[number] - layer.runs.begin[run]
        sample.mask[number] = mask
        entries(card, layer.weights, layer.values, mask, flag, lane, 0, 1, scratch)
        find_course(card, steps, scratch, lane, 1, sample.ahead.T[:, number:])
        rate_boxes(card, mask, flag, scratch.value, sample.joker[number], sample.boxes[number])


def rate_boxes(card: CardArrays, mask: int, flag: int, value: Any, joker: Any, boxes: Any) -> None:
    """The value of each roll in each box, in the first lane."""
    figures = len(card.figure_points)
    for roll in range(len(card.repeats)):
        choices, as_joker, first = playable(card, mask), 0, 0
        if card.repeat_box & mask and card.repeats[roll]:
            choices, as_joker = joker_boxes(card, mask, roll)
            first = figures if flag else 0
        joker[roll] = as_joker
        for box in range(card.boxes):
            if choices >> box & 1:
                entry = first + np.int64(card.figure_of[as_joker, box, roll])
                boxes[roll, box] = value[entry * LANES]


class RateScratch(NamedTuple):
    """Working memory: which steps apply at a turn, and a number for every keep."""

    holds: Any
    keeps: Any


def new_rate_scratch(steps: int, keeps: int) -> RateScratch:
    """Working memory for one worker."""
    return RateScratch(np.zeros(steps, np.uint8), np.zeros(keeps))


@fast(*FAST)
def rate(
    lattice: LatticeArrays,
    steps: RuleSteps,
    sample: TurnSample,
    rated: Rated,
    scratch: RateScratch,
    first: int,
    last: int,
) -> None:
    """What the steps decide at some turns, its value, and how likely each decision is."""
    for turn in range(first, last):
        boxes = open_boxes(sample, turn)
        for step in range(len(steps.open)):
            scratch.holds[step] = applies(steps, sample, step, turn, boxes)
        apply_lines(steps, sample, rated, scratch.holds, turn)
        now, kept = rated.now[turn], rated.kept[turn]
        walk_back(lattice, sample.boxes[turn], rated.act[turn], now, kept, scratch.keeps)
        walk_on(lattice, sample, rated, scratch.keeps, turn)


def apply_lines(steps: RuleSteps, sample: TurnSample, rated: Rated, holds: Any, turn: int) -> None:
    """The line and act of each row: those of the first step that applies."""
    rolls = sample.joker.shape[1]
    for row in range(rated.now.shape[1]):
        left, roll = divmod(row, rolls)
        of = (2 * left + np.int64(sample.joker[turn, roll])) * rolls + roll
        for place in range(steps.begin[of], steps.begin[of + 1]):
            step, act = steps.step[place], np.int64(steps.act[place])
            allowed = left > 0 or sample.boxes[turn, roll, act] > 0.5 * NEVER
            if allowed and holds[step]:
                rated.line[turn, row], rated.act[turn, row] = steps.line[step], act
                break


def walk_back(
    lattice: LatticeArrays, boxes: Any, act: Any, now: Any, kept: Any, walked: Any
) -> None:
    """The values of rolls and keeps of a turn, from the final dice back to the first roll."""
    rolls, size = len(boxes), len(lattice.up)
    for roll in range(rolls):
        now[roll] = boxes[roll, act[roll]]
    for level in range(len(kept)):
        for roll in range(rolls):
            walked[roll] = now[level * rolls + roll]
            kept[level, roll] = now[roll]  # keeping all dice ends the rolling
        for keep in range(rolls, size):
            total = 0.0
            for face in range(lattice.sides):
                total += walked[lattice.up[keep, face]]
            walked[keep] = total / lattice.sides
            kept[level, keep] = walked[keep]
        for roll in range(rolls):
            row = (level + 1) * rolls + roll
            now[row] = kept[level, act[row]]


def walk_on(lattice: LatticeArrays, sample: TurnSample, rated: Rated, mass: Any, turn: int) -> None:
    """How likely each row is, from the first roll to the final dice."""
    rolls, size = sample.joker.shape[1], len(lattice.up)
    likely, act = rated.likely[turn], rated.act[turn]
    levels = rated.kept.shape[1]
    for roll in range(rolls):
        likely[levels * rolls + roll] = sample.often[turn] * lattice.chance[roll]
    for level in range(levels, 0, -1):
        mass[:] = 0.0
        for roll in range(rolls):
            row = level * rolls + roll
            if act[row] == roll:
                likely[roll] += likely[row]
            else:
                mass[act[row]] += likely[row]
        for keep in range(size - 1, rolls - 1, -1):
            share = mass[keep] / lattice.sides
            if share > 0.0:
                for face in range(lattice.sides):
                    mass[lattice.up[keep, face]] += share
        for roll in range(rolls):
            likely[(level - 1) * rolls + roll] += mass[roll]


class Trial(NamedTuple):
    """Working memory: what is decided at a turn with one more line, and its value."""

    act: Any
    taken: Any
    """For each row, the last turn at which the line decided it."""
    now: Any
    kept: Any
    walked: Any


def new_trial(rows: int, rerolls: int, keeps: int) -> Trial:
    """Working memory for one worker."""
    acts, taken = np.zeros(rows, np.int64), np.full(rows, -1)
    return Trial(acts, taken, np.zeros(rows), np.zeros((rerolls, keeps)), np.zeros(keeps))


@fast(*FAST)
def rate_with(
    lattice: LatticeArrays,
    line_arrays: LineArrays,
    at: int,
    sample: TurnSample,
    rated: Rated,
    gains: Any,
    trial: Trial,
    first: int,
    last: int,
) -> None:
    """What a line placed before one of the rated lines gains at some turns."""
    rolls, rows = sample.joker.shape[1], rated.now.shape[1]
    for turn in range(first, last):
        if apply_line_too(line_arrays, at, sample, rated, trial, turn):
            now = trial.now
            walk_back(lattice, sample.boxes[turn], trial.act, now, trial.kept, trial.walked)
            for roll in range(rolls):
                row = rows - rolls + roll
                gains[turn] += rated.likely[turn, row] * (now[row] - rated.now[turn, row])


def apply_line_too(
    line_arrays: LineArrays, at: int, sample: TurnSample, rated: Rated, trial: Trial, turn: int
) -> bool:
    """The acts of a turn with one more line; returns whether that decides anything."""
    rolls, boxes, some = sample.joker.shape[1], open_boxes(sample, turn), False
    for step in range(len(line_arrays.open)):
        if not applies(line_arrays, sample, step, turn, boxes):
            continue
        if not some:
            trial.act[:] = rated.act[turn]
        some = True
        for place in range(line_arrays.begin[step], line_arrays.begin[step + 1]):
            left, rest = divmod(np.int64(line_arrays.row[place]), 2 * rolls)
            as_joker, roll = divmod(rest, rolls)
            row, act = left * rolls + roll, np.int64(line_arrays.act[place])
            allowed = left > 0 or sample.boxes[turn, roll, act] > 0.5 * NEVER
            mine = sample.joker[turn, roll] == as_joker and rated.line[turn, row] >= at
            if allowed and mine and trial.taken[row] != turn:
                trial.act[row], trial.taken[row] = act, turn
    return some


@fast(*FAST)
def estimate_gains(
    line_arrays: LineArrays,
    sample: TurnSample,
    rated: Rated,
    gains: Any,
    taken: Any,
    first: int,
    last: int,
) -> None:
    """What a line would gain at some turns, by the line that decides now."""
    rolls = sample.joker.shape[1]
    for turn in range(first, last):
        boxes = open_boxes(sample, turn)
        for step in range(len(line_arrays.open)):
            if not applies(line_arrays, sample, step, turn, boxes):
                continue
            for place in range(line_arrays.begin[step], line_arrays.begin[step + 1]):
                left, rest = divmod(np.int64(line_arrays.row[place]), 2 * rolls)
                as_joker, roll = divmod(rest, rolls)
                row = left * rolls + roll
                if sample.joker[turn, roll] != as_joker or taken[row] == turn:
                    continue
                act = line_arrays.act[place]
                value = sample.boxes[turn, roll, act] if left == 0 else NEVER
                if left > 0:
                    value = rated.kept[turn, left - 1, act]
                if value < 0.5 * NEVER:
                    continue
                taken[row] = turn
                gain = rated.likely[turn, row] * (value - rated.now[turn, row])
                gains[turn, rated.line[turn, row]] += gain


def applies(steps: Any, sample: TurnSample, step: int, turn: int, boxes: int) -> bool:
    """Whether a step applies at a turn with this many open boxes."""
    mask = sample.mask[turn]
    if np.int64(steps.open[step]) & mask or np.int64(steps.filled[step]) & ~mask:
        return False
    if not steps.fewest[step] <= boxes <= steps.most[step]:
        return False
    bonus = steps.bonus[step]
    if bonus < 0:
        return True
    return bool(steps.least[step] <= sample.ahead[turn, bonus] < steps.below[step])


def open_boxes(sample: TurnSample, turn: int) -> int:
    """The number of open boxes at a turn."""
    boxes = 0
    for box in range(sample.boxes.shape[2]):
        boxes += 1 - (sample.mask[turn] >> box & 1)
    return boxes
