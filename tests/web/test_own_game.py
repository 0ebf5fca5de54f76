"""A game of one's own goes all the way: checked, solved, practised, played on the page, taken along."""

from __future__ import annotations

import io

import pytest

from perfectplay import solve
from perfectplay.cli.answers.serving import page_of
from perfectplay.games import registry
from perfectplay.web.limits import Limits
from tests.waiting import PATIENCE
from tests.web.conftest import running
from tests.web.own_game import Ridge
from tests.web.pages import check_that_it_suits_everyone
from tests.web.test_table_page import TURN, play_on

OWN = "tests/web/own_game.py:Ridge"
VALUE = pytest.approx(float(solve(Ridge(), exact=True).value))


def test_it_is_checked_solved_and_practised(perfectplay, monkeypatch):
    assert perfectplay("check", OWN).code == 0
    assert perfectplay("solve", OWN, "--json").json["value"] == VALUE
    monkeypatch.setattr("sys.stdin", io.StringIO("climb\nwait\nclimb\nclimb\nclimb\n"))
    ran = perfectplay("practice", OWN, "--many", "3", "--seed", "1", "--json")
    assert len(ran.json["costs"]) == 3
    assert min(ran.json["costs"]) >= 0
    assert ran.json["error"] >= 0


def test_it_is_taken_along(perfectplay, tmp_path):
    ran = perfectplay("export-web", OWN, "--out", str(tmp_path / "site"))
    assert (ran.code, ran.err) == (0, "")
    assert (tmp_path / "site" / "index.html").is_file()


@pytest.mark.slow
def test_it_is_played_on_the_page(new_page, monkeypatch, tmp_path):
    monkeypatch.setattr(registry, "BROUGHT", {})
    own, address = page_of(OWN)
    limits = Limits(job_seconds=PATIENCE, request_seconds=PATIENCE, explain_seconds=PATIENCE)
    with running(limits, tmp_path, own) as (port, _):
        page = new_page(viewport={"width": 390, "height": 844})
        page.goto(f"http://127.0.0.1:{port}/{address}")
        page.wait_for_selector(TURN)
        assert page.get_by_role("group", name="die", exact=True).count() == 1
        play_on(page, lambda: page.locator("#take").click())
        check_that_it_suits_everyone(page)
