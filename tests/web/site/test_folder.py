"""A folder is written whole, and replaces only its own kind."""

from __future__ import annotations

import json
from errno import EBUSY
from pathlib import Path

import pytest

from perfectplay.errors import FileError
from perfectplay.web.site.folder import MARK, write_folder

FILES = {"index.html": b"page", "data/1-small/table.js": b"numbers"}


def written(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_it_is_written_and_replaced(tmp_path):
    folder = tmp_path / "deep" / "site"
    write_folder(folder, FILES, ["small"])
    write_folder(folder, {"index.html": b"new"}, ["other"])
    found = written(folder)
    assert json.loads(found.pop(MARK))["games"] == ["other"]
    assert found == {"index.html": b"new"}
    assert [path.name for path in folder.parent.iterdir()] == ["site"]


def test_an_empty_folder_is_taken(tmp_path):
    write_folder(tmp_path, FILES, ["small"])
    assert written(tmp_path)["index.html"] == b"page"


@pytest.mark.parametrize("foreign", ["thesis.txt", "data/photo.png", ".git/HEAD"])
def test_what_is_not_its_own_stays(tmp_path, foreign):
    write_folder(tmp_path / "site", FILES, ["small"])
    own = tmp_path / "site" / foreign
    own.parent.mkdir(exist_ok=True)
    own.write_text("mine")
    with pytest.raises(
        FileError, match=rf"contains {foreign}, which does not belong to an exported site"
    ):
        write_folder(tmp_path / "site", {"index.html": b"new"}, ["small"])
    assert own.read_text() == "mine"
    assert written(tmp_path / "site")["index.html"] == b"page"


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "site").write_text("mine")
    with pytest.raises(FileError, match="site is a file; give a folder"):
        write_folder(tmp_path / "site", FILES, ["small"])


def test_nothing_is_half_written(tmp_path):
    """What fails midway leaves what was there, and nothing beside it."""
    folder = tmp_path / "site"
    write_folder(folder, FILES, ["small"])
    with pytest.raises(FileError, match="cannot write"):
        write_folder(folder, {"index.html": b"new", "index.html/within": b""}, ["small"])
    assert written(folder)["index.html"] == b"page"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_what_cannot_take_its_place_leaves_the_old_one(tmp_path, monkeypatch):
    folder = tmp_path / "site"
    write_folder(folder, FILES, ["small"])
    rename = Path.rename

    def refuse_new(path, target):
        if path.name == "new":
            raise OSError(EBUSY, "Device or resource busy")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", refuse_new)
    with pytest.raises(FileError, match="Device or resource busy"):
        write_folder(folder, {"index.html": b"new"}, ["small"])
    assert written(folder)["index.html"] == b"page"
