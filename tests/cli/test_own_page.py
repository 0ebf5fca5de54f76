"""A game or a card of one's own is brought to the page."""

from __future__ import annotations

import base64

import pytest

from perfectplay.cli.answers.serving import page_of
from perfectplay.errors import PerfectPlayError
from perfectplay.games import registry
from perfectplay.web.jobs import Jobs
from perfectplay.web.limits import Limits
from tests.waiting import wait_until

GAME = """
from perfectplay import Chance, Choice, Final, Game

class LuckyCoin(Game):
    '''Stay with one point, or flip a coin for three.'''

    def start(self):
        return "start"

    def at(self, position):
        return Choice({"stay": Final(1), "flip": Chance({Final(3): 0.5, Final(0): 0.5})})
"""


def test_a_game_in_a_file_is_known_here_and_where_it_is_solved(tmp_path, monkeypatch):
    monkeypatch.setattr(registry, "BROUGHT", {})
    file = tmp_path / "lucky.py"
    file.write_text(GAME)
    own, page = page_of(f"{file}:LuckyCoin")
    assert page == "#/table?game=lucky-coin"
    assert registry.find("lucky-coin").__name__ == "LuckyCoin"
    queue = Jobs(Limits(), lambda job: None)
    order = {"folder": str(tmp_path), "memory": 1 << 30, "own": own}
    job = queue.ask("solve", "0" * 32, {**order, "rules": {"game": "lucky-coin"}})
    wait_until(lambda: not job.open)
    queue.close()
    assert (job.state, job.error) == ("done", None)


def test_a_card_in_a_file_goes_into_the_address(tmp_path):
    file = tmp_path / "card.toml"
    file.write_text('name = "mine"\ndice = 1\n[[boxes]]\nname = "any"\nrule = "chance"\n')
    own, page = page_of(str(file))
    packed = page.removeprefix("#/table?card64=")
    assert own == []
    assert base64.urlsafe_b64decode(packed + "==") == file.read_bytes()


@pytest.mark.parametrize("game", ["nothing.py:Game", "nothing.toml", "nothing-at-all"])
def test_what_is_no_game_is_refused(game):
    with pytest.raises(PerfectPlayError):
        page_of(game)
