"""The pages in a real browser: by mouse, by keyboard, on a phone, in light and in dark."""

from __future__ import annotations

import base64
import os
import re

import pytest

from perfectplay import solve
from perfectplay.games.greed import Greed
from perfectplay.model.race import Turn
from perfectplay.model.scorecard.declaration import parse_toml
from perfectplay.objectives import Win
from tests.by_engine import solve_race
from tests.waiting import PATIENCE
from tests.web.browser import REQUIRED, missing, running
from tests.web.conftest import SMALL
from tests.web.test_jobs import LARGE

pytestmark = pytest.mark.slow

READY = {
    "#/advisor?game=slots": "#card-title",
    "#/practice?game=slots&seed=1": "[data-option]",
    "#/review?game=slots": "#record",
    "#/greed?max=12&sides=3": "#state-title",
    "#/walk?game=slots": "#here-title",
    "#/own": "#boxes-title",
    "api.html": "summary",
}


@pytest.fixture(scope="module")
def browser():
    """The browser; where there must be one, its absence is a failure."""
    if why := missing():
        (pytest.fail if os.environ.get(REQUIRED) else pytest.skip)(why)
    with running() as browser:
        yield browser


@pytest.fixture
def open_page(browser, server):
    """Opens an address; at the end, nothing may have been complained of in the console."""
    contexts, complaints = [], []

    def open_address(address, ready=None, *, width=1200, height=900, dark=False):
        scheme = "dark" if dark else "light"
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            reduced_motion="reduce",
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(1_000 * PATIENCE)
        page.on(
            "console",
            lambda said: (
                complaints.append(said.text) if said.type in ("error", "warning") else None
            ),
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "request",
            lambda asked: (
                None if asked.url.startswith(server.address) else complaints.append(asked.url)
            ),
        )
        page.goto(address if address.startswith("http") else server.address + address)
        if ready:
            page.wait_for_selector(ready)
        return page

    yield open_address
    for context in contexts:
        context.close()
    assert [text for text in complaints if "status of 422" not in text] == []


def packed(text):
    """A scorecard as a link holds it."""
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def best_words(page):
    return page.locator("li.best .take .words").first


def numbers(page):
    return page.locator(".take .number:not(.cost)")


def shows(located, text):
    """Wait until a part of a page has a text, or parts have these texts."""
    from playwright.sync_api import expect

    expect(located).to_have_text(text, timeout=1_000 * PATIENCE)


def show(page, dice):
    """Enter some dice by mouse."""
    for face in dice:
        page.get_by_role("button", name=f"Add a {face}", exact=True).click()


def test_a_yahtzee_turn_by_mouse(open_page, server):
    page = open_page("", "#card-title")
    show(page, "66633")
    page.wait_for_selector("li.best")
    shows(best_words(page), "keep 6 6 6, reroll two")
    key = server.solved(game="yahtzee")
    options = server.post(f"solutions/{key}/advice", {"dice": "66633"})["options"]
    assert options[0]["value"] == pytest.approx(265.1134, abs=5e-5)
    shown = numbers(page).all_inner_texts()
    assert shown == [f"{option['value']:.2f}" for option in options[: len(shown)]]
    words = page.locator(".why thead").first.inner_text().split("\t")
    assert words[:4] == ["box", "chance it scores", "chance you would use it", "average points"]
    assert page.get_by_role("rowheader", name="Three of a kind").count() > 0
    page.locator("[data-option='keep 3 6 6 6']").click()  # not the best
    show(page, "5")
    page.wait_for_selector("text=keep 6 6 6, reroll two")
    page.locator("[data-option='keep 6 6 6']").click()
    show(page, "65")
    page.wait_for_selector("#options-title:has-text('Which box')")
    page.locator("[data-option='sixes']").click()
    page.wait_for_selector("text=Roll, or enter what you rolled.")
    assert page.get_by_label("sixes, at most 30 points").input_value() == "24"
    chips = page.locator(".history .chip").all_inner_texts()
    assert chips[0] == f"\N{MINUS SIGN}{options[1]['cost']:.2f}"
    assert "large" in page.locator(".history .chip").first.get_attribute("class")
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector("#options-title:has-text('Which box')")
    assert page.get_by_label("sixes, at most 30 points").input_value() == ""
    page.get_by_role("button", name="Restart").click()
    page.get_by_role("button", name="Roll for me").click()
    page.wait_for_selector("li.best")
    assert page.locator(".dice .die:not(.empty)").count() == 5


def focus_by_tab(page, test):
    """Press Tab until a test of the focused element holds."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate(f"(() => {{ const at = document.activeElement; return {test}; }})()"):
            return
    raise AssertionError(f"the keyboard does not reach {test}")


def test_another_turn_by_keyboard(open_page):
    page = open_page("", "#card-title")
    for dice in ("33456", "33341", "33341"):
        focus_by_tab(page, "at.id === 'dice-text'")
        page.keyboard.press("Control+A")
        page.keyboard.type(dice)
        page.wait_for_selector("li.best")
        focus_by_tab(page, "at.dataset.option !== undefined")
        page.keyboard.press("Enter")
        page.wait_for_selector("li.best", state="detached")
    assert page.locator(".history li").count() == 3
    assert page.locator(".history .chip.none").count() == 3
    assert page.get_by_label("threes, at most 15 points").input_value() == "9"


def test_a_shared_link_shows_the_same_table(open_page):
    page = open_page("#/advisor?game=yazy", "#card-title")
    page.get_by_label("ones, at most 5 points").fill("3")
    page.get_by_label("ones, at most 5 points").press("Enter")
    page.locator("#dice-text").fill("66633")
    page.get_by_text("1", exact=True).first.click()
    page.wait_for_selector("li.best")
    page.get_by_role("button", name="Share this position").click()
    link = page.locator("#share").input_value()
    other = open_page(link, "li.best")
    assert other.locator("#dice-text").input_value() == "66633"
    assert other.get_by_label("ones, at most 5 points").input_value() == "3"
    assert other.locator("input[name=rerolls]:checked + span").inner_text() == "1"
    shows(best_words(page), best_words(other).inner_text())


def test_two_players_are_told_who_wins(open_page, server, small):
    """By keyboard and by pointer: the second card, a turn of either, undo, and the link to it."""
    page = open_page(f"#/advisor?card64={packed(SMALL)}&filled=threes%3D3", "#card-title")
    focus_by_tab(page, "at.id === 'two'")
    page.keyboard.press("Space")
    page.wait_for_selector("text=you have 2 open boxes and they have 3")
    page.get_by_label("theirs, threes, at most 6 points").fill("3")
    page.get_by_label("theirs, threes, at most 6 points").press("Enter")
    page.locator("#dice-text").fill("21")
    page.get_by_text("0", exact=True).first.click()
    page.wait_for_selector("#for-points")
    cards = {"card": {"threes": 3}, "other": {"threes": 3}}
    end = server.ended(f"solutions/{small}/end-game", cards)["solution"]
    table = {**cards, "end_game": end, "dice": "21", "rerolls": 0}
    told = server.post(f"solutions/{small}/duel", table)
    chances = [f"{100 * each['chance']:.2f} %" for each in told["options"]]
    shows(numbers(page), chances)
    assert told["for_points"]["words"] in page.locator("#for-points").inner_text()
    page.locator("li.best .take").first.click()
    page.wait_for_selector("text=their chance to win")
    assert page.locator("input[name=turn]:checked + span").inner_text() == "their turn"
    assert page.locator(".history li").inner_text().startswith("you: 2 1")
    page.wait_for_function("location.hash.includes('turn=theirs')")
    other = open_page(page.url, "#chance")
    shows(page.locator("#chance"), other.locator("#chance").inner_text())
    check_that_it_suits_everyone(other)
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector("text=your chance to win")
    shows(numbers(page), chances)


def test_greed_is_explored_by_pointer_slider_and_arrows(open_page):
    page = open_page("#/greed?max=20&sides=3&last=true", "#state-title")
    race = solve_race(Greed(max=20, sides=3), Win())
    box = page.locator("canvas").bounding_box()
    page.mouse.move(box["x"] + box["width"] * 8.5 / 21, box["y"] + box["height"] * (1 - 15.5 / 21))
    page.wait_for_selector("#state-title:has-text('8 against 15: 5 dice')")
    rating = float(race.options(Turn(8, 15, True))[0].value)
    assert page.locator("#state-title + p .value").inner_text() == f"{rating:.4f}"
    page.locator("canvas").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("text=9 against 15:")
    page.locator("#slider-max").focus()
    page.keyboard.press("ArrowLeft")
    race = solve_race(Greed(max=19, sides=3), Win())
    page.wait_for_selector(f"text=Going first is worth {race.value:.6f}")


def test_an_own_scorecard_is_solved_and_advised(open_page):
    page = open_page("#/own", "#boxes-title")
    page.get_by_label("Begin with").select_option("slots")
    page.wait_for_selector("[aria-label='Remove the box x3']")
    page.get_by_text("TOML", exact=True).click()
    page.locator("#toml").fill("dice = five")
    page.get_by_role("button", name="Solve").click()
    page.wait_for_selector("text=the text, line 1")
    page.locator("#toml").fill(SMALL)
    page.get_by_role("button", name="Solve").click()
    page.wait_for_selector("#own-value")
    value = solve(parse_toml("", SMALL)).value
    assert page.locator("#own-value").inner_text() == f"{value:.4f}"
    page.wait_for_selector("text=than slots")
    page.get_by_role("link", name="Open the advisor for it").click()
    page.wait_for_selector("[aria-label='threes, at most 6 points']")
    page.locator("#dice-text").fill("33")
    page.wait_for_selector("li.best")


@pytest.mark.parametrize("page", ["constructor", "__proto__", "nothing"])
def test_an_address_that_is_no_page_shows_the_advisor(open_page, page):
    assert open_page(f"#/{page}?game=slots", "#card-title").title() == "Advisor · perfectplay"


@pytest.mark.parametrize(
    ("address", "shows"),
    [
        ("#/review?game=slots&record64=%25", "#record-wrong:has-text('this link cannot be read')"),
        ("#/advisor?card64=%25", ".wrong:has-text('The card in this link cannot be read')"),
        ("#/review?card64=%25", ".wrong:has-text('The card in this link cannot be read')"),
        ("#/advisor?game=dragons", ".wrong:has-text('There is no game “dragons” here')"),
        ("#/practice?card64=%25", ".wrong:has-text('The card in this link cannot be read')"),
        ("#/own?card64=" + packed('{"boxes": '), "#toml"),
        ("#/own?card64=" + packed('{"boxes": [{"rule": "dragons"}]}'), "text=Begin anew"),
    ],
)
def test_a_link_that_says_nonsense_leaves_a_page(open_page, address, shows):
    page = open_page(address, shows)
    if "anew" in shows:
        page.get_by_text("Begin anew").click()
        page.wait_for_selector("#boxes-title")


def test_numbers_that_are_none_are_told_and_left_out(open_page):
    link = "dice=9x&rerolls=many&filled=ones%3Dabc+threes%3D3"
    page = open_page(f"#/advisor?card64={packed(SMALL)}&{link}", "#card-title")
    page.wait_for_selector("[role=alert]:has-text('dice=9x, rerolls=many, ones=abc cannot be')")
    assert page.get_by_label("ones, at most 2 points").input_value() == ""
    assert page.get_by_label("threes, at most 6 points").input_value() == "3"
    assert "NaN" not in page.locator("main").inner_text()
    page = open_page("#/walk?game=pig&p.target=abc", "[role=alert]:has-text('target')")
    assert "NaN" not in page.locator("main").inner_text()


def test_a_long_text_is_packed_into_a_link(open_page):
    page = open_page("#/review?game=slots", "#record")
    text = "# " + "é" * 150_000
    page.evaluate(
        """async text => {
        const { packed, unpacked } = await import("./js/address.js");
        window.same = unpacked(packed(text)) === text;
    }""",
        text,
    )
    assert page.evaluate("window.same")


def test_a_browser_that_keeps_nothing_shows_the_page(open_page, server):
    page = open_page("api.html", "summary")
    page.add_init_script("""for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, { get() { throw new DOMException("forbidden"); } });""")
    page.goto(f"{server.address}{SLOTS}")
    page.wait_for_selector("#card-title")
    play_a_turn(page, "5", "x3")


@pytest.mark.parametrize("name", ["constructor", "__proto__"])
def test_a_box_may_have_any_name(open_page, name):
    card = packed(SMALL.replace("threes", name))
    page = open_page(f"#/advisor?card64={card}&filled=ones%3D1", "#card-title")
    box = page.get_by_label(f"{name}, at most 6 points")
    assert box.input_value() == ""
    assert page.locator("tfoot strong").inner_text() == "1"
    box.fill("3")
    box.blur()
    page.wait_for_selector("tfoot strong:has-text('4')")
    page.reload()
    page.wait_for_selector("tfoot strong:has-text('4')")
    assert page.get_by_label(f"{name}, at most 6 points").input_value() == "3"


def test_the_address_says_what_the_page_shows(open_page):
    """From the moment it shows it: a reload then loses nothing."""
    page = open_page("#/advisor?game=slots", "#card-title")
    page.evaluate("""() => new MutationObserver(() => { window.shown = location.hash })
        .observe(document.querySelector("tfoot"), {subtree: true, childList: true, characterData: true})""")
    page.locator("section.card tbody input").first.fill("3")
    page.locator("section.card tbody input").first.blur()
    page.wait_for_function("window.shown")
    assert "filled=" in page.evaluate("window.shown")


def test_an_answer_that_comes_while_one_types_takes_nothing_away(open_page):
    page = open_page("#/advisor?game=slots", "#card-title")
    page.wait_for_selector(".value")
    held = []
    page.route("**/advice", lambda route: held.insert(0, route))
    first, second = (page.locator("section.card tbody input").nth(place) for place in (0, 1))
    first.fill("1")
    with page.expect_request("**/advice"):
        first.blur()
    second.press_sequentially("2")
    with page.expect_response("**/advice"):
        held.pop().continue_()
    page.wait_for_timeout(100)  # the page is drawn anew by the answer, and nobody says when
    assert second.input_value() == "2"


SLOTS = "#/advisor?game=slots"


def play_a_turn(page, dice, option):
    """Enter the dice, take an option and wait until it is written down."""
    before = page.locator(".history li").count()
    page.locator("#dice-text").fill(dice)
    page.locator(f"[data-option='{option}']").click()
    page.wait_for_selector(f".history li:nth-child({before + 1})")


def test_a_reload_keeps_the_game_and_back_undoes(open_page):
    page = open_page(SLOTS, "#card-title")
    box = page.get_by_label("x3, at most 18 points")
    play_a_turn(page, "5", "x3")
    play_a_turn(page, "2", "flip")
    page.reload()
    page.wait_for_selector(".history li:nth-child(2)")
    assert box.input_value() == "15"
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector("li.best")
    assert page.locator("#dice-text").input_value() == "2"
    page.go_back()  # takes the undo back
    page.wait_for_selector(".history li:nth-child(2)")
    page.go_back()
    page.wait_for_selector(".history li:nth-child(2)", state="detached")
    page.wait_for_selector("li.best")
    assert page.locator("#dice-text").input_value() == "2"
    page.get_by_role("button", name="Restart").click()
    page.wait_for_selector(".history li", state="detached")
    page.go_back()
    page.wait_for_selector(".history li")
    page.get_by_role("link", name="Greed").click()
    page.wait_for_selector("#slider-max")
    page.get_by_role("link", name="Advisor").click()
    page.wait_for_selector(".history li")
    assert box.input_value() == "15"


def test_back_leads_to_the_game_that_was_left(open_page):
    page = open_page(SLOTS, "#card-title")
    play_a_turn(page, "5", "x3")
    page.locator("select").first.select_option("yazy")
    page.wait_for_selector("[aria-label^='five-of-a-kind, at most']")
    assert page.locator(".history li").count() == 0
    page.go_back()
    page.wait_for_selector(".history li")
    assert page.get_by_label("x3, at most 18 points").input_value() == "15"


def test_the_keyboard_goes_on_where_it_was(open_page):
    page = open_page(SLOTS, "#card-title")
    page.locator("#dice-text").press_sequentially("5")
    page.locator("[data-option='x3']").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".history li")
    page.wait_for_function("document.activeElement.id === 'dice-text'")
    page.keyboard.type("3")
    page.wait_for_selector("li.best")


def test_what_is_wrong_stands_at_its_field(open_page):
    page = open_page("#/advisor?game=yazy", "#card-title")
    sixes = page.get_by_label("sixes, at most 30 points")
    sixes.fill("abc")
    sixes.press("Enter")
    page.wait_for_selector(
        "td:has(input[aria-label^=sixes]) .wrong:has-text('“abc” is not a whole number')"
    )
    assert sixes.input_value() == "abc"
    assert "filled" not in page.evaluate("location.hash")
    sixes.fill("7")
    sixes.press("Enter")
    page.wait_for_selector(
        "td:has(input[aria-label^=sixes]) .wrong:has-text('sixes can hold 0, 6')"
    )
    check_that_it_suits_everyone(page)
    sixes.fill("18")
    sixes.press("Enter")
    page.wait_for_selector(".wrong", state="detached")
    page.locator("#dice-text").fill("678")
    page.wait_for_selector("#dice-wrong:has-text('faces from 1 to 6')")


def test_a_number_that_is_typed_fast_is_taken_whole(open_page):
    """Whatever is drawn meanwhile: here, as often as possible."""
    page = open_page("#/walk?game=pig&p.target=5", "#here-title")
    target = page.get_by_label("target")
    target.fill("")
    for key in "18":
        page.keyboard.press(key)
        page.get_by_role("button", name=re.compile("Use .* colours")).evaluate("it => it.click()")
    page.keyboard.press("Enter")
    page.wait_for_function("location.hash.includes('p.target=18')")


def test_without_the_end_game_two_players_are_told_what_the_advice_is_for(open_page):
    page = open_page(f"#/advisor?card64={packed(SMALL)}", "#card-title")
    page.route("**/end-game*", lambda route: None)  # it is never solved
    page.locator("#two").check()
    page.locator("#dice-text").fill("21")
    page.wait_for_selector("#options-title:has-text('best first, for points')")


def test_the_odds_have_an_axis(open_page):
    page = open_page(SLOTS, "#card-title")
    page.get_by_text("The odds of a whole game").click()
    page.wait_for_selector(".chart text")
    chart = page.locator(".chart").last
    assert chart.get_attribute("aria-label").startswith("How often each final score comes")
    labels = [each.text_content() for each in chart.locator("text").all()]
    assert len(labels) >= 3
    assert labels == sorted(labels, key=int)


def test_an_own_card_lives_in_its_link(open_page):
    page = open_page("#/own", "#boxes-title")
    page.get_by_label("Begin with").select_option("slots")
    page.wait_for_selector("[aria-label='Remove the box x3']")
    first = page.get_by_role("group", name="Box 1").get_by_role("textbox", name="Name")
    first.fill("once")
    first.press("Enter")
    page.wait_for_selector("[aria-label='Remove the box once']")
    page.reload()
    page.wait_for_selector("[aria-label='Remove the box once']")
    page.get_by_role("button", name="Solve").click()
    with page.expect_download() as told:
        page.get_by_role("link", name="Download it as TOML").click()
    assert 'name = "once"' in told.value.path().read_text()
    page.get_by_role("link", name="Open the advisor for it").click()
    page.wait_for_selector("[aria-label^='once, at most']")
    page.get_by_role("link", name="Edit this card").click()
    page.wait_for_selector("[aria-label='Remove the box once']")


def test_a_form_ticks_boxes_and_tells_what_is_wrong_where(open_page):
    page = open_page(f"#/own?card64={packed(SMALL)}", "#boxes-title")
    bonus = page.get_by_role("group", name="Bonus 1")
    bonus.get_by_label("threes").uncheck()
    bonus.get_by_label("any").check()
    face = page.get_by_role("group", name="Box 1").get_by_role("textbox", name="face")
    face.fill("9")
    face.press("Enter")
    page.get_by_role("button", name="Solve").click()
    page.wait_for_selector("[aria-label='Box 1'] .wrong:has-text('face=9 is more than sides=4')")
    page.wait_for_function("document.activeElement.getAttribute('aria-invalid') === 'true'")
    check_that_it_suits_everyone(page)
    page.get_by_text("TOML", exact=True).click()
    face.fill("1")
    face.press("Enter")
    page.get_by_text("TOML", exact=True).click()
    page.wait_for_selector("#toml")
    assert 'boxes = ["ones", "any"]' in page.locator("#toml").input_value()
    assert "mono" in page.locator("#toml").evaluate("it => getComputedStyle(it).fontFamily")


def test_the_walker_tells_values_apart(open_page):
    page = open_page("#/walk?game=pig&p.target=20", "#here-title")
    page.locator(".take:enabled").first.click()
    page.wait_for_selector(".path li:nth-child(2)")
    page.go_back()
    page.wait_for_selector(".path li:nth-child(2)", state="detached")
    heads = page.locator(".heads").inner_text()
    assert heads.split("\n") == ["what may come", "P(first player wins)", "chance"]
    shown = numbers(page).all_inner_texts()
    assert len(set(shown)) == len(shown)


def test_the_page_of_the_api_is_one_of_the_pages(open_page):
    page = open_page("api.html", "summary")
    assert page.locator("nav a").all_inner_texts()[0] == "Advisor"
    assert "`" not in page.locator("main").inner_text()
    page.get_by_role("link", name="Greed").click()
    page.wait_for_selector("#slider-max")


def test_the_greed_board_takes_scores_by_keyboard(open_page):
    page = open_page("#/greed?max=12&sides=3", "#state-title", width=390)
    page.get_by_label("Your score").fill("5")
    page.get_by_label("Your score").press("Enter")
    page.wait_for_selector("#state-title:has-text('5 against 0')")
    assert "1 dice" not in page.locator("main").inner_text()


def test_in_training_the_advice_comes_after_the_choice(open_page):
    """Any dice can be held and any box taken; then one is told what that cost."""
    page = open_page(f"#/advisor?card64={packed(SMALL)}", "#card-title")
    page.locator("#training").check()
    page.locator("#dice-text").fill("13")
    page.get_by_role("button", name="1, hold it").click()
    page.get_by_role("button", name="Keep 1, reroll one").click()
    page.wait_for_selector("#lesson-title:has-text('keep 1, reroll one')")
    assert page.locator(".options").count() == 0
    check_that_it_suits_everyone(page)
    page.locator("#dice-text").fill("14")
    page.locator("[data-option='ones']").click()
    page.wait_for_selector("#lesson-title:has-text('ones')")
    page.locator("#training").uncheck()
    page.locator("#dice-text").fill("33")
    page.get_by_role("button", name="3, hold it").first.click()
    page.get_by_role("button", name="Keep 3, reroll one", exact=True).click()
    page.wait_for_selector(".history li:nth-child(3)")


PRACTICE = f"#/practice?card64={packed(SMALL)}&seed=1"
CHOICE = "#keep:enabled, [data-option]"


def first_cost(server, small, table):
    """What the first choice that a page offers costs: to reroll all, or the first open box."""
    options = server.post(f"solutions/{small}/advice", table)["options"]
    if table["rerolls"]:
        return next(each["cost"] for each in options if not each["then"]["dice"])
    order = ["ones", "threes", "any"]
    return min(options, key=lambda each: order.index(each["label"]))["cost"]


def test_ten_positions_are_practised_by_keyboard(open_page, server, small):
    page = open_page(PRACTICE, CHOICE)
    drawn = server.post(f"solutions/{small}/practice", {"seed": "1"})
    costs = [first_cost(server, small, each["table"]) for each in drawn["exercises"]]
    for number, cost in enumerate(costs, start=1):
        page.wait_for_selector(f"#exercise-title:has-text('{number} of 10')")
        page.wait_for_selector(CHOICE)
        assert page.locator(".chip, .best, #lesson-title").count() == 0
        page.locator(CHOICE).first.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("#lesson-title")
        chip = page.locator("#lesson-title .chip").inner_text()
        assert (chip == "best") == (cost == 0)
        if number == 1:
            check_that_it_suits_everyone(page)
        last = "The result" if number == 10 else "Next"
        page.get_by_role("button", name=last, exact=True).focus()
        page.keyboard.press("Enter")
    page.wait_for_selector("#a-game")
    page.wait_for_function("document.activeElement.id === 'session-title'")
    theirs = sum(each["natural"] for each in drawn["exercises"])
    lost = drawn["natural"] * sum(costs) / theirs
    assert float(page.locator("#a-game").inner_text()) == pytest.approx(lost, abs=0.006)
    page.wait_for_selector("#course-title")
    check_that_it_suits_everyone(page)
    page.reload()
    page.wait_for_selector("#a-game")
    page.go_back()
    page.wait_for_selector("#lesson-title")


def test_the_first_choice_counts(open_page, server, small):
    """Trying again, and going back, change nothing in the record."""
    page = open_page(PRACTICE, CHOICE)
    record = "JSON.parse(localStorage.getItem('practice') ?? '[]')"
    drawn = server.post(f"solutions/{small}/practice", {"seed": "1"})
    costs = [first_cost(server, small, each["table"]) for each in drawn["exercises"]]
    for cost in costs:
        page.locator(CHOICE).first.click()
        page.wait_for_selector("#lesson-title")
        if cost:
            break
        page.get_by_role("button", name="Next").click()
    else:
        pytest.fail("every choice was best")
    kept = page.evaluate(record)
    assert len(kept) == 1
    assert kept[0]["answers"][-1]["cost"] == pytest.approx(cost, abs=1e-6)
    page.get_by_role("button", name="Try it again").click()
    page.locator(CHOICE).last.click()
    page.wait_for_selector("#lesson-title")
    assert page.evaluate(record) == kept
    page.go_back()
    page.wait_for_selector(CHOICE)
    page.go_back()
    page.wait_for_selector("#lesson-title")
    assert page.evaluate(record) == kept


def test_what_is_practised_is_chosen(open_page):
    page = open_page(PRACTICE, CHOICE)
    page.get_by_role("combobox", name=re.compile("^When")).select_option("early")
    page.wait_for_function("location.hash.includes('only=early')")
    page.get_by_role("combobox", name=re.compile("^What")).select_option("place")
    page.wait_for_function("location.hash.includes('only=early+place')")
    page.wait_for_selector("[data-option]")
    page.get_by_role("button", name="Today").click()
    page.wait_for_selector("#exercise-title:has-text('1 of 10 (2')")
    assert re.search(r"seed=\d{4}-\d\d-\d\d$", page.evaluate("location.hash"))
    page.goto(f"{page.url.split('#')[0]}{PRACTICE}&only=dragons")
    page.wait_for_selector("[role=alert]:has-text('cannot be practised alone')")


def test_any_game_is_practised(open_page):
    page = open_page("#/practice?game=coins&seed=1", "[data-option]", width=390)
    page.locator("[data-option]").first.click()
    page.wait_for_selector("#lesson-title .chip")
    check_that_it_suits_everyone(page)


def test_what_cost_most_is_to_be_practised_next(open_page, server, small):
    page = open_page("api.html", "summary")
    answers = [
        {"kind": "early keep", "cost": 1, "natural": 0.5},
        {"kind": "late place", "cost": 3, "natural": 0.5},
    ]
    kinds = {"early keep": 2, "late place": 1}
    sitting = {"id": "a", "game": small, "date": "", "by_kind": kinds, "natural": 3}
    page.evaluate(
        "kept => localStorage.setItem('practice', JSON.stringify(kept))",
        [{**sitting, "answers": answers}, {**sitting, "id": "b", "answers": answers[:1]}],
    )
    page.goto(f"{server.address}{PRACTICE}")
    page.wait_for_selector("#course-title")
    told = page.locator("[aria-labelledby=course-title] tbody tr").all_inner_texts()
    assert [each.split("\t") for each in told] == [
        ["Which box, late in the game", "6.00"],
        ["What to keep, early in the game", "4.00"],
    ]
    check_that_it_suits_everyone(page)
    page.locator("#practise-next").click()
    page.wait_for_function("location.hash.includes('only=late+place')")
    page.get_by_role("button", name="Forget these").click()
    page.wait_for_selector("#course-title", state="detached")


def test_the_game_just_played_is_looked_back_on(open_page, server, small):
    page = open_page(f"#/advisor?card64={packed(SMALL)}", "#card-title")
    page.locator("#dice-text").fill("13")
    page.locator("[data-option='keep 1']").click()
    page.locator("#dice-text").fill("14")
    page.locator("[data-option='threes']").click()
    page.locator("#dice-text").fill("11")
    page.locator("[data-option='keep all']").click()
    page.locator("[data-option='ones']").click()
    page.wait_for_selector(".history li:nth-child(4)")
    page.get_by_role("link", name="Review this game").click()
    page.wait_for_selector("#worst-title")
    record = "13 keep 1 14 threes\n11 ones"
    assert page.locator("#record").input_value() == record
    told = server.post(f"solutions/{small}/review", {"record": record})
    worst = page.locator(".mistake h3").first.inner_text()
    assert told["worst"][0]["chosen"]["words"] in worst.lower()
    rows = page.locator("[aria-label='All turns'] tbody tr")
    assert rows.count() == len(told["turns"]) + len(told["bonuses"])
    check_that_it_suits_everyone(page)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save it").click()
    assert saved.value.path().read_text() == f"{record}\n"
    page.reload()
    page.wait_for_selector("#worst-title")
    page.locator("#record").fill("13 nowhere")
    page.get_by_role("button", name="Look back").click()
    page.wait_for_selector("#record-wrong:has-text('line 1')")


def test_a_record_that_names_its_game_is_read_for_it(open_page):
    page = open_page("#/review", "#record")
    page.locator("#record").fill("game Slo target=45\n5 X3\n2 fl")
    page.get_by_role("button", name="Look back").click()
    page.wait_for_selector("#worst-title")
    assert "game=slots" in page.evaluate("location.hash")


def test_solving_is_cancelled(open_page, server):
    from perfectplay.model.scorecard.declaration import write_toml

    page = open_page("#/own", "#boxes-title")
    page.get_by_text("TOML", exact=True).click()
    page.locator("#toml").fill(write_toml(LARGE["card"]))
    page.get_by_role("button", name="Solve").click()
    page.get_by_role("button", name="Cancel").click()
    page.wait_for_selector("text=it was cancelled")
    assert server.post("cards", {"game": "slots"})["facts"]["dice"] == 1


def check_that_it_suits_everyone(page):
    """Axe finds nothing to complain of, in light and in dark; a phone need not scroll aside."""
    from axe_playwright_python.sync_playwright import Axe

    for colours in ("dark", "light"):
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        page.get_by_role("button", name=f"Use {colours} colours").click()
    page.set_viewport_size({"width": 390, "height": 800})
    page.wait_for_function("document.scrollingElement.scrollWidth <= 390")


@pytest.mark.parametrize("address", READY)
def test_every_page_suits_everyone(open_page, address):
    page = open_page(address, READY[address])
    if "advisor" in address:
        page.locator("#dice-text").fill("5")
        page.wait_for_selector("li.best")
    check_that_it_suits_everyone(page)


def test_colours_follow_the_system_or_the_reader(open_page):
    page = open_page("#/walk?game=slots", "#here-title", dark=True)
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.get_by_role("button", name=re.compile("Use light colours")).click()
    page.wait_for_function(f"{ground} !== '{dark}'")
