"""Random finite games without cycles, as plain data.

Position `i` of a game leads only to later positions, so play ends. Edges share successors, carry
points of all signs, and lead on to nodes written in place; options tie on purpose, by a copy, by
points that come in another order, or by a fair bet, whose floats are not quite equal.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any, NamedTuple

from hypothesis import strategies as st
from icepool import Die

from perfectplay import AtLeast, Chance, Choice, Final, Gain, Objective, Score, Utility, Win
from tests.table_game import TableGame

NUMBERS: list[Any] = [0, 1, 2, -1, -2, 5, Fraction(1, 2), Fraction(-2, 3), 0.1, 0.3, -0.25]
NAMINGS: list[Callable[[int], Hashable]] = [int, "position {}".format, lambda i: ("turn", (i, True))]
LABELS: list[Hashable] = ["stay", 7, ("roll", 2), "go on", -1, None]

numbers = st.sampled_from(NUMBERS)


@st.composite
def games(draw: st.DrawFn, players: st.SearchStrategy[int] = st.sampled_from([1, 2])) -> TableGame:
    """A random game for one or two players, of up to seven positions."""
    count = draw(players)
    size = draw(st.integers(1, 7))
    name = draw(st.sampled_from(NAMINGS))
    return TableGame(
        {
            name(i): draw(nodes([name(later) for later in range(i + 1, size)], count, depth=2))
            for i in range(size)
        },
        count,
    )


def nodes(later: list[Hashable], players: int, depth: int) -> st.SearchStrategy[Any]:
    """A node that leads to later positions, or to `depth` more levels of nodes in place."""
    if not later and depth == 0:
        return finals
    kinds = [choices(later, players, depth), chances(later, players, depth), finals]
    return st.one_of(kinds if not later else kinds[:2])


finals = st.builds(Final, numbers)


def edges(later: list[Hashable], players: int, depth: int) -> st.SearchStrategy[Any]:
    """An edge with or without points, to a later position or to a node in place."""
    ends = [finals]
    if later:
        ends += [st.sampled_from(later)] * 3
    if depth:
        ends.append(nodes(later, players, depth - 1))
    thens = st.one_of(ends)
    return thens | st.builds(Gain, numbers, thens)


@st.composite
def choices(draw: st.DrawFn, later: list[Hashable], players: int, depth: int) -> Choice:
    thens = draw(st.lists(edges(later, players, depth), min_size=1, max_size=3))
    thens += draw(st.lists(st.sampled_from(thens), max_size=1))
    thens += draw(st.one_of(st.just([]), equal_ends()))
    labels = draw(st.permutations(LABELS))
    player = draw(st.integers(0, players - 1))
    return Choice(dict(zip(labels, thens, strict=False)), player)


@st.composite
def equal_ends(draw: st.DrawFn) -> list[Any]:
    """Two ends of equal worth, by a swap of points and payoff or by a fair bet."""
    here, there = draw(numbers), draw(numbers)
    if draw(st.booleans()):
        return [Gain(here, Final(there)), Gain(there, Final(here))]
    stake = Fraction(repr(there)) if isinstance(there, float) else Fraction(there)
    bet = Chance.weighted([(Final(stake), 1), (Final(0), 1), (Final(-stake), 1)])
    return [Gain(here, Final(0)), Gain(here, bet)]


@st.composite
def chances(draw: st.DrawFn, later: list[Hashable], players: int, depth: int) -> Chance:
    thens = draw(st.lists(edges(later, players, depth), min_size=1, max_size=3))
    thens += draw(st.lists(st.sampled_from(thens), max_size=1))
    size = len(thens)
    weights = draw(st.lists(st.integers(0, 3), min_size=size, max_size=size).filter(any))
    pairs = list(zip(thens, weights, strict=True))
    match draw(st.sampled_from(["weights", "total", "fractions", "floats", "die"])):
        case "weights":
            return Chance.weighted(pairs)
        case "total":
            return Chance(pairs, total=sum(weights))
        case "fractions":
            return Chance([(then, Fraction(weight, sum(weights))) for then, weight in pairs])
        case "floats":
            tenths = draw(st.integers(0, 10))
            return Chance([(thens[0], tenths / 10), (thens[-1], (10 - tenths) / 10)])
        case _:
            return Chance.of(Die(range(size), times=weights), thens.__getitem__)


class Aim(NamedTuple):
    """An objective, and the utility it means, written anew."""

    objective: Objective
    utility: Callable[[Fraction], Any]


def worth_of_rest(score: Any) -> Any:
    """An arbitrary table: neither rising nor falling, neither convex nor concave."""
    return {0: Fraction(3, 7), 1: -2, 2: 5}[int(score // 1) % 3]


ALWAYS = [
    Aim(Score(), lambda score: score),
    Aim(AtLeast(1), lambda score: score >= 1),
    Aim(AtLeast(0.3), lambda score: score >= Fraction(3, 10)),
    Aim(AtLeast(Fraction(-2, 3), otherwise=-1), lambda score: 1 if 3 * score >= -2 else -1),
    Aim(Utility(lambda score: score * score, "square"), lambda score: score**2),
    Aim(Utility(lambda score: min(score, 1), "capped"), lambda score: 1 if score > 1 else score),
    Aim(Utility(worth_of_rest), worth_of_rest),
]
FOR_TWO = [
    Aim(Win(), lambda score: (score > 0) + Fraction(score == 0, 2)),
    Aim(Win(tie=0), lambda score: score > 0),
    Aim(Win(tie=1), lambda score: score >= 0),
    Aim(Win(tie=0.25), lambda score: (score > 0) + Fraction(score == 0, 4)),
]
SCORE = ALWAYS[0]


@st.composite
def games_with_aims(draw: st.DrawFn) -> tuple[TableGame, Aim]:
    """A random game, and an aim that fits it."""
    game = draw(games())
    return game, draw(st.sampled_from(ALWAYS + FOR_TWO * (game.players == 2)))
