"""Blackjack: its rules, and hands as players say them."""

from fractions import Fraction

import pytest

from perfectplay.errors import PositionError
from perfectplay.games.blackjack import Blackjack
from perfectplay.model.blackjack import BlackjackHand
from perfectplay.model.nodes import Chance, Choice, Final
from perfectplay.model.table import Table


def options(game, **hand):
    return list(game.at(BlackjackHand(**hand)).options)


def table(cards, up=None):
    return Table(cards=cards, up=up)


@pytest.mark.parametrize(("rule", "may"), [("any", "5678"), ("9-11", "78"), ("10-11", "8")])
def test_two_cards_are_doubled_as_the_rule_says(rule, may):
    """A 2 and another card, which make 7 to 10; and a soft 19."""
    game = Blackjack(double=rule)
    found = [card for card in "5678" if "double" in options(game, cards=("2", card), dealer=("5",))]
    assert "".join(found) == may
    assert ("double" in options(game, cards=("A", "8"), dealer=("5",))) == (rule == "any")


def test_a_pair_is_split_into_up_to_four_hands():
    game = Blackjack()
    assert "split" in options(game, cards=("8", "8"), dealer=("5",), waiting=("8", "8"))
    assert "split" not in options(game, cards=("8", "8"), dealer=("5",), waiting=("8", "8", "8"))


def test_after_a_split_there_is_doubling_only_where_the_rules_have_it():
    hand = {"cards": ("3", "8"), "dealer": ("5",), "waiting": ("8",)}
    assert "double" in options(Blackjack(), **hand)
    assert "double" not in options(Blackjack(das=False), **hand)


def test_a_split_ace_gets_one_card_and_21_of_it_is_no_blackjack():
    game = Blackjack()
    drawn = game.at(BlackjackHand(("A",), ("5",), (), ("A",)))
    assert BlackjackHand(("A",), ("5",), ("AT",), ()) in drawn.thens
    won = game.at(BlackjackHand((), ("5", "2", "T"), ("AT", "A9"), ()))
    assert isinstance(won, Final)
    assert won.payoff == 2


def test_aces_are_split_again_only_where_the_rules_have_it():
    once, again = (Blackjack(resplit_aces=rule) for rule in (False, True))
    split = BlackjackHand(("A",), ("5",), (), ("A",))
    assert BlackjackHand(("A", "A"), ("5",), (), ("A",)) not in once.at(split).thens
    assert BlackjackHand(("A", "A"), ("5",), (), ("A",)) in again.at(split).thens


def test_a_blackjack_pays_what_the_rules_say():
    drawn = Blackjack(pays="6:5").at(BlackjackHand(("A", "T")))
    assert {then.payoff for then in drawn.thens if isinstance(then, Final)} == {Fraction(6, 5)}


def test_the_dealer_with_a_ten_has_looked_so_an_ace_is_likelier_to_be_drawn():
    drawn = Blackjack(decks=1).at(BlackjackHand(("5", "6"), ("T",))).options["hit"]
    shares = dict(zip("A23456789T", drawn.odds.fractions(), strict=True))
    assert shares["A"] == Fraction(4, 49) * Fraction(48 - 3, 48) / Fraction(45, 49)
    assert shares["A"] > shares["2"]


def test_insurance_and_early_surrender_come_before_the_look():
    game = Blackjack(surrender="early")
    assert options(game, cards=("6", "T"), dealer=("A",), peek=True) == [
        "no insurance",
        "insurance",
        "surrender",
    ]
    assert "surrender" not in options(game, cards=("6", "T"), dealer=("A",))
    assert "surrender" in options(game, cards=("6", "T"), dealer=("9",))
    assert isinstance(Blackjack().at(BlackjackHand(("6", "T"), ("T",), peek=True)), Chance)


def test_without_a_hole_card_the_dealer_draws_to_the_end():
    game = Blackjack(peek=False)
    lost = game.at(BlackjackHand((), ("A", "T"), ("56Tx2",)))
    assert lost.payoff == -2
    level = game.at(BlackjackHand((), ("A", "T"), ("AT",)))
    assert level.payoff == 0


def test_so_many_cards_win_at_once():
    game = Blackjack(charlie=5)
    drawn = game.at(BlackjackHand(("2", "2", "3", "4"), ("T",))).options["hit"]
    assert {then.payoff for then in drawn.thens} == {1}


@pytest.mark.parametrize("words", ["10 6", "6,10", "k6", "T 6", "6 J"])
def test_a_hand_is_said_in_many_ways(words):
    assert Blackjack().position_from_table(table(words, "q")).position == BlackjackHand(
        ("6", "T"), ("T",)
    )


@pytest.mark.parametrize(
    ("cards", "up", "complaint"),
    [
        ("10 x", "5", "'X' in --cards is no card"),
        ("10 6", "1", "'1' in --up is no card"),
        ("10 6", "5 5", "--up is one card, not 2"),
        ("10 6", None, "needs the dealer's up card"),
        ("A A A A", "A", "it has 5 of A, and the shoe has 4"),
        ("10 10 6", "5", "which make 26"),
        ("7", "5", "a hand is two cards"),
    ],
)
def test_what_is_no_hand_is_refused_in_one_line(cards, up, complaint):
    game = Blackjack(decks=1)
    with pytest.raises(PositionError, match=complaint):
        game.position_from_table(table(cards, up))


def test_a_choice_is_in_words():
    game = Blackjack()
    hand = BlackjackHand(("8", "T"), ("5",), ("8T",), ("8",))
    assert isinstance(game.at(hand), Choice)
    assert game.describe(hand) == "8 T against 5, after 8T, 8 to come"
    assert game.describe(BlackjackHand((), ("5", "9"), ("8T", "89"))) == "8T and 89 against 5 9"


def test_aces_that_are_split_again_are_not_hit():
    game = Blackjack(resplit_aces=True)
    again = {"cards": ("A", "A"), "dealer": ("6",), "waiting": ("A",)}
    assert options(game, **again) == ["stand", "split"]


def test_where_one_may_give_up_early_a_hand_lies_there_before_the_look():
    early, late = (
        Blackjack(surrender=when).position_from_table(table("10 6", "10"))
        for when in ("early", "late")
    )
    assert (early.position.peek, late.position.peek) == (True, False)
    assert options(Blackjack(surrender="early"), **early.position._asdict()) == [
        "play on",
        "surrender",
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("cards=2,8 dealer=6 done=8Tx2", "doubled has three cards"),
        ("dealer=T,A done=8T", "has looked"),
        ("dealer=6,T,2 done=8T", "has drawn are in the order"),
        ("cards=A,5 dealer=6 waiting=A", "get only one more"),
    ],
)
def test_contradictions_are_refused(text, complaint):
    with pytest.raises(PositionError, match=complaint):
        Blackjack().read(text)
