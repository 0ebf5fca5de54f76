"""The rules of Hypergammon, against a board on which checkers of two colours are moved by hand."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from perfectplay import solve
from perfectplay.games.hypergammon import GammonOver, GammonRoll, GammonTurn, Hypergammon, Opening
from tests.games.by_hand import require_optimal

SMALL = [(1, 2), (1, 3)]


class Table:
    """White goes from the highest point down, black up: a number for each point, black's negative."""

    def __init__(self, game: Hypergammon, turn: GammonTurn) -> None:
        self.home, self.last = game.home, 4 * game.home
        self.points, self.bars, self.offs = [0] * (self.last + 1), [0, 0], [0, 0]
        for player, side in ((turn.player, turn.mine), (1 - turn.player, turn.theirs)):
            for distance in side:
                if distance == 0:
                    self.offs[player] += 1
                elif distance > self.last:
                    self.bars[player] += 1
                else:
                    self.points[self.place(distance, player)] += 1 - 2 * player

    def place(self, distance: int, player: int) -> int:
        return distance if player == 0 else self.last + 1 - distance

    def copy(self) -> Table:
        new = object.__new__(Table)
        new.home, new.last = self.home, self.last
        new.points, new.bars, new.offs = [*self.points], [*self.bars], [*self.offs]
        return new

    def distances(self, player: int) -> list[int]:
        """How far each checker of a player on the board or the bar has to go."""
        sign = 1 - 2 * player
        found = [self.last + 1] * self.bars[player]
        for point in range(1, self.last + 1):
            found += [self.place(point, player)] * max(sign * self.points[point], 0)
        return found

    def moves(self, player: int, die: int) -> list[Table]:
        """The tables after a checker was moved by a die."""
        sign, far, found = 1 - 2 * player, self.distances(player), []
        for distance in {*far}:
            if self.bars[player] and distance <= self.last:
                continue
            new, left = self.copy(), distance - die
            if distance > self.last:
                new.bars[player] -= 1
            else:
                new.points[self.place(distance, player)] -= sign
            if left > 0:
                to = self.place(left, player)
                if sign * self.points[to] < -1:
                    continue
                if sign * self.points[to] == -1:
                    new.points[to] = 0
                    new.bars[1 - player] += 1
                new.points[to] += sign
            else:
                if max(far) > self.home or (left < 0 and max(far) > distance):
                    continue
                new.offs[player] += 1
            found.append(new)
        return found

    def turn(self, player: int) -> GammonTurn:
        """What the other player then has before them."""
        sides = [tuple(sorted([0] * self.offs[each] + self.distances(each))) for each in (0, 1)]
        return GammonTurn(sides[1 - player], sides[player], 1 - player)

    def result(self, player: int) -> GammonTurn | GammonOver:
        if self.distances(player):
            return self.turn(player)
        loser, sign = 1 - player, 2 * player - 1
        if self.offs[loser]:
            return GammonOver(player, 1)
        board = range(1, self.home + 1) if player == 0 else range(3 * self.home + 1, self.last + 1)
        caught = self.bars[loser] or any(sign * self.points[point] > 0 for point in board)
        return GammonOver(player, 3 if caught else 2)


def sequences(
    table: Table, player: int, dice: list[int]
) -> list[tuple[int, tuple[int, ...], Table]]:
    """However some dice may be played: how many were, which ones, and the table then."""
    found = [(0, (), table)]
    for index, die in enumerate(dice):
        rest = dice[:index] + dice[index + 1 :]
        for new in table.moves(player, die):
            for number, played, end in sequences(new, player, rest):
                found.append((number + 1, (die, *played), end))
    return found


def by_hand(
    game: Hypergammon, turn: GammonTurn, high: int, low: int
) -> set[GammonTurn | GammonOver]:
    """Where the legal plays of a roll lead."""
    dice = [high] * 4 if high == low else [high, low]
    ways = sequences(Table(game, turn), turn.player, dice)
    most = max(number for number, _, _ in ways)
    if most == 0:
        return {GammonTurn(turn.theirs, turn.mine, 1 - turn.player)}
    ways = [way for way in ways if way[0] == most]
    if most == 1:
        largest = max(played for _, played, _ in ways)
        ways = [way for way in ways if way[1] == largest]
    return {end.result(turn.player) for _, _, end in ways}


@pytest.mark.parametrize(("checkers", "home"), [*product((1, 2, 3), (2, 3, 6)), (3, 4)])
def test_plays_are_those_on_a_table(checkers, home):
    game, chooser = Hypergammon(checkers, home), random.Random(3)
    for _ in range(12):
        position = game.at(game.start()).thens[0]
        while not isinstance(position, GammonOver):
            turn = GammonTurn(position.mine, position.theirs, position.player)
            choice = game.at(position)
            then = list(choice.options.values())
            assert len(then) == len(set(then))
            assert set(then) == by_hand(game, turn, position.high, position.low)
            assert choice.player == turn.player
            position = chooser.choice(then)
            if isinstance(position, GammonTurn):
                position = chooser.choice(game.at(position).thens)
        assert game.at(position).payoff == (-1) ** position.winner * position.points


def rolls(game: Hypergammon):
    """What a roll may lead to, by the table; where play ends, its points."""

    def each(turn: GammonTurn | Opening):
        board, faces = game.checkers_at_start, range(1, game.home + 1)
        opening = isinstance(turn, Opening)
        pairs = [(a, b) for a, b in product(faces, repeat=2) if not (opening and a == b)]
        here = GammonTurn(board, board, turn.player) if opening else turn
        for a, b in pairs:
            thens = by_hand(game, here, max(a, b), min(a, b))
            yield (
                Fraction(1, len(pairs)),
                [
                    Fraction(then.points * (1 - 2 * then.winner))
                    if isinstance(then, GammonOver)
                    else then
                    for then in thens
                ],
            )

    return each


@pytest.mark.parametrize(("checkers", "home"), SMALL)
def test_exact_values_hold_on_a_table(checkers, home):
    game = Hypergammon(checkers, home)
    solution = solve(game, exact=True)
    assert require_optimal(solution, rolls(game), lambda turn: turn.player) > 1


def arrangements(checkers: int, points: int = 24) -> int:
    """In how many ways two sides can stand on a board, the bar and off, never on the same point."""
    return sum(
        comb(points, mine)
        * comb(points - mine, theirs)
        * placed(checkers, mine)
        * placed(checkers, theirs)
        for mine, theirs in product(range(checkers + 1), repeat=2)
    )


def placed(checkers: int, points: int) -> int:
    """In how many ways checkers can stand on all of some points, and on the bar and off."""
    return sum(
        comb(spare + 1, 1) * comb(checkers - spare - 1, points - 1) if points else spare + 1
        for spare in range(checkers + 1)
        if (points == 0 and spare == checkers) or (points > 0 and checkers - spare >= points)
    )


def test_published_number_of_positions():
    """Keith 2018, bkgm.com: all arrangements, those in which a side is off among them."""
    assert arrangements(3) == 7_959_904


@pytest.mark.parametrize(
    ("roll", "moves"),
    [
        (GammonRoll((0, 1, 5), (24, 24, 24), 6, 2, 0), ["5/off 1/off", "5/3 3/off"]),
        (GammonRoll((0, 0, 9), (10, 10, 18), 6, 3, 0), ["9/3 3/off"]),
        (GammonRoll((0, 0, 24), (4, 4, 9), 3, 2, 0), ["24/22 22/19"]),
        (GammonRoll((0, 0, 24), (6, 6, 9), 3, 2, 0), ["24/21"]),
        (
            GammonRoll((0, 24, 25), (1, 1, 4), 4, 2, 0),
            ["bar/21* 24/22", "bar/21* 21/19", "bar/23 24/20", "bar/23 23/19"],
        ),
        (GammonRoll((25, 25, 25), (1, 1, 18), 6, 6, 0), ["bar/19 bar/19 bar/19 19/13"]),
        (GammonRoll((25, 25, 25), (6, 6, 24), 6, 6, 0), ["no move"]),
    ],
)
def test_legal_plays_are_written(roll, moves):
    assert [*Hypergammon().at(roll).options] == moves


def test_a_position_is_read_whatever_the_order_of_its_checkers():
    game = Hypergammon()
    assert game.read("mine=24,3,0 theirs=9,25,1 high=6 low=1 player=1") == GammonRoll(
        (0, 3, 24), (1, 9, 25), 6, 1, 1
    )
