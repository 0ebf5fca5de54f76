"""What a site can have, and what it is refused for."""

from __future__ import annotations

import pytest

from perfectplay import solve
from perfectplay.errors import ParameterError
from perfectplay.games.greed import Greed
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.games.yazy import Yazy
from perfectplay.web.site import contents
from perfectplay.web.site.contents import contents_of, require_cards
from tests.web.site.conftest import quiet


def test_some_cards_go_together():
    require_cards([Yahtzee(), Yahtzee(joker="free"), Yazy()])


@pytest.mark.parametrize(
    ("games", "complaint"),
    [
        ([Greed()], "greed is not played on a scorecard, which a site is for"),
        ([Yazy(players=2)], "yazy for two is played with perfectplay serve"),
        ([Yazy(), Yazy()], "yazy is given twice"),
    ],
)
def test_what_a_site_cannot_have_is_refused(games, complaint):
    with pytest.raises(ParameterError, match=complaint):
        require_cards(games)


def test_a_table_that_no_page_can_hold_is_refused(monkeypatch):
    monkeypatch.setattr(contents, "MOST_POSITIONS", 100)
    with pytest.raises(ParameterError, match=r"yazy has 2,048 positions, and a page can hold 100"):
        contents_of([solve(Yazy())], quiet)
