"""What other lines would gain, before they are tried: on the turns that come up in play.

Some games are played by the lines as they are. At each of their turns it is worked out how likely
every decision is and what every option is worth if play then goes on by the lines. So what a
further line would gain is, to the first order, a sum over these decisions; how much it really
gains is found by following it.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from perfectplay.engines.backends import fast, parts_of
from perfectplay.engines.scorecard.anchors import CardArrays
from perfectplay.engines.scorecard.followed import follow
from perfectplay.engines.scorecard.forward import BestPlay
from perfectplay.engines.scorecard.given import Tabled
from perfectplay.engines.scorecard.lattice import LANES
from perfectplay.engines.scorecard.placing import NEVER, joker_boxes, playable, run_of
from perfectplay.engines.scorecard.policy import Layer, Policy, arrive, decide, rate_rolls
from perfectplay.engines.scorecard.walk import FAST, copy, reroll

if TYPE_CHECKING:
    from perfectplay.engines.scorecard.solution import ScorecardSolution
    from perfectplay.strategies.rules.scoring import CardLine


class Seen(NamedTuple):
    """What was worked out at some anchors; a row is a number of rerolls and a roll."""

    mask: Any
    ahead: Any
    """By anchor and bonus, how far it is ahead of its course."""
    joker: Any
    """By anchor and roll, whether it scores as a joker."""
    likely: Any
    """By anchor and row, how often the decision comes up in a game."""
    now: Any
    """By anchor and row, what it is worth as the lines go on."""
    line: Any
    """By anchor and row, the line that decides."""
    kept: Any
    """By anchor, rerolls less one and keep, what that is worth."""
    boxes: Any
    """By anchor, roll and box, what that is worth; NEVER where it is not allowed."""


@dataclasses.dataclass(frozen=True)
class Drill:
    """Lines tried on a card that was solved."""

    solution: ScorecardSolution

    @functools.cached_property
    def tabled(self) -> Tabled:
        """What makes tables of lines."""
        return Tabled(self.solution.anchors, self.solution.lattice)

    def follow(self, lines: Sequence[CardLine]) -> BestPlay:
        """Play by some lines, with its values."""
        solution = self.solution
        parts = solution.anchors, solution.lattice, lines, solution.objective
        return follow(*parts, self.tabled)

    def seen(self, play: BestPlay, games: int, seed: int) -> Seen:
        """The decisions of some games by given play."""
        turns = [anchor.copy() for anchor, _ in play.played(games, seed)]
        card = play.anchors.card
        rows = (card.rerolls + 1) * play.lattice.rolls
        found = []
        for filled, at in enumerate(turns[:-1]):
            anchors, counts = np.unique(at, return_counts=True)
            size = len(anchors)
            seen = Seen(
                mask=np.zeros(size, np.int64),
                ahead=np.zeros((size, len(card.bonuses))),
                joker=np.zeros((size, play.lattice.rolls), np.uint8),
                likely=np.zeros((size, rows)),
                now=np.zeros((size, rows)),
                line=np.zeros((size, rows), np.int64),
                kept=np.zeros((size, card.rerolls, play.lattice.size)),
                boxes=np.full((size, play.lattice.rolls, len(card.boxes)), NEVER),
            )
            layer = play.layer(play.anchors.runs(filled))
            parts = list(parts_of(0, size, 64))
            play.backend.for_each(look, parts, layer, anchors, seen, scratch=play.policy)
            found.append(seen._replace(likely=seen.likely * (counts / games)[:, None]))
        return Seen(*(np.concatenate(columns) for columns in zip(*found, strict=True)))

    def move(self, line: CardLine) -> Move:
        """A line as arrays, step by step."""
        steps = self.tabled.steps([line])
        rows, numbers, acts = self.tabled.listed(line)
        begin = np.searchsorted(numbers, np.arange(len(line.steps) + 1))
        return Move(*steps[:7], begin, rows.astype(np.uint32), acts.astype(np.uint32))

    def gains(self, play: BestPlay, seen: Seen, move: Move, lines: int) -> Any:
        """By turn that was seen and line, what a line would gain where that one decides now."""
        gains = np.zeros((len(seen.mask), lines))
        everywhere = np.ones(len(seen.mask), np.uint8)
        taken = np.full(seen.likely.shape[1], -1)
        play.backend.compile(weigh)(move, seen, everywhere, taken, gains, -1)
        return gains

    def accept(self, play: BestPlay, seen: Seen, move: Move, where: Any, before: int) -> None:
        """Note what a line decides that now goes before another, at some of the turns."""
        seen.line[seen.line >= before] += 1
        gains = np.zeros((len(seen.mask), int(seen.line.max()) + 2))
        taken = np.full(seen.likely.shape[1], -1)
        held = where.astype(np.uint8)
        play.backend.compile(weigh)(move, seen, held, taken, gains, before)

    def holds(self, seen: Seen, line: CardLine) -> Any:
        """At which turns that were seen a line may apply, for all that it says of boxes."""
        move = self.move(line)
        boxes = len(self.solution.game.card.boxes) - np.bitwise_count(seen.mask)
        fine = (boxes >= move.fewest[0]) & (boxes <= move.most[0])
        fine &= (seen.mask & int(move.open[0])) == 0
        fine &= (~seen.mask & int(move.filled[0])) == 0
        if move.bonus[0] >= 0:
            ahead = seen.ahead[:, move.bonus[0]]
            fine &= (ahead >= move.least[0]) & (ahead < move.below[0])
        return fine


class Move(NamedTuple):
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
def look(layer: Layer, anchors: Any, seen: Seen, policy: Policy, first: int, last: int) -> None:
    """Work out what there is to see at some anchors of a layer."""
    card, lattice = layer.card, layer.lattice
    rolls, rerolls = len(lattice.chance), layer.rerolls
    block = policy.scratch.block
    for number in range(first, last):
        anchor = anchors[number]
        decide(layer, policy, anchor, 1)
        rate_rolls(lattice, rerolls, policy)
        run = run_of(layer.runs, anchor)
        mask, flag = layer.runs.mask[run], layer.runs.flag[run]
        seen.mask[number] = mask
        for bonus in range(len(policy.ahead)):
            seen.ahead[number, bonus] = policy.ahead[bonus, 0]
        for row in range((rerolls + 1) * rolls):
            seen.now[number, row] = policy.rolls[row * LANES]
            seen.line[number, row] = policy.line[row * LANES]
        arrive(lattice, rerolls, policy, 0, seen.likely[number])
        for level in range(rerolls):
            level_size = rolls * LANES
            copy(policy.rolls, level * level_size, level_size, block, 0)
            reroll(block, lattice.up, rolls, lattice.sides)
            for keep in range(len(lattice.up)):
                roll_itself = keep < rolls
                seen.kept[number, level, keep] = (
                    policy.rolls[keep * LANES] if roll_itself else block[keep * LANES]
                )
        rate_boxes(card, mask, flag, policy, seen.joker[number], seen.boxes[number])


def rate_boxes(
    card: CardArrays, mask: int, flag: int, policy: Policy, joker: Any, boxes: Any
) -> None:
    """What each roll is worth in each box, in the first lane."""
    worth, figures = policy.scratch.worth, len(card.figure_points)
    for roll in range(len(card.repeats)):
        choices, as_joker, first = playable(card, mask), 0, 0
        if card.repeat_box & mask and card.repeats[roll]:
            choices, as_joker = joker_boxes(card, mask, roll)
            first = figures if flag else 0
        joker[roll] = as_joker
        for box in range(card.boxes):
            if choices >> box & 1:
                entry = first + np.int64(card.figure_of[as_joker, box, roll])
                boxes[roll, box] = worth[entry * LANES]


def weigh(move: Move, seen: Seen, where: Any, taken: Any, gains: Any, before: int) -> None:
    """What a line would gain at each turn, by the line that decides now.

    If it is to go before a line, what it then decides is noted in `seen`.
    """
    rolls = seen.joker.shape[1]
    for number in range(len(seen.mask)):
        mask = seen.mask[number]
        for step in range(len(move.open)):
            if not where[number] or not applies(move, seen, step, number, mask):
                continue
            for place in range(move.begin[step], move.begin[step + 1]):
                left, rest = divmod(np.int64(move.row[place]), 2 * rolls)
                as_joker, roll = divmod(rest, rolls)
                row = left * rolls + roll
                if seen.joker[number, roll] != as_joker or taken[row] == number:
                    continue
                act = move.act[place]
                worth = seen.boxes[number, roll, act] if left == 0 else NEVER
                if left > 0:
                    worth = seen.kept[number, left - 1, act]
                if worth < 0.5 * NEVER:
                    continue
                taken[row] = number
                line = seen.line[number, row]
                gains[number, line] += seen.likely[number, row] * (worth - seen.now[number, row])
                if 0 <= before <= line:
                    seen.line[number, row] = before
                    seen.now[number, row] = worth


def applies(move: Move, seen: Seen, step: int, number: int, mask: int) -> bool:
    """Whether a step applies at a turn."""
    if np.int64(move.open[step]) & mask or np.int64(move.filled[step]) & ~mask:
        return False
    bonus = move.bonus[step]
    if bonus < 0:
        return True
    return bool(move.least[step] <= seen.ahead[number, bonus] < move.below[step])
