"""The table of any game in a real browser: whole games by taps and by keyboard, and what they are told by."""

from __future__ import annotations

import pytest

from perfectplay import solve
from perfectplay.games.pig import Pig
from perfectplay.model.scorecard.declaration import write_toml
from tests.waiting import wait_until
from tests.web.conftest import SMALL
from tests.web.pages import check_that_it_suits_everyone, focus_by_tab, packed, shows
from tests.web.test_jobs import LARGE

pytestmark = pytest.mark.slow

GAMES = {
    "pig": "p.target=20",
    "piglet": "p.target=4",
    "hog": "p.target=20&p.dice=4",
    "greed": "p.max=12",
    "farkle": "",
    "cant-stop": "p.players=2",
    "bear-off": "p.players=2&p.cube=true&p.checkers=3",
    "shut-the-box": "",
    "coins": "",
    "snackjack": "",
    "blackjack": "p.decks=0",
    "video-poker": "",
    "knucklebones": "p.columns=1&p.rows=2&p.faces=2",
    "qwixx": "p.up=1&p.down=0&p.faces=3",
    "hypergammon": "p.checkers=1&p.home=2",
    "royal-ur": "p.pieces=1",
}
"""Every game that is not played on a scorecard, short enough to be played to its end."""
OVER = "#take:has-text('Play again')"
TURN = "#take:not([aria-disabled])"


def play_on(page, take):
    """Take what is best until the game is over."""
    for _ in range(200):
        page.wait_for_selector(TURN)
        if page.locator(OVER).count():
            return
        before = page.locator(".history li").count()
        take()
        page.wait_for_selector(f".history li:nth-child({before + 1})")
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_taps(open_page, game):
    page = open_page(f"#/table?game={game}&{GAMES[game]}", TURN, width=390, height=844)
    play_on(page, lambda: page.locator("#take").click())
    chips = page.locator(".history .chip").all_inner_texts()
    assert {*chips} == {"best"} or not chips
    check_that_it_suits_everyone(page)
    if chips:
        page.locator(".thumb button:has-text('Undo')").click()
        page.wait_for_selector("li.best")


def test_a_whole_card_by_taps(open_page):
    """The bar takes the best move, rolls, and at the end the card has its final score."""
    page = open_page(f"#/table?card64={packed(SMALL)}", TURN, width=390, height=844)
    for _ in range(40):
        page.wait_for_selector(TURN)
        if page.locator(OVER).count():
            break
        before = page.locator("main").inner_text()
        page.locator("#take").click()
        page.wait_for_function(
            "before => document.querySelector('main').innerText !== before", arg=before
        )
    boxes = page.locator(".card tbody input").evaluate_all("all => all.map(it => +it.value)")
    bonus = 9 if boxes[0] + boxes[1] >= 6 else 0
    shows(page.locator(".card tfoot"), f"final score{sum(boxes) + bonus}")
    shows(page.locator(".card .sum").nth(1), f"Upper bonus{bonus}")
    check_that_it_suits_everyone(page)


def test_a_wrong_die_is_corrected_by_two_taps(open_page):
    page = open_page(f"#/table?card64={packed(SMALL)}&dice=13&rerolls=1", "li.best", width=390)
    page.get_by_role("button", name="1, hold it").click()
    page.get_by_role("button", name="Add a 4", exact=True).click()
    page.wait_for_selector("button[aria-label='4, hold it']")
    assert page.locator("#dice-text").input_value() == "43"


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_keyboard(open_page, game):
    page = open_page(f"#/table?game={game}&{GAMES[game]}", TURN, width=1280)
    focus_by_tab(page, "at.id === 'take'")
    play_on(page, lambda: page.keyboard.press("Enter"))


def test_options_are_ranked_and_marked_on_the_pieces(open_page, server):
    page = open_page("#/table?game=farkle&at=roll%3D1%2C1%2C2%2C3%2C5%2C6", "li.best")
    key = server.solved(game="farkle")
    asked = {"at": "roll=1,1,2,3,5,6"}
    edges = server.post(f"solutions/{key}/position", asked)["edges"]
    taken = page.locator("[data-option]").evaluate_all("all => all.map(it => it.dataset.option)")
    assert taken == [edge["label"] for edge in edges][: len(taken)]
    dice = page.get_by_role("group", name="dice", exact=True).get_by_role("button")
    assert dice.count() == 3  # the others score nothing
    page.get_by_role("button", name="1", exact=True).nth(0).click()
    page.get_by_role("button", name="5", exact=True).click()
    shows(page.locator("#take"), "set aside 1 5 for 150")
    page.locator("#take").click()
    page.wait_for_selector(".history li:has-text('set aside 1 5')")


def test_a_roll_is_entered_by_taps_or_by_typing(open_page):
    page = open_page("#/table?game=farkle&rolls=mine", "#dice-text", width=390)
    for face in (5, 1, 2, 2, 3, 6):
        page.get_by_role("button", name=f"Add a {face}", exact=True).click()
    shows(page.locator("#take"), "Best: set aside 1 for 100")
    page.locator(".thumb button:has-text('Undo')").click()
    page.locator("#dice-text").fill("223346")
    page.wait_for_selector("#here-title:has-text('Over, final score 0')")


def test_a_position_is_filled_in_and_said(open_page):
    page = open_page("#/table?game=pig&at=mine%3D40+turn%3D21", "li.best")
    page.get_by_text("Set up another position").click()
    page.wait_for_selector("text=Filled in: theirs=0, player=0.")
    position = Pig().read("mine=40 theirs=0 turn=21 player=0")
    chance = float(solve(Pig()).value_at(position))
    assert page.locator(".worth .value").inner_text() == f"{100 * chance:.2f} %"
    page.get_by_label("Theirs").fill("70")
    page.get_by_label("Theirs").press("Enter")
    page.wait_for_selector(".seat.player-1 .count:has-text('70')")
    page.reload()
    page.wait_for_selector(".seat.player-1 .count:has-text('70')")
    page.go_back()
    page.wait_for_selector(".seat.player-1 .count:text-is('0')")


def test_a_card_of_rules_plays_the_other_side(open_page):
    page = open_page("#/table?game=pig&p.target=40&against=card&seat=2", "#lines-of-rules")
    page.locator("#lines-of-rules").fill("turn >= 20: hold\nroll")
    page.locator("#lines-of-rules").blur()
    page.wait_for_selector(".history li:has-text('the card:')")
    page.wait_for_selector("#take:not([aria-disabled])")


def test_a_game_is_learnt_from_its_charts(open_page):
    page = open_page("#/table?game=pig&p.target=20", TURN, width=390)
    page.get_by_text("Charts to learn from").click()
    chart = page.get_by_role("img", name="When to stop")
    chart.wait_for()
    assert chart.evaluate("it => it.decode().then(() => it.naturalWidth)") > 200
    check_that_it_suits_everyone(page)


def test_the_advice_can_be_hidden_until_one_has_chosen(open_page):
    page = open_page("#/table?game=pig&at=mine%3D40+turn%3D21", "li.best")
    page.get_by_label("hide the advice").check()
    page.wait_for_selector("li.best", state="detached")
    assert page.locator(".worth").count() == 0
    page.locator("[data-option=roll]").click()
    page.wait_for_selector(".since:has-text('cost')")


def test_what_cost_most_is_listed_when_the_game_is_over(open_page):
    page = open_page("#/table?game=coins&rolls=here", TURN, width=390, height=844)
    for _ in range(60):
        page.wait_for_selector(TURN)
        if page.locator(OVER).count():
            break
        before = page.locator(".history li").count()
        page.locator("[data-option]").last.click()
        page.wait_for_selector(f".history li:nth-child({before + 1})")
    costs = page.locator(".mistakes .chip").all_inner_texts()
    assert costs == sorted(costs, key=lambda cost: float(cost[1:].strip(" %")), reverse=True)
    assert 1 <= len(costs) <= 5
    check_that_it_suits_everyone(page)
    page.locator(".mistakes a").first.click()
    page.wait_for_selector("li.best")
    page.go_back()
    page.wait_for_selector(OVER)


def test_who_leaves_a_game_that_is_solved_does_not_have_it_done(open_page, server):
    page = open_page("#/table?game=coins", "#take:not([aria-disabled])")
    card = packed(write_toml(LARGE["card"]))
    with page.expect_response(lambda told: "/jobs/" in told.url) as asked:
        page.goto(f"{server.address}#/table?card64={card}")
    page.wait_for_selector("progress")
    job = asked.value.url.split("/jobs/")[1].split("?")[0]
    page.get_by_role("combobox", name="Game").first.select_option("pig")
    page.wait_for_selector("#take:not([aria-disabled])")
    wait_until(lambda: server.get(f"jobs/{job}")["state"] == "cancelled")
