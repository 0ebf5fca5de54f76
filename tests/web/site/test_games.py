"""Games that are no cards on an exported site: its answers are the library's, and it plays them without a network."""

from __future__ import annotations

import json
import random
import re
from urllib.parse import quote, unquote

import pytest

from perfectplay import solve
from perfectplay.errors import ObjectiveError, ParameterError, PerfectPlayError
from perfectplay.games.coins import Coins
from perfectplay.games.hog import Hog
from perfectplay.games.knucklebones import Knucklebones
from perfectplay.games.pig import Pig
from perfectplay.games.royal_ur import RoyalUr
from perfectplay.games.shut_the_box import ShutTheBox
from perfectplay.games.slots import Slots
from perfectplay.games.snackjack import Snackjack
from perfectplay.model.walk import reached
from perfectplay.objectives import Exponential
from perfectplay.play.practice import PracticeSession, session
from perfectplay.request import Compute
from perfectplay.solution.whole_game import leaves_score_out
from perfectplay.solve import solve_request
from perfectplay.user_code import user_object
from perfectplay.web.charts import chart_facts
from perfectplay.web.practising import practice_facts
from perfectplay.web.site import data, extent
from perfectplay.web.site.contents import key_of, request_for, site_of, title_of
from perfectplay.web.site.folder import write_folder
from perfectplay.web.site.packing import VALUE_BITS
from perfectplay.web.table import position_facts
from perfectplay.web.table_messages import PositionQuestion
from tests.web.pages import check_that_it_suits_everyone
from tests.web.site.conftest import Site, quiet
from tests.web.site.test_site import ASK, compare

pytestmark = pytest.mark.slow

OWN = '''
"""A dragon's hoard, as someone might write it."""
from fractions import Fraction
from typing import NamedTuple

from perfectplay import Chance, Choice, Final, Gain, Game


class Cave(NamedTuple):
    steps: int = 3
    asleep: bool = True
    name: str = "Fafnir's cave"


class Hoard(Game[Cave]):
    """Take half a coin a step, until the dragon wakes; leave in time."""

    def start(self):
        return Cave()

    def at(self, cave):
        if not cave.asleep or cave.steps == 0:
            return Final(Fraction(1, 3) if cave.asleep else -2)
        on = cave._replace(steps=cave.steps - 1)
        creep = Chance([(Gain(Fraction(1, 2), on), 0.75), (on._replace(asleep=False), 0.25)])
        deeper = {"run": Final(0), "snatch & grab": Chance([(Gain(3, Final(0)), 0.5), (Final(-3), 0.5)])}
        return Choice({"creep": creep, "leave": Final(0), "wait": Choice(deeper)})
'''
GAMES = [
    Coins(),
    ShutTheBox(),
    Slots(),
    Pig(target=20),
    Hog(target=20, dice=4),
    RoyalUr(pieces=1),
    Knucklebones(columns=2, rows=2, faces=2),
]
QUESTIONS = 120
"""For each game."""
OFF = 4 * 2.0**-VALUE_BITS
"""Values are told in steps of one part of this."""


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A site with seven games and a user's own."""
    folder = tmp_path_factory.mktemp("games")
    (folder / "hoard.py").write_text(OWN)
    games = [*GAMES, user_object(f"{folder / 'hoard.py'}:Hoard")()]
    solutions = [
        solve_request(each, request_for(each, each.objective(), Compute())) for each in games
    ]
    write_folder(folder / "site", site_of(solutions, quiet).files, [*map(title_of, games)])
    return Site(folder / "site", solutions)


def questions(solution, draw):
    """Positions with their scores, and nodes that are written in place below them; all, if few."""
    states = list(reached(solution.game, scored=solution.tracked))
    some = states if len(states) <= QUESTIONS else draw.sample(states, QUESTIONS)
    for position, score in some:
        shown = draw.randrange(30) if score is None and leaves_score_out(solution) else score
        text = solution.game.text(position)
        asked = {"at": text} if shown is None else {"at": text, "score": str(shown)}
        yield asked
        for edge in position_facts(solution, PositionQuestion(**asked)).edges:
            if " > " in edge.at and draw.random() < 0.4:
                yield {"at": edge.at, "score": edge.score}


def test_it_says_what_the_library_says(played, new_page):
    """Position by position; what is halfway between two last digits may be shown as either."""
    page, asked = new_page(), []
    page.goto(played.address)
    for number, solution in enumerate(played.solutions, start=1):
        key, draw = key_of(number, title_of(solution.game)), random.Random(number)
        asked += [(key, solution, question) for question in questions(solution, draw)]
    sent = [[f"{key}/position", question] for key, _, question in asked]
    found = json.loads(page.evaluate(ASK, json.dumps(sent)))
    assert len(asked) > 800
    for (key, solution, question), here in zip(asked, found, strict=True):
        told = position_facts(solution, PositionQuestion(**question)).model_dump()
        for answer in (here, told):
            if answer.get("kind") == "choice":
                answer["edges"].sort(key=lambda edge: edge["label"])
        compare((key, question), here, told, off=OFF, shown=())


def test_its_charts_are_those_of_the_server(played, new_page):
    page = new_page(viewport=SIZES[0], color_scheme="dark")
    page.goto(f"{played.address}#/table?game={quote('pig target=20')}")
    page.get_by_text("Charts to learn from").click()
    pictures = page.get_by_role("img", name="When to stop")
    pictures.wait_for()
    pig = next(each for each in played.solutions if each.game.name == "pig")
    [told] = chart_facts(pig, dark=True)
    assert pictures.get_attribute("alt") == f"{told.heading}: {told.title}"
    assert unquote(pictures.get_attribute("src")).endswith(told.svg)


def test_what_is_no_position_is_said(played, new_page):
    page = new_page()
    page.goto(played.address)
    sent = [
        ["4-pig-target-20/position", {"at": "mine=400"}],
        ["4-pig-target-20/position", {"at": "mine=4 > jump"}],
        ["4-pig-target-20/position", {"at": "mine=4", "score": "many"}],
        ["4-pig-target-20/chance", {"at": "mine=4 turn=12"}],
        ["4-pig-target-20/by-card", {"at": "mine=4", "lines": ["hold"]}],
    ]
    found = [answer["error"] for answer in json.loads(page.evaluate(ASK, json.dumps(sent)))]
    start = "mine=0 theirs=0 turn=0 player=0"
    assert found == [
        f"'mine=400' is not a position that play can come to; the start is '{start}'",
        "there is no 'jump' at mine=4 theirs=0 turn=0 player=0",
        "'many' is not a number",
        "nothing is left to chance here",
        "this needs perfectplay serve: it is not on this site",
    ]


def test_what_a_position_leaves_out_is_filled_in(played, new_page):
    page = new_page()
    page.goto(played.address)
    asked = {"at": "turn=12  mine=4"}
    (here,) = json.loads(page.evaluate(ASK, json.dumps([["4-pig-target-20/position", asked]])))
    assert here["at"] == "mine=4 theirs=0 turn=12 player=0"
    assert here["assumed"] == ["theirs=0", "player=0"]


OVER = "#take:has-text('Play again')"
TURN = "#take:not([aria-disabled])"
SIZES = [{"width": 390, "height": 844}, {"width": 1280, "height": 900}]


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desktop"])
def test_eight_games_are_played_with_the_network_off(played, new_page, hosted, size):
    page, address = new_page(viewport=size), hosted(played.folder)
    page.goto(address)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    for solution in played.solutions:
        page.goto("about:blank")
        page.goto(f"{address}#/table?game={quote(title_of(solution.game))}")
        for _ in range(200):
            page.wait_for_selector(TURN)
            if page.locator(OVER).count():
                break
            before = page.locator(".history li").count()
            page.locator("#take").click()
            page.wait_for_selector(f".history li:nth-child({before + 1})")
        assert page.locator(OVER).count() == 1
        chips = {*page.locator(".history .chip").all_inner_texts()}
        assert chips <= {"best"}
    check_that_it_suits_everyone(page)


def test_a_game_is_practised(played, new_page, hosted):
    page = new_page(viewport=SIZES[0])
    page.goto(f"{hosted(played.folder)}#/practice?game=shut-the-box&seed=1")
    for number in range(1, 11):
        page.wait_for_selector(f"#exercise-title:has-text('{number} of 10')")
        page.locator("[data-option]").first.click()
        page.locator("button.main").first.click()
    page.wait_for_selector("#session-title")
    links = page.get_by_role("navigation").get_by_role("link").all_inner_texts()
    assert links == ["Table", "Practice"]  # there is no card to look back on
    check_that_it_suits_everyone(page)


@pytest.fixture(scope="module")
def untabled(tmp_path_factory):
    """A site with two games that are too large for it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(extent, "MOST_POSITIONS", 20)
        solutions = [solve(Snackjack()), solve(Slots())]
        files, notes = site_of(solutions, quiet)
    folder = tmp_path_factory.mktemp("untabled") / "site"
    write_folder(folder, files, [])
    assert [note.split(",")[0] for note in notes] == [
        "Snackjack has no table on this site",
        "Slots has no table on this site",
    ]
    return Site(folder, solutions)


def test_a_game_without_a_table_has_its_exercises(untabled, new_page):
    """What there is at each of them, and what follows its options, is what the library says."""
    page, asked = new_page(), []
    page.goto(untabled.address)
    for key, solution in zip(["1-snackjack", "2-slots"], untabled.solutions, strict=True):
        known = session(solution, data.SEED, many=data.EXERCISES).exercises
        assert len(known) >= 3
        for each in practice_facts(solution, PracticeSession(known, 1, {})).exercises:
            here = position_facts(solution, PositionQuestion(at=each.at, score=each.score))
            follow = [each for each in here.edges if each.kind != "final" and not each.passes]
            asked += [
                (key, solution, {"at": place.at, "score": place.score}) for place in [here, *follow]
            ]
    sent = [[f"{key}/position", question] for key, _, question in asked]
    found = json.loads(page.evaluate(ASK, json.dumps(sent)))
    for (_, solution, question), here in zip(asked, found, strict=True):
        told = position_facts(solution, PositionQuestion(**question)).model_dump(mode="json")
        assert here == told
    refused = [["1-snackjack/position", {}], ["1-snackjack/chance", sent[0][1]]]
    found = json.loads(page.evaluate(ASK, json.dumps(refused)))
    assert [each["error"] for each in found] == [
        "this needs perfectplay serve: it is not on this site"
    ] * 2


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desktop"])
def test_a_game_without_a_table_is_learnt_with_the_network_off(untabled, new_page, hosted, size):
    page, address = new_page(viewport=size), hosted(untabled.folder)
    page.goto(f"{address}#/table?game=slots")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.wait_for_selector(
        "text=Slots has no table on this site, because it has more than 20 positions"
    )
    page.wait_for_selector("figure img")
    check_that_it_suits_everyone(page)
    page.get_by_role("link", name="Practise it").click()
    for number in range(1, 11):
        page.wait_for_selector(f"#exercise-title:has-text('{number} of 10')")
        page.locator("[data-option]").first.click()
        page.wait_for_selector("h2:has-text('Why ')")
        assert page.get_by_text("Open it on the table").count() == 0
        page.locator("button.main").first.click()
    page.wait_for_selector("#session-title")
    check_that_it_suits_everyone(page)


def test_an_objective_that_a_site_cannot_advise_for_is_refused():
    with pytest.raises(ObjectiveError, match=r"a site does not advise for 'exponential:-0\.01'"):
        request_for(Coins(), Exponential(-0.01), Compute())


def test_a_game_with_too_much_data_has_no_table(monkeypatch):
    monkeypatch.setattr(extent, "MOST_BYTES", 1_000)
    [note] = site_of([solve(Coins())], quiet).notes
    assert re.fullmatch(
        r"Coins has no table on this site, because it would take \S+ KiB, more than 1000 bytes; "
        "with smaller parameters it may fit, and perfectplay serve always has its table",
        note,
    )


def test_a_game_with_neither_table_nor_charts_nor_practice_is_refused(monkeypatch):
    monkeypatch.setattr(extent, "MOST_POSITIONS", 1)
    monkeypatch.setattr(data, "charts_of", lambda *_: {"light": [], "dark": []})
    monkeypatch.setattr(data, "session", refuses)
    with pytest.raises(ParameterError, match=r"coins is too large for a site: it has more than 1"):
        site_of([solve(Coins())], quiet)


def refuses(*_, **__):
    """There is nothing that can go wrong."""
    raise PerfectPlayError("there are no mistakes to make")
