"""Hands against a dealer: the engine against the one for any game, and scripts of their own."""

from fractions import Fraction
from functools import cache

import pytest

from perfectplay import Compute, evaluate, load, solve
from perfectplay.errors import FileError, PositionError
from perfectplay.games.blackjack import Blackjack
from perfectplay.games.snackjack import Snackjack
from perfectplay.model.blackjack import BlackjackHand
from perfectplay.objectives import AtLeast
from perfectplay.solution.chart import Chart
from perfectplay.solution.verification import VerificationError, verify
from tests.by_engine import solve_graph
from tests.engines.blackjack.small_shoe import SmallShoe

VARIANTS = [
    {},
    {"hands": 1, "charlie": 4},
    {"hands": 2, "doubling": False},
    {"hands": 4, "fives": 9},
    {"looking": False, "giving_up": "late"},
    {"giving_up": "early", "fives": 9},
    {"looking": False, "giving_up": "early", "charlie": 3},
    {"endless_cards": True, "hands": 3},
]


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_the_book_is_worth_what_playing_every_card_by_it_comes_to(rules):
    """The engine for any game follows it through every split, card by card, in fractions."""
    game = SmallShoe(**rules)
    book = solve(game, exact=True, compute=Compute(engine="blackjack"))
    assert evaluate(game, book.play, exact=True).value == book.value


@pytest.mark.parametrize("rules", [{"hands": 1}, {"hands": 1, "looking": False}], ids=str)
def test_without_splits_no_way_to_play_is_better(rules):
    game = SmallShoe(**rules)
    assert (
        solve(game, exact=True, compute=Compute(engine="blackjack")).value
        == solve_graph(game, exact=True).value
    )


def test_who_remembers_the_other_hands_does_a_little_better():
    game = SmallShoe(hands=2, fives=12)
    book, best = solve(game, compute=Compute(engine="blackjack")).value, solve_graph(game).value
    assert book <= best < book + 0.01


# Snackjack by hand: cards as a tuple of three counts, everything in fractions


def best_total(cards):
    low = cards[0] + 2 * cards[1] + 3 * cards[2]
    return low + 3 if cards[0] and low <= 4 else low


def without(shoe, card):
    return tuple(count - (place == card) for place, count in enumerate(shoe))


def with_card(cards, card):
    return tuple(count + (place == card) for place, count in enumerate(cards))


def draws(shoe):
    return [(card, Fraction(count, sum(shoe))) for card, count in enumerate(shoe) if count]


@cache
def dealer_turns(shoe, dealer):
    """The dealer's totals, with how likely each is; 8 for any beyond 7."""
    if best_total(dealer) >= 6:
        return {min(best_total(dealer), 8): Fraction(1)}
    ends = {}
    for card, odds in draws(shoe):
        for end, more in dealer_turns(without(shoe, card), with_card(dealer, card)).items():
            ends[end] = ends.get(end, 0) + odds * more
    return ends


def settle(shoe, dealer, totals):
    """What hands win when the hole card is known."""
    won = Fraction(0)
    for end, odds in dealer_turns(shoe, dealer).items():
        for total in totals:
            level = 1 if end == 8 else (total > end) - (total < end)
            won += odds * (-1 if total > 7 else level)
    return won


def snackjack(decks):
    """The hole card is dealt at once; what the player knows is a set of equally likely worlds."""
    shoe = (2 * decks, 2 * decks, 4 * decks)
    value = Fraction(0)
    for first, a in draws(shoe):
        for second, b in draws(without(shoe, first)):
            for up, c in draws(without(without(shoe, first), second)):
                left = without(without(without(shoe, first), second), up)
                mine = with_card(with_card((0, 0, 0), first), second)
                worlds = []
                for hole, d in draws(left):
                    dealer = with_card(with_card((0, 0, 0), up), hole)
                    if best_total(dealer) == 7 or best_total(mine) == 7:
                        both = best_total(dealer) == best_total(mine)
                        won = 0 if both else Fraction(3, 2) if best_total(mine) == 7 else -1
                        value += a * b * c * d * won
                    else:
                        worlds.append((d, without(left, hole), dealer))
                if worlds:
                    value += a * b * c * best_play(worlds, mine, first)
    return value


def stand(worlds, *totals):
    return sum(odds * settle(shoe, dealer, totals) for odds, shoe, dealer in worlds)


def after(worlds, card):
    """The worlds in which a card comes next."""
    return [
        (odds * Fraction(shoe[card], sum(shoe)), without(shoe, card), dealer)
        for odds, shoe, dealer in worlds
        if shoe[card]
    ]


def best_play(worlds, mine, pair=None):
    """What a hand is worth in all its worlds together; `pair` is a card of the first two."""
    total = best_total(mine)
    if total > 7:
        return -sum(odds for odds, _, _ in worlds)
    options = [stand(worlds, total)]
    if total < 7:
        options.append(sum(best_play(after(worlds, n), with_card(mine, n)) for n in range(3)))
    if pair is not None:
        drawn = [(best_total(with_card(mine, n)), after(worlds, n)) for n in range(3)]
        options.append(2 * sum(stand(then, end) for end, then in drawn))
        if mine[pair] == 2:
            single = with_card((0, 0, 0), pair)
            options.append(
                sum(
                    stand(
                        after(after(worlds, n), m),
                        best_total(with_card(single, n)),
                        best_total(with_card(single, m)),
                    )
                    for n in range(3)
                    for m in range(3)
                )
            )
    return max(options)


@pytest.mark.parametrize("decks", [1, 2, 3])
def test_snackjack_is_as_a_script_in_fractions_has_it(decks):
    game = Snackjack(decks=decks)
    found = solve(game, exact=True, compute=Compute(engine="blackjack")).value
    assert found == snackjack(decks) == solve_graph(game, exact=True).value


def test_one_pack_of_snackjack_is_known():
    assert solve(Snackjack(), exact=True).value == Fraction(27, 140)


# The chart


def test_the_chart_is_what_is_printed_for_six_decks():
    """The basic strategy that all books have for six decks and late surrender, dealer 2 to ace."""
    chart = solve(Blackjack(surrender="late")).answer(Chart)
    rows = {
        "hard 9": "HDDDDHHHHH",
        "hard 11": "DDDDDDDDDH",
        "hard 12": "HHSSSHHHHH",
        "hard 15": "SSSSSHHHRH",
        "hard 16": "SSSSSHHRRR",
        "soft 13": "HHHDDHHHHH",
        "soft 18": "SDDDDSSHHH",
        "4 4": "HHHPPHHHHH",
        "8 8": "PPPPPPPPPP",
        "9 9": "PPPPPSPPSS",
    }
    for row, letters in rows.items():
        options = [chart.cells[row, column][0].label for column in chart.columns]
        assert "".join(chart.letters[label] for label in options) == letters, row
    assert chart.value < chart.best < chart.value + 2e-5


def test_the_chart_gives_up_early_against_a_ten_and_an_ace():
    """As printed for six decks, dealer stands on soft 17: by the Wizard of Odds' table."""
    solution = solve(Blackjack(surrender="early"))
    chart = solution.answer(Chart)
    rows = {
        "ten": {"hard 14", "hard 15", "hard 16", "7 7", "8 8"},
        "ace": {*(f"hard {total}" for total in (5, 6, 7, 12, 13, 14, 15, 16, 17))}
        | {"3 3", "6 6", "7 7", "8 8"},
    }
    for column, given_up in zip(chart.columns[-2:], rows.values(), strict=True):
        found = {
            row
            for (row, up), options in chart.cells.items()
            if up == column and options[0].label == "surrender"
        }
        assert found == given_up, column
    hand = solution.read(f"cards=7,9 dealer={chart.columns[-1]} peek=yes")
    assert solution.best(hand) == "surrender"
    assert chart.cells["hard 16", chart.columns[-1]][0].value == -0.5
    assert chart.value < chart.best < chart.value + 1e-4


def test_where_cards_never_run_out_totals_are_all_there_is_to_know():
    for surrender in ("none", "early"):
        chart = solve(Blackjack(decks=0, surrender=surrender)).answer(Chart)
        assert chart.value == pytest.approx(chart.best, abs=1e-14)


def test_the_chart_of_snackjack_is_as_good_as_looking_at_every_card():
    chart = solve(Snackjack(), exact=True, compute=Compute(engine="blackjack")).answer(Chart)
    assert chart.value == chart.best == Fraction(27, 140)


# Files, and what is refused


@pytest.fixture(scope="module")
def deck():
    return solve(Blackjack(decks=1, soft17="hit"))


def test_it_is_kept_in_a_file_whole(deck, tmp_path):
    deck.save(tmp_path / "deck.safetensors")
    again = load(tmp_path / "deck.safetensors")
    assert again.value == deck.value
    assert again.options(BlackjackHand(("8", "8"), ("T",))) == deck.options(
        BlackjackHand(("8", "8"), ("T",))
    )


def test_fractions_come_back_as_fractions(tmp_path):
    snackjack = solve(Snackjack(), exact=True, compute=Compute(engine="blackjack"))
    snackjack.save(tmp_path / "snack.safetensors")
    assert load(tmp_path / "snack.safetensors").value == Fraction(27, 140)


def test_a_file_of_another_game_is_refused(deck, tmp_path):
    deck.save(tmp_path / "deck.safetensors")
    with pytest.raises(FileError):
        load(tmp_path / "deck.safetensors", Blackjack(decks=2))


def test_it_is_verified_by_the_rules():
    assert verify(solve(SmallShoe(), compute=Compute(engine="blackjack"))).largest_error < 1e-12


def test_a_wrong_number_is_found():
    wrong = solve(SmallShoe(), compute=Compute(engine="blackjack"))
    for each in wrong.rounds.values():
        each.value = 1.01 * each.value
    with pytest.raises(VerificationError, match="should be"):
        verify(wrong)


def test_it_is_for_the_mean_alone():
    with pytest.raises(Exception, match="for the expected win, not for"):
        solve(Blackjack(), AtLeast(1), compute=Compute(engine="blackjack"))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("cards=A,A,A dealer=A,2", "the dealer draws when all hands are done"),
        ("cards=A,A,A,A dealer=A", "it has 5 of A, and the shoe has 4"),
        ("cards=6,X dealer=T", "'X' is no card"),
        ("cards=T,6 dealer=T", "in the order"),
        ("cards=T,T,T dealer=T", "nothing to decide"),
        ("cards=3,8 dealer=T waiting=9", "do not come from one pair"),
        ("cards=3,8 dealer=T done=8,8T", "do not come from one pair"),
        ("cards=8 dealer=T", "a hand is two cards"),
        ("dealer=T done=x2", "no such hand is drawn"),
        ("dealer=T,7,T done=8T", "the dealer would already have stopped drawing"),
        ("dealer=9 done=AT", "no such hand is drawn"),
        ("cards=3,8 dealer=T waiting=8,8,8,8", "it has 5 of 8"),
        ("cards=6,T", ""),
    ],
)
def test_what_cannot_lie_on_the_table_is_refused(deck, text, complaint):
    if not complaint:
        assert deck.kind(deck.read(text)) == "chance"
        return
    with pytest.raises(PositionError, match=complaint):
        deck.read(text)
