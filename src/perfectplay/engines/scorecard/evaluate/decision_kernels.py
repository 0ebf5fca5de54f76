"""The kernels that compute the decisions of play, best or given.

They work on blocks as the solving kernels do: the values of all keeps for up to 64 anchors. Among
equally good options the first in the game's own order is taken; equal means equal up to rounding.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.backends import fast, inlined
from perfectplay.engines.scorecard.anchors import AnchorRuns, CardArrays
from perfectplay.engines.scorecard.evaluate.rule_tables import RuleSteps
from perfectplay.engines.scorecard.lattice import LANES, LatticeArrays
from perfectplay.engines.scorecard.solve.placing import (
    Scratch,
    entries,
    flag_after,
    joker_boxes,
    lanes_after,
    list_rows,
    new_scratch,
    place_best,
    playable,
    run_of,
)
from perfectplay.engines.scorecard.solve.utility_weights import UtilityWeights
from perfectplay.engines.scorecard.solve.walk import FAST, aligned_zeros, copy, keep_best, reroll

NONE = 0xFFFFFFFF
"""Nothing has been chosen yet."""


class Layer(NamedTuple):
    """What a kernel needs to know of a layer: the card, its dice, its anchors, and their values."""

    card: CardArrays
    lattice: LatticeArrays
    weights: UtilityWeights
    runs: AnchorRuns
    rerolls: int
    values: Any
    ties: tuple[float, float, float]
    """See `ties_for`."""
    steps: RuleSteps | None
    """Given play to follow; without it, play is optimal, and only that is compiled."""


class Policy(NamedTuple):
    """The decisions of play at up to 64 anchors, in rows of 64 lanes.

    `placed` has a row for each roll: the entry it makes once rolling is over. `kept` has a row for
    each roll with one reroll left, then for each roll with two, and so on: the keep to reroll, or
    the roll itself where rolling stops. `rolls` holds the values of rolls in the same way, starting
    with no rerolls left. `made` has a row for each entry: its probability at the end of the turn.
    If play is given, `line` holds the line that decides, by rerolls and roll. The others are
    working memory.
    """

    placed: Any
    kept: Any
    rolls: Any
    made: Any
    walked: Any
    mass: Any
    final: Any
    listed: Any
    listed_begin: Any
    ahead: Any
    line: Any
    least: Any
    chosen: Any
    scratch: Scratch


def new_policy(
    card: CardArrays, lattice: LatticeArrays, rerolls: int, steps: RuleSteps | None = None
) -> Policy:
    """Memory for the decisions at some anchors, for one worker."""
    rolls, size = len(lattice.chance), len(lattice.up)
    return Policy(
        placed=np.zeros(rolls * LANES, np.uint32),
        kept=np.zeros(rerolls * rolls * LANES, np.uint16),
        rolls=np.zeros((rerolls + 1) * rolls * LANES),
        made=np.zeros(len(card.entry_points) * LANES),
        walked=aligned_zeros((size + 1) * LANES, np.float64),
        mass=aligned_zeros((size + 1) * LANES, np.float64),
        final=aligned_zeros(rolls * LANES, np.float64),
        listed=np.zeros(len(steps.step) if steps else 0, np.int64),
        listed_begin=np.zeros((rerolls + 1) * rolls + 1, np.int64),
        ahead=np.zeros((len(steps.section) if steps else 0, LANES)),
        line=np.zeros((rerolls + 1) * rolls * LANES if steps else 0, np.uint16),
        least=np.zeros(LANES),
        chosen=np.zeros(LANES, np.uint32),
        scratch=new_scratch(card, lattice),
    )


def nearly(best: float, ties: Any) -> Any:
    """The least value that counts as equal to the best."""
    relative, absolute, constant = ties
    return best - relative * min(abs(best), abs(best - constant)) - absolute


@inlined
@fast(*FAST)
def decide(layer: Layer, policy: Policy, first: int, count: int) -> None:
    """The decisions at some anchors of a layer, from the last decision of a turn to the first.

    Afterwards, `policy.scratch.after` holds the anchor that each figure leads to.
    """
    card, runs, scratch = layer.card, layer.runs, policy.scratch
    run = run_of(runs, first)
    column = 0
    while column < count:
        anchor = first + column
        if runs.begin[run + 1] <= anchor:
            run += 1
            continue
        mask, flag, lane = runs.mask[run], runs.flag[run], anchor - runs.begin[run]
        taken = min(runs.begin[run + 1] - anchor, count - column)
        entries(card, layer.weights, layer.values, mask, flag, lane, column, taken, scratch)
        follow(card, mask, flag, column, taken, scratch)
        decide_lanes(layer.steps, layer, mask, flag, lane, column, taken, policy)
        column += taken
    decide_keeps(layer.steps, layer.lattice, layer.rerolls, layer.ties, policy)


def decide_lanes(
    steps: RuleSteps | None,
    layer: Layer,
    mask: int,
    flag: int,
    lane: int,
    column: int,
    count: int,
    policy: Policy,
) -> None:
    """The decisions of the steps for some lanes of a mask; without steps, just the best entries."""
    if steps is None:
        list_rows(layer.card, mask, flag, policy.scratch)
        place_best(layer.card, mask, column, count, policy.scratch)
        choose_entries(layer.card, mask, flag, column, count, layer.ties, policy)
    else:
        list_steps(steps, layer, mask, policy)
        apply_steps(steps, layer, mask, flag, lane, column, count, policy)


def list_steps(steps: RuleSteps, layer: Layer, mask: int, policy: Policy) -> None:
    """For each number of rerolls and roll, the steps that may decide once a mask is filled.

    A step that depends on a bonus may not apply to every lane; the first that depends on none ends
    the list.
    """
    card = layer.card
    rolls, end, boxes = len(card.repeats), 0, 0
    for box in range(card.boxes):
        boxes += 1 - (mask >> box & 1)
    for left in range(layer.rerolls + 1):
        for roll in range(rolls):
            policy.listed_begin[left * rolls + roll] = end
            choices, as_joker = playable(card, mask), 0
            if card.repeat_box & mask and card.repeats[roll]:
                choices, as_joker = joker_boxes(card, mask, roll)
            row = (2 * left + as_joker) * rolls + roll
            for place in range(steps.begin[row], steps.begin[row + 1]):
                step = steps.step[place]
                wanted = np.int64(steps.open[step])
                if wanted & mask or np.int64(steps.filled[step]) & ~mask:
                    continue
                if boxes < steps.fewest[step] or boxes > steps.most[step]:
                    continue
                if left == 0 and not choices >> np.int64(steps.act[place]) & 1:
                    continue
                policy.listed[end] = place
                end += 1
                if steps.bonus[step] < 0:
                    break
    policy.listed_begin[(layer.rerolls + 1) * rolls] = end


def apply_steps(
    steps: RuleSteps,
    layer: Layer,
    mask: int,
    flag: int,
    lane: int,
    column: int,
    count: int,
    policy: Policy,
) -> None:
    """The decisions of the steps for some lanes of a mask."""
    card, ahead, listed = layer.card, policy.ahead, policy.listed
    rolls, figures = len(card.repeats), len(card.figure_points)
    find_course(card, steps, policy.scratch, lane, count, ahead)
    for roll in range(rolls):
        as_joker, first = 0, 0
        if card.repeat_box & mask and card.repeats[roll]:
            _, as_joker = joker_boxes(card, mask, roll)
            first = figures if flag else 0
        for left in range(layer.rerolls + 1):
            begin = policy.listed_begin[left * rolls + roll]
            last = policy.listed_begin[left * rolls + roll + 1] - 1
            to = np.uint64(roll * LANES + column + max(left - 1, 0) * rolls * LANES)
            for option in range(last - begin + 1):
                place = listed[last - option]
                act = np.int64(steps.act[place])
                if left == 0:
                    act = first + np.int64(card.figure_of[as_joker, act, roll])
                step = steps.step[place]
                line = steps.line[step]
                by = np.uint64((left * rolls + roll) * LANES + column)
                bonus, least, below = steps.bonus[step], steps.least[step], steps.below[step]
                for each in range(count):
                    u = np.uint64(each)
                    if bonus < 0 or least <= ahead[bonus, u] < below:
                        policy.line[by + u] = line
                        if left == 0:
                            policy.placed[to + u] = act
                        else:
                            policy.kept[to + u] = act


def find_course(
    card: CardArrays, steps: RuleSteps, scratch: Scratch, lane: int, count: int, ahead: Any
) -> None:
    """How far each bonus is ahead of par, for some lanes of a mask."""
    for bonus in range(len(steps.section)):
        scale = 1
        for back in range(len(card.section_at)):
            section = len(card.section_at) - 1 - back
            row = np.int64(card.section_begin[section]) + scratch.classes[section]
            begin = np.int64(card.lane_begin[row])
            lanes = np.int64(card.lane_begin[row + 1]) - begin
            if section == steps.section[bonus]:
                for place in range(count):
                    own = (lane + place) // scale % lanes
                    ahead[bonus, place] = steps.ahead[bonus, begin + own]
            scale *= lanes


def decide_keeps(
    steps: RuleSteps | None, lattice: LatticeArrays, rerolls: int, ties: Any, policy: Policy
) -> None:
    """The dice to keep, given the values of the final rolls in the block.

    If there are steps, they have decided already.
    """
    if steps is None:
        keep_best_dice(lattice, rerolls, ties, policy)


def keep_best_dice(lattice: LatticeArrays, rerolls: int, ties: Any, policy: Policy) -> None:
    """The dice kept by best play."""
    block, rolls = policy.scratch.block, len(lattice.chance)
    level_size = rolls * LANES
    copy(block, 0, level_size, policy.rolls, 0)
    for level in range(rerolls):
        reroll(block, lattice.up, rolls, lattice.sides)
        copy(block, 0, len(block), policy.walked, 0)
        keep_best(policy.walked, lattice.down, lattice.parents)
        copy(policy.walked, 0, level_size, policy.rolls, (level + 1) * level_size)
        choose_keeps(lattice, level, ties, policy)
        copy(policy.walked, 0, level_size, block, 0)


def follow(
    card: CardArrays, mask: int, flag: int, column: int, count: int, scratch: Scratch
) -> None:
    """The anchor that each figure leads to, for some lanes of a mask."""
    choices = playable(card, mask)
    for box in range(card.boxes):
        if choices >> box & 1:
            for figure in range(card.figure_begin[box], card.figure_begin[box + 1]):
                points = card.figure_points[figure]
                begin = card.base[flag_after(card, flag, box, points), mask | 1 << box]
                lanes_after(
                    card, scratch.classes, box, points, scratch.totals, count, scratch.lanes
                )
                for place in range(count):
                    spot = np.int64(figure) * LANES + column + place
                    scratch.after[spot] = begin + scratch.lanes[place]


def choose_entries(
    card: CardArrays,
    mask: int,
    flag: int,
    column: int,
    count: int,
    ties: Any,
    policy: Policy,
) -> None:
    """For each roll, the entry it makes once rolling is over.

    If no entry is close to the best, it is the last one: `list_rows` relies on points never doing
    harm, which rounding or a forged file may contradict.
    """
    block, value = policy.scratch.block, policy.scratch.value
    least, chosen = policy.least, policy.chosen
    for roll in range(len(card.repeats)):
        choices, as_joker, first = playable(card, mask), 0, 0
        if card.repeat_box & mask and card.repeats[roll]:
            choices, as_joker = joker_boxes(card, mask, roll)
            first = len(card.figure_points) if flag else 0
        entry, to = np.int64(0), np.uint64(roll * LANES + column)
        for place in range(count):
            u = np.uint64(place)
            least[u] = nearly(block[to + u], ties)
            chosen[u] = NONE
        for box in range(card.boxes):
            if not choices >> box & 1:
                continue
            entry = first + np.int64(card.figure_of[as_joker, box, roll])
            of = np.uint64(entry * LANES + column)
            for place in range(count):
                u = np.uint64(place)
                good = chosen[u] == NONE and value[of + u] >= least[u]
                chosen[u] = entry if good else chosen[u]
        for place in range(count):
            u = np.uint64(place)
            policy.placed[to + u] = entry if chosen[u] == NONE else chosen[u]


def choose_keeps(lattice: LatticeArrays, level: int, ties: Any, policy: Policy) -> None:
    """For each roll, the keep to reroll, or the roll itself where rolling stops.

    The block holds the values of keeps that are rerolled now.
    """
    block, rolls = policy.scratch.block, len(lattice.chance)
    level_size, least, chosen = rolls * LANES, policy.least, policy.chosen
    for roll in range(rolls):
        stop = roll * LANES
        best = (level + 1) * level_size + stop
        for lane in range(LANES):
            least[lane] = nearly(policy.rolls[best + lane], ties)
            chosen[lane] = roll if policy.rolls[stop + lane] >= least[lane] else NONE
        for option in range(lattice.options_begin[roll] + 1, lattice.options_begin[roll + 1]):
            keep = lattice.options[option]
            of = np.uint64(keep) * np.uint64(LANES)
            for lane in range(LANES):
                u = np.uint64(lane)
                good = chosen[u] == NONE and block[of + u] >= least[u]
                chosen[u] = keep if good else chosen[u]
        for lane in range(LANES):
            policy.kept[level * level_size + stop + lane] = (
                roll if chosen[lane] == NONE else chosen[lane]
            )
