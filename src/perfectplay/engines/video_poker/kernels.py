"""All five-card hands: the kind of each, and payouts summed over hands that share some cards.

A hand is a set of cards with a number: that of a set of k cards is the sum of `choose[card, i]`
over its i-th lowest cards, i from 1 to k. Hands with the same highest card have consecutive
numbers. In the literature: the combinatorial number system.

Holding some cards of a deal can lead to every hand that contains those and none of the others. By
inclusion and exclusion, only sums over all hands containing some cards are needed, and these sums
are the same for every deal.
"""

from __future__ import annotations

from typing import Any

from perfectplay.model.video_poker import HAND, kinds_of

WAYS = 1 << HAND
"""The ways to hold some cards of a hand: one bit per card."""


def deal_first(cards: Any, highest: int) -> None:
    """The first of the hands with some highest card."""
    for place in range(HAND - 1):
        cards[place] = place
    cards[HAND - 1] = highest


def deal_next(cards: Any) -> None:
    """The hand with the next number."""
    place = 0
    while place < HAND - 1 and cards[place] + 1 == cards[place + 1]:
        cards[place] = place
        place += 1
    cards[place] += 1


def classify(
    ranks: Any,
    suits: Any,
    order: Any,
    choose: Any,
    classes: Any,
    scratch: Any,
    first: int,
    end: int,
) -> None:
    """The kind each hand is paid for, by highest card: an index into `order`, from 1."""
    cards, rank, suit = scratch[0], scratch[1], scratch[2]
    deal_first(cards, first)
    for number in range(choose[first, HAND], choose[end, HAND]):
        for place in range(HAND):
            rank[place], suit[place] = ranks[cards[place]], suits[cards[place]]
        found = kinds_of(rank, suit)
        paid = 0
        for place in range(len(order)):
            if paid == 0 and found >> order[place] & 1:
                paid = place + 1
        classes[number] = paid
        deal_next(cards)


def sum_over_hands(value: Any, choose: Any, begin: Any, sums: Any, cards: Any) -> None:
    """For each set of fewer than five cards, the sum of a number over the hands containing it.

    The sets of k cards start at `begin[k]` in `sums`.
    """
    deal_first(cards, HAND - 1)
    for number in range(len(value)):
        if value[number] != 0:
            for held in range(WAYS - 1):
                sums[place_of(cards, held, choose, begin)] += value[number]
        deal_next(cards)


def place_of(cards: Any, held: int, choose: Any, begin: Any) -> Any:
    """The index of the set of cards held from a hand."""
    count, number = 0, 0
    for place in range(HAND):
        if held >> place & 1:
            count += 1
            number += choose[cards[place], count]
    return begin[count] + number


def best_holds(
    values: Any,
    choose: Any,
    begin: Any,
    sums: Any,
    scale: Any,
    best: Any,
    holds: Any,
    scratch: Any,
    first: int,
    end: int,
) -> None:
    """The best hold of each deal, by highest card, and its value.

    `scale` puts the sums of holds of different sizes into the same unit. Of equally good holds, the
    first that holds the most cards counts.
    """
    cards, found = scratch
    deal_first(cards, first)
    for number in range(choose[first, HAND], choose[end, HAND]):
        for held in range(WAYS - 1):
            found[held] = sums[place_of(cards, held, choose, begin)]
        found[WAYS - 1] = values[number]
        exclude(found)
        most, which = found[WAYS - 1] * scale[HAND], WAYS - 1
        for held in range(WAYS - 2, -1, -1):
            value = found[held] * scale[count_of(held)]
            more = count_of(held) > count_of(which)
            if value > most or (value == most and more):
                most, which = value, held
        best[number] = most
        holds[number] = which
        deal_next(cards)


def exclude(found: Any) -> None:
    """Turn sums over hands containing some cards of a deal into sums over hands with no others."""
    for place in range(HAND):
        card = 1 << place
        for held in range(WAYS):
            if held & card == 0:
                found[held] -= found[held | card]


def count_of(held: int) -> int:
    """The number of cards held."""
    count = 0
    for place in range(HAND):
        count += held >> place & 1
    return count


def sign_of(excluded: int) -> int:
    """The sign of a sum if some cards are excluded."""
    return 1 - 2 * (count_of(excluded) & 1)


def sum_of_holds(
    value: Any,
    choose: Any,
    begin: Any,
    sums: Any,
    scale: Any,
    holds: Any,
    totals: Any,
    scratch: Any,
    first: int,
    end: int,
) -> None:
    """By highest card, the sum over all deals of the values of their holds, in the same unit."""
    cards, _ = scratch
    for highest in range(first, end):
        deal_first(cards, highest)
        total = 0
        for number in range(choose[highest, HAND], choose[highest + 1, HAND]):
            hold = holds[number]
            found = value[number] * sign_of(hold ^ WAYS - 1)
            for held in range(WAYS - 1):
                if held & hold == hold:
                    there = sums[place_of(cards, held, choose, begin)]
                    found += there * sign_of(held ^ hold)
            total += found * scale[count_of(hold)]
            deal_next(cards)
        totals[highest] = total
