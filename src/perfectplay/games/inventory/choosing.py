"""All sets of six dice that an inventory allows, by the chance of winning with them."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Iterator
from itertools import product

from perfectplay.errors import ParameterError
from perfectplay.games.farkle_dice import FarkleDice, counted_dice, dice_text
from perfectplay.model.mixed_dice import Hand
from perfectplay.model.push_your_luck import DICE
from perfectplay.request import Compute
from perfectplay.solve import solve

MOST_SETS = 500
"""The most sets that are tried."""


@dataclasses.dataclass(frozen=True)
class DiceSet:
    """Six dice, and the chance of winning with them under best play."""

    dice: Hand
    first: float
    """For the player who throws first."""
    second: float

    @property
    def chance(self) -> float:
        """If going first and second are equally likely."""
        return (self.first + self.second) / 2

    @property
    def text(self) -> str:
        """The dice as they are written."""
        return dice_text(self.dice)


def sets_of(have: str) -> list[Hand]:
    """All sets of six dice in an inventory.

    >>> for dice in sets_of("odd*1,lucky*2,fair*4"):
    ...     print(dice_text(dice))
    fair*4,lucky*2
    fair*4,lucky,odd
    fair*3,lucky*2,odd
    """
    owned = Counter(dict(sorted(counted_dice(have).items())))
    if owned.total() < DICE:
        raise ParameterError(f"'{have}' is {owned.total()} dice; everybody throws {DICE}")
    counts = [range(min(count, DICE), -1, -1) for count in owned.values()]
    if math.prod(map(len, counts)) > MOST_SETS * DICE:
        raise ParameterError(f"'{have}' allows too many sets of six; leave out some kinds of dice")
    found = [
        tuple(Counter(dict(zip(owned, chosen, strict=True))).elements())
        for chosen in product(*counts)
        if sum(chosen) == DICE
    ]
    if len(found) > MOST_SETS:
        raise ParameterError(
            f"'{have}' allows {len(found):,} sets of six, more than {MOST_SETS}; leave out some "
            "kinds of dice"
        )
    return found


def chances_of_sets(game: FarkleDice, have: str, compute: Compute = Compute()) -> Iterator[DiceSet]:
    """How often best play wins with each set, against best play with the second player's dice.

    >>> game = FarkleDice(target=150)
    >>> for each in chances_of_sets(game, "weighted*5,odd,fair"):
    ...     print(each.text, round(each.first, 4), round(each.second, 4))
    fair,odd,weighted*4 0.9994 0.0467
    fair,weighted*5 0.9997 0.0467
    odd,weighted*5 0.9998 0.0467
    """
    for dice in sets_of(have):
        own = dataclasses.replace(game, dice=dice_text(dice))
        solution = solve(own, compute=compute)
        second = own.turn_of(1)
        yield DiceSet(dice, float(solution.value), float(solution.value_at(second)))
