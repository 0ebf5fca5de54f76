"""A solution has the figures that it can tell: each is drawn, whatever the game and the engine."""

from __future__ import annotations

import dataclasses
from html import escape

import pytest

from perfectplay import (
    AtLeast,
    Bonus,
    Box,
    Chance,
    Choice,
    Compute,
    EveryTarget,
    Exponential,
    Final,
    Gain,
    PerfectPlayError,
    Score,
    Scorecard,
    solve,
)
from perfectplay.analysis.measures.summary import refuses_measures
from perfectplay.figures.files import svg_text
from perfectplay.figures.kinds import KINDS, kinds_of
from perfectplay.figures.look import luminance
from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.games.hog import Hog
from perfectplay.games.piglet import Piglet
from perfectplay.games.slots import Slots
from perfectplay.games.snackjack import Snackjack
from perfectplay.model.scorecard import Face, Total
from perfectplay.model.walk import reached
from perfectplay.present.report import page_of
from perfectplay.solution.answers import ChancesByTarget
from tests.by_engine import solve_graph, solve_leads, solve_race, solve_scorecard
from tests.table_game import TableGame

CARD = Scorecard(
    "small",
    dice=2,
    sides=4,
    rerolls=2,
    boxes=[Box("ones", Face(1)), Box("threes", Face(3)), Box("any", Total())],
    bonuses=[Bonus("upper", ["ones", "any"], at=6, points=5)],
)
TINY = Scorecard("tiny", dice=1, sides=2, rerolls=1, boxes=[Box("any", Total())])
PAIR = dataclasses.replace(TINY, players=2)
MONEY = TableGame(
    {
        "$5 or $10?": Choice({"$5 each": Gain(5, "end"), "$10": Chance({"end": 0.5, "lost": 0.5})}),
        "end": Final(1),
        "lost": Final(-10),
    }
)
ROUND = TableGame(
    {0: Choice({"on": Chance({1: 0.5, 0: 0.5}), "out": Final(-1)}), 1: Choice({"on": 0})}
)
HUGE = TableGame(
    {0: Choice({"dare": Chance([(Final(1e200), 0.5), (Final(-1e199), 0.5)]), "no": Final(3)})}
)

SOLVED = {
    "a card": lambda: solve_scorecard(CARD, Score()),
    "a card, as a graph": lambda: solve_graph(CARD, Score()),
    "a card, for a utility": lambda: solve_scorecard(CARD, Exponential(-0.1)),
    "a card, for a target": lambda: solve_leads(CARD, AtLeast(8)),
    "a card, for every target": lambda: solve_leads(CARD, EveryTarget()),
    "a card for two, to win": lambda: solve_leads(PAIR),
    "a card for two, for points": lambda: solve_scorecard(PAIR, Score()),
    "a card for two, as a graph": lambda: solve_graph(PAIR),
    "a die and boxes": lambda: solve(Slots()),
    "two numbers": lambda: solve(Coins(coins=2, target=2)),
    "a race": lambda: solve_race(Greed(max=6, sides=2)),
    "a race, as a graph": lambda: solve_graph(Greed(max=2, sides=2)),
    "a race with few dice": lambda: solve_race(Greed(max=6, sides=2, dice=2)),
    "cycles, for two": lambda: solve(Piglet(target=2)),
    "cycles, alone": lambda: solve(Piglet(target=3, players=1)),
    "cycles, exactly": lambda: solve(Piglet(target=2), exact=True),
    "two numbers, for two": lambda: solve(Hog(target=4, sides=3, dice=2)),
    "one's own, with money": lambda: solve(MONEY),
    "without end": lambda: solve(ROUND),
    "huge payoffs": lambda: solve(HUGE),
    "no decisions": lambda: solve(TableGame({0: Chance([(Final(1), 0.5), (Final(0.25), 0.5)])})),
    "over at once": lambda: solve(TableGame({0: Final(3)})),
    "against a dealer": lambda: solve(Snackjack(), compute=Compute(engine="blackjack")),
}
ALL = ["scores", "at-least", "decisions", "graph"]
WON = ["decisions", "graph", "chances"]
EXPECTED = {
    "a card": ["scores", "at-least", "decisions", "boxes", "turn"],
    "a card, as a graph": ["scores", "at-least", "decisions", "turn"],
    "a card, for a utility": ["scores", "at-least", "decisions", "turn"],
    "a card, for a target": ["turn"],
    "a card, for every target": ["at-least"],
    "a card for two, to win": ["graph"],
    "a card for two, for points": ["graph"],
    "a card for two, as a graph": ALL,
    "a die and boxes": ["scores", "at-least", "policy", "decisions"],
    "two numbers": ["scores", "at-least", "policy", "decisions", "graph"],
    "a race": ["policy", "last", "chances"],
    "a race, as a graph": ["policy", "last", *WON],
    "a race with few dice": ["policy", "last", "chances"],
    "cycles, for two": WON,
    "cycles, alone": ["scores", "at-least", "policy", "decisions", "graph"],
    "cycles, exactly": WON,
    "two numbers, for two": ["policy", *WON],
    "one's own, with money": ALL,
    "without end": ALL,
    "huge payoffs": ALL,
    "no decisions": ALL,
    "over at once": ALL,
    "against a dealer": ["chart"],
}
RACES = ("a race", "a race, as a graph")
"""They have a report of their own, unless a rule limits the dice."""


@pytest.fixture(scope="module", params=SOLVED)
def solved(request):
    return request.param, SOLVED[request.param]()


def expected(name, solution):
    """The kinds of a solution; small games are measured, too."""
    return EXPECTED[name] + ["glance"] * (refuses_measures(solution) is None)


def test_every_kind_that_a_solution_has_is_drawn(solved):
    name, solution = solved
    assert list(kinds_of(solution)) == expected(name, solution)
    for kind in expected(name, solution):
        figure = solution.figure(kind)
        assert figure.get_suptitle()
        if name in RACES:  # all others are in a report, below
            assert svg_text(figure).startswith("<?xml")


def test_a_dark_figure_stands_on_a_dark_ground(solved):
    name, solution = solved
    for kind in EXPECTED[name]:
        assert luminance(solution.figure(kind, dark=True).get_facecolor()) < 0.1


def test_what_a_solution_has_not_is_refused_in_one_line(solved):
    name, solution = solved
    for kind in {kind.name for kind in KINDS} - set(expected(name, solution)):
        with pytest.raises(PerfectPlayError, match=f"has no figure '{kind}': .") as refused:
            solution.figure(kind)
        assert "\n" not in str(refused.value)
    with pytest.raises(PerfectPlayError, match=r"no figure 'turns'; (did you|there are)"):
        solution.figure("turns")


def has_decision(game):
    """Whether there is something to decide anywhere."""
    nodes = (game.ask(position) for position, _ in reached(game, scored=False))
    return any(isinstance(node, Choice) and len(node.options) > 1 for node in nodes)


def test_every_solution_has_a_report_and_a_notebook(solved):
    name, solution = solved
    page = page_of(solution)
    assert "The rules" in page
    tables = page.count('<div class="table"><svg')
    figures = 4 if name in RACES else len(expected(name, solution))
    assert page.count("<svg") == figures + tables
    undecided = ChancesByTarget in solution.answers  # it depends on the points to be reached
    assert tables == (name not in RACES and not undecided and has_decision(solution.game))
    assert "<script" not in page
    assert escape(solution.meaning) in solution._repr_html_()


def test_money_is_no_formula():
    figure = SOLVED["one's own, with money"]().figure("graph")
    assert {"'$5 or $10?'", "$5 each +5", "$10"} <= {
        text.get_text() for text in figure.axes[0].texts
    }
    assert not any(text.get_parse_math() for text in figure.axes[0].texts)


def test_a_solution_without_figures_says_so():
    yazy = solve_scorecard(dataclasses.replace(CARD, players=2), Score())
    with pytest.raises(PerfectPlayError, match="there is nothing to draw of small"):
        yazy.figure()


def test_only_curves_stand_beside_each_other(solved):
    name, solution = solved
    for kind in EXPECTED[name]:
        if kind != "at-least":
            with pytest.raises(PerfectPlayError, match="in the figure 'at-least' only"):
                solution.figure(kind, beside={"a friend": [1, 0.5]})


def test_notebooks_show_tables_and_figures():
    coins, card = SOLVED["two numbers"](), SOLVED["a card"]()
    assert "<svg" in coins._repr_html_()
    assert "<svg" not in card._repr_html_()
    assert "expected score" in card._repr_html_()
    assert "<svg" in coins.distribution()._repr_html_()
    assert coins.figure("graph")._repr_svg_().startswith("<?xml")
    options = coins.options(Coins(coins=2, target=2).start())
    assert "<td>2</td><td>0.375000</td><td>0.125000</td>" in options._repr_html_()
