"""The review of a game in a real browser."""

from __future__ import annotations

import pytest

from tests.web.conftest import SMALL
from tests.web.pages import check_that_it_suits_everyone, packed

pytestmark = pytest.mark.slow


def test_the_game_just_played_is_looked_back_on(open_page, server, small):
    page = open_page(f"#/table?card64={packed(SMALL)}", "#card-title")
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


@pytest.mark.parametrize(
    ("words", "parameters"),
    [
        ("joker=forced bonus=on", {"joker": "forced", "bonus": True}),
        ("joker=free bonus=No", {"joker": "free", "bonus": False}),
        ("bonus=maybe jokr=free", {"bonus": "maybe", "jokr": "free"}),
        ("bonus", {"bonus": "?"}),
    ],
)
def test_the_rules_that_a_record_states_are_asked_for(open_page, words, parameters):
    page = open_page("#/review", "#record")
    asked = []

    def refuse(route):
        asked.append(route.request.post_data_json)
        route.fulfill(status=422, json={"error": "not now"})

    page.route("**/jobs?*", refuse)
    page.locator("#record").fill(f"game yahtzee {words}\n22222 yahtzee")
    page.get_by_role("button", name="Look back").click()
    page.wait_for_selector("text=not now")
    assert asked[-1] == {"game": "yahtzee", "parameters": parameters}
