"""What does nothing in a game is pointed out."""

from __future__ import annotations

from perfectplay import Bonus, Box, Chance, Choice, Final, Game, Scorecard, parameter
from perfectplay.conformance import doubts
from perfectplay.games.coins import Coins
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.model.scorecard import Face, Total

JUMP = "jump"


class Idle(Game):
    """A game with options of all sorts."""

    def start(self):
        return 3

    def at(self, position):
        if position == 0:
            return Final(1)
        coin = Chance({0: 0.5, 1: 0.5})
        options = {"toss": coin, "toss again": coin}
        if position > 5:
            options[JUMP] = 0
        if position == 1:
            return Choice({"stop": Final(0), "wait": Final(-1)})
        return Choice(options)


def test_options_that_are_never_offered_never_pay_or_make_no_difference():
    found = doubts(Idle())
    assert len(found) == 3
    assert "the option 'jump' (test_doubts.py, line " in found[0]
    assert found[0].endswith(") is never offered")
    assert found[1] == "the option 'wait' never pays: a better one is always on offer"
    assert found[2] == (
        "the options 'toss' and 'toss again' make no difference: another one is always as good"
    )


def test_boxes_and_bonuses_out_of_reach():
    boxes = [Box("sixes", Face(6)), Box("sevens", Face(7)), Box("any", Total())]
    bonuses = [Bonus("near", ["sixes", "any"], 60, 9), Bonus("far", ["sixes", "any"], 61, 9)]
    assert doubts(Scorecard("card", boxes=boxes, bonuses=bonuses)) == [
        "the box 'sevens' never scores: no roll of five dice brings points there",
        "the bonus 'far' is out of reach: it takes 61 points, and its boxes hold 60 at most",
    ]
    assert doubts(Yahtzee()) == []


class Mute(Game):
    __doc__ = None
    pay: int = 3

    def start(self):
        return 0

    def at(self, position):
        return Final(self.pay)


def test_what_goes_without_a_word_of_explanation():
    assert doubts(Mute()) == [
        "Mute has no docstring; its first line is shown with the game",
        "nothing says what the parameter 'pay' means; write pay = parameter(default=3, doc=...)",
    ]


def test_known_games():
    assert doubts(Coins(coins=2, target=2)) == [
        "the option '2' never pays: a better one is always on offer"
    ]


class Switched(Game):
    """An option that is there with a switch alone."""

    bold: bool = parameter(default=False, doc="whether to leap")

    def start(self):
        return "start"

    def at(self, position):
        options = {"stay": Final(1)}
        if self.bold:
            options["leap"] = Final(2)
        return Choice(options)


def test_an_option_of_another_variant_is_offered():
    assert doubts(Switched()) == []
