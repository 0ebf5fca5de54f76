"""Card games against a dealer: draw from a shoe to come close to a total without exceeding it.

The dealer makes no choices. A split hand continues as several hands, played one after another; the
dealer draws once all of them are finished.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sized
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from perfectplay.errors import PositionError
from perfectplay.model import view as table_view
from perfectplay.model.checked import Checked
from perfectplay.model.nodes import Chance, Choice, Final, Gain, Inline, Node, Number, position_of
from perfectplay.model.table import Table, TablePosition
from perfectplay.model.view import Cards, Event, Piece, View
from perfectplay.objectives import Objective

STAND, HIT, DOUBLE, SPLIT, SURRENDER = OPTIONS = "stand", "hit", "double", "split", "surrender"
HALF = Fraction(1, 2)
"""The cost of insurance, and the part of the bet that surrender saves."""
INSURE, UNINSURED, PLAY_ON = "insurance", "no insurance", "play on"
DOUBLED = "x2"
"""Follows the cards of a hand that was doubled."""


class BlackjackHand(NamedTuple):
    """The cards on the table: the hand being played, and the dealer's cards, the up card first.

    If the hand is empty, the dealer is drawing.
    """

    cards: tuple[str, ...] = ()
    dealer: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    """The finished hands, each with its cards as one string."""
    waiting: tuple[str, ...] = ()
    """The cards of a split pair still to be played."""
    peek: bool = False
    """Whether the dealer still has to peek for a natural."""

    @property
    def split(self) -> bool:
        """Whether the current hand comes from a split pair."""
        return bool(self.done or self.waiting)


class Count(NamedTuple):
    """The total of a hand, and whether it is soft, that is, whether an ace counts high."""

    total: int
    soft: bool


class DealerGame(Checked[BlackjackHand]):
    """Rules for an engine; the game says what cards count, what is allowed and what is paid.

    A natural is a two-card hand that makes the target.
    """

    family: ClassVar[str] = "blackjack"

    # Defined by each game

    @property
    def points(self) -> Mapping[str, int]:
        """What each card counts, in order, starting with the ace at its low value."""
        raise NotImplementedError

    @property
    def shoe(self) -> Mapping[str, int]:
        """How many of each card the shoe holds."""
        raise NotImplementedError

    @property
    def endless_shoe(self) -> bool:
        """Whether drawing a card leaves the odds unchanged."""
        return False

    @property
    def target(self) -> int:
        """The total that a hand must not exceed."""
        raise NotImplementedError

    @property
    def high(self) -> int:
        """How much more an ace counts where that does not exceed the target."""
        raise NotImplementedError

    def dealer_stands(self, count: Count) -> bool:
        """Whether the dealer stands."""
        raise NotImplementedError

    @property
    def natural_pays(self) -> Number:
        """What a natural wins."""
        raise NotImplementedError

    @property
    def peek(self) -> bool:
        """Whether the dealer has a hole card and peeks for a natural before anyone plays."""
        return True

    @property
    def insures(self) -> bool:
        """Whether insurance is offered when the dealer shows an ace and peeks."""
        return False

    @property
    def surrender(self) -> str:
        """When a player may surrender half the bet: `early` (before the peek), `late` or `none`."""
        return "none"

    @property
    def charlie(self) -> int:
        """The number of cards that wins unless bust; 0 if the game has no such rule."""
        return 0

    @property
    def most_hands(self) -> int:
        """The number of hands a pair may be split into; 1 if pairs may not be split."""
        return 1

    def may_double(self, cards: tuple[str, ...], *, split: bool) -> bool:
        """Whether a hand of two cards may be doubled."""
        raise NotImplementedError

    def resplit(self, card: str) -> bool:  # noqa: ARG002  # other rules do
        """Whether a pair of this card may be split again."""
        return True

    def one_card(self, card: str) -> bool:  # noqa: ARG002  # other rules do
        """Whether this card, once split, gets only one more card."""
        return False

    # What follows from these

    def count(self, cards: Iterable[str]) -> Count:
        """What a hand counts.

        >>> from perfectplay.games.blackjack import Blackjack
        >>> Blackjack().count("A6"), Blackjack().count("A6T")
        (Count(total=17, soft=True), Count(total=17, soft=False))
        """
        cards = list(cards)
        total = sum(self.points[card] for card in cards)
        soft = next(iter(self.points)) in cards and total + self.high <= self.target
        return Count(total + self.high * soft, soft)

    def is_natural(self, cards: Iterable[str]) -> bool:
        """Whether two cards make a natural."""
        cards = list(cards)
        return len(cards) == 2 and self.count(cards).total == self.target

    def partner(self, card: str) -> str:
        """The card that makes a natural with this one; None if there is none."""
        return next((other for other in self.points if self.is_natural((card, other))), "")

    def is_over(self, cards: Iterable[str]) -> bool:
        """Whether nothing is left to decide about a hand."""
        cards = list(cards)
        return self.count(cards).total >= self.target or self.has_enough(cards)

    def has_enough(self, cards: Sized) -> bool:
        """Whether a hand that is not bust wins by its number of cards."""
        return 0 < self.charlie <= len(cards)

    def start(self) -> BlackjackHand:
        return BlackjackHand()

    def at(self, position: BlackjackHand) -> Node:
        if not position.dealer:
            return self.deal(position)
        if position.peek:
            return self.look_for_natural(position)
        if len(position.cards) == 1:
            return self.drawing(position)
        if position.cards:
            return Choice(self.options_at(position))
        return self.settle(position)

    def options_at(self, hand: BlackjackHand) -> dict[str, Any]:
        """The options a hand has, and where each leads."""
        return {label: self.taken(hand, label) for label in self.labels_at(hand)}

    def labels_at(self, hand: BlackjackHand) -> list[str]:
        """The options a hand has."""
        labels = [STAND, HIT]
        if len(hand.cards) != 2:
            return labels
        if hand.split and self.may_split(hand) and self.one_card(hand.cards[0]):
            return [STAND, SPLIT]
        if self.may_double(hand.cards, split=hand.split):
            labels.append(DOUBLE)
        if self.may_split(hand):
            labels.append(SPLIT)
        if (
            self.surrender != "none"
            and not hand.split
            and not (self.surrender == "early" and self.peeks(hand))
        ):
            labels.append(SURRENDER)
        return labels

    def taken(self, hand: BlackjackHand, label: str) -> Any:
        """Where an option leads."""
        if label == STAND:
            return self.finished(hand, hand.cards)
        if label == SPLIT:
            first, second = hand.cards
            return hand._replace(cards=(first,), waiting=(second, *hand.waiting))
        if label == SURRENDER:
            return self.surrendered(hand)
        return self.drawing(hand, double=label == DOUBLE)

    def may_split(self, hand: BlackjackHand) -> bool:
        """Whether a hand is a pair that may be split."""
        if len(set(hand.cards)) != 1 or len(hand.cards) != 2:
            return False
        hands = 1 + len(hand.done) + len(hand.waiting)
        return hands < self.most_hands and (hands == 1 or self.resplit(hand.cards[0]))

    def deal(self, hand: BlackjackHand) -> Chance:
        """Deal two cards, and the dealer's up card."""
        if len(hand.cards) < 2:
            return self.drawn(
                hand, lambda card: hand._replace(cards=self.in_order([*hand.cards, card]))
            )
        return self.drawn(hand, lambda card: self.dealt(hand._replace(dealer=(card,))))

    def dealt(self, hand: BlackjackHand) -> BlackjackHand | Final:
        """Where play begins after the deal."""
        if self.peeks(hand):
            return hand._replace(peek=True)
        if not self.is_natural(hand.cards):
            return hand
        if self.partner(hand.dealer[0]):
            return BlackjackHand(dealer=hand.dealer, done=("".join(hand.cards),))
        return Final(self.natural_pays)

    def peeks(self, hand: BlackjackHand) -> bool:
        """Whether the dealer peeks for a natural with this up card."""
        return self.peek and bool(self.partner(hand.dealer[0]))

    def look_for_natural(self, hand: BlackjackHand) -> Node:
        """The dealer peeks; before that, the player may take insurance or surrender early."""
        insures = self.insures and hand.dealer[0] == next(iter(self.points))
        options: dict[str, Any] = {UNINSURED if insures else PLAY_ON: self.looked(hand, 0, 0)}
        if insures:
            options[INSURE] = self.looked(hand, 1, -HALF)
        if self.surrender == "early" and not self.is_natural(hand.cards):
            options[SURRENDER] = Final(-HALF)
        return Choice(options) if len(options) > 1 else self.looked(hand, 0, 0)

    def looked(self, hand: BlackjackHand, won: Number, lost: Number) -> Chance:
        """The result of the peek: an insurance bet wins on a natural and loses otherwise."""
        unseen = self.unseen(hand)
        naturals = unseen[self.partner(hand.dealer[0])]
        natural = self.is_natural(hand.cards)
        play = Final(self.natural_pays + lost) if natural else Gain(lost, hand._replace(peek=False))
        with_natural = Final(won if natural else won - 1)
        return Chance.weighted([(with_natural, naturals), (play, unseen.total() - naturals)])

    def surrendered(self, hand: BlackjackHand) -> Node:
        """Surrender half the bet; if the dealer may still draw a natural, that takes all of it."""
        up = hand.dealer[0]
        if self.peek or self.surrender == "early" or not self.partner(up):
            return Final(-HALF)
        unseen = self.unseen(hand)
        naturals = unseen[self.partner(up)]
        return Chance.weighted([(Final(-1), naturals), (Final(-HALF), unseen.total() - naturals)])

    def drawing(self, hand: BlackjackHand, *, double: bool = False) -> Chance:
        """Draw one more card to the current hand."""

        def then(card: str) -> BlackjackHand | Final:
            cards = self.in_order([*hand.cards, card])
            alone = len(hand.cards) == 1 and self.one_card(hand.cards[0])
            if alone and self.may_split(hand._replace(cards=cards)):
                alone = False
            if double or alone or self.is_over(cards):
                return self.finished(hand, cards, double=double)
            return hand._replace(cards=cards)

        return self.drawn(hand, then)

    def finished(
        self, hand: BlackjackHand, cards: tuple[str, ...], *, double: bool = False
    ) -> BlackjackHand | Final:
        """What follows a finished hand: the next one, or the dealer's turn."""
        done = (*hand.done, "".join(cards) + DOUBLED * double)
        if hand.waiting:
            first, *others = hand.waiting
            return BlackjackHand((first,), hand.dealer, done, tuple(others))
        if all(self.settled(each) for each in done):
            return Final(sum(self.won(each, hand.dealer, done) for each in done))
        return BlackjackHand(dealer=hand.dealer, done=done)

    def settle(self, hand: BlackjackHand) -> Chance | Final:
        """The dealer draws, and then all bets are settled."""
        if len(hand.dealer) > 1 and self.dealer_stands(self.count(hand.dealer)):
            return Final(sum(self.won(each, hand.dealer, hand.done) for each in hand.done))
        up, *others = hand.dealer
        return self.drawn(
            hand, lambda card: hand._replace(dealer=(up, *self.in_order([*others, card])))
        )

    def settled(self, done: str) -> bool:
        """Whether a hand is won or lost whatever the dealer draws."""
        cards = done.removesuffix(DOUBLED)
        return self.count(cards).total > self.target or self.has_enough(cards)

    def won(self, done: str, dealer: tuple[str, ...], hands: tuple[str, ...]) -> Number:
        """What a hand wins: nothing if it ties the dealer's."""
        bet = 2 if done.endswith(DOUBLED) else 1
        cards = done.removesuffix(DOUBLED)
        mine, theirs = self.count(cards).total, self.count(dealer).total
        if self.settled(done):
            return -bet if mine > self.target else bet
        natural = len(hands) == 1 and bet == 1 and self.is_natural(cards)
        if self.is_natural(dealer):
            return 0 if natural else -bet
        if natural:
            return self.natural_pays
        if theirs > self.target or mine > theirs:
            return bet
        return 0 if mine == theirs else -bet

    # Cards

    def visible_cards(self, hand: BlackjackHand) -> Counter[str]:
        """The cards that are face up on the table."""
        done = "".join(each.removesuffix(DOUBLED) for each in hand.done)
        return Counter([*hand.cards, *hand.dealer, *hand.waiting, *done])

    def unseen(self, hand: BlackjackHand) -> Counter[str]:
        """How many of each card are left to come."""
        shoe = Counter(self.shoe)
        if not self.endless_shoe:
            shoe.subtract(self.visible_cards(hand))
        return shoe

    def drawn(self, hand: BlackjackHand, then: Callable[[str], BlackjackHand | Final]) -> Chance:
        """A card from the shoe; `then` says where each card leads."""
        return Chance.weighted((then(card), weight) for card, weight in self.weights(hand).items())

    def weights(self, hand: BlackjackHand) -> Mapping[str, int]:
        """How likely each card is to come next.

        Once the dealer has peeked, the hole card cannot make a natural, which is slight evidence
        about the cards drawn before it is turned over.
        """
        unseen = self.unseen(hand)
        partner = self.partner(hand.dealer[0]) if self.peek and len(hand.dealer) == 1 else ""
        if not partner:
            return {card: unseen[card] for card in self.points}
        step = 0 if self.endless_shoe else 1
        others = unseen.total() - unseen[partner] - step
        weights = {card: unseen[card] * others for card in self.points}
        weights[partner] += unseen[partner] * step
        if not hand.cards:  # the next card is the hole card itself
            weights = {card: unseen[card] * (card != partner) for card in self.points}
        return weights

    def in_order(self, cards: Iterable[str]) -> tuple[str, ...]:
        """Cards sorted in the game's order."""
        return tuple(sorted(cards, key=list(self.points).index))

    # Words

    def meaning(self, objective: Objective) -> str:
        return "average win per bet" if objective.linear else super().meaning(objective)

    def view(self, position: BlackjackHand) -> View:
        hidden = int(len(position.dealer) == 1 and self.peek)
        pieces: list[Piece] = [Cards("dealer", position.dealer, hidden=hidden, field="dealer")]
        for number, done in enumerate(position.done, start=1):
            cards = done.removesuffix(DOUBLED)
            doubled = ", doubled" if done != cards else ""
            pieces.append(Cards(f"hand {number}, done{doubled}", tuple(cards)))
        if position.cards:
            total, soft = self.count(position.cards)
            pieces.append(Cards("hand", position.cards, field="cards"))
            pieces.append(table_view.Counter("total", f"soft {total}" if soft else total))
        pieces += [
            Cards(f"hand to come {number}", (card,))
            for number, card in enumerate(position.waiting, start=1)
        ]
        return View(tuple(pieces))

    def event(self, before: Hashable, after: Hashable) -> Event:
        """The card that was drawn, or whether the dealer turned out to have a natural.

        >>> from perfectplay.games.blackjack import Blackjack
        >>> before = BlackjackHand(("6", "T"), ("9",))
        >>> drawn = Blackjack().event(before, before._replace(cards=("2", "6", "T")))
        >>> drawn.pieces[0].cards, drawn.bust
        (('2',), False)
        """
        hand = position_of(before)
        assert isinstance(hand, BlackjackHand)
        if hand.peek:
            return Event(bust=self.shows_natural(hand, after))
        if isinstance(after, Inline):  # outcomes are the cards in the shoe, in order
            cards = [card for card, weight in self.weights(hand).items() if weight]
            card = cards[int(str(after.path[-1]))]
        else:
            assert isinstance(after, BlackjackHand)
            card = next(iter(self.visible_cards(after) - self.visible_cards(hand)))
        over = bool(hand.cards) and self.count([*hand.cards, card]).total > self.target
        return Event((Cards("card", (card,)),), bust=over and bool(hand.dealer))

    def shows_natural(self, hand: BlackjackHand, after: Hashable) -> bool:
        """Whether the dealer peeked and found a natural: the first outcome, if it is possible."""
        can_be = self.unseen(hand)[self.partner(hand.dealer[0])] > 0
        return can_be and isinstance(after, Inline) and after.path[-1] == 0

    def describe_outcome(self, before: Hashable, after: Hashable) -> str:
        """What the dealer's peek revealed; a card needs no words of its own."""
        hand = position_of(before)
        if isinstance(hand, BlackjackHand) and hand.peek:
            has = "a" if self.shows_natural(hand, after) else "no"
            return f"the dealer has {has} natural"
        return super().describe_outcome(before, after)

    def describe(self, position: object) -> str:
        if not isinstance(position, BlackjackHand):
            return super().describe(position)
        if not position.cards and not position.dealer:
            return "no cards yet"
        done = f", after {' and '.join(position.done)}" if position.done else ""
        waiting = f", {' '.join(position.waiting)} to come" if position.waiting else ""
        mine = " ".join(position.cards) or "no card"
        if not position.cards:
            return f"{' and '.join(position.done)} against {' '.join(position.dealer)}"
        if not position.dealer:
            return mine
        peek = ", who looks for a natural" if position.peek else ""
        return f"{mine} against {' '.join(position.dealer)}{peek}{done}{waiting}"

    def position_from_table(self, table: Table) -> TablePosition:
        """The hand on the table, after the dealer has peeked for a natural.

        If early surrender is allowed, it is the position before the peek.
        """
        if table.cards is None:
            return super().position_from_table(table)
        if table.up is None:
            raise PositionError(
                f"{self.name} needs the dealer's up card, too; add it, such as --up "
                f"{[*self.points][-1]}"
            )
        hand = BlackjackHand(
            self.in_order(read_cards(table.cards, self.points, "--cards")),
            tuple(read_cards(table.up, self.points, "--up")),
        )
        if len(hand.dealer) != 1:
            raise PositionError(f"--up is one card, not {len(hand.dealer)}")
        early = self.surrender == "early" and len(hand.cards) == 2 and self.peeks(hand)
        return TablePosition(self.require(hand._replace(peek=early)))

    def read(self, text: str) -> Hashable:
        place: Hashable = self.require(super().read(text))
        return place

    # What can lie on the table

    def complaint(self, position: BlackjackHand) -> str:
        done = [each.removesuffix(DOUBLED) for each in position.done]
        shown = [*position.cards, *position.dealer, *position.waiting, *"".join(done)]
        unknown = next((card for card in shown if card not in self.points), None)
        if unknown is not None:
            return f"'{unknown}' is no card; the cards are {' '.join(self.points)}"
        if not self.endless_shoe and (lacking := Counter(shown) - Counter(self.shoe)):
            card = next(iter(lacking))
            return f"it has {shown.count(card)} of {card}, and the shoe has {self.shoe[card]}"
        if any(tuple(each) != self.in_order(each) for each in (position.cards, *done)):
            return f"cards are in the order {' '.join(self.points)}"
        return self.out_of_turn(position) or self.out_of_reach(position)

    def out_of_turn(self, hand: BlackjackHand) -> str:
        """What is wrong with whose turn it is; None if nothing is."""
        if not hand.dealer:
            right = len(hand.cards) < 3 and not (hand.split or hand.peek)
            return "" if right else "the dealer's up card is missing"
        if hand.peek:
            right = len(hand.cards) == 2 and not hand.split and self.peeks(hand)
            right = right and len(hand.dealer) == 1
            return "" if right else "the dealer looks for a natural after the deal, and not always"
        if hand.cards and len(hand.dealer) > 1:
            return "the dealer draws when all hands are done"
        if hand.cards and self.is_over(hand.cards):
            total = self.count(hand.cards).total
            return f"there is nothing to decide about {' '.join(hand.cards)}, which make {total}"
        if len(hand.cards) == 1 and not hand.split:
            return "a hand is two cards"
        if not hand.cards and (hand.waiting or not hand.done):
            return "there is no hand"
        if not hand.cards and all(map(self.settled, hand.done)):
            return "every bet is settled"
        return ""

    def out_of_reach(self, hand: BlackjackHand) -> str:
        """Why these cards cannot have been drawn; None if they can."""
        if not hand.dealer or hand.peek:
            return ""
        if self.peek and self.is_natural(hand.dealer):
            return "the dealer has looked, and has no natural"
        if hand.dealer[1:] != self.in_order(hand.dealer[1:]):
            return f"the cards that the dealer has drawn are in the order {' '.join(self.points)}"
        partner = self.partner(hand.dealer[0]) if self.peek else ""
        if (
            partner
            and len(hand.dealer) == 1
            and not any(n > 0 and card != partner for card, n in self.unseen(hand).items())
        ):
            return "the dealer has looked, and no card is left that makes no natural"
        if not self.dealer_draws(hand.dealer[0], hand.dealer[1:], partner):
            return "the dealer would already have stopped drawing"
        hands = bool(hand.cards) + len(hand.done) + len(hand.waiting)
        if hands == 1:
            done = [self.comes_to(each, "", hand) for each in hand.done]
            return "" if all(done) and self.drawn_to(hand.cards, "") else "no such hand is drawn"
        if not any(self.from_pair(card, hand, hands) for card in self.points):
            return (
                "its hands do not come from one pair; a hand that was doubled has three cards, and "
                "split aces may get only one more"
            )
        return ""

    def dealer_draws(self, up: str, others: tuple[str, ...], partner: str) -> bool:
        """Whether the dealer can draw these cards in some order, standing only after the last.

        After a peek, the first of them does not make a natural with the up card.
        """
        if len(others) < 2:
            return others != (partner,)
        return any(
            not self.dealer_stands(self.count((up, *rest))) and self.dealer_draws(up, rest, partner)
            for rest in fewer(others)
        )

    def from_pair(self, card: str, hand: BlackjackHand, hands: int) -> bool:
        """Whether several hands can come from splitting a pair of this card.

        >>> from perfectplay.games.blackjack import Blackjack
        >>> Blackjack().from_pair("8", BlackjackHand(("3", "8"), ("T",), ("8T",), ("8",)), 3)
        True
        >>> Blackjack().from_pair("8", BlackjackHand(("3", "8"), ("T",), ("9T",)), 2)
        False
        """
        if hands > self.most_hands or (hands > 2 and not self.resplit(card)):
            return False
        if any(each != card for each in hand.waiting):
            return False
        if len(hand.cards) > 1 and self.one_card(card) and not self.may_split(hand):
            return False
        played = all(self.comes_to(each, card, hand) for each in hand.done)
        return played and self.drawn_to(hand.cards, card)

    def comes_to(self, done: str, card: str, hand: BlackjackHand) -> bool:
        """Whether a hand may end with these cards, given the pair it was split from, if any."""
        cards = tuple(done.removesuffix(DOUBLED))
        if done.endswith(DOUBLED):
            return (
                len(cards) == 3
                and not (card and self.one_card(card))
                and any(
                    self.drawn_to(rest, card)
                    and not self.is_over(rest)
                    and self.may_double(rest, split=bool(card))
                    for rest in fewer(cards)
                )
            )
        if not card and self.is_natural(cards):
            return not self.peek and bool(self.partner(hand.dealer[0]))
        return len(cards) > 1 and self.drawn_to(cards, card)

    def drawn_to(self, cards: tuple[str, ...], card: str) -> bool:
        """Whether a hand can be drawn in some order, with a decision before each card.

        It starts with two cards, or with the one card left from a split pair.
        """
        if len(cards) < 2 or (len(cards) == 2 and not card):
            return not card or card in cards or not cards
        if card and self.one_card(card) and len(cards) > 2:
            return False
        return any(
            (len(rest) == 1 or not self.is_over(rest)) and self.drawn_to(rest, card)
            for rest in fewer(cards)
        )


def fewer(cards: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The hands with one card fewer.

    >>> fewer(("2", "2", "3"))
    [('2', '3'), ('2', '2')]
    """
    return [
        cards[:place] + cards[place + 1 :]
        for place, card in enumerate(cards)
        if card not in cards[:place]
    ]


def read_cards(text: str, points: Mapping[str, int], where: str) -> list[str]:
    """Cards as people write them: with or without spaces, 10, T or a court card, in any case.

    >>> read_cards("10 6", {"6": 6, "T": 10}, "--cards"), read_cards("kq", {"T": 10}, "--cards")
    (['T', '6'], ['T', 'T'])
    """
    cards = list(re.sub(r"[\s,]+", "", text).replace("10", "T").upper())
    if "T" in points:
        cards = ["T" if card in "JQK" else card for card in cards]
    for card in cards:
        if card not in points:
            raise PositionError(f"'{card}' in {where} is no card; write {' '.join(points)}")
    return cards
