"""A scorecard for two, solved: what its solution says, from both sides, how it plays, what it refuses."""

import dataclasses
import math
import random

import pytest

from perfectplay import AtLeast, Score, Win, evaluate
from perfectplay.conformance.walk import walk
from perfectplay.engines.scorecard.score_difference.simulation import simulate
from perfectplay.errors import PerfectPlayError, PositionError
from perfectplay.games.generala import Generala
from perfectplay.games.slots import Slots
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.model import Inline
from perfectplay.model.scorecard import Duel, DuelRolled, Turn
from perfectplay.solve import solve_end_game
from tests.by_engine import solve_graph, solve_leads, solve_scorecard
from tests.engines.scorecard.score_difference.both_ways import DUELS

GAMES = 40_000
SIGMAS = 4.5
GENERALA = Generala(players=2)
LATE = GENERALA.read("first=sixes,poker second=ones,sixes,generala")
"""The second player is to move."""


@pytest.fixture(scope="module")
def slots():
    return solve_leads(Slots(players=2), Win())


@pytest.fixture(scope="module")
def by_positions():
    return solve_graph(Slots(players=2), Win())


@pytest.fixture(scope="module")
def late():
    """An end game of Generala, in which the first player is 12 points behind."""
    return solve_end_game(GENERALA, LATE, lead=-12)


@pytest.fixture(scope="module")
def states(late):
    """States of random end games: positions and the lead of the first player."""
    luck = random.Random(4)
    found = []
    for _ in range(25):
        duel, lead = LATE, -12
        while not duel.over:
            roll = tuple(sorted(luck.choices(range(1, 7), k=5)))
            rolled = duel.rolled(roll, luck.randint(1, 2))
            label = luck.choice(list(GENERALA.at(rolled).options)[1:])
            places = duel, duel.rolled(roll, 0), rolled, Inline(rolled, (label,))
            found += [(place, lead) for place in places]
            gain = luck.choice(list(GENERALA.at(duel.rolled(roll, 0)).options.values()))
            duel, lead = gain.then, lead + gain.points
        found.append((duel, lead))
    return found


def of_kind(solution, states, kind):
    return [(position, lead) for position, lead in states if solution.kind(position) == kind]


# A game that another engine solves, too


def test_slots_for_two_are_worth_as_much_as_by_positions(slots, by_positions):
    assert slots.value == pytest.approx(by_positions.value, rel=1e-12)


def test_random_games_of_slots_are_worth_as_much_at_every_step(slots, by_positions):
    for seed in range(60):
        for step in walk(slots.game, seed):
            found = slots.value_at(step.name, step.score)
            assert found == pytest.approx(by_positions.value_at(step.name, step.score), abs=1e-13)
            if slots.kind(step.name) == "choice":
                assert slots.best(step.name, step.score) == by_positions.best(step.name, step.score)


def test_it_tells_what_it_is(slots):
    assert (slots.exact, slots.tracked, slots.start) == (False, True, slots.game.start())
    assert repr(slots).startswith("<Solution of Slots(players=2, target=45) for win: 0.496076")
    assert slots.meaning == "P(first player wins) + 1/2 P(tie)"


# Both sides


def test_what_one_player_has_the_other_has_not(late, states):
    """The table tells the chance of who has moved, `values_in` that of who moves."""
    seen = set()
    for position, lead in of_kind(late, states, "chance"):
        if isinstance(position, Duel):
            numbers = late.anchor(position.turn), late.anchor(position.other)
            place = late.leads.number[
                position.mover, len(GENERALA.card.names) - len(position.turn.open)
            ]
            movers = lead if position.mover == 0 else -lead
            moved = late.leads.chance(place, *numbers, -movers)
            told = late.value_at(position, lead)
            assert told == pytest.approx(moved if position.mover else 1 - moved, abs=1e-15)
            seen.add(position.mover)
    assert seen == {0, 1}


def test_a_roll_is_worth_to_one_what_it_is_not_to_the_other(late, states):
    for position, lead in of_kind(late, states, "choice"):
        inside = late.values_in(position.before, lead).roll(position.roll, position.rerolls)
        firsts = 1 - inside if position.before.mover else inside
        assert late.value_at(position, lead) == pytest.approx(firsts, abs=1e-15)


def test_the_first_player_wants_the_value_large_and_the_second_wants_it_small(late, states):
    seen = set()
    for position, lead in of_kind(late, states, "choice"):
        options = late.options(position, lead)
        values = [option.value for option in options]
        best = min(values) if position.before.mover else max(values)
        assert late.value_at(position, lead) == pytest.approx(best, abs=1e-14)
        for option in options:
            assert option.cost == pytest.approx(abs(option.value - best), abs=1e-12)
        if len(set(values)) > 1:
            seen.add(position.before.mover)
    assert seen == {0, 1}


def test_a_chance_is_worth_the_mean_of_its_outcomes(late, states):
    for position, lead in of_kind(late, states, "chance"):
        outcomes = late.outcomes(position, lead)
        mean = math.fsum(it.probability * it.value for it in outcomes)
        assert late.value_at(position, lead) == pytest.approx(mean, abs=1e-14)
        assert math.fsum(it.probability for it in outcomes) == pytest.approx(1, abs=1e-14)


def test_an_outcome_is_worth_what_its_position_is(late, states):
    for position, lead in of_kind(late, states, "chance")[::10]:
        for it in late.outcomes(position, lead):
            assert it.value == late.value_at(it.position, lead)


def test_a_state_is_worth_as_much_if_it_is_solved_by_itself(late, states):
    luck = random.Random(1)
    turns = [(position, lead) for position, lead in states if isinstance(position, Duel)]
    for position, lead in luck.sample(turns, 20):
        again = solve_end_game(GENERALA, position, lead)
        assert again.value == pytest.approx(late.value_at(position, lead), abs=1e-14)


def test_at_the_end_the_lead_decides(late):
    over = Duel((), ())
    assert [late.value_at(over, lead) for lead in (-1, 0, 1)] == [0, 0.5, 1]


def test_what_a_tie_is_worth_lies_between_win_and_loss():
    values = [
        solve_end_game(GENERALA, LATE, -12, Win(tie)).value for tie in (0, 0.25, 0.5, 0.75, 1)
    ]
    assert values == sorted(values)
    assert values[0] < values[-1]


def test_a_placed_roll_is_worth_what_follows_with_its_points(late):
    options = late.options(LATE.rolled((1, 1, 6, 6, 6), 0), -12)
    assert {option.label: option.value for option in options} == {
        "ones": late.value_at(LATE._replace(second=("sixes", "generala")), -14),
        "sixes": late.value_at(LATE._replace(second=("ones", "generala")), -30),
        "generala": late.value_at(LATE._replace(second=("ones", "sixes")), -12),
    }


def test_every_position_is_read_back_from_its_text(late, states):
    for position, _ in states:
        back = late.read(GENERALA.text(position))
        assert (type(back), back) == (type(position), position)


# Play


@pytest.mark.parametrize("tie", [0.5, 0, 1])
def test_simulated_end_games_come_to_the_value(tie):
    end = solve_end_game(GENERALA, LATE, -12, Win(tie))
    simulated = end.simulate(GAMES, seed=9)
    assert 0 < end.value < 1
    assert simulated.mean == pytest.approx(end.value, abs=SIGMAS * simulated.error)


def test_simulated_games_of_slots_come_to_the_value(slots):
    simulated = slots.simulate(GAMES, seed=2)
    assert simulated.mean == pytest.approx(slots.value, abs=SIGMAS * simulated.error)


def test_an_end_game_of_yahtzee_is_simulated_with_bonuses_and_jokers():
    yahtzee = Yahtzee(players=2)
    first = Turn(("sixes", "chance"), (45,), True)
    end = solve_end_game(yahtzee, Duel.of(first, Turn(("fives", "sixes"), (40,))), lead=-20)
    simulated = end.simulate(GAMES, seed=1)
    assert simulated.mean == pytest.approx(end.value, abs=SIGMAS * simulated.error)


def test_a_seed_repeats_the_games(late):
    assert late.simulate(2_000, seed=5) == late.simulate(2_000, seed=5)
    assert late.simulate(2_000, seed=5).mean != late.simulate(2_000, seed=6).mean


@pytest.fixture(scope="module", params=["two rerolls", "sure points"])
def played(request):
    """A small game for two, to win and for points."""
    card = DUELS[request.param]
    return solve_leads(card, Win()), solve_scorecard(dataclasses.replace(card, players=1), Score())


@pytest.mark.parametrize("scorer", [0, 1])
def test_a_player_for_points_loses_as_often_as_it_should(played, scorer):
    """What the match comes to is worked out position by position, and played by the engine."""
    to_win, for_points = played

    def by_points(decision):
        place = decision.position
        return for_points.best(place.turn.rolled(place.roll, place.rerolls))

    strategies = [to_win.play, to_win.play]
    strategies[scorer] = by_points
    match = evaluate(to_win.game, *strategies, objective=Win())
    scorers = [None, None]
    scorers[scorer] = for_points.card_play
    margins = simulate(to_win.leads, 0, GAMES, 3, scorers)
    mean = ((margins > 0) + 0.5 * (margins == 0)).mean()
    assert mean == pytest.approx(match.value, abs=SIGMAS * 0.5 / math.sqrt(GAMES))
    assert (match.value - to_win.value) * (-1 if scorer == 0 else 1) >= -1e-12


# What cannot be asked


@pytest.mark.parametrize(
    ("ask", "complaint"),
    [
        (
            lambda it: it.value_at(LATE._replace(second=("ones", "sixes"))),
            "the first player's lead matters at",
        ),
        (lambda it: it.value_at(LATE, -11), r"lead cannot be -11 at .*; it is from -12 to -12"),
        (lambda it: it.value_at(LATE, math.nan), "lead cannot be nan"),
        (lambda it: it.value_at(Duel((), ()), 1000), "lead cannot be 1000 at first=- second=-"),
        (lambda it: it.value_at(Duel((), ()), 0.5), r"lead cannot be 0\.5"),
        (lambda it: it.best(LATE, -12), "no choice to make at .*: chance decides"),
        (lambda it: it.best(Duel((), ()), 3), "no choice to make at .*: the game is over"),
        (lambda it: it.outcomes(Duel((), ()), 3), "is not a chance"),
        (lambda it: it.value_at(GENERALA.start(), 0), "does not come after first=sixes,poker"),
        (lambda it: it.value_at(Duel(("twos",), ("ones", "sixes")), 0), "does not come after"),
        (lambda it: it.value_at(Duel(("sixes",), ("ones", "sixes")), 29), "lead cannot be 29 at"),
        (lambda it: it.value_at(LATE._replace(first=("poker", "sixes")), -12), "cannot occur"),
        (lambda it: it.value_at(LATE._replace(first=("sixes",)), -12), "cannot occur"),
        (lambda it: it.value_at(LATE._replace(first=(*LATE.second, "poker")), 0), "cannot occur"),
        (lambda it: it.value_at(LATE._replace(first_totals=(1,)), -12), "cannot occur"),
        (lambda it: it.value_at(LATE.rolled((1, 2, 3, 4, 5), 3), -12), "cannot occur"),
        (lambda it: it.value_at(LATE.rolled((5, 4, 3, 2, 1), 1), -12), "cannot occur"),
        (lambda it: it.value_at(Turn(("sixes",)), 0), "is not a position of generala"),
        (lambda it: it.value_at("start", 0), "is not a position of generala"),
        (lambda it: it.read("open=sixes"), "is not a position; write it like 'first="),
    ],
)
def test_what_cannot_be_asked_is_refused_with_the_reason(late, ask, complaint):
    with pytest.raises(PositionError, match=complaint):
        ask(late)


def test_a_lead_need_not_be_told_where_there_is_but_one(late):
    assert late.value_at(LATE) == late.value
    rolled = DuelRolled(LATE.first, LATE.second, (1, 2, 3, 4, 5), 1)
    assert late.options(rolled) == late.options(rolled, -12)


@pytest.mark.parametrize("ask", ["visits", "distribution", "table"])
def test_what_is_too_much_to_be_told_is_refused(late, ask):
    with pytest.raises(
        PerfectPlayError, match=r"cannot answer this for generala for 'win': .*; simulate it"
    ):
        getattr(late, ask)()


@pytest.mark.parametrize(("games", "seed"), [(0, 0), (10**9, 0), (10, -1)])
def test_what_cannot_be_simulated_is_refused(late, games, seed):
    with pytest.raises(PerfectPlayError, match=r"cannot be simulated|is negative"):
        late.simulate(games, seed)


def test_who_needs_points_alone_does_not_care_who_leads():
    """With one box left and a tie worth nothing, to catch up is a target like any other."""
    duel = Duel((), ("sixes",))
    behind = solve_end_game(GENERALA, duel, 17, Win(tie=1))
    target = solve_leads(dataclasses.replace(GENERALA, players=1), AtLeast(18))
    alone = target.value_at(Turn(("sixes",)), 0)
    assert behind.value == pytest.approx(1 - alone, abs=1e-14)
