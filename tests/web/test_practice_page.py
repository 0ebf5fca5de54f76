"""Practice in a real browser: ten positions, what they cost, and what to practise next."""

from __future__ import annotations

import re

import pytest

from perfectplay.play.practice import Estimate, JudgedAnswer
from tests.web.conftest import SMALL
from tests.web.pages import check_that_it_suits_everyone, packed

pytestmark = pytest.mark.slow


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
    answers = [
        JudgedAnswer(cost, each["natural"], each["weight"])
        for cost, each in zip(costs, drawn["exercises"], strict=True)
    ]
    lost = Estimate.of(drawn["natural"], answers)
    assert float(page.locator("#a-game").inner_text()) == pytest.approx(lost.value, abs=0.006)
    assert page.locator("#error").inner_text() == f"± {lost.error:.2f}"
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
    page = open_page("#/practice?game=pig&seed=1", "[data-option]", width=390)
    assert page.locator(".chip, .best, #why-0").count() == 0
    page.get_by_role("button", name="a die to roll").click()  # the pieces are options too
    page.locator("#keep").click()
    page.wait_for_selector("[role=status] .chip")
    page.wait_for_selector("#why-1")
    assert "goes wrong" in page.locator("main").inner_text()
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
