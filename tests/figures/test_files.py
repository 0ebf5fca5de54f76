"""Figures as files: whole, the same each time, and not disturbed by the user's settings."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import matplotlib as mpl
import pytest

from perfectplay.engines.race.ratings import HALF, Ratings
from perfectplay.errors import FileError
from perfectplay.figures.files import inline_svg, write
from perfectplay.games.greed import Greed
from perfectplay.games.greed.figures.board import board
from perfectplay.games.greed.figures.sums import sums
from perfectplay.games.greed.report import report
from perfectplay.objectives import Win
from tests.by_engine import solve_race


@pytest.fixture
def figure():
    return board(Ratings.of(5, 2, 5, HALF, exact=False), last=True)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "begins"), [("a.svg", b"<?xml"), ("a.png", b"\x89PNG")])
@pytest.mark.parametrize("dark", [True, False])
def test_a_file_is_the_same_each_time(tmp_path, name, begins, dark):
    contents = []
    for _ in range(2):
        write(sums([2, 3], 6, dark=dark), tmp_path / name)
        contents.append((tmp_path / name).read_bytes())
    assert contents[0] == contents[1]
    assert contents[0].startswith(begins)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_drawing_tells_no_date(tmp_path, figure):
    write(figure, tmp_path / "a.svg")
    text = (tmp_path / "a.svg").read_text()
    assert "dc:date" not in text
    assert "Matplotlib v" not in text
    ET.fromstring(text)


def test_the_users_own_settings_are_neither_used_nor_changed(tmp_path):
    write(sums([2], 6), tmp_path / "a.svg")
    with mpl.rc_context({"font.size": 31, "lines.linewidth": 9, "svg.hashsalt": "x"}):
        write(sums([2], 6), tmp_path / "b.svg")
        assert mpl.rcParams["font.size"] == 31
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_another_kind_of_file_is_refused(tmp_path, figure):
    with pytest.raises(FileError, match=r"a\.pdf must end in \.svg or \.png"):
        write(figure, tmp_path / "a.pdf")
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_drawn_leaves_no_file(tmp_path, figure):
    figure.text(0, 0, "$\\nonsense$")
    with pytest.raises(ValueError, match="nonsense"):
        write(figure, tmp_path / "a.svg")
    assert not list(tmp_path.iterdir())


def test_names_within_a_page_are_those_of_one_figure(figure):
    svg = inline_svg(figure, "one")
    names = re.findall(r'\bid="([^"]*)"', svg)
    used = re.findall(r'(?:href="#|url\(#)([^")]*)', svg)
    assert svg.startswith("<svg")
    assert all(name.startswith("one-") for name in [*names, *used])
    assert set(used) <= set(names)
    assert 'aria-label="The best number of dice in the last turn"' in svg


@pytest.mark.slow
@pytest.mark.parametrize("dark", [True, False])
def test_a_report_is_one_page_that_loads_nothing(dark):
    page = report(solve_race(Greed(max=10, sides=3), Win()), "Greed up to 10", dark=dark)
    names = re.findall(r'\bid="([^"]*)"', page)
    assert len(names) == len(set(names))
    assert page.count("<svg") == 4
    assert "0.500128511531" in page
    assert not re.search(r'(?:src|href)="(?!#|data:)', page)
    assert not re.search(r"<script|@import|<link", page)
    assert "<td>other turns, one peak</td><td>121</td><td>9</td>" in page
