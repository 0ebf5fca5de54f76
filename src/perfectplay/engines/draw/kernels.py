"""All hands of five, counted: what each is, and what all those are paid that share some cards.

A hand is a set of cards, numbered as sets are: the number of a set of k cards is the sum of
`choose[card, i]` over its i-th cards from below, i from 1 to k. Hands with the same highest card
have numbers next to each other. In the literature: the combinatorial number system.

What can come of holding some cards of a deal is every hand that has those and none of the others.
By inclusion and exclusion that takes no more than sums over all hands that have some cards, and
those sums are the same for every deal.
"""

from __future__ import annotations

from typing import Any

from perfectplay.model.poker import HAND, kinds_of

WAYS = 1 << HAND
"""The ways to hold some of the cards of a hand: a bit for each card."""


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
    """What each hand is paid for, by its highest card: the number of a kind in `order`, from 1."""
    rank, suit = scratch[0], scratch[1]
    for e in range(first, end):
        number = choose[e, 5]
        rank[4], suit[4] = ranks[e], suits[e]
        for d in range(3, e):
            rank[3], suit[3] = ranks[d], suits[d]
            for c in range(2, d):
                rank[2], suit[2] = ranks[c], suits[c]
                for b in range(1, c):
                    rank[1], suit[1] = ranks[b], suits[b]
                    for a in range(b):
                        rank[0], suit[0] = ranks[a], suits[a]
                        found = kinds_of(rank, suit)
                        paid = 0
                        for place in range(len(order)):
                            if paid == 0 and found >> order[place] & 1:
                                paid = place + 1
                        classes[number] = paid
                        number += 1


def sum_over_hands(worth: Any, choose: Any, begin: Any, sums: Any, cards: Any) -> None:
    """For each set of fewer than five cards, the sum of a number over the hands that have them.

    The sets of k cards are in `sums` from `begin[k]` on.
    """
    number = 0
    for e in range(4, len(choose) - 1):
        cards[4] = e
        for d in range(3, e):
            cards[3] = d
            for c in range(2, d):
                cards[2] = c
                for b in range(1, c):
                    cards[1] = b
                    for a in range(b):
                        cards[0] = a
                        if worth[number] != 0:
                            for held in range(WAYS - 1):
                                sums[place_of(cards, held, choose, begin)] += worth[number]
                        number += 1


def place_of(cards: Any, held: int, choose: Any, begin: Any) -> Any:
    """Where the set of those cards of a hand is that are held."""
    count, number = 0, 0
    for place in range(HAND):
        if held >> place & 1:
            count += 1
            number += choose[cards[place], count]
    return begin[count] + number


def best_holds(
    worth: Any,
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
    """The best way to hold each deal, by its highest card, and what it is worth.

    `scale` makes the sums of holds of different sizes comparable: they are then in the same unit.
    Of equally good holds, the first counts that holds as many cards as any.
    """
    cards, found = scratch
    for e in range(first, end):
        number = choose[e, 5]
        cards[4] = e
        for d in range(3, e):
            cards[3] = d
            for c in range(2, d):
                cards[2] = c
                for b in range(1, c):
                    cards[1] = b
                    for a in range(b):
                        cards[0] = a
                        for held in range(WAYS - 1):
                            found[held] = sums[place_of(cards, held, choose, begin)]
                        found[WAYS - 1] = worth[number]
                        exclude(found)
                        most, which = found[WAYS - 1] * scale[HAND], WAYS - 1
                        for held in range(WAYS - 2, -1, -1):
                            value = found[held] * scale[count_of(held)]
                            more = count_of(held) > count_of(which)
                            if value > most or (value == most and more):
                                most, which = value, held
                        best[number] = most
                        holds[number] = which
                        number += 1


def exclude(found: Any) -> None:
    """From sums over the hands that have some cards of a deal, those over hands with no other."""
    for place in range(HAND):
        card = 1 << place
        for held in range(WAYS):
            if held & card == 0:
                found[held] -= found[held | card]


def count_of(held: int) -> int:
    """How many cards are held."""
    count = 0
    for place in range(HAND):
        count += held >> place & 1
    return count


def sum_of_holds(
    worth: Any,
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
    """By highest card, the sum over all deals of what their holds are worth, in the same unit."""
    cards, _ = scratch
    for e in range(first, end):
        number = choose[e, 5]
        cards[4] = e
        total = 0
        for d in range(3, e):
            cards[3] = d
            for c in range(2, d):
                cards[2] = c
                for b in range(1, c):
                    cards[1] = b
                    for a in range(b):
                        cards[0] = a
                        held = holds[number]
                        value = 0
                        for more in range(WAYS - 1):
                            if more & held == held:
                                sign = 1 - 2 * (count_of(more ^ held) & 1)
                                value += sign * sums[place_of(cards, more, choose, begin)]
                        value += (1 - 2 * (count_of(WAYS - 1 ^ held) & 1)) * worth[number]
                        total += value * scale[count_of(held)]
                        number += 1
        totals[e] = total
