"""Advice in a race, against the chances of every sum counted throw by throw."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from perfectplay import Compute, solve
from perfectplay.games.greed import Greed
from perfectplay.model.table import Table
from perfectplay.present.race import RaceAdvice, RatingTable

GREED = solve(Greed(max=12, sides=4), compute=Compute(engine="race"))


def sums(dice):
    throws = list(itertools.product(range(1, 5), repeat=dice))
    return {total: count / len(throws) for total, count in Counter(map(sum, throws)).items()}


def advice(mine, theirs, *, last):
    seen = GREED.game.position_from_table(Table(score=mine, opponent=theirs, last=last))
    return RaceAdvice.at(GREED, seen)


@pytest.mark.parametrize(("mine", "theirs"), [(6, 8), (0, 10), (9, 9), (12, 3)])
def test_ends_of_the_last_turn_are_those_of_all_throws(mine, theirs):
    found = advice(mine, theirs, last=True)
    for option in found.options:
        chances = sums(int(str(option.label)))
        win = sum(p for total, p in chances.items() if theirs < mine + total <= 12)
        ends = found.ends(option)
        assert ends.win == pytest.approx(win)
        assert ends.tie == pytest.approx(chances.get(theirs - mine, 0))
        bust = sum(p for total, p in chances.items() if mine + total > 12)
        assert ends.bust == pytest.approx(bust)
        assert option.whole == pytest.approx(ends.win + ends.tie / 2)


def test_landings_of_the_best_roll_are_its_sums():
    found = advice(5, 9, last=True)
    expected = {5 + total: p for total, p in sums(int(str(found.options[0].label))).items()}
    landings = {each.score: each.chance for each in found.landings()}
    assert landings == pytest.approx({s: p for s, p in expected.items() if s in landings})
    assert sum(landings.values()) == pytest.approx(1, abs=1e-3)
    meanings = {each.score: each.meaning for each in found.landings()}
    assert all(
        meaning
        == ("bust" if score > 12 else "win" if score > 9 else "tie" if score == 9 else "behind")
        for score, meaning in meanings.items()
    )


@pytest.mark.parametrize("last", [True, False])
def test_the_table_of_ratings_says_what_each_turn_is_advised(last):
    table = RatingTable.of(GREED, last=last)
    for mine, theirs in itertools.product(range(0, 13, 4), repeat=2):
        found = advice(mine, theirs, last=last)
        assert table.ratings[mine][theirs] == pytest.approx(found.whole)
        best = [option.label for option in found.options if option.best]
        assert str(table.dice[mine][theirs]) in map(str, best)
