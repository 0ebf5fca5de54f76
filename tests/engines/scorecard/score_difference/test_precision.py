"""Numbers in 32 bits are right to more digits than are ever told, and decide alike."""

import numpy as np
import pytest

from perfectplay.engines.scorecard.score_difference import leads as module
from perfectplay.games.slots import Slots
from perfectplay.games.yazy import Yazy
from perfectplay.objectives import AtLeast, EveryTarget, Win
from perfectplay.solution.answers import ChancesByTarget
from perfectplay.solve import solve_end_game
from tests.by_engine import solve_leads
from tests.engines.scorecard.score_difference.both_ways import DUELS

pytestmark = pytest.mark.slow

YAZY = Yazy(players=2)
END_GAME = YAZY.read("first=sixes,straight second=sixes,full-house")
SOLVES = {
    "every target": lambda: solve_leads(Yazy(), EveryTarget()),
    "one target": lambda: solve_leads(Yazy(), AtLeast(190)),
    "slots for two": lambda: solve_leads(Slots(players=2), Win()),
    "a small duel": lambda: solve_leads(DUELS["four boxes"], Win()),
    "an end game": lambda: solve_end_game(YAZY, END_GAME, 5),
}


def in_bits(solve, bits):
    """What is solved where all tables have numbers of so many bits."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "SMALL", 0 if bits == 32 else 1 << 40)
        solution = solve()
    assert solution.leads.values.dtype.itemsize * 8 == bits
    return solution


@pytest.fixture(scope="module", params=SOLVES)
def both(request):
    """The same solve in 32 bits and in 64."""
    return [in_bits(SOLVES[request.param], bits) for bits in (32, 64)]


def test_small_tables_have_64_bits():
    assert module.dtype_for(module.SMALL) is np.float64
    assert module.dtype_for(module.SMALL + 1) is np.float32


def test_every_number_is_right_to_six_digits(both):
    short, long = (solution.leads.values for solution in both)
    assert len(short) == len(long) > 100
    assert np.abs(short - long).max() < 1e-6
    assert np.abs(short - long).max() > 0


def test_a_small_chance_keeps_its_digits():
    short, long = (in_bits(SOLVES["every target"], bits) for bits in (32, 64))
    assert long.chances[280] < 1e-12
    assert short.chances == pytest.approx(long.chances, rel=2e-6)


def test_play_by_either_is_worth_as_much(both):
    """Who plays by the numbers in 32 bits reaches what the others tell."""
    short, long = both
    if ChancesByTarget in short.answers:
        short, long = short.reaching(180), long.reaching(180)
    simulated = short.simulate(20_000, seed=6)
    assert simulated.mean == pytest.approx(long.value, abs=4.5 * simulated.error)


def test_equal_options_are_equal_in_32_bits_too():
    short, long = (in_bits(SOLVES["an end game"], bits) for bits in (32, 64))
    for roll in YAZY.card.rolls[::3]:
        for rerolls in (0, 1):
            rolled = END_GAME.rolled(roll, rerolls)
            best = [
                {option.label for option in solution.options(rolled, 5) if option.best}
                for solution in (short, long)
            ]
            assert best[0] == best[1]
