"""The advisor in a real browser: by mouse, by keyboard, on a phone, in light and in dark."""

from __future__ import annotations

import re

import pytest

from tests.web.conftest import SMALL
from tests.web.pages import (
    best_words,
    check_that_it_suits_everyone,
    focus_by_tab,
    numbers,
    packed,
    play_a_turn,
    show,
    shows,
)
from tests.web.test_jobs import LARGE

pytestmark = pytest.mark.slow


READY = {
    "#/table?game=slots": "#card-title",
    "#/practice?game=slots&seed=1": "[data-option]",
    "#/review?game=slots": "#record",
    "#/greed?max=12&sides=3": "#state-title",
    "#/table?game=pig": "#here-title",
    "#/own": "#boxes-title",
    "api.html": "summary",
}


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


def test_the_line_of_a_card_that_applies_is_lit(open_page, server):
    page = open_page("#/table?game=yahtzee", "#card-title")
    page.wait_for_selector("#card-of-rules")
    page.select_option("#card-of-rules", "Yahtzee in 5 lines")
    show(page, "66633")
    page.wait_for_selector("ol.rules li[aria-current]")
    lines = next(card["lines"] for card in server.get("rules") if len(card["lines"]) == 5)
    key = server.solved(game="yahtzee")
    told = server.post(f"solutions/{key}/line", {"dice": "66633", "lines": lines})
    shows(page.locator("ol.rules li[aria-current]"), lines[told["line"] - 1])
    options = server.post(f"solutions/{key}/advice", {"dice": "66633"})["options"]
    cost = next(each["cost"] for each in options if each["label"] == told["option"])
    ending = "which is best play." if cost == 0 else f"which costs {cost:.2f}."
    page.wait_for_selector(f"[role=status]:has-text('Line {told['line']}:'):has-text('{ending}')")
    page.reload()
    page.wait_for_selector("ol.rules li[aria-current]")
    page.locator("summary:has-text('Change its lines')").click()
    page.locator("#lines-of-rules").fill("two 6s: keep them\nscore the mots")
    page.locator("#lines-of-rules").blur()
    page.wait_for_selector("text=line 2: yahtzee has no box 'the mots'")
    page.locator("#lines-of-rules").fill('lines = [\n "two 6s: keep them",\n "score the most",\n]')
    page.locator("#lines-of-rules").blur()
    page.wait_for_selector("ol.rules li[aria-current]:has-text('two 6s: keep them')")
    page.select_option("#card-of-rules", "Yahtzee in 20 lines")
    page.wait_for_selector("ol.rules li:nth-child(20)")
    page.wait_for_selector("ol.rules li[aria-current]")
    check_that_it_suits_everyone(page)


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
    page = open_page("#/table?game=yazy", "#card-title")
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
    page = open_page(f"#/table?card64={packed(SMALL)}&filled=threes%3D3", "#card-title")
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


@pytest.mark.parametrize("page", ["constructor", "__proto__", "nothing"])
def test_an_address_that_is_no_page_shows_the_table(open_page, page):
    assert open_page(f"#/{page}?game=slots", "#card-title").title() == "Table · perfectplay"


@pytest.mark.parametrize(
    ("address", "shows"),
    [
        ("#/review?game=slots&record64=%25", "#record-wrong:has-text('this link cannot be read')"),
        ("#/table?card64=%25", ".wrong:has-text('The card in this link cannot be read')"),
        ("#/review?card64=%25", ".wrong:has-text('The card in this link cannot be read')"),
        ("#/table?game=dragons", ".wrong:has-text('There is no game “dragons” here')"),
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
    page = open_page(f"#/table?card64={packed(SMALL)}&{link}", "#card-title")
    page.wait_for_selector("[role=alert]:has-text('dice=9x, rerolls=many, ones=abc cannot be')")
    assert page.get_by_label("ones, at most 2 points").input_value() == ""
    assert page.get_by_label("threes, at most 6 points").input_value() == "3"
    assert "NaN" not in page.locator("main").inner_text()
    page = open_page("#/table?game=pig&p.target=abc", "[role=alert]:has-text('target')")
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


def test_the_address_says_what_the_page_shows(open_page):
    """From the moment it shows it: a reload then loses nothing."""
    page = open_page("#/table?game=slots", "#card-title")
    page.evaluate("""() => new MutationObserver(() => { window.shown = location.hash })
        .observe(document.querySelector("tfoot"), {subtree: true, childList: true, characterData: true})""")
    page.locator("section.card tbody input").first.fill("3")
    page.locator("section.card tbody input").first.blur()
    page.wait_for_function("window.shown")
    assert "filled=" in page.evaluate("window.shown")


def test_an_answer_that_comes_while_one_types_takes_nothing_away(open_page):
    page = open_page("#/table?game=slots", "#card-title")
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


SLOTS = "#/table?game=slots"


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
    page.get_by_role("link", name="Table", exact=True).click()
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
    page = open_page("#/table?game=yazy", "#card-title")
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
    page = open_page("#/table?game=pig&p.target=5", "#here-title")
    target = page.get_by_label("target")
    target.fill("")
    for key in "18":
        page.keyboard.press(key)
        page.get_by_role("button", name=re.compile("Use .* colours")).evaluate("it => it.click()")
    page.keyboard.press("Enter")
    page.wait_for_function("location.hash.includes('p.target=18')")


def test_without_the_end_game_two_players_are_told_what_the_advice_is_for(open_page):
    page = open_page(f"#/table?card64={packed(SMALL)}", "#card-title")
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


def test_in_training_the_advice_comes_after_the_choice(open_page):
    """Any dice can be held and any box taken; then one is told what that cost."""
    page = open_page(f"#/table?card64={packed(SMALL)}", "#card-title")
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


def test_solving_is_cancelled(open_page, server):
    from perfectplay.model.scorecard.declaration import write_toml

    page = open_page("#/own", "#boxes-title")
    page.get_by_text("TOML", exact=True).click()
    page.locator("#toml").fill(write_toml(LARGE["card"]))
    page.get_by_role("button", name="Solve").click()
    page.get_by_role("button", name="Cancel").click()
    page.wait_for_selector("text=it was cancelled")
    assert server.post("cards", {"game": "slots"})["facts"]["dice"] == 1


@pytest.mark.parametrize("address", READY)
def test_every_page_suits_everyone(open_page, address):
    page = open_page(address, READY[address])
    if "advisor" in address:
        page.locator("#dice-text").fill("5")
        page.wait_for_selector("li.best")
    check_that_it_suits_everyone(page)


def test_colours_follow_the_system_or_the_reader(open_page):
    page = open_page("#/table?game=coins", "#here-title", dark=True)
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.get_by_role("button", name=re.compile("Use light colours")).click()
    page.wait_for_function(f"{ground} !== '{dark}'")
