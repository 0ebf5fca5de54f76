"""Short lists that are found: their losses are exact, and the search can be had again."""

import itertools
from fractions import Fraction

import numpy as np
import pytest

from perfectplay import Rules, Scorecard, distil, evaluate
from perfectplay.errors import PerfectPlayError
from perfectplay.games.greed import Greed
from perfectplay.games.pig import Pig
from perfectplay.games.slots import Slots
from perfectplay.model.scorecard import faces
from perfectplay.objectives import Score
from perfectplay.solve import solve
from tests.by_engine import solve_graph, solve_race, solve_scorecard
from tests.strategies.rules.cards import SMALL

BEST = solve_scorecard(SMALL)


def test_every_loss_is_that_of_the_list_followed_in_fractions():
    found = distil(BEST, lines=2)
    assert [point.lines for point in found.curve] == [1, 2]
    assert found.best.loss == min(point.loss for point in found.curve)
    for point in found.curve:
        exact = evaluate(SMALL, point.rules, exact=True)
        assert point.value == pytest.approx(float(exact.value), abs=1e-9)
        assert point.loss == pytest.approx(BEST.value - point.value)
    again = distil(BEST, lines=2)
    assert [point.rules.texts for point in again.curve] == [
        point.rules.texts for point in found.curve
    ]


def test_a_card_without_rerolls_or_bonus():
    found = distil(solve(Slots(), objective=Score()), lines=2)
    exact = evaluate(Slots(), found.best.rules, objective=Score(), exact=True)
    assert found.best.value == pytest.approx(float(exact.value), abs=1e-9)
    assert found.best.loss < found.curve[0].loss


def test_a_card_whose_boxes_are_filled_in_order():
    card = Scorecard("ordered", dice=2, sides=3, boxes=faces(3), in_order=True)
    found = distil(solve_scorecard(card), lines=2)
    exact = evaluate(card, found.best.rules, exact=True)
    assert found.best.value == pytest.approx(float(exact.value), abs=1e-9)


def test_it_can_be_stopped_with_what_was_found():
    def stop(stage: str, lines: int) -> None:
        if lines == 2:
            raise KeyboardInterrupt

    found = distil(BEST, lines=4, progress=stop)
    assert found.stopped
    assert found.best.lines <= 2


@pytest.mark.parametrize("solution", [BEST, solve(Pig(target=10))])
def test_stopped_before_anything_was_found_it_has_nothing_to_tell(solution, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("perfectplay.strategies.distil.cards.Grower.follow", stop)
    monkeypatch.setattr("perfectplay.strategies.distil.lists.Search.follow", stop)
    with pytest.raises(KeyboardInterrupt):
        distil(solution, lines=2)


def test_slots_lose_less_than_by_the_list_that_was_made_by_hand():
    found = distil(solve(Slots()), lines=4)
    played = evaluate(Slots(), found.best.rules, exact=True)
    loss = Fraction(13817, 46656) - played.value
    assert loss < Fraction(185, 15552)
    assert found.best.loss == pytest.approx(float(loss))


def test_a_list_for_two_plays_against_the_best_answer_to_it():
    best = solve_graph(Pig(target=30))
    found = distil(best, lines=2)
    rules = found.best.rules
    assert found.best.loss == pytest.approx(best.exploitability(rules), abs=1e-12)
    hold = Rules(best.game, ["turn >= 20: hold", "roll"])
    assert found.best.loss < best.exploitability(hold)


def test_a_race_is_followed_by_its_own_tables():
    greed = Greed(max=12, sides=3)
    rules = Rules(greed, ["last and mine > theirs: 0", "(max - mine) * 2 // (sides + 1)"])
    by_race, by_graph = solve_race(greed).weighing(), solve_graph(greed).weighing()
    mine, theirs = by_race.follow(rules), by_graph.follow(rules)
    assert mine.loss == pytest.approx(theirs.loss, abs=1e-12)
    assert mine.visits.sum() == pytest.approx(theirs.visits.sum())
    cost = {by_graph.decision(row)[0][:3]: here for row, here in costs_by_row(by_graph)}
    for row, here in costs_by_row(by_race):
        turn = by_race.decision(row)[0][:3]
        if turn in cost:
            assert here == pytest.approx(cost[turn], abs=1e-12)


def costs_by_row(weighing):
    ends = np.searchsorted(weighing.columns.owner, np.arange(len(weighing.visits) + 1))
    return [
        (row, weighing.costs[first:end].tolist())
        for row, (first, end) in enumerate(itertools.pairwise(ends))
    ]


def test_what_all_lists_of_a_length_were_tried_for_is_proved():
    pig = Pig(target=15)
    found = distil(solve(pig), lines=1)
    assert found.curve[0].proved
    losses = [solve(pig).exploitability(Rules(pig, [each])) for each in ("roll", "hold")]
    assert found.curve[0].loss == pytest.approx(min(losses), abs=1e-12)


def test_no_lines_are_refused():
    with pytest.raises(PerfectPlayError, match="0 lines cannot be"):
        distil(BEST, lines=0)
