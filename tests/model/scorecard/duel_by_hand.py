"""Two players with a card each, as at the table; it shares the rules of the boxes with the package.

Both cards hold what was written into each box, and what repeats have brought beside it. Dice are
rolled one by one; nothing is capped, counted along or told by a lead.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

from perfectplay.model.scorecard import Scorecard
from tests.model.scorecard.by_hand import Dice, final_score, places


class Hand(NamedTuple):
    """A player's card."""

    written: frozenset[tuple[str, int]] = frozenset()
    extra: int = 0
    """What repeats have brought."""

    def with_place(self, name: str, points: int, extra: int) -> "Hand":
        """The card with one more box filled."""
        return Hand(self.written | {(name, points)}, self.extra + extra)

    def final(self, card: Scorecard) -> int:
        """What the card comes to once it is full."""
        return final_score(card, dict(self.written)) + self.extra


def value(
    card: Scorecard,
    utility: Callable[[int], Any],
    hands: tuple[Hand, Hand] = (Hand(), Hand()),
    dice: Dice = (),
    rerolls: int | None = None,
) -> Any:
    """What play comes to for the first player: from some cards on, or from a roll on.

    `utility` is what the first player's lead is worth at the end; the second wants it small.
    """
    faces = range(1, card.sides + 1)

    @cache
    def game(hands: tuple[Hand, Hand]) -> Any:
        if all(len(hand.written) == len(card.boxes) for hand in hands):
            first, second = (hand.final(card) for hand in hands)
            return utility(first - second)
        return turn(hands)((), card.rerolls)

    @cache
    def turn(hands: tuple[Hand, Hand]) -> Callable[[Dice, int], Any]:
        """What some of the dice are worth in a turn, once the others are rolled."""
        first, second = hands
        seconds = len(first.written) > len(second.written)
        better = min if seconds else max

        @cache
        def rolling(kept: Dice, rerolls: int) -> Any:
            if len(kept) < card.dice:
                grown = [tuple(sorted((*kept, face))) for face in faces]
                return sum(rolling(dice, rerolls) for dice in grown) / len(faces)
            ways = [written(kept)]
            if rerolls:
                ways += [
                    rolling(keep, rerolls - 1)
                    for size in range(card.dice)
                    for keep in set(combinations(kept, size))
                ]
            return better(ways)

        @cache
        def written(dice: Dice) -> Any:
            hand = second if seconds else first
            after = [
                hand.with_place(name, place.points, place.extra)
                for name, place in places(card, dict(hand.written), dice).items()
            ]
            return better(game((first, then) if seconds else (then, second)) for then in after)

        return rolling

    return game(hands) if rerolls is None else turn(hands)(tuple(sorted(dice)), rerolls)
