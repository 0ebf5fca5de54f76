"""The ranking of holds: its counts are those of the textbooks, and it adds up to the game."""

from __future__ import annotations

from math import comb

import pytest

from perfectplay import solve
from perfectplay.games.video_poker import VideoPoker
from perfectplay.solution.answers import HoldRanking

DEALS = comb(52, 5)
COUNTED = {
    "two pair": comb(13, 2) * comb(4, 2) ** 2 * 44,
    "three of a kind": 13 * comb(4, 3) * comb(12, 2) * 4**2,
    "all five: full house": 13 * comb(4, 3) * 12 * comb(4, 2),
    "all five: straight flush": 36,
    "all five: natural royal flush": 4,
}
"""Deals that are played in one way only, whatever else there is in them."""


@pytest.mark.parametrize("table", ["jacks-9-6", "deuces-wild", "joker-poker"])
def test_the_holds_add_up_to_the_game(table):
    solution = solve(VideoPoker(table=table))
    kinds = solution.answer(HoldRanking).kinds
    assert sum(kind.share for kind in kinds) == pytest.approx(1, abs=1e-12)
    assert sum(kind.share * kind.mean for kind in kinds) == pytest.approx(solution.value, abs=1e-12)
    assert [kind.mean for kind in kinds] == sorted((kind.mean for kind in kinds), reverse=True)
    assert all(kind.least - 1e-12 <= kind.mean <= kind.most + 1e-12 for kind in kinds)
    if table == "jacks-9-6":
        often = {kind.name: kind.share * DEALS for kind in kinds}
        assert {name: often[name] for name in COUNTED} == pytest.approx(COUNTED)


def test_a_hand_is_played_by_its_line():
    """The hold that the ranking names for a hand is the best one there."""
    solution = solve(VideoPoker())
    kinds = {kind.name: kind for kind in solution.answer(HoldRanking).kinds}
    for cards, held, name in [
        ("Tc,Jh,Qh,Kh,Ah", "Jh Qh Kh Ah", "four to a royal flush"),
        ("2c,5h,5s,9d,Kh", "5h 5s", "a low pair"),
        ("2c,5h,Js,Jd,Kh", "Js Jd", "a high pair"),
        ("2h,5h,7h,9h,Ks", "2h 5h 7h 9h", "four to a flush"),
    ]:
        hand = solution.read(f"cards={cards}")
        best = solution.options(hand)[0]
        assert {*str(best.label).split()} == {*held.split()}
        assert kinds[name].least - 1e-9 <= best.value <= kinds[name].most + 1e-9
