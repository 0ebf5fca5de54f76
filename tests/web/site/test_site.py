"""An exported site in a real browser: its answers are the library's, and it needs no network."""

from __future__ import annotations

import json
import random
import re
from urllib.parse import quote

import pytest

from perfectplay.errors import PerfectPlayError
from perfectplay.games.slots import Slots
from perfectplay.model.scorecard.game import keeps
from perfectplay.model.scorecard.record import Record, write_dice
from perfectplay.objectives import Score
from perfectplay.request import Request
from perfectplay.solution.answers import Portable
from perfectplay.solve import solve_request
from perfectplay.web import advising
from perfectplay.web.messages import LineQuestion, TableQuestion
from perfectplay.web.odds import odds_of
from perfectplay.web.reviewing import review_record
from perfectplay.web.site.contents import key_of, site_of, title_of
from perfectplay.web.site.folder import write_folder
from perfectplay.web.solution_store import StoredSolution
from tests.web.pages import check_that_it_suits_everyone, shows
from tests.web.site.cases import cases
from tests.web.site.conftest import IN_ORDER, quiet

pytestmark = pytest.mark.slow

QUESTIONS = 350
"""For each card."""
ASK = """async (questions) => JSON.stringify(await Promise.all(JSON.parse(questions).map(([key, body]) =>
    perfectplay.ask(`solutions/${key}`, { body }).catch((error) => ({ error: error.message })))))"""
"""Questions and answers as text, which is much faster than as what Playwright makes of them."""


@pytest.fixture
def open_site(new_page):
    """Opens a site."""

    def open_address(address, **how):
        page = new_page(**how)
        page.goto(address)
        page.wait_for_selector("#card-title")
        return page

    return open_address


@pytest.fixture(scope="module")
def host(site, hosted):
    """The site on a plain host of files."""
    return hosted(site.folder)


def random_question(solution, draw):
    """Some boxes filled and some dice; now and then something is left out, or is wrong."""
    card = solution.game.card
    filled = draw.randrange(len(card.names))
    names = card.names[:filled] if card.in_order else draw.sample(card.names, filled)
    held = {name: draw.choice(card.possible[name]) for name in names}
    if card.repeat and held.get(card.repeat.box) and len(held) > 1 and draw.random() < 0.5:
        held["repeat"] = card.repeat.points
    roll = draw.choice(card.repeats if card.repeat and draw.random() < 0.3 else card.rolls)
    dice = {"dice": write_dice(card, roll), "rerolls": draw.randint(0, card.rerolls)}
    match draw.randrange(20):
        case 0:
            held |= {name: draw.choice([None, 1, 1_000]) for name in names[-1:]}
        case 1:
            held |= {bonus.name: draw.randint(0, bonus.at) for bonus in card.bonuses}
        case 2 if card.repeat:
            held |= {"repeat": draw.choice([7, 30, 70, 90])}
        case 3:
            dice = {}
        case 4:
            held |= {name: card.possible[name][-1] for name in card.names}
    return {"card": held, "explain": 40, **dice}


def answered(entry, question):
    """What the library says, as the server would."""
    try:
        return advising.advise(entry, TableQuestion(**question))
    except PerfectPlayError as error:
        return {"error": str(error)}


def test_it_says_what_the_library_says(site, open_site, monkeypatch):
    """To the last digit that is shown, whatever is on the table."""
    monkeypatch.setattr(advising, "rounded", float)
    asked = []
    for number, solution in enumerate(site.solutions, start=1):
        key, draw = key_of(number, title_of(solution.game)), random.Random(number)
        entry = StoredSolution(key, solution, None, found=odds_of(solution, quiet))
        asked += [(entry, random_question(solution, draw)) for _ in range(QUESTIONS)]
    page = open_site(site.address)
    keys = sorted({entry.key for entry, _ in asked})
    page.evaluate(
        "keys => Promise.all(keys.map((key) => perfectplay.ask(`solutions/${key}/distribution`)))",
        keys,
    )
    questions = [[f"{entry.key}/advice", question] for entry, question in asked]
    found = json.loads(page.evaluate(ASK, json.dumps(questions)))
    refused = 0
    for (entry, question), here in zip(asked, found, strict=True):
        told = answered(entry, question)
        where = (entry.key, question)
        if "error" in told:
            refused += 1
            assert "error" in here, (where, told)
            if "cannot occur" not in told["error"]:
                assert here["error"] == told["error"], where
        else:
            require_same(where, here, told)
    assert 50 < refused < len(asked) / 4


def require_same(where, here, told):
    """The same advice; what is equal but for rounding may stand in another order."""
    del told["position"]
    costs = [option["cost"] for option in here["options"]]
    assert costs == sorted(costs), where
    for answer in (here, told):
        for option in answer["options"]:
            by_name(option, "aims", "box")
        by_name(answer, "options", "label")
    compare(where, here, told)


def by_name(holder, name, by):
    """Turn a list into a mapping."""
    if holder[name] is not None:
        holder[name] = {each[by]: each for each in holder[name]}


def compare(where, here, told, off=2e-7, shown=(2, 3, 4)):
    """Equal, and floats to more digits than are shown; these are the same, too."""
    if isinstance(told, dict):
        assert here.keys() == told.keys(), where
        for name, value in told.items():
            compare((*where, name), here[name], value, off, shown)
    elif isinstance(told, list):
        assert len(here) == len(told), where
        for number, value in enumerate(told):
            compare((*where, number), here[number], value, off, shown)
    elif isinstance(told, float):
        assert abs(here - told) <= off, where
        assert all(f"{here:.{digits}f}" == f"{told:.{digits}f}" for digits in shown), where
    else:
        assert here == told, where


def line_told(entry, question):
    """The line of a card that applies, as the server would say."""
    try:
        return advising.line_at(entry, LineQuestion(**question)).model_dump()
    except PerfectPlayError as error:
        return {"error": str(error)}


def test_the_same_line_of_a_card_of_rules_applies(site, open_site):
    page = open_site(site.address)
    asked = []
    for number, solution in enumerate(site.solutions, start=1):
        key, draw = key_of(number, title_of(solution.game)), random.Random(number)
        entry = StoredSolution(key, solution, None)
        cards = [
            each["lines"]
            for each in page.evaluate("() => perfectplay.ask('rules')")
            if each["game"] == title_of(solution.game)
        ]
        asked += [
            (entry, {**random_question(solution, draw), "lines": lines})
            for lines in cards
            for _ in range(QUESTIONS)
        ]
    assert {entry.solution.game.name for entry, _ in asked} == {
        "yazy",
        *(f"{joker} jokers" for joker in ("forced", "free", "none")),
    }
    questions = [[f"{entry.key}/line", question] for entry, question in asked]
    found = json.loads(page.evaluate(ASK, json.dumps(questions)))
    applied = set()
    for (entry, question), here in zip(asked, found, strict=True):
        told = line_told(entry, question)
        if "error" in told:
            assert "error" in here, (entry.key, question, told)
        else:
            assert here == told, (entry.key, question)
            applied.add((entry.key, told["line"]))
    assert len(applied) > 40


def test_the_line_that_applies_is_lit(host, open_site):
    page = open_site(f"{host}#/table?game=yazy")
    page.locator("#card-of-rules").select_option("Yazy in 20 lines")
    page.locator("#dice-text").fill("66633")
    page.wait_for_selector("ol.rules li[aria-current=true]")
    page.wait_for_selector("[aria-labelledby=by-card-title] p[role=status]:has-text('Line ')")
    assert page.locator("#lines-of-rules").count() == 0  # lines of one's own need a server
    page.evaluate("localStorage.setItem('rules of yazy', 'score the most')")
    page.reload()
    page.wait_for_selector("text=lines of your own need perfectplay serve")
    check_that_it_suits_everyone(page)


def test_two_players_take_turns(host, open_site):
    page = open_site(f"{host}#/table?game={quote('in order')}")
    page.locator("#two").check()
    page.wait_for_selector("text=The advice is for points")
    for turn, (whose, dice) in enumerate([("your turn", "10 10"), ("their turn", "1 2")] * 3):
        page.locator(".segments label", has_text=whose).locator("input:checked").wait_for(
            state="attached"
        )
        page.locator("#dice-text").fill(dice)
        page.locator(".segments label:has(input[name=rerolls])", has_text="0").click()
        page.locator(f"[data-option={IN_ORDER.card.names[turn // 2]}]").click()
        page.wait_for_selector(f".history li:nth-child({turn + 1})")
    page.wait_for_selector("text=You have won by 73.")
    page.wait_for_selector("text=Their decisions lost 0.00 points.")
    check_that_it_suits_everyone(page)


def random_record(game, draw):
    """A game that was played at random, perhaps not to its end, as players jot it down."""
    card, turn, lines = game.card, game.start(), []
    for _ in range(draw.randint(1, len(card.names))):
        roll = throw(card, (), draw)
        words = [write_dice(card, roll)]
        for _ in range(draw.randint(0, card.rerolls)):
            keep = draw.choice(keeps(roll)[1:])
            roll = throw(card, keep, draw)
            words += ["keep", write_dice(card, keep), write_dice(card, roll)]
        box, placed = draw.choice(list(game.placements(turn, roll).items()))
        lines.append(" ".join([*words, draw.choice([box, f"{box}={placed.points}"])]))
        turn = placed.turn
    return "\n".join(lines)


def throw(card, keep, draw):
    """Some dice kept, and the others rolled."""
    new = [draw.randint(1, card.sides) for _ in range(card.dice - len(keep))]
    return tuple(sorted([*keep, *new]))


def test_it_looks_back_as_the_library_does(site, open_site):
    asked = []
    for number, solution in enumerate(site.solutions, start=1):
        key, draw = key_of(number, title_of(solution.game)), random.Random(number)
        asked += [(key, solution, random_record(solution.game, draw)) for _ in range(15)]
    page = open_site(site.address)
    questions = [[f"{key}/review", {"record": record}] for key, _, record in asked]
    found = json.loads(page.evaluate(ASK, json.dumps(questions)))
    for (key, solution, text), here in zip(asked, found, strict=True):
        told = review_record(solution, Record.read(solution.game, text)).model_dump(
            exclude={"decisions"}
        )
        for turn in told["turns"]:
            del turn["decisions"]
        for each in [*told["worst"], *here.get("worst", [])]:
            for side in ("chosen", "best"):
                by_name(each[side], "aims", "box")
        compare((key, text), here, told)


def outline(what, here):
    """An answer of the site, as far as the cases tell of it."""
    if "error" in here:
        return {"error": here["error"]}
    if what == "advice":
        totals = {bonus["name"]: bonus["total"] for bonus in here["bonuses"]}
        return {"open": here["open"], "score": here["score"], "totals": totals}
    shown = ("box", "points", "extra", "rolls", "keeps")
    turns = [{name: turn[name] for name in shown} for turn in here["turns"]]
    return {"score": here["score"], "over": here["over"], "turns": turns}


def test_it_reads_what_players_write_as_the_library_does(site, open_site):
    """To the letter, also in what it refuses; `python -m tests.web.site.cases` writes the cases."""
    kept = cases()
    questions = []
    for case in kept:
        key = key_of(case["card"] + 1, title_of(site.solutions[case["card"]].game))
        what = "review" if "record" in case["asked"] else "advice"
        questions.append([f"{key}/{what}", case["asked"]])
    found = json.loads(open_site(site.address).evaluate(ASK, json.dumps(questions)))
    drifted = [
        (case["asked"], case["read"], here)
        for case, (path, _), answer in zip(kept, questions, found, strict=True)
        if (here := outline(path.rpartition("/")[2], answer)) != case["read"]
        and "do not go together" not in here.get("error", "")
    ]
    assert not drifted, drifted[:20]


COMPLAINTS = {
    "13": "13 shows 2 dice; yazy is played with 5 dice",
    "13355 keep 55 33146 fours": "33146 does not contain the kept 5 5",
    "13355 keep 66 33146 fours": "6 6 cannot be kept from 1 3 3 5 5",
    "13355 keep 55": "the roll after keep 55 is missing",
    "13355": "the box is missing; open are: twos",
    "13355 ones": "ones is filled already; open are: twos",
    "13355 threes=5": "1 3 3 5 5 scores 6 in threes",
    "13355 fives fives": "fives ends the turn, but 'fives' follows",
    "13359 fives": "'13359' is not a set of dice",
    "1 3 3 5 5 keep 5 5 1 2 3 5 5 keep 55 15553 keep 5 12345 st": "one keep is too many",
}


def test_what_cannot_be_looked_back_on(site, open_site):
    page = open_site(site.address)
    records = [f"11234 ones\n{line}" for line in COMPLAINTS]
    questions = [["1-yazy/review", {"record": record}] for record in records]
    found = json.loads(page.evaluate(ASK, json.dumps(questions)))
    for record, complaint, here in zip(records, COMPLAINTS.values(), found, strict=True):
        assert here["error"].startswith(f"line 2: {complaint}")
        with pytest.raises(PerfectPlayError, match=re.escape(f"line 2: {complaint}")):
            Record.read(site.solutions[0].game, record)


def best(page):
    """The words of the best option."""
    return page.locator("li.best .take .words").first


def play_a_turn(page):
    """A turn of the card with forced jokers: choose it, roll, keep, fill a box."""
    page.locator("select").first.select_option("forced jokers")
    page.wait_for_selector("text=upper bonus")
    page.locator("#dice-text").fill("444")
    shows(best(page), "keep all three, stop")
    page.locator("li.best .take").first.click()
    page.locator("[data-option='alike']").click()
    page.wait_for_selector(".history li:nth-child(2)")
    shows(page.locator("tfoot strong"), "20")


def test_it_plays_from_a_memory_stick(site, open_site):
    """From a folder, where browsers load neither modules nor data by `fetch`."""
    page = open_site(site.address)
    play_a_turn(page)
    page.get_by_role("link", name="Table", exact=True).click()
    page.reload()
    page.wait_for_selector(".history li:nth-child(2)")
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector("[data-option='alike']")
    page.locator("[data-option='alike']").click()
    page.get_by_role("link", name="Review this game").click()
    shows(page.locator("#sum-title"), "20 points so far")
    page.go_back()
    page.get_by_text("The odds of a whole game").click()
    page.wait_for_selector("text=the likeliest score")
    page.get_by_role("button", name="Restart").click()
    page.get_by_role("button", name="Roll for me").click()
    page.wait_for_selector("li.best")


def test_it_plays_with_the_network_off(host, open_site):
    page = open_site(host)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("#card-title")
    play_a_turn(page)
    page.wait_for_selector("text=likely at the start of the turn")  # the odds were kept, too


def test_a_phone_can_keep_it(site, host, open_site):
    page = open_site(host, viewport={"width": 390, "height": 800})
    page.wait_for_selector("link[rel=manifest]", state="attached")
    manifest = page.evaluate(
        "() => fetch(document.querySelector('link[rel=manifest]').href).then((found) => found.json())"
    )
    assert manifest["start_url"] == manifest["scope"] == "./"
    assert all((site.folder / icon["src"]).is_file() for icon in manifest["icons"])


def test_it_suits_everyone(host, open_site):
    page = open_site(host)
    page.locator("#dice-text").fill("66633")
    page.wait_for_selector("li.best")
    check_that_it_suits_everyone(page)


def test_it_says_what_needs_a_server(site, open_site):
    page = open_site(f"{site.address}#/table?players=2")
    page.wait_for_selector("text=the chance to win needs perfectplay serve")
    page.wait_for_selector("footer:has-text('games of your own need perfectplay serve')")
    links = page.get_by_role("navigation").get_by_role("link").all_inner_texts()
    assert links == ["Table", "Practice", "Review"]
    page.goto(f"{site.address}#/greed")
    page.wait_for_selector("#card-title")


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("slots", "slots"),
        ("slots target=45", "slots"),
        ("Slots target=30", "slots target=30"),
        ("slots target=31", None),
        ("slots goal=45", None),
        ("slots target", None),
    ],
)
def test_a_record_names_a_game_with_rules_of_its_own(tmp_path, open_site, words, title):
    request = Request(Score(), needs=frozenset({Portable}))
    solutions = [solve_request(game, request) for game in (Slots(), Slots(30))]
    write_folder(tmp_path / "site", site_of(solutions, quiet).files, [])
    page = open_site((tmp_path / "site" / "index.html").as_uri())
    page.get_by_role("link", name="Review", exact=True).click()
    page.locator("#record").fill(f"game {words}\n5 x3\n2 flip")
    page.get_by_role("button", name="Look back").click()
    if title is None:
        page.wait_for_selector(f"text=there is no game “{words}” here")
        return
    page.wait_for_selector("#worst-title")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save it").click()
    assert saved.value.path().read_text() == f"game {title}\n5 x3\n2 flip\n"


def test_every_path_is_relative(site):
    """So that it may lie in any folder of a host."""
    for name in ("index.html", "manifest.webmanifest", "worker.js", "style.css"):
        text = (site.folder / name).read_text()
        assert 'src="/' not in text
        assert 'href="/' not in text
        assert "http" not in text.replace("http-equiv", "").replace("http://www.w3.org", "")
    listed = json.loads((site.folder / "perfectplay.json").read_text())["files"]
    assert all((site.folder / name).is_file() for name in listed)
