"""The code of the pages: its types are sound, and its lines and files are no longer than one can read."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from perfectplay.web.site.contents import FILES, STATIC
from tests.web import message_types, typescript

ROOT = Path(__file__).parents[2]
MODULES = sorted([*(STATIC / "js").rglob("*.js"), *FILES.glob("*.js")])
WIDEST, LONGEST = 120, 225


def check(*words):
    """What the compiler complains of; where there must be one, its absence is a failure."""
    if (compiler := typescript.compiler()) is None:
        why = "there is no TypeScript: python -m tests.web.typescript fetches it"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(why)
    done = subprocess.run([compiler, *words], check=False, capture_output=True, text=True, cwd=ROOT)
    return done.stdout


def test_the_types_are_sound():
    assert check("--project", "tsconfig.json") == ""


def test_a_message_that_is_misread_is_found(tmp_path):
    """The check would tell: of a field that no message has, and of one that may be missing."""
    (tmp_path / "page.js").write_text(
        "/** @param {Api.AdviceFacts} advice */\n"
        "export const broken = (advice) => [advice.nonsense, advice.score.toFixed()];\n"
    )
    include = [str(message_types.FILE), "page.js"]
    project = {"extends": str(ROOT / "tsconfig.json"), "include": include}
    (tmp_path / "tsconfig.json").write_text(json.dumps(project))
    told = check("--project", str(tmp_path))
    assert "'nonsense' does not exist on type 'AdviceFacts'" in told
    assert "'advice.score' is possibly 'null'" in told


def test_the_types_of_the_messages_are_those_of_the_api():
    told = message_types.FILE.read_text(encoding="utf-8")
    assert told == message_types.declarations(), "run python -m tests.web.message_types"


def test_no_line_and_no_file_is_too_long():
    lines = {path: path.read_text(encoding="utf-8").splitlines() for path in MODULES}
    assert len(MODULES) > 40
    assert not [path.name for path in MODULES if len(lines[path]) > LONGEST]
    assert not [
        f"{path.name}, line {number}"
        for path in MODULES
        for number, line in enumerate(lines[path], start=1)
        if len(line) > WIDEST
    ]


def test_one_place_waits_for_answers():
    """Whatever a page shows of an answer, it asks for by the hook that gives up what is no longer asked."""
    assert [path.name for path in MODULES if "AbortController" in path.read_text()] == ["answer.js"]
