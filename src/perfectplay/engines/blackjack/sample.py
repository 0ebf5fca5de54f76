"""Random hands against a dealer, including one card of a split pair, and some of the dealer's.

The rules draw card by card, for the dealer too. Split hands are left to their own equations: this
checks that each value is the mean over what may come, not that the book is optimal, which it need
not be.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from perfectplay.engines.blackjack.hands import cards_of
from perfectplay.engines.blackjack.solution import BlackjackSolution
from perfectplay.model.blackjack import BlackjackHand

HANDS = 8
DRAWING = 2
SEED = 7


def sample(solution: BlackjackSolution) -> Iterator[BlackjackHand]:
    """The start, and hands drawn at random."""
    game, hands = solution.game, solution.hands
    generator, ranks = random.Random(SEED), list(solution.game.points)  # noqa: S311  # a sample
    yield game.start()
    shoe = [card for card, count in game.shoe.items() for _ in range(count)]
    held = [cards_of(counts, ranks) for counts in hands.counts[~hands.over & (hands.sizes > 1)]]
    for number in range(HANDS):
        cards, (up, other) = generator.choice(held), generator.sample(shoe, 2)
        if not game.endless_shoe and Counter([*cards, up, other]) - Counter(game.shoe):
            continue
        yield BlackjackHand(cards, (up,))
        if number < DRAWING:
            yield BlackjackHand((), (up,), ("".join(cards),))
    pair = next((card for card in ranks if game.shoe[card] > 1), "")
    if game.most_hands > 1 and pair:
        yield BlackjackHand((pair,), (ranks[-1],), (), (pair,))
