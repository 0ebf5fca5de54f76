"""The ranking of holds: which kinds are best, how often, and what they return."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from perfectplay.model.video_poker import ACE, HAND, JACK, KING, TEN, DrawPoker
from perfectplay.solution.answers import HoldKind, HoldRanking

if TYPE_CHECKING:
    from perfectplay.engines.video_poker.solution import VideoPokerSolution

COUNTED = ("no", "one", "two", "three", "four")
ALIKE = {2: "pair", 3: "three of a kind", 4: "four of a kind"}
FLUSH_DRAW = 3
"""With fewer cards of a suit, and no straight flush, the suit hardly matters."""


def ranking_of(solution: VideoPokerSolution) -> HoldRanking:
    """The kinds of holds that are best for some deal, the highest return first."""
    found: dict[str, list[Any]] = {}
    for name, values in holds_of(solution):
        found.setdefault(name, []).append(values)
    unit, hands = solution.counts.unit, solution.counts.hands
    kinds = []
    for name, parts in found.items():
        values = np.concatenate(parts)
        bounds = float(values.min()) / unit, float(values.max()) / unit
        kinds.append(HoldKind(name, len(values) / hands, float(values.mean()) / unit, *bounds))
    return HoldRanking(tuple(sorted(kinds, key=lambda kind: -kind.mean)))


def holds_of(solution: VideoPokerSolution) -> Iterator[tuple[str, Any]]:
    """Holds with the same name, each with the values of the deals for which it is best."""
    game = solution.game
    ranks, suits = np.array([game.numbers(card) for card in game.deck]).T
    hands = every_hand(len(game.deck))
    for mask in range(1 << HAND):
        deals = np.flatnonzero(solution.holds == mask)
        held = hands[deals][:, [place for place in range(HAND) if mask >> place & 1]]
        if held.shape[1] == HAND:
            names, which = paid_names(solution), solution.classes[deals]
        else:
            shown = np.sort(np.where(ranks[held] < 0, -1, ranks[held]), axis=1)
            suited = suited_rows(np.where(ranks[held] < 0, -1, suits[held]))
            kinds, which = np.unique(np.column_stack([suited, shown]), axis=0, return_inverse=True)
            names = [hold_name(game, row[1:], suited=bool(row[0])) for row in kinds.tolist()]
        which = which.ravel()
        for number in np.unique(which):
            yield names[number], solution.best_value[deals[which == number]]


def every_hand(cards: int) -> Any:
    """All five-card hands, in the order of their numbers.

    >>> every_hand(6)[[0, 1, -1]].tolist()
    [[0, 1, 2, 3, 4], [0, 1, 2, 3, 5], [1, 2, 3, 4, 5]]
    """
    rows = np.zeros((1, 0), np.int8)
    for size in range(HAND):
        found = []
        for card in range(size, cards):
            below = rows[: np.count_nonzero(rows.max(axis=1, initial=-1) < card)]
            found.append(np.column_stack([below, np.full(len(below), card, np.int8)]))
        rows = np.concatenate(found)
    return rows


def suited_rows(suits: Any) -> Any:
    """Which rows are all of one suit; -1 is a wild card."""
    top = suits.max(axis=1, initial=-1)[:, None]
    return ((suits == top) | (suits < 0)).all(axis=1)


def paid_names(solution: VideoPokerSolution) -> list[str]:
    """The name of a hand kept whole, by the index of its kind."""
    return ["all five cards", *(f"all five: {kind}" for kind in solution.by_kind)]


def hold_name(game: DrawPoker, ranks: Sequence[int], *, suited: bool) -> str:
    """The usual name for some held cards; a wild card has rank -1.

    >>> from perfectplay.games.video_poker import VideoPoker
    >>> poker = VideoPoker()
    >>> hold_name(poker, [9, 10, 11, 12], suited=True), hold_name(poker, [5, 5], suited=False)
    ('four to a royal flush', 'a low pair')
    >>> hold_name(poker, [5, 6, 7, 8], suited=False), hold_name(poker, [], suited=True)
    ('four to an open straight', 'nothing')
    """
    plain = [rank for rank in ranks if rank >= 0]
    wild = len(ranks) - len(plain)
    if not plain:
        return f"{COUNTED[wild]} wild card{'s' if wild > 1 else ''}" if wild else "nothing"
    name = plain_name(game, tuple(plain), wild, suited)
    return f"{name} with {COUNTED[wild]} wild" if wild else name


@functools.cache
def plain_name(game: DrawPoker, ranks: tuple[int, ...], wild: int, suited: bool) -> str:
    """The name for cards without wild ones."""
    counts = sorted((ranks.count(rank) for rank in {*ranks}), reverse=True)
    count = COUNTED[len(ranks)]
    if counts[0] > 1:
        return pair_name(game, ranks, counts)
    windows = straights(ranks)
    if suited and len(ranks) + wild > 1 and min(ranks) >= TEN:
        return f"{count} to a royal flush"
    if suited and windows and len(ranks) + wild >= FLUSH_DRAW:
        return f"{count} to a straight flush"
    if suited and len(ranks) + wild >= FLUSH_DRAW:
        return f"{count} to a flush"
    if windows and len(ranks) + wild == HAND - 1:
        return f"{count} to an {'open' if windows > 1 else 'inside'} straight"
    if min(ranks) >= (least_pair(game) or ACE + 1):
        return f"{count} high card{'s' if len(ranks) > 1 else ''}"
    return f"{count} card{'s' if len(ranks) > 1 else ''}"


def pair_name(game: DrawPoker, ranks: Sequence[int], counts: Sequence[int]) -> str:
    """The name for cards some of which are of equal rank."""
    if list(counts) == [2, 2]:
        return "two pair"
    if counts[0] > 2:
        return ALIKE[counts[0]]
    high = least_pair(game)
    if high is None or len(ranks) > 2:
        return "a pair" if len(ranks) == 2 else f"a pair and {COUNTED[len(ranks) - 2]} more"
    return "a high pair" if ranks[0] >= high else "a low pair"


def least_pair(game: DrawPoker) -> int | None:
    """The lowest rank whose pair is paid."""
    if "jacks or better" in game.pays:
        return JACK
    return KING if "kings or better" in game.pays else None


def straights(ranks: Sequence[int]) -> int:
    """The number of straights that some cards of different ranks can become.

    >>> [straights(ranks) for ranks in ([5, 6, 7, 8], [9, 10, 11, 12], [0, 1, 12], [0, 5])]
    [2, 1, 1, 0]
    """
    lows = [{ACE, 0, 1, 2, 3}, *({*range(low, low + HAND)} for low in range(TEN + 1))]
    return sum({*ranks} <= low for low in lows)
