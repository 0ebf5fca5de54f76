"""The command that exports the advisor."""

from __future__ import annotations

import json

import pytest

from tests.web.conftest import SMALL


def test_games_and_a_file_on_one_site(perfectplay, tmp_path):
    (tmp_path / "small.toml").write_text(SMALL)
    out = tmp_path / "site"
    words = ["yazy", "slots", "target=40", str(tmp_path / "small.toml"), "--objective", "score"]
    ran = perfectplay("export-web", *words, "--out", str(out))
    assert ran.code == 0, ran.err
    assert ran.out.startswith("yazy, slots target=40, small: ")
    assert (out / "data" / "3-small" / "table.js").is_file()
    again = perfectplay("export-web", "yazy", "--out", str(out), "--json").json
    assert again["games"] == ["yazy"]
    assert again["files"] == len(json.loads((out / "perfectplay.json").read_text())["files"])
    assert not (out / "data" / "3-small").exists()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["yahtzee", "players=2"], "which outgrow the memory limit of 4 GiB"),
        (["coins", "--objective", "exponential:1"], "a site does not advise for 'exponential:1.0'"),
        (["joker=free"], "there is no game 'joker=free'"),
        (["yazy", "yazy"], "yazy is given twice"),
        (["yazy", "jokers=1"], "yazy has no parameter 'jokers'"),
    ],
)
def test_what_it_cannot_export(perfectplay, tmp_path, words, complaint):
    ran = perfectplay("export-web", *words, "--out", str(tmp_path / "site"))
    assert ran.code == 2
    assert complaint in ran.err
    assert ran.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_folder_of_something_else_stays(perfectplay, tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    ran = perfectplay("export-web", "yazy", "--out", str(tmp_path))
    assert ran.code == 2
    assert "contains thesis.txt, which does not belong to an exported site" in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_place_in_which_there_can_be_no_folder_is_refused_before_anything_is_solved(
    perfectplay, tmp_path
):
    (tmp_path / "thesis.txt").write_text("mine")
    ran = perfectplay("export-web", "yazy", "--out", str(tmp_path / "thesis.txt" / "site"))
    assert ran.code == 2
    assert "is not a writable folder" in ran.err
