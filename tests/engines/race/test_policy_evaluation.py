"""Given play in a race, as the graph engine has it."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay import Rules, evaluate, read_rules
from perfectplay.engines import choose, find
from perfectplay.errors import PositionError, StrategyError
from perfectplay.games.greed import Greed
from perfectplay.games.greed.strategies import by_the_mean, until
from perfectplay.model.nodes import Inline
from perfectplay.model.race import RaceOver, RaceTurn
from perfectplay.objectives import Win
from perfectplay.request import Request
from perfectplay.solution.answers import Exploitability, PolicyRegret
from perfectplay.strategies.strategy import at_random, first_option
from tests.by_engine import solve_graph, solve_race
from tests.engines.race.races import races

GAME = Greed(max=12, sides=3)
LARGE = Greed(max=100, sides=6)


def followed(engine, game, strategies, objective=None, *, exact=False):
    """What one engine or the other makes of given play."""
    request = Request(objective or Win(), exact=exact)
    return find(engine).evaluate(game, strategies, request)


def whimsical(seed, *, mixed):
    """A player of no plan, who is the same each time: one number of dice, or some."""

    def roll(decision):
        turn, options = decision.position, decision.options
        whim = 7 * turn.mine + 3 * turn.theirs + 5 * turn.last + seed
        first, second = options[whim % len(options)], options[whim**2 % len(options)]
        return {first: 1 + whim % 3, second: Fraction(1, 2)} if mixed else first

    return roll


@st.composite
def players(draw):
    """Two strategies, or the best answer to one, or to nobody's."""
    kinds = st.sampled_from(["best", "one", "some", "random"])
    return [
        {
            "best": None,
            "one": whimsical(draw(st.integers(0, 50)), mixed=False),
            "some": whimsical(draw(st.integers(0, 50)), mixed=True),
            "random": at_random,
        }[draw(kinds)]
        for _ in range(2)
    ]


@settings(max_examples=60)
@given(races(limit=7, sides=5), players())
def test_in_fractions_it_is_what_the_graph_engine_finds(race, both):
    game, objective = race
    ours, theirs = (followed(name, game, both, objective, exact=True) for name in ("race", "graph"))
    assert ours.value == theirs.value
    assert dict(ours.distribution()) == dict(theirs.distribution())
    assert ours.visits() == theirs.visits()
    assert all(ours.value_at(place) == theirs.value_at(place) for place in ours.visits())


@settings(max_examples=30)
@given(races(limit=9, sides=5), players())
def test_in_floats_it_is_the_same_but_for_rounding(race, both):
    game, objective = race
    floats, exact = (
        followed("race", game, both, objective, exact=exact) for exact in (False, True)
    )
    assert floats.value == pytest.approx(float(exact.value), abs=1e-12)
    assert dict(floats.distribution()) == pytest.approx(dict(exact.distribution()), abs=1e-12)


def test_nobodys_strategy_is_best_play():
    played, best = followed("race", GAME, (None, None), exact=True), solve_race(GAME, exact=True)
    assert played.value == best.value
    for turn in (place for place in played.visits() if isinstance(place, RaceTurn)):
        assert played.best(turn) == best.best(turn)
        assert played.options(turn) == best.options(turn)


def test_a_best_answer_is_a_strategy_that_gains_what_it_says():
    answer = followed("race", GAME, (None, until(10)))
    again = followed("race", GAME, (answer.play, until(10)))
    assert again.value == pytest.approx(answer.value, abs=1e-12)
    assert answer.value >= solve_race(GAME).value


def test_strategies_are_asked_only_where_play_gets_to():
    def stops(decision):
        assert decision.position == RaceTurn(0, 0)
        return 0

    played = followed("race", GAME, (stops, {RaceTurn(0, 0, True, 1): 4}), exact=True)
    assert played.value == Fraction(0)
    assert played.visits() == {RaceTurn(0, 0): 1, RaceTurn(0, 0, True, 1): 1, RaceOver(-1): 1}


@pytest.mark.parametrize(
    "position",
    [
        RaceTurn(5, 5),
        RaceTurn(0, 0, False, 1),
        RaceTurn(90, 0),
        Inline(RaceTurn(0, 0), (3,)),
        RaceOver(5),
        "nowhere",
    ],
    ids=str,
)
def test_where_play_does_not_come_there_is_no_value(position):
    played = followed("race", GAME, (first_option, None))
    with pytest.raises(PositionError, match="this strategy never reaches"):
        played.value_at(position)
    assert played.value_at(RaceOver(0)) == Fraction(1, 2)


def test_nobody_chooses_where_play_is_given():
    with pytest.raises(PositionError, match="there is no choice to make at mine=0 theirs=0"):
        followed("race", GAME, (first_option, None)).best(RaceTurn(0, 0))


def test_both_players_need_a_strategy():
    with pytest.raises(StrategyError, match="needs 2 strategies, one for each player, not 1"):
        evaluate(LARGE, until(90))


def test_a_table_is_left_to_the_engine_that_numbers_decisions():
    import numpy as np

    table = np.zeros(3, int)
    request = Request(Win(), strategies={"0": table, "1": None})
    assert choose(GAME, request, "evaluate").name == "graph"
    assert isinstance(find("race").refuses(GAME, request), StrategyError)


@pytest.mark.parametrize("question", [PolicyRegret, Exploitability])
def test_what_a_table_loses_is_told_by_the_engine_that_numbers_decisions(question):
    import numpy as np

    with pytest.raises(StrategyError, match="a race is played by functions, mappings and cards"):
        solve_race(GAME).answer(question).of(np.zeros(3, int))


def test_no_answer_is_no_way_to_play():
    with pytest.raises(StrategyError, match=r"player 0 answers \{\} at mine=0 theirs=0"):
        followed("race", GAME, (lambda decision: {}, None))


def test_small_races_keep_the_answer_that_tells_more():
    card = Rules(GAME, ["mine >= 10: 0", "(max - mine) // 2"])
    assert evaluate(GAME, card, None).engine == "graph"


def test_the_card_for_greed_to_100_loses_what_its_page_says():
    card = read_rules("examples/cards/greed-three-lines.toml", LARGE)
    first, answer = evaluate(LARGE, card, None), evaluate(LARGE, None, card)
    assert (first.engine, answer.engine) == ("race", "race")
    assert (answer.value - first.value) / 2 == pytest.approx(0.00757, abs=5e-6)


@settings(max_examples=30)
@given(races(limit=7, sides=5), players())
def test_what_is_lost_is_what_the_graph_engine_finds(race, both):
    game, objective = race
    policies = [strategy or first_option for strategy in both]
    ours, theirs = (
        solver(game, objective, exact=True).answer(PolicyRegret).of(*policies)
        for solver in (solve_race, solve_graph)
    )
    assert (ours.value, ours.totals) == (theirs.value, theirs.totals)
    assert {loss.position: loss for loss in ours} == {loss.position: loss for loss in theirs}
    assert [loss.total for loss in ours] == sorted((loss.total for loss in ours), reverse=True)
    floats = solve_race(game, objective).answer(PolicyRegret).of(*policies)
    assert floats.totals == pytest.approx([float(each) for each in ours.totals], abs=1e-11)


@settings(max_examples=20)
@given(races(limit=6, sides=4), players())
def test_the_best_answer_gains_what_the_graph_engine_finds(race, both):
    game, objective = race
    policies = [strategy or first_option for strategy in both]
    ours, theirs = (
        solver(game, objective, exact=True).answer(Exploitability).of(*policies)
        for solver in (solve_race, solve_graph)
    )
    assert ours == theirs
    floats = solve_race(game, objective).answer(Exploitability).of(*policies)
    assert floats == pytest.approx(float(ours), abs=1e-11)


def test_a_loss_names_the_line_that_decides():
    card = Rules(GAME, ["mine >= 10: 0", "(max - mine) // 2"])
    losses = solve_race(GAME).answer(PolicyRegret).of(card)
    assert {loss.line for loss in losses} == {1, 2}
    assert all(
        loss.line is None for loss in solve_race(GAME).answer(PolicyRegret).of(by_the_mean(12, 3))
    )
