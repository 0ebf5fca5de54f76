"""Play by totals: hands of a kind merged, each weighted by how often best play reaches it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.blackjack.hands import BEYOND, cards_of
from perfectplay.engines.blackjack.rounds import HIT, STAND, SURRENDER, HandStrategy, Round
from perfectplay.engines.blackjack.solution import BlackjackSolution, unsolved
from perfectplay.model.blackjack import OPTIONS, BlackjackHand, DealerGame
from perfectplay.model.nodes import Label, Number
from perfectplay.solution.chart import Chart
from perfectplay.solution.options import ranked

LETTERS = dict(zip(OPTIONS, "SHDPR", strict=True))
GIVEN_UP = -0.5
"""The value of surrendering."""
HARD, SOFT, PAIRS = "hard", "soft", "pairs"


class HandKind(NamedTuple):
    """What a player by totals looks at."""

    group: str
    row: str
    two_cards: bool
    """Whether the hand has two cards, and so may be doubled."""


def chart_of(solution: BlackjackSolution) -> Chart:
    """The chart of a solved game, and the value of playing by it."""
    game, hands = solution.game, solution.hands
    ranks = list(game.points)
    kinds: dict[HandKind, list[int]] = {}
    for place in np.flatnonzero(~hands.over & (hands.sizes > 1)):
        kinds.setdefault(kind_of(game, cards_of(hands.counts[place], ranks)), []).append(int(place))
    played, cells, astray = unsolved(game, solution.request), {}, 0.0
    for up, at in solution.rounds.items():
        early = game.surrender == "early" and at.dealer.peeks
        given_up: list[int] = []
        often, book = how_often(at), HandStrategy(at.book.first.copy(), at.book.split.copy())
        for kind, places in kinds.items():
            values = mean_values(at.option_values[:, places], often[places])
            take(book.first, at.may, values, places)
            take(book.split, at.may_after_split, values, places)
            if kind.two_cards:
                allowed = at.may[:, places].all(axis=1)
                if early:
                    allowed[SURRENDER] = True
                    values = before_the_look(at, at.option_values[:, places], places, often[places])
                offered: dict[Label, Number] = {
                    label: solution.number(each)
                    for label, each, may in zip(OPTIONS, values, allowed, strict=True)
                    if may
                }
                cells[kind.row, up] = ranked(offered, solution.ties)
                if early and cells[kind.row, up][0].label == OPTIONS[SURRENDER]:
                    given_up += places
        played.rounds[up].follow(book)
        if early:
            astray += (
                game.shoe[up] / sum(game.shoe.values()) * lost(played.rounds[up], given_up, often)
            )
    columns, value = [*ranks[1:], ranks[0]], played.value
    if astray:
        value = solution.number(float(value) - astray)
    return Chart(in_rows(kinds), columns, cells, LETTERS, value, solution.value)


def kind_of(game: DealerGame, cards: Sequence[str]) -> HandKind:
    """The kind of a hand."""
    first_two = len(cards) == 2
    if first_two and game.may_split(BlackjackHand(tuple(cards))):
        return HandKind(PAIRS, " ".join(cards), two_cards=True)
    total, soft = game.count(cards)
    group = SOFT if soft else HARD
    return HandKind(group, f"{group} {total}", first_two)


def in_rows(kinds: dict[HandKind, list[int]]) -> dict[str, list[str]]:
    """The kinds of two cards, in the order of a chart."""
    found: dict[str, list[str]] = {HARD: [], SOFT: [], PAIRS: []}
    for kind in kinds:
        if kind.two_cards:
            found[kind.group].append(kind.row)
    for group in (HARD, SOFT):
        found[group].sort(key=lambda row: int(row.split()[1]))
    return {group: rows for group, rows in found.items() if rows}


def how_often(at: Round) -> Any:
    """How often best play reaches each hand against an up card, apart from splits."""
    hands, dealer = at.hands, at.dealer
    often = np.zeros(len(hands.totals))
    shoe = dealer.unseen(np.zeros((1, hands.counts.shape[1]), int))[0]
    often[hands.layers[0]] = (hands.counts[hands.layers[0]] * shoe).sum(axis=1) / shoe.sum()
    unseen = dealer.unseen(hands.counts)
    share = (unseen / unseen.sum(axis=1)[:, None]).astype(float)
    next_card = dealer.next_card(hands.counts).astype(float)
    for size, layer in enumerate(hands.layers, start=1):
        if size == 2 and dealer.peeks:
            often[layer] *= 1 - share[layer, dealer.partner]
        odds = share if size == 1 else next_card * at.book.first[HIT][:, None]
        places = layer[~hands.over[layer]]
        then = hands.after[places]
        inside = then != BEYOND
        np.add.at(often, then[inside], (often[places][:, None] * odds[places])[inside])
    return often


def mean_values(value: Any, often: Any) -> Any:
    """The mean values of options over hands of a kind; unweighted if none is ever reached."""
    weights = often if often.any() else np.ones_like(often)
    return (value * weights).sum(axis=1) / weights.sum()


def no_natural(at: Round, places: Sequence[int]) -> Any:
    """The probability that the dealer peeks and has no natural, against some hands."""
    unseen = at.dealer.unseen(at.hands.counts[places])
    return 1 - unseen[:, at.dealer.partner] / unseen.sum(axis=1)


def before_the_look(at: Round, value: Any, places: Sequence[int], often: Any) -> Any:
    """The values of options for hands of a kind before the peek, when one may still surrender."""
    none = no_natural(at, places)
    before = value * none - (1 - none)
    before[SURRENDER] = GIVEN_UP
    return mean_values(before, often / none)


def lost(at: Round, given_up: Sequence[int], often: Any) -> float:
    """What surrendering by totals costs compared with looking at both cards, before the peek.

    The rules let each hand of a round do whichever is better.
    """
    layer = at.hands.layers[1]
    places = layer[~at.hands.over[layer]]
    none = no_natural(at, places)
    on = at.value[places].astype(float) * none - (1 - none)
    taken = np.where(np.isin(places, given_up), GIVEN_UP, on)
    return float((often[places] / none * (np.maximum(on, GIVEN_UP) - taken)).sum())


def take(book: Any, may: Any, value: Any, places: Sequence[int]) -> None:
    """Make hands of a kind play alike: by the best option that each of them has."""
    for place in places:
        allowed = np.flatnonzero(may[:, place])
        book[:, place] = 0
        book[max(allowed, key=lambda option: value[option], default=STAND), place] = 1
