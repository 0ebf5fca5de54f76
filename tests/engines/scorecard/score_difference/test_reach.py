"""Which anchors a player can come to, with which scores, and what can still come there."""

from collections import defaultdict
from itertools import pairwise

import numpy as np
import pytest

from perfectplay.conformance.walk import walk
from perfectplay.engines.scorecard.anchors import Anchors
from perfectplay.engines.scorecard.score_difference.plies import duel, laid_out, solitaire
from perfectplay.engines.scorecard.score_difference.reach import Reach, finished
from perfectplay.model.scorecard import Duel, Turn
from perfectplay.objectives import Win
from tests.by_engine import solve_leads
from tests.engines.scorecard.score_difference.both_ways import CARDS, DUELS, explored, final_scores

WITHOUT_REPEATS = [name for name, card in CARDS.items() if not (card.repeat and card.repeat.points)]


def reach_of(card):
    anchors = Anchors(card)
    return Reach.of(anchors, anchors.count - 1, 0)


def scores_by_anchor(card):
    """By anchor, the scores that play can have there."""
    graph, anchors = explored(card), Anchors(card)
    found = defaultdict(set)
    for position, node in zip(graph.names.found, graph.names.root[:-1], strict=True):
        if isinstance(position, Turn):
            scores = {graph.lanes.score(node, state) for state in graph.lanes.lane(node)}
            found[anchors.anchor(position)] |= scores
    return found


@pytest.mark.parametrize("name", CARDS)
def test_no_score_is_left_out(name):
    reach = reach_of(CARDS[name])
    for anchor, scores in scores_by_anchor(CARDS[name]).items():
        filled = next(at for at, side in reach.sides.items() if anchor in side.anchors)
        here = int(np.searchsorted(reach.sides[filled].anchors, anchor))
        assert reach.sides[filled].low[here] <= min(scores)
        assert reach.sides[filled].high[here] >= max(scores)


@pytest.mark.parametrize("name", WITHOUT_REPEATS)
def test_without_repeats_the_bounds_are_as_close_as_can_be(name):
    reach = reach_of(CARDS[name])
    expected = scores_by_anchor(CARDS[name])
    assert {int(anchor) for side in reach.sides.values() for anchor in side.anchors} == {*expected}
    for anchor, scores in expected.items():
        assert (reach.low[anchor], reach.high[anchor]) == (min(scores), max(scores))


@pytest.mark.parametrize("name", WITHOUT_REPEATS)
def test_from_the_start_all_final_scores_are_in_reach(name):
    reach, scores = reach_of(CARDS[name]), final_scores(CARDS[name])
    assert (reach.least[reach.start], reach.most[reach.start]) == (scores[0], scores[-1])


@pytest.mark.parametrize("name", CARDS)
def test_what_random_games_bring_is_in_reach(name):
    card = CARDS[name]
    reach, anchors = reach_of(card), Anchors(card)
    for seed in range(30):
        steps = [step for step in walk(card, seed) if isinstance(step.name, Turn)]
        final = steps[-1].score + card.at(steps[-1].name).payoff
        for step in steps:
            anchor = anchors.anchor(step.name)
            assert reach.low[anchor] <= step.score <= reach.high[anchor]
            assert reach.least[anchor] <= final - step.score <= reach.most[anchor]


def test_from_a_later_position_fewer_anchors_are_in_reach():
    card = CARDS["forced jokers"]
    anchors = Anchors(card)
    turn = Turn(card.names[1:], tuple(0 for _ in card.bonuses))
    later = Reach.of(anchors, anchors.anchor(turn), 1, score=7)
    whole = reach_of(card)
    assert list(later.sides) == list(whole.sides)[1:]
    for filled, side in later.sides.items():
        assert {*side.anchors} <= {*whole.sides[filled].anchors}
    assert (later.low[later.start], later.high[later.start]) == (7, 7)


# Steps of play


def test_a_player_alone_has_a_step_for_every_box_and_the_end():
    reach = reach_of(CARDS["forced jokers"])
    turns = solitaire(reach, finished(3, 9))
    assert [played.filled for played in turns] == [0, 1, 2, 3]
    assert not any(played.alternate for played in turns)


@pytest.mark.parametrize(("filled", "mover"), [((0, 0), 0), ((1, 0), 1), ((2, 1), 1), ((3, 3), 0)])
def test_two_players_take_turns_to_the_end(filled, mover):
    card = DUELS["forced jokers"]
    anchors = Anchors(card)
    reaches = []
    for count in filled:
        number = next(
            number for number, turn in anchors.turns() if len(card.names) - len(turn.open) == count
        )
        reaches.append(Reach.of(anchors, number, count))
    turns = duel(reaches, mover)
    assert len(turns) == 2 * len(card.names) - sum(filled) + 1
    assert turns[0].player == mover
    assert all(one.player != other.player for one, other in pairwise(turns))
    assert (turns[-1].player, turns[-1].filled) == (0, len(card.names))


@pytest.mark.parametrize("name", ["a bonus and a reroll", "four boxes", "in order"])
def test_the_rows_of_all_plies_lie_one_after_the_other(name):
    leads = solve_leads(DUELS[name], Win()).leads
    plies = laid_out(list(reversed(leads.plies)))
    assert plies[0].first == 0
    assert all(one.end == other.first for one, other in pairwise(plies))
    assert plies[-1].end == leads.count == sum(ply.size() for ply in plies)
    for ply in plies:
        assert len(ply.low) == ply.pairs == len(ply.begin) - 1


@pytest.mark.parametrize("name", ["two rerolls", "free jokers", "sure points"])
def test_only_leads_that_leave_the_game_open_are_kept(name):
    """Beyond the ends of its row, a state is won or lost for sure; at no open lead is it neither."""
    solution = solve_leads(DUELS[name], Win())
    graph = explored(DUELS[name])
    names, lanes = graph.names, graph.lanes
    for position, node in zip(names.found, names.root[:-1], strict=True):
        if isinstance(position, Duel):
            number = solution.place(position)
            pair = solution.anchor(position.turn), solution.anchor(position.other)
            low, values = solution.leads.row(number, *pair)
            for state in lanes.lane(node):
                lead = lanes.score(node, state) * (1 if position.mover else -1)
                if not 0 <= lead - low < len(values):
                    assert graph.values[state] in (0, 1)
