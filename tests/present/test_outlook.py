"""Why an option, checked by adding up by hand what chance may bring."""

from __future__ import annotations

import pytest

from perfectplay import solve
from perfectplay.analysis.units import Measure
from perfectplay.games.coins import Coins
from perfectplay.games.pig import Pig
from perfectplay.games.slots import Slots
from perfectplay.model.nodes import Choice
from perfectplay.present.outlook import EndProspect, Outlook, in_percent
from perfectplay.present.place import Place

PIG = solve(Pig(target=20))


def outlooks(solution, text, score=0):
    place = Place.of(solution, solution.read(text), score)
    return {way.label: Outlook.at(place, way) for way in place.ways}


def test_rolling_in_pig_goes_wrong_by_a_one_and_is_else_worth_the_mean_of_the_other_faces():
    found = outlooks(PIG, "mine=5 theirs=9 turn=4 player=0")["roll"]
    rolled = [PIG.value_at(PIG.read(f"mine=5 theirs=9 turn={4 + face} player=0"))
              for face in range(2, 7)]  # fmt: skip
    assert found.bust == pytest.approx(1 / 6)
    assert found.otherwise == pytest.approx(sum(rolled) / 5)
    bust = PIG.value_at(PIG.read("mine=9 theirs=5 turn=0 player=1"))
    assert found.value == pytest.approx(found.bust * bust + (1 - found.bust) * found.otherwise)


def test_the_second_player_counts_from_their_own_side():
    first = outlooks(PIG, "mine=5 theirs=9 turn=4 player=0")["roll"]
    second = outlooks(PIG, "mine=5 theirs=9 turn=4 player=1")["roll"]
    assert (second.value, second.otherwise) == (
        pytest.approx(first.value),
        pytest.approx(first.otherwise),
    )


def test_hopes_are_better_than_what_the_option_is_worth_and_come_up_as_often_as_dice_tell():
    coins = solve(Coins(coins=3, target=4))
    for option, found in outlooks(coins, "coins=3 points=0").items():
        assert all(hope.value > found.value for hope in found.hopes)
        assert all(0 < hope.chance < 1 for hope in found.hopes)
        assert found.value == pytest.approx(coins.value_at(coins.game.start()), abs=1)
        assert found.value <= coins.value + 1e-12, option


def test_a_box_says_its_points_and_where_it_leads():
    slots = solve(Slots())
    place = "open=x3,bin roll=5"
    rules = slots.game.at(slots.read(place))
    assert isinstance(rules, Choice)
    found = outlooks(slots, place, 30)
    assert set(found) == set(rules.options)
    assert found["x3"].points == 15
    assert found["bin"].points == 0


@pytest.mark.parametrize(
    ("outlook", "words"),
    [
        (Outlook(0.5), ""),
        (Outlook(0.5, points=3), "brings 3 at once"),
        (Outlook(0.0, bust=1.0), "always goes wrong"),
        (
            Outlook(0.5, hopes=(EndProspect("a six", 1 / 6, 0.75),)),
            "hope for: a six (16.7 %, then 75.0 %)",
        ),
        (Outlook(0.5, leads="your turn", then="roll"), "leads to: your turn; then best: roll"),
    ],
)
def test_an_outlook_in_words(outlook, words):
    assert outlook.sentence(Measure(100, 1, " %")) == words


def test_chances_are_told_in_percent():
    assert [in_percent(chance) for chance in (0, 0.0004, 1 / 3, 1)] == [
        "0.0 %", "0.0 %", "33.3 %", "100.0 %",
    ]  # fmt: skip
