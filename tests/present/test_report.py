"""The page of a solved game: its value as it was found, and nothing that is worked out twice."""

from pathlib import Path

from perfectplay import solve
from perfectplay.errors import MemoryLimitError
from perfectplay.games.coins import Coins
from perfectplay.present.report import report
from perfectplay.user_code import user_object

EXAMPLES = Path(__file__).parents[2] / "examples"
EXACT = solve(Coins(2, 2), exact=True)


def test_it_tells_the_value_and_works_out_the_distribution_once(monkeypatch):
    asked, find = [], type(EXACT).distribution
    monkeypatch.setattr(type(EXACT), "distribution", lambda self: asked.append(0) or find(self))
    page = report(EXACT)
    assert f"{float(EXACT.value):.12g}</strong> = {EXACT.value}" in page
    assert "The odds" in page
    assert len(asked) == 1


def test_a_distribution_that_takes_too_much_is_tried_once_and_left_out(monkeypatch):
    asked = []

    def refuse(_):
        asked.append(0)
        raise MemoryLimitError("it takes too much")

    monkeypatch.setattr(type(EXACT), "distribution", refuse)
    page = report(EXACT)
    assert len(asked) == 1
    assert "The odds" not in page
    assert "<svg" in page


def test_a_report_on_a_designers_own_game_answers_what_designers_ask():
    summit = user_object(f"{EXAMPLES / 'summit.py'}:Summit")
    page = report(solve(summit()))
    for heading in (
        "How long it takes",
        "Who is favoured",
        "What skill is worth",
        "When it is decided",
        "Which options pay",
    ):
        assert f"<h2>{heading}</h2>" in page
    for told in (
        "turns on average",
        "exactly fair",
        "greedy",
        "lead changes",
        "make no difference",
    ):
        assert told in page
