"""The rules of the Royal Game of Ur, against a board on which pieces are moved by hand."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from perfectplay import solve
from perfectplay.games.royal_ur import NO_MOVE, RoyalUr, UrOver, UrRoll, UrTurn
from tests.games.by_hand import occurring, require_optimal

LIGHT = {
    "bell": "a4 a3 a2 a1 b1 b2 b3 b4 b5 b6 b7 b8 a8 a7",
    "masters": "a4 a3 a2 a1 b1 b2 b3 b4 b5 b6 b7 c7 c8 b8 a8 a7",
}
STARS = {"a1", "c1", "b4", "a7", "c7"}
THROWS = {
    "four": [sum(coins) for coins in product((0, 1), repeat=4)],
    "three": [sum(coins) or 4 for coins in product((0, 1), repeat=3)],
}
VARIANTS = [
    {"path": path, "dice": dice, "safe": safe, "capture": capture}
    for path in ("bell", "masters")
    for dice in ("four", "three")
    for safe in (True, False)
    for capture in (False, True)
]


def ids(variant: dict[str, str | bool]) -> str:
    return "-".join(map(str, variant.values()))


def way(path: str, player: int) -> list[str]:
    """The fields that a player passes, the last of them off the board."""
    fields = [*LIGHT[path].split(), "off"]
    return [field.translate(str.maketrans("ac", "ca")) for field in fields] if player else fields


def moves(game: RoyalUr, mine: list[str], theirs: list[str], roll: int, player: int):
    """By what happens: the field a piece leaves, both sides' fields, whether the turn is kept."""
    path, found = ["box", *way(game.path, player)], {}
    for field in set(mine) - {"off"}:
        there = path.index(field) + roll
        if roll == 0 or there >= len(path):
            continue
        to, others = path[there], list(mine)
        others.remove(field)
        if to != "off" and to in mine:
            continue
        hit = to != "off" and to in theirs
        if hit and game.safe and to in STARS:
            continue
        left = ["box" if hit and each == to else each for each in theirs]
        found[field] = [*others, to], left, to in STARS or (hit and game.capture)
    return found


def fields(game: RoyalUr, squares: tuple[int, ...], player: int) -> list[str]:
    return [["box", *way(game.path, player)][square] for square in squares]


def numbers(game: RoyalUr, there: list[str], player: int) -> tuple[int, ...]:
    return tuple(sorted(["box", *way(game.path, player)].index(field) for field in there))


def by_hand(game: RoyalUr, turn: UrTurn, roll: int) -> dict[int | str, UrTurn | UrOver]:
    """What the options after a roll lead to, by the board."""
    mine, theirs, player = turn
    found: dict[int | str, UrTurn | UrOver] = {}
    sides = fields(game, mine, player), fields(game, theirs, 1 - player)
    for field, (own, others, again) in moves(game, *sides, roll, player).items():
        square = ["box", *way(game.path, player)].index(field)
        new = numbers(game, own, player), numbers(game, others, 1 - player)
        if set(own) == {"off"}:
            found[square] = UrOver(player)
        else:
            found[square] = UrTurn(*new, player) if again else UrTurn(new[1], new[0], 1 - player)
    return found or {NO_MOVE: UrTurn(theirs, mine, 1 - player)}


@pytest.mark.parametrize("variant", VARIANTS, ids=ids)
def test_moves_are_those_on_a_board(variant):
    game, chooser = RoyalUr(**variant), random.Random(1)
    throws = THROWS[variant["dice"]]
    for _ in range(4):
        position = game.start()
        while isinstance(position, UrTurn):
            chance = game.at(position)
            assert {
                then.roll: Fraction(weight, chance.odds.total) for then, weight in chance.outcomes
            } == {roll: Fraction(throws.count(roll), len(throws)) for roll in throws}
            rolled = UrRoll(position.mine, position.theirs, chooser.choice(throws), position.player)
            choice = game.at(rolled)
            assert choice.player == position.player
            assert choice.options == by_hand(game, position, rolled.roll)
            position = chooser.choice(list(choice.options.values()))


def rolls(game: RoyalUr):
    """What a roll may lead to, by the board; where play ends, whether the first player has won."""

    def each(turn: UrTurn):
        throws = THROWS[game.dice]
        for roll in set(throws):
            thens = by_hand(game, turn, roll).values()
            yield (
                Fraction(throws.count(roll), len(throws)),
                [Fraction(1 - then.winner) if isinstance(then, UrOver) else then for then in thens],
            )

    return each


class Ending(RoyalUr):
    """Two pieces against one that is well on its way: few positions, in which there is a choice."""

    def start(self) -> UrTurn:
        return UrTurn((0, 0), (12, self.off), 0)


@pytest.mark.slow
@pytest.mark.parametrize("variant", [VARIANTS[0], VARIANTS[7]], ids=ids)
def test_exact_values_hold_on_the_board(variant):
    game = Ending(pieces=2, **variant)
    solution = solve(game, exact=True)
    turns = require_optimal(solution, rolls(game), lambda turn: turn.player)
    assert solution.positions == turns * (1 + len(set(THROWS[game.dice]))) + 2


def arrangements(pieces: int, private: int, shared: int) -> int:
    """In how many ways pieces can stand, wait or be off, while neither player has won."""
    total = 0
    for mine, theirs in product(range(pieces + 1), repeat=2):
        ways = sum(
            comb(private, mine - a)
            * comb(private, theirs - b)
            * comb(shared, a)
            * comb(shared - a, b)
            for a in range(mine + 1)
            for b in range(theirs + 1)
        )
        total += ways * (pieces - mine + (mine > 0)) * (pieces - theirs + (theirs > 0))
    return total


@pytest.mark.parametrize("pieces", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_every_arrangement_occurs(pieces):
    game = RoyalUr(pieces=pieces)
    assert len(occurring(game.start(), rolls(game))) == 2 * arrangements(
        pieces, private=6, shared=8
    )


def test_published_numbers_of_positions_count_those_won_as_well():
    """JeroenOlieslagers/game_of_ur: the keys of the maps that are solved."""
    for pieces, private, shared, published in (
        (7, 6, 8, 137_892_016),
        (5, 4, 12, 41_254_034),
        (7, 4, 12, 500_981_472),
    ):
        won = sum(
            comb(private + shared, theirs) * (pieces - theirs + (theirs > 0))
            for theirs in range(pieces + 1)
        )
        assert arrangements(pieces, private, shared) + won == published


@pytest.mark.parametrize(
    ("mine", "theirs", "value"), [(14, 14, (4, 7)), (13, 14, (116, 161)), (14, 13, (74, 161))]
)
def test_small_endings_are_as_published(mine, theirs, value):
    """jheled/royalur."""
    solution = solve(RoyalUr(pieces=1), exact=True)
    assert solution.value_at(UrTurn((mine,), (theirs,), 0)) == Fraction(*value)


def test_a_position_is_read_whatever_the_order_of_its_pieces():
    game = RoyalUr(pieces=2)
    assert game.read("mine=4,0 theirs=9,3 roll=2 player=1") == UrRoll((0, 4), (3, 9), 2, 1)


def test_a_capture_is_told():
    game = RoyalUr(pieces=2, path="masters", safe=False)
    position = UrRoll((10, 15), (0, 16), 2, 0)
    assert [game.describe_option(position, each) for each in game.at(position).options] == [
        "10 to 12 and capture",
        "15 off",
    ]
