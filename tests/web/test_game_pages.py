"""The pages of other games, of own cards and of the API in a real browser."""

from __future__ import annotations

import pytest

from perfectplay import solve
from perfectplay.games.greed import Greed
from perfectplay.model.race import RaceTurn
from perfectplay.model.scorecard.declaration import parse_toml
from perfectplay.objectives import Win
from tests.by_engine import solve_race
from tests.web.conftest import SMALL
from tests.web.pages import check_that_it_suits_everyone, packed

pytestmark = pytest.mark.slow


def test_greed_is_explored_by_pointer_slider_and_arrows(open_page):
    page = open_page("#/greed?max=20&sides=3&last=true", "#state-title")
    race = solve_race(Greed(max=20, sides=3), Win())
    box = page.locator("canvas").bounding_box()
    page.mouse.move(box["x"] + box["width"] * 8.5 / 21, box["y"] + box["height"] * (1 - 15.5 / 21))
    page.wait_for_selector("#state-title:has-text('8 against 15: 5 dice')")
    rating = float(race.options(RaceTurn(8, 15, True))[0].value)
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
    page.get_by_role("link", name="Open its table").click()
    page.wait_for_selector("[aria-label='threes, at most 6 points']")
    page.locator("#dice-text").fill("33")
    page.wait_for_selector("li.best")


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
    page.get_by_role("link", name="Open its table").click()
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


def test_the_page_of_the_api_is_one_of_the_pages(open_page):
    page = open_page("api.html", "summary")
    assert page.locator("nav a").all_inner_texts()[0] == "Table"
    assert "`" not in page.locator("main").inner_text()
    page.get_by_role("link", name="Greed").click()
    page.wait_for_selector("#slider-max")


def test_the_greed_board_takes_scores_by_keyboard(open_page):
    page = open_page("#/greed?max=12&sides=3", "#state-title", width=390)
    page.get_by_label("Your score").fill("5")
    page.get_by_label("Your score").press("Enter")
    page.wait_for_selector("#state-title:has-text('5 against 0')")
    assert "1 dice" not in page.locator("main").inner_text()


@pytest.mark.parametrize("name", ["constructor", "__proto__"])
def test_a_box_may_have_any_name(open_page, name):
    card = packed(SMALL.replace("threes", name))
    page = open_page(f"#/table?card64={card}&filled=ones%3D1", "#card-title")
    box = page.get_by_label(f"{name}, at most 6 points")
    assert box.input_value() == ""
    assert page.locator("tfoot strong").inner_text() == "1"
    box.fill("3")
    box.blur()
    page.wait_for_selector("tfoot strong:has-text('4')")
    page.reload()
    page.wait_for_selector("tfoot strong:has-text('4')")
    assert page.get_by_label(f"{name}, at most 6 points").input_value() == "3"
