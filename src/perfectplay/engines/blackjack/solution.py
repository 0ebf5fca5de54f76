"""A solution of a game against a dealer: the value of every hand against every up card."""

from __future__ import annotations

import dataclasses
import functools
import operator
from collections import Counter
from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from perfectplay.engines.blackjack.hands import Hands, hands_of
from perfectplay.engines.blackjack.rounds import Pending, Round, SplitStart
from perfectplay.engines.family import StoredColumn
from perfectplay.engines.graph.storage.file import decoded, encoded
from perfectplay.model.blackjack import DOUBLED, OPTIONS, SPLIT, BlackjackHand, DealerGame
from perfectplay.model.nodes import Final, Label, Number
from perfectplay.request import Request
from perfectplay.solution.anchored import AnchoredSolution
from perfectplay.solution.answers import answers
from perfectplay.solution.chart import Chart
from perfectplay.strategies.strategy import Decision

KEPT = 1 << 15
"""The number of computed hands that are cached."""


@dataclasses.dataclass(repr=False)
class BlackjackSolution(AnchoredSolution):
    """Every hand against every up card; anything after a split is computed on demand.

    Split hands are played by the book: like a hand of the same cards that does not come from a
    split, and a pair is split again whenever allowed. Options there are valued with all visible
    cards taken into account, if everything afterwards is by the book.

    >>> from perfectplay import solve
    >>> from perfectplay.games.blackjack import Blackjack
    >>> deck = solve(Blackjack(decks=1))
    >>> round(deck.value, 6)
    0.001819
    >>> deck.best(deck.read("cards=6,T dealer=T")), deck.best(deck.read("cards=4,4,8 dealer=T"))
    ('hit', 'stand')
    """

    engine: ClassVar[str] = "blackjack"
    where_counted: ClassVar[str] = "hands against up cards"

    game: DealerGame
    hands: Hands
    rounds: dict[str, Round]

    @functools.cached_property
    def value(self) -> Number:
        return self.node_value(self.game.start(), None)

    @property
    def exact(self) -> bool:
        return self.request.exact

    @property
    def positions(self) -> int:
        return len(self.hands.totals) * len(self.rounds)

    def anchored(self, position: Hashable) -> Number | None:
        hand: Any = position
        if not hand.dealer or hand.peek:
            return None
        if hand.cards and not hand.split:
            return self.number(self.round(hand).value[self.place(hand.cards)])
        found: Number = self.kept(hand)
        return found

    @answers(Chart)
    def chart(self) -> Chart:
        """What to do by totals, and the value of playing that way.

        Hands of a kind are weighted by how often best play reaches them. Two cards and three or
        more of the same total are different kinds, since only two may be doubled.
        """
        from perfectplay.engines.blackjack.totals import chart_of

        return chart_of(self)

    def play(self, decision: Decision) -> Label:
        """The best option; for a split hand, that of the book."""
        hand = decision.position
        if not (isinstance(hand, BlackjackHand) and hand.split):
            return super().play(decision)
        if self.game.may_split(hand):
            return SPLIT
        return OPTIONS[int(np.argmax(self.round(hand).book.split[:, self.place(hand.cards)]))]

    @functools.cached_property
    def kept(self) -> Any:
        """The values of hands already asked about, after a split or while the dealer draws."""
        return functools.lru_cache(maxsize=KEPT)(self.worked_out)

    def worked_out(self, hand: BlackjackHand) -> Number:
        """The value of a hand, together with finished and waiting ones."""
        if len(hand.dealer) > 1:
            return self.by_the_rules(hand)
        at, visible = (
            self.round(hand),
            self.counts(self.game.visible_cards(hand)) - self.counts(hand.dealer),
        )
        total: Any = sum(self.settled(hand, each, visible, at) for each in hand.done)
        pending, hands = len(hand.waiting), 1 + len(hand.done) + len(hand.waiting)
        if self.game.may_split(hand):
            pending, hands = pending + 2, hands + 1
        elif len(hand.cards) == 1:
            pending += 1
        elif hand.cards:
            place = self.place(hand.cards)
            [followed] = at.follow_book([SplitStart(place, visible - self.hands.counts[place])])
            total += followed.value[place]
        if pending:
            card = int(np.argmax(self.counts(hand.waiting or hand.cards)))
            most = max(hands, at.most_hands(card))
            [value] = at.pending_value([Pending(card, visible, pending, hands, most)])
            total += value
        return self.number(total)

    def by_the_rules(self, hand: BlackjackHand) -> Number:
        """The value of hands while the dealer draws, card by card."""
        node = self.game.settle(hand)
        if isinstance(node, Final):
            return self.number(node.payoff)
        shares = node.odds.fractions() if self.exact else node.odds.floats()
        return self.number(sum(map(operator.mul, shares, map(self.kept, node.thens))))

    def settled(self, hand: BlackjackHand, done: str, visible: Any, at: Round) -> Any:
        """The value of a finished hand before the dealer draws."""
        cards = done.removesuffix(DOUBLED)
        bet, total = 1 + done.endswith(DOUBLED), self.game.count(cards).total
        if total > self.game.target:
            return -bet
        odds = at.dealer.odds(visible[None])
        wins = np.array([self.game.settled(done)])
        if (
            len(hand.done) == 1
            and not hand.waiting
            and not hand.cards
            and self.game.is_natural(cards)
        ):
            pays = self.game.natural_pays if self.exact else float(self.game.natural_pays)
            return pays * (1 - odds[at.dealer.ends.index(-1), 0])
        return bet * at.dealer.stand(np.array([total]), wins, odds)[0]

    # Indices

    def round(self, hand: BlackjackHand) -> Round:
        """All hands against the same up card."""
        return self.rounds[hand.dealer[0]]

    def counts(self, cards: Iterable[str]) -> Any:
        """How many there are of each card."""
        counted = cards if isinstance(cards, Counter) else Counter(cards)
        return np.array([counted[card] for card in self.game.points])

    def place(self, cards: Iterable[str]) -> int:
        """The index of a hand in the columns."""
        return self.hands.places[tuple(self.counts(cards).tolist())]

    def number(self, value: Any) -> Number:
        """A number of a column as a plain Python number."""
        return Fraction(value) if self.exact else float(value)


def unsolved(game: DealerGame, request: Request) -> BlackjackSolution:
    """All hands against all up cards, not yet solved."""
    hands = hands_of(game)
    rounds = {up: Round(game, hands, up, exact=request.exact) for up in game.points}
    return BlackjackSolution(game, request, hands, rounds)


def kind_of(game: DealerGame) -> type[BlackjackSolution]:  # noqa: ARG001  # there is but one
    """The kind of solution for a game."""
    return BlackjackSolution


def solved(game: DealerGame, request: Request) -> BlackjackSolution:
    """Solve a game against a dealer."""
    found = unsolved(game, request)
    for number, each in enumerate(found.rounds.values()):
        request.report("weighing hands", number * len(found.hands.totals))
        each.solve()
    return found


def schema(game: DealerGame) -> dict[str, StoredColumn]:  # noqa: ARG001  # others ask for it
    """The contents of a file: the values of all options, fractions as text."""
    return {"worth": StoredColumn("dB")}


def tensors_of(solution: BlackjackSolution) -> dict[str, Any]:
    """The numbers stored in a file."""
    value = np.concatenate([each.option_values.ravel() for each in solution.rounds.values()])
    return {"worth": encoded(value.tolist()) if solution.exact else value}


def restored(game: DealerGame, request: Request, tensors: dict[str, Any]) -> BlackjackSolution:
    """The solution made of a file's numbers."""
    column = memoryview(tensors["worth"])
    exact = column.format == "B"
    value = np.array(decoded(column), object if exact else float)
    found = unsolved(game, dataclasses.replace(request, exact=exact))
    if len(value) != len(OPTIONS) * found.positions:
        raise ValueError("the values do not match the hands and options")
    if not (abs(value) <= 2 * game.most_hands).all():
        raise ValueError("a hand is worth more than all its bets")
    parts = value.reshape(len(found.rounds), len(OPTIONS), -1)
    for each, part in zip(found.rounds.values(), parts, strict=True):
        each.take(part)
    return found
