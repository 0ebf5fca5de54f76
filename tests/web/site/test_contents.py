"""What a site can have, and what it is refused for."""

from __future__ import annotations

import pytest

from perfectplay.errors import ParameterError
from perfectplay.games.greed import Greed
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.games.yazy import Yazy
from perfectplay.web.site.contents import require_different


def test_some_games_go_together():
    require_different([Yahtzee(), Yahtzee(joker="free"), Yazy(), Greed()])


def test_a_game_that_is_given_twice_is_refused():
    with pytest.raises(ParameterError, match="yazy is given twice"):
        require_different([Yazy(), Yazy()])
