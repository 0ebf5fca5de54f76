"""What tests do on pages, and look for there."""

from __future__ import annotations

import base64

from tests.waiting import PATIENCE


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


def focus_by_tab(page, test):
    """Press Tab until a test of the focused element holds."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate(f"(() => {{ const at = document.activeElement; return {test}; }})()"):
            return
    raise AssertionError(f"the keyboard does not reach {test}")


def play_a_turn(page, dice, option):
    """Enter the dice, take an option and wait until it is written down."""
    before = page.locator(".history li").count()
    page.locator("#dice-text").fill(dice)
    page.locator(f"[data-option='{option}']").click()
    page.wait_for_selector(f".history li:nth-child({before + 1})")


def check_that_it_suits_everyone(page):
    """Axe finds nothing to complain of, in light and in dark; a phone need not scroll aside."""
    from axe_playwright_python.sync_playwright import Axe

    for colours in ("dark", "light"):
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        page.get_by_role("button", name=f"Use {colours} colours").click()
    page.set_viewport_size({"width": 390, "height": 800})
    page.wait_for_function("document.scrollingElement.scrollWidth <= 390")
