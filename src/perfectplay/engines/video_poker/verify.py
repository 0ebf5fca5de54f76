"""A second opinion on draw poker: some deals, with every draw to every hold dealt out.

Nothing here uses sums over hands: payouts come from the rules.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

from perfectplay.engines.video_poker.solution import VideoPokerSolution
from perfectplay.model.video_poker import HAND, PokerHand, label_of, without
from perfectplay.request import Progress
from perfectplay.solution.verification import Verification, VerificationError

DEALS = 20
LEAST_HELD = 3
"""The fewest cards held in the holds dealt out; with fewer, there are too many draws."""
SEED = 7
ROUNDING = 1e-12


def verified(solution: VideoPokerSolution, progress: Progress | None = None) -> Verification:
    """Check the options of some random deals against the rules."""
    game, drawn = solution.game, random.Random(SEED)  # noqa: S311  # a sample
    largest = 0.0
    for number in range(1, DEALS + 1):
        cards = game.in_order(drawn.sample(game.deck, HAND))
        offered = {option.label: option.value for option in solution.options(PokerHand(cards))}
        for count in range(HAND, LEAST_HELD - 1, -1):
            for held in combinations(cards, count):
                expected = dealt_out(solution, cards, held)
                error = abs(float(offered[label_of(held)] - expected))
                largest = max(largest, error)
                if error > (0 if solution.exact else ROUNDING * max(1.0, float(expected))):
                    raise VerificationError(
                        f"holding {label_of(held)} of {' '.join(cards)} is worth "
                        f"{offered[label_of(held)]}; it should be {expected}"
                    )
        if solution.value_at(PokerHand(cards)) != max(offered.values()):
            raise VerificationError(f"the value of {' '.join(cards)} is not that of its best hold")
        if progress:
            progress("dealing out every draw", number)
    return Verification(DEALS, solution.positions, largest)


def dealt_out(
    solution: VideoPokerSolution, cards: tuple[str, ...], held: tuple[str, ...]
) -> Fraction:
    """The value of a hold, from every draw to it."""
    rest = without(solution.game.deck, cards)
    draws = [solution.game.paid([*held, *more]) for more in combinations(rest, HAND - len(held))]
    return Fraction(sum(draws), len(draws))
