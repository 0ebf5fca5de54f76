"""`perfectplay plot` and `perfectplay report`: files are written, mistakes are one line."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_figure_goes_to_a_file_of_its_name(perfectplay, folder):
    ran = perfectplay("plot", "coins", "coins=2", "target=2", "--kind", "graph")
    assert ran.out.splitlines()[-1] == "written to coins-graph.svg"
    assert (folder / "coins-graph.svg").read_text(encoding="utf-8").startswith("<?xml")


def test_strategies_are_drawn_beside(perfectplay, folder):
    words = ("plot", "coins", "coins=2", "target=2", "--with", "random", "--with", "first")
    ran = perfectplay(*words, "--out", "c.png", "--json")
    assert ran.json["kind"] == "at-least"
    assert (folder / "c.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--kind", "bars"], "coins has no figure 'bars'"),
        (["--out", "c.gif"], "c.gif must end in .svg or .png"),
        (["--kind", "graph", "--with", "random"], "in the figure 'at-least' only"),
        (["--kind", "scores", "--at", "coins=2 points=0"], "the whole game"),
    ],
)
def test_mistakes_are_one_line_and_leave_no_file(perfectplay, folder, words, told):
    ran = perfectplay("plot", "coins", "coins=2", "target=2", *words)
    assert ran.code == 2
    assert told in ran.err
    assert len(ran.err.splitlines()) == 1
    assert not list(folder.iterdir())


def test_a_report_is_one_page(perfectplay, folder):
    ran = perfectplay("report", "coins", "coins=2", "target=2", "--out", "c.html", "--dark")
    assert ran.out == "written to c.html\n"
    assert "<h2>How to play</h2>" in (folder / "c.html").read_text(encoding="utf-8")
    assert perfectplay("report", "coins", "--out", "c.pdf").code == 2


def test_games_that_go_round_are_drawn_and_reported(perfectplay, folder):
    game = ("piglet", "target=2")
    assert perfectplay("plot", *game, "--kind", "graph", "--out", "p.svg").code == 0
    assert perfectplay("report", *game, "--out", "p.html").code == 0
    assert "The whole game" in (folder / "p.html").read_text(encoding="utf-8")


def test_a_game_without_figures_says_so(perfectplay, folder):
    ran = perfectplay("plot", "yazy", "players=2", "--objective", "score")
    assert (ran.code, ran.out) == (2, "")
    assert "there is nothing to draw of yazy" in ran.err
    assert not list(folder.iterdir())


def test_a_figure_of_decisions_is_drawn_by_an_engine_that_tells_them(perfectplay, tmp_path):
    """Hog to 30 is solved turn by turn, which tells of no decisions."""
    out = str(tmp_path / "hog.svg")
    ran = perfectplay("plot", "hog", "target=30", "--kind", "decisions", "--out", out)
    assert (ran.code, ran.err) == (0, "")


def test_a_game_that_is_won_or_lost_is_reported_by_its_chances(perfectplay, folder):
    ran = perfectplay("plot", "pig", "target=10", "--kind", "scores")
    assert "it is won or lost; --kind chances draws who wins" in ran.err
    assert perfectplay("report", "pig", "target=10", "--out", "p.html").code == 0
    page = (folder / "p.html").read_text(encoding="utf-8")
    assert "the second player wins" in page
    assert "How the scores are spread" not in page
    assert len(page) < 2_000_000


def test_a_game_of_turns_alone_is_reported(perfectplay, folder):
    ran = perfectplay("report", "cant-stop", "sides=2", "--out", "c.html")
    assert (ran.code, ran.err) == (0, "")
    assert perfectplay("report", "farkle", "target=500", "--out", "f.html").code == 0
    assert "1 positions" not in (folder / "f.html").read_text(encoding="utf-8")
