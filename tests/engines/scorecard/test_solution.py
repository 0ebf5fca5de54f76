"""Asking the solution of a large scorecard: what it says of a position, and what it refuses."""

import dataclasses
import math
import random
from itertools import pairwise

import pytest

from perfectplay import AtLeast, Compute, Score, Utility, solve
from perfectplay.engines.graph.solution import GraphSolution
from perfectplay.engines.scorecard.card_solution import TURNS_BYTES
from perfectplay.engines.scorecard.solution import ScorecardSolution
from perfectplay.errors import MemoryLimitError, NotOfferedError, PerfectPlayError, PositionError
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.games.yazy import Yazy
from perfectplay.model import Inline
from perfectplay.model.scorecard import Rolled, Turn
from perfectplay.solution.answers import WhenToTake
from tests.by_engine import solve_scorecard
from tests.engines.scorecard.both_ways import SMALL

NAMES = Yahtzee().card.names
LATE = ("sixes", "full-house", "chance")
"""The boxes that are open late in a game."""
SIXES = Rolled(LATE, (1, 2, 6, 6, 6), 1, (40,), True)


@pytest.fixture(scope="module")
def yahtzee():
    return solve(Yahtzee())


@pytest.fixture(scope="module")
def yazy():
    return solve(Yazy())


@pytest.fixture(scope="module")
def positions(yahtzee):
    """Positions of some random games, with the chances that lie behind a keep."""
    game, luck = yahtzee.game, random.Random(3)
    found = []
    for _ in range(20):
        turn = game.start()
        while turn.open:
            roll = tuple(sorted(luck.choices(range(1, 7), k=5)))
            found += [turn, Rolled(turn.open, roll, 0, turn.totals, turn.repeat)]
            found.append(found[-1]._replace(rerolls=luck.randint(1, 2)))
            label = luck.choice(list(game.at(found[-1]).options)[1:])
            found.append(Inline(found[-1], (label,)))
            turn = luck.choice(list(game.placements(turn, roll).values())).turn
        found.append(turn)
    return found


def of_kind(solution, positions, kind):
    return [position for position in positions if solution.kind(position) == kind]


# Which engine


def test_a_large_card_is_solved_by_its_own_engine(yazy):
    assert isinstance(yazy, ScorecardSolution)


@pytest.mark.parametrize("ways", [{}, {"objective": AtLeast(10)}, {"exact": True}])
def test_a_small_card_is_solved_position_by_position(ways):
    assert isinstance(solve(SMALL, **ways), GraphSolution)


CLOSE = Utility(lambda score: -abs(score - 200), "close to 200")
"""More points may be worth less, which the engine for scores does not know."""


@pytest.mark.parametrize(
    ("ways", "wish"),
    [
        ({"objective": CLOSE}, "position by position, yahtzee has more than"),
        ({"exact": True}, "position by position, .* more than .* steps"),
    ],
)
def test_what_only_the_other_engine_can_do_is_refused_where_it_cannot(ways, wish):
    with pytest.raises(MemoryLimitError, match=wish):
        solve(Yahtzee(), **ways, compute=Compute(memory_limit=1_000_000_000))


def test_a_card_that_outgrows_the_memory_is_refused():
    with pytest.raises(MemoryLimitError, match="yahtzee has 359,616 states between turns"):
        solve_scorecard(Yahtzee(), Score(), memory_limit=1_000_000)


def test_a_distribution_that_outgrows_the_memory_is_refused():
    solution = solve_scorecard(Yazy(), Score(), memory_limit=4_000_000)
    solution.request = dataclasses.replace(solution.request, compute=Compute(memory_limit=10_000))
    with pytest.raises(MemoryLimitError, match="the distribution of yazy needs about"):
        solution.distribution()


def test_progress_is_told_in_stages(yazy):
    told = []
    solve(Yazy(), compute=Compute(progress=lambda stage, done: told.append((stage, done))))
    assert told[0][0].startswith("preparing machine code")
    assert [stage.split(",")[0] for stage, _ in told[1:]] == ["solving"] * 11
    assert told[-1][0].startswith("solving, 100%")
    assert all(before < after for (_, before), (_, after) in pairwise(told[1:]))
    assert told[-1][1] == yazy.positions


# What it says


def test_it_tells_what_it_is(yahtzee):
    assert isinstance(yahtzee.value, float)
    assert (yahtzee.exact, yahtzee.tracked, yahtzee.positions) == (False, False, 359_616)
    assert repr(yahtzee).startswith(
        "<Solution of Yahtzee(joker='forced', bonus=True) for score: 254.58"
    )


@pytest.mark.parametrize(
    ("position", "kind"),
    [
        (Turn(NAMES, (0,)), "chance"),
        (Turn(LATE, (40,), True), "chance"),
        (Turn((), (63,)), "final"),
        (SIXES, "choice"),
        (SIXES._replace(rerolls=0), "choice"),
        (Inline(SIXES, ("keep 6 6",)), "chance"),
    ],
)
def test_a_position_has_a_kind(yahtzee, position, kind):
    assert yahtzee.kind(position) == kind


def test_the_value_is_that_of_the_start(yahtzee):
    assert yahtzee.value == yahtzee.value_at(yahtzee.game.start())


@pytest.mark.parametrize(("total", "bonus"), [(62, 0), (63, 35)])
def test_at_the_end_the_bonus_is_what_is_still_to_come(yahtzee, total, bonus):
    assert yahtzee.value_at(Turn((), (total,))) == bonus


def test_a_placed_roll_is_worth_its_points_and_what_follows(yahtzee):
    options = yahtzee.options(SIXES._replace(rerolls=0))
    assert {option.label: option.value for option in options} == {
        "sixes": 18 + yahtzee.value_at(Turn(("full-house", "chance"), (58,), True)),
        "full-house": yahtzee.value_at(Turn(("sixes", "chance"), (40,), True)),
        "chance": 21 + yahtzee.value_at(Turn(("sixes", "full-house"), (40,), True)),
    }


def test_a_joker_goes_where_it_must_and_brings_its_bonus(yahtzee):
    [option] = yahtzee.options(SIXES._replace(roll=(6,) * 5, rerolls=0))
    after = Turn(("full-house", "chance"), (63,), True)
    assert (option.label, option.value) == ("sixes", 130 + yahtzee.value_at(after))


def test_the_outcomes_of_a_chance_are_all_there_is(yahtzee, positions):
    for position in of_kind(yahtzee, positions, "chance"):
        outcomes = yahtzee.outcomes(position)
        assert math.fsum(one.probability for one in outcomes) == pytest.approx(1, abs=1e-14)
        assert len({one.position for one in outcomes}) == len(outcomes)
        assert {one.points for one in outcomes} == {0}


def test_a_chance_is_worth_the_mean_of_its_outcomes(yahtzee, positions):
    for position in of_kind(yahtzee, positions, "chance"):
        mean = math.fsum(one.probability * one.value for one in yahtzee.outcomes(position))
        assert yahtzee.value_at(position) == pytest.approx(mean, rel=1e-12)


def test_an_outcome_is_worth_what_its_position_is(yahtzee, positions):
    for position in of_kind(yahtzee, positions, "chance")[::20]:
        for one in yahtzee.outcomes(position):
            assert one.value == yahtzee.value_at(one.position)


def test_a_choice_is_worth_its_best_option(yahtzee, positions):
    for position in of_kind(yahtzee, positions, "choice"):
        options = yahtzee.options(position)
        assert yahtzee.value_at(position) == pytest.approx(options[0].value, rel=1e-12)
        assert yahtzee.best(position) == options[0].label
        assert [option.cost for option in options] == sorted(option.cost for option in options)


def test_the_options_are_those_of_the_rules(yahtzee, positions):
    for position in of_kind(yahtzee, positions, "choice"):
        labels = {option.label for option in yahtzee.options(position)}
        assert labels == set(yahtzee.game.at(position).options)


def test_an_option_is_worth_what_it_leads_to(yahtzee, positions):
    for position in positions:
        if isinstance(position, Rolled) and position.rerolls:
            values = {option.label: option.value for option in yahtzee.options(position)}
            down = position._replace(rerolls=0)
            assert values.pop("keep all") == yahtzee.value_at(down)
            for label, value in values.items():
                assert value == yahtzee.value_at(Inline(position, (label,)))


def test_a_score_so_far_changes_nothing(yahtzee):
    assert yahtzee.options(SIXES, score=100) == yahtzee.options(SIXES)
    assert yahtzee.value_at(SIXES, score=100) == yahtzee.value_at(SIXES)


# Texts


def test_every_position_is_read_back_from_its_text(yahtzee, positions):
    for position in positions:
        back = yahtzee.read(yahtzee.game.text(position))
        assert (type(back), back) == (type(position), position)


def test_a_chance_behind_a_keep_is_read_by_what_is_kept(yahtzee):
    text = "open=sixes,full-house,chance roll=1,2,6,6,6 rerolls=1 totals=40 repeat=yes"
    assert yahtzee.read(f"{text} > keep 6 6") == Inline(SIXES, ("keep 6 6",))
    assert yahtzee.read(f"{text} > reroll all") == Inline(SIXES, ("reroll all",))


# Play


@pytest.mark.slow
def test_a_turn_is_had_once_for_every_box(yahtzee):
    often = [0.0] * (len(NAMES) + 1)
    for turn, visits in yahtzee.visits().items():
        often[len(turn.open)] += visits
    assert often == pytest.approx([1] * (len(NAMES) + 1), rel=1e-12)


def test_turns_are_remembered_by_their_bytes(yahtzee):
    turn = yahtzee.turn(yahtzee.game.start())
    held = turn.placed.nbytes
    held += sum(rolled.base.nbytes + worth.nbytes for rolled, worth in turn.levels)
    assert 0.5 * TURNS_BYTES < yahtzee.turn.cache_info().maxsize * held <= TURNS_BYTES


@pytest.mark.slow
def test_simulated_games_come_to_the_value(yahtzee):
    simulated = yahtzee.simulate(20_000, seed=1)
    assert simulated.mean == pytest.approx(yahtzee.value, abs=4.5 * simulated.error)


def test_a_seed_repeats_the_games(yazy):
    assert yazy.simulate(1_000, seed=5) == yazy.simulate(1_000, seed=5)


def test_another_seed_brings_other_games(yazy):
    assert yazy.simulate(1_000, seed=5).mean != yazy.simulate(1_000, seed=6).mean


def test_one_game_has_no_deviation(yazy):
    assert yazy.simulate(1).deviation == 0


@pytest.mark.parametrize(("games", "seed"), [(0, 0), (10**9, 0), (10, -1)])
def test_what_cannot_be_simulated_is_refused(yazy, games, seed):
    with pytest.raises(PerfectPlayError, match=r"cannot be simulated|is negative"):
        yazy.simulate(games, seed)


# What cannot be asked

START = Turn(NAMES, (0,))
ROLLED = Rolled(NAMES, (1, 2, 3, 4, 5), 2, (0,))


@pytest.mark.parametrize(
    "position",
    [
        START._replace(totals=(1,)),
        START._replace(totals=(-1,)),
        START._replace(totals=()),
        START._replace(totals=(0, 0)),
        START._replace(repeat=True),
        START._replace(open=NAMES[::-1]),
        START._replace(open=("ones", "ones")),
        START._replace(open=("ones", "pair")),
        Turn(NAMES[6:], (64,)),
        Turn(("ones", "threes", "fives"), (17,)),
        ROLLED._replace(rerolls=3),
        ROLLED._replace(rerolls=-1),
        ROLLED._replace(roll=(1, 2, 3, 4)),
        ROLLED._replace(roll=(1, 2, 3, 4, 7)),
        ROLLED._replace(roll=(5, 4, 3, 2, 1)),
        ROLLED._replace(totals=(3,)),
        ROLLED._replace(open=()),
    ],
)
def test_a_position_that_cannot_occur_is_refused(yahtzee, position):
    for ask in (yahtzee.value_at, yahtzee.kind, yahtzee.options, yahtzee.outcomes):
        with pytest.raises(PositionError, match="cannot occur in Yahtzee"):
            ask(position)


@pytest.mark.parametrize(
    ("ask", "complaint"),
    [
        (lambda it: it.best(START), "no choice to make at open=.* totals=0: chance decides"),
        (lambda it: it.best(Turn((), (63,))), "no choice to make .*: the game is over"),
        (
            lambda it: it.best(Inline(SIXES, ("keep 6",))),
            "no choice to make at open=.* > keep 6: chance decides",
        ),
        (lambda it: it.outcomes(SIXES), "rerolls=1 totals=40 repeat=yes is not a chance"),
        (lambda it: it.outcomes(Turn((), (63,))), "is not a chance"),
        (lambda it: it.value_at("start"), "'start' is not a position of yahtzee"),
        (lambda it: it.value_at(Rolled(LATE, [6] * 5, 0, (40,))), "is not a position of yahtzee"),
        (lambda it: it.value_at(Inline(SIXES, ("keep 5",))), "there is no 'keep 5' at open=sixes"),
        (lambda it: it.value_at(Inline(SIXES, ("keep all",))), "there is no 'keep all' at"),
        (lambda it: it.value_at(Inline(SIXES, ("keep 6", 0))), "there is no 'keep 6 > 0' at"),
        (
            lambda it: it.value_at(Inline(SIXES._replace(rerolls=0), ("keep 6",))),
            "there is no 'keep 6' at",
        ),
        (lambda it: it.value_at(Inline(START, ("keep 6",))), "nothing is chosen at open="),
        (lambda it: it.value_at(SIXES, score=math.nan), "the score cannot be nan"),
        (lambda it: it.read("a picture"), "'a picture' is not a position; write it like 'open="),
        (lambda it: it.read("open=chance totals=-1"), "totals=-1 cannot occur"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_the_reason(yahtzee, ask, complaint):
    with pytest.raises(PositionError, match=complaint):
        ask(yahtzee)


def test_decisions_are_too_many_to_be_grouped(yahtzee):
    with pytest.raises(
        NotOfferedError, match="cannot answer this for yahtzee for 'score': when to take an option"
    ):
        yahtzee.answer(WhenToTake).table("chance", ["roll"])
