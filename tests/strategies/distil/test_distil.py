"""Short lists that are found: their losses are exact, and the search can be had again."""

import itertools
from fractions import Fraction

import numpy as np
import pytest

from perfectplay import Rules, Scorecard, distil, evaluate, read_rules
from perfectplay.errors import PerfectPlayError
from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.games.pig import Pig
from perfectplay.games.slots import Slots
from perfectplay.games.yazy import Yazy
from perfectplay.model.scorecard import faces
from perfectplay.objectives import Score
from perfectplay.solution.answers import Exploitability
from perfectplay.solution.decision_costs import DecisionCosts
from perfectplay.solve import solve
from perfectplay.strategies.distil.distilled import Distilled, Point
from tests.by_engine import solve_graph, solve_race, solve_scorecard
from tests.strategies.rules.cards import CARD, SMALL

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
    def stop(stage: str, _: int) -> None:
        if stage.startswith("2 lines so far"):
            raise KeyboardInterrupt

    found = distil(BEST, lines=4, progress=stop)
    assert found.stopped
    assert found.best.lines <= 2


def test_more_lines_that_lose_more_are_left_out():
    rules = Rules(BEST.game, ["score the most"])
    found = {lines: Point(rules, 0, loss) for lines, loss in [(4, 1), (1, 5), (3, 2), (2, 7)]}
    kept = Distilled.of(BEST, found, 3, stopped=True)
    assert kept == Distilled(BEST, [found[1], found[3]], stopped=True)
    assert kept.best is found[3]


@pytest.mark.parametrize("solution", [BEST, solve(Pig(target=10))])
def test_stopped_before_anything_was_found_it_has_nothing_to_tell(solution, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("perfectplay.strategies.distil.cards.ListGrower.follow", stop)
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
    assert found.best.loss == pytest.approx(best.answer(Exploitability).of(rules), abs=1e-12)
    hold = Rules(best.game, ["turn >= 20: hold", "roll"])
    assert found.best.loss < best.answer(Exploitability).of(hold)


def test_a_race_is_followed_by_its_own_tables():
    greed = Greed(max=12, sides=3)
    rules = Rules(greed, ["last and mine > theirs: 0", "(max - mine) * 2 // (sides + 1)"])
    by_race, by_graph = (
        solve_race(greed).answer(DecisionCosts),
        solve_graph(greed).answer(DecisionCosts),
    )
    mine, theirs = by_race.follow(rules), by_graph.follow(rules)
    assert mine.loss == pytest.approx(theirs.loss, abs=1e-12)
    assert mine.visits.sum() == pytest.approx(theirs.visits.sum())
    cost = {by_graph.decision(row)[0][:3]: here for row, here in costs_by_row(by_graph)}
    for row, here in costs_by_row(by_race):
        turn = by_race.decision(row)[0][:3]
        if turn in cost:
            assert here == pytest.approx(cost[turn], abs=1e-12)


def costs_by_row(decisions):
    ends = np.searchsorted(decisions.columns.owner, np.arange(len(decisions.visits) + 1))
    return [
        (row, decisions.costs[first:end].tolist())
        for row, (first, end) in enumerate(itertools.pairwise(ends))
    ]


def test_what_all_lists_of_a_length_were_tried_for_is_proved():
    pig = Pig(target=15)
    found = distil(solve(pig), lines=1)
    assert found.curve[0].proved
    losses = [solve(pig).answer(Exploitability).of(Rules(pig, [each])) for each in ("roll", "hold")]
    assert found.curve[0].loss == pytest.approx(min(losses), abs=1e-12)


def test_no_lines_are_refused():
    with pytest.raises(PerfectPlayError, match="0 lines are not possible"):
        distil(BEST, lines=0)


def test_it_goes_on_from_a_card_and_finds_nothing_worse():
    lines = [
        "a pair, upper 3 ahead: keep them",
        "a 4 or a 3, row filled: keep them",
        "score the most",
    ]
    start = Rules(SMALL, lines, "mine")
    told = []
    found = distil(BEST, lines=3, start=start, progress=lambda stage, _: told.append(stage))
    value = evaluate(SMALL, start).value
    assert found.curve[-1].lines == 3
    assert found.curve[-1].value > value
    assert any(each.startswith(f"3 lines so far, worth {value:.4f}; ") for each in told)
    assert any("; leaving out lines, down to 1" in each for each in told)


def test_a_card_that_is_too_long_is_cut_back():
    found = distil(BEST, lines=2, start=CARD)
    assert [point.lines for point in found.curve] == [1, 2]
    exact = evaluate(SMALL, found.best.rules, exact=True)
    assert found.best.value == pytest.approx(float(exact.value), abs=1e-9)


@pytest.mark.slow
def test_it_begins_with_the_cards_that_come_with_the_package():
    def stop(stage: str, _: int) -> None:
        if stage.startswith("20 lines so far"):
            raise KeyboardInterrupt

    found = distil(solve(Yazy()), lines=20, progress=stop)
    shipped = evaluate(Yazy(), read_rules("src/perfectplay/strategies/cards/yazy-20-lines.toml"))
    assert found.stopped
    assert found.best.lines == 20
    assert found.best.value == pytest.approx(shipped.value, abs=1e-9)


def test_a_card_that_goes_by_the_score_is_refused_where_the_search_does_not():
    start = Rules(SMALL, ["score >= 5: score the most", "score the most"])
    with pytest.raises(PerfectPlayError, match="depends on the score so far"):
        distil(BEST, lines=2, start=start)


def test_a_card_of_another_game_is_refused():
    with pytest.raises(PerfectPlayError, match=r"is for Pig\(.*, not for "):
        distil(BEST, lines=2, start=Rules(Pig(), ["roll"]))


@pytest.mark.parametrize(
    ("solution", "lines"),
    [
        (solve(Pig(target=15)), ["turn >= 9: hold", "turn > 4 and mine + turn > 13: hold", "roll"]),
        (solve(Slots()), ["a 6: score x3", "a 1: score bin", "score the most"]),
    ],
)
def test_any_game_goes_on_from_a_card(solution, lines):
    start = Rules(solution.game, lines)
    loss = solution.decision_costs().follow(start).loss
    told = []
    found = distil(solution, lines=3, start=start, progress=lambda stage, _: told.append(stage))
    assert [point.lines for point in found.curve] == [1, 3]
    assert found.best.loss < loss
    assert all(" so far, worth " in each for each in told)
    cut = distil(solution, lines=2, start=start).curve  # in Pig, to roll always loses nothing
    assert cut[-1].lines == (1 if cut[0].loss == 0 else 2)
    assert all(more.loss <= fewer.loss for fewer, more in itertools.pairwise(cut))


def test_a_card_without_a_line_for_every_decision_is_no_beginning():
    coins = Coins(coins=3, target=5)
    rules = Rules(coins, ["2", "coins < 2: 1"])
    with pytest.raises(PerfectPlayError, match=r"no line of .* alone applies at every decision"):
        distil(solve(coins), lines=2, start=rules)
