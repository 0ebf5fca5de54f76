"""Every kind of figure is drawn where it fits, shows the library's numbers, and is refused elsewhere."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

from perfectplay import Bonus, Box, PerfectPlayError, Scorecard, solve
from perfectplay.analysis.aims import aims
from perfectplay.analysis.boxes import box_worth
from perfectplay.analysis.decisions import decisions_of, frequent_decisions
from perfectplay.figures.game_graph import edges_of, layered
from perfectplay.figures.kinds import kinds_of
from perfectplay.figures.look import luminance
from perfectplay.figures.report import page_of
from perfectplay.figures.survival import at_places, curve_of, survival
from perfectplay.figures.turn_graph import best_flow, columns_of
from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.games.slots import Slots
from perfectplay.model.scorecard import Face, Rolled, Total
from perfectplay.objectives import Score
from perfectplay.present.policy import policy_words
from perfectplay.solution.distribution import Distribution
from tests.by_engine import solve_graph, solve_scorecard

CARD = Scorecard(
    "small",
    dice=2,
    sides=4,
    rerolls=2,
    boxes=[Box("ones", Face(1)), Box("threes", Face(3)), Box("any", Total())],
    bonuses=[Bonus("upper", ["ones", "any"], at=6, points=5)],
)


@pytest.fixture(scope="module")
def card():
    return solve_scorecard(CARD, Score())


@pytest.fixture(scope="module")
def solutions(card):
    return {
        "card": card,
        "graph": solve_graph(CARD, Score()),
        "slots": solve(Slots()),
        "coins": solve(Coins(coins=2, target=2)),
        "greed": solve(Greed(max=6, sides=2)),
    }


EXPECTED = {
    "card": ["scores", "at-least", "decisions", "boxes", "turn"],
    "graph": ["scores", "at-least", "decisions", "turn"],
    "slots": ["scores", "at-least", "policy", "decisions"],
    "coins": ["scores", "at-least", "policy", "decisions", "graph"],
    "greed": ["policy", "last"],  # of small races, the graph too
}


@pytest.mark.parametrize(
    ("game", "kind"), [(game, kind) for game, kinds in EXPECTED.items() for kind in kinds]
)
@pytest.mark.parametrize("dark", [False, True])
def test_every_kind_is_drawn_on_its_ground(solutions, game, kind, dark):
    figure = solutions[game].figure(kind, dark=dark)
    assert figure.get_suptitle()
    assert (luminance(figure.get_facecolor()) < 0.1) == dark


@pytest.mark.parametrize("game", EXPECTED)
def test_what_is_not_drawn_is_told_in_one_line(solutions, game):
    for kind in set(kinds_of(solutions[game])) - set(EXPECTED[game]):
        with pytest.raises(PerfectPlayError, match=r"too many to draw|two numbers tell"):
            solutions[game].figure(kind)
    with pytest.raises(PerfectPlayError, match="has no figure 'turns'"):
        solutions[game].figure("turns")


def test_curves_are_chances_to_reach_a_score():
    spread = Distribution({0: 0.25, 3: 0.25, 10: 0.5})
    curve = curve_of(spread)
    assert curve == {0: 1.0, 3: 0.75, 10: 0.5}
    line = ([0, 3, 10, 11], [1, 0.75, 0.5, 0])
    assert list(at_places(line, np.arange(-1, 13))) == [
        float(spread.at_least(score)) for score in range(-1, 13)
    ]


def test_a_curve_may_be_a_list_or_a_mapping():
    figure = survival({"list": [1, 0.5], "mapping": {0: 1, 1: 0.5}}, "both")
    one, other = figure.axes[0].lines[:2]
    assert list(one.get_ydata()) == list(other.get_ydata()) == [1, 0.5, 0]


def test_the_graph_has_every_edge_once_and_probability_flows_through_it(solutions):
    solution = solutions["coins"]
    edges = edges_of(solution, "coins")
    assert len(edges) == solution.graph.edges
    layers = layered(edges)
    depth = {state: x for x, layer in enumerate(layers) for state in layer}
    assert all(depth[edge.begin] < depth[edge.end] for edge in edges)
    for state, often in enumerate(solution.state_visits):
        out = [edge.often for edge in edges if edge.begin == state]
        assert not out or sum(out) == pytest.approx(often)


def test_a_yahtzee_turn_has_252_462_252_462_252_positions():
    from perfectplay.model.scorecard.game import keeps

    rolls = list(itertools.combinations_with_replacement(range(1, 7), 5))
    kept = {keep for roll in rolls for keep in keeps(roll)}
    assert (len(rolls), len(kept)) == (252, 462)


def test_the_turn_graph_counts_all_and_flows_like_best_play(card):
    columns = columns_of(card, CARD, CARD.start(), None)
    assert [len(column.values) for column in columns] == [10, 15, 10, 15, 10, 3]
    position = Rolled(CARD.names, (1, 3), 2, (0,))
    flow = best_flow(card, position, None)
    for column in range(5):
        assert sum(step[3] for step in flow if step[0] == column) == pytest.approx(1)
    boxes = Counter()
    for column, _, box, likely in flow:
        if column == 4:
            boxes[box] += likely
    expected = {aim.box: aim.filled for aim in aims(card, position, card.best(position))}
    assert all(boxes[box] == pytest.approx(likely) for box, likely in expected.items())


def test_box_worth_is_the_value_lost_with_the_box(card):
    total, often = Counter(), Counter()
    for turn, visits in card.visits().items():
        for box in turn.open:
            least = min(CARD.points[box].values())
            gone = CARD.fill(turn, box, least)
            total[box, 3 - len(turn.open)] += visits * (card.value_at(turn) - card.value_at(gone))
            often[box, 3 - len(turn.open)] += visits
    for box, by_turn in box_worth(card).items():
        for turn, worth in enumerate(by_turn):
            assert worth == pytest.approx(total[box, turn] / often[box, turn])


def test_decisions_within_a_turn_are_those_of_the_whole_graph(solutions):
    rows = solutions["graph"].table().filter(open="ones,threes,any").iter_rows(named=True)
    expected = sorted(
        (round(row["visits"], 9), round(row["cost"], 9), row["best"])
        for row in rows
        if row["second"] is not None and row["visits"] > 0
    )
    found = decisions_of(solutions["card"], CARD.start(), 1.0)
    got = sorted((round(each.visits, 9), round(each.cost, 9), each.best) for each in found)
    assert got == expected
    assert len(got) > 10


def test_weighed_decisions_are_those_of_the_table(solutions):
    table = solutions["coins"].table()
    assert sum(each.matters for each in frequent_decisions(solutions["coins"])) == pytest.approx(
        table["matters"].sum()
    )


@pytest.mark.parametrize("game", ["card", "coins", "greed"])
def test_a_policy_has_words_and_a_report_has_all(solutions, game):
    words = policy_words(solutions[game])
    page = page_of(solutions[game])
    assert words
    for part in ("The rules", "How to play", "<svg", f"{float(solutions[game].value):.6g}"[:7]):
        assert part in page
    assert "<script" not in page
    assert 'src="http' not in page


def test_notebooks_show_tables_and_figures(solutions, card):
    assert "<svg" in solutions["coins"]._repr_html_()
    assert "<svg" not in card._repr_html_()
    assert "expected score" in card._repr_html_()
    assert "<svg" in solutions["slots"].distribution()._repr_html_()
    assert solutions["coins"].figure("graph")._repr_svg_().startswith("<?xml")
    options = solutions["coins"].options(Coins(coins=2, target=2).start())
    assert "<td>2</td><td>0.375000</td><td>0.125000</td>" in options._repr_html_()
