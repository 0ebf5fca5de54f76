"""The rules of Qwixx alone, against a sheet on which numbers are crossed out by hand."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from perfectplay import solve
from perfectplay.games.qwixx import Qwixx, QwixxOver, QwixxRoll, QwixxTurn

SMALL = [
    Qwixx(up=1, down=0, faces=3, needed=2, misses=3, closed=1),
    Qwixx(up=1, down=1, faces=2, needed=1, misses=2, closed=1),
    Qwixx(up=1, down=1, faces=2, needed=1, misses=3, closed=2),
    Qwixx(up=2, down=0, faces=2, needed=0, misses=2, closed=2),
    Qwixx(up=2, down=1, faces=2, needed=2, misses=2, closed=1),
]
SHEET = tuple[frozenset[int], ...]


class Sheet:
    """A game on a sheet: the rows as they are printed, and the numbers crossed out in each."""

    def __init__(self, game: Qwixx) -> None:
        self.game = game
        ascending = [*range(2, 2 * game.faces + 1)]
        self.rows = [ascending] * game.up + [ascending[::-1]] * game.down
        self.value = cache(self.value_of)

    def crossable(self, sheet: SHEET, row: int, number: int) -> bool:
        printed = self.rows[row]
        if any(printed.index(each) >= printed.index(number) for each in sheet[row]):
            return False
        return number != printed[-1] or len(sheet[row]) >= self.game.needed

    def closed(self, sheet: SHEET) -> int:
        return sum(printed[-1] in row for printed, row in zip(self.rows, sheet, strict=True))

    def crossed(self, sheet: SHEET, row: int, number: int) -> SHEET:
        return tuple(
            crossed | {number} if each == row else crossed for each, crossed in enumerate(sheet)
        )

    def sheets(self, sheet: SHEET, whites: tuple[int, int], dice: tuple[int, ...]) -> set[SHEET]:
        """What may become of the sheet, other than a miss."""
        by_white = {
            self.crossed(sheet, row, sum(whites))
            for row in range(len(sheet))
            if self.crossable(sheet, row, sum(whites))
        }
        found = {*by_white}
        for before in {sheet, *by_white}:
            if self.game.ends == "at-once" and self.closed(before) >= self.game.closed:
                continue
            for row, white in product(range(len(sheet)), whites):
                if self.crossable(before, row, white + dice[row]):
                    found.add(self.crossed(before, row, white + dice[row]))
        return found

    def score(self, sheet: SHEET, misses: int) -> int:
        many = [
            len(row) + (printed[-1] in row) for printed, row in zip(self.rows, sheet, strict=True)
        ]
        return sum(sum(range(crosses + 1)) for crosses in many) - 5 * misses

    def value_of(self, sheet: SHEET, misses: int) -> Fraction:
        """The most points that one can expect."""
        if misses == self.game.misses or self.closed(sheet) >= self.game.closed:
            return Fraction(self.score(sheet, misses))
        throws = [*product(range(1, self.game.faces + 1), repeat=2 + len(sheet))]
        missed = self.value(sheet, misses + 1)
        return sum(
            (
                max(
                    [missed]
                    + [self.value(then, misses) for then in self.sheets(sheet, (one, two), dice)]
                )
                for one, two, *dice in throws
            ),
            Fraction(0),
        ) / len(throws)


@pytest.mark.parametrize("ends", ["at-once", "after-turn"])
@pytest.mark.parametrize("game", SMALL, ids=lambda game: "-".join(game.words))
def test_exact_values_are_those_of_every_throw(game, ends):
    game = replace(game, ends=ends)
    sheet = Sheet(game)
    value = sheet.value((frozenset(),) * len(sheet.rows), 0)
    assert solve(game, exact=True).value == value


def test_it_matters_when_the_game_ends():
    at_once, after_turn = (
        solve(replace(SMALL[1], ends=ends), exact=True).value for ends in ("at-once", "after-turn")
    )
    assert at_once < after_turn


@pytest.mark.parametrize("ends", ["at-once", "after-turn"])
def test_options_are_those_on_a_sheet(ends):
    game, chooser = Qwixx(ends=ends), random.Random(5)
    by_hand = Sheet(game)
    for _ in range(10):
        sheet, turn = (frozenset(),) * 4, game.start()
        while isinstance(turn, QwixxTurn):
            one, two, *dice = [chooser.randint(1, 6) for _ in range(6)]
            asked = QwixxRoll(*turn, one, two, tuple(dice))
            roll = game.read(game.text(asked))
            options = game.at(roll).options
            thens = by_hand.sheets(sheet, (one, two), tuple(dice))
            assert {*options.values()} == {
                turned(game, by_hand, then, turn.misses) for then in thens
            } | {turned(game, by_hand, sheet, turn.misses + 1)}
            sheet = chooser.choice([*sorted(thens, key=sorted_rows), sheet])
            missed = sheet not in thens
            turn = turned(game, by_hand, sheet, turn.misses + missed)


def sorted_rows(sheet: SHEET) -> list[list[int]]:
    return [sorted(row) for row in sheet]


def turned(game: Qwixx, by_hand: Sheet, sheet: SHEET, misses: int) -> QwixxTurn | QwixxOver:
    """The position that a sheet is."""
    if misses == game.misses or by_hand.closed(sheet) >= game.closed:
        return QwixxOver(by_hand.score(sheet, misses))
    ends = [
        max((printed.index(number) + 1 for number in row), default=0)
        for printed, row in zip(by_hand.rows, sheet, strict=True)
    ]
    crosses = [
        len(row) + (printed[-1] in row) for printed, row in zip(by_hand.rows, sheet, strict=True)
    ]
    return QwixxTurn(tuple(ends), tuple(crosses), misses)


def test_every_throw_is_rolled():
    game = Qwixx(up=1, down=1)
    chance = game.at(QwixxTurn((5, 9), (3, 4), 1))
    expected: dict[QwixxRoll, Fraction] = {}
    for one, two, *dice in product(range(1, 7), repeat=4):
        roll = QwixxRoll((5, 9), (3, 4), 1, min(one, two), max(one, two), tuple(dice))
        expected[roll] = expected.get(roll, Fraction(0)) + Fraction(1, 6**4)
    assert dict(zip(chance.thens, chance.odds.fractions(), strict=True)) == expected


def test_rows_that_change_places_are_worth_the_same():
    game = Qwixx(up=2, down=0, faces=2, needed=0, misses=2)
    solution = solve(game, exact=True)
    assert game.canonical(QwixxTurn((2, 1), (2, 1), 1)) == QwixxTurn((1, 2), (1, 2), 1)
    assert solution.value_at(QwixxTurn((2, 1), (2, 1), 1)) == solution.value_at(
        QwixxTurn((1, 2), (1, 2), 1)
    )


def test_rows_of_both_ways_may_change_places():
    game = Qwixx(up=1, down=1, faces=2, needed=1)
    solution = solve(game, exact=True)
    for one, two in product([(0, 0), (1, 1), (2, 1), (2, 2)], repeat=2):
        turn = QwixxTurn((one[0], two[0]), (one[1], two[1]), 2)
        assert solution.value_at(turn) == solution.value_at(game.canonical(turn))


@pytest.mark.parametrize(
    ("crosses", "options"), [(4, ["miss"]), (5, ["red 12", "miss"]), (6, ["red 12", "miss"])]
)
def test_a_row_is_closed_by_its_last_number_after_five_crosses(crosses, options):
    game = Qwixx(up=1, down=0, closed=2)
    assert [*game.at(QwixxRoll((10,), (crosses,), 0, 6, 6, (1,))).options] == options


def test_to_close_a_row_is_a_further_cross():
    game = Qwixx(up=1, down=0, closed=2)
    assert game.at(QwixxRoll((10,), (5,), 0, 6, 6, (1,))).options["red 12"] == QwixxTurn(
        (11,), (7,), 0
    )


@pytest.mark.slow
@pytest.mark.parametrize(("needed", "ends"), [(1, "at-once"), (2, "after-turn")])
def test_dice_may_be_taken_one_by_one(needed, ends):
    """What the benchmark makes of small sheets, with which it finds the values of the whole one."""
    from benchmarks.qwixx import whole_sheet

    found = whole_sheet(after_turn=ends == "after-turn", faces=2, needed=needed)
    assert found == pytest.approx(
        float(solve(Qwixx(faces=2, needed=needed, ends=ends)).value), abs=1e-12
    )
