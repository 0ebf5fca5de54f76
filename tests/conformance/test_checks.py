"""Each check refuses a game that breaks just its promise."""

from __future__ import annotations

import itertools
from typing import NamedTuple

import pytest

from perfectplay import AtLeast, Chance, Choice, Final, Gain, Game, Win, parameter
from perfectplay.conformance import check, checks
from perfectplay.conformance.checks import ConformanceError
from perfectplay.errors import PerfectPlayError


class Sound(Game):
    """Toss a coin and call it a day."""

    heads: int = parameter(default=1, low=0, high=5, doc="what heads pay")

    def start(self):
        return "toss"

    def at(self, position):
        return Chance({"heads": 0.5, "tails": 0.5}) if position == "toss" else Final(self.heads)


class WrongObjective(Sound):
    """Nobody to win against."""

    def objective(self):
        return Win()


class Endless(Sound):
    """Goes on for ever."""

    def start(self):
        return 0

    def at(self, position):
        return Chance({position + 1: 1})


class ForTwo(Sound):
    """A second player, of whom nothing was said."""

    def at(self, position):
        return Choice({"go": "on"}, player=1) if position == "toss" else Final(1)


class BrokenAtTheEnd(Sound):
    """Fails where its parameter is greatest."""

    def at(self, position):
        return Final(float("nan")) if self.heads == 5 else super().at(position)


class Loaded(Sound):
    """Probabilities that do not add up."""

    def at(self, position):
        return Chance({"heads": 0.5, "tails": 0.4}) if position == "toss" else Final(1)


class Coin(NamedTuple):
    side: object


class Unreadable(Sound):
    """A position whose text says nothing."""

    def start(self):
        return Coin(object)

    def at(self, position):
        return Final(1)


class Bet(NamedTuple):
    coins: int


class Unnamed(Sound):
    """Positions of two kinds, of which nothing was said."""

    def start(self):
        return Coin("any")

    def at(self, position):
        return Choice({"bet": Bet(1)}) if isinstance(position, Coin) else Final(1)


class Ambiguous(Sound):
    """All positions have the same text."""

    def text(self, position):
        return "'toss'"


counter = itertools.count()


class Fickle(Sound):
    """Options in an order that changes."""

    def at(self, position):
        if position != "toss":
            return Final(1)
        options = {"heads": "heads", "tails": "tails"}
        return Choice(options if next(counter) % 2 else dict(reversed(options.items())))


@pytest.mark.parametrize(
    ("game", "promise", "complaint"),
    [
        (WrongObjective, checks.has_an_objective, "class WrongObjective has to say `players = 2`"),
        (Endless, checks.has_finitely_many_positions, "infinitely many positions"),
        (Endless, checks.ends_when_played_at_random, "did not end within 100,000 steps"),
        (ForTwo, checks.ends_when_played_at_random, "a game for two says `players = 2`"),
        (Loaded, checks.ends_when_played_at_random, "add up to 0.9"),
        (BrokenAtTheEnd, checks.ends_at_both_ends_of_its_parameters, "payoff nan is not finite"),
        (Unreadable, checks.reads_back_its_positions, "is read back as"),
        (
            Unnamed,
            checks.reads_back_its_positions,
            r"name all kinds of positions: class Unnamed\(Game\[Coin \| Bet\]\)",
        ),
        (Ambiguous, checks.reads_back_its_positions, "have the same text"),
        (Fickle, checks.gives_the_same_answer_twice, "does not always give the same"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_broken_promise_is_told(game, promise, complaint):
    with pytest.raises(PerfectPlayError, match=complaint):
        promise(game())


def test_a_sound_game_passes_and_one_broken_promise_fails_the_whole():
    check(Sound)
    with pytest.raises(ConformanceError):
        check(BrokenAtTheEnd)


def test_a_game_of_another_package_is_found_by_its_entry_point(monkeypatch):
    from importlib import metadata

    from perfectplay.games import registry

    entry = metadata.EntryPoint("toss", f"{__name__}:Sound", registry.GROUP)
    monkeypatch.setattr(metadata, "entry_points", lambda group: [entry])
    assert "toss" in registry.names()
    assert registry.find("toss") is Sound
    assert AtLeast(1).utility(registry.find("toss")().heads) == 1


class Patience(Sound):
    """Points on the way to a node written in place."""

    def at(self, position):
        return (
            Choice({"go": Gain(1, Chance({"heads": 0.5, "tails": 0.5}))})
            if position == "toss"
            else Final()
        )


def test_points_on_the_way_to_a_node_in_place_are_no_change_of_mind():
    check(Patience)


class Large(Sound):
    """More positions than are looked at here."""

    def start(self):
        return 0

    def at(self, position):
        if position >= 3_000_000:
            return Final(1)
        return Choice({step: position + step for step in range(1, 20)})


def test_what_was_not_solved_is_not_said_to_hold():
    assert checks.has_a_solution_that_holds(Large(), limit=1 << 20) == (
        "it was not solved: that takes more than 1 MiB"
    )
    assert checks.has_a_solution_that_holds(Sound()) is None
    told = checks.has_a_solution_that_holds(Sound(), most_verified=2)
    assert "3 positions are too many to verify here" in told
