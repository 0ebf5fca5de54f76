"""The engine for draw poker against the engine for any game, and against hands told apart anew."""

import dataclasses
import itertools
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay import Score, load, solve
from perfectplay.errors import FileError, PositionError
from perfectplay.games.video_poker import VideoPoker
from perfectplay.model.video_poker import HAND, KINDS, RANKS, PokerHand, full_deck, kinds_of
from perfectplay.solution.verification import VerificationError, verify
from tests.by_engine import solve_graph
from tests.engines.video_poker.small_deck import FewCards


@pytest.fixture(scope="module", params=[False, True], ids=["natural", "wild"])
def few(request):
    return FewCards(wild_deuces=request.param)


@pytest.fixture(scope="module")
def both(few):
    """A small deck solved by the engine for draw poker, and by the one for any game."""
    return solve(few, exact=True), solve_graph(few, Score(), exact=True)


def test_every_position_of_a_small_deck_is_worth_what_its_rules_make_it(both):
    ours, theirs = both
    assert ours.engine == "video-poker"
    assert ours.value == theirs.value
    for position in theirs.visits():
        assert ours.value_at(position) == theirs.value_at(position)
        if theirs.kind(position) == "choice":
            assert {option.label: option.value for option in ours.options(position)} == {
                option.label: option.value for option in theirs.options(position)
            }


def test_pays_of_a_small_deck_are_as_likely_as_its_rules_make_them(both):
    ours, theirs = both
    mean = sum(coins * often for coins, often in ours.distribution().items())
    assert mean == ours.value == theirs.value
    assert sum(ours.distribution().values()) == 1


def natural_kind(cards):
    """What five cards are that stand for themselves: the best kind, by other means."""
    ranks = sorted(RANKS.index(rank) for rank, _ in cards)
    counts = sorted(Counter(ranks).values(), reverse=True)
    flush = len({suit for _, suit in cards}) == 1
    straight = counts[0] == 1 and (ranks[4] - ranks[0] == 4 or ranks == [0, 1, 2, 3, 12])
    if straight and flush:
        return "natural royal flush" if ranks[0] == 8 else "straight flush"
    if counts[:2] == [3, 2]:
        return "full house"
    if counts[0] == 5:
        return "five of a kind"
    if counts[0] == 4:
        return "four of a kind"
    if flush:
        return "flush"
    if straight:
        return "straight"
    return {3: "three of a kind", 2: "two pair" if counts[1] == 2 else "pair"}.get(counts[0], "-")


RANKED = [
    *("three of a kind", "straight", "flush", "full house", "four of a kind"),
    *("straight flush", "natural royal flush", "five of a kind"),
]


def numbers(card, wild=()):
    return (-1, -1) if card in wild else (RANKS.index(card[0]), "cdhs".index(card[1]))


@given(cards=st.lists(st.sampled_from(full_deck()), min_size=5, max_size=5, unique=True))
def test_hands_without_wild_cards_are_told_apart(cards):
    found = kinds_of(*zip(*map(numbers, cards), strict=True))
    kind = natural_kind(cards)
    for other in ("straight", "flush", "straight flush", "natural royal flush"):
        implied = {"straight": ("straight flush", "natural royal flush")}.get(other, ())
        implied = {"flush": ("straight flush", "natural royal flush")}.get(other, implied)
        implied = {"straight flush": ("natural royal flush",)}.get(other, implied)
        assert bool(found >> KINDS.index(other) & 1) == (kind == other or kind in implied)
    for other in ("four of a kind", "full house"):
        assert bool(found >> KINDS.index(other) & 1) == (kind == other)


@given(
    cards=st.lists(st.sampled_from(full_deck()[4:]), min_size=3, max_size=4, unique=True),
)
def test_wild_cards_stand_for_whatever_is_best(cards):
    wild = HAND - len(cards)
    ways = itertools.combinations_with_replacement(full_deck(), wild)
    kinds = {natural_kind([*cards, *more]) for more in ways}
    found = kinds_of(*zip(*map(numbers, cards), *[(-1, -1)] * wild, strict=True))
    for kind in RANKED:
        bit = "royal flush" if kind == "natural royal flush" else kind
        if kind in kinds:
            assert found >> KINDS.index(bit) & 1, kind
    best = max(kinds & set(RANKED), key=RANKED.index, default=None)
    if best not in (None, "full house", "flush", "straight"):
        better = RANKED[RANKED.index(best) + 1 :]
        bits = ["royal flush" if kind == "natural royal flush" else kind for kind in better]
        assert not any(found >> KINDS.index(bit) & 1 for bit in bits)


def test_a_solution_is_verified_and_a_wrong_one_is_not():
    solution = solve(VideoPoker())
    assert verify(solution).largest_error < 1e-12
    wrong = dataclasses.replace(solution, best_value=solution.best_value + 1)
    with pytest.raises(VerificationError, match="is not that of its best hold"):
        verify(wrong)


@pytest.mark.parametrize("exact", [False, True])
def test_it_is_saved_and_loaded(tmp_path, few, exact):
    solution = solve(few, exact=exact)
    solution.save(tmp_path / "few.solution")
    found = load(tmp_path / "few.solution", few)
    assert (found.value, found.exact) == (solution.value, exact)
    hand = PokerHand(few.deck[:HAND])
    assert found.options(hand) == solution.options(hand)


def test_a_file_with_holds_that_cannot_be_is_refused(tmp_path, few):
    solution = solve(few)
    solution.holds = solution.holds + 32
    solution.save(tmp_path / "few.solution")
    with pytest.raises(FileError):
        load(tmp_path / "few.solution", few)


@pytest.mark.parametrize(
    "hand",
    [
        PokerHand(("Ah", "Kh")),
        PokerHand(("2c", "2c", "2d", "2h", "2s")),
        PokerHand(("2c", "2d"), ("2c", "3c", "4c"), drawing=True),
        PokerHand(("2c",), ("2d",), drawing=True),
        "a hand",
    ],
)
def test_hands_that_cannot_be_are_refused(hand):
    with pytest.raises(PositionError):
        solve(VideoPoker()).value_at(hand)


def test_simulated_games_bear_the_return_out(few):
    solution = solve(few)
    low, high = solution.simulate(200_000, seed=3).interval(0.9999)
    assert low < solution.value < high


def test_any_order_of_a_hand_is_looked_at_alike():
    from perfectplay.model.table import Table

    cards = ["Ah", "Kh", "Qh", "Jh", "9c"]
    random.Random(1).shuffle(cards)
    poker = VideoPoker()
    assert poker.position_from_table(Table(cards=" ".join(cards))) == poker.position_from_table(
        Table(cards="9cJhQhKhAh")
    )
