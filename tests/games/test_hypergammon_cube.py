"""The doubling cube, by the board on which the tests of Hypergammon move checkers by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from perfectplay import solve
from perfectplay.errors import ParameterError
from perfectplay.games.hypergammon import GammonTurn, Hypergammon
from perfectplay.games.hypergammon_cube import CubeOpening, CubeTurn, HypergammonCube
from perfectplay.model.walk import reached
from tests.games.test_hypergammon import by_hand

CENTRE, OWN, OTHERS, NOBODY = range(4)
SMALL = [
    HypergammonCube(1, 2, cube=4),
    HypergammonCube(1, 2, cube=2, jacoby=True),
    HypergammonCube(1, 2, match=2),
    pytest.param(HypergammonCube(1, 2, match=3), marks=pytest.mark.slow),
]


class ByHand:
    """What a turn is worth, from what those behind it are worth."""

    def __init__(self, game: HypergammonCube) -> None:
        self.game, self.board = game, Hypergammon(game.checkers, game.home)
        self.solution = solve(game, exact=True)

    def ended(self, turn: CubeTurn, winner: int, points: int) -> Fraction:
        """What the end of a game is worth to the first player."""
        if not self.game.match:
            counted = 1 if self.game.jacoby and turn.owner == CENTRE else points
            return Fraction(counted * turn.stake * (1 - 2 * winner))
        before = (turn.needs, turn.others) if winner == turn.player else (turn.others, turn.needs)
        left = before[0] - points * turn.stake
        if left <= 0:
            return Fraction(1 - winner)
        first_to_match_point = left == 1 and 1 not in before
        owner = NOBODY if first_to_match_point else CENTRE
        return self.solution.value_at(CubeOpening(winner, left, before[1], owner))

    def rolled(self, turn: CubeTurn) -> Fraction:
        """What a turn without a double is worth."""
        best, total = min if turn.player else max, Fraction(0)
        pairs = list(product(range(1, self.board.home + 1), repeat=2))
        here = GammonTurn(turn.mine, turn.theirs, turn.player)
        seen = {CENTRE: CENTRE, OWN: OTHERS, OTHERS: OWN, NOBODY: NOBODY}[turn.owner]
        for a, b in pairs:
            values = [
                self.solution.value_at(
                    CubeTurn(*then, turn.stake, seen, needs=turn.others, others=turn.needs)
                )
                if isinstance(then, GammonTurn)
                else self.ended(turn, then.winner, then.points)
                for then in by_hand(self.board, here, max(a, b), min(a, b))
            ]
            total += best(values)
        return total / len(pairs)

    def worth(self, turn: CubeTurn) -> Fraction:
        """What a turn is worth, with the best use of the cube."""
        best, worst = (min, max) if turn.player else (max, min)
        value = self.rolled(turn)
        useful = not self.game.match or turn.stake < turn.needs
        if turn.owner in (CENTRE, OWN) and turn.stake < self.game.cube and useful:
            taken = self.rolled(turn._replace(stake=2 * turn.stake, owner=OTHERS))
            value = best(value, worst(taken, self.ended(turn, turn.player, 1)))
        return value


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_turns_are_worth_what_the_best_use_of_the_cube_makes_of_them(game):
    hand, checked = ByHand(game), 0
    for position, _ in reached(game, scored=False):
        if isinstance(position, CubeTurn):
            assert hand.solution.value_at(position) == hand.worth(position)
            checked += 1
    assert checked > 100


def test_without_a_cube_the_game_is_worth_the_same():
    assert (
        solve(HypergammonCube(1, 3, cube=1), exact=True).value
        == solve(Hypergammon(1, 3), exact=True).value
    )


def test_nobody_doubles_in_the_game_after_somebody_came_to_match_point():
    game = HypergammonCube(1, 2, match=3)
    won = game.won(CubeTurn((0,), (4,), 1, 2, OWN, needs=3, others=2), 1)
    assert won == CubeOpening(1, 1, 2, NOBODY)
    assert list(game.at(CubeTurn((3,), (4,), 0, 1, NOBODY, needs=2, others=1)).thens)
    again = game.won(CubeTurn((0,), (4,), 0, 1, NOBODY, needs=2, others=1), 1)
    assert again == CubeOpening(0, 1, 1, CENTRE)


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [({"cube": 3}, "no power of 2"), ({"jacoby": True, "match": 3}, "Jacoby's rule")],
)
def test_rules_that_contradict_each_other_are_refused(fields, complaint):
    with pytest.raises(ParameterError, match=complaint):
        HypergammonCube(**fields)


@pytest.mark.slow
def test_the_program_by_hand_finds_the_same_and_writes_it_for_gnubg(tmp_path):
    """Whole boards were solved with it; small ones are solved here by the rules, too."""
    from benchmarks.hypergammon import CENTRED, HEADER, JACOBY, board_of, write_gnubg
    from benchmarks.hypergammon import solve as by_program

    solved = by_program(board_of(1, 3))
    opening = solved.opening()
    assert opening["without a cube"] == pytest.approx([float(solve(Hypergammon(1, 3)).value)])
    for name, jacoby in (("centred", False), ("centred, Jacoby", True)):
        value = float(solve(HypergammonCube(1, 3, jacoby=jacoby)).value)  # the cube ends at 64
        assert opening[name] == pytest.approx([value] * 2, abs=1e-4)
    write_gnubg(solved, tmp_path / "hyper1.bd")
    written = (tmp_path / "hyper1.bd").read_bytes()
    sides = len(solved.board.sides)
    assert written[:HEADER] == b"gnubg-H1" + b"x" * 31 + b"\n"
    assert len(written) == HEADER + 28 * sides**2
    mine, theirs = 4, 8  # one checker so far away; the order of gnubg is that of the distance
    record = written[HEADER + 28 * (mine * sides + theirs) :][:28]
    numbers = [int.from_bytes(record[3 * k : 3 * k + 3], "little") / 0xFFFFFF for k in range(9)]
    place = mine * sides + theirs
    assert numbers[:5] == pytest.approx(solved.outputs[place], abs=1e-6)
    for cube in (CENTRED, JACOBY):
        assert (numbers[5 + cube] - 0.5) * 6 == pytest.approx(solved.lows[place, cube], abs=1e-6)
