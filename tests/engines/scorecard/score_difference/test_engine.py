"""Solving scorecards where the score so far counts: which engine, end games, and what is refused."""

import dataclasses
import math
import random
from fractions import Fraction
from itertools import pairwise

import pytest

from perfectplay import AtLeast, Compute, Score, Win, solve
from perfectplay.conformance.walk import walk
from perfectplay.engines.graph.solution import GraphSolution
from perfectplay.engines.scorecard.anchors import Anchors
from perfectplay.engines.scorecard.score_difference.duel import DuelSolution
from perfectplay.engines.scorecard.score_difference.engine import knows
from perfectplay.engines.scorecard.score_difference.target import (
    EveryTargetSolution,
    TargetSolution,
)
from perfectplay.engines.scorecard.solution import ScorecardSolution
from perfectplay.errors import MemoryLimitError, ObjectiveError, PositionError
from perfectplay.games.coins import Coins
from perfectplay.games.generala import Generala
from perfectplay.games.greed import Greed
from perfectplay.games.slots import Slots
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.games.yazy import Yazy
from perfectplay.model.scorecard import Bonus, Box, Duel, Face, Scorecard, Total, Turn
from perfectplay.objectives import EveryTarget, Exponential
from perfectplay.solve import solve_end_game
from tests.by_engine import solve_leads
from tests.engines.scorecard.score_difference.both_ways import DUELS, QUICK
from tests.model.scorecard import duel_by_hand
from tests.model.scorecard.duel_by_hand import Hand

YAHTZEE = Yahtzee(players=2)
CHANCES = Duel(("chance",), ("chance",), (0,), (0,))


# Which engine


@pytest.mark.parametrize(
    ("game", "objective", "kind"),
    [
        (Yazy(), AtLeast(200), TargetSolution),
        (Yazy(), AtLeast(200, otherwise=-1), TargetSolution),
        (Yazy(), EveryTarget(), EveryTargetSolution),
        (Yazy(), Exponential(-0.01), ScorecardSolution),
        (QUICK, AtLeast(10), GraphSolution),
        (QUICK, EveryTarget(), EveryTargetSolution),
        (QUICK, Exponential(-0.01), GraphSolution),
        (DUELS["one box"], Win(), GraphSolution),
        (Slots(), EveryTarget(), EveryTargetSolution),
    ],
)
def test_a_card_is_solved_by_the_engine_that_suits_it(game, objective, kind):
    solution = solve(game, objective)
    assert type(solution) is kind
    assert solution.objective == objective
    assert solution.seconds > 0


@pytest.mark.parametrize(
    ("game", "objective", "known"),
    [
        (Yazy(), AtLeast(200), True),
        (Yazy(), AtLeast(200, otherwise=Fraction(1, 2)), True),
        (Yazy(), AtLeast(200, otherwise=1), False),
        (Yazy(), AtLeast(200, otherwise=2), False),
        (Yazy(), EveryTarget(), True),
        (Yazy(), Score(), False),
        (Yazy(players=2), Win(), True),
        (Yazy(players=2), Win(tie=0), True),
        (Yazy(players=2), AtLeast(10), False),
        (Yazy(players=2), Score(), False),
    ],
)
def test_the_engine_knows_the_win_and_targets_that_are_worth_reaching(game, objective, known):
    assert knows(game, objective) is known


def test_a_solve_by_leads_tells_its_progress():
    told = []
    solution = solve_leads(Yazy(), AtLeast(200), progress=lambda *stage: told.append(stage))
    stages = list(dict.fromkeys(stage.split(",")[0] for stage, _ in told))
    assert stages[-1] == "solving"
    assert any(stage.startswith("preparing machine code") for stage in stages)
    solving = [done for stage, done in told if stage.startswith("solving")]
    assert all(before <= after for before, after in pairwise(solving))
    assert told[-1][1] == solution.positions


# What is refused


def test_a_target_that_outgrows_the_memory_is_refused_with_the_number_of_states():
    states = f"{solve_leads(Yazy(), EveryTarget()).positions:,}"
    with pytest.raises(MemoryLimitError, match=f"yazy has {states} states: .* about .* MiB and"):
        solve_leads(Yazy(), EveryTarget(), memory_limit=1_000_000)


@pytest.mark.parametrize(
    ("game", "memory_limit", "complaint"),
    [
        (Yazy(players=2), 1 << 30, r"yazy has 3\d\d,\d\d\d,\d\d\d states: .* more than the memory"),
        (Generala(players=2), 1 << 20, r"generala has .* (states|pairs of cards)"),
        (YAHTZEE, 1 << 60, r"yahtzee has over [\d,]+ pairs of cards, .* memory limit"),
    ],
)
def test_a_duel_that_outgrows_the_memory_is_refused_with_its_size(game, memory_limit, complaint):
    with pytest.raises(MemoryLimitError, match=complaint):
        solve(game, compute=Compute(memory_limit=memory_limit))


FACES = [Box(f"box-{face}", Face(face)) for face in range(1, 13)]
WIDE = Scorecard("wide", dice=5, sides=12, boxes=FACES)
OVERLAPPING = [Bonus(f"bonus-{at}", WIDE.names[at : at + 8], at=90, points=35) for at in (0, 4)]
LONG = Scorecard("long", boxes=[Box(f"box-{each}", Total()) for each in range(20)])


@pytest.mark.parametrize(
    ("card", "objective"),
    [
        (dataclasses.replace(WIDE, bonuses=OVERLAPPING, players=2), Win()),
        (dataclasses.replace(LONG, players=2), Win()),
        (dataclasses.replace(WIDE, bonuses=OVERLAPPING), EveryTarget()),
    ],
)
def test_a_card_that_is_much_too_large_is_refused_before_it_is_looked_through(card, objective):
    seen = []
    with pytest.raises(MemoryLimitError, match=r"has (about|over) .* memory limit"):
        solve(
            card, objective, compute=Compute(progress=lambda _, positions: seen.append(positions))
        )
    assert max(seen, default=0) < Anchors(card).count / 10


def test_an_end_game_that_outgrows_the_memory_is_refused_with_the_number_of_states():
    boxes = YAHTZEE.card.names[6:]
    with pytest.raises(MemoryLimitError, match=r"yahtzee has [\d,]+ states"):
        solve_end_game(
            YAHTZEE, Duel(boxes, boxes, (63,), (63,)), 0, compute=Compute(memory_limit=1 << 20)
        )


@pytest.mark.parametrize(
    ("game", "objective", "complaint"),
    [
        (Yazy(), Win(), "the objective 'win' is for 2 players and yazy is for 1"),
        (Yazy(players=2), EveryTarget(), "the objective 'at-least:all' is for 1 player and yazy"),
        (Coins(), EveryTarget(), "'at-least:all' is for scorecards, in floats; .* at-least:45"),
        (Greed(), EveryTarget(), "the objective 'at-least:all' is for 1"),
    ],
)
def test_an_objective_that_does_not_fit_the_game_is_refused(game, objective, complaint):
    with pytest.raises(ObjectiveError, match=complaint):
        solve(game, objective)


@pytest.mark.parametrize("game", [Yazy(), QUICK], ids=repr)
def test_what_is_known_in_floats_alone_is_refused_in_fractions(game):
    with pytest.raises(ObjectiveError, match="'at-least:all' is for scorecards, in floats"):
        solve(game, EveryTarget(), exact=True)
    with pytest.raises(ObjectiveError, match=r"'exponential:0\.1' has no exact value"):
        solve(game, Exponential(0.1), exact=True)


@pytest.mark.parametrize("objective", [AtLeast(10), Exponential(0.1)])
def test_a_large_duel_is_only_played_to_win_or_for_the_score(objective):
    with pytest.raises(MemoryLimitError, match=r"position by position, yazy has more than"):
        solve(Yazy(players=2), objective)


@pytest.mark.parametrize("objective", [Score(), AtLeast(10), EveryTarget()])
def test_an_end_game_is_played_to_win(objective):
    with pytest.raises(ObjectiveError, match=r"an end game is .* the win"):
        solve_end_game(YAHTZEE, CHANCES, 0, objective)


def test_an_end_game_is_for_two():
    with pytest.raises((PositionError, ObjectiveError), match="an end game is for two players"):
        solve_end_game(Yahtzee(), CHANCES, 0)


@pytest.mark.parametrize(
    "start",
    [
        CHANCES._replace(first_totals=()),
        CHANCES._replace(second_totals=(0, 0)),
        CHANCES._replace(first_totals=(64,)),
        CHANCES._replace(first_totals=(-1,)),
        CHANCES._replace(first=("tichu",)),
        CHANCES._replace(first=("tichu",), second=("tichu",)),
        CHANCES._replace(first=("chance", "chance")),
        CHANCES._replace(first=("chance", "ones")),
        CHANCES._replace(first=("ones", "chance"), second=()),
        CHANCES._replace(second=("ones", "twos", "chance")),
        CHANCES._replace(first=("yahtzee",), first_repeat=True),
        CHANCES.rolled((1, 2, 3, 4, 5), 3),
        CHANCES.rolled((1, 2, 3, 4), 1),
        Turn(("chance",), (0,)),
        "chance",
    ],
)
def test_an_end_game_from_a_position_that_cannot_occur_is_refused(start):
    with pytest.raises(PositionError, match=r"cannot occur in Yahtzee|is not a position"):
        solve_end_game(YAHTZEE, start, 0)


@pytest.mark.parametrize("lead", [0.5, math.nan, math.inf, 2**31 - 5, 10**12, -(10**12), "3", None])
def test_a_lead_that_cannot_be_is_refused(lead):
    with pytest.raises(PositionError, match="lead"):
        solve_end_game(YAHTZEE, CHANCES, lead)


# End games


@pytest.fixture(scope="module", params=["two rerolls", "four boxes", "forced jokers", "in order"])
def whole(request):
    """A small game for two, solved from the start."""
    return solve_leads(DUELS[request.param], Win())


def on_the_way(game, seeds):
    """The positions between turns of some random games, with the lead of the first player."""
    return [
        (step.name, step.score)
        for seed in range(seeds)
        for step in walk(game, seed)
        if isinstance(step.name, Duel)
    ]


def test_an_end_game_is_worth_what_it_is_in_the_whole_game(whole):
    for position, lead in on_the_way(whole.game, 6):
        end = solve_end_game(whole.game, position, lead)
        assert isinstance(end, DuelSolution)
        assert end.value == pytest.approx(whole.value_at(position, lead), rel=1e-12, abs=1e-14)
        assert end.positions <= whole.positions


def test_an_end_game_is_played_as_in_the_whole_game(whole):
    luck = random.Random(5)
    for position, lead in on_the_way(whole.game, 4):
        if not position.over:
            end = solve_end_game(whole.game, position, lead)
            rolled = luck.choice(whole.outcomes(position, lead)).position
            for ours, theirs in zip(
                end.options(rolled, lead), whole.options(rolled, lead), strict=True
            ):
                assert (ours.label, ours.best) == (theirs.label, theirs.best)
                assert ours.value == pytest.approx(theirs.value, rel=1e-12, abs=1e-14)


def test_a_lead_more_is_never_worse(whole):
    game, luck = whole.game, random.Random(2)
    most = sum(map(game.card.most, game.card.names))
    for position, _ in luck.sample(on_the_way(game, 20), 3):
        leads = range(-most, most + 1, 3)
        values = [solve_end_game(game, position, lead).value for lead in leads]
        assert values == sorted(values)
        assert values[0] < values[-1]


@pytest.mark.parametrize(("lead", "value"), [(-1, 0), (0, Fraction(1, 3)), (1, 1)])
def test_at_the_end_the_lead_and_the_bonuses_decide(lead, value):
    over = Duel((), (), (63,), (0,))
    end = solve_end_game(YAHTZEE, over, lead - 35, Win(Fraction(1, 3)))
    assert end.value == pytest.approx(float(value), abs=1e-15)


LOWER = dict.fromkeys(YAHTZEE.card.names[6:], 0)


def hand(extra=0, **written):
    """A card with points in the boxes named, and with zeros in the lower ones."""
    filled = LOWER | {name.replace("_", "-"): points for name, points in written.items()}
    names = {name: points for name, points in filled.items() if points is not None}
    return Hand(frozenset(names.items()), extra)


UPPER = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15}
END_GAMES = {
    "chance against chance": (
        hand(chance=None, sixes=18, **UPPER),
        hand(chance=None, sixes=12, large_straight=40, **UPPER),
    ),
    "a bonus in reach": (hand(sixes=None, **UPPER), hand(sixes=None, chance=22, **UPPER)),
    "jokers, and two boxes against one": (
        hand(sixes=None, yahtzee=50, extra=100, **UPPER),
        hand(sixes=None, full_house=None, yahtzee=50, large_straight=40, **UPPER | {"fives": 20}),
    ),
    "a box filled with a zero": (
        hand(sixes=18, fives=None, **{name: UPPER[name] for name in list(UPPER)[:4]}),
        hand(yahtzee=None, sixes=None, small_straight=30, **UPPER),
    ),
}
"""Cards late in a game of Yahtzee."""


def told(hands):
    """The position of some cards, and the lead of the first player, by the rules of the sheet."""
    names = YAHTZEE.card.names
    turns, scores = [], []
    for written, extra in hands:
        points = dict(written)
        upper = sum(points.get(name, 0) for name in names[:6])
        still_open = tuple(name for name in names if name not in points)
        turns.append(Turn(still_open, (min(upper, 63),), points.get("yahtzee", 0) > 0))
        scores.append(sum(points.values()) + extra)
    return Duel.of(*turns), scores[0] - scores[1]


@pytest.mark.slow
@pytest.mark.parametrize("name", END_GAMES)
def test_an_end_game_of_yahtzee_comes_to_what_it_does_at_the_table(name):
    hands = END_GAMES[name]
    position, lead = told(hands)
    expected = duel_by_hand.value(YAHTZEE.card, lambda it: float(Win().utility(it)), hands)
    end = solve_end_game(YAHTZEE, position, lead)
    assert 0.01 < end.value < 0.99
    assert end.value == pytest.approx(expected, abs=1e-13)


def test_a_roll_in_an_end_game_is_worth_what_it_is_at_the_table():
    hands = END_GAMES["a bonus in reach"]
    position, lead = told(hands)
    end = solve_end_game(YAHTZEE, position, lead, Win(tie=0))
    for dice, rerolls in [((1, 2, 6, 6, 6), 2), ((1, 1, 3, 4, 6), 1), ((2, 3, 4, 5, 5), 0)]:
        expected = duel_by_hand.value(YAHTZEE.card, lambda it: float(it > 0), hands, dice, rerolls)
        rolled = position.rolled(dice, rerolls)
        assert end.value_at(rolled, lead) == pytest.approx(expected, abs=1e-13)


def test_all_open_boxes_can_be_told_by_a_text():
    position = YAHTZEE.read("first=chance second=sixes,chance first_totals=63 second_totals=40")
    end = solve_end_game(YAHTZEE, position, lead=-10)
    assert end.start == position
    assert end.best(position.rolled((2, 3, 6, 6, 6), 0), -10) in ("sixes", "chance")


def test_the_duel_of_a_game_by_name_is_that_of_its_card():
    slots = Slots(players=2)
    card = dataclasses.replace(slots.card, players=2)
    assert solve_leads(slots, Win()).value == solve_leads(card, Win()).value
