"""Random finite games without cycles, as plain data.

Position `i` of a game leads only to later positions, so play ends. Edges share successors, carry
points of all signs, and lead on to nodes written in place; options tie on purpose, by a copy, by
points that come in another order, or by a fair bet, whose floats are not quite equal.
"""

from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from hypothesis import strategies as st
from icepool import Die

from perfectplay import AtLeast, Chance, Choice, Final, Gain, Objective, Score, Utility, Win
from tests.table_game import TableGame

NUMBERS: list[Any] = [0, 1, 2, -1, -2, 5, Fraction(1, 2), Fraction(-2, 3), 0.1, 0.3, -0.25]
NAMINGS: list[Callable[[int], Hashable]] = [
    int,
    "position {}".format,
    lambda i: ("turn", (i, True)),
]
LABELS: list[Hashable] = ["stay", 7, ("roll", 2), "go on", -1, None]

numbers = st.sampled_from(NUMBERS)


@st.composite
def games(draw: st.DrawFn, players: tuple[int, ...] = (1, 2)) -> TableGame:
    """A random game for one or two players, of up to six positions."""
    count = draw(st.sampled_from(players))
    size = draw(st.integers(1, 6))
    naming = draw(st.sampled_from(NAMINGS))
    names = tuple(map(naming, range(size)))
    return TableGame(
        {name: draw(nodes(names[i + 1 :], count, depth=2)) for i, name in enumerate(names)},
        count,
    )


finals = st.builds(Final, numbers)


@cache
def nodes(later: tuple[Hashable, ...], players: int, depth: int) -> st.SearchStrategy[Any]:
    """A node that leads to later positions, or to `depth` more levels of nodes in place."""
    if not later and depth == 0:
        return finals
    inner = choices(later, players, depth) | chances(later, players, depth)
    return inner if later else inner | finals


@cache
def edges(later: tuple[Hashable, ...], players: int, depth: int) -> st.SearchStrategy[Any]:
    """An edge with or without points, to a later position or to a node in place."""
    ends = [finals]
    if later:
        ends += [st.sampled_from(later)] * 3
    if depth:
        ends.append(nodes(later, players, depth - 1))
    thens = st.one_of(ends)
    return thens | st.builds(Gain, numbers, thens)


@cache
def ways_on(later: tuple[Hashable, ...], players: int, depth: int) -> st.SearchStrategy[Any]:
    """A few edges, now and then two of them the same."""
    some = st.lists(edges(later, players, depth), min_size=1, max_size=3)
    return st.builds(lambda thens, again: thens + thens[:again], some, st.integers(0, 1))


@st.composite
def choices(draw: st.DrawFn, later: tuple[Hashable, ...], players: int, depth: int) -> Choice:
    """A choice with options that may tie."""
    thens = draw(ways_on(later, players, depth)) + draw(no_ends | equal_ends)
    turn = draw(st.integers(0, len(LABELS) - 1))
    labels = LABELS[turn:] + LABELS[:turn]
    player = draw(st.integers(0, players - 1)) if players > 1 else 0
    return Choice(dict(zip(labels, thens, strict=False)), player)


def bet(points: Any, stake: Any) -> list[Any]:
    """Points, and the same points with a fair bet on top."""
    stake = Fraction(repr(stake)) if isinstance(stake, float) else stake
    fair = Chance.weighted([(Final(stake), 1), (Final(0), 1), (Final(-stake), 1)])
    return [Gain(points, Final(0)), Gain(points, fair)]


def swap(points: Any, payoff: Any) -> list[Any]:
    """Points on the way and at the end, and the other way round."""
    return [Gain(points, Final(payoff)), Gain(payoff, Final(points))]


no_ends: st.SearchStrategy[list[Any]] = st.just([])
equal_ends = st.builds(bet, numbers, numbers) | st.builds(swap, numbers, numbers)


@st.composite
def chances(draw: st.DrawFn, later: tuple[Hashable, ...], players: int, depth: int) -> Chance:
    """A chance by weights, Fractions, floats or a die; some outcomes cannot happen."""
    thens = draw(ways_on(later, players, depth))
    weights = draw(weight_lists)[: len(thens)]
    weights[0] += not any(weights)
    pairs = list(zip(thens, weights, strict=True))
    match draw(st.sampled_from(["weights", "total", "fractions", "floats", "die"])):
        case "weights":
            return Chance.weighted(pairs)
        case "total":
            return Chance(pairs, total=sum(weights))
        case "fractions":
            return Chance([(then, Fraction(weight, sum(weights))) for then, weight in pairs])
        case "floats":
            tenths = weights[0]
            return Chance([(thens[0], tenths / 10), (thens[-1], (10 - tenths) / 10)])
        case _:
            return Chance.of(Die(range(len(thens)), times=weights), thens.__getitem__)


weight_lists = st.lists(st.integers(0, 3), min_size=4, max_size=4)


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
    Aim(AtLeast(0.1), lambda score: 10 * score >= 1),
    Aim(AtLeast(Fraction(-2, 3), otherwise=-1), lambda score: 1 if 3 * score >= -2 else -1),
    Aim(Utility(lambda score: score * score, "square"), lambda score: score**2),
    Aim(Utility(lambda score: min(score, 1), "capped"), lambda score: score - max(0, score - 1)),
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
