"""A scorecard played as at the table, to check the package's positions and rules against.

It shares nothing with them but the rules of the boxes: the dice lie in a row, each is picked up or
left, and the card holds what was written into each box. Nothing is sorted, capped or counted along.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from perfectplay.model.scorecard import Face, Rule, Scorecard

Dice = tuple[int, ...]
Written = tuple[tuple[str, int], ...]
"""The boxes that are filled, with the points in them."""


class Place(NamedTuple):
    """What a roll brings in a box: the points written into it, and points beside it."""

    points: int
    extra: int


def value(card: Scorecard, utility: Callable[[int], Any] = lambda score: score) -> Fraction:
    """The most that play can come to in the mean."""
    faces = range(1, card.sides + 1)

    @cache
    def turn(written: Written, extra: int) -> Fraction:
        if len(written) == len(card.boxes):
            return Fraction(utility(final_score(card, dict(written)) + extra))
        throws = list(product(faces, repeat=card.dice))
        return sum(after(written, extra, dice, card.rerolls) for dice in throws) / len(throws)

    @cache
    def after(written: Written, extra: int, dice: Dice, rerolls: int) -> Fraction:
        values = [
            turn((*written, (name, place.points)), extra + place.extra)
            for name, place in places(card, dict(written), dice).items()
        ]
        if rerolls:
            values += [
                mean_of([after(written, extra, new, rerolls - 1) for new in rerolled(dice, picked)])
                for picked in product([False, True], repeat=len(dice))
            ]
        return max(values)

    def rerolled(dice: Dice, picked: tuple[bool, ...]) -> list[Dice]:
        """All ways the dice can lie after those picked up were thrown again."""
        return list(
            product(*(faces if up else [die] for die, up in zip(dice, picked, strict=True)))
        )

    return turn((), 0)


def mean_of(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def final_score(card: Scorecard, written: Mapping[str, int]) -> int:
    """All the boxes, and the bonuses that they are enough for."""
    score = sum(written.values())
    for bonus in card.bonuses:
        if sum(written[name] for name in bonus.boxes) >= bonus.at:
            score += bonus.points
    return score


def places(card: Scorecard, written: Mapping[str, int], dice: Dice) -> dict[str, Place]:
    """Where a roll may be written, by the rules as a player reads them."""
    roll = tuple(sorted(dice))
    boxes = [box for box in card.boxes if box.name not in written]
    if card.in_order:
        boxes = boxes[:1]
    plain = {box.name: Place(box.scoring(roll), 0) for box in boxes}
    repeat = card.repeat
    if repeat is None or repeat.box not in written:
        return plain
    [scoring] = [box.scoring for box in card.boxes if box.name == repeat.box]
    if scoring(roll) == 0:
        return plain

    extra = repeat.points if written[repeat.box] > 0 else 0
    in_full = {
        box.name: Place(box.scoring.joker(roll), extra)
        if isinstance(box.scoring, Rule)
        else Place(box.scoring(roll), extra)
        for box in boxes
    }
    as_it_is = {name: Place(place.points, extra) for name, place in plain.items()}
    own = [
        box.name
        for box in boxes
        if isinstance(box.scoring, Face) and all(die == box.scoring.face for die in dice)
    ]
    not_for_a_face = [box.name for box in boxes if not isinstance(box.scoring, Face)]
    if repeat.joker == "none":
        return as_it_is
    if repeat.joker == "free":
        return as_it_is if own else in_full
    if own:
        return {own[0]: as_it_is[own[0]]}
    return {name: in_full[name] for name in not_for_a_face} or in_full
