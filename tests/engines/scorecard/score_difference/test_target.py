"""Scorecards played for a number of points: what the solutions say, how they play, what they refuse."""

import dataclasses
import math
import random
from fractions import Fraction
from itertools import pairwise

import pytest

from perfectplay import AtLeast, Score, solve
from perfectplay.errors import NotOfferedError, PerfectPlayError, PositionError
from perfectplay.games.yazy import Yazy
from perfectplay.model import Inline
from perfectplay.model.scorecard import Bonus, Box, Listed, Rolled, Turn
from perfectplay.objectives import EveryTarget
from perfectplay.solution.answers import WhenToTake
from tests.by_engine import solve_graph, solve_leads
from tests.engines.scorecard.score_difference.both_ways import ANY, CARDS, DUELS, ONES, QUICK, ROW

MOST = 280
"""The highest score of Yazy: 105 for the faces, then 30, 30, 25, 40 and 50."""
GAMES = 40_000
SIGMAS = 4.5


@pytest.fixture(scope="module")
def every():
    return solve(Yazy(), EveryTarget())


@pytest.fixture(scope="module")
def for_points():
    """The scores of play for the expected score."""
    return solve(Yazy()).distribution()


@pytest.fixture(scope="module")
def states():
    """Positions of some random games of Yazy, each with a score that it can have."""
    game, luck = Yazy(), random.Random(8)
    found = []
    for _ in range(12):
        turn, score = game.start(), 0
        while turn.open:
            roll = tuple(sorted(luck.choices(range(1, 7), k=5)))
            rolled = turn.rolled(roll, luck.randint(1, 2))
            label = luck.choice(list(game.at(rolled).options)[1:])
            places = turn, turn.rolled(roll, 0), rolled, Inline(rolled, (label,))
            found += [(place, score) for place in places]
            placed = luck.choice(list(game.placements(turn, roll).values()))
            turn, score = placed.turn, score + placed.points
        found.append((turn, score))
    return found


# The curve


def test_there_is_a_chance_for_every_score(every):
    assert every.most == MOST
    assert len(every.chances) == MOST + 1


def test_the_least_score_is_sure(every):
    assert every.chances[0] == pytest.approx(1, abs=1e-13)


def test_more_points_are_never_easier_to_get(every):
    assert all(more <= fewer for fewer, more in pairwise(every.chances))
    assert every.chances[MOST] > 0
    assert len(set(every.chances[30:])) == MOST - 29


def test_play_for_points_never_does_better(every, for_points):
    for points, chance in enumerate(every.chances):
        assert chance >= for_points.at_least(points) * (1 - 1e-12)


def test_play_for_points_does_worse_wherever_there_is_anything_to_gain(every, for_points):
    """Below 20 points the chances are 1 but for less than floats tell apart."""
    for points in range(20, MOST + 1):
        gained = every.chances[points] - for_points.at_least(points)
        assert gained > 1e-12 * every.chances[points]
    gains = [chance - for_points.at_least(at) for at, chance in enumerate(every.chances)]
    assert max(gains) > 0.05


@pytest.mark.parametrize(
    "card",
    [
        dataclasses.replace(QUICK, boxes=[ANY]),
        dataclasses.replace(QUICK, boxes=[ROW, ANY, ONES], in_order=True),
        dataclasses.replace(
            QUICK,
            boxes=[ROW, ANY, ONES],
            in_order=True,
            bonuses=[Bonus("some", ["any", "ones"], 5, 3)],
        ),
    ],
)
def test_where_there_is_nothing_to_choose_nothing_is_to_be_gained(card):
    scores = solve_graph(card, Score()).distribution()
    chances = solve(card, EveryTarget()).chances
    assert len(chances) == max(scores) + 1
    assert chances == pytest.approx([scores.at_least(points) for points in range(len(chances))])
    assert all(chances[points] == 1 for points in range(min(scores)))


def test_what_it_comes_to_is_the_sum_of_the_curve(every, for_points):
    assert every.value == pytest.approx(math.fsum(every.chances[1:]), rel=1e-14)
    assert every.value > for_points.mean


def test_the_table_is_the_curve(every):
    table = every.table()
    assert table.columns[:2] == ["points", "chance"]
    assert table["points"].to_list() == list(range(MOST + 1))
    assert table["chance"].to_list() == every.chances


# One target


@pytest.mark.parametrize("points", [0, 45, 200, 280])
def test_one_target_is_solved_as_one_of_all(every, states, points):
    one = solve(Yazy(), AtLeast(points))
    assert one.value == pytest.approx(every.chances[points], rel=1e-13)
    assert one.positions <= every.positions
    for position, score in states[::10]:
        found = every.reaching(points).value_at(position, score)
        assert one.value_at(position, score) == pytest.approx(found, rel=1e-13)


@pytest.mark.parametrize(
    ("points", "same"),
    [
        (199.5, 200),
        (Fraction(399, 2), 200),
        (199.000001, 200),
        (-1, 0),
        (-0.5, 0),
        (-(10**30), 0),
        (280.5, 281),
        (10**30, 281),
    ],
)
def test_a_target_stands_for_the_least_score_that_will_do(every, points, same):
    one = solve_leads(Yazy(), AtLeast(points))
    assert one.value == pytest.approx(every.reaching(same).value, rel=1e-13)
    assert every.reaching(points).value == every.reaching(same).value


@pytest.mark.parametrize("points", [-5, 0, 281, 1000])
def test_a_target_that_is_sure_or_out_of_reach_leaves_all_options_equal(points):
    one = solve_leads(Yazy(), AtLeast(points))
    assert one.value == pytest.approx(float(points <= 0), abs=1e-13)
    assert all(option.best for option in one.options(Rolled(("ones",), (1, 1, 2, 3, 4), 1), 3))


@pytest.mark.parametrize("otherwise", [-1, Fraction(1, 3), 0.25, -1000])
def test_falling_short_is_worth_what_it_is_said_to_be(otherwise):
    card = CARDS["forced jokers"]
    objective = AtLeast(9, otherwise=otherwise)
    found, expected = solve_leads(card, objective), solve_graph(card, objective, exact=True)
    assert found.value == pytest.approx(float(expected.value), rel=1e-12)
    for node, state in list(expected.states((1,)))[::9]:
        position, score = expected.names.position(node), expected.lanes.score(node, state)
        options = {option.label: option for option in found.options(position, score)}
        for option in expected.options_of(state):
            value, cost = float(option.value), float(option.cost)
            assert options[option.label].value == pytest.approx(value, rel=1e-12, abs=1e-10)
            assert options[option.label].cost == pytest.approx(cost, rel=1e-12, abs=1e-10)


def test_a_target_that_is_better_missed_is_left_to_the_other_engine():
    objective = AtLeast(9, otherwise=2)
    assert solve(QUICK, objective).value == pytest.approx(
        float(solve_graph(QUICK, objective, exact=True).value)
    )


def test_it_tells_what_it_is():
    one = solve(Yazy(), AtLeast(200))
    assert (one.exact, one.tracked, one.need) == (False, True, 200)
    assert repr(one).startswith("<Solution of Yazy() for at-least:200: 0.2191")
    assert one.meaning == "P(score >= 200)"


# What it says of a position


def of_kind(solution, states, kind):
    return [(position, score) for position, score in states if solution.kind(position) == kind]


@pytest.mark.parametrize("points", [120, 180])
def test_a_chance_is_worth_the_mean_of_its_outcomes(every, states, points):
    one = every.reaching(points)
    for position, score in of_kind(one, states, "chance"):
        outcomes = one.outcomes(position, score)
        mean = math.fsum(it.probability * it.value for it in outcomes)
        assert one.value_at(position, score) == pytest.approx(mean, rel=1e-12, abs=1e-14)
        assert math.fsum(it.probability for it in outcomes) == pytest.approx(1, abs=1e-14)


@pytest.mark.parametrize("points", [120, 180])
def test_a_choice_is_worth_its_best_option(every, states, points):
    one = every.reaching(points)
    for position, score in of_kind(one, states, "choice"):
        options = one.options(position, score)
        assert one.value_at(position, score) == pytest.approx(options[0].value, rel=1e-12)
        assert one.best(position, score) == options[0].label
        assert {option.label for option in options} == set(one.game.at(position).options)


def test_a_placed_roll_is_worth_what_follows_with_its_points(every):
    one = every.reaching(190)
    options = one.options(Rolled(("sixes", "straight"), (2, 3, 4, 5, 6), 0), 140)
    assert {option.label: option.value for option in options} == {
        "sixes": one.value_at(Turn(("straight",)), 146),
        "straight": one.value_at(Turn(("sixes",)), 180),
    }
    assert options[0].label == "straight"


@pytest.mark.parametrize(("score", "value"), [(199, 0), (200, 1)])
def test_at_the_end_the_score_decides(every, score, value):
    assert every.reaching(200).value_at(Turn(()), score) == value


def test_what_is_best_depends_on_the_score(every):
    one = every.reaching(200)
    rolled = Rolled(("sixes", "straight"), (2, 3, 4, 5, 5), 1)
    assert one.best(rolled, 170) == "keep 2 3 4 5"
    assert one.best(rolled, 199) == "reroll all"


@pytest.mark.parametrize("otherwise", [0, -1, -1000])
@pytest.mark.parametrize("points", [265, 275, MOST])
def test_what_is_best_is_told_however_rare_success_is(points, otherwise):
    one = solve(Yazy(), AtLeast(points, otherwise=otherwise))
    rolled = Yazy().start().rolled((1, 1, 6, 6, 6), 2)
    assert [option.label for option in one.options(rolled) if option.best] == ["keep 6 6 6"]


def test_play_for_a_rare_score_is_best_play():
    """One box, three dice: what play has a chance of is worked out by hand."""
    card = dataclasses.replace(
        QUICK, dice=3, sides=12, rerolls=5, boxes=[Box("rare", Listed({(12, 12, 12): 1}))]
    )
    one = solve_leads(card, AtLeast(1))
    assert one.value == pytest.approx((1 - (11 / 12) ** 6) ** 3, rel=1e-12)
    assert one.best(card.start().rolled((3, 12, 12), 1), 0) == "keep 12 12"


# Play


@pytest.mark.slow
@pytest.mark.parametrize("points", [120, 180, 220])
def test_simulated_games_reach_the_target_as_often_as_they_should(every, points):
    simulated = every.reaching(points).simulate(GAMES, seed=points)
    chance = every.chances[points]
    error = math.sqrt(chance * (1 - chance) / GAMES)
    assert simulated.mean == pytest.approx(chance, abs=SIGMAS * error)
    assert simulated.deviation == pytest.approx(math.sqrt(chance * (1 - chance)), abs=0.05)


def test_a_simulation_tells_what_falling_short_is_worth():
    one = solve(Yazy(), AtLeast(200, otherwise=-1))
    simulated = one.simulate(GAMES, seed=3)
    assert simulated.mean == pytest.approx(one.value, abs=SIGMAS * simulated.error)
    assert one.value < 0


def test_a_seed_repeats_the_games(every):
    one = every.reaching(180)
    assert one.simulate(2_000, seed=5) == one.simulate(2_000, seed=5)
    assert one.simulate(2_000, seed=5).mean != one.simulate(2_000, seed=6).mean


@pytest.mark.parametrize(("games", "seed"), [(0, 0), (10**9, 0), (10, -1)])
def test_what_cannot_be_simulated_is_refused(every, games, seed):
    with pytest.raises(PerfectPlayError, match=r"cannot be simulated|is negative"):
        every.reaching(180).simulate(games, seed)


# What cannot be asked

LATE = Turn(("sixes", "straight"))


@pytest.mark.parametrize(
    ("ask", "complaint"),
    [
        (
            lambda it: it.value_at(LATE),
            r"the score matters at open=sixes,straight; it is from 0 to 210",
        ),
        (lambda it: it.options(LATE.rolled((1, 2, 3, 4, 5), 1)), "the score matters at"),
        (lambda it: it.value_at(LATE, -1), r"the score cannot be -1 at .*; it is from 0 to"),
        (lambda it: it.value_at(LATE, 1000), "the score cannot be 1000 at"),
        (lambda it: it.value_at(LATE, 100.5), r"the score cannot be 100\.5 at"),
        (lambda it: it.value_at(LATE, math.nan), "the score cannot be nan at"),
        (lambda it: it.value_at(LATE, math.inf), "the score cannot be inf at"),
        (
            lambda it: it.value_at(Yazy().start(), 1),
            "the score cannot be 1 at .*; it is from 0 to 0",
        ),
        (lambda it: it.best(LATE, 150), "there is no choice to make at .*: chance decides"),
        (lambda it: it.best(Turn(()), 150), "there is no choice to make at .*: the game is over"),
        (lambda it: it.outcomes(Turn(()), 150), "is not a chance"),
        (lambda it: it.value_at(Turn(("straight", "sixes")), 150), "cannot occur in Yazy"),
        (lambda it: it.value_at(Turn(("chance",)), 150), "cannot occur in Yazy"),
        (lambda it: it.value_at(LATE._replace(totals=(3,)), 150), "cannot occur in Yazy"),
        (lambda it: it.value_at(LATE._replace(repeat=True), 150), "cannot occur in Yazy"),
        (lambda it: it.value_at(LATE.rolled((1, 2, 3, 4, 5), 3), 150), "cannot occur in Yazy"),
        (lambda it: it.value_at(DUELS["one box"].start(), 0), "is not a position of yazy"),
        (lambda it: it.read("open=tichu"), "cannot occur in Yazy"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_the_reason(every, ask, complaint):
    with pytest.raises(PositionError, match=complaint):
        ask(every.reaching(200))


def test_a_score_need_not_be_told_where_there_is_but_one(every):
    assert every.reaching(200).value_at(Yazy().start()) == every.chances[200]


@pytest.mark.parametrize(
    ("card", "turn", "score"),
    [
        (
            CARDS["no repeat at all"],
            Turn((), (), True),
            0,
        ),
        (
            dataclasses.replace(
                QUICK, bonuses=[Bonus("a", ["ones"], 2, 7), Bonus("b", ["ones", "threes"], 8, 7)]
            ),
            Turn(("threes", "row", "pair"), (2, 0)),
            2,
        ),
    ],
)
def test_a_position_that_its_parts_allow_but_no_play_is_refused(card, turn, score):
    with pytest.raises(PositionError, match="cannot occur in Scorecard"):
        solve_leads(card, AtLeast(3)).value_at(turn, score)


@pytest.mark.parametrize(
    "ask",
    [
        lambda it: it.value_at(it.game.start()),
        lambda it: it.options(LATE.rolled((1, 2, 3, 4, 5), 1), 150),
        lambda it: it.outcomes(LATE, 150),
        lambda it: it.simulate(10),
    ],
)
def test_who_plays_for_every_target_must_choose_one(every, ask):
    with pytest.raises(NotOfferedError, match=r"depends on the points .*, as with at-least:140"):
        ask(every)


@pytest.mark.parametrize("ask", ["visits", "when"])
def test_what_is_too_much_to_be_told_is_refused(every, ask):
    one = every.reaching(180)
    with pytest.raises(
        PerfectPlayError, match=r"the engine 'score-difference' cannot answer this for yazy"
    ):
        one.visits() if ask == "visits" else one.answer(WhenToTake).table("sixes")
