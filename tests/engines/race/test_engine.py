"""What a race takes to be solved, and when it is refused."""

from fractions import Fraction

import pytest

from perfectplay import AtLeast, Compute, Score, solve
from perfectplay.engines.race.ratings import memory_needed
from perfectplay.engines.race.solution import RaceSolution
from perfectplay.errors import ForeignGameError, MemoryLimitError, ObjectiveError
from perfectplay.games.greed import Greed
from perfectplay.model.race import Race, RaceTurn
from perfectplay.objectives import Win
from tests.by_engine import solve_race

MEBIBYTE = 1 << 20
LARGEST = Greed(max=3000, sides=6)


def refusal(kind, *given, **named):
    with pytest.raises(kind) as caught:
        solve(*given, **named)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_race_that_outgrows_its_memory_is_refused_with_what_it_needs():
    complaint = refusal(MemoryLimitError, LARGEST, compute=Compute(memory_limit=MEBIBYTE))
    assert complaint.startswith("greed up to 3000 with 6 sides needs about ")
    assert complaint.endswith(
        "iB, more than the memory limit of 1 MiB; raise it or choose a lower max"
    )


def test_an_exact_race_outgrows_its_memory_sooner():
    complaint = refusal(MemoryLimitError, LARGEST, exact=True)
    assert "more than the memory limit of 4 GiB" in complaint


def test_a_table_for_either_player_takes_twice_as_much():
    game, limit = Greed(max=1000, sides=6), memory_needed(1000, 6, 1)
    assert memory_needed(1000, 6, 2) == 2 * limit
    complaint = refusal(
        MemoryLimitError, game, Win(Fraction(1, 4)), compute=Compute(memory_limit=limit)
    )
    assert "greed up to 1000 with 6 sides needs about" in complaint


def test_a_race_that_fits_is_solved():
    assert solve(Greed(max=100, sides=6), compute=Compute(memory_limit=2 * MEBIBYTE)).value > 0.5


@pytest.mark.parametrize("objective", [Score(), AtLeast(1)], ids=str)
def test_the_engine_for_races_knows_the_chance_to_win_only(objective):
    with pytest.raises(
        ForeignGameError, match="a race can be solved for the chance to win, not for"
    ):
        solve_race(Greed(max=30), objective)


@pytest.mark.parametrize("tie", [-1, Fraction(3, 2)])
def test_a_tie_is_worth_from_nothing_to_a_win(tie):
    with pytest.raises(ObjectiveError, match=f"a tie is worth between 0 and 1, not {tie}"):
        solve(Greed(max=30), Win(tie))


def test_progress_is_told():
    told = []
    solve_race(Greed(max=30), progress=lambda stage, count: told.append((stage, count)))
    assert all(stage.startswith("rating all turns") for stage, _ in told)
    assert [count for _, count in told] == sorted(count for _, count in told)
    assert told[-1][1] == 2 * 31**2


class Walk(Race):
    """A race of one's own: dice of four sides, at most two of them."""

    limit = 30
    faces = 4
    most = 2

    def objective(self):
        return Win()


def test_a_race_of_ones_own_is_solved_by_the_same_engine():
    solution = solve_race(Walk())
    assert isinstance(solution, RaceSolution)
    assert solution.value == solve_race(Greed(max=30, sides=4, dice=2)).value
    assert [option.label for option in solution.options(RaceTurn(30, 3))] == [0]


@pytest.mark.parametrize("sides", [1, 2, 100, 200])
@pytest.mark.parametrize("limit", [0, 1, 40])
def test_races_at_the_ends_of_their_ranges_are_solved(limit, sides):
    game = Greed(max=limit, sides=sides)
    floats, exact = (solve_race(game, Win(), exact=exact) for exact in (False, True))
    assert 0 <= exact.value <= 1
    assert floats.value == pytest.approx(float(exact.value), abs=1e-13)


@pytest.mark.parametrize("limit", [1, 2, 40])
def test_with_one_sided_dice_both_come_to_the_max_and_tie(limit):
    solution = solve_race(Greed(max=limit, sides=1), Win(), exact=True)
    assert solution.value == Fraction(1, 2)
    assert dict(solution.distribution()) == {0: 1}
