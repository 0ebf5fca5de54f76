"""The rules of Knucklebones, against columns of dice that are moved by hand."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb

import pytest

from perfectplay import solve
from perfectplay.games.knucklebones import (
    EMPTY,
    BonesOver,
    BonesRoll,
    BonesTurn,
    Knucklebones,
)
from tests.games.by_hand import occurring, require_optimal

SMALL = [(1, 3, 3), (2, 1, 6), (2, 2, 2), (3, 1, 2)]


def stacks(game: Knucklebones, board: tuple[int, ...]) -> list[list[int]]:
    cells = iter(board)
    return [
        [die for die in (next(cells) for _ in range(game.rows)) if die] for _ in range(game.columns)
    ]


def board(game: Knucklebones, columns: list[list[int]]) -> tuple[int, ...]:
    filled = [[EMPTY] * (game.rows - len(dice)) + sorted(dice) for dice in columns]
    return tuple(die for dice in filled for die in dice)


def worth(columns: list[list[int]]) -> int:
    return sum(face * many**2 for dice in columns for face, many in Counter(dice).items())


def by_hand(game: Knucklebones, turn: BonesTurn, die: int) -> dict[int, BonesTurn | BonesOver]:
    """What the options after a roll lead to."""
    found: dict[int, BonesTurn | BonesOver] = {}
    for column in range(game.columns):
        mine, theirs = stacks(game, turn.mine), stacks(game, turn.theirs)
        if len(mine[column]) == game.rows:
            continue
        mine[column].append(die)
        theirs[column] = [each for each in theirs[column] if each != die]
        over = all(len(dice) == game.rows for dice in mine)
        boards = board(game, mine), board(game, theirs)
        found[column + 1] = (
            BonesOver(*boards, turn.player)
            if over
            else BonesTurn(boards[1], boards[0], 1 - turn.player)
        )
    return found


def result(game: Knucklebones, then: BonesTurn | BonesOver) -> BonesTurn | Fraction:
    """A position, or who has won: 1 is the first player."""
    if isinstance(then, BonesTurn):
        return then
    full, other = worth(stacks(game, then.full)), worth(stacks(game, then.other))
    mine = Fraction(1, 2) if full == other else Fraction(full > other)
    return 1 - mine if then.player else mine


def rolls(game: Knucklebones):
    def each(turn: BonesTurn):
        for die in range(1, game.faces + 1):
            thens = by_hand(game, turn, die).values()
            yield Fraction(1, game.faces), [result(game, then) for then in thens]

    return each


def test_moves_are_those_with_dice():
    game, chooser = Knucklebones(), random.Random(1)
    for _ in range(20):
        position = game.start()
        while isinstance(position, BonesTurn):
            assert game.at(position).outcomes == [
                (BonesRoll(position.mine, position.theirs, die, position.player), 1)
                for die in range(1, 7)
            ]
            die = chooser.randint(1, 6)
            choice = game.at(BonesRoll(position.mine, position.theirs, die, position.player))
            assert choice.options == by_hand(game, position, die)
            assert choice.player == position.player
            position = chooser.choice(list(choice.options.values()))
        mine, theirs = stacks(game, position.full), stacks(game, position.other)
        lead = worth(mine) - worth(theirs)
        assert game.at(position).payoff == (-lead if position.player else lead)


@pytest.mark.parametrize(("columns", "rows", "faces"), SMALL)
def test_exact_values_hold_with_dice(columns, rows, faces):
    game = Knucklebones(columns, rows, faces)
    assert require_optimal(solve(game, exact=True), rolls(game), lambda turn: turn.player) > 1


def open_positions(columns: int, rows: int, faces: int) -> int:
    """Positions with room on both boards, however the columns stand and whoever's turn it is."""
    dice = [
        each
        for number in range(rows + 1)
        for each in combinations_with_replacement(range(faces), number)
    ]
    pairs = [(mine, theirs) for mine, theirs in product(dice, dice) if not {*mine} & {*theirs}]
    full = sum(len(mine) == rows for mine, _ in pairs)
    both = sum(len(mine) == len(theirs) == rows for mine, theirs in pairs)

    def like(kinds: int) -> int:
        return comb(kinds + columns - 1, columns)

    return like(len(pairs)) - 2 * like(full) + like(both)


def test_so_many_positions_are_open():
    """CyberShadow, who counts arrangements whether or not they occur."""
    assert open_positions(3, 3, 6) == 3_083_032_242


@pytest.mark.parametrize(("columns", "rows", "faces"), [(2, 1, 3), (2, 2, 2), (3, 1, 2)])
def test_so_many_stand_for_all_that_are_open(columns, rows, faces):
    game = Knucklebones(columns, rows, faces)
    dice = list(combinations_with_replacement(range(faces + 1), rows))
    boards = [tuple(itertools.chain(*each)) for each in product(dice, repeat=columns)]
    chosen = {
        game.canonical(BonesTurn(mine, theirs, 0))
        for mine, theirs in product(boards, repeat=2)
        if EMPTY in mine and EMPTY in theirs and are_apart(game, mine, theirs)
    }
    assert len(chosen) == open_positions(columns, rows, faces)


def are_apart(game: Knucklebones, mine: tuple[int, ...], theirs: tuple[int, ...]) -> bool:
    """Whether no face is on both sides of a column."""
    pairs = zip(stacks(game, mine), stacks(game, theirs), strict=True)
    return all(not {*one} & {*other} for one, other in pairs)


def test_columns_that_change_places_are_worth_the_same():
    game = Knucklebones(2, 2, 2)
    solution = solve(game, exact=True)
    for turn in occurring(game.start(), rolls(game)):
        assert solution.value_at(turn) == solution.value_at(game.canonical(turn))


def test_a_position_is_read_whatever_the_order_of_its_dice():
    game = Knucklebones(2, 3, 6)
    assert game.read("mine=5,0,5,0,0,0 theirs=1,0,0,3,2,0 die=4 player=1") == BonesRoll(
        (0, 5, 5, 0, 0, 0), (0, 0, 1, 0, 2, 3), 4, 1
    )


def test_what_is_removed_is_told():
    game = Knucklebones()
    position = BonesRoll((0,) * 9, (0, 4, 4, 0, 0, 1, 0, 0, 0), 4, 0)
    assert [game.describe_option(position, each) for each in (1, 2)] == [
        "place 4 in column 1, removing 2",
        "place 4 in column 2",
    ]
