"""The kernels that follow optimal play: what it decides, where it leads, what it comes to.

They work on blocks as the solving kernels do: the worth of all keeps for up to 64 anchors. Among
equally good options the first in the game's own order is taken; equal means equal but for rounding.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from perfectplay.engines.scorecard.anchors import ABSENT
from perfectplay.engines.scorecard.kernels import (
    LANES,
    aligned_zeros,
    compiled,
    figures,
    joker_boxes,
    keep_best,
    lanes_of,
    place_best,
    playable,
    reroll,
)
from perfectplay.engines.ties import RELATIVE_TIE

NONE = 65535
"""No box was chosen yet, or no keep."""


@compiled
def nearly(best: float, absolute: float) -> float:
    """The least value that is as good as the best."""
    return best - RELATIVE_TIE * abs(best) - absolute


@compiled
def choose_figures(
    card: Any,
    mask: int,
    flag: int,
    column: int,
    count: int,
    worth: Any,
    block: Any,
    absolute: float,
    placed: Any,
) -> None:
    """For each roll, the figure that it makes when the dice are down."""
    for roll in range(len(card.repeats)):
        choices, as_joker, extra = playable(card, mask), 0, 0.0
        if card.repeat_mask & mask and card.repeats[roll]:
            choices, as_joker = joker_boxes(card, mask, roll)
            extra = float(card.repeat_points) if flag else 0.0
        to = roll * LANES + column
        for place in range(count):
            placed[to + place] = NONE
        for box in range(card.boxes):
            if not choices >> box & 1:
                continue
            figure = card.figure_of[as_joker, box, roll]
            of = np.int64(figure) * LANES
            for place in range(count):
                good = worth[of + place] + extra >= nearly(block[to + place], absolute)
                if good and placed[to + place] == NONE:
                    placed[to + place] = figure


@compiled
def choose_keeps(
    rolls: int, options: Any, begins: Any, down: Any, block: Any, absolute: float, kept: Any
) -> None:
    """For each roll, the keep that is rerolled, or the roll itself where rolling stops.

    The block holds what each keep is worth with a reroll; `down` what the rolls are worth when the
    dice are down, and in its second half what they are worth at best.
    """
    half = rolls * LANES
    least = np.empty(LANES)
    for roll in range(rolls):
        to = np.uint64(roll * LANES)
        for lane in range(LANES):
            u = np.uint64(lane)
            least[u] = nearly(down[np.uint64(half) + to + u], absolute)
            kept[to + u] = roll if down[to + u] >= least[u] else NONE
        for option in range(begins[roll] + 1, begins[roll + 1]):
            keep = options[option]
            of = np.uint64(keep) * np.uint64(LANES)
            for lane in range(LANES):
                u = np.uint64(lane)
                if kept[to + u] == NONE and block[of + u] >= least[u]:
                    kept[to + u] = keep


@compiled
def decide(
    lattice: Any, rerolls: int, absolute: float, block: Any, down: Any, kept: Any
) -> None:
    """Walk a turn backwards from what the rolls are worth, and note the keeps at every step.

    `kept` has a row for each roll and lane, first those with one reroll left, then with two.
    """
    rolls = len(lattice.chance)
    half = rolls * LANES
    for spot in range(half):
        down[spot] = block[spot]
    for level in range(rerolls):
        reroll(block, lattice.up, rolls, lattice.sides)
        best_of_keeps(lattice, block, down)
        own = kept[level * half : (level + 1) * half]
        choose_keeps(rolls, lattice.options, lattice.begins, down, block, absolute, own)
        for spot in range(half):
            block[spot] = down[half + spot]


@compiled
def best_of_keeps(lattice: Any, block: Any, down: Any) -> None:
    """What each roll is worth at best, into the second half of `down`; the block stays as it is."""
    rolls = len(lattice.chance)
    half = np.uint64(rolls * LANES)
    walked = block.copy()
    keep_best(walked, lattice.down, lattice.parents)
    for spot in range(rolls * LANES):
        down[half + np.uint64(spot)] = walked[np.uint64(spot)]


@compiled
def play_turn(lattice: Any, rerolls: int, kept: Any, mass: Any, final: Any) -> None:
    """How likely each roll is when the dice are down, by lane, if play keeps what it decided."""
    rolls, size = len(lattice.chance), lattice.up.shape[0]
    half = rolls * LANES
    share = 1.0 / lattice.sides
    final[:] = 0.0
    mass[:] = 0.0
    for roll in range(rolls):
        for lane in range(LANES):
            mass[roll * LANES + lane] = lattice.chance[roll]
    for back in range(rerolls):
        level = rerolls - 1 - back
        for spot in range(half, size * LANES):
            mass[spot] = 0.0
        for roll in range(rolls):
            for lane in range(LANES):
                spot = roll * LANES + lane
                keep = np.int64(kept[level * half + spot])
                if keep < rolls:
                    final[spot] += mass[spot]
                else:
                    mass[keep * LANES + lane] += mass[spot]
                mass[spot] = 0.0
        for step in range(size - rolls):
            node = size - 1 - step
            of = np.uint64(node * LANES)
            for face in range(lattice.sides):
                to = np.uint64(lattice.up[node, face]) * np.uint64(LANES)
                for lane in range(LANES):
                    u = np.uint64(lane)
                    mass[to + u] += share * mass[of + u]
    for spot in range(half):
        final[spot] += mass[spot]
