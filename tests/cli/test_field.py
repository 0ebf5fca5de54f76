"""`perfectplay field`: the table, the figure, what is told programs; and what is bad input."""

import pytest

from perfectplay import Field, Score, solve
from perfectplay.analysis.field import by_rivals
from perfectplay.games.slots import Slots
from perfectplay.model.scorecard import Bonus, Box, Face, Scorecard, Total


def test_each_row_is_what_solving_tells(perfectplay, tmp_path):
    out = tmp_path / "field.svg"
    ran = perfectplay("field", "slots", "--others", "1,5", "--out", str(out), "--json")
    one, five = ran.json["fields"]
    found = solve(Slots(), Field(5))
    plain = solve(Slots(), Score()).distribution()
    assert (one["others"], five["others"]) == (1, 5)
    assert five["value"] == pytest.approx(1 / 6, abs=1e-6)
    assert five["mean"] == pytest.approx(float(found.distribution().mean), abs=0.01)
    worth = plain.expected(found.objective.utility)
    assert five["by_score"] == pytest.approx(float(worth), rel=1e-3)
    assert sum(five["scores"].values()) == pytest.approx(1)
    assert "<svg" in out.read_text()
    assert "times as much" in out.read_text()


def test_bonuses_have_a_column(tmp_path):
    card = Scorecard(
        "small",
        dice=3,
        rerolls=1,
        boxes=[Box("ones", Face(1)), Box("sixes", Face(6)), Box("chance", Total())],
        bonuses=[Bonus("upper", ["ones", "sixes"], at=14, points=10)],
    )
    few, many = by_rivals(card, [1, 1000])
    assert set(few.bonuses) == {"upper"}
    assert few.bonuses["upper"] != many.bonuses["upper"]
    assert 1 <= few.edge < many.edge


def test_what_cannot_be_is_refused_in_one_line(perfectplay):
    for words, told in [
        (("slots", "--others", "0"), "from 1 to"),
        (("slots", "--others", "two"), "not a number"),
        (("slots", "--others", "1.5"), "not a whole number"),
        (("slots", "--others", "9", "--prizes", "1,2"), "from the first place down"),
        (("pig", "--others", "9"), "pig is for 2"),
        (("slots", "--out", "field.gif"), ".svg or .png"),
    ]:
        ran = perfectplay("field", *words)
        assert ran.code == 2
        assert told in ran.err
        assert len(ran.err.splitlines()) == 1
