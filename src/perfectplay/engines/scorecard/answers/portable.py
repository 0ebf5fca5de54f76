"""A solved card as plain numbers: enough to walk through its turns without knowing the rules.

Where a roll may go is a list of placings, of which the first that fits applies. What follows is an
index into the table of values, found from the filled boxes, the flag of the repeat bonus and the
totals of the sections. `Anchors` and `Lattice` explain these.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from perfectplay.model.scorecard import Rolled, Scorecard
from perfectplay.model.scorecard.game import keep_words
from perfectplay.model.scorecard.scoring import Roll
from perfectplay.solution.answers import Portable

if TYPE_CHECKING:
    from perfectplay.engines.scorecard.solution import ScorecardSolution


class Placing(NamedTuple):
    """Where a roll may go while some boxes are filled and others open, as masks."""

    filled: int
    open: int
    to: int
    """The boxes to choose from, if open; if none is, the placing does not fit."""
    joker: int = 0
    """Whether the roll scores as a joker."""
    extra: int = 0
    """The extra points if the repeat bonus can be earned."""


def portable(solution: ScorecardSolution) -> Portable:
    """Everything needed to walk through turns, from a solution for the expected score."""
    game, anchors, lattice = solution.game, solution.anchors, solution.lattice
    card, arrays = game.card, anchors.arrays
    rolls = lattice.keeps[: lattice.rolls]
    lists = [placings(card, roll) for roll in rolls]
    known = {each: number for number, each in enumerate(dict.fromkeys(lists))}
    relative, absolute, _ = solution.card_play.ties
    options, begins = lattice.options
    facts = {
        "keeps": [list(keep) for keep in lattice.keeps],
        "labels": [keep_words(keep, card.dice) for keep in lattice.keeps],
        "words": [words_for(solution, keep) for keep in lattice.keeps],
        "rolls": lattice.rolls,
        "placings": [[each._asdict() for each in several] for several in known],
        "raises": anchors.repeat_mask,
        "sections": [
            {
                "bonuses": [bonus.name for bonus in section.bonuses],
                "at": section.at,
                "bits": bits.tolist(),
                "lanes": section.lanes,
            }
            for section, bits in zip(anchors.sections, arrays.section_bit, strict=True)
        ],
        "ties": {"relative": relative, "absolute": absolute},
    }
    columns = {
        "values": np.asarray(solution.values),
        "base": anchors.base,
        "lane_of": arrays.lane_of,
        "points": [
            [[points[name].get(roll, 0) for roll in rolls] for name in card.names]
            for points in (card.points, card.joker_points)
        ],
        "placing_of": [known[each] for each in lists],
        "up": lattice.up[lattice.rolls :, : lattice.sides],
        "options": options,
        "options_begin": begins,
    }
    return Portable(facts, {name: np.asarray(column).ravel() for name, column in columns.items()})


def words_for(solution: ScorecardSolution, keep: Roll) -> str:
    """A keep in words, without the roll, since the other dice do not matter."""
    game = solution.game
    dice = game.card.dice
    roll = tuple(sorted((*keep, *(1,) * (dice - len(keep)))))
    return game.describe_option(Rolled(game.card.names, roll, 1), keep_words(keep, dice))


def placings(card: Scorecard, roll: Roll) -> tuple[Placing, ...]:
    """Where a roll may go; the first placing that fits applies.

    >>> from perfectplay.games.yahtzee import Yahtzee
    >>> for placing in placings(Yahtzee().card, (6, 6, 6, 6, 6)):
    ...     print("{:13b} {:6b} {:13b} {} {}".format(*placing))
    1000000000000 100000        100000 0 100
    1000000100000      0 1111111000000 1 100
    1000000100000      0 1111111111111 1 100
                0      0 1111111111111 0 0
    """
    bit = {name: 1 << place for place, name in enumerate(card.names)}
    every = sum(bit.values())
    plain = [Placing(0, 0, every)]
    if card.in_order:
        plain = [Placing(each - 1, 0, each) for each in bit.values()]
    repeat = card.repeat
    if repeat is None or roll not in card.repeats:
        return tuple(plain)
    held, extra = bit[repeat.box], repeat.points
    if repeat.joker == "none":
        again = [each._replace(filled=each.filled | held, extra=extra) for each in plain]
        return (*again, *plain)
    own = bit[card.face_boxes[roll[0]]] if is_own(card, roll) else 0
    forced = repeat.joker == "forced"
    others = every & ~sum(bit[name] for name in card.face_boxes.values())
    jokers = (others, every) if forced else (every,)
    return (
        *([Placing(held, own, own if forced else every, 0, extra)] if own else []),
        *(Placing(held | own, 0, to, 1, extra) for to in jokers),
        *plain,
    )


def is_own(card: Scorecard, roll: Sequence[int]) -> bool:
    """Whether all dice show a face that has its own box."""
    return len(set(roll)) == 1 and roll[0] in card.face_boxes
